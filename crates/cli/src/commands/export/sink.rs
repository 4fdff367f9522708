//! Where an export goes: to stdout, or to a file that gets its name when it is whole.

use crate::failure::Failure;
use crate::output::{AtomicFile, Output};
use std::path::Path;

/// The place for the lines.
pub(super) enum Sink<'a> {
    Stdout(&'a Output),
    File(AtomicFile),
}

impl<'a> Sink<'a> {
    /// Stdout, or the file if there is one.
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

    /// Whether nobody reads it.
    pub(super) fn is_closed(&self) -> bool {
        matches!(self, Self::Stdout(output) if output.is_closed())
    }

    /// Ends it; a file gets its name. Gives the bytes of the file.
    pub(super) fn finish(self) -> Result<Option<u64>, Failure> {
        match self {
            Self::Stdout(_) => Ok(None),
            Self::File(file) => Ok(Some(file.finish()?)),
        }
    }
}
