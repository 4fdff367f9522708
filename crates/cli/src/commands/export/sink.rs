//! Where an export goes: to stdout, or to a file that gets its name when it is whole.

use crate::failure::Failure;
use crate::output::Output;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The place for the lines.
pub(super) enum Sink<'a> {
    Stdout(&'a Output),
    File(Part),
}

impl<'a> Sink<'a> {
    /// Stdout, or the file if there is one.
    pub(super) fn new(output: &'a Output, file: Option<&Path>) -> Result<Self, Failure> {
        match file {
            None => Ok(Self::Stdout(output)),
            Some(path) => Part::create(path).map(Self::File),
        }
    }

    pub(super) fn write(&mut self, text: &[u8]) -> Result<(), Failure> {
        match self {
            Self::Stdout(output) => output.bytes(text),
            Self::File(part) => part.write(text),
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
            Self::File(part) => part.finish().map(Some),
        }
    }
}

/// A file under another name, which is removed unless it is finished.
pub(super) struct Part {
    file: File,
    path: PathBuf,
    name: PathBuf,
    bytes: u64,
    is_whole: bool,
}

impl Part {
    fn create(name: &Path) -> Result<Self, Failure> {
        let mut path = name.as_os_str().to_owned();
        path.push(".part");
        let path = PathBuf::from(path);
        let file = File::create(&path).map_err(|error| Failure::io("create", &path, &error))?;
        Ok(Self {
            file,
            path,
            name: name.to_owned(),
            bytes: 0,
            is_whole: false,
        })
    }

    fn write(&mut self, text: &[u8]) -> Result<(), Failure> {
        self.bytes += text.len() as u64;
        self.file
            .write_all(text)
            .map_err(|error| Failure::io("write", &self.path, &error))
    }

    fn finish(mut self) -> Result<u64, Failure> {
        self.file
            .sync_all()
            .map_err(|error| Failure::io("sync", &self.path, &error))?;
        fs::rename(&self.path, &self.name)
            .map_err(|error| Failure::io("rename", &self.path, &error))?;
        self.is_whole = true;
        Ok(self.bytes)
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if !self.is_whole {
            // What led here is the error to tell.
            let _ = fs::remove_file(&self.path);
        }
    }
}
