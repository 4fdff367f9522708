//! How strong the engine plays.

use mancala_search::analysis::Limits;
use std::time::Duration;

/// A level from 1 to 10: the first ones look a few plies ahead, the last ones as far as their time
/// goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Level(u8);

/// The depths of the levels below the first with a time.
const DEPTHS: [u32; 6] = [1, 2, 3, 4, 6, 9];
/// The milliseconds of the others.
const TIMES: [u64; 4] = [300, 1_000, 3_000, 10_000];

impl Level {
    pub(super) const LOWEST: u8 = 1;
    pub(super) const HIGHEST: u8 = 10;

    pub(super) fn new(number: u8) -> Option<Self> {
        (Self::LOWEST..=Self::HIGHEST)
            .contains(&number)
            .then_some(Self(number))
    }

    pub(super) const fn number(self) -> u8 {
        self.0
    }

    /// What a search of the level may take.
    pub(super) fn limits(self) -> Limits {
        let index = usize::from(self.0 - 1);
        let depth = DEPTHS.get(index).copied();
        let time = index
            .checked_sub(DEPTHS.len())
            .map(|index| Duration::from_millis(TIMES[index]));
        Limits {
            depth,
            time,
            ..Limits::default()
        }
    }

    /// The same in words.
    pub(super) fn words(self) -> String {
        let limits = self.limits();
        match (limits.depth, limits.time) {
            (Some(depth), _) => format!("level {} ({depth} plies)", self.0),
            (None, Some(time)) => {
                format!("level {} ({} s a move)", self.0, time.as_secs_f64())
            }
            (None, None) => format!("level {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_a_limit_and_more_than_the_one_before() {
        let levels = (Level::LOWEST..=Level::HIGHEST).map(|number| Level::new(number).unwrap());
        let limits: Vec<_> = levels.map(Level::limits).collect();
        for pair in limits.windows(2) {
            assert!(pair[0].depth < pair[1].depth || pair[0].time < pair[1].time);
        }
        assert!(limits.iter().all(|l| l.depth.is_some() != l.time.is_some()));
        assert_eq!(Level::new(0), None);
        assert_eq!(Level::new(11), None);
    }
}
