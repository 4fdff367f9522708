//! The game as analysis sees it: an evaluation, exact values, and the scores that both give.

mod endgames;
mod judged;
pub(crate) mod score;
mod winning_chance;

pub(crate) use endgames::Endgames;
pub(crate) use judged::MOVE_KINDS;
pub use judged::{Judged, MOST_PITS};
pub use score::{GRAINS, WON};
pub use winning_chance::winning_chance;
