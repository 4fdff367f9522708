//! The Toguz family: Toguz Kumalak, Qozdatu and Bestemshe.

mod glance;
mod play;
mod position;
mod rules;
mod sowing;
mod state;

pub use glance::Glance;
pub use play::Toguz;
pub use position::ToguzPosition;
pub use rules::{Atsyz, Origin, ToguzCapture, ToguzGame, ToguzRules, Tuzdik};
pub use sowing::{ToguzSowing, sow};
pub use state::ToguzState;
