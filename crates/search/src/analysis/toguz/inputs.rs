//! The input features of the evaluations: each active feature adds one row of weights.
//!
//! | inputs | rows |
//! |---|---|
//! | each of the mover's holes by its balls, 31 and more alike | 9 x 32 for each state of the tuzdiks |
//! | each of the opponent's holes | the same |
//! | the mover's tuzdik by its hole, the opponent's | 10 each |
//! | the mover's kazan by its balls to 83, the opponent's | 84 each |
//! | the largest capture that the mover threatens, the second, and those of the opponent | 32 each |
//! | whether the mover can make a tuzdik, whether the opponent can | 2 each |
//!
//! The states of the tuzdiks are four: whether the mover has one and whether the opponent has.

#![cfg_attr(
    not(feature = "training"),
    expect(unreachable_pub, reason = "public by the feature `training`")
)]

use super::threats::{ThreatDetector, Threats};
use mancala_position::toguz::ToguzPosition;

/// Contents of a hole that are told apart.
const CONTENTS: usize = 32;
const HOLES: usize = 9;
const KAZANS: usize = 84;
const TUZDIKS: usize = 10;

const BOARD_ROWS: usize = 2 * HOLES * CONTENTS;
const TUZDIK_BASE: usize = 4 * BOARD_ROWS;
const KAZAN_BASE: usize = TUZDIK_BASE + 2 * TUZDIKS;
const THREAT_BASE: usize = KAZAN_BASE + 2 * KAZANS;
const MAKING_BASE: usize = THREAT_BASE + 4 * CONTENTS;

/// All rows of weights.
pub const ROWS: usize = MAKING_BASE + 4;

/// The rows that a position has.
pub const ACTIVE: usize = 2 * HOLES + 2 + 2 + 4 + 2;

/// Sees the inputs of positions with nine holes a side.
#[derive(Clone, Copy)]
pub struct NetworkInputs {
    detector: ThreatDetector,
}

impl Default for NetworkInputs {
    fn default() -> Self {
        Self {
            detector: ThreatDetector::new(9, true),
        }
    }
}

impl NetworkInputs {
    /// The rows of a position, each below [`ROWS`].
    #[inline(always)]
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are fewer than 2^16 rows"
    )]
    pub fn rows(&self, position: &ToguzPosition) -> [u16; ACTIVE] {
        let mut rows = [0u16; ACTIVE];
        let tuzdiks = [position.own_tuzdik(), position.opponent_tuzdik()];
        let state = usize::from(tuzdiks[0] != 0) + 2 * usize::from(tuzdiks[1] != 0);
        let board = state * BOARD_ROWS;
        let holes = position.holes();
        for side in 0..2 {
            for hole in 0..HOLES {
                let content = usize::from(holes[side][hole]).min(CONTENTS - 1);
                rows[side * HOLES + hole] =
                    (board + (side * HOLES + hole) * CONTENTS + content) as u16;
            }
        }
        let kazans = [position.own_kazan(), position.opponent_kazan()];
        let threats = self.detector.threats(position);
        for side in 0..2 {
            let Threats {
                best,
                second,
                tuzdik,
            } = threats[side];
            let content = |balls: u32| (balls as usize).min(CONTENTS - 1);
            rows[18 + side] = (TUZDIK_BASE + side * TUZDIKS + tuzdiks[side] as usize) as u16;
            rows[20 + side] =
                (KAZAN_BASE + side * KAZANS + (kazans[side] as usize).min(KAZANS - 1)) as u16;
            rows[22 + 2 * side] = (THREAT_BASE + 2 * side * CONTENTS + content(best)) as u16;
            rows[23 + 2 * side] =
                (THREAT_BASE + (2 * side + 1) * CONTENTS + content(second)) as u16;
            rows[26 + side] = (MAKING_BASE + 2 * side + usize::from(tuzdik)) as u16;
        }
        rows
    }
}
