//! Games as JSON: lists of moves, lists of boards, or objects that hold one of them.
//!
//! ```json
//! [3, 6, 2]
//! [[4, 4, 0, 4, 4, 0], [0, 5, 1, 5, 5, 0]]
//! {"game": "kalah:2,4", "moves": [1, 2]}
//! {"steps": [[{"observation": {"board": [4, 4, 0, 4, 4, 0]}}, {}], ...]}
//! ```
//!
//! A list of numbers is a game of Kalah by pits, or by places around the board (OpenSpiel's
//! actions) where they cannot be pits. Boards have `2 m + 2` numbers, from South's first pit over
//! his store to North's store; between two boards lies one move, and a board may stand twice. A
//! list of lists or of objects that are no boards is a list of games.

use super::moves::take_moves;
use crate::error::{ParseError, Place};
use crate::game::Game;
use crate::kalah::{KalahPosition, KalahRules, KalahState};
use crate::notation::{Cursor, KalahMove};
use crate::record::game_record::GameRecord;
use crate::record::written_move::WrittenMove;
use crate::side::Side;
use crate::variant::spec::GameSpec;
use serde_json::{Map, Value};

/// Whether a text begins as a JSON list or object does, and not as a tag or a comment.
pub(super) fn is_json(text: &str) -> bool {
    let mut characters = text.chars().filter(|c| !c.is_whitespace());
    match (characters.next(), characters.next()) {
        (Some('['), Some(second)) => second.is_ascii_digit() || matches!(second, '[' | '{' | '"'),
        (Some('{'), second) => second == Some('"'),
        _ => false,
    }
}

/// Reads the games of a JSON text.
pub(super) fn read(text: &str, default: &GameSpec) -> Result<Vec<GameRecord>, ParseError> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let place = Place {
            line: error.line(),
            column: error.column(),
        };
        place.refuse(format!("JSON ({error})"), "")
    })?;
    match &value {
        Value::Array(list) if list.iter().any(is_game) && boards(&value, default).is_none() => {
            list.iter().map(|game| record(game, default)).collect()
        }
        game => Ok(vec![record(game, default)?]),
    }
}

fn is_game(value: &Value) -> bool {
    value.is_array() || value.is_object()
}

fn refuse(expected: impl Into<String>, found: &Value) -> ParseError {
    Place::START.refuse(expected, &found.to_string())
}

/// One game.
fn record(value: &Value, default: &GameSpec) -> Result<GameRecord, ParseError> {
    let mut record = GameRecord::new(Place::START);
    match value {
        Value::Object(fields) => take_fields(fields, &mut record, default)?,
        list => take_list(list, &mut record, default)?,
    }
    Ok(record)
}

/// Takes the game of an object: its `moves`, `boards` or `steps`; texts of other names are tags.
fn take_fields(
    fields: &Map<String, Value>,
    record: &mut GameRecord,
    default: &GameSpec,
) -> Result<(), ParseError> {
    for (name, value) in fields {
        let tag = match name.as_str() {
            "game" => "Game",
            "position" => "Position",
            "result" => "Result",
            name => name,
        };
        if let (Value::String(text), false) = (value, name == "moves") {
            // Names that no tag can have are left out.
            let _ = record.set_tag(tag, text, Place::START);
        }
    }
    if let Some(moves) = fields.get("moves").or_else(|| fields.get("actions")) {
        return take_list(moves, record, default);
    }
    if let Some(boards) = fields.get("boards") {
        return take_list(boards, record, default);
    }
    match fields.get("steps") {
        Some(Value::Array(steps)) => {
            let boards: Vec<Value> = steps.iter().filter_map(board_of_step).cloned().collect();
            take_list(&Value::Array(boards), record, default)
        }
        _ => Err(refuse(
            "an object with `moves`, `boards` or `steps`",
            &Value::Object(fields.clone()),
        )),
    }
}

/// The board that the agents of a step observe, or the step itself has.
fn board_of_step(step: &Value) -> Option<&Value> {
    match step {
        Value::Array(agents) => agents.iter().find_map(board_of_step),
        step => step
            .pointer("/observation/board")
            .or_else(|| step.get("board")),
    }
}

/// Takes a list of moves or boards, or moves in one text.
fn take_list(value: &Value, record: &mut GameRecord, default: &GameSpec) -> Result<(), ParseError> {
    let game = record.game(default);
    if let Some(boards) = boards(value, &game) {
        return take_boards(&boards, record, &game);
    }
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Array(moves) => moves
            .iter()
            .map(move_text)
            .collect::<Result<Vec<_>, _>>()?
            .join(" "),
        other => return Err(refuse("a list of moves or boards", other)),
    };
    take_moves(&mut Cursor::new(&text), record, default)
}

fn move_text(value: &Value) -> Result<String, ParseError> {
    match value {
        Value::Number(number) => Ok(number.to_string()),
        Value::String(text) => Ok(text.clone()),
        other => Err(refuse("a move", other)),
    }
}

/// The boards of a list, if the game is Kalah and all its entries have the numbers of a board.
fn boards(value: &Value, game: &GameSpec) -> Option<Vec<Vec<u32>>> {
    let GameSpec::Kalah { rules, .. } = game else {
        return None;
    };
    let count = 2 * rules.pits() as usize + 2;
    let board = |value: &Value| -> Option<Vec<u32>> {
        let numbers = value.as_array().filter(|list| list.len() == count)?;
        let number = |value: &Value| u32::try_from(value.as_u64()?).ok();
        numbers.iter().map(number).collect()
    };
    let boards = value.as_array().filter(|list| !list.is_empty())?;
    boards.iter().map(board).collect()
}

/// Finds the moves between boards. The first board is the start of the game.
fn take_boards(
    boards: &[Vec<u32>],
    record: &mut GameRecord,
    game: &GameSpec,
) -> Result<(), ParseError> {
    let GameSpec::Kalah { rules, .. } = game else {
        return Err(Place::START.refuse("boards of Kalah", ""));
    };
    let mut state = first_state(rules, &boards[0])?;
    record.set_tag("Game", &game.without_start().to_string(), Place::START)?;
    record.set_tag("Position", &state.to_text(rules), Place::START)?;
    for (index, board) in boards.iter().enumerate().skip(1) {
        if numbers(rules, &state) == *board {
            continue;
        }
        let found = rules.moves(&state.position()).into_iter().find_map(|pit| {
            let next = state.play_unchecked(rules, pit);
            let shown = numbers(rules, &next) == *board || ended(rules, &next, board);
            shown.then_some((pit, next))
        });
        let Some((pit, next)) = found else {
            let shown: Vec<String> = board.iter().map(u32::to_string).collect();
            return Err(Place::START.refuse(
                format!(
                    "as board {} one that a move leads to from the board before",
                    index + 1
                ),
                &shown.join(","),
            ));
        };
        record.push(WrittenMove::Kalah(KalahMove {
            pit: pit + 1,
            joined: false,
        }));
        state = next;
    }
    Ok(())
}

/// The first board, with South to move.
fn first_state(rules: &KalahRules, board: &[u32]) -> Result<KalahState, ParseError> {
    let pits = rules.pits() as usize;
    let refuse = |error: &dyn std::fmt::Display| Place::START.refuse(error.to_string(), "");
    let position = KalahPosition::new(rules, &board[..pits], &board[pits + 1..=2 * pits])
        .map_err(|error| refuse(&error))?;
    let stores = [board[pits], board[2 * pits + 1]];
    KalahState::with_stores(position, stores, Side::First).map_err(|error| refuse(&error))
}

/// A state as the numbers of a board.
fn numbers(rules: &KalahRules, state: &KalahState) -> Vec<u32> {
    let view = state.south_view();
    let [south, north] = state.stores();
    view.own_pits(rules)
        .chain([south])
        .chain(view.opponent_pits(rules))
        .chain([north])
        .collect()
}

/// Whether the game is over and the board has all seeds in the stores.
fn ended(rules: &KalahRules, state: &KalahState, board: &[u32]) -> bool {
    let pits = rules.pits() as usize;
    let stores = [board[pits], board[2 * pits + 1]];
    let others = board.iter().sum::<u32>() - stores[0] - stores[1];
    others == 0 && state.final_stores(rules) == Some(stores)
}
