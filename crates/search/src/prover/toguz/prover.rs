//! The builder of proofs of the Toguz family.

use super::known_guarantees::KnownGuarantees;
use crate::error::SolveError;
use crate::proof::toguz::{ToguzGoal, ToguzOptions, ToguzSolution, solve_guarantees};
use crate::prover::error::ProverError;
use crate::prover::resources::Resources;
use mancala_endgame::{Database, Monitor};
use mancala_position::toguz::{ToguzPosition, ToguzRules};

/// The most bytes of a transposition table where no limit is given. Most proofs that end at all
/// need less, and all of its pages are soon in use.
const MOST_TABLE_BYTES: u64 = 1 << 30;

/// Proves positions of the Toguz family, on guarantees of the boards with few balls.
///
/// ```
/// use mancala_endgame::Silent;
/// use mancala_position::toguz::{ToguzGame, ToguzRules, ToguzState};
/// use mancala_search::{ToguzGoal, ToguzProver, ToguzResult};
///
/// let rules = ToguzRules::new(ToguzGame::Bestemshe);
/// let state = ToguzState::from_text(&rules, "0,0,0,0,2/1,1,0,0,0 24,22 -,- w")?;
/// let proof = ToguzProver::new(rules)
///     .goal(ToguzGoal::Result)
///     .prove(&state.position(), &Silent)?;
/// assert_eq!(proof.solution.result, Some(ToguzResult::Won));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ToguzProver<'d> {
    rules: ToguzRules,
    database: Option<&'d Database<ToguzRules>>,
    known_balls: Option<u32>,
    resources: Resources,
    most_table_bytes: u64,
    goal: ToguzGoal,
    most_plies: u32,
    most_nodes: u64,
}

/// The proved result of a position, and the guarantees that the proof rests on.
#[derive(Debug)]
pub struct ToguzProof<'d> {
    /// The proved guarantees.
    pub solution: ToguzSolution,
    /// The guarantees of boards with few balls.
    pub known: KnownGuarantees<'d>,
}

impl<'d> ToguzProver<'d> {
    /// A prover of the guarantees of a position and of its moves, without limits, with the default
    /// [`Resources`].
    #[must_use]
    pub fn new(rules: ToguzRules) -> Self {
        let ToguzOptions {
            goal,
            most_plies,
            most_nodes,
            ..
        } = ToguzOptions::default();
        Self {
            rules,
            database: None,
            known_balls: None,
            resources: Resources::default(),
            most_table_bytes: MOST_TABLE_BYTES,
            goal,
            most_plies,
            most_nodes,
        }
    }

    /// Takes the guarantees from this database, if they go as far as what would be computed
    /// instead.
    #[must_use]
    pub fn database(self, database: &'d Database<ToguzRules>) -> Self {
        Self {
            database: Some(database),
            ..self
        }
    }

    /// Uses the guarantees of boards with up to so many balls, instead of those that take a second
    /// or two; 0 is search alone.
    #[must_use]
    pub fn known_balls(self, balls: u32) -> Self {
        Self {
            known_balls: Some(balls),
            ..self
        }
    }

    /// The memory and the threads. The search has one thread.
    #[must_use]
    pub fn resources(self, resources: Resources) -> Self {
        Self { resources, ..self }
    }

    /// The most bytes of the transposition table, 1 GiB where this is not called. It has no more
    /// than the memory that the guarantees leave.
    #[must_use]
    pub fn most_table_bytes(self, bytes: u64) -> Self {
        Self {
            most_table_bytes: bytes,
            ..self
        }
    }

    /// The goal.
    #[must_use]
    pub fn goal(self, goal: ToguzGoal) -> Self {
        Self { goal, ..self }
    }

    /// The most plies of a question.
    #[must_use]
    pub fn most_plies(self, plies: u32) -> Self {
        Self {
            most_plies: plies,
            ..self
        }
    }

    /// Stops the search after about so many nodes.
    #[must_use]
    pub fn most_nodes(self, nodes: u64) -> Self {
        Self {
            most_nodes: nodes,
            ..self
        }
    }

    /// Takes the guarantees from the database or computes them.
    ///
    /// # Errors
    ///
    /// [`ProverError::GuaranteeMemory`] if they do not fit in the memory,
    /// [`ProverError::GuaranteesStopped`] if the monitor stops it, [`ProverError::Database`] if the
    /// system does not give the threads.
    pub fn prepare(
        &self,
        position: &ToguzPosition,
        monitor: &dyn Monitor,
    ) -> Result<PreparedToguzProof<'d>, ProverError> {
        let rules = &self.rules;
        let from_database = self.database.and_then(|database| {
            KnownGuarantees::from_database(database, rules, position, self.known_balls)
        });
        let known = match from_database {
            Some(known) => known,
            None => KnownGuarantees::compute(
                rules,
                position,
                self.known_balls,
                &self.resources,
                monitor,
            )?,
        };
        let rest = self.resources.rest(known.bytes());
        Ok(PreparedToguzProof {
            rules: self.rules,
            position: *position,
            options: ToguzOptions {
                goal: self.goal,
                table_bytes: rest.min(self.most_table_bytes),
                most_plies: self.most_plies,
                most_nodes: self.most_nodes,
            },
            known,
        })
    }

    /// Prepares and proves. A proof that the monitor stops has what was proved.
    ///
    /// # Errors
    ///
    /// Those of [`ToguzProver::prepare`], and those of [`solve_guarantees`] as
    /// [`ProverError::Solve`].
    pub fn prove(
        &self,
        position: &ToguzPosition,
        monitor: &dyn Monitor,
    ) -> Result<ToguzProof<'d>, ProverError> {
        let prepared = self.prepare(position, monitor)?;
        let solution = prepared.prove(monitor)?;
        Ok(ToguzProof {
            solution,
            known: prepared.known,
        })
    }
}

/// A proof whose guarantees of boards with few balls are ready.
#[derive(Debug)]
pub struct PreparedToguzProof<'d> {
    rules: ToguzRules,
    position: ToguzPosition,
    options: ToguzOptions,
    known: KnownGuarantees<'d>,
}

impl<'d> PreparedToguzProof<'d> {
    /// The guarantees of boards with few balls.
    #[must_use]
    pub const fn known(&self) -> &KnownGuarantees<'d> {
        &self.known
    }

    /// The options of the search, with the bytes of its table.
    #[must_use]
    pub const fn options(&self) -> &ToguzOptions {
        &self.options
    }

    /// Proves the position.
    ///
    /// # Errors
    ///
    /// Those of [`solve_guarantees`].
    pub fn prove(&self, monitor: &dyn Monitor) -> Result<ToguzSolution, SolveError> {
        solve_guarantees(
            &self.rules,
            &self.position,
            &self.known,
            &self.options,
            monitor,
        )
    }
}
