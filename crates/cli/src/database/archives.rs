//! The common part of `mancala pack` and `mancala unpack`: arguments, progress, interruption.

use crate::args::{Db, StopAfter, Threads, game};
use crate::failure::{Failure, Kind};
use crate::output::Output;
use crate::progress::Progress;
use crate::signals;
use clap::Args;
use mancala_endgame::{Error, Monitor, PackOptions};
use mancala_position::kalah::KalahRules;
use std::path::Path;

/// The arguments of packing and unpacking.
#[derive(Args)]
pub(crate) struct Archives {
    /// The game, as kalah:6 or kalah:6,capture=empty
    game: String,
    #[command(flatten)]
    db: Db,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    stop_after: StopAfter,
}

impl Archives {
    /// Packs or unpacks with progress. Returns the rules of the database too.
    pub(crate) fn work<R>(
        &self,
        command: &str,
        remove: bool,
        output: &Output,
        work: impl FnOnce(&Path, &KalahRules, &PackOptions, &dyn Monitor) -> Result<R, Error>,
    ) -> Result<(KalahRules, R), Failure> {
        let rules = game::kalah_rules(&self.game, command)?;
        signals::watch()?;
        let progress = Progress::new(output, "positions", self.stop_after.time());
        let options = PackOptions {
            threads: self.threads.count(),
            remove,
        };
        let report = work(&self.db.folder(&rules), &rules, &options, &progress)
            .map_err(|error| explain(error.into(), &progress))
            .map_err(|failure| self.db.with_hint(failure, &rules))?;
        Ok((rules, report))
    }
}

/// Adds to the failure of an interrupted run that its finished layers are kept.
fn explain(failure: Failure, progress: &Progress) -> Failure {
    match failure.kind {
        Kind::Interrupted(_) => progress.stopped_and_resumable("what was finished is kept"),
        _ => failure,
    }
}
