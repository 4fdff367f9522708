//! The errors of databases.

use std::io;
use std::path::{Path, PathBuf};

/// An operation on a database that failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no database in the folder.
    #[error("no database in {path}")]
    Missing {
        /// The folder.
        path: PathBuf,
    },
    /// A file that the manifest lists is not there.
    #[error("the layer file {path} is missing, though the manifest lists it")]
    MissingLayer {
        /// The file.
        path: PathBuf,
        /// The layer's seeds.
        seeds: u32,
    },
    /// A file is not what it should be.
    #[error("{path} is damaged: {damage}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The fault.
        damage: Damage,
    },
    /// A file belongs to another rule set.
    #[error("{path} was built for `{found}`, not for `{expected}`")]
    RulesDiffer {
        /// The file or folder.
        path: PathBuf,
        /// The rules asked for.
        expected: String,
        /// The rules of the file.
        found: String,
    },
    /// A file of a format that this version does not know.
    #[error("{path} has format version {found}; this program reads version {known}")]
    Version {
        /// The file.
        path: PathBuf,
        /// The file's version.
        found: u32,
        /// The version that is read.
        known: u32,
    },
    /// More seeds than a layer can have.
    #[error("a layer of {found} seeds: the format holds at most {most}")]
    Seeds {
        /// The seeds asked for.
        found: u32,
        /// The most.
        most: u32,
    },
    /// The layers that are to be built lead to others, which are not.
    #[error(
        "under `{rules}` layers of even numbers of seeds lead to odd ones, which have to be built too"
    )]
    LayerSet {
        /// The rules.
        rules: String,
    },
    /// The rules have no databases.
    #[error("there are no databases for `{rules}`: {reason}")]
    NoDatabases {
        /// The rules.
        rules: String,
        /// Why not.
        reason: &'static str,
    },
    /// The work does not fit in the memory given.
    #[error("this needs {needed} bytes of memory and {available} are allowed")]
    Memory {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        available: u64,
    },
    /// The files do not fit on the disk.
    #[error("{path} needs {needed} bytes more and its disk has {available} left")]
    Disk {
        /// The folder.
        path: PathBuf,
        /// Bytes needed.
        needed: u64,
        /// Bytes free.
        available: u64,
    },
    /// Another process is building in the folder.
    #[error("another build is at work in {path}")]
    Locked {
        /// The folder.
        path: PathBuf,
    },
    /// A layer that was rebuilt does not have the bytes that the manifest records.
    #[error("{path}: the rebuilt layer does not have the hash that the manifest records")]
    Rebuilt {
        /// The file.
        path: PathBuf,
    },
    /// The run was told to stop before it was done.
    #[error("interrupted")]
    Interrupted,
    /// The threads for the work could not be started.
    #[error(transparent)]
    Threads(ThreadsError),
    /// A file could not be read or written.
    #[error("cannot {action} {path}: {source}")]
    Io {
        /// The operation that failed.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}

/// Threads for some work could not be started.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot start {threads} threads: {reason}")]
pub struct ThreadsError {
    /// The number of threads.
    pub threads: usize,
    /// The reason, as the system gives it.
    pub reason: String,
}

/// The damage of a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// It does not begin as such a file does.
    #[error("it does not begin with the mark of such a file")]
    Magic,
    /// It has another length than its header says.
    #[error("it has {found} bytes where {expected} are expected")]
    Length {
        /// The length that it should have; the least that is possible where the header cannot be
        /// read.
        expected: u64,
        /// The length that it has.
        found: u64,
    },
    /// A part with a checksum does not have it.
    #[error("the checksum of its {part} does not fit")]
    Checksum {
        /// The damaged part.
        part: &'static str,
    },
    /// A block of values does not have its checksum.
    #[error(
        "the checksum of block {block} of sub-layer {sub_layer} does not fit (bytes {from} to {to})"
    )]
    Block {
        /// The sub-layer, by the seeds in the mover's row.
        sub_layer: u32,
        /// The block within the sub-layer, from 0.
        block: u64,
        /// The block's first byte in the file.
        from: u64,
        /// The byte behind its last one.
        to: u64,
    },
    /// A piece of an archive does not have its checksum, or does not decompress.
    #[error("piece {piece} of sub-layer {sub_layer} {what} (bytes {from} to {to})")]
    Piece {
        /// The sub-layer, by the seeds in the mover's row.
        sub_layer: u32,
        /// The piece within the sub-layer, from 0.
        piece: u64,
        /// The fault.
        what: &'static str,
        /// The piece's first byte in the file.
        from: u64,
        /// The byte behind its last one.
        to: u64,
    },
    /// A part that cannot be decoded.
    #[error("its {part} cannot be read: {reason}")]
    Form {
        /// The damaged part.
        part: &'static str,
        /// The fault.
        reason: String,
    },
    /// A file that is sound in itself but is not the one that the manifest lists.
    #[error("its hash is not the one in the manifest")]
    Hash,
    /// The manifest says something of the file that is not so.
    #[error("the manifest and the file differ in {what}")]
    Manifest {
        /// The part that differs.
        what: &'static str,
    },
}

impl Error {
    /// Wraps what the system said.
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io {
            action,
            path: path.to_owned(),
            source,
        }
    }

    /// Names the damaged file.
    pub(crate) fn damaged(path: &Path, damage: Damage) -> Self {
        Self::Damaged {
            path: path.to_owned(),
            damage,
        }
    }
}
