//! The builder of proofs of Kalah.

use super::choice::{
    DatabasePlan, ProofPlan, database_for_comparison, database_for_proof, is_worth_loading,
    table_for_comparison,
};
use super::cost::Problem;
use super::prepared::{KalahProof, PreparedComparison, PreparedKalahProof};
use super::proof_database::{Location, ProofDatabase};
use crate::proof::kalah::{Checkpoints, Claim, Driver, SearchOptions, SolveOptions};
use crate::prover::error::ProverError;
use crate::prover::event::ProofObserver;
use crate::prover::resources::Resources;
use mancala_endgame::{Database, DatabaseRules};
use mancala_position::kalah::{KalahPosition, KalahRules};
use std::path::PathBuf;

/// Proves positions of Kalah: with a database that is chosen, built, verified and loaded as the
/// problem demands, or by search alone.
///
/// ```
/// use mancala_endgame::{Database, Silent};
/// use mancala_position::kalah::{KalahPosition, KalahRules};
/// use mancala_search::{KalahProver, Resources};
///
/// let rules = KalahRules::new(4)?;
/// let start = KalahPosition::start(&rules, 3)?;
/// let root = tempfile::tempdir()?;
/// let prover = KalahProver::new(rules)
///     .database(Database::folder(root.path(), &rules))
///     .resources(Resources::new(1 << 30, 2));
///
/// let proof = prover.prove(&start, &Silent)?;
/// assert_eq!(proof.solution.value, 6);
/// // The layers to these seeds were built and verified.
/// let database = proof.database.expect("a folder was named");
/// assert_eq!(database.seeds(), database.database().most_seeds());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct KalahProver {
    rules: KalahRules,
    folder: Option<PathBuf>,
    database_seeds: Option<u32>,
    commit: Option<String>,
    resources: Resources,
    driver: Driver,
    value_only: bool,
    search: SearchOptions,
    checkpoints: Option<Checkpoints>,
}

impl KalahProver {
    /// A prover by search alone, with the default [`Resources`], of values, first turns and lines.
    #[must_use]
    pub fn new(rules: KalahRules) -> Self {
        Self {
            rules,
            folder: None,
            database_seeds: None,
            commit: None,
            resources: Resources::default(),
            driver: Driver::default(),
            value_only: false,
            search: SearchOptions::ALL,
            checkpoints: None,
        }
    }

    /// Proves on the database in this folder, which is built there if it is missing.
    /// [`Database::folder`] and [`Database::locate`] find the folder of a rule set.
    #[must_use]
    pub fn database(self, folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: Some(folder.into()),
            ..self
        }
    }

    /// Uses the layers of the database with up to so many seeds, instead of choosing by the problem
    /// and the memory. With one thread the nodes are then the same on every run and machine.
    #[must_use]
    pub fn database_seeds(self, seeds: u32) -> Self {
        Self {
            database_seeds: Some(seeds),
            ..self
        }
    }

    /// The commit of the program, for the manifest of a database that is built.
    #[must_use]
    pub fn commit(self, commit: impl Into<String>) -> Self {
        Self {
            commit: Some(commit.into()),
            ..self
        }
    }

    /// The memory and the threads.
    #[must_use]
    pub fn resources(self, resources: Resources) -> Self {
        Self { resources, ..self }
    }

    /// The windows by which values are found.
    #[must_use]
    pub fn driver(self, driver: Driver) -> Self {
        Self { driver, ..self }
    }

    /// Whether to prove the value only, without those of the first turns and without a line.
    #[must_use]
    pub fn value_only(self, value_only: bool) -> Self {
        Self { value_only, ..self }
    }

    /// The parts of the search.
    #[must_use]
    pub fn search_options(self, search: SearchOptions) -> Self {
        Self { search, ..self }
    }

    /// Saves the proof, and resumes it from where it was saved.
    #[must_use]
    pub fn checkpoints(self, checkpoints: Checkpoints) -> Self {
        Self {
            checkpoints: Some(checkpoints),
            ..self
        }
    }

    /// The database and the table that a proof of the position would have.
    ///
    /// # Errors
    ///
    /// [`ProverError::Database`] if the existing database cannot be opened.
    pub fn plan(&self, position: &KalahPosition) -> Result<ProofPlan, ProverError> {
        let existing = match self.location() {
            Some(location) => location.find()?,
            None => None,
        };
        Ok(self.plan_beside(position, existing.as_ref()))
    }

    /// Plans and does all that comes before the search: the database is built as far as it is
    /// missing, verified unless there is a record of that, and loaded into memory if that pays.
    ///
    /// # Errors
    ///
    /// [`ProverError`], except [`ProverError::Solve`].
    pub fn prepare(
        &self,
        position: &KalahPosition,
        observer: &dyn ProofObserver,
    ) -> Result<PreparedKalahProof<'_>, ProverError> {
        let (plan, database) = match self.location() {
            None => (self.plan_beside(position, None), None),
            Some(location) => {
                let existing = location.find()?;
                let plan = self.plan_beside(position, existing.as_ref());
                let seeds = plan.database.as_ref().map_or(0, |database| database.seeds);
                let resources = &self.resources;
                let database =
                    ProofDatabase::prepare(&location, seeds, existing, resources, observer)?;
                let problem = self.problem(position);
                let database = if is_worth_loading(&problem, seeds, database.bytes(), resources) {
                    database.loaded(resources.threads, observer)?
                } else {
                    database
                };
                (plan, Some(database))
            }
        };
        Ok(PreparedKalahProof {
            rules: &self.rules,
            position: *position,
            database,
            options: self.options(plan.table_bytes),
            checkpoints: self.checkpoints.as_ref(),
        })
    }

    /// Prepares and proves.
    ///
    /// # Errors
    ///
    /// [`ProverError`]; a proof that the monitor stops is [`ProverError::Solve`] with
    /// [`SolveError::Interrupted`](crate::SolveError::Interrupted), which has what was proved.
    pub fn prove(
        &self,
        position: &KalahPosition,
        observer: &dyn ProofObserver,
    ) -> Result<KalahProof, ProverError> {
        let prepared = self.prepare(position, observer)?;
        let solution = prepared.prove(observer)?;
        Ok(KalahProof {
            solution,
            database: prepared.database,
        })
    }

    /// The same as [`KalahProver::prepare`] for a comparison of many positions. The driver, the
    /// checkpoints and whether only the value is proved have no part in it.
    ///
    /// # Errors
    ///
    /// [`ProverError`], except [`ProverError::Solve`].
    pub fn prepare_comparison<'a>(
        &'a self,
        claims: &'a [Claim],
        observer: &dyn ProofObserver,
    ) -> Result<PreparedComparison<'a>, ProverError> {
        let seeds = claims.iter().map(|claim| claim.position.seeds());
        let most_seeds = seeds.max().unwrap_or(0);
        let (rules, resources) = (&self.rules, &self.resources);
        let database = match self.location() {
            None => None,
            Some(location) => {
                let existing = location.find()?;
                let there = existing.as_ref().map(Database::most_seeds);
                let seeds = self.database_seeds.unwrap_or_else(|| {
                    database_for_comparison(rules, most_seeds, there, resources)
                });
                let prepared =
                    ProofDatabase::prepare(&location, seeds, existing, resources, observer)?;
                Some(prepared)
            }
        };
        Ok(PreparedComparison {
            rules,
            claims,
            database,
            options: self.options(table_for_comparison(rules, most_seeds, resources)),
        })
    }

    /// The database alone, with so many seeds at least, or all of an existing one that has more.
    /// `None` if no folder was named.
    ///
    /// # Errors
    ///
    /// [`ProverError`], except [`ProverError::Solve`].
    pub fn prepare_database(
        &self,
        least_seeds: u32,
        observer: &dyn ProofObserver,
    ) -> Result<Option<ProofDatabase>, ProverError> {
        let Some(location) = self.location() else {
            return Ok(None);
        };
        let existing = location.find()?;
        let there = existing.as_ref().map_or(0, Database::most_seeds);
        let seeds = least_seeds.max(there);
        ProofDatabase::prepare(&location, seeds, existing, &self.resources, observer).map(Some)
    }

    /// The database of the proof. Rules that have none are proved without, unless its size was
    /// named.
    fn location(&self) -> Option<Location<'_>> {
        let folder = self.folder.as_deref()?;
        if self.database_seeds.is_none() && self.rules.check_has_databases().is_err() {
            return None;
        }
        Some(Location {
            folder,
            rules: &self.rules,
            commit: self.commit.as_deref(),
        })
    }

    fn problem(&self, position: &KalahPosition) -> Problem<'_> {
        Problem {
            rules: &self.rules,
            seeds: position.seeds(),
            value_only: self.value_only,
        }
    }

    fn plan_beside(
        &self,
        position: &KalahPosition,
        existing: Option<&Database<KalahRules>>,
    ) -> ProofPlan {
        let problem = self.problem(position);
        let existing = existing.map(Database::most_seeds);
        let database = self.location().map(|location| DatabasePlan {
            folder: location.folder.to_owned(),
            seeds: self
                .database_seeds
                .unwrap_or_else(|| database_for_proof(&problem, existing, &self.resources)),
            existing,
        });
        ProofPlan::new(&problem, database, &self.resources)
    }

    /// The rules.
    pub(super) const fn rules(&self) -> &KalahRules {
        &self.rules
    }

    /// The options of a proof on a database with so many seeds.
    pub(super) fn options_on(&self, position: &KalahPosition, seeds: u32) -> SolveOptions {
        let nodes = self.problem(position).nodes(seeds);
        self.options(self.resources.table_bytes_for_nodes(nodes))
    }

    fn options(&self, table_bytes: u64) -> SolveOptions {
        SolveOptions {
            driver: self.driver,
            table_bytes,
            threads: self.resources.threads,
            value_only: self.value_only,
            search: self.search,
        }
    }
}
