//! Rules, packed positions, moves, notation and ranking of sowing games: Kalah(m, n) and the Toguz
//! family.

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
#[cfg(feature = "serde")]
mod serde_text;
mod side;
pub mod toguz;
mod variant;

pub use error::{ParseError, Place, PositionError, RuleError};
pub use game::{Game, Step};
pub use moves::{IllegalMove, Moves, MovesIter};
#[cfg(feature = "rayon")]
pub use perft::perft_parallel;
pub use perft::{Perft, perft, perft_bulk, perft_divide};
pub use result::GameResult;
pub use side::Side;
pub use variant::error::StateError;
pub use variant::history::GameHistory;
pub use variant::spec::GameSpec;
pub use variant::state::GameState;
