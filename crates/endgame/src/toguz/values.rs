//! The values of all layers up to some balls, computed in memory.

use super::boards::class::TuzdikClass;
use super::boards::index::BoardIndexer;
use super::boards::numbering::Numbering;
use super::iteration::finished::Finished;
use super::iteration::with_tuzdik::sweep;
use super::iteration::without_tuzdik::without_tuzdik;
use super::iteration::working::Working;
use crate::error::Error;
use crate::guarantees::Guarantees;
use crate::monitor::Monitor;
use crate::system::threads::with_threads;
use crate::tablebase::Tablebase;
use mancala_position::toguz::{ToguzPosition, ToguzRules};
use rayon::prelude::*;
use std::fmt;
use std::hint::cold_path;
use std::path::Path;

/// The guarantees of all boards of a class with so many balls, by the boards' numbers.
pub struct ClassValues {
    balls: u32,
    mover: Vec<u8>,
    /// The opponents'; none if the two add up to all balls on every board.
    opponent: Option<Vec<u8>>,
}

impl ClassValues {
    /// Values whose guarantees add up to all balls.
    pub(super) const fn adding_up(mover: Vec<u8>, balls: u32) -> Self {
        Self {
            balls,
            mover,
            opponent: None,
        }
    }

    pub(super) fn new(mover: Vec<u8>, opponent: Vec<u8>, balls: u32) -> Self {
        let values = Self {
            balls,
            mover,
            opponent: Some(opponent),
        };
        if values.open() == 0 {
            Self::adding_up(values.mover, balls)
        } else {
            values
        }
    }

    /// The guarantees of the board with a number.
    ///
    /// # Panics
    ///
    /// If there is no such board.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, rank: u64) -> Guarantees {
        #[expect(clippy::cast_possible_truncation, reason = "an index into memory")]
        let rank = rank as usize;
        let mover = u32::from(self.mover[rank]);
        Guarantees {
            mover,
            opponent: match &self.opponent {
                None => self.balls - mover,
                Some(opponent) => u32::from(opponent[rank]),
            },
        }
    }

    /// How many boards there are.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.mover.len() as u64
    }

    /// All guarantees, in the order of the boards' numbers.
    pub fn iter(&self) -> impl Iterator<Item = Guarantees> + '_ {
        (0..self.count()).map(|rank| self.get(rank))
    }

    /// How many boards have guarantees that do not add up to all balls: somebody can make the game
    /// go round.
    #[must_use]
    pub fn open(&self) -> u64 {
        let is_open = |worth: &Guarantees| worth.mover + worth.opponent != self.balls;
        self.iter().filter(is_open).count() as u64
    }
}

impl fmt::Debug for ClassValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClassValues")
            .field("balls", &self.balls)
            .field("count", &self.count())
            .finish_non_exhaustive()
    }
}

/// The values of all boards with few balls, in memory.
pub struct ToguzValues {
    numbering: Numbering,
    /// By balls and class.
    layers: Vec<Vec<ClassValues>>,
    /// By balls: how often the class without tuzdiks was gone through.
    passes: Vec<u32>,
}

impl fmt::Debug for ToguzValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToguzValues")
            .field("rules", self.rules())
            .field("most_balls", &self.most_balls())
            .finish_non_exhaustive()
    }
}

impl ToguzValues {
    /// Computes the values of all boards with up to so many balls.
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`] if the monitor stops it, [`Error::Threads`] if the system does not
    /// give the threads.
    ///
    /// # Panics
    ///
    /// If there are 2^64 boards or more.
    pub fn compute(
        rules: &ToguzRules,
        balls: u32,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Self, Error> {
        Self::compute_from(rules, TuzdikClass::NONE, balls, threads, monitor)
    }

    /// Computes the values of all boards with up to so many balls that play from a board of this
    /// class can lead to, which are fewer the more tuzdiks stand. Nothing is known of the others.
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`] if the monitor stops it, [`Error::Threads`] if the system does not
    /// give the threads.
    ///
    /// # Panics
    ///
    /// If there are 2^64 boards or more.
    pub fn compute_from(
        rules: &ToguzRules,
        class: TuzdikClass,
        balls: u32,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Self, Error> {
        let mut values = Self {
            numbering: Numbering::from(rules, class, balls),
            layers: Vec::new(),
            passes: Vec::new(),
        };
        let classes = values.numbering.classes();
        let boards = |n| classes.iter().map(move |class| class.count(n));
        monitor.start("sweeping", (0..=balls).flat_map(boards).sum());
        with_threads(threads, || {
            for n in 0..=balls {
                let (layer, passes) = values.layer(n, monitor)?;
                values.layers.push(layer);
                values.passes.push(passes);
            }
            Ok(())
        })?;
        Ok(values)
    }

    /// The layer of so many balls, from the smaller ones.
    fn layer(&self, balls: u32, monitor: &dyn Monitor) -> Result<(Vec<ClassValues>, u32), Error> {
        let progress = |boards| {
            monitor.advance(boards);
            !monitor.should_stop()
        };
        let numbering = &self.numbering;
        let classes = numbering.classes();
        let mut layer: Vec<Option<ClassValues>> = classes.iter().map(|_| None).collect();
        let mut passes = 0;
        if classes[0].class() == TuzdikClass::NONE {
            let (none, until_nothing_changed) = self.without_tuzdik(balls, &progress)?;
            layer[0] = Some(none);
            passes = until_nothing_changed;
        }
        let pairs = numbering.pairs();
        let swept: Option<Vec<[Vec<u8>; 2]>> = pairs
            .par_iter()
            .map(|&class| sweep(numbering, self, class, balls, &progress))
            .collect();
        for (class, values) in pairs.into_iter().zip(swept.ok_or(Error::Interrupted)?) {
            for (class, mover) in [class, class.turned()].into_iter().zip(values) {
                layer[numbering.index(class)] = Some(ClassValues::adding_up(mover, balls));
            }
        }
        let layer = layer
            .into_iter()
            .map(|values| values.expect("every class has been computed"));
        Ok((layer.collect(), passes))
    }

    fn without_tuzdik(
        &self,
        balls: u32,
        progress: &(dyn Fn(u64) -> bool + Sync),
    ) -> Result<(ClassValues, u32), Error> {
        let numbering = &self.numbering;
        let count = numbering.boards(TuzdikClass::NONE).count(balls);
        let working = Working::in_memory(count, Path::new("a layer"))?;
        let effort =
            without_tuzdik(numbering, self, balls, &working, progress).ok_or(Error::Interrupted)?;
        #[expect(clippy::cast_possible_truncation, reason = "guarantees of few balls")]
        let [mover, opponent] = [Guarantees::turned, |worth: Guarantees| worth].map(|side| {
            let all = (0..count).map(|rank| side(working.pairs().get(rank)).opponent as u8);
            all.collect()
        });
        Ok((ClassValues::new(mover, opponent, balls), effort.passes))
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &ToguzRules {
        self.numbering.rules()
    }

    /// The most balls of a board whose values are known.
    #[must_use]
    pub fn most_balls(&self) -> u32 {
        u32::try_from(self.layers.len() - 1).expect("few layers")
    }

    /// The numbering of a class's boards.
    ///
    /// # Panics
    ///
    /// If the class has not been computed.
    #[inline(always)]
    #[must_use]
    pub fn boards(&self, class: TuzdikClass) -> &BoardIndexer {
        self.numbering.boards(class)
    }

    /// The values of a class's boards with so many balls, if they have been computed.
    #[must_use]
    pub fn class(&self, class: TuzdikClass, balls: u32) -> Option<&ClassValues> {
        let layer = self.layers.get(balls as usize)?;
        layer.get(self.numbering.index(class))
    }

    /// How often the boards without tuzdiks and with so many balls were gone through until nothing
    /// changed.
    #[must_use]
    pub fn passes(&self, balls: u32) -> Option<u32> {
        self.passes.get(balls as usize).copied()
    }

    /// The guarantees of a position, of the balls on its board; `None` if there are too many of
    /// them or its class has not been computed.
    #[inline(always)]
    #[must_use]
    pub fn guarantees(&self, position: &ToguzPosition) -> Option<Guarantees> {
        if position.is_extra_move() {
            // The board is stored as the turn of the opponent, who is stuck.
            cold_path();
            return self.stored(&position.turned()).map(Guarantees::turned);
        }
        self.stored(position)
    }

    /// The guarantees of a board that is the mover's turn by the order of the game.
    #[inline(always)]
    fn stored(&self, position: &ToguzPosition) -> Option<Guarantees> {
        let class = TuzdikClass::of(position);
        let values = self.class(class, position.balls())?;
        Some(values.get(self.boards(class).rank(position)))
    }

    /// Every legal move of a board with what it is worth to its player and to the other, in balls
    /// of those on the board before it; `None` if there are too many, or its class has not been
    /// computed.
    #[must_use]
    pub fn moves(&self, position: &ToguzPosition) -> Option<Vec<(u32, Guarantees)>> {
        self.class(TuzdikClass::of(position), position.balls())?;
        let board = position.board();
        Some(self.numbering.play().each_move(&board, |next| {
            self.stored(next).expect("moves add no balls")
        }))
    }
}

impl Finished for ToguzValues {
    #[inline(always)]
    fn guarantees(&self, board: &ToguzPosition) -> Guarantees {
        self.stored(board).expect("smaller layers are known")
    }

    #[inline(always)]
    fn without_tuzdik(&self, balls: u32, rank: u64) -> Guarantees {
        self.layers[balls as usize][0].get(rank)
    }
}

impl Tablebase<ToguzPosition> for ToguzValues {
    fn rules(&self) -> Option<&ToguzRules> {
        Some(Self::rules(self))
    }

    #[inline(always)]
    fn most_seeds(&self) -> u32 {
        self.most_balls()
    }

    #[inline(always)]
    fn probe(&self, position: &ToguzPosition) -> Result<Option<Guarantees>, Error> {
        Ok(Self::guarantees(self, position))
    }
}
