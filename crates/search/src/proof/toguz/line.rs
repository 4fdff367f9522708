//! Lines of best play from proved guarantees.

use super::bounds::ToguzBounds;
use super::guarantee_search::GuaranteeSearch;
use super::question::{Interrupt, MOST_PLIES, Question, Verdict};
use mancala_endgame::{Guarantees, Tablebase};
use mancala_position::Game;
use mancala_position::toguz::ToguzPosition;

impl<G: Tablebase<ToguzPosition>> GuaranteeSearch<'_, G> {
    /// The moves of a win in `plies` plies and no fewer, against the longest resistance.
    pub(super) fn shortest_play(
        &mut self,
        question: &Question,
        plies: u32,
    ) -> Result<Vec<u32>, Interrupt> {
        let mut question = *question;
        let mut line = Vec::new();
        for left in (0..plies).rev() {
            let mut chosen = None;
            for hole in self.game().moves(&question.board) {
                let (verdict, next) = self.ask_after(&question, hole, left)?;
                if verdict != Verdict::Yes {
                    continue;
                }
                let resists = question.side == 1
                    && left > 0
                    && self.ask_after(&question, hole, left - 1)?.0 != Verdict::Yes;
                if chosen.is_none() || resists {
                    chosen = Some((hole, next));
                }
                if question.side == 0 || resists {
                    break;
                }
            }
            let Some((hole, next)) = chosen else {
                break;
            };
            line.push(hole);
            match next {
                Some(next) => question = next,
                None => break,
            }
        }
        Ok(line)
    }

    /// Best play from a board whose guarantees are proved and add up to all balls, down to boards
    /// in the tablebase.
    pub(super) fn best_play(
        &mut self,
        board: &ToguzPosition,
        worth: &ToguzBounds,
    ) -> Result<Vec<u32>, Interrupt> {
        let mut line = Vec::new();
        let Some(mut worth) = worth.values() else {
            return Ok(line);
        };
        let mut board = *board;
        if worth.mover + worth.opponent != board.balls() {
            return Ok(line);
        }
        let mut seen = vec![board];
        while board.balls() > self.known_balls() && !self.game().moves(&board).is_empty() {
            let Some((hole, next, rest, again)) = self.best_move(&board, worth, &seen)? else {
                break;
            };
            line.push(hole);
            worth = if again { rest } else { rest.turned() };
            board = next;
            seen.push(board);
        }
        Ok(line)
    }

    /// The move that secures the mover's guarantee in the fewest plies, the board after it, which
    /// is none of those `seen`, and the guarantees there.
    fn best_move(
        &mut self,
        board: &ToguzPosition,
        worth: Guarantees,
        seen: &[ToguzPosition],
    ) -> Result<Option<(u32, ToguzPosition, Guarantees, bool)>, Interrupt> {
        for plies in 0..MOST_PLIES {
            for hole in self.game().moves(board) {
                let step = self.game().play_unchecked(board, hole);
                let next = step.position.board();
                if seen.contains(&next) {
                    continue;
                }
                let question = Question {
                    board: *board,
                    side: 0,
                    need: worth.mover,
                };
                if worth.mover > 0 && self.ask_after(&question, hole, plies)?.0 != Verdict::Yes {
                    continue;
                }
                let kazans = [step.position.own_kazan(), step.position.opponent_kazan()];
                let own = if step.again { kazans[0] } else { kazans[1] };
                // The two guarantees add up: what the mover is not sure of is the opponent's.
                let mover = worth.mover.saturating_sub(own);
                let rest = Guarantees {
                    mover,
                    opponent: next.balls() - mover,
                };
                return Ok(Some((hole, next, rest, step.again)));
            }
        }
        Ok(None)
    }
}
