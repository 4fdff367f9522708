//! Proofs of many positions on one database.

use super::proof_database::ProofDatabase;
use super::prover::KalahProver;
use crate::error::SolveError;
use crate::proof::kalah::{Driver, Solution, SolveOptions, solve};
use crate::prover::error::ProverError;
use crate::prover::event::ProofObserver;
use mancala_endgame::{Monitor, NoTablebase};
use mancala_position::kalah::KalahPosition;

/// Proves many positions, one after the other, on a database that is prepared once.
#[derive(Debug)]
pub struct ProofSeries<'a> {
    prover: &'a KalahProver,
    database: Option<ProofDatabase>,
}

impl<'a> ProofSeries<'a> {
    /// Prepares the database that the prover would have for the first position.
    ///
    /// # Errors
    ///
    /// Those of [`KalahProver::prepare`].
    pub fn prepare(
        prover: &'a KalahProver,
        first: &KalahPosition,
        observer: &dyn ProofObserver,
    ) -> Result<Self, ProverError> {
        let database = prover.prepare(first, observer)?.database;
        Ok(Self { prover, database })
    }

    /// The database; none if the proofs are search alone.
    #[must_use]
    pub const fn database(&self) -> Option<&ProofDatabase> {
        self.database.as_ref()
    }

    /// Proves a position by a driver, with a table that suits it. Checkpoints have no part in it.
    ///
    /// # Errors
    ///
    /// Those of [`solve`].
    pub fn prove_by(
        &self,
        position: &KalahPosition,
        driver: Driver,
        monitor: &dyn Monitor,
    ) -> Result<Solution, SolveError> {
        let seeds = self.database.as_ref().map_or(0, ProofDatabase::seeds);
        let options = SolveOptions {
            driver,
            ..self.prover.options_on(position, seeds)
        };
        let rules = self.prover.rules();
        match &self.database {
            Some(database) => solve(rules, position, database, &options, monitor),
            None => solve(rules, position, &NoTablebase, &options, monitor),
        }
    }
}
