//! Bounds on what a few plies can reach, without playing them.
//!
//! A sowing of `b` balls puts at most `ceil(b / 2m)` into each of the `2m` holes, which bounds the
//! contents of a hole after some plies. A player captures at most one hole a move, and what he
//! takes from a hole a second time came into it after the first. So all his captures are at most
//! the largest holes of the other row, one for each move, with what can be added to each until
//! then. A tuzdik collects at most what can be added to any hole. No player runs out of balls
//! before his holes are emptied: a move of his own empties at most one that has a single ball, a
//! move of his opponent at most one.

use super::question::Question;
use mancala_position::toguz::ToguzRules;

/// The most plies for which the bounds are tested: with more of them hardly anything is out of
/// reach.
pub(super) const REACH_PLIES: u32 = 6;

/// The bounds for the rules of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    cells: u32,
    makes_tuzdiks: bool,
}

impl Reach {
    pub(super) const fn new(rules: &ToguzRules) -> Self {
        Self {
            cells: 2 * rules.holes(),
            makes_tuzdiks: rules.allows_tuzdik_in(1),
        }
    }

    /// Whether so many plies might give the player of the question what he needs, or lead to a
    /// board with no more balls than are known.
    #[inline(always)]
    pub(super) fn can_settle(&self, question: &Question, plies: u32, known_balls: u32) -> bool {
        let board = &question.board;
        let [own, other] = board.holes();
        let largest = own.iter().chain(&other).fold(0, |a, &b| a.max(b));
        // A bound on what a ply can add to a hole, if no hole gets much larger meanwhile. With so
        // many balls that one may, every bound is exceeded.
        let most = u32::from(largest) + plies * u32::from(largest).div_ceil(self.cells);
        let added = most.div_ceil(self.cells);
        let moves = [plies.div_ceil(2), plies / 2];
        let firsts = [1, 2];
        let loser = 1 - question.side;
        let rows = [&own, &other];
        // The opponent may run out of balls.
        let weight: u32 = rows[loser]
            .iter()
            .map(|&balls| u32::from(balls.min(2)))
            .sum();
        if weight <= moves[loser] + 2 * moves[1 - loser] {
            return true;
        }
        let tuzdiks = [board.own_tuzdik(), board.opponent_tuzdik()];
        let taken = |side: usize| {
            let captures = Self::captures(rows[1 - side], moves[side], firsts[side], added);
            if tuzdiks[side] != 0 || self.makes_tuzdiks && moves[side] > 0 {
                captures + plies * added
            } else {
                captures
            }
        };
        let taken = [taken(0), taken(1)];
        taken[question.side] >= question.need || taken[0] + taken[1] + known_balls >= board.balls()
    }

    /// The most that captures take from a row in so many moves, which are the plies `first`, `first
    /// + 2` and so on.
    #[inline(always)]
    fn captures(row: &[u8; 9], moves: u32, first: u32, added: u32) -> u32 {
        let mut row = *row;
        row.sort_unstable_by(|a, b| b.cmp(a));
        let largest: u32 = row[..moves as usize]
            .iter()
            .map(|&balls| u32::from(balls))
            .sum();
        // Before move number k, from 0, there are `first + 2k` plies, itself included.
        largest + added * moves * (first + moves.saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mancala_position::Game;
    use mancala_position::toguz::{Toguz, ToguzGame, ToguzPosition};

    /// The most that any line of so many plies gives the sides, each by itself and both together,
    /// and whether one of them has run out of balls.
    fn by_playing(game: &Toguz, board: &ToguzPosition, plies: u32) -> ([u32; 2], u32, [bool; 2]) {
        let mut most = ([0, 0], 0, [false, false]);
        let moves = game.moves(board);
        if moves.is_empty() {
            most.2[0] = true;
            return most;
        }
        if plies == 0 {
            return most;
        }
        for hole in moves {
            let next = game.play_unchecked(board, hole).position;
            let ([a, b], both, [x, y]) = by_playing(game, &next.board(), plies - 1);
            let [own, other] = [next.own_kazan(), next.opponent_kazan()];
            most.0[0] = most.0[0].max(b + other);
            most.0[1] = most.0[1].max(a + own);
            most.1 = most.1.max(both + own + other);
            most.2 = [most.2[0] | y, most.2[1] | x];
        }
        most
    }

    #[test]
    fn play_never_exceeds_the_bounds() {
        let (mut in_reach, mut out) = (0, 0);
        for game in [ToguzGame::Toguz, ToguzGame::Qozdatu, ToguzGame::Bestemshe] {
            let rules = super::super::question::without_majority_end(&ToguzRules::new(game));
            let reach = Reach::new(&rules);
            let game = Toguz::new(&rules);
            // The positions of a game with a fixed choice of moves.
            let mut board = ToguzPosition::start(&rules);
            for ply in 0u32.. {
                let moves: Vec<u32> = game.moves(&board).iter().collect();
                if moves.is_empty() {
                    break;
                }
                for plies in 1..=4 {
                    let (taken, both, run_out) = by_playing(&game, &board, plies);
                    for side in [0, 1] {
                        for need in 1..=board.balls().min(40) {
                            for fewer in 0..=board.balls().min(20) {
                                let question = Question { board, side, need };
                                let known = board.balls() - fewer;
                                if reach.can_settle(&question, plies, known) {
                                    in_reach += 1;
                                    continue;
                                }
                                out += 1;
                                assert!(taken[side] < need && both < fewer && !run_out[1 - side]);
                            }
                        }
                    }
                }
                board = game
                    .play_unchecked(&board, moves[(ply * ply + 3) as usize % moves.len()])
                    .position
                    .board();
                if ply > 150 {
                    break;
                }
            }
        }
        assert!(in_reach > 1000 && out > 1000, "{in_reach} {out}");
    }
}
