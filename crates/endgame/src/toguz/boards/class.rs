//! The classes of boards by their tuzdiks.

use mancala_position::toguz::{ToguzPosition, ToguzRules};
use std::fmt;

/// The tuzdiks of a board, by the numbers of their holes; 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct TuzdikClass {
    /// The mover's, which lies in the opponent's row.
    pub mover: u32,
    /// The opponent's, which lies in the mover's row.
    pub opponent: u32,
}

impl TuzdikClass {
    /// No tuzdik stands.
    pub const NONE: Self = Self {
        mover: 0,
        opponent: 0,
    };

    /// The class of a board.
    #[inline(always)]
    #[must_use]
    pub const fn of(position: &ToguzPosition) -> Self {
        Self {
            mover: position.own_tuzdik(),
            opponent: position.opponent_tuzdik(),
        }
    }

    /// All classes that the rules know, that of no tuzdik first: the two are never in holes of the
    /// same number.
    #[must_use]
    pub fn all(rules: &ToguzRules) -> Vec<Self> {
        let numbers = || (0..=rules.holes()).filter(|&n| n == 0 || rules.allows_tuzdik_in(n));
        numbers()
            .flat_map(|mover| numbers().map(move |opponent| Self { mover, opponent }))
            .filter(|class| class.mover != class.opponent || *class == Self::NONE)
            .collect()
    }

    /// The class as the other player sees it.
    #[inline(always)]
    #[must_use]
    pub const fn turned(self) -> Self {
        Self {
            mover: self.opponent,
            opponent: self.mover,
        }
    }

    /// Whether play can lead from a board of this class to one of the other, the same players seen
    /// as mover and opponent: tuzdiks that stand stay.
    #[must_use]
    pub const fn leads_to(self, other: Self) -> bool {
        (self.mover == 0 || self.mover == other.mover)
            && (self.opponent == 0 || self.opponent == other.opponent)
    }

    /// How many tuzdiks stand.
    #[must_use]
    pub const fn tuzdiks(self) -> u32 {
        (self.mover != 0) as u32 + (self.opponent != 0) as u32
    }
}

/// As notation writes it: `3,-`.
impl fmt::Display for TuzdikClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |number: u32| match number {
            0 => "-".to_owned(),
            number => number.to_string(),
        };
        write!(f, "{},{}", number(self.mover), number(self.opponent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mancala_position::toguz::ToguzGame;

    #[test]
    fn toguz_has_73_classes_and_games_without_tuzdiks_one() {
        let all = TuzdikClass::all(&ToguzRules::new(ToguzGame::Toguz));
        assert_eq!(all.len(), 73);
        assert_eq!(all[0], TuzdikClass::NONE);
        assert!(all.iter().all(|class| all.contains(&class.turned())));
        let mut ninth = ToguzRules::new(ToguzGame::Toguz);
        ninth.set("tuzdik", "allow-ninth").expect("an option");
        assert_eq!(TuzdikClass::all(&ninth).len(), 1 + 18 + 72);
        for game in [ToguzGame::Qozdatu, ToguzGame::Bestemshe] {
            assert_eq!(
                TuzdikClass::all(&ToguzRules::new(game)),
                [TuzdikClass::NONE]
            );
        }
    }
}
