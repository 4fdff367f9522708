//! Services of the operating system and the processor: memory, threads, files.

pub(crate) mod files;
pub(crate) mod memory;
pub(crate) mod prefetch;
pub(crate) mod threads;
