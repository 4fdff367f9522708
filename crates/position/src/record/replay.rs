//! Playing a recorded game through, and saying where the record and the rules part.

use super::game_record::GameRecord;
use super::tags::RecordedEnd;
use super::written_move::MoveMisfit;
use crate::error::{ParseError, Place};
use crate::kalah::{KalahPosition, KalahState};
use crate::result::GameResult;
use crate::side::Side;
use crate::toguz::ToguzState;
use crate::variant::history::GameHistory;
use crate::variant::spec::GameSpec;
use crate::variant::state::GameState;
use std::fmt;

/// A recorded game as it was played through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The game as far as its moves are legal: to the end, unless one is not.
    pub history: GameHistory,
    /// The misfits, in the order of the plies; empty if there are none. A legal move is played even
    /// if its landing hole, its kazan or the mark of a tuzdik does not fit.
    pub misfits: Vec<Misfit>,
}

impl Replay {
    /// The plies that could be played.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.history.plies()
    }

    /// The state after these.
    #[must_use]
    pub fn end(&self) -> &GameState {
        self.history.now()
    }

    /// The stores or kazans in it, the first player's first, with what is left on the board shared
    /// out where the game is finished.
    #[must_use]
    pub fn stores(&self) -> [u32; 2] {
        let end = self.end();
        end.final_stores().unwrap_or_else(|| end.stores())
    }
}

/// A part of a record that does not fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// The ply, from 1: the move that does not fit, or the last one for what is said of the whole
    /// game; 0 for the start.
    pub ply: usize,
    /// The place of the move, or for the whole game of the record.
    pub place: Place,
    /// The fault.
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
        /// The record's statement.
        recorded: u32,
        /// The moves there are.
        played: usize,
    },
    /// The stores at the end.
    #[error("the {name} are {}-{} at the end, not {}-{}", .found[0], .found[1], .recorded[0], .recorded[1])]
    Stores {
        /// The game's word for them: `stores` or `kazans`.
        name: &'static str,
        /// The record's statement.
        recorded: [u32; 2],
        /// The stores after the last move.
        found: [u32; 2],
    },
    /// How the game ended.
    #[error("the record says that the game ended as {recorded}, and it is {found}")]
    End {
        /// The record's statement.
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
    #[error("the {name} make it {decided}, though the record says {recorded}")]
    Result {
        /// The game's word for them: `stores` or `kazans`.
        name: &'static str,
        /// The record's statement.
        recorded: GameResult,
        /// The result by the stores.
        decided: GameResult,
    },
}

/// Plays a recorded game by the rules that it names, or else by the default ones, and compares all
/// that the record says.
///
/// A game may be broken off at any time, and its result is then what the players made it; but the
/// result of a finished game, and of one where a store has passed half of all seeds, must be what
/// the stores make it.
#[must_use]
pub fn replay(record: &GameRecord, default: &GameSpec) -> Replay {
    let mut misfits = Vec::new();
    let mut history = match record.start(default) {
        Ok(start) => GameHistory::new(start),
        Err(error) => {
            let reason = MisfitReason::Start(error);
            let misfit = Misfit {
                ply: 0,
                place: record.place,
                reason,
            };
            return Replay {
                history: GameHistory::new(usual_start(&record.game(default))),
                misfits: vec![misfit],
            };
        }
    };
    play(record, &mut history, &mut misfits);
    let mut replay = Replay { history, misfits };
    if replay.plies() == record.moves.len() {
        let ply = replay.plies();
        let place = record.place;
        let whole = check_tags(record, &replay).into_iter();
        replay
            .misfits
            .extend(whole.map(|reason| Misfit { ply, place, reason }));
    }
    replay
}

/// The start of a game in place of one that cannot be read; of a Kalah without seeds an empty
/// board.
fn usual_start(game: &GameSpec) -> GameState {
    GameState::start(game).unwrap_or_else(|_| match *game {
        GameSpec::Kalah { rules, .. } => GameState::Kalah {
            rules,
            state: KalahState::new(KalahPosition::default()),
        },
        GameSpec::Toguz { rules } => GameState::Toguz {
            rules,
            state: ToguzState::start(&rules),
        },
    })
}

/// Plays as many moves as are legal. Of the parts of moves that do not fit, and of their numbers,
/// the first of each kind is named: after it others of the kind mostly follow from it.
fn play(record: &GameRecord, history: &mut GameHistory, misfits: &mut Vec<Misfit>) {
    let offset = usize::from(history.start().turn() == Side::Second);
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
        let Err(reason) = record.play_move(recorded, history) else {
            continue;
        };
        let is_legal = reason.is_of_legal_move();
        if is_legal {
            history.push_legal(recorded.written.pit());
        }
        let is_known = misfits.iter().any(
            |misfit| matches!(&misfit.reason, MisfitReason::Move(known) if known.is_alike(&reason)),
        );
        if !is_legal || !is_known {
            misfits.push(misfit(MisfitReason::Move(reason)));
        }
        if !is_legal {
            return;
        }
    }
}

fn end_of(state: &GameState) -> RecordedEnd {
    match state {
        _ if !state.is_finished() => RecordedEnd::Unfinished,
        GameState::Toguz { rules, state }
            if rules.stop_at_majority && state.kazans().iter().any(|&k| k >= rules.majority()) =>
        {
            RecordedEnd::Majority
        }
        _ => RecordedEnd::Stuck,
    }
}

/// Compares what the tags say of the whole game.
fn check_tags(record: &GameRecord, replay: &Replay) -> Vec<MisfitReason> {
    let tags = record.tags();
    let end = replay.end();
    let name = match end {
        GameState::Kalah { .. } => "stores",
        GameState::Toguz { .. } => "kazans",
    };
    let mut reasons = Vec::new();
    if let Some(recorded) = tags.plies()
        && recorded as usize != replay.plies()
    {
        let played = replay.plies();
        reasons.push(MisfitReason::Plies { recorded, played });
    }
    let found = replay.stores();
    if let Some(recorded) = tags.stores()
        && recorded != found
    {
        reasons.push(MisfitReason::Stores {
            name,
            recorded,
            found,
        });
    }
    let found = end_of(end);
    if let Some(recorded) = tags.end()
        && recorded != found
    {
        reasons.push(MisfitReason::End { recorded, found });
    }
    if let (Some(tag), Some(closing)) = (tags.result(), record.closing)
        && tag != closing
    {
        reasons.push(MisfitReason::TwoResults { tag, closing });
    }
    if let (Some(recorded), Some(decided)) = (tags.result().or(record.closing), end.result())
        && recorded != decided
    {
        reasons.push(MisfitReason::Result {
            name,
            recorded,
            decided,
        });
    }
    reasons
}
