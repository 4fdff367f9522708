//! The destination of an export: stdout or a file.

use crate::failure::Failure;
use crate::output::{AtomicFile, Output};
use std::path::Path;

/// The destination of the lines.
pub(super) enum Sink<'a> {
    Stdout(&'a Output),
    File(AtomicFile),
}

impl<'a> Sink<'a> {
    /// Stdout, or the file if one is named.
    pub(super) fn new(output: &'a Output, file: Option<&Path>) -> Result<Self, Failure> {
        match file {
            None => Ok(Self::Stdout(output)),
            Some(path) => Ok(Self::File(AtomicFile::create(path)?)),
        }
    }

    pub(super) fn write(&mut self, text: &[u8]) -> Result<(), Failure> {
        match self {
            Self::Stdout(output) => output.bytes(text),
            Self::File(file) => Ok(file.write(text)?),
        }
    }

    /// Whether the reader of stdout has closed it.
    pub(super) fn is_closed(&self) -> bool {
        matches!(self, Self::Stdout(output) if output.is_closed())
    }

    /// Completes the export. Returns the bytes of a file.
    pub(super) fn finish(self) -> Result<Option<u64>, Failure> {
        match self {
            Self::Stdout(_) => Ok(None),
            Self::File(file) => Ok(Some(file.finish()?)),
        }
    }
}
