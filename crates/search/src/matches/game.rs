//! One game of a match, refereed by the rules.

use super::players::{Allowance, Clocks, Player, PlayerError};
use mancala_position::{GameHistory, GameResult, Side};
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How a game that the rules do not end is ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// A state that has stood so often ends the game as a draw by endless play.
    pub occurrences: usize,
    /// A game of so many plies, those of the opening counted, is a draw.
    pub plies: usize,
    /// How far a clock may pass its end, since a machine that runs other things too is late.
    pub grace: Duration,
    /// The consequence of a crash.
    pub crash: Crash,
}

/// The consequence if a player's program ends by itself or does not answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Crash {
    /// The player loses the game, and his program is started again for the next one.
    #[default]
    Forfeit,
    /// The match ends with the games that are over.
    Stop,
}

impl Default for Adjudication {
    fn default() -> Self {
        Self {
            occurrences: 3,
            plies: 1_000,
            grace: Duration::from_millis(100),
            crash: Crash::default(),
        }
    }
}

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ending {
    /// The rules say so: somebody could not move.
    Finished,
    /// A store has more than half of all seeds.
    Majority,
    /// The same state has come too often.
    Endless,
    /// The game was too long.
    TooLong,
    /// The clock of the player to move ran out.
    Time,
    /// The player to move chose what is no legal move.
    Illegal,
    /// The program of the player to move has ended or does not answer.
    Crashed,
}

impl Ending {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self::Finished,
        Self::Majority,
        Self::Endless,
        Self::TooLong,
        Self::Time,
        Self::Illegal,
        Self::Crashed,
    ];
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Finished => "finished",
            Self::Majority => "majority",
            Self::Endless => "endless",
            Self::TooLong => "too-long",
            Self::Time => "time",
            Self::Illegal => "illegal",
            Self::Crashed => "crashed",
        })
    }
}

/// A game that has been played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// The moves, those of the opening first.
    pub history: GameHistory,
    /// The winner.
    pub result: GameResult,
    /// Why.
    pub ending: Ending,
    /// The fault of the player who has lost by [`Ending::Crashed`].
    pub crash: Option<String>,
}

/// A game that a player has ended, since he cannot play on.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct GameStopped {
    /// His side.
    pub side: Side,
    /// His error; [`PlayerError::Stopped`] if the game was stopped from outside.
    #[source]
    pub error: PlayerError,
}

/// The time of a player without a clock.
const NO_CLOCK: Duration = Duration::MAX;

const fn won_by(side: Side) -> GameResult {
    match side {
        Side::First => GameResult::FirstWins,
        Side::Second => GameResult::SecondWins,
    }
}

/// Why the game is over, if it is.
fn over(history: &GameHistory, adjudication: &Adjudication) -> Option<(GameResult, Ending)> {
    let now = history.now();
    if let Some(result) = now.result() {
        let all = u64::from(now.seeds()) + now.stores().iter().map(|&s| u64::from(s)).sum::<u64>();
        let majority = now.stores().iter().any(|&store| 2 * u64::from(store) > all);
        let ending = if majority {
            Ending::Majority
        } else {
            Ending::Finished
        };
        return Some((result, ending));
    }
    if history.occurrences() >= adjudication.occurrences {
        return Some((GameResult::Draw, Ending::Endless));
    }
    (history.plies() >= adjudication.plies).then_some((GameResult::Draw, Ending::TooLong))
}

/// Plays a game on from an opening, the first player's side first in both arrays.
///
/// Every move is compared with the rules before it is played: who chooses an illegal one has lost,
/// and so has he whose clock runs out. With [`Crash::Forfeit`] a player whose program has ended or
/// does not answer has lost too.
///
/// # Errors
///
/// [`GameStopped`] if a player cannot go on, or `stop` was set.
pub fn play_game(
    players: [&mut dyn Player; 2],
    allowances: [&Allowance; 2],
    opening: &GameHistory,
    adjudication: &Adjudication,
    stop: &AtomicBool,
) -> Result<PlayedGame, GameStopped> {
    let mut history = opening.clone();
    let mut left = allowances.map(|allowance| allowance.clock.map_or(NO_CLOCK, |clock| clock.0));
    let increment =
        allowances.map(|allowance| allowance.clock.map_or(Duration::ZERO, |clock| clock.1));
    let mut spent = [0_u64; 2];
    let mut crash = None;
    let (result, ending) = loop {
        if let Some(end) = over(&history, adjudication) {
            break end;
        }
        let side = history.now().to_move();
        let index = side.index();
        let allowance = allowances[index];
        let clocks = allowance.clock.map(|_| Clocks {
            // If the other player has no clock, the same time is shown for him.
            left: left.map(|time| if time == NO_CLOCK { left[index] } else { time }),
            increment,
        });
        let begin = Instant::now();
        let budget = allowance.budget(clocks, spent[index]);
        let choice = match players[index].choose(&history, &budget, stop) {
            Err(error) if adjudication.crash == Crash::Forfeit && error.is_crash() => {
                crash = Some(error.to_string());
                break (won_by(side.other()), Ending::Crashed);
            }
            choice => choice.map_err(|error| GameStopped { side, error })?,
        };
        spent[index] = spent[index].saturating_add(choice.nodes);
        if allowance.clock.is_some() {
            let used = begin.elapsed();
            if used > left[index] + adjudication.grace {
                break (won_by(side.other()), Ending::Time);
            }
            left[index] = left[index].saturating_sub(used) + increment[index];
        }
        if history.push(choice.pit).is_err() {
            break (won_by(side.other()), Ending::Illegal);
        }
    };
    Ok(PlayedGame {
        history,
        result,
        ending,
        crash,
    })
}
