//! The places of all sub-layers in memory, one after the other, as look-ups need them.

use super::layer_source::LayerSource;
use std::sync::atomic::AtomicBool;

/// The data of a look-up in a sub-layer, side by side in memory.
pub(crate) struct Slot {
    /// The first of its packed values, in the bytes of its layer, which stay where they are as long
    /// as the database is there. Behind the last one more byte can be read. Null for a layer that
    /// is archived.
    pub(super) values: *const u8,
    /// How many values there are.
    pub(super) count: u64,
    pub(super) bits: u32,
    pub(super) mask: u32,
    pub(super) step: i32,
    /// Whether all its blocks have been checked.
    pub(super) all_blocks_checked: AtomicBool,
}

// SAFETY: the bytes that a slot points to belong to a map that can be read from any thread and is
// not written to.
unsafe impl Send for Slot {}
// SAFETY: likewise.
unsafe impl Sync for Slot {}

/// The first slot of a layer: the slots of smaller layers come first.
#[inline(always)]
pub(super) const fn first_slot(seeds: usize) -> usize {
    seeds * (seeds + 1) / 2
}

impl Slot {
    fn new(source: &LayerSource, own: u32) -> Self {
        let layout = source.layout();
        Self {
            values: match source {
                LayerSource::Plain(layer) => layer.packed(own).as_ptr(),
                LayerSource::Archived(_) => std::ptr::null(),
            },
            count: layout.sub_layer(own).values(),
            bits: layout.encoding().bits(),
            mask: (1 << layout.encoding().bits()) - 1,
            step: layout.encoding().step().cast_signed(),
            all_blocks_checked: AtomicBool::new(false),
        }
    }
}

/// The slots of all sub-layers, layer after layer.
pub(crate) fn slots(sources: &[LayerSource]) -> Vec<Slot> {
    sources
        .iter()
        .flat_map(|source| (0..=source.layout().seeds()).map(move |own| Slot::new(source, own)))
        .collect()
}
