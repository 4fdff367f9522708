//! Building, planning and verifying a database, whatever the family of its rules.

use super::database_rules::DatabaseRules;
use crate::error::Error;
use crate::format::layer_rules::LayerRules;
use crate::jobs::build::{BuildOptions, BuildReport};
use crate::jobs::plan::Plan;
use crate::jobs::verify::{Verification, VerifyOptions};
use crate::monitor::Monitor;
use std::path::Path;
use std::time::Duration;

/// Builds the layers of up to `options.seeds` seeds in a folder, or those of them that are missing.
///
/// A layer file is a function of the rules and the seeds alone: neither threads nor interruptions
/// change a byte of it. A build that is stopped goes on with the same call.
///
/// # Errors
///
/// Before anything is done: [`Error::Seeds`] if the format does not hold so many seeds,
/// [`Error::NoDatabases`] if the rules have none, [`Error::LayerSet`] if the layers lead to others,
/// [`Error::Memory`] or [`Error::Disk`] if the build would not fit even with the finished layers on
/// disk, [`Error::Locked`] if another build is at work in the folder. Later: [`Error::Damaged`] and
/// its like if a layer that is there already is not sound, [`Error::Io`] if something cannot be
/// read or written; everything finished before is kept.
pub fn build<R: DatabaseRules>(
    folder: &Path,
    rules: &R,
    options: &BuildOptions,
    monitor: &dyn Monitor,
) -> Result<BuildReport, Error> {
    rules.check_has_databases()?;
    check_layer_set(rules, options)?;
    rules.build(folder, options, monitor)
}

/// The size of a build with these options, before it starts. In the Toguz family, files of open
/// boards are not counted: how many boards are open is known only afterwards.
///
/// # Errors
///
/// [`Error::Seeds`] if the format does not hold so many seeds, [`Error::NoDatabases`] if the rules
/// have none, [`Error::LayerSet`] if the layers lead to others.
pub fn plan<R: DatabaseRules>(rules: &R, options: &BuildOptions) -> Result<Plan, Error> {
    rules.check_has_databases()?;
    check_layer_set(rules, options)?;
    rules.plan(options)
}

/// Estimates how long a build takes on this machine, from one in memory that takes a tenth of a
/// second or more.
#[must_use]
pub fn estimate<R: DatabaseRules>(rules: &R, plan: &Plan, threads: usize) -> Duration {
    rules.estimate(plan, threads)
}

/// Verifies a database folder, each level with those below:
///
/// 1. the checksums of all blocks;
/// 2. the hashes and statistics of the manifest;
/// 3. a sample of positions, recomputed by plain play and search down to smaller layers;
/// 4. every position: recomputed from its moves, or, where play can recur, as the least fixed point
///    of the guarantees, by plainer code than the builder's;
/// 5. the statistics against published ones, of the layers that have any.
///
/// # Errors
///
/// Whatever keeps the database from being opened: a missing, cut or foreign file, a damaged header.
/// [`Error::Interrupted`] if the monitor stops it, [`Error::Threads`] if the system does not give
/// the threads. Whatever else is wrong is in the verification.
pub fn verify<R: DatabaseRules>(
    folder: &Path,
    rules: &R,
    options: &VerifyOptions,
    monitor: &dyn Monitor,
) -> Result<Verification<R::Value>, Error> {
    rules.check_has_databases()?;
    rules.verify(folder, options, monitor)
}

fn check_layer_set<R: LayerRules>(rules: &R, options: &BuildOptions) -> Result<(), Error> {
    if rules.is_closed(options.layers) {
        Ok(())
    } else {
        Err(Error::LayerSet { rules: rules.id() })
    }
}
