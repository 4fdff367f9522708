//! Both guarantees of a board, asked for to a depth.

use super::kernel::Kernel;
use super::question::{Answer, Halt, Question};
use super::worth::{Span, Worth};
use crate::knowledge::Guaranteed;
use mancala_position::toguz::ToguzPosition;

impl<G: Guaranteed> Kernel<'_, G> {
    /// Asks so far as this number of plies leads for both guarantees of a board on which the game goes on, each ball more
    /// than is proved.
    pub(super) fn deepen(
        &mut self,
        board: &ToguzPosition,
        plies: u32,
        worth: &mut Worth,
    ) -> Result<(), Halt> {
        for side in [0, 1] {
            loop {
                let Span { least, most } = *worth.side(side);
                if least >= most {
                    break;
                }
                let need = self.rounded(least + 1, board.balls());
                let question = Question {
                    board: *board,
                    side,
                    need,
                };
                let answer = self.ask(&question, plies)?;
                worth.add(&question, answer);
                if answer != Answer::Yes {
                    break;
                }
            }
        }
        Ok(())
    }
}
