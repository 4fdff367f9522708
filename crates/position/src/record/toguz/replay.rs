//! Playing a recorded game through, and saying where the record and the rules part.

use super::claims::RecordedEnd;
use super::game_record::GameRecord;
use crate::error::ParseError;
use crate::error::Place;
use crate::game::Game;
use crate::notation::MoveMisfit;
use crate::result::GameResult;
use crate::side::Side;
use crate::toguz::{Toguz, ToguzRules, ToguzState};
use std::fmt;

/// What became of a recorded game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The plies that could be played: all of them, unless a move does not fit.
    pub plies: usize,
    /// The position after these.
    pub end: ToguzState,
    /// White's and Black's kazans in it, with the balls left shared out where the game is finished.
    pub kazans: [u32; 2],
    /// Whether the game is finished in it.
    pub finished: bool,
    /// What does not fit, in the order of the plies; empty where everything does. The first move that does not fit
    /// ends the replay, since what follows is in another position than the record's.
    pub misfits: Vec<Misfit>,
}

/// A part of a record that does not fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// The ply, from 1: the move that does not fit, or the last one for what is said of the whole game; 0 for the
    /// start.
    pub ply: usize,
    /// Where the move, or for the whole game the record, stands.
    pub place: Place,
    /// What is wrong.
    pub reason: MisfitReason,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ply, place, reason } = self;
        write!(f, "ply {ply} (line {}): {reason}", place.line)
    }
}

/// Why a part of a record does not fit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MisfitReason {
    /// The position it starts from cannot be.
    #[error("the start cannot be read: {0}")]
    Start(ParseError),
    /// A move.
    #[error(transparent)]
    Move(#[from] MoveMisfit),
    /// The number in front of a move.
    #[error("the move is numbered {written} where {expected} is due")]
    Number {
        /// The number that was written.
        written: u32,
        /// The number of its pair of moves.
        expected: usize,
    },
    /// The number of plies.
    #[error("{played} plies, though the record says {recorded}")]
    Plies {
        /// What the record says.
        recorded: u32,
        /// The moves there are.
        played: usize,
    },
    /// The final kazans.
    #[error("the kazans are {}-{} at the end, not {}-{}", .found[0], .found[1], .recorded[0], .recorded[1])]
    Kazans {
        /// What the record says.
        recorded: [u32; 2],
        /// The kazans after the last move.
        found: [u32; 2],
    },
    /// How the game ended.
    #[error("the record says that the game ended as {recorded}, and it is {found}")]
    End {
        /// What the record says.
        recorded: RecordedEnd,
        /// How it did end.
        found: RecordedEnd,
    },
    /// The result in the tags and the one behind the moves.
    #[error("the result is {tag} in the tags and {closing} behind the moves")]
    TwoResults {
        /// In the tags.
        tag: GameResult,
        /// Behind the moves.
        closing: GameResult,
    },
    /// The result.
    #[error("the kazans make it {decided}, though the record says {recorded}")]
    Result {
        /// What the record says.
        recorded: GameResult,
        /// What the kazans make of it.
        decided: GameResult,
    },
}

/// Whether a kazan has passed half of all balls.
fn has_majority(rules: &ToguzRules, state: &ToguzState) -> bool {
    state
        .kazans()
        .iter()
        .any(|&kazan| kazan > rules.balls() / 2)
}

fn end_of(rules: &ToguzRules, replay: &Replay) -> RecordedEnd {
    match replay.finished {
        false => RecordedEnd::Unfinished,
        true if rules.stop_at_majority && has_majority(rules, &replay.end) => RecordedEnd::Majority,
        true => RecordedEnd::Stuck,
    }
}

/// Plays a recorded game by the rules, and compares all that the record says.
///
/// A game may be broken off at any time, and its result is then what the players made it; but the result of a
/// finished game, and of one where a kazan has passed half of all balls, must be what the kazans make it.
#[must_use]
pub fn replay(rules: &ToguzRules, record: &GameRecord) -> Replay {
    let mut misfits = Vec::new();
    let mut state = record.start(rules).unwrap_or_else(|error| {
        misfits.push(Misfit {
            ply: 0,
            place: record.place,
            reason: MisfitReason::Start(error),
        });
        ToguzState::start(rules)
    });
    let mut plies = 0;
    if misfits.is_empty() {
        plies = play(rules, record, &mut state, &mut misfits);
    }
    let kazans = state.final_kazans(rules).unwrap_or(state.kazans());
    let replay = Replay {
        plies,
        end: state,
        kazans,
        finished: Toguz::new(rules).is_finished(&state.position()),
        misfits: Vec::new(),
    };
    if plies == record.moves.len() {
        let whole = check_claims(rules, record, &replay);
        misfits.extend(whole.into_iter().map(|reason| Misfit {
            ply: plies,
            place: record.place,
            reason,
        }));
    }
    Replay { misfits, ..replay }
}

/// Plays as many moves as fit. Numbers are compared too, and the first wrong one is named; it stops nothing.
fn play(
    rules: &ToguzRules,
    record: &GameRecord,
    state: &mut ToguzState,
    misfits: &mut Vec<Misfit>,
) -> usize {
    let offset = usize::from(state.turn() == Side::Second);
    for (index, recorded) in record.moves.iter().enumerate() {
        let misfit = |reason| Misfit {
            ply: index + 1,
            place: recorded.place,
            reason,
        };
        let expected = (index + offset) / 2 + 1;
        if let Some(written) = recorded.number
            && written as usize != expected
            && misfits.is_empty()
        {
            misfits.push(misfit(MisfitReason::Number { written, expected }));
        }
        match recorded.written.play(rules, state) {
            Ok(after) => *state = after,
            Err(reason) => {
                misfits.push(misfit(MisfitReason::Move(reason)));
                return index;
            }
        }
    }
    record.moves.len()
}

/// Compares what the record says of the whole game.
fn check_claims(rules: &ToguzRules, record: &GameRecord, replay: &Replay) -> Vec<MisfitReason> {
    let claims = record.claims();
    let mut reasons = Vec::new();
    if let Some(recorded) = claims.plies
        && recorded as usize != replay.plies
    {
        reasons.push(MisfitReason::Plies {
            recorded,
            played: replay.plies,
        });
    }
    if let Some(recorded) = claims.kazans
        && recorded != replay.kazans
    {
        reasons.push(MisfitReason::Kazans {
            recorded,
            found: replay.kazans,
        });
    }
    let found = end_of(rules, replay);
    if let Some(recorded) = claims.end
        && recorded != found
    {
        reasons.push(MisfitReason::End { recorded, found });
    }
    if let (Some(tag), Some(closing)) = (claims.result, record.closing)
        && tag != closing
    {
        reasons.push(MisfitReason::TwoResults { tag, closing });
    }
    let decided = GameResult::of(replay.kazans);
    if let Some(recorded) = claims.result.or(record.closing)
        && recorded != decided
        && (replay.finished || has_majority(rules, &replay.end))
    {
        reasons.push(MisfitReason::Result { recorded, decided });
    }
    reasons
}
