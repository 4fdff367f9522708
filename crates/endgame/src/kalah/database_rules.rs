//! Databases of Kalah as the crate's functions ask for them.

use super::build;
use super::database::KalahLayers;
use super::plan;
use super::verify;
use crate::database::database_rules::DatabaseRules;
use crate::error::Error;
use crate::format::layer::Layer;
use crate::format::manifest::Manifest;
use crate::jobs::build::{BuildOptions, BuildReport};
use crate::jobs::plan::Plan;
use crate::jobs::verify::{Verification, VerifyOptions};
use crate::monitor::Monitor;
use mancala_position::kalah::{KalahPosition, KalahRules, Lap};
use std::path::Path;
use std::time::Duration;

impl DatabaseRules for KalahRules {
    type Layers = KalahLayers;

    fn check_has_databases(&self) -> Result<(), Error> {
        match self.lap {
            Lap::Plain | Lap::SkipOrigin => Ok(()),
            Lap::Relay => Err(Error::NoDatabases {
                rules: self.to_string(),
                reason: "where a relay sowing ends depends on both rows, and layers are computed one \
                         row at a time",
            }),
        }
    }

    fn folder_name(&self) -> String {
        self.to_string().replace(':', "-")
    }

    fn open_layers(
        &self,
        folder: &Path,
        manifest: &Manifest<Self::Statistics>,
    ) -> Result<KalahLayers, Error> {
        KalahLayers::open(folder, self, manifest)
    }

    fn load_layers(
        &self,
        layers: KalahLayers,
        folder: &Path,
        seeds: u32,
        monitor: &dyn Monitor,
    ) -> Result<KalahLayers, Error> {
        layers.loaded(self, folder, seeds, monitor)
    }

    fn most_seeds(layers: &KalahLayers) -> u32 {
        layers.most_seeds()
    }

    fn layer(layers: &KalahLayers, seeds: u32) -> Option<&Layer> {
        layers.layer(seeds)
    }

    #[inline(always)]
    fn probe(layers: &KalahLayers, position: &KalahPosition) -> Result<Option<i32>, Error> {
        layers.probe(position)
    }

    #[inline(always)]
    fn probe_batch(
        layers: &KalahLayers,
        positions: &[KalahPosition],
        values: &mut [Option<i32>],
    ) -> Result<(), Error> {
        layers.probe_batch(positions, values)
    }

    fn build(
        &self,
        folder: &Path,
        options: &BuildOptions,
        monitor: &dyn Monitor,
    ) -> Result<BuildReport, Error> {
        build::build(folder, self, options, monitor)
    }

    fn plan(&self, options: &BuildOptions) -> Result<Plan, Error> {
        plan::plan(self, options)
    }

    fn estimate(&self, plan: &Plan, threads: usize) -> Duration {
        plan::estimate(self, plan, threads)
    }

    fn verify(
        &self,
        folder: &Path,
        options: &VerifyOptions,
        monitor: &dyn Monitor,
    ) -> Result<Verification<i32>, Error> {
        verify::verify(folder, self, options, monitor)
    }
}
