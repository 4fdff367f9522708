//! Verifying a Kalah database with progress.

use super::verified::Verified;
use crate::failure::Failure;
use crate::progress::Progress;
use mancala_endgame::{Database, Verification, VerifyOptions, verify};
use mancala_position::kalah::KalahRules;
use std::io::ErrorKind;
use std::path::Path;

/// Verifies a database, and writes or removes its record of verification.
pub(crate) fn check(
    folder: &Path,
    rules: &KalahRules,
    options: &VerifyOptions,
    progress: &Progress,
) -> Result<Verification<i32>, Failure> {
    let found = verify(folder, rules, options, progress)
        .map_err(|error| progress.explain_verification(error.into()))?;
    let recorded = if found.ok() {
        let database = Database::open(folder, rules)?;
        Verified::new(&database, options.level, options.samples).write(&database)
    } else {
        Verified::remove(folder)
    };
    match recorded {
        // A database on a read-only disk can be used without the record.
        Err(error)
            if !matches!(
                error.kind(),
                ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem
            ) =>
        {
            Err(Failure::io("write to", folder, &error))
        }
        _ => Ok(found),
    }
}
