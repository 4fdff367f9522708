//! Both guarantees of a board, asked for to a depth.

use super::bounds::{GuaranteeBounds, ToguzBounds};
use super::guarantee_search::GuaranteeSearch;
use super::question::{Interrupt, Question, Verdict};
use mancala_endgame::Tablebase;
use mancala_position::toguz::ToguzPosition;

impl<G: Tablebase<ToguzPosition>> GuaranteeSearch<'_, G> {
    /// Asks so far as this number of plies leads for both guarantees of a board on which the game goes on, each ball more
    /// than is proved.
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
