//! The Toguz family: Toguz Kumalak, Qozdatu and Bestemshe.

mod play;
mod position;
mod rules;
mod sowing;

pub use play::Toguz;
pub use position::{ToguzPosition, ToguzState};
pub use rules::{Atsyz, Origin, ToguzCapture, ToguzGame, ToguzRules, Tuzdik};
pub use sowing::{ToguzSowing, sow};
