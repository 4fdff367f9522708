//! Output of the commands: the standard streams, and files that appear only when complete.

mod atomic_file;
mod streams;

pub(crate) use atomic_file::AtomicFile;
pub(crate) use streams::{ErrorFields, Output, Report, to_stderr};
