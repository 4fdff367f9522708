//! Playing moves: one table look-up, three additions, then what tuzdiks, captures and the end want.
//!
//! Whether a move captures is as good as random to the processor, and a wrong guess costs it as
//! much as half a move. So a capture is always made, of no balls where there is none. What is rare
//! or the same for all moves of a position (a new tuzdik, standing ones, a player without a ball)
//! is branched on.

use super::position::{Limit, ToguzPosition};
use super::rules::{Atsyz, ToguzCapture, ToguzRules};
use super::sowing::{self, Entry, Table};
use crate::game::{Game, Step};
use crate::moves::Moves;
use crate::row;
use std::fmt;
use std::hint::{cold_path, select_unpredictable};

/// A number of balls that no hole holds.
pub(super) const NO_CONTENT: u64 = u64::MAX;

/// The rules in the form that plays. Every option is a number that the one hot path compares with,
/// so that no option costs the others anything.
#[derive(Clone, Copy)]
pub struct Toguz {
    pub(super) table: &'static Table,
    /// A content is captured if it is `capture_value` under this mask.
    pub(super) capture_mask: u64,
    pub(super) capture_value: u64,
    /// The content that makes a tuzdik, or [`NO_CONTENT`].
    pub(super) tuzdik_content: u64,
    /// The number of the hole in which none is made, or one that there is not.
    pub(super) forbidden: u32,
    /// The condition that ends the game at once.
    limit: Limit,
    /// Whether a stuck player gets the opponent's extra move.
    pub(super) extra_move: bool,
}

impl fmt::Debug for Toguz {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Toguz")
            .field("tuzdik_content", &self.tuzdik_content)
            .field("extra_move", &self.extra_move)
            .finish_non_exhaustive()
    }
}

impl Toguz {
    /// The playing form of the rules.
    #[must_use]
    pub fn new(rules: &ToguzRules) -> Self {
        let (capture_mask, capture_value) = match rules.capture {
            ToguzCapture::Even => (1, 0),
            ToguzCapture::Two => (0xff, 2),
        };
        Self {
            table: sowing::table(rules.game, rules.origin),
            capture_mask,
            capture_value,
            tuzdik_content: if rules.allows_tuzdik_in(1) {
                3
            } else {
                NO_CONTENT
            },
            forbidden: if rules.allows_tuzdik_in(rules.holes()) {
                u32::MAX
            } else {
                rules.holes()
            },
            limit: Limit::of(rules),
            extra_move: rules.atsyz == Atsyz::ExtraMove,
        }
    }

    /// Sows and captures; the result is still seen by the player who moved.
    #[inline(always)]
    fn sow(&self, position: &ToguzPosition, hole: u32) -> ToguzPosition {
        let hole = hole & 15;
        let entry = &self.table.entries[sowing::index(hole, position.own_hole(hole))];
        let mut after = ToguzPosition {
            own: position.own.wrapping_add(entry.own),
            opponent: position.opponent.wrapping_add(entry.opponent),
            tail: position
                .with_extra_move(false)
                .tail
                .wrapping_add(entry.tail),
        };
        // Conditions on the position alone are tested before the move, not after it:
        // then all its moves share the answer.
        if position.has_tuzdik() {
            after.empty_tuzdiks(position.own_tuzdik(), position.opponent_tuzdik());
        }
        let makes_tuzdik = if position.own_tuzdik() == 0 {
            self.tuzdik_content
        } else {
            NO_CONTENT
        };
        // The contents of the last ball's hole now; nothing if that is the mover's own, or a
        // tuzdik.
        let word = select_unpredictable(entry.in_tail, after.tail, after.opponent);
        let content = (word >> entry.shift) & 0xff;
        if content == makes_tuzdik {
            self.make_tuzdik(entry, &mut after);
        } else {
            let captures = content & self.capture_mask == self.capture_value;
            let captured = select_unpredictable(captures, content, 0);
            take(entry, &mut after, captured);
        }
        after
    }

    /// The last ball has made it three in an opponent's hole, and the mover has no tuzdik: here is
    /// one, unless the hole forbids it.
    #[inline(always)]
    fn make_tuzdik(&self, entry: &Entry, after: &mut ToguzPosition) {
        let number = entry.number;
        if number != self.forbidden && number != after.opponent_tuzdik() {
            take(entry, after, self.tuzdik_content);
            after.set_own_tuzdik(number);
        }
    }

    /// Under `atsyz=extra-move`: what becomes of the turn when the player after the mover has no
    /// ball, but the mover has. `next` is seen by the stuck player; so is the result, unless the
    /// other moves again.
    #[cold]
    fn extra_move(was_extra: bool, next: ToguzPosition) -> (ToguzPosition, bool) {
        let mut mover = next.turned();
        if !was_extra {
            return (mover.with_extra_move(true), true);
        }
        // The stuck player has still no ball. Balls left beside him would mean that the extra move
        // is to come.
        mover.take_rest();
        (mover.turned(), false)
    }
}

/// Takes the last ball's hole, which holds so many balls, to the mover's kazan.
#[inline(always)]
const fn take(entry: &Entry, after: &mut ToguzPosition, balls: u64) {
    after.opponent = after
        .opponent
        .wrapping_sub(balls.wrapping_mul(entry.opponent_unit));
    after.tail = after.tail.wrapping_add(balls.wrapping_mul(entry.tail_unit));
}

impl Game for Toguz {
    type Position = ToguzPosition;

    #[inline(always)]
    fn moves(&self, position: &ToguzPosition) -> Moves {
        if position.has_passed(self.limit) {
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
    fn play_unchecked(&self, position: &ToguzPosition, hole: u32) -> Step<ToguzPosition> {
        let mut next = self.sow(position, hole).turned();
        let mut again = false;
        if next.own_is_empty() {
            cold_path();
            if self.extra_move && !next.opponent_is_empty() && !next.has_passed(self.limit) {
                (next, again) = Self::extra_move(position.is_extra_move(), next);
            }
        }
        let lead = |p: &ToguzPosition| p.own_kazan() as i32 - p.opponent_kazan() as i32;
        let lead_after = if again { lead(&next) } else { -lead(&next) };
        Step {
            position: next,
            gain: lead_after - lead(position),
            again,
        }
    }

    #[inline(always)]
    fn is_finished(&self, position: &ToguzPosition) -> bool {
        position.own_is_empty() || position.has_passed(self.limit)
    }

    /// The value of a finished position: where the mover is stuck, the balls left are the
    /// opponent's; where a kazan has passed half, they are nobody's.
    #[inline]
    fn outcome(&self, position: &ToguzPosition) -> Option<i32> {
        if position.has_passed(self.limit) {
            return Some(0);
        }
        position.own_is_empty().then(|| -(position.balls() as i32))
    }

    #[inline]
    fn seeds(&self, position: &ToguzPosition) -> u32 {
        position.balls()
    }
}
