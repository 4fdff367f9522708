//! The size of a build.

/// The size of a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The largest layer.
    pub seeds: u32,
    /// All positions of all layers, finished ones too.
    pub positions: u64,
    /// The bytes of all layer files, without the manifest.
    pub bytes: u64,
    /// The most memory that a build takes at a time, if it may.
    pub memory_bytes: u64,
    /// The memory without which it cannot be done.
    pub least_memory_bytes: u64,
}

/// The program itself, its stacks and its libraries: what building a layer of one seed takes.
pub(crate) const PROGRAM: u64 = 5 << 20;
