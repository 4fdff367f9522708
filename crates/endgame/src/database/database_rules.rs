//! The part of a database that depends on the family of games: the trait behind
//! [`Database`](super::Database), `build`, `plan`, `estimate` and `verify`.

use crate::error::Error;
use crate::format::layer::Layer;
use crate::format::layer_rules::LayerRules;
use crate::format::manifest::Manifest;
use crate::jobs::build::{BuildOptions, BuildReport};
use crate::jobs::plan::Plan;
use crate::jobs::verify::{Verification, VerifyOptions};
use crate::monitor::Monitor;
use std::path::Path;
use std::time::Duration;

/// Rules that have endgame databases.
///
/// Kalah and the Toguz family build and read their layers in different ways: in Kalah no position
/// recurs and a value is one number, in the Toguz family play can go round for ever and a value is
/// a pair of guarantees. Each function here is called through the one of
/// [`Database`](crate::Database) or of the crate that names it.
pub trait DatabaseRules: LayerRules {
    /// The layers of an open database.
    type Layers: Send + Sync;

    /// Refuses rules whose layers cannot be computed.
    ///
    /// # Errors
    ///
    /// [`Error::NoDatabases`].
    fn check_has_databases(&self) -> Result<(), Error> {
        Ok(())
    }

    /// The name of the folder of these rules below the folder of all databases.
    fn folder_name(&self) -> String;

    /// Opens the layers that a manifest lists, for [`Database::open`](crate::Database::open).
    ///
    /// # Errors
    ///
    /// Those of [`Database::open`](crate::Database::open).
    fn open_layers(
        &self,
        folder: &Path,
        manifest: &Manifest<Self::Statistics>,
    ) -> Result<Self::Layers, Error>;

    /// The same layers with those of up to so many seeds in memory, read with the threads of the
    /// pool that it is called in, for [`Database::loaded`](crate::Database::loaded).
    ///
    /// # Errors
    ///
    /// Those of [`Database::loaded`](crate::Database::loaded).
    fn load_layers(
        &self,
        layers: Self::Layers,
        folder: &Path,
        seeds: u32,
        monitor: &dyn Monitor,
    ) -> Result<Self::Layers, Error>;

    /// The seeds of the largest layer.
    fn most_seeds(layers: &Self::Layers) -> u32;

    /// The layer file of so many seeds, if there is one.
    fn layer(layers: &Self::Layers, seeds: u32) -> Option<&Layer>;

    /// The value of a position, for [`Database::probe`](crate::Database::probe).
    ///
    /// # Errors
    ///
    /// Those of [`Database::probe`](crate::Database::probe).
    fn probe(
        layers: &Self::Layers,
        position: &Self::Position,
    ) -> Result<Option<Self::Value>, Error>;

    /// The values of several positions, for
    /// [`Database::probe_batch`](crate::Database::probe_batch).
    ///
    /// # Errors
    ///
    /// Those of [`Database::probe`](crate::Database::probe).
    ///
    /// # Panics
    ///
    /// If there are not as many places for values as positions.
    #[inline(always)]
    fn probe_batch(
        layers: &Self::Layers,
        positions: &[Self::Position],
        values: &mut [Option<Self::Value>],
    ) -> Result<(), Error> {
        assert_eq!(positions.len(), values.len(), "a place for each position");
        for (position, value) in positions.iter().zip(values) {
            *value = Self::probe(layers, position)?;
        }
        Ok(())
    }

    /// Builds a database, for [`build`](crate::build()).
    ///
    /// # Errors
    ///
    /// Those of [`build`](crate::build()).
    fn build(
        &self,
        folder: &Path,
        options: &BuildOptions,
        monitor: &dyn Monitor,
    ) -> Result<BuildReport, Error>;

    /// The size of a build, for [`plan`](crate::plan()).
    ///
    /// # Errors
    ///
    /// Those of [`plan`](crate::plan()).
    fn plan(&self, options: &BuildOptions) -> Result<Plan, Error>;

    /// How long a build takes, for [`estimate`](crate::estimate()).
    fn estimate(&self, plan: &Plan, threads: usize) -> Duration;

    /// Verifies a database, for [`verify`](crate::verify()).
    ///
    /// # Errors
    ///
    /// Those of [`verify`](crate::verify()).
    fn verify(
        &self,
        folder: &Path,
        options: &VerifyOptions,
        monitor: &dyn Monitor,
    ) -> Result<Verification<Self::Value>, Error>;
}
