//! Players of matches: the trait, what a player may spend, and players other than the engine.

mod budget;
mod plain_search;
mod player;
mod process;
mod random;

pub use budget::{Allowance, Budget, Clocks};
pub use plain_search::{PlainFound, PlainPlayer, plain_search};
pub use player::{Choice, Player, PlayerError};
pub use process::{ProcessOptions, ProcessPlayer};
pub use random::RandomPlayer;
