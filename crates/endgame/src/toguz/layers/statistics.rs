//! Counts of the guarantees of a layer.

use crate::format::encoding::Encoding;
use crate::guarantees::Guarantees;
use crate::toguz::boards::class::TuzdikClass;
use mancala_position::toguz::ToguzRules;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The boards of a layer of the Toguz family, stuck ones too, by classes of tuzdiks.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ToguzStatistics {
    /// The classes, in the order of [`TuzdikClass::all`].
    pub classes: Vec<ClassStatistics>,
}

/// The boards of a class with so many balls.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ClassStatistics {
    /// The class, as `3,-`: the mover's tuzdik, the opponent's.
    pub tuzdik: String,
    /// How many boards.
    pub positions: u64,
    /// The sum of the movers' guarantees.
    pub mover_sum: u64,
    /// The sum of the opponents'.
    pub opponent_sum: u64,
    /// The boards whose two guarantees do not add up to all balls.
    pub open: u64,
    /// The pairs of guarantees that occur, mover's first, in ascending order, each with the number
    /// of boards that have it.
    pub guarantees: Vec<(u32, u32, u64)>,
}

impl ToguzStatistics {
    /// The statistics of a layer from the counts of its classes by code, and from the guarantees of
    /// the open boards of each class.
    pub(crate) fn new(
        rules: &ToguzRules,
        balls: u32,
        encoding: Encoding,
        counts: &[Vec<u64>],
        mut open: impl FnMut(u32) -> BTreeMap<Guarantees, u64>,
    ) -> Self {
        let classes = TuzdikClass::all(rules);
        let classes = classes.iter().zip(counts).zip(0..);
        Self {
            classes: classes
                .map(|((class, counts), number)| {
                    let mut all = open(number);
                    for (code, &count) in (0..).zip(counts) {
                        let value = encoding.decode(code).cast_unsigned();
                        // The last code says that a board is open.
                        if count > 0 && value <= balls {
                            let worth = Guarantees {
                                mover: value,
                                opponent: balls - value,
                            };
                            *all.entry(worth).or_default() += count;
                        }
                    }
                    ClassStatistics::of(*class, balls, &all)
                })
                .collect(),
        }
    }

    /// All boards of the layer.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.classes.iter().map(|class| class.positions).sum()
    }

    /// All open boards of the layer.
    #[must_use]
    pub fn open(&self) -> u64 {
        self.classes.iter().map(|class| class.open).sum()
    }
}

/// How many boards are won, drawn and lost for the side to move, with given kazans.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// Won.
    pub won: u64,
    /// Neither.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
}

impl ClassStatistics {
    fn of(class: TuzdikClass, balls: u32, all: &BTreeMap<Guarantees, u64>) -> Self {
        let mut statistics = Self {
            tuzdik: class.to_string(),
            ..Self::default()
        };
        for (worth, &count) in all {
            statistics.positions += count;
            statistics.mover_sum += u64::from(worth.mover) * count;
            statistics.opponent_sum += u64::from(worth.opponent) * count;
            if worth.mover + worth.opponent != balls {
                statistics.open += count;
            }
            let entry = (worth.mover, worth.opponent, count);
            statistics.guarantees.push(entry);
        }
        statistics
    }

    /// How the boards end if the mover's kazan and the opponent's hold so many balls, and
    /// `majority` balls win. Endless play is a draw.
    #[must_use]
    pub fn results(&self, kazans: [u32; 2], majority: u32) -> Results {
        let mut results = Results::default();
        for &(mover, opponent, count) in &self.guarantees {
            if kazans[0] + mover >= majority {
                results.won += count;
            } else if kazans[1] + opponent >= majority {
                results.lost += count;
            } else {
                results.drawn += count;
            }
        }
        results
    }
}
