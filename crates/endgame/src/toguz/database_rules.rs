//! Databases of the Toguz family as the crate's functions ask for them.

use super::build;
use super::database::ToguzLayers;
use super::plan;
use super::verify;
use crate::database::database_rules::DatabaseRules;
use crate::error::Error;
use crate::format::layer::Layer;
use crate::format::manifest::Manifest;
use crate::guarantees::Guarantees;
use crate::jobs::build::{BuildOptions, BuildReport};
use crate::jobs::plan::Plan;
use crate::jobs::verify::{Verification, VerifyOptions};
use crate::monitor::Monitor;
use mancala_position::toguz::{ToguzPosition, ToguzRules};
use std::path::Path;
use std::time::Duration;

impl DatabaseRules for ToguzRules {
    type Layers = ToguzLayers;

    /// Values do not depend on `stop-at-majority`, so neither does the folder.
    fn folder_name(&self) -> String {
        let rules = Self {
            stop_at_majority: true,
            ..*self
        };
        rules.to_string()
    }

    fn open_layers(
        &self,
        folder: &Path,
        manifest: &Manifest<Self::Statistics>,
    ) -> Result<ToguzLayers, Error> {
        ToguzLayers::open(folder, self, manifest)
    }

    fn load_layers(
        &self,
        layers: ToguzLayers,
        _folder: &Path,
        balls: u32,
        monitor: &dyn Monitor,
    ) -> Result<ToguzLayers, Error> {
        layers.loaded(self, balls, monitor)
    }

    fn most_seeds(layers: &ToguzLayers) -> u32 {
        layers.most_balls()
    }

    fn layer(layers: &ToguzLayers, balls: u32) -> Option<&Layer> {
        layers.layer(balls)
    }

    #[inline(always)]
    fn probe(layers: &ToguzLayers, board: &ToguzPosition) -> Result<Option<Guarantees>, Error> {
        layers.probe(board)
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
    ) -> Result<Verification<Guarantees>, Error> {
        verify::verify(folder, self, options, monitor)
    }
}
