//! The strength of the engine.

use mancala_search::analysis::Limits;
use std::time::Duration;

/// A level from 1 to 10. The first levels search to a fixed depth, the others for a fixed time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Level(u8);

/// The depths of the first levels in plies.
const DEPTHS: [u32; 6] = [1, 2, 3, 4, 6, 9];
/// The times of the other levels in milliseconds.
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

    /// The limits of a search.
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

    /// The level in words.
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
    fn each_level_searches_more_than_the_one_before() {
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
