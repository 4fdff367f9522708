//! The landing hole of a sowing, for notation.

use crate::toguz::{ToguzPosition, ToguzRules, sow};

/// The hole that the last ball from this hole falls into: whether it is the mover's own, and its
/// index from 0.
pub(super) fn landing_hole(rules: &ToguzRules, position: &ToguzPosition, hole: u32) -> (bool, u32) {
    let balls = position.own_hole(hole);
    let last = sow(rules.holes(), rules.origin, hole, balls).last;
    (last < rules.holes(), last % rules.holes())
}
