//! Matches between players: whoever can play ([`Player`]), over openings ([`read_openings`]), with results that say what
//! they are worth ([`Tally`], [`Sprt`]).
//!
//! ```
//! use mancala_position::GameState;
//! use mancala_search::contest::{
//!     Adjudication, Allowance, Contender, Match, PlainPlayer, RandomPlayer, random_openings,
//! };
//! use std::sync::atomic::AtomicBool;
//!
//! let start = GameState::start(&"bestemshe".parse()?)?.expect("it has a start");
//! let contest = Match {
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
//! let report = contest.play(&AtomicBool::new(false), &mut |_, _| {})?;
//! assert!(report.tally.score() > 0.9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod budget;
mod game;
mod openings;
mod plain;
mod player;
mod process;
mod random;
mod sprt;
mod tally;
mod tournament;

pub use budget::{Allowance, Budget, Clocks};
pub use game::{Adjudication, Ending, PlayedGame, play_game};
pub use openings::{Balance, openings_of_games, random_openings, read_openings, write_opening};
pub use plain::{PlainFound, PlainPlayer, plain_search};
pub use player::{Choice, Player, PlayerError};
pub use process::{ProcessOptions, ProcessPlayer};
pub use random::{Random, RandomPlayer};
pub use sprt::{Sprt, Verdict};
pub use tally::{EloDifference, Tally, elo_of_score, expected_score};
pub use tournament::{Contender, MakePlayer, Match, MatchGame, MatchReport};

/// The start of a game that has one.
#[cfg(test)]
fn start(game: &str) -> mancala_position::GameState {
    let spec = game.parse().expect("a game");
    let start = mancala_position::GameState::start(&spec);
    start.expect("it fits").expect("a start")
}
