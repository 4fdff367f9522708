//! The ladder of verification.

mod everything;
mod published;
mod sample;
mod verifier;

use crate::error::Error;
use crate::jobs::verify::{Findings, Verification, VerifyOptions};
use crate::kalah::database::Database;
use crate::monitor::Monitor;
use crate::system::threads::with_threads;
use everything::Everything;
use mancala_position::kalah::{KalahRules, with_kalah};
use sample::Sample;
use std::path::Path;
use verifier::Verifier;

/// Verifies a database folder. Level 1 checks the checksums of all blocks, level 2 the hashes and statistics
/// of the manifest, level 3 recomputes a sample by plain search down to the next smaller layers (or to the end,
/// if that is near), level 4 recomputes every value from its children and counts them. Neither uses the code of the
/// sweep. Level 5 compares these counts with published ones, of the layers that have any.
///
/// # Errors
///
/// Whatever keeps the database from being opened: a missing, cut or foreign file, a damaged header.
/// [`Error::Interrupted`] if the monitor stops it.
pub fn verify(
    folder: &Path,
    rules: &KalahRules,
    options: &VerifyOptions,
    monitor: &dyn Monitor,
) -> Result<Verification, Error> {
    let database = Database::open(folder, rules)?;
    with_threads(options.threads, || climb(database, options, monitor))
}

/// Goes up to the level, or to the last below which nothing was found.
fn climb(
    database: Database,
    options: &VerifyOptions,
    monitor: &dyn Monitor,
) -> Result<Verification, Error> {
    let findings = Findings::default();
    let verifier = Verifier {
        database: &database,
        monitor,
        findings: &findings,
    };
    let mut positions = verifier.checksums()?;
    if options.level >= 2 {
        verifier.manifest()?;
    }
    let mut published = None;
    // Values of damaged files are not looked at.
    if options.level >= 3 && findings.is_empty() {
        let most = database.most_seeds();
        let database = match database.unpacked(most, options.threads, monitor) {
            Err(error @ Error::Damaged { .. }) => {
                findings.report_error((0, 0, 0), &error);
                return Ok(findings.verification(positions, published));
            }
            other => other?,
        };
        let verifier = Verifier {
            database: &database,
            monitor,
            findings: &findings,
        };
        let sample = Sample {
            verifier: &verifier,
            options,
        };
        positions = with_kalah(database.rules(), sample)?;
        if options.level >= 4 {
            let everything = Everything {
                verifier: &verifier,
            };
            positions = with_kalah(database.rules(), everything)?;
        }
        if options.level >= 5 && findings.is_empty() {
            published = Some(verifier.published());
        }
    }
    Ok(findings.verification(positions, published))
}
