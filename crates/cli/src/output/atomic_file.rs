//! Files that appear under their names only when they are complete.

use crate::failure::Failure;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file written under a temporary name, `NAME.part`. [`AtomicFile::finish`] renames it; a file
/// that is dropped unfinished is removed.
pub(crate) struct AtomicFile {
    file: File,
    path: PathBuf,
    name: PathBuf,
    bytes: u64,
    is_finished: bool,
}

/// A step of writing a file that failed.
pub(crate) struct FileError {
    /// The step: `create`, `write`, `sync` or `rename`.
    action: &'static str,
    path: PathBuf,
    /// The system's error.
    pub(crate) source: io::Error,
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::io(error.action, &error.path, &error.source)
    }
}

impl AtomicFile {
    /// A new file, to be renamed to `name`.
    pub(crate) fn create(name: &Path) -> Result<Self, FileError> {
        let mut path = name.as_os_str().to_owned();
        path.push(".part");
        let path = PathBuf::from(path);
        let file = File::create(&path).map_err(failed("create", &path))?;
        Ok(Self {
            file,
            path,
            name: name.to_owned(),
            bytes: 0,
            is_finished: false,
        })
    }

    /// Writes a whole file. Until that is done the name keeps its old content.
    pub(crate) fn write_whole(name: &Path, content: &[u8]) -> Result<u64, FileError> {
        let mut file = Self::create(name)?;
        file.write(content)?;
        file.finish()
    }

    /// Appends to the file.
    pub(crate) fn write(&mut self, content: &[u8]) -> Result<(), FileError> {
        self.bytes += content.len() as u64;
        self.file
            .write_all(content)
            .map_err(failed("write", &self.path))
    }

    /// Renames the file to its name and returns its size in bytes.
    pub(crate) fn finish(mut self) -> Result<u64, FileError> {
        self.file.sync_all().map_err(failed("sync", &self.path))?;
        fs::rename(&self.path, &self.name).map_err(failed("rename", &self.path))?;
        self.is_finished = true;
        Ok(self.bytes)
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if !self.is_finished {
            // The error that prevented finishing is the one to report.
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn failed(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FileError {
    move |source| FileError {
        action,
        path: path.to_owned(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unfinished_file_leaves_the_old_one_alone() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().join("records.jsonl");
        fs::write(&name, "old").unwrap();
        let mut file = AtomicFile::create(&name).ok().unwrap();
        assert!(file.write(b"new").is_ok());
        drop(file);
        assert_eq!(fs::read(&name).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert_eq!(AtomicFile::write_whole(&name, b"newer").ok(), Some(5));
        assert_eq!(fs::read(&name).unwrap(), b"newer");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
