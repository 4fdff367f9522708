//! Where answers go: the standard streams, and files that get their names when they are whole.

mod atomic_file;
mod streams;

pub(crate) use atomic_file::AtomicFile;
pub(crate) use streams::{ErrorFields, Output, Report, to_stderr};
