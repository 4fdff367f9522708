//! Plain search for the Toguz family: every line to a depth, without any table.

use mancala_position::random::SplitMix64;
use mancala_position::toguz::{Toguz, ToguzPosition, ToguzRules, ToguzState};
use mancala_position::{Game, Side};
use std::collections::HashMap;

/// A seeded source of positions.
pub(crate) struct Random(SplitMix64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        u32::try_from(self.0.next_u64() % u64::from(bound)).expect("small")
    }

    /// A board with so many balls, with tuzdiks if the rules know any, on which the mover has a
    /// ball.
    pub(crate) fn position(&mut self, rules: &ToguzRules, balls: u32) -> ToguzPosition {
        let holes = rules.holes();
        loop {
            let mut tuzdiks = [0, 0];
            if rules.allows_tuzdik_in(1) {
                tuzdiks = [self.below(holes), self.below(holes)];
                if tuzdiks[0] == tuzdiks[1] {
                    tuzdiks = [0, 0];
                }
            }
            let mut rows = [[0u8; 9]; 2];
            let mut left = balls;
            while left > 0 {
                let side = self.below(2) as usize;
                let hole = self.below(holes);
                // The mover's tuzdik lies in the opponent's row.
                if hole + 1 != tuzdiks[1 - side] {
                    rows[side][hole as usize] += 1;
                    left -= 1;
                }
            }
            let holes = holes as usize;
            if rows[0].iter().any(|&hole| hole > 0) {
                return ToguzPosition::from_holes_unchecked(
                    &rows[0][..holes],
                    &rows[1][..holes],
                    tuzdiks,
                );
            }
        }
    }
}

/// The board with kazans of which neither has passed half, such that the game is near its end.
pub(crate) fn position_of(
    rules: &ToguzRules,
    board: &ToguzPosition,
    random: &mut Random,
) -> ToguzPosition {
    let rest = rules.balls() - board.balls();
    let half = rules.balls() / 2;
    let least = rest - half;
    let own = least + random.below(half - least + 1);
    let rows = board.holes().map(|row| row.map(u32::from));
    let holes = rules.holes() as usize;
    ToguzPosition::new(
        rules,
        &rows[0][..holes],
        &rows[1][..holes],
        [own, rest - own],
        [board.own_tuzdik(), board.opponent_tuzdik()],
    )
    .expect("a position")
}

fn playing_on(rules: &ToguzRules) -> ToguzRules {
    ToguzRules {
        stop_at_majority: false,
        ..*rules
    }
}

/// How many balls the mover and the opponent can be sure of within so many plies.
pub(crate) fn plain_sure(rules: &ToguzRules, board: &ToguzPosition, plies: u32) -> [u32; 2] {
    let rules = playing_on(rules);
    let game = Toguz::new(&rules);
    let board = ToguzState::new(&rules, *board, Side::First).position();
    let moves = game.moves(&board);
    if moves.is_empty() {
        return [0, board.balls()];
    }
    if plies == 0 {
        return [0, 0];
    }
    let mut sure = [0, u32::MAX];
    for hole in moves {
        let step = game.play_unchecked(&board, hole);
        let next = step.position;
        let mut after = if game.moves(&next.board()).is_empty() {
            [0, next.balls()]
        } else {
            plain_sure(&rules, &next.board(), plies - 1)
        };
        after[0] += next.own_kazan();
        after[1] += next.opponent_kazan();
        if !step.again {
            after.reverse();
        }
        sure[0] = sure[0].max(after[0]);
        sure[1] = sure[1].min(after[1]);
    }
    sure
}

/// Whether a side (0 is the mover) can have so many balls of those on the board after so many plies
/// at most.
pub(crate) fn plain_win(
    rules: &ToguzRules,
    board: &ToguzPosition,
    side: usize,
    need: u32,
    plies: u32,
) -> bool {
    let rules = playing_on(rules);
    let board = ToguzState::new(&rules, *board, Side::First).position();
    Win {
        game: Toguz::new(&rules),
        known: HashMap::new(),
    }
    .can(&board, side, need, plies)
}

struct Win {
    game: Toguz,
    known: HashMap<(ToguzPosition, usize, u32, u32), bool>,
}

impl Win {
    fn can(&mut self, board: &ToguzPosition, side: usize, need: u32, plies: u32) -> bool {
        if need == 0 {
            return true;
        }
        let moves = self.game.moves(board);
        if moves.is_empty() {
            return side == 1 && board.balls() >= need;
        }
        if plies == 0 {
            return false;
        }
        let key = (*board, side, need, plies);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut worth = moves.iter().map(|hole| {
            let step = self.game.play_unchecked(board, hole);
            let next = step.position;
            let side = if step.again { side } else { 1 - side };
            let gained = [next.own_kazan(), next.opponent_kazan()][side];
            self.can(&next.board(), side, need.saturating_sub(gained), plies - 1)
        });
        let can = if side == 0 {
            worth.any(|can| can)
        } else {
            worth.all(|can| can)
        };
        self.known.insert(key, can);
        can
    }
}
