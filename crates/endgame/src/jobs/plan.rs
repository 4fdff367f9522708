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
    /// The place where the build keeps its layers within the memory that it may use; `None` if that
    /// does not suffice.
    pub placement: Option<Placement>,
}

/// The place where a build keeps the layers that it works on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// In Kalah, the layers of `0..layers_in_memory` seeds, which later layers look up, are kept in
    /// memory, the others in files without names that last as long as the build. In the Toguz
    /// family, whose finished layers are looked up in their own files, it is 0.
    pub layers_in_memory: u32,
    /// The most memory that the build takes at a time.
    pub memory_bytes: u64,
    /// The bytes of the files without names. What the system holds of them in memory is given back
    /// when it is wanted.
    pub scratch_bytes: u64,
}

/// The program itself, its stacks and its libraries: what building a layer of one seed takes.
pub(crate) const PROGRAM: u64 = 5 << 20;
