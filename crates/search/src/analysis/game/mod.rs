//! The game as analysis sees it: an evaluation, exact values, and the scores that both give.

mod endgames;
mod evaluated_game;
pub(crate) mod score;
mod winning_chance;

pub(crate) use endgames::Endgames;
pub(crate) use evaluated_game::HISTORY_SIZE;
pub use evaluated_game::{EvaluatedGame, MAX_MOVES};
pub use score::{UNITS_PER_SEED, WIN_BONUS};
pub use winning_chance::winning_chance;
