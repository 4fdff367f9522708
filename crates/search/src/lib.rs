//! Proving the value of sowing-game positions: a search that is exact, with endgame databases below
//! it.
//!
//! ```
//! use mancala_endgame::{NoTablebase, Silent};
//! use mancala_position::kalah::{KalahPosition, KalahRules};
//! use mancala_search::{SolveOptions, solve};
//!
//! let rules = KalahRules::new(4)?;
//! let start = KalahPosition::start(&rules, 3)?;
//! let solution = solve(&rules, &start, &NoTablebase, &SolveOptions::default(), &Silent)?;
//! assert_eq!(solution.value, 6);
//! let values: Vec<i32> = solution.turns.iter().map(|turn| turn.value).collect();
//! assert_eq!(solution.turns[1].pits, [1, 0]);
//! assert_eq!(values.iter().max(), Some(&6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! If a proof is out of reach, [`analysis`] finds good moves.
//!
//! Whatever comes out of the rest is proved, or an error says why there is no answer:
//! [`SolveError`].

// The folders lie in layers, and imports go down only, from the first line to the last: protocol;
// engine; matches; analysis and proof, which do not know each other; the files beside
// this one. Within proof/kalah: its own files; value; search; transposition. Within analysis:
// kalah, toguz and search, which do not know each other; game.
pub mod analysis;
mod bounds;
pub mod engine;
mod error;
mod input;
mod kalah_estimate;
pub mod matches;
mod proof;
pub mod protocol;
mod prover;
mod table_memory;
mod threads;

pub use bounds::Bounds;
pub use error::{CheckpointFault, SolveError, TurnBounds};
pub use proof::kalah::{
    Checkpoints, Claim, CompareReport, Driver, SearchOptions, Solution, SolveOptions, TurnValue,
    UnknownDriver, compare, solve, solve_with_checkpoints,
};
pub use proof::toguz::{
    GuaranteeBounds, ShortestGames, ShortestWin, ToguzBounds, ToguzGoal, ToguzMove, ToguzOptions,
    ToguzResult, ToguzSolution, shortest_games, solve_guarantees,
};
pub use prover::{
    DatabasePlan, KalahProof, KalahProver, KnownGuarantees, PreparedComparison, PreparedKalahProof,
    PreparedToguzProof, ProofDatabase, ProofEvent, ProofObserver, ProofPlan, ProofSeries,
    ProverError, Resources, ToguzProof, ToguzProver,
};
pub use table_memory::TableMemoryError;
pub use threads::MAX_THREADS;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
