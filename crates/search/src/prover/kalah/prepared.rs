//! Proofs of Kalah whose database is ready, and their results.

use super::proof_database::ProofDatabase;
use crate::error::SolveError;
use crate::proof::kalah::{
    Checkpoints, Claim, CompareReport, Driver, Solution, SolveOptions, compare, solve,
    solve_with_checkpoints,
};
use crate::prover::event::{ProofEvent, ProofObserver};
use mancala_endgame::{Monitor, NoTablebase, Tablebase};
use mancala_position::kalah::{KalahPosition, KalahRules};
use std::cmp::Ordering;

/// A solved position, and the database that the proof rests on.
#[derive(Debug)]
pub struct KalahProof {
    /// The proved values.
    pub solution: Solution,
    /// The database; none if the proof is search alone.
    pub database: Option<ProofDatabase>,
}

/// A proof whose database is ready.
#[derive(Debug)]
pub struct PreparedKalahProof<'a> {
    pub(super) rules: &'a KalahRules,
    pub(super) position: KalahPosition,
    pub(super) database: Option<ProofDatabase>,
    pub(super) options: SolveOptions,
    pub(super) checkpoints: Option<&'a Checkpoints>,
}

impl PreparedKalahProof<'_> {
    /// The database; none if the proof is search alone.
    #[must_use]
    pub const fn database(&self) -> Option<&ProofDatabase> {
        self.database.as_ref()
    }

    /// The options of the proof, with the bytes of its table.
    #[must_use]
    pub const fn options(&self) -> &SolveOptions {
        &self.options
    }

    /// Proves the position.
    ///
    /// # Errors
    ///
    /// Those of [`solve`] and [`solve_with_checkpoints`].
    pub fn prove(&self, observer: &dyn ProofObserver) -> Result<Solution, SolveError> {
        self.prove_by(self.options.driver, observer)
    }

    /// Proves the position by another driver.
    ///
    /// # Errors
    ///
    /// Those of [`solve`] and [`solve_with_checkpoints`].
    pub fn prove_by(
        &self,
        driver: Driver,
        observer: &dyn ProofObserver,
    ) -> Result<Solution, SolveError> {
        let options = SolveOptions {
            driver,
            ..self.options
        };
        match &self.database {
            Some(database) => self.solve(database, &options, observer),
            None => self.solve(&NoTablebase, &options, observer),
        }
    }

    fn solve<T: Tablebase<KalahPosition>>(
        &self,
        tablebase: &T,
        options: &SolveOptions,
        observer: &dyn ProofObserver,
    ) -> Result<Solution, SolveError> {
        let (rules, position) = (self.rules, &self.position);
        let Some(checkpoints) = self.checkpoints else {
            return solve(rules, position, tablebase, options, observer);
        };
        let path = checkpoints.path();
        if path.exists() {
            observer.event(&ProofEvent::ResumingProof { checkpoint: &path });
        }
        solve_with_checkpoints(rules, position, tablebase, options, checkpoints, observer)
    }
}

/// A comparison of many positions whose database is ready.
#[derive(Debug)]
pub struct PreparedComparison<'a> {
    pub(super) rules: &'a KalahRules,
    pub(super) claims: &'a [Claim],
    pub(super) database: Option<ProofDatabase>,
    pub(super) options: SolveOptions,
}

impl PreparedComparison<'_> {
    /// The database; none if the comparison is search alone.
    #[must_use]
    pub const fn database(&self) -> Option<&ProofDatabase> {
        self.database.as_ref()
    }

    /// The options of the search, with the bytes of its table.
    #[must_use]
    pub const fn options(&self) -> &SolveOptions {
        &self.options
    }

    /// Compares the values, as [`compare`] does.
    ///
    /// # Errors
    ///
    /// Those of [`compare`].
    pub fn compare(
        &self,
        monitor: &dyn Monitor,
        decided: &(dyn Fn(usize, Ordering) + Sync),
    ) -> Result<CompareReport, SolveError> {
        let Self {
            rules,
            claims,
            options,
            ..
        } = self;
        match &self.database {
            Some(database) => compare(rules, claims, database, options, monitor, decided),
            None => compare(rules, claims, &NoTablebase, options, monitor, decided),
        }
    }
}
