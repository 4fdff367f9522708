//! The boards of a class, numbered.
//!
//! The holes are put in the order in which balls go round, beginning behind the tuzdik with the
//! smaller number if one stands, else with the mover's first hole. Boards are ordered by what is in
//! these holes, the first counting most. A move that takes no ball from the board takes balls from
//! a hole and puts them into later ones, so behind a tuzdik it lowers the number; and a board has
//! the same number in the class that the other player sees, since the order begins at the same hole
//! for him.

use super::class::TuzdikClass;
use super::compositions::Compositions;
use mancala_position::toguz::{ToguzPosition, ToguzRules};
use std::fmt;

/// The most holes of both sides.
const MOST_CELLS: usize = 18;

/// The numbering of the boards of one class, with up to so many balls.
pub struct BoardIndexer {
    class: TuzdikClass,
    holes: usize,
    /// The holes that can hold balls, in order: the mover's from 0 on, then the opponent's from 9
    /// on.
    cells: Vec<usize>,
    numbers: Compositions,
}

impl fmt::Debug for BoardIndexer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoardIndexer")
            .field("class", &self.class)
            .field("holes", &self.holes)
            .finish_non_exhaustive()
    }
}

impl BoardIndexer {
    /// The boards of a class with up to `balls` balls.
    ///
    /// # Panics
    ///
    /// If there are 2^64 of them or more.
    #[must_use]
    pub fn new(rules: &ToguzRules, class: TuzdikClass, balls: u32) -> Self {
        let holes = rules.holes() as usize;
        let circle: Vec<usize> = (0..holes).chain(9..9 + holes).collect();
        let tuzdik = |number: u32, row: usize| (number != 0).then(|| row + number as usize - 1);
        let (mine, theirs) = (tuzdik(class.mover, 9), tuzdik(class.opponent, 0));
        let cut = match (mine, theirs) {
            (Some(_), Some(_)) if class.mover > class.opponent => theirs,
            (None, theirs) => theirs,
            (mine, _) => mine,
        };
        let first = cut.map_or(0, |cell| {
            circle
                .iter()
                .position(|&other| other == cell)
                .expect("a hole")
                + 1
        });
        let cells: Vec<usize> = (0..circle.len())
            .map(|place| circle[(first + place) % circle.len()])
            .filter(|&cell| Some(cell) != mine && Some(cell) != theirs)
            .collect();
        let many = u32::try_from(cells.len()).expect("few holes");
        Self {
            class,
            holes,
            numbers: Compositions::new(many, balls),
            cells,
        }
    }

    /// The class.
    #[must_use]
    pub const fn class(&self) -> TuzdikClass {
        self.class
    }

    /// How many boards have so many balls.
    ///
    /// # Panics
    ///
    /// If these are more balls than the numbering was made for.
    #[inline(always)]
    #[must_use]
    pub fn count(&self, balls: u32) -> u64 {
        self.numbers.count(balls)
    }

    /// The number of a board among those with as many balls. The board must be of the class.
    ///
    /// # Panics
    ///
    /// If it has more balls than the numbering was made for.
    #[inline(always)]
    #[must_use]
    pub fn rank(&self, position: &ToguzPosition) -> u64 {
        debug_assert_eq!(TuzdikClass::of(position), self.class);
        let holes = position.holes();
        let holes = holes.as_flattened();
        let backwards = self.cells.iter().rev();
        self.numbers.rank(backwards.map(|&cell| holes[cell]))
    }

    /// The board with a number among those with so many balls.
    ///
    /// # Panics
    ///
    /// If there is none.
    #[must_use]
    pub fn unrank(&self, rank: u64, balls: u32) -> ToguzPosition {
        self.board(&self.holes_of(rank, balls))
    }

    fn holes_of(&self, rank: u64, balls: u32) -> [u8; MOST_CELLS] {
        let mut holes = [0; MOST_CELLS];
        self.numbers.unrank(rank, balls, |cell, balls| {
            holes[self.cells[cell]] = balls;
        });
        holes
    }

    fn board(&self, holes: &[u8; MOST_CELLS]) -> ToguzPosition {
        ToguzPosition::from_holes_unchecked(
            &holes[..self.holes],
            &holes[9..9 + self.holes],
            [self.class.mover, self.class.opponent],
        )
    }

    /// Goes through the boards with so many balls from a number on.
    ///
    /// # Panics
    ///
    /// If there is no board of that number.
    #[must_use]
    pub fn from(&self, rank: u64, balls: u32) -> BoardCursor<'_> {
        BoardCursor {
            boards: self,
            holes: self.holes_of(rank, balls),
        }
    }

    /// The next board: a ball of the last hole goes to the one before. If it has none, the last
    /// hole that has some gives one to the hole before and the others to the last.
    #[inline(always)]
    fn step(&self, holes: &mut [u8; MOST_CELLS]) {
        let last = self.cells.len() - 1;
        let freed = holes[self.cells[last]];
        if freed > 0 && last > 0 {
            holes[self.cells[last]] -= 1;
            holes[self.cells[last - 1]] += 1;
            return;
        }
        // The last hole is empty: the last one that is not gives all.
        let Some(full) = (1..last).rev().find(|&place| holes[self.cells[place]] > 0) else {
            return;
        };
        let balls = holes[self.cells[full]];
        holes[self.cells[full]] = 0;
        holes[self.cells[full - 1]] += 1;
        holes[self.cells[last]] = balls - 1;
    }
}

/// A board among all of its class with as many balls.
#[derive(Debug)]
pub struct BoardCursor<'a> {
    boards: &'a BoardIndexer,
    holes: [u8; MOST_CELLS],
}

impl BoardCursor<'_> {
    /// The board.
    #[inline(always)]
    #[must_use]
    pub fn board(&self) -> ToguzPosition {
        self.boards.board(&self.holes)
    }

    /// Goes to the next board, or stays at the last.
    #[inline(always)]
    pub fn advance(&mut self) {
        self.boards.step(&mut self.holes);
    }
}
