//! The Toguz family: Toguz Kumalak, Qozdatu and Bestemshe.

mod move_preview;
mod play;
mod position;
mod rules;
mod sowing;
mod state;

pub use move_preview::MovePreview;
pub use play::Toguz;
pub use position::ToguzPosition;
pub use rules::{Atsyz, Origin, ToguzCapture, ToguzGame, ToguzRules, Tuzdik};
pub use sowing::{ToguzSowing, sow};
pub use state::ToguzState;
