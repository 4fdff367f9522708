//! Rules, packed positions, moves, notation and ranking of sowing games: Kalah(m, n) and the Toguz family.

pub mod error;
mod game;
pub mod kalah;
mod moves;
pub mod notation;
mod options;
mod perft;
pub mod random;
pub mod rank;
pub mod record;
mod result;
pub mod row;
mod side;
pub mod toguz;
mod variant;

pub use error::{ParseError, PositionError, RuleError};
pub use game::{Game, Step};
pub use moves::{IllegalMove, Moves, MovesIter};
pub use perft::{Perft, perft, perft_bulk, perft_divide, perft_parallel};
pub use side::Side;
pub use variant::spec::GameSpec;
pub use variant::state::GameState;
