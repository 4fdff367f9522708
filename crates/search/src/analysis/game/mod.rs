//! The game as the search sees it: an evaluation, exact values, and the scores that both give.

mod evaluated_game;
pub(crate) mod score;
mod tablebase;
mod winning_chance;

pub(crate) use evaluated_game::HISTORY_SIZE;
pub use evaluated_game::{EvaluatedGame, MAX_MOVES};
pub use score::{UNITS_PER_SEED, WIN_BONUS};
pub(crate) use tablebase::ProbedTablebase;
pub use winning_chance::winning_chance;
