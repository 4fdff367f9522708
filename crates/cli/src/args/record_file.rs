//! The argument FILE: a file of records of proofs.

use clap::Args;
use std::path::PathBuf;

/// The file of the project's own results.
const FILE: &str = "solver-data/kalah/solved.jsonl";

/// A file of records.
#[derive(Args)]
pub(crate) struct RecordFile {
    /// The file of records
    #[arg(value_name = "FILE", default_value = FILE)]
    pub(crate) path: PathBuf,
}
