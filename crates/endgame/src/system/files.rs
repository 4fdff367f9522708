//! Folders and files as the system has them: locks, free space, hashes, and names that last.

use crate::error::Error;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

/// Refuses what is there and is no regular file: opening a FIFO would wait for its other end.
fn check_regular(path: &Path) -> io::Result<()> {
    if fs::metadata(path)?.is_file() {
        Ok(())
    } else {
        Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "it is not a regular file",
        ))
    }
}

/// Opens a regular file for reading.
pub(crate) fn open_file(path: &Path) -> io::Result<File> {
    check_regular(path)?;
    File::open(path)
}

/// Reads a regular file.
pub(crate) fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    check_regular(path)?;
    fs::read(path)
}

/// Keeps other processes from working in a folder as long as the file lives.
///
/// # Errors
///
/// [`Error::Locked`] if one is at work there, [`Error::Io`] if the file cannot be made.
pub(crate) fn lock(folder: &Path) -> Result<File, Error> {
    let path = folder.join("build.lock");
    if path.exists() {
        check_regular(&path).map_err(Error::io("lock", &path))?;
    }
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .map_err(Error::io("create", &path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::Locked {
            path: folder.to_owned(),
        }),
        Err(TryLockError::Error(error)) => Err(Error::io("lock", &path)(error)),
    }
}

/// Refuses what the disk of a folder has no room for.
///
/// # Errors
///
/// [`Error::Disk`] if it has not.
pub(crate) fn check_disk(folder: &Path, needed: u64) -> Result<(), Error> {
    match free_bytes(folder) {
        Some(available) if available < needed => Err(Error::Disk {
            path: folder.to_owned(),
            needed,
            available,
        }),
        _ => Ok(()),
    }
}

/// The free space of the disk of a folder, where the system tells it.
fn free_bytes(folder: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let disk = rustix::fs::statvfs(folder).ok()?;
        Some(disk.f_bavail.saturating_mul(disk.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        None
    }
}

/// The BLAKE3 hash of a file.
///
/// # Errors
///
/// [`Error::Io`] if it cannot be read.
pub(crate) fn hash_file(path: &Path) -> Result<blake3::Hash, Error> {
    check_regular(path).map_err(Error::io("read", path))?;
    let mut hasher = blake3::Hasher::new();
    hasher.update_mmap(path).map_err(Error::io("read", path))?;
    Ok(hasher.finalize())
}

/// Makes a rename in a folder last.
///
/// # Errors
///
/// [`Error::Io`] if the folder cannot be synced.
pub(crate) fn sync_folder(file: &Path) -> Result<(), Error> {
    if cfg!(unix) {
        let folder = file
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        File::open(folder)
            .and_then(|folder| folder.sync_all())
            .map_err(Error::io("sync", folder))?;
    }
    Ok(())
}
