//! Positions, moves and boards as text, read and written.
//!
//! Everything here hangs on [`KalahState`](crate::kalah::KalahState) and
//! [`ToguzState`](crate::toguz::ToguzState): `from_text` and `to_text` for the position line,
//! `from_kgp` and `to_kgp` for the board of the Kalah Game Protocol, `from_fen` and `to_fen` for
//! the FEN of PlayStrategy, and `draw` for a board that people look at. Whatever does not fit is
//! refused by a [`ParseError`](crate::ParseError) that points at the place.
//!
//! ```
//! use mancala_position::kalah::{KalahRules, KalahState};
//! use mancala_position::toguz::{ToguzGame, ToguzRules, ToguzState};
//!
//! let kalah = KalahRules::new(6)?;
//! let start = KalahState::from_text(&kalah, "4,4,4,4,4,4/4,4,4,4,4,4 0,0 s")?;
//! let game = start.read_game(&kalah, "3-6 2")?;
//! assert_eq!(game.moves, [2, 5, 1]);
//!
//! let toguz = ToguzRules::new(ToguzGame::Toguz);
//! let start = ToguzState::start(&toguz);
//! let hole = start.read_move(&toguz, "76")?;
//! assert_eq!(start.play(&toguz, hole)?.kazans(), [10, 0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cursor;
mod draw;
mod kalah;
mod toguz;

pub(crate) use cursor::{Cursor, Word};

pub use kalah::moves::{KalahGame, KalahMove, KalahMoveMisfit, write_turn};
pub use kalah::numbers::KalahReading;
pub use kalah::places::PlaceMove;
pub use toguz::moves::{ToguzMove, ToguzMoveMisfit};
pub use toguz::squares::{Square, SquareMove, SquareMoveMisfit};
