//! Value iteration of the class without tuzdiks, row by row: all guarantees begin at 0 and grow
//! until a pass over the boards changes none.
//!
//! ```text
//! boards in rank order:  | own row 0: one board for each opponent's row | own row 1: ... | ...
//!                          shared by a row: its moves, each with a landing per opponent's row
//!
//! first pass, every board:   captures -> finished layers      other moves -> boards of this layer
//!                            mover's guarantee, and           mover's guarantee, and the least
//!                            the least left to the opponent   left to the opponent
//! later passes, the boards that are not settled:              other moves -> boards of this layer
//! ```
//!
//! The plain reference implementation is [`fixed_point`](super::fixed_point). This one is faster
//! for two reasons. All boards with one row of the mover share their moves (see [`Rows`]), so a
//! move is a look-up instead of a sowing and a ranking. And captures lead to finished layers, so
//! the first pass evaluates them once: the best of them is in the mover's guarantee, the least that
//! they leave to the opponent is kept beside it. Later passes look at the moves without capture
//! only, and at boards that are not settled: those whose two guarantees add up to fewer balls than
//! there are.

use super::finished::Finished;
use super::rows::{Led, OwnRow, RowMove, Rows};
use super::working::{Pairs, Working};
use crate::guarantees::Guarantees;
use crate::toguz::boards::play::Play;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Boards that a thread computes at a time, or somewhat more.
const STRETCH: u64 = 1 << 16;

/// The work of the value iteration of a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Effort {
    /// The passes over the layer.
    pub(crate) passes: u32,
    /// How often the guarantees of a board were computed, in all passes.
    pub(crate) evaluations: u64,
}

/// Computes the guarantees of all boards of a layer. `progress` is called with the number of boards
/// that have become settled, and stops the iteration by returning false.
pub(crate) fn iterate(
    rows: &Rows,
    play: &Play,
    finished: &impl Finished,
    working: &Working,
    progress: &(dyn Fn(u64) -> bool + Sync),
) -> Option<Effort> {
    let iteration = ValueIteration {
        rows,
        play,
        finished,
        pairs: working.pairs(),
        working,
    };
    let stretches: Vec<Stretch> = stretches(rows);
    let stopped = AtomicBool::new(false);
    let mut effort = Effort::default();
    loop {
        let (raised, evaluations) = (AtomicU64::new(0), AtomicU64::new(0));
        let first_pass = effort.passes == 0;
        stretches.par_iter().for_each(|stretch| {
            if stopped.load(Ordering::Relaxed) {
                return;
            }
            let mut work = Work::default();
            let mut moves = Vec::new();
            for own in stretch.rows {
                if !first_pass && !stretch.unsettled.has_any(own, rows) {
                    continue;
                }
                moves.clear();
                moves.extend(rows.moves(own));
                if first_pass {
                    iteration.first_pass(own, &moves, &stretch.unsettled, &mut work);
                } else {
                    iteration.later_pass(own, &moves, &stretch.unsettled, &mut work);
                }
            }
            raised.fetch_add(work.raised, Ordering::Relaxed);
            evaluations.fetch_add(work.evaluations, Ordering::Relaxed);
            if !progress(work.settled) {
                stopped.store(true, Ordering::Relaxed);
            }
        });
        if stopped.load(Ordering::Relaxed) {
            return None;
        }
        effort.passes += 1;
        effort.evaluations += evaluations.into_inner();
        if raised.into_inner() == 0 {
            return Some(effort);
        }
    }
}

/// Rows of the mover that follow each other.
struct Stretch<'a> {
    rows: &'a [OwnRow],
    unsettled: UnsettledBoards,
}

/// A bit for each board of a stretch that is not settled. Passes go through the bits: a settled
/// board costs next to nothing. Only one thread works on a stretch at a time.
struct UnsettledBoards {
    /// The number of the first board.
    first: u64,
    bits: Vec<AtomicU64>,
}

impl UnsettledBoards {
    fn new(first: u64, boards: u64) -> Self {
        let words = (0..boards.div_ceil(64)).map(|_| AtomicU64::new(0));
        Self {
            first,
            bits: words.collect(),
        }
    }

    #[inline(always)]
    fn word(&self, rank: u64) -> &AtomicU64 {
        &self.bits[((rank - self.first) / 64) as usize]
    }

    /// Sets whether a board is unsettled.
    #[inline(always)]
    fn set(&self, rank: u64, unsettled: bool) {
        let (word, bit) = (self.word(rank), (rank - self.first) % 64);
        let others = word.load(Ordering::Relaxed) & !(1 << bit);
        word.store(others | u64::from(unsettled) << bit, Ordering::Relaxed);
    }

    /// The unsettled boards of a row of the mover, in words: the rank of a word's first board, and
    /// a bit for each unsettled board.
    #[inline(always)]
    fn words(&self, own: &OwnRow, rows: &Rows) -> impl Iterator<Item = (u64, u64)> {
        let from = own.first - self.first;
        let to = from + rows.boards_of(own);
        (from / 64..to.div_ceil(64)).map(move |number| {
            let begin = 64 * number;
            let mut word = self.word(self.first + begin).load(Ordering::Relaxed);
            if begin < from {
                word &= u64::MAX << (from - begin);
            }
            if begin + 64 > to {
                word &= u64::MAX >> (begin + 64 - to);
            }
            (self.first + begin, word)
        })
    }

    fn has_any(&self, own: &OwnRow, rows: &Rows) -> bool {
        self.words(own, rows).any(|(_, word)| word != 0)
    }
}

fn stretches(rows: &Rows) -> Vec<Stretch<'_>> {
    let mut stretches = Vec::new();
    let mut left = rows.own();
    while !left.is_empty() {
        let (mut many, mut boards) = (0, 0);
        while many < left.len() && boards < STRETCH {
            boards += rows.boards_of(&left[many]);
            many += 1;
        }
        let (these, others) = left.split_at(many);
        stretches.push(Stretch {
            rows: these,
            unsettled: UnsettledBoards::new(these[0].first, boards),
        });
        left = others;
    }
    stretches
}

/// The work done in a stretch.
#[derive(Default)]
struct Work {
    raised: u64,
    settled: u64,
    evaluations: u64,
}

/// A layer in the making, with all that its boards are computed from.
struct ValueIteration<'a, F> {
    rows: &'a Rows,
    play: &'a Play,
    finished: &'a F,
    pairs: Pairs<'a>,
    working: &'a Working,
}

impl<F: Finished> ValueIteration<'_, F> {
    /// The first pass over the boards with one row of the mover: all moves.
    fn first_pass(
        &self,
        own: &OwnRow,
        moves: &[RowMove],
        unsettled: &UnsettledBoards,
        work: &mut Work,
    ) {
        let balls = self.rows.balls();
        let left_by_captures = self.working.left_by_captures();
        for opponent in 0..self.rows.boards_of(own) {
            let rank = own.first + opponent;
            // Without a move, the opponent takes all balls.
            let (mut mover, mut taking, mut staying) = (0, balls, balls);
            #[expect(clippy::cast_possible_truncation, reason = "an index into memory")]
            for a_move in moves {
                let worth = match a_move.landings[opponent as usize].led() {
                    Led::On(first) => {
                        let worth = self.pairs.get(first + a_move.rest).turned();
                        mover = mover.max(worth.mover);
                        staying = staying.min(worth.opponent);
                        continue;
                    }
                    Led::Captured {
                        balls: taken,
                        first,
                    } => {
                        let left = balls - taken;
                        let worth = self.finished.without_tuzdik(left, first + a_move.rest);
                        Guarantees {
                            mover: taken + worth.opponent,
                            opponent: worth.mover,
                        }
                    }
                    Led::Tuzdik => {
                        let board = self.rows.board(own, opponent);
                        let look_up = |next: &_| self.finished.guarantees(next);
                        self.play.worth(&board, a_move.hole, look_up)
                    }
                };
                mover = mover.max(worth.mover);
                taking = taking.min(worth.opponent);
            }
            #[expect(
                clippy::cast_possible_truncation,
                reason = "an index into memory, and few balls"
            )]
            left_by_captures[rank as usize].store(taking as u8, Ordering::Relaxed);
            let opponent = taking.min(staying);
            self.pairs.set(rank, Guarantees { mover, opponent });
            let settled = mover + opponent == balls;
            unsettled.set(rank, !settled);
            work.raised += u64::from(mover > 0 || opponent > 0);
            work.settled += u64::from(settled);
        }
        work.evaluations += self.rows.boards_of(own);
    }

    /// A later pass over the boards with one row of the mover: those that are not settled, and the
    /// moves without capture.
    fn later_pass(
        &self,
        own: &OwnRow,
        moves: &[RowMove],
        unsettled: &UnsettledBoards,
        work: &mut Work,
    ) {
        let balls = self.rows.balls();
        let left_by_captures = self.working.left_by_captures();
        for (first, mut word) in unsettled.words(own, self.rows) {
            while word != 0 {
                let rank = first + u64::from(word.trailing_zeros());
                word &= word - 1;
                let before = self.pairs.get(rank);
                #[expect(clippy::cast_possible_truncation, reason = "indices into memory")]
                let (opponent, place) = ((rank - own.first) as usize, rank as usize);
                let mut after = Guarantees {
                    mover: before.mover,
                    opponent: u32::from(left_by_captures[place].load(Ordering::Relaxed)),
                };
                for a_move in moves {
                    if let Some(first) = a_move.landings[opponent].on() {
                        let worth = self.pairs.get(first + a_move.rest).turned();
                        after.mover = after.mover.max(worth.mover);
                        after.opponent = after.opponent.min(worth.opponent);
                    }
                }
                work.evaluations += 1;
                if after != before {
                    self.pairs.set(rank, after);
                    work.raised += 1;
                    if after.mover + after.opponent == balls {
                        work.settled += 1;
                        unsettled.set(rank, false);
                    }
                }
            }
        }
    }
}
