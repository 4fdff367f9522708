//! Logs of the Kalah Game Protocol: the `state`s that a server sent and the `move`s that its client
//! answered, one command a line, with whatever a log puts in front of them.
//!
//! ```text
//! > 7 state <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>
//! < 8@7 move 3
//! < 9@7 yield
//! ```
//!
//! The client is South in each state. The last `move` for a state counts, and the opponent's moves
//! follow from the next state.

use crate::error::{ParseError, Place};
use crate::game::Game;
use crate::kalah::{KalahRules, KalahState};
use crate::notation::{Cursor, KalahMove};
use crate::record::game_record::GameRecord;
use crate::record::written_move::WrittenMove;
use crate::side::Side;
use crate::variant::spec::GameSpec;

/// A state with the client's last answer to it.
struct Request {
    state: KalahState,
    place: Place,
    /// The pit by index from 0, if the client has answered.
    answer: Option<u32>,
}

/// The text behind a command's name in a line, if the line has the command.
fn argument<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (before, argument) = line.split_once(&format!("{name} "))?;
    let begins_word = before.is_empty() || before.ends_with([' ', '\t', '>', '<', ':']);
    begins_word.then_some(argument.trim())
}

/// Whether a text has the line of a state.
pub(super) fn is_log(text: &str) -> bool {
    let is_state = |line| argument(line, "state").is_some_and(|board| board.starts_with('<'));
    text.lines().any(is_state)
}

/// Reads the games of a log. A state that does not follow from the one before begins a new game.
pub(super) fn read(text: &str, default: &GameSpec) -> Result<Vec<GameRecord>, ParseError> {
    let GameSpec::Kalah { rules, .. } = default else {
        return Err(Place::START.refuse("a record of the Toguz family, or --game kalah:PITS", ""));
    };
    let mut records: Vec<GameRecord> = Vec::new();
    let mut last: Option<Request> = None;
    for request in requests(text, rules)? {
        let way = last
            .as_ref()
            .and_then(|last| moves_between(rules, last, &request.state));
        match (way, records.last_mut()) {
            (Some(moves), Some(record)) => push(record, &moves),
            _ => {
                finish(records.last_mut(), last.as_ref());
                records.push(begin(default, rules, &request)?);
            }
        }
        last = Some(request);
    }
    finish(records.last_mut(), last.as_ref());
    Ok(records)
}

fn requests(text: &str, rules: &KalahRules) -> Result<Vec<Request>, ParseError> {
    let mut requests: Vec<Request> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(board) = argument(line, "state") {
            let column = line.len() - board.len() + 1;
            let place = Place {
                line: number,
                column,
            };
            requests.push(Request {
                state: KalahState::from_kgp(rules, board).map_err(|error| error.within(place))?,
                place,
                answer: None,
            });
        } else if let (Some(pit), Some(request)) = (argument(line, "move"), requests.last_mut()) {
            let place = Place {
                line: number,
                column: line.len() - pit.len() + 1,
            };
            let pit = Cursor::at(pit, place).take_number("the number of a pit", u32::MAX)?;
            request.answer = Some(pit.value.wrapping_sub(1));
        }
    }
    Ok(requests)
}

fn begin(
    default: &GameSpec,
    rules: &KalahRules,
    request: &Request,
) -> Result<GameRecord, ParseError> {
    let mut record = GameRecord::new(request.place);
    let game = default.without_start().to_string();
    record.set_tag("Game", &game, request.place)?;
    record.set_tag("Position", &request.state.to_text(rules), request.place)?;
    Ok(record)
}

fn push(record: &mut GameRecord, moves: &[u32]) {
    for pit in moves {
        record.push(WrittenMove::Kalah(KalahMove {
            pit: pit + 1,
            joined: false,
        }));
    }
}

/// Adds the answer to the last state, after which there is none to compare with.
fn finish(record: Option<&mut GameRecord>, last: Option<&Request>) {
    if let (Some(record), Some(pit)) = (record, last.and_then(|last| last.answer)) {
        push(record, &[pit]);
    }
}

/// The moves from a request to the next state: the answer, then those of the opponent. Without an
/// answer every move of South's is tried.
fn moves_between(rules: &KalahRules, last: &Request, next: &KalahState) -> Option<Vec<u32>> {
    let legal = rules.moves(&last.state.position());
    let mut answers = legal
        .into_iter()
        .filter(|&pit| last.answer.is_none_or(|answer| answer == pit));
    answers.find_map(|pit| {
        let mut moves = vec![pit];
        let after = last.state.play_unchecked(rules, pit);
        reply(rules, &after, next, &mut moves).then_some(moves)
    })
}

/// Whether North's moves lead from here to the state in which South is to move; they are added to
/// the moves.
fn reply(rules: &KalahRules, state: &KalahState, next: &KalahState, moves: &mut Vec<u32>) -> bool {
    if state.to_move() == Side::First {
        return state == next;
    }
    for pit in rules.moves(&state.position()) {
        moves.push(pit);
        if reply(rules, &state.play_unchecked(rules, pit), next, moves) {
            return true;
        }
        moves.pop();
    }
    false
}
