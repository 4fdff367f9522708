//! Analysis: the best move by a deep selective search, where a proof is out of reach.
//!
//! An [`Analyzer`] searches by iterative deepening with a lossy table that its threads share. What
//! it knows of a game beyond the rules comes through [`EvaluatedGame`]: an evaluation, a key, and
//! values of positions that are known exactly ([`Tablebase`](mancala_endgame::Tablebase)).
//!
//! ```
//! use mancala_position::toguz::{ToguzGame, ToguzPosition, ToguzRules};
//! use mancala_search::analysis::{AnalysisOptions, Analyzer, EvaluatedToguz, Limits, RootPosition};
//! use std::sync::atomic::AtomicBool;
//!
//! let rules = ToguzRules::new(ToguzGame::Toguz);
//! let options = AnalysisOptions { table_bytes: 1 << 20, ..AnalysisOptions::default() };
//! let mut analyzer = Analyzer::new(EvaluatedToguz::new(&rules), options)?;
//! let limits = Limits { depth: Some(6), ..Limits::default() };
//! let start = ToguzPosition::start(&rules);
//! let report = analyzer.analyze(RootPosition::new(&start), &limits, &AtomicBool::new(false), &mut |_| {})?;
//! assert_eq!(report.depth, 6);
//! assert!(report.best().is_some_and(|hole| hole < 9));
//! # Ok::<(), mancala_search::analysis::AnalysisError>(())
//! ```

mod error;
mod game;
mod kalah;
mod search;
mod toguz;

pub use error::AnalysisError;
pub use game::{EvaluatedGame, MAX_MOVES, UNITS_PER_SEED, WIN_BONUS, winning_chance};
pub use kalah::{EvaluatedKalah, EvaluatedWideKalah, MAX_ANALYSED_SEEDS};
pub use search::{
    AnalysisOptions, Analyzer, Features, Limits, Line, Outcome, ParamError, ParamInfo,
    RootPosition, SearchParams, SearchReport,
};
#[cfg(feature = "training")]
pub use toguz::training;
pub use toguz::{EvaluatedToguz, Evaluation, HandCraftedEvaluation, Network, StandardEvaluation};
