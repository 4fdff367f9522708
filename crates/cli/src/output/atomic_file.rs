//! Files that get their names when they are whole.

use crate::failure::Failure;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A file under another name, which is removed unless it is finished.
pub(crate) struct AtomicFile {
    file: File,
    path: PathBuf,
    name: PathBuf,
    bytes: u64,
    is_whole: bool,
}

impl AtomicFile {
    /// A new file, which will have the name.
    pub(crate) fn create(name: &Path) -> Result<Self, Failure> {
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

    /// Adds to it.
    pub(crate) fn write(&mut self, text: &[u8]) -> Result<(), Failure> {
        self.bytes += text.len() as u64;
        self.file
            .write_all(text)
            .map_err(|error| Failure::io("write", &self.path, &error))
    }

    /// Gives it its name. The bytes that it has.
    pub(crate) fn finish(mut self) -> Result<u64, Failure> {
        self.file
            .sync_all()
            .map_err(|error| Failure::io("sync", &self.path, &error))?;
        fs::rename(&self.path, &self.name)
            .map_err(|error| Failure::io("rename", &self.path, &error))?;
        self.is_whole = true;
        Ok(self.bytes)
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if !self.is_whole {
            // What led here is the error to tell.
            let _ = fs::remove_file(&self.path);
        }
    }
}
