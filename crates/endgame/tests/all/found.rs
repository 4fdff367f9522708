//! The findings of verification in a folder that was tampered with.

use mancala_endgame::{Silent, VerifyOptions, verify};
use mancala_position::kalah::KalahRules;
use std::path::Path;

/// Whether opening or verifying finds something wrong, and names the file.
pub(crate) fn is_found(folder: &Path, rules: &KalahRules, file: &str) -> bool {
    let options = VerifyOptions {
        level: 2,
        threads: 1,
        ..VerifyOptions::default()
    };
    let message = match verify(folder, rules, &options, &Silent) {
        Err(error) => error.to_string(),
        Ok(verification) if verification.ok() => return false,
        Ok(verification) => format!("{:?}", verification.first_mismatch),
    };
    assert!(message.contains(file), "{message} does not name {file}");
    true
}
