//! Raising the bounds of both guarantees of a board by questions of a given depth.

use super::bounds::{GuaranteeBounds, ToguzBounds};
use super::guarantee_search::GuaranteeSearch;
use super::question::{Interrupt, Question, Verdict};
use mancala_endgame::Tablebase;
use mancala_position::toguz::ToguzPosition;

impl<G: Tablebase<ToguzPosition>> GuaranteeSearch<'_, G> {
    /// Raises the bounds of a board on which the game is not over as far as this number of plies
    /// goes, ball by ball.
    pub(super) fn deepen(
        &mut self,
        board: &ToguzPosition,
        plies: u32,
        bounds: &mut ToguzBounds,
    ) -> Result<(), Interrupt> {
        for side in [0, 1] {
            loop {
                let GuaranteeBounds { lower, upper } = *bounds.side(side);
                if lower >= upper {
                    break;
                }
                let need = self.rounded(lower + 1, board.balls());
                let question = Question {
                    board: *board,
                    side,
                    need,
                };
                let verdict = self.ask(&question, plies)?;
                bounds.add(&question, verdict);
                if verdict != Verdict::Yes {
                    break;
                }
            }
        }
        Ok(())
    }
}
