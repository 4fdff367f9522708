//! Matches between players: whoever can play ([`Player`]), over openings ([`read_openings`]), with
//! results that say what they are worth ([`Tally`], [`Sprt`]).
//!
//! ```
//! use mancala_position::GameState;
//! use mancala_search::matches::{
//!     Adjudication, Allowance, Contender, Match, PlainPlayer, RandomPlayer, random_openings,
//! };
//! use std::sync::atomic::AtomicBool;
//!
//! let start = GameState::start(&"bestemshe".parse()?)?;
//! let duel = Match {
//!     contenders: [
//!         Contender { make: &|| Ok(Box::new(PlainPlayer::new(4))), allowance: Allowance::default() },
//!         Contender { make: &|| Ok(Box::new(RandomPlayer::new(1))), allowance: Allowance::default() },
//!     ],
//!     openings: &random_openings(&start, 2..=4, 10, None, 1),
//!     pairs: 10,
//!     parallel: 1,
//!     adjudication: Adjudication::default(),
//!     sprt: None,
//! };
//! let report = duel.play(&AtomicBool::new(false), &mut |_, _| {})?;
//! assert!(report.tally.score() > 0.9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod game;
mod openings;
mod players;
mod statistics;
mod tournament;

pub use game::{Adjudication, Crash, Ending, GameStopped, PlayedGame, play_game};
pub use openings::{Balance, openings_of_games, random_openings, read_openings, write_opening};
pub use players::{
    Allowance, Budget, Choice, Clocks, PlainFound, PlainPlayer, Player, PlayerError,
    ProcessOptions, ProcessPlayer, RandomPlayer, plain_search,
};
pub use statistics::{EloDifference, Sprt, Tally, Verdict, elo_of_score, expected_score};
pub use tournament::{Contender, MakePlayer, Match, MatchGame, MatchReport, MatchStopped};

/// The start of a game that has one.
#[cfg(test)]
fn start(game: &str) -> mancala_position::GameState {
    game.parse().expect("a game that names its start")
}
