//! Comparing the values of many positions with given numbers, by two null windows each at most and
//! one table for all.

use super::game::SolvableKalah;
use super::search::{Abort, AlphaBeta, NodeCount, SearchContext, Solvable};
use super::solve::SolveOptions;
use super::transposition::ProofTable;
use crate::error::SolveError;
use crate::kalah_estimate::KalahEstimate;
use crate::table_memory::TableMemory;
use crate::threads::{checked, join, spawn};
use mancala_endgame::{Monitor, Tablebase};
use mancala_position::Game;
use mancala_position::kalah::{KalahPosition, KalahRules, KalahVisitor, with_kalah};
use mancala_position::rank::BoardRanker;
use std::cmp::Ordering;
use std::sync::atomic::{self, AtomicBool, AtomicUsize};
use std::thread::scope;
use std::time::{Duration, Instant};

/// A position and a number to compare its value with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The position.
    pub position: KalahPosition,
    /// Seeds, for the mover, among those on the board.
    pub value: i32,
}

/// The outcome of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CompareReport {
    /// Whether all claims are decided. If not, the monitor has stopped the comparison.
    pub complete: bool,
    /// The nodes, counted as in [`Solution::nodes`](crate::Solution::nodes).
    pub nodes: u64,
    /// The time that it took.
    pub elapsed: Duration,
}

/// Proves for each claim whether the value of the position is less than the number, equal to it or
/// greater. `decided` is called with the claim's index and the result as soon as it is proved.
///
/// Values do not depend on the stores, so all claims share one table. With several threads each
/// takes one claim after the other. Of the options, `driver` and `value_only` do not matter. The
/// monitor is asked when to stop and told of each decided claim.
///
/// # Errors
///
/// [`SolveError::RulesDiffer`] if the tablebase is for other rules, [`SolveError::TableMemory`] if
/// the table cannot be had, [`SolveError::Tablebase`] if the tablebase fails on the way,
/// [`SolveError::Threads`] if there are no threads.
pub fn compare<T: Tablebase<KalahPosition>>(
    rules: &KalahRules,
    claims: &[Claim],
    tablebase: &T,
    options: &SolveOptions,
    monitor: &dyn Monitor,
    decided: &(dyn Fn(usize, Ordering) + Sync),
) -> Result<CompareReport, SolveError> {
    tablebase.check_rules(rules)?;
    let most = claims.iter().map(|claim| claim.position.seeds()).max();
    let ranker = BoardRanker::new(rules.pits(), most.unwrap_or(0));
    with_kalah(
        rules,
        Comparer {
            rules,
            claims,
            tablebase,
            options,
            monitor,
            decided,
            ranker: &ranker,
        },
    )
}

struct Comparer<'a, T> {
    rules: &'a KalahRules,
    claims: &'a [Claim],
    tablebase: &'a T,
    options: &'a SolveOptions,
    monitor: &'a dyn Monitor,
    decided: &'a (dyn Fn(usize, Ordering) + Sync),
    ranker: &'a BoardRanker,
}

/// The monitor of the threads: it stops them, and passes none of their nodes on.
struct StopOnly<'a> {
    monitor: &'a dyn Monitor,
    failed: &'a AtomicBool,
}

impl Monitor for StopOnly<'_> {
    fn start(&self, _: &str, _: u64) {}

    fn advance(&self, _: u64) {}

    fn should_stop(&self) -> bool {
        self.failed.load(atomic::Ordering::Relaxed) || self.monitor.should_stop()
    }
}

impl<T: Tablebase<KalahPosition>> KalahVisitor for Comparer<'_, T> {
    type Output = Result<CompareReport, SolveError>;

    fn visit<G: Game<Position = KalahPosition>>(self, game: G) -> Self::Output {
        let begun = Instant::now();
        let estimate = KalahEstimate::new(self.rules.pits());
        let game = SolvableKalah::new(game, self.rules, self.ranker, &estimate);
        let threads = checked(self.options.threads)?.min(self.claims.len().max(1));
        let mut memory = TableMemory::new(self.options.table_bytes)?;
        let table = ProofTable::new(&mut memory, game.rank_bits());
        let failed = AtomicBool::new(false);
        let stop_only = StopOnly {
            monitor: self.monitor,
            failed: &failed,
        };
        let shared = SharedClaims {
            context: SearchContext {
                game,
                tablebase: self.tablebase,
                table: &table,
                hints: None,
                options: self.options.search,
                monitor: &stop_only,
            },
            claims: self.claims,
            next: AtomicUsize::new(0),
            failed: &failed,
            monitor: self.monitor,
            decided: self.decided,
        };
        self.monitor.start("comparing", self.claims.len() as u64);
        let (complete, nodes) = scope(|scope| {
            let workers = (1..=threads).map(|number| spawn(scope, number, || shared.work()));
            let workers: Vec<_> = workers.collect();
            if workers.iter().any(Result::is_err) {
                failed.store(true, atomic::Ordering::Relaxed);
            }
            let mut complete = true;
            let mut nodes = 0;
            for worker in workers {
                let (ended, count) = join(worker?)?;
                complete &= ended;
                nodes += count.searched;
            }
            Ok::<_, SolveError>((complete, nodes))
        })?;
        Ok(CompareReport {
            complete,
            nodes,
            elapsed: begun.elapsed(),
        })
    }
}

/// The data that the threads share.
struct SharedClaims<'a, S, T> {
    context: SearchContext<'a, S, T>,
    claims: &'a [Claim],
    /// The index of the first claim that no thread has taken.
    next: AtomicUsize,
    failed: &'a AtomicBool,
    monitor: &'a dyn Monitor,
    decided: &'a (dyn Fn(usize, Ordering) + Sync),
}

impl<S: Solvable<Position = KalahPosition>, T: Tablebase<KalahPosition>> SharedClaims<'_, S, T> {
    /// Decides one claim after the other, until none is left (`true`) or the monitor stops it.
    fn work(&self) -> Result<(bool, NodeCount), SolveError> {
        let mut search = AlphaBeta::new(self.context);
        loop {
            let index = self.next.fetch_add(1, atomic::Ordering::Relaxed);
            let Some(claim) = self.claims.get(index) else {
                return Ok((true, search.count()));
            };
            match compared_with_claim(&mut search, &self.context.game, claim) {
                Ok(ordering) => {
                    (self.decided)(index, ordering);
                    self.monitor.advance(1);
                }
                Err(abort) => {
                    self.failed.store(true, atomic::Ordering::Relaxed);
                    return match (abort, search.take_failure()) {
                        (Abort::TablebaseFailed, Some(error)) => Err(SolveError::Tablebase(error)),
                        _ => Ok((false, search.count())),
                    };
                }
            }
            if self.context.monitor.should_stop() {
                let next = self.next.load(atomic::Ordering::Relaxed);
                return Ok((next >= self.claims.len(), search.count()));
            }
        }
    }
}

/// Compares the value of a position with the number. The static estimate chooses which of the two
/// null windows is searched first; a shallow search would choose better and cost more than it
/// saves.
fn compared_with_claim<S: Solvable<Position = KalahPosition>, T: Tablebase<KalahPosition>>(
    search: &mut AlphaBeta<'_, S, T>,
    game: &S,
    claim: &Claim,
) -> Result<Ordering, Abort> {
    let step = game.step();
    let seeds = claim.position.seeds();
    // No value lies between these two: where the step is 2, values have the parity of the seeds.
    let up = (seeds as i32 - claim.value).rem_euclid(step);
    let (equal, more) = (
        claim.value + up,
        claim.value + if up > 0 { up } else { step },
    );
    let mut windows = [more, equal];
    if game.estimate(&claim.position, seeds) < claim.value {
        windows.reverse();
    }
    for beta in windows {
        let value = search.value_within(claim.position, beta - step, beta)?;
        if value >= more {
            return Ok(Ordering::Greater);
        }
        if value < claim.value {
            return Ok(Ordering::Less);
        }
    }
    Ok(Ordering::Equal)
}
