//! Kalah with `lap=relay`: a last seed in a pit that held seeds is lifted with them and sown on.
//!
//! Where a sowing ends depends on both rows, so no table has it, and it is played seed by seed.

use super::ending::{is_finished, leftover_value, moves};
use super::places::Places;
use super::position::KalahPosition;
use super::rules::{End, KalahRules};
use crate::game::{Game, Step};
use crate::moves::Moves;

/// The rules of relay sowing in the form that plays, made by [`with_kalah`](super::with_kalah).
#[derive(Clone, Copy, Debug)]
pub struct RelayKalah {
    rules: KalahRules,
}

impl RelayKalah {
    pub(super) const fn new(rules: &KalahRules) -> Self {
        Self { rules: *rules }
    }

    const fn is_on_turn(&self) -> bool {
        matches!(self.rules.end, End::OnTurn)
    }
}

/// The pits of a packed row.
fn unpacked(row: u64) -> [u16; 8] {
    row.to_le_bytes().map(u16::from)
}

/// The packed row of pits that hold 255 seeds at most; of more, the last eight bits are kept.
fn packed(pits: &[u16]) -> u64 {
    pits.iter()
        .rev()
        .fold(0, |row, &seeds| row << 8 | u64::from(seeds & 0xff))
}

impl Game for RelayKalah {
    type Position = KalahPosition;

    #[inline]
    fn moves(&self, position: &KalahPosition) -> Moves {
        moves(position, self.is_on_turn())
    }

    fn play_unchecked(&self, position: &KalahPosition, pit: u32) -> Step<KalahPosition> {
        let pits = self.rules.pits() as usize;
        let (own, opponent) = (unpacked(position.own), unpacked(position.opponent));
        let mut places = Places::new(&own[..pits], &opponent[..pits]);
        let again = places.play(&self.rules, pit as usize % pits);
        let same = KalahPosition {
            own: packed(places.own()),
            opponent: packed(places.opponent()),
        };
        Step {
            position: if again { same } else { same.turned() },
            gain: places.gain(),
            again,
        }
    }

    #[inline]
    fn is_finished(&self, position: &KalahPosition) -> bool {
        is_finished(position, self.is_on_turn())
    }

    #[inline]
    fn outcome(&self, position: &KalahPosition) -> Option<i32> {
        is_finished(position, self.is_on_turn())
            .then(|| leftover_value(position, self.rules.leftover))
    }

    #[inline(always)]
    fn seeds(&self, position: &KalahPosition) -> u32 {
        position.seeds()
    }
}
