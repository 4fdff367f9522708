//! The argument FILE: a file of records of proofs.

use crate::failure::Failure;
use crate::input::ProjectFile;
use clap::Args;
use std::path::{Path, PathBuf};

/// The project's own results.
const RESULTS: ProjectFile = ProjectFile {
    path: "solver-data/kalah/solved.jsonl",
    packaged: include_str!("../../data/kalah-solved.jsonl"),
};

/// A file of records.
#[derive(Args)]
pub(crate) struct RecordFile {
    /// The file of records [default: the project's results, solver-data/kalah/solved.jsonl]
    #[arg(value_name = "FILE")]
    path: Option<PathBuf>,
}

impl RecordFile {
    /// The file to write to.
    pub(crate) fn path(&self) -> &Path {
        self.path.as_deref().unwrap_or(Path::new(RESULTS.path))
    }

    /// The name and the text of the file; the project's results are in the program too.
    pub(crate) fn read(&self) -> Result<(String, String), Failure> {
        RESULTS.read(self.path.as_deref())
    }
}
