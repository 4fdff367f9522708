//! Boards without a tuzdik, taken apart into the rows of the two players.
//!
//! The numbering of [`BoardIndexer`](crate::BoardIndexer) puts the mover's row first: the boards
//! with the same row of the mover follow each other, in the order of the opponent's rows, so a
//! board's number is that of the first board with the mover's row and the number of the opponent's
//! row among those with as many balls. A move changes the mover's row in a way that only this row
//! decides, and adds to the opponent's row balls that only this row decides. So for all boards with
//! one row of the mover a move is a table of where it leads, by the opponent's row; and there are
//! few such tables, since few balls make it to the other side.

use crate::toguz::boards::compositions::Compositions;
use mancala_position::toguz::{ToguzCapture, ToguzPosition, ToguzRules, sow};
use std::collections::HashMap;

/// The most holes of a side.
const HOLES: usize = 9;

/// The contents of the holes of a row; those that the game has not are empty.
pub(crate) type Row = [u8; HOLES];

/// A row of the mover, with where the boards that have it begin.
pub(crate) struct OwnRow {
    pub(crate) row: Row,
    pub(crate) balls: u32,
    /// The number of the first board with this row.
    pub(crate) first: u64,
}

/// The successor of a move, from a row of the opponent.
#[derive(Clone, Copy)]
pub(crate) struct Landing(u64);

/// The meaning of a [`Landing`].
pub(crate) enum Led {
    /// Nothing is taken. The opponent moves, with a row whose first board has this number in the
    /// layer.
    On(u64),
    /// So many balls are captured, and the opponent's row has this first number in the smaller
    /// layer.
    Captured { balls: u32, first: u64 },
    /// A tuzdik is made.
    Tuzdik,
}

impl Landing {
    const SHIFT: u32 = 56;
    const TUZDIK: u64 = 0xff;

    const fn new(taken: u64, first: u64) -> Self {
        debug_assert!(first >> Self::SHIFT == 0);
        Self(taken << Self::SHIFT | first)
    }

    /// The first number of the row that is to move next, if nothing is taken.
    #[inline(always)]
    pub(crate) const fn on(self) -> Option<u64> {
        if self.0 >> Self::SHIFT == 0 {
            Some(self.0)
        } else {
            None
        }
    }

    #[inline(always)]
    pub(crate) fn led(self) -> Led {
        let first = self.0 & ((1 << Self::SHIFT) - 1);
        match self.0 >> Self::SHIFT {
            0 => Led::On(first),
            Self::TUZDIK => Led::Tuzdik,
            balls => Led::Captured {
                balls: u32::try_from(balls).expect("a byte"),
                first,
            },
        }
    }
}

/// A move from a row of the mover.
pub(crate) struct RowMove<'a> {
    pub(crate) hole: u32,
    /// The successor, by the number of the opponent's row.
    pub(crate) landings: &'a [Landing],
    /// The number of what becomes of the mover's row, among rows with as many balls.
    pub(crate) rest: u64,
}

/// The effect of a sowing on the other side: the balls that fall into the opponent's holes, and the
/// hole of the last ball if it is one of them.
type Spill = (Row, Option<usize>);

/// The rows of a layer, and the moves between its boards.
pub(crate) struct Rows {
    holes: u32,
    balls: u32,
    numbers: Compositions,
    own: Vec<OwnRow>,
    /// All rows with so many balls, by their number.
    rows_of: Vec<Vec<Row>>,
    /// By hole and balls in it: what falls into the mover's own row and which of the spills the
    /// other side gets.
    sowings: Vec<Vec<(Row, usize)>>,
    /// By spill and by the balls of the opponent's row.
    landings: Vec<Vec<Vec<Landing>>>,
}

impl Rows {
    /// The rows of a layer of at least one ball.
    pub(crate) fn new(rules: &ToguzRules, balls: u32) -> Self {
        let holes = rules.holes();
        let numbers = Compositions::new(holes, balls);
        let all = Compositions::new(2 * holes, balls);
        let mut spills: Vec<(Spill, u32)> = Vec::new();
        let mut known: HashMap<Spill, usize> = HashMap::new();
        let sowings = (0..holes)
            .map(|hole| {
                let mut by_balls = vec![([0; HOLES], usize::MAX)];
                for many in 1..=balls {
                    let sowing = sow(holes, rules.origin, hole, many);
                    let (mine, theirs) = sowing.fallen.split_at(holes as usize);
                    let last = sowing.last.checked_sub(holes).map(|last| last as usize);
                    let spill = (row(theirs), last);
                    let place = *known.entry(spill).or_insert_with(|| {
                        spills.push((spill, many));
                        spills.len() - 1
                    });
                    // The same spill can come from fewer balls of another hole.
                    spills[place].1 = spills[place].1.min(many);
                    by_balls.push((row(mine), place));
                }
                by_balls
            })
            .collect();
        let rows_of: Vec<Vec<Row>> = (0..=balls)
            .map(|balls| rows_with(&numbers, balls))
            .collect();
        let landings = spills
            .iter()
            .map(|(spill, least)| {
                (0..=balls - least)
                    .map(|theirs| {
                        let landing = |row: &Row| land(rules, spill, *row, balls, &all);
                        rows_of[theirs as usize].iter().map(landing).collect()
                    })
                    .collect()
            })
            .collect();
        Self {
            holes,
            balls,
            own: own_rows(&rows_of, &all, balls, holes),
            rows_of,
            numbers,
            sowings,
            landings,
        }
    }

    /// The balls on the board.
    pub(crate) const fn balls(&self) -> u32 {
        self.balls
    }

    /// The mover's rows, in the order of the numbers of their boards.
    pub(crate) fn own(&self) -> &[OwnRow] {
        &self.own
    }

    /// How many boards have a row of the mover.
    #[inline(always)]
    pub(crate) fn boards_of(&self, own: &OwnRow) -> u64 {
        self.numbers.count(self.balls - own.balls)
    }

    /// The board with a row of the mover and the opponent's row of a number.
    pub(crate) fn board(&self, own: &OwnRow, opponent: u64) -> ToguzPosition {
        let theirs = &self.rows_of[(self.balls - own.balls) as usize];
        #[expect(clippy::cast_possible_truncation, reason = "an index into memory")]
        let opponent = &theirs[opponent as usize];
        let holes = self.holes as usize;
        ToguzPosition::from_holes_unchecked(&own.row[..holes], &opponent[..holes], [0, 0])
    }

    /// The moves from a row of the mover.
    pub(crate) fn moves(&self, own: &OwnRow) -> impl Iterator<Item = RowMove<'_>> {
        let theirs = (self.balls - own.balls) as usize;
        (0..self.holes).filter_map(move |hole| {
            let many = own.row[hole as usize];
            if many == 0 {
                return None;
            }
            let (fallen, spill) = &self.sowings[hole as usize][usize::from(many)];
            let mut rest = own.row;
            rest[hole as usize] = 0;
            for (rest, fallen) in rest.iter_mut().zip(fallen) {
                *rest += fallen;
            }
            Some(RowMove {
                hole,
                landings: &self.landings[*spill][theirs],
                rest: rank(&self.numbers, &rest, self.holes),
            })
        })
    }
}

fn row(holes: &[u8]) -> Row {
    let mut row = [0; HOLES];
    row[..holes.len()].copy_from_slice(holes);
    row
}

fn rank(numbers: &Compositions, row: &Row, holes: u32) -> u64 {
    numbers.rank(row[..holes as usize].iter().rev().copied())
}

fn rows_with(numbers: &Compositions, balls: u32) -> Vec<Row> {
    (0..numbers.count(balls))
        .map(|number| {
            let mut row = [0; HOLES];
            numbers.unrank(number, balls, |hole, balls| row[hole] = balls);
            row
        })
        .collect()
}

/// The number of the first board with a row of the mover in a layer: all other balls lie in the
/// opponent's last hole.
fn first(all: &Compositions, row: &Row, holes: usize, balls: u32) -> u64 {
    let mine: u8 = row.iter().sum();
    let theirs = u8::try_from(balls).expect("few balls") - mine;
    let mut board = [0; 2 * HOLES];
    board[..holes].copy_from_slice(&row[..holes]);
    board[2 * holes - 1] += theirs;
    all.rank(board[..2 * holes].iter().rev().copied())
}

fn own_rows(rows_of: &[Vec<Row>], all: &Compositions, balls: u32, holes: u32) -> Vec<OwnRow> {
    let mut own: Vec<OwnRow> = rows_of
        .iter()
        .zip(0..)
        .flat_map(|(rows, mine)| {
            rows.iter().map(move |row| OwnRow {
                row: *row,
                balls: mine,
                first: first(all, row, holes as usize, balls),
            })
        })
        .collect();
    own.sort_unstable_by_key(|own| own.first);
    own
}

/// The successor of a spill from a row of the opponent, in a layer of so many balls.
fn land(
    rules: &ToguzRules,
    (fallen, last): &Spill,
    mut row: Row,
    balls: u32,
    all: &Compositions,
) -> Landing {
    let holes = rules.holes() as usize;
    for (row, fallen) in row.iter_mut().zip(fallen) {
        *row += fallen;
    }
    let mut taken = 0;
    if let Some(last) = *last {
        let content = row[last];
        let number = u32::try_from(last + 1).expect("few holes");
        if content == 3 && rules.allows_tuzdik_in(number) {
            return Landing::new(Landing::TUZDIK, 0);
        }
        let captures = match rules.capture {
            ToguzCapture::Even => content.is_multiple_of(2),
            ToguzCapture::Two => content == 2,
        };
        if captures {
            taken = content;
            row[last] = 0;
        }
    }
    let first = first(all, &row, holes, balls - u32::from(taken));
    Landing::new(u64::from(taken), first)
}
