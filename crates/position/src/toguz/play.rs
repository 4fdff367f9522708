//! Playing moves: one table look-up, three additions, then what tuzdiks, captures and the end want.

use super::position::{ToguzPosition, ToguzState};
use super::rules::{Atsyz, ToguzCapture, ToguzRules};
use super::sowing::{self, Entry, Table};
use crate::game::{Game, Moves, Step};
use crate::row;

/// The rules in the form that plays. Every option is a number that the one hot path compares with, so that no
/// option costs the others anything.
#[derive(Clone, Copy)]
pub struct Toguz {
    table: &'static Table,
    /// A content is captured if it is `capture_value` under this mask.
    capture_mask: u32,
    capture_value: u32,
    /// The content that makes a tuzdik, or one that no hole has.
    tuzdik_content: u32,
    /// The index of the hole in which none is made, or one that there is not.
    forbidden: u32,
    /// The kazan past which the game is over, or one that there is not.
    majority: u32,
    /// Whether a stuck player gets the opponent's extra move.
    extra_move: bool,
}

impl Toguz {
    /// The playing form of the rules.
    #[must_use]
    pub fn new(rules: &ToguzRules) -> Self {
        let none = u32::MAX;
        let (capture_mask, capture_value) = match rules.capture {
            ToguzCapture::Even => (1, 0),
            ToguzCapture::Two => (none, 2),
        };
        Self {
            table: sowing::table(rules.game, rules.origin),
            capture_mask,
            capture_value,
            tuzdik_content: if rules.allows_tuzdik_in(1) { 3 } else { none },
            forbidden: if rules.allows_tuzdik_in(rules.holes()) {
                none
            } else {
                rules.holes() - 1
            },
            majority: if rules.stop_at_majority {
                rules.balls() / 2
            } else {
                none
            },
            extra_move: rules.atsyz == Atsyz::ExtraMove,
        }
    }

    /// Sows and captures; the result is still seen by the player who moved.
    #[inline(always)]
    fn sow(&self, position: &ToguzPosition, hole: u32) -> ToguzPosition {
        let balls = position.own_hole(hole);
        let entry = &self.table[((hole & 15) << 8 | balls) as usize];
        let mut after = ToguzPosition {
            own: position.own.wrapping_add(entry.own),
            opponent: position.opponent.wrapping_add(entry.opponent),
            tail: position.tail.wrapping_add(entry.tail),
        };
        if position.has_tuzdik() {
            empty_tuzdiks(&mut after);
        }
        if entry.last != Entry::OWN_ROW {
            let content = after.opponent_hole(entry.last);
            // A last ball in the mover's tuzdik has just been taken out of it: no content, no capture.
            if content & self.capture_mask == self.capture_value {
                after.clear_opponent_hole(entry.last);
                after.add_own_kazan(content);
            } else if content == self.tuzdik_content
                && after.own_tuzdik() == 0
                && entry.last != self.forbidden
                && entry.last + 1 != after.opponent_tuzdik()
            {
                after.clear_opponent_hole(entry.last);
                after.add_own_kazan(content);
                after.set_own_tuzdik(entry.last + 1);
            }
        }
        after
    }

    /// Under `atsyz=extra-move`: what becomes of the turn when the player after the mover has no ball. `after`
    /// is seen by the player who moved.
    #[cold]
    fn extra_move(position: &ToguzPosition, mut after: ToguzPosition) -> (ToguzPosition, bool) {
        if !position.is_extra_move() {
            return (after.with_extra_move(true), true);
        }
        // The stuck player has still no ball: the rest goes to the one who moved, and nothing is left to play.
        let rest = after.balls();
        after.own = 0;
        after.clear_own_hole(8);
        after.add_own_kazan(rest);
        (after.with_extra_move(false).turned(), false)
    }
}

/// Takes what fell into the tuzdiks to their owners' kazans.
#[inline]
fn empty_tuzdiks(after: &mut ToguzPosition) {
    let (mine, theirs) = (after.own_tuzdik(), after.opponent_tuzdik());
    if mine != 0 {
        let fallen = after.opponent_hole(mine - 1);
        after.clear_opponent_hole(mine - 1);
        after.add_own_kazan(fallen);
    }
    if theirs != 0 {
        let fallen = after.own_hole(theirs - 1);
        after.clear_own_hole(theirs - 1);
        after.add_opponent_kazan(fallen);
    }
}

impl Game for Toguz {
    type Position = ToguzPosition;

    #[inline(always)]
    fn moves(&self, position: &ToguzPosition) -> Moves {
        if position.own_kazan() > self.majority || position.opponent_kazan() > self.majority {
            return Moves::NONE;
        }
        let ninth = u64::from(position.own_hole(8) != 0) << 8;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "one bit a hole, nine holes"
        )]
        Moves::from_bits((row::occupied_bits(position.own) | ninth) as u16)
    }

    #[inline(always)]
    fn play(&self, position: &ToguzPosition, hole: u32) -> Step<ToguzPosition> {
        let after = self.sow(position, hole);
        let won = |p: &ToguzPosition| p.own_kazan() as i32 - p.opponent_kazan() as i32;
        let gain = won(&after) - won(position);
        if self.extra_move {
            if after.opponent_is_empty() && !after.own_is_empty() {
                let (next, again) = Self::extra_move(position, after);
                let seen = if again { won(&next) } else { -won(&next) };
                return Step {
                    position: next,
                    gain: seen - won(position),
                    again,
                };
            }
            return Step {
                position: after.with_extra_move(false).turned(),
                gain,
                again: false,
            };
        }
        Step {
            position: after.turned(),
            gain,
            again: false,
        }
    }

    #[inline(always)]
    fn is_finished(&self, position: &ToguzPosition) -> bool {
        position.own_is_empty()
            || position.own_kazan() > self.majority
            || position.opponent_kazan() > self.majority
    }

    /// The value of a finished position: where the mover is stuck, the balls left are the opponent's; where a
    /// kazan has passed half, they are nobody's.
    #[inline]
    fn outcome(&self, position: &ToguzPosition) -> Option<i32> {
        if position.own_kazan() > self.majority || position.opponent_kazan() > self.majority {
            return Some(0);
        }
        position.own_is_empty().then(|| -(position.balls() as i32))
    }

    #[inline]
    fn seeds(&self, position: &ToguzPosition) -> u32 {
        position.balls()
    }
}

impl ToguzState {
    /// Plays a legal move.
    #[must_use]
    pub fn play(&self, rules: &ToguzRules, hole: u32) -> Self {
        let step = Toguz::new(rules).play(&self.position, hole);
        let to_move = if step.again {
            self.to_move
        } else {
            self.to_move.other()
        };
        Self {
            position: step.position,
            to_move,
        }
    }

    /// White's and Black's kazans with the balls left shared out, once the game is finished.
    #[must_use]
    pub fn final_kazans(&self, rules: &ToguzRules) -> Option<[u32; 2]> {
        let game = Toguz::new(rules);
        game.outcome(&self.position).map(|outcome| {
            let mut kazans = self.kazans();
            kazans[self.to_move.other().index()] += outcome.unsigned_abs();
            kazans
        })
    }
}
