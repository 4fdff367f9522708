//! Kalah(m, n): rules, packed positions and moves.

mod ending;
mod places;
mod play;
mod position;
mod relay;
mod rules;
mod sowing;
mod state;
mod wide;

pub use places::MAX_WIDE_PITS;
pub use play::{Kalah, KalahVisitor, with_kalah};
pub use position::KalahPosition;
pub use relay::RelayKalah;
pub use rules::{Capture, End, ExtraTurn, KalahRules, Lap, Leftover, MAX_PITS};
pub use sowing::{KalahSowing, Last, sow};
pub use state::{KalahState, MAX_STORE};
pub use wide::{MAX_WIDE_SEEDS, WideKalah, WideKalahPosition};
