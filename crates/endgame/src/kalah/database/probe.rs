//! Looking up values: one by one, or many at once with the memory fetched ahead.

use super::KalahLayers;
use super::layer_source::LayerSource;
use super::slots::{Slot, first_slot};
use crate::error::Error;
use crate::system::prefetch::prefetch;
use mancala_position::kalah::KalahPosition;
use mancala_position::row;
use std::sync::atomic::Ordering;

/// How many look-ups of a batch are under way at a time. More than the processor can wait for at
/// once gains nothing, and the places should stay in the nearest cache.
const MANY: usize = 32;

/// The same for batches as short as the children of a node, which would not fill places for more.
const FEW: usize = 8;

/// All codes, each with a byte behind it: where a value is read that has come out of an archive.
static CODES: [[u8; 2]; 128] = {
    let mut codes = [[0; 2]; 128];
    let mut code = 0;
    while code < 128 {
        codes[code as usize][0] = code;
        code += 1;
    }
    codes
};

/// A look-up under way.
struct Found<'a> {
    slot: &'a Slot,
    seeds: u32,
    /// The byte in which the value begins, with another one behind it.
    byte: *const u8,
    /// The bit in it.
    bit: u32,
}

impl Found<'_> {
    #[inline(always)]
    fn value(&self) -> i32 {
        // SAFETY: a look-up is made with two bytes that are there as long as the layers.
        let pair = unsafe { self.byte.cast::<[u8; 2]>().read() };
        let code = u32::from(u16::from_le_bytes(pair)) >> self.bit & self.slot.mask;
        code.cast_signed() * self.slot.step - self.seeds.cast_signed()
    }
}

impl KalahLayers {
    /// The value of a position for its mover, in seeds among those on the board; `None` if there is
    /// no layer of so many seeds.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if the block in which the value lies does not have its checksum.
    #[inline(always)]
    pub(crate) fn probe(&self, position: &KalahPosition) -> Result<Option<i32>, Error> {
        Ok(self.find(position, |_| ())?.map(|found| found.value()))
    }

    /// The values of many positions, as [`KalahLayers::probe`] gives them. The memory of up
    /// to 32 of them is fetched before the first is read, so that they are waited for together.
    /// Nothing is allocated.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if a block in which a value lies does not have its checksum.
    ///
    /// # Panics
    ///
    /// If there are not as many places for values as positions.
    #[inline]
    pub(crate) fn probe_batch(
        &self,
        positions: &[KalahPosition],
        values: &mut [Option<i32>],
    ) -> Result<(), Error> {
        assert_eq!(positions.len(), values.len(), "a value for each position");
        if positions.len() <= FEW {
            self.probe_chunks::<FEW>(positions, values)
        } else {
            self.probe_chunks::<MANY>(positions, values)
        }
    }

    #[inline(always)]
    fn probe_chunks<const AT_ONCE: usize>(
        &self,
        positions: &[KalahPosition],
        values: &mut [Option<i32>],
    ) -> Result<(), Error> {
        let mut found: [Option<Found>; AT_ONCE] = [const { None }; AT_ONCE];
        for (positions, values) in positions.chunks(AT_ONCE).zip(values.chunks_mut(AT_ONCE)) {
            for (position, found) in positions.iter().zip(&mut found) {
                *found = self.find(position, prefetch)?;
            }
            for (found, value) in found.iter().zip(values) {
                *value = found.as_ref().map(Found::value);
            }
        }
        Ok(())
    }

    /// Finds the place of a value, and announces its byte before anything is read from there.
    #[inline(always)]
    fn find(
        &self,
        position: &KalahPosition,
        announce: impl Fn(*const u8),
    ) -> Result<Option<Found<'_>>, Error> {
        let (own, opponent) = (
            row::sum(position.own_row()),
            row::sum(position.opponent_row()),
        );
        let seeds = own + opponent;
        let Some(slot) = self.slots.get(first_slot(seeds as usize) + own as usize) else {
            return Ok(None);
        };
        let index = self.ranker.rank_board(
            (position.own_row(), own),
            (position.opponent_row(), opponent),
        );
        if index >= slot.count {
            return Ok(None);
        }
        let bit = index * u64::from(slot.bits);
        let mut found = Found {
            slot,
            seeds,
            // Value `index` lies within the bytes of the sub-layer, since it has more values than
            // that.
            byte: slot.values.wrapping_add((bit >> 3) as usize),
            bit: (bit & 7) as u32,
        };
        announce(found.byte);
        if !slot.all_blocks_checked.load(Ordering::Relaxed) {
            self.settle(&mut found, own, index)?;
        }
        Ok(Some(found))
    }

    /// Checks the block of a value, unless it was checked before; finds the value if the layer is
    /// archived.
    fn settle(&self, found: &mut Found, own: u32, index: u64) -> Result<(), Error> {
        match &self.sources[found.seeds as usize] {
            LayerSource::Plain(layer) => {
                layer.check_value(own, index)?;
                if layer.is_checked() {
                    found.slot.all_blocks_checked.store(true, Ordering::Relaxed);
                }
            }
            LayerSource::Archived(archive) => {
                let code = archive.code(own, index)?;
                (found.byte, found.bit) = (CODES[usize::from(code)].as_ptr(), 0);
            }
        }
        Ok(())
    }
}
