//! Analysis: the best move by a deep selective search, where a proof is out of reach.
//!
//! An [`Analyst`] searches by iterative deepening with a lossy table that its threads share. What it knows of a game
//! beyond the rules comes through [`Judged`]: an evaluation, a key, and values of positions that are known exactly
//! ([`Tablebase`](mancala_endgame::Tablebase)).
//!
//! ```
//! use mancala_position::toguz::{ToguzGame, ToguzPosition, ToguzRules};
//! use mancala_search::analysis::{AnalysisOptions, Analyst, Limits, ToguzJudge};
//! use std::sync::atomic::AtomicBool;
//!
//! let rules = ToguzRules::new(ToguzGame::Toguz);
//! let options = AnalysisOptions { table_bytes: 1 << 20, ..AnalysisOptions::default() };
//! let mut analyst = Analyst::new(ToguzJudge::new(&rules), options)?;
//! let limits = Limits { depth: Some(6), ..Limits::default() };
//! let start = ToguzPosition::start(&rules);
//! let insight = analyst.analyze(&start, &[], &limits, &AtomicBool::new(false), &mut |_| {});
//! assert_eq!(insight.depth, 6);
//! assert!(insight.best().is_some_and(|hole| hole < 9));
//! # Ok::<(), mancala_search::SolveError>(())
//! ```

mod game;
mod kalah;
mod search;
mod toguz;

pub use game::{GRAINS, Judged, MOST_PITS, WON, winning_chance};
pub use kalah::KalahJudge;
pub use search::{AnalysisOptions, Analyst, Features, Insight, Limits, Line, Outcome};
pub use toguz::{
    ACTIVE, Evaluation, HIDDEN, MIDDLE_UNIT, Network, OUTPUT_UNIT, ROWS, SECOND,
    StandardEvaluation, Tally, ToguzInputs, ToguzJudge, UNIT, WEIGHT_COUNT,
};
