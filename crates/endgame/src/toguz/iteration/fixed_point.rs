//! The class without tuzdiks: guarantees raised from nothing until no move raises any.
//!
//! Each guarantee is raised in place, whatever the others are at that moment. They only grow, and
//! what grows from nothing by a monotone rule ends at its least fixed point in whatever order it is
//! done; so the result does not depend on the threads. Where the two guarantees of a board add up
//! to all its balls, neither can grow any more.

use super::finished::Finished;
use crate::guarantees::Guarantees;
use crate::toguz::boards::class::TuzdikClass;
use crate::toguz::boards::numbering::Numbering;
use mancala_position::toguz::ToguzPosition;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

/// Boards that a thread does at a time.
const STRETCH: u64 = 1 << 14;

/// The guarantees of all boards without a tuzdik and with so many balls, first the movers', then
/// the opponents', and how many passes it took. `progress` is called with boards whose values have
/// become final, and stops by returning false.
pub(crate) fn fixed_point(
    numbering: &Numbering,
    finished: &impl Finished,
    balls: u32,
    progress: &(dyn Fn(u64) -> bool + Sync),
) -> Option<([Vec<u8>; 2], u32)> {
    let boards = numbering.boards(TuzdikClass::NONE);
    let count = boards.count(balls);
    #[expect(clippy::cast_possible_truncation, reason = "a layer fits in memory")]
    let nothing = || -> Vec<AtomicU8> { (0..count as usize).map(|_| AtomicU8::new(0)).collect() };
    let (mover, opponent) = (nothing(), nothing());
    let now = |rank: u64| {
        #[expect(clippy::cast_possible_truncation, reason = "an index into memory")]
        let rank = rank as usize;
        Guarantees {
            mover: u32::from(mover[rank].load(Ordering::Relaxed)),
            opponent: u32::from(opponent[rank].load(Ordering::Relaxed)),
        }
    };
    let stopped = AtomicBool::new(false);
    let mut passes = 0;
    loop {
        let raised = AtomicU64::new(0);
        let stretches = count.div_ceil(STRETCH);
        (0..stretches).into_par_iter().for_each(|stretch| {
            if stopped.load(Ordering::Relaxed) {
                return;
            }
            let from = stretch * STRETCH;
            let to = (from + STRETCH).min(count);
            let (mut changes, mut settled) = (0, 0);
            let mut cursor = boards.from(from, balls);
            for rank in from..to {
                let before = now(rank);
                if before.mover + before.opponent == balls {
                    cursor.advance();
                    continue;
                }
                let board = cursor.board();
                cursor.advance();
                let after = numbering.play().evaluate(&board, |next: &ToguzPosition| {
                    if next.balls() < balls {
                        finished.guarantees(next)
                    } else {
                        now(boards.rank(next))
                    }
                });
                if after != before {
                    #[expect(clippy::cast_possible_truncation, reason = "few balls, in memory")]
                    {
                        mover[rank as usize].store(after.mover as u8, Ordering::Relaxed);
                        opponent[rank as usize].store(after.opponent as u8, Ordering::Relaxed);
                    }
                    changes += 1;
                    settled += u64::from(after.mover + after.opponent == balls);
                }
            }
            raised.fetch_add(changes, Ordering::Relaxed);
            if !progress(settled) {
                stopped.store(true, Ordering::Relaxed);
            }
        });
        passes += 1;
        if stopped.load(Ordering::Relaxed) {
            return None;
        }
        if raised.into_inner() == 0 {
            break;
        }
    }
    let plain = |side: Vec<AtomicU8>| side.into_iter().map(AtomicU8::into_inner).collect();
    Some(([plain(mover), plain(opponent)], passes))
}
