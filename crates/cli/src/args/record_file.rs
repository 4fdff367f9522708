//! The file of records of proofs.

use clap::Args;
use std::path::PathBuf;

/// The results of this project.
const FILE: &str = "solver-data/kalah/solved.jsonl";

/// The file of records, as an option.
#[derive(Args)]
pub(crate) struct RecordFile {
    /// The file of records
    #[arg(value_name = "FILE", default_value = FILE)]
    pub(crate) path: PathBuf,
}
