//! The places of all sub-layers in memory, one after the other, as look-ups need them.

use super::held::Held;
use std::sync::atomic::AtomicBool;

/// What a look-up in a sub-layer needs, in one place.
pub(crate) struct Slot {
    /// The first of its packed values, in the bytes of its layer, which stay where they are as long as the database
    /// is there. Behind the last one more byte can be read. Null for a layer that is archived.
    pub(super) values: *const u8,
    /// How many values there are.
    pub(super) count: u64,
    pub(super) bits: u32,
    pub(super) mask: u32,
    pub(super) step: i32,
    /// Whether all its blocks have been checked.
    pub(super) checked: AtomicBool,
}

// SAFETY: the bytes that a slot points to belong to a map that can be read from any thread and is not written to.
unsafe impl Send for Slot {}
// SAFETY: likewise.
unsafe impl Sync for Slot {}

/// Where the slots of a layer begin: those of smaller layers come first.
#[inline(always)]
pub(super) const fn first_slot(seeds: usize) -> usize {
    seeds * (seeds + 1) / 2
}

impl Slot {
    fn new(held: &Held, own: u32) -> Self {
        let layout = held.layout();
        Self {
            values: match held {
                Held::Plain(layer) => layer.packed(own).as_ptr(),
                Held::Archived(_) => std::ptr::null(),
            },
            count: layout.sub_layer(own).values(),
            bits: layout.encoding().bits(),
            mask: (1 << layout.encoding().bits()) - 1,
            step: layout.encoding().step().cast_signed(),
            checked: AtomicBool::new(false),
        }
    }
}

/// The slots of all sub-layers, layer after layer.
pub(crate) fn slots(layers: &[Held]) -> Vec<Slot> {
    layers
        .iter()
        .flat_map(|held| (0..=held.layout().seeds()).map(move |own| Slot::new(held, own)))
        .collect()
}
