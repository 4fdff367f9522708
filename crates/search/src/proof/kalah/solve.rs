//! Solving a position: its value, the values of all first turns, and a line of best play.

use super::checkpoint::{CheckpointHeader, Checkpoints, load, pair, remove};
use super::first_turns::FirstTurns;
use super::game::SolvableKalah;
use super::monitor::{CheckpointStore, ProofMonitor, ProofState};
use super::runner::ProofRunner;
use super::search::{SearchContext, SearchOptions, Solvable};
use super::solution::Solution;
use super::transposition::ProofTable;
use super::value::{Driver, SharedBounds};
use crate::bounds::Bounds;
use crate::error::SolveError;
use crate::kalah_estimate::KalahEstimate;
use crate::table_memory::TableMemory;
use crate::threads::checked;
use mancala_endgame::{Monitor, Tablebase};
use mancala_position::Game;
use mancala_position::kalah::{KalahPosition, KalahRules, KalahVisitor, with_kalah};
use mancala_position::rank::BoardRanker;

/// The options of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveOptions {
    /// The windows by which values are found.
    pub driver: Driver,
    /// The bytes of the transposition table.
    pub table_bytes: u64,
    /// The threads that search. With one, the nodes are the same on every run and machine.
    pub threads: usize,
    /// Prove the value only, without those of the first turns and without a line.
    pub value_only: bool,
    /// The parts of the search.
    pub search: SearchOptions,
}

impl Default for SolveOptions {
    fn default() -> Self {
        Self {
            driver: Driver::default(),
            table_bytes: 256 << 20,
            threads: 1,
            value_only: false,
            search: SearchOptions::ALL,
        }
    }
}

/// Solves a position.
///
/// # Errors
///
/// [`SolveError::RulesDiffer`] if the tablebase is for other rules, [`SolveError::TableMemory`] if
/// the table cannot be had, [`SolveError::Tablebase`] if the tablebase fails on the way,
/// [`SolveError::Interrupted`] if the monitor stops it, [`SolveError::Threads`] if there are no
/// threads.
pub fn solve<T: Tablebase<KalahPosition>>(
    rules: &KalahRules,
    position: &KalahPosition,
    tablebase: &T,
    options: &SolveOptions,
    monitor: &dyn Monitor,
) -> Result<Solution, SolveError> {
    visit(rules, position, tablebase, options, None, monitor)
}

/// Solves a position with checkpoints. If the process is killed or the monitor stops it, the same
/// call resumes from the last checkpoint. The checkpoint of a completed proof is removed.
///
/// # Errors
///
/// Those of [`solve`], and [`SolveError::Checkpoint`] if a checkpoint cannot be written or read, is
/// damaged or belongs to another proof.
pub fn solve_with_checkpoints<T: Tablebase<KalahPosition>>(
    rules: &KalahRules,
    position: &KalahPosition,
    tablebase: &T,
    options: &SolveOptions,
    checkpoints: &Checkpoints,
    monitor: &dyn Monitor,
) -> Result<Solution, SolveError> {
    visit(
        rules,
        position,
        tablebase,
        options,
        Some(checkpoints),
        monitor,
    )
}

fn visit<T: Tablebase<KalahPosition>>(
    rules: &KalahRules,
    position: &KalahPosition,
    tablebase: &T,
    options: &SolveOptions,
    checkpoints: Option<&Checkpoints>,
    monitor: &dyn Monitor,
) -> Result<Solution, SolveError> {
    tablebase.check_rules(rules)?;
    let ranker = BoardRanker::new(rules.pits(), position.seeds());
    with_kalah(
        rules,
        KalahSolver {
            rules,
            position,
            tablebase,
            options,
            checkpoints,
            monitor,
            ranker: &ranker,
        },
    )
}

struct KalahSolver<'a, T> {
    rules: &'a KalahRules,
    position: &'a KalahPosition,
    tablebase: &'a T,
    options: &'a SolveOptions,
    checkpoints: Option<&'a Checkpoints>,
    monitor: &'a dyn Monitor,
    ranker: &'a BoardRanker,
}

/// The pre-search has one part in so many of the memory of the table, up to a limit in bytes.
const PRE_SEARCH_SHARE: u64 = 32;
const PRE_SEARCH_BYTES: u64 = 8 << 20;

impl<T: Tablebase<KalahPosition>> KalahVisitor for KalahSolver<'_, T> {
    type Output = Result<Solution, SolveError>;

    fn visit<G: Game<Position = KalahPosition>>(self, game: G) -> Result<Solution, SolveError> {
        let estimate = KalahEstimate::new(self.rules.pits());
        let game = SolvableKalah::new(game, self.rules, self.ranker, &estimate);
        let pre_search_bytes = (self.options.table_bytes / PRE_SEARCH_SHARE).min(PRE_SEARCH_BYTES);
        let mut memory =
            TableMemory::new(self.options.table_bytes.saturating_sub(pre_search_bytes))?;
        let table = ProofTable::new(&mut memory, game.rank_bits());
        let all = Bounds::of_seeds(game.seeds(self.position));
        let state = ProofState {
            value: SharedBounds::new(all),
            turns: FirstTurns::new(&game, self.position),
        };
        let (store, resumed) = match self.checkpoints {
            Some(checkpoints) => {
                let (store, resumed) = self.open(checkpoints, &state, &table)?;
                (Some(store), resumed)
            }
            None => (None, false),
        };
        let monitor = ProofMonitor::new(self.monitor, &table, &state, store.as_ref());
        let runner = ProofRunner {
            context: SearchContext {
                game,
                tablebase: self.tablebase,
                table: &table,
                hints: None,
                options: self.options.search,
                monitor: &monitor,
            },
            state: &state,
            monitor: &monitor,
            driver: self.options.driver,
            threads: checked(self.options.threads)?,
            pre_search_bytes,
            resumed,
        };
        let solution = runner.solve(self.position, self.options.value_only)?;
        if let Some(checkpoints) = self.checkpoints {
            remove(checkpoints)?;
        }
        Ok(solution)
    }
}

impl<'a, T> KalahSolver<'a, T> {
    /// Opens the checkpoints, and resumes from the one that is there.
    fn open(
        &self,
        checkpoints: &'a Checkpoints,
        state: &ProofState<KalahPosition>,
        table: &ProofTable<'_>,
    ) -> Result<(CheckpointStore<'a>, bool), SolveError> {
        let ends = state.turns.ends().iter();
        let header = CheckpointHeader {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            rules: self.rules.id(),
            position: [self.position.own_row(), self.position.opponent_row()],
            searched: 0,
            generated: 0,
            elapsed_ms: 0,
            value: pair(state.value.get()),
            ends: ends.map(|end| pair(end.proved.get())).collect(),
            guesses: Vec::new(),
        };
        let found = load(checkpoints, &header, table)?;
        let resumed = found.is_some();
        if let Some(found) = &found {
            state.restore(found);
        }
        let header = found.unwrap_or(header);
        Ok((
            CheckpointStore {
                checkpoints,
                header,
            },
            resumed,
        ))
    }
}
