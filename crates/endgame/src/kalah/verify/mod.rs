//! The ladder of verification.

mod everything;
mod published;
mod sample;
mod verifier;

use crate::database::Database;
use crate::error::Error;
use crate::jobs::verify::{Findings, Verification, VerifyOptions};
use crate::monitor::Monitor;
use crate::system::threads::with_threads;
use everything::Everything;
use mancala_position::kalah::{KalahRules, with_kalah};
use sample::Sample;
use std::path::Path;
use verifier::Verifier;

/// Verifies a database folder, for [`verify`](crate::verify()).
///
/// # Errors
///
/// Those of [`verify`](crate::verify()).
pub(super) fn verify(
    folder: &Path,
    rules: &KalahRules,
    options: &VerifyOptions,
    monitor: &dyn Monitor,
) -> Result<Verification<i32>, Error> {
    let database = Database::open(folder, rules)?;
    with_threads(options.threads, || climb(database, options, monitor))
}

/// Goes up to the level, or to the last below which nothing was found.
fn climb(
    database: Database<KalahRules>,
    options: &VerifyOptions,
    monitor: &dyn Monitor,
) -> Result<Verification<i32>, Error> {
    let findings = Findings::new();
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
