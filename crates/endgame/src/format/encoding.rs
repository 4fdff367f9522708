//! Values as small codes, packed into bits.

use crate::error::Error;

/// The most seeds of a layer that has a file format: codes of at most seven bits, values in a
/// signed byte.
pub const MAX_LAYER_SEEDS: u32 = 63;

/// Values in a group; a group of `b`-bit codes takes `b` bytes.
pub(crate) const GROUP: usize = 8;

/// Values in a block with a checksum of its own.
pub(crate) const BLOCK_VALUES: u64 = 1 << 15;

/// How the values of a layer are coded: `code = (value + offset) / step`, in `bits` bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encoding {
    /// The offset that is added to a value before it is divided by the step.
    offset: u32,
    step: u32,
    bits: u32,
    codes: u32,
}

impl Encoding {
    /// The encoding of values from `-seeds` to `seeds` in steps of 1 or 2, as in Kalah.
    ///
    /// # Errors
    ///
    /// [`Error::Seeds`] for more than [`MAX_LAYER_SEEDS`].
    pub(crate) fn differences(seeds: u32, step: u32) -> Result<Self, Error> {
        Self::new(seeds, seeds, step, |seeds| 2 * seeds / step + 1)
    }

    /// The encoding of the mover's guarantees, as in the Toguz family: from 0 to all balls in steps
    /// of 1 or 2, with one code more, which says that a board is open.
    ///
    /// # Errors
    ///
    /// [`Error::Seeds`] for more than [`MAX_LAYER_SEEDS`].
    pub(crate) fn guarantees(balls: u32, step: u32) -> Result<Self, Error> {
        Self::new(balls, 0, step, |balls| balls / step + 2)
    }

    fn new(
        seeds: u32,
        offset: u32,
        step: u32,
        codes: impl FnOnce(u32) -> u32,
    ) -> Result<Self, Error> {
        if seeds > MAX_LAYER_SEEDS {
            return Err(Error::Seeds {
                found: seeds,
                most: MAX_LAYER_SEEDS,
            });
        }
        let codes = codes(seeds);
        let bits = (u32::BITS - (codes - 1).leading_zeros()).max(4);
        Ok(Self {
            offset,
            step,
            bits,
            codes,
        })
    }

    /// Bits a value.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.bits
    }

    /// The difference of neighbouring values: 2, or 1 where seeds can be left to nobody.
    #[must_use]
    pub const fn step(self) -> u32 {
        self.step
    }

    /// How many different codes there are.
    #[must_use]
    pub const fn codes(self) -> u32 {
        self.codes
    }

    /// The value of a code.
    #[inline(always)]
    #[must_use]
    pub const fn decode(self, code: u32) -> i32 {
        (code * self.step) as i32 - self.offset as i32
    }

    /// The code of a value that the layer can have.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a code of at most seven bits"
    )]
    pub(crate) const fn code(self, value: i32) -> u8 {
        ((value + self.offset as i32) as u32 / self.step) as u8
    }

    /// The bytes that so many packed values take.
    #[must_use]
    pub const fn packed_bytes(self, values: u64) -> u64 {
        values.div_ceil(GROUP as u64) * self.bits as u64
    }

    /// Packs values into a buffer, in the place of what is there, and counts them by code. Value
    /// `i` takes the bits from `i * bits`, lowest first; the last group is filled up with code 0.
    pub(crate) fn pack(self, values: &[i8], packed: &mut Vec<u8>, counts: &mut [u64]) {
        // The loop is compiled for each width.
        match self.bits {
            4 => self.pack_by::<4>(values, packed, counts),
            5 => self.pack_by::<5>(values, packed, counts),
            6 => self.pack_by::<6>(values, packed, counts),
            _ => self.pack_by::<7>(values, packed, counts),
        }
    }

    #[inline(always)]
    fn pack_by<const BITS: usize>(self, values: &[i8], packed: &mut Vec<u8>, counts: &mut [u64]) {
        /// Groups that are packed before the counts are added up: no small count overflows.
        const STRETCH: usize = 1 << 16;
        debug_assert_eq!(self.bits as usize, BITS);
        packed.clear();
        packed.resize(values.len().div_ceil(GROUP) * BITS + GROUP, 0);
        let mut at = 0;
        let mut put = |codes: [u8; GROUP]| {
            // Bytes written too far belong to the next group.
            packed[at..at + GROUP].copy_from_slice(&squeeze(codes, self.bits).to_le_bytes());
            at += BITS;
        };
        let (groups, rest) = values.as_chunks::<GROUP>();
        for stretch in groups.chunks(STRETCH) {
            // A table for each place in a group: neighbours are often equal, and do not wait for
            // each other.
            let mut tables = [[0u32; 1 << 7]; GROUP];
            for group in stretch {
                let codes = self.codes_of(group);
                for (&code, table) in codes.iter().zip(&mut tables) {
                    table[usize::from(code & 0x7f)] += 1;
                }
                put(codes);
            }
            for table in &tables {
                for (count, &few) in counts.iter_mut().zip(table) {
                    *count += u64::from(few);
                }
            }
        }
        if !rest.is_empty() {
            let mut group = [self.decode_byte(0); GROUP];
            group[..rest.len()].copy_from_slice(rest);
            let codes = self.codes_of(&group);
            for &code in &codes[..rest.len()] {
                counts[usize::from(code)] += 1;
            }
            put(codes);
        }
        packed.truncate(packed.len() - GROUP);
    }

    /// The codes of a group of values: all eight bytes of a word at once.
    #[inline(always)]
    fn codes_of(self, group: &[i8; GROUP]) -> [u8; GROUP] {
        const HIGH: u64 = 0x8080_8080_8080_8080;
        let values = u64::from_le_bytes(group.map(i8::cast_unsigned));
        let offset = u64::from(self.offset) * 0x0101_0101_0101_0101;
        // Added without carrying from byte to byte; the sums are at most 126.
        let sums = ((values & !HIGH) + (offset & !HIGH)) ^ ((values ^ offset) & HIGH);
        let codes = if self.step == 2 {
            (sums >> 1) & !HIGH
        } else {
            sums
        };
        codes.to_le_bytes()
    }

    /// The value of a code, as a byte.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a value of at most 63 seeds"
    )]
    pub(crate) const fn decode_byte(self, code: u32) -> i8 {
        self.decode(code) as i8
    }

    /// Unpacks values that [`Encoding::pack`] packed.
    pub(crate) fn unpack(self, packed: &[u8], values: &mut [i8]) {
        let bits = self.bits as usize;
        let mask = (1u64 << bits) - 1;
        for (chunk, bytes) in values.chunks_mut(GROUP).zip(packed.chunks_exact(bits)) {
            let mut word = [0; GROUP];
            word[..bits].copy_from_slice(bytes);
            let mut word = u64::from_le_bytes(word);
            for value in chunk {
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "a code of at most seven bits"
                )]
                let code = (word & mask) as u32;
                *value = self.decode_byte(code);
                word >>= bits;
            }
        }
    }

    /// The place of a value: its first byte, and the bit in it.
    #[inline(always)]
    pub(crate) const fn place(self, index: u64) -> (usize, u32) {
        let bit = index * self.bits as u64;
        ((bit >> 3) as usize, (bit & 7) as u32)
    }

    /// The value that begins with a bit of the first of two bytes.
    #[inline(always)]
    pub(crate) fn value_in(self, bytes: [u8; 2], bit: u32) -> i32 {
        let pair = u32::from(u16::from_le_bytes(bytes));
        self.decode((pair >> bit) & ((1 << self.bits) - 1))
    }
}

/// Eight codes of at most `bits` bits, lowest first, without the unused bits between them:
/// neighbours are joined to pairs, pairs to fours, fours to the whole.
#[inline(always)]
fn squeeze(codes: [u8; GROUP], bits: u32) -> u64 {
    let gap = 8 - bits;
    let word = u64::from_le_bytes(codes);
    let word = word & 0x00ff_00ff_00ff_00ff | (word & 0xff00_ff00_ff00_ff00) >> gap;
    let word = word & 0x0000_ffff_0000_ffff | (word & 0xffff_0000_ffff_0000) >> (2 * gap);
    word & 0x0000_0000_ffff_ffff | (word & 0xffff_ffff_0000_0000) >> (4 * gap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_take_the_documented_bits() {
        let bits = |seeds, step| Encoding::differences(seeds, step).expect("in range").bits();
        for (seeds, expected) in [(0, 4), (15, 4), (16, 5), (31, 5), (32, 6), (63, 6)] {
            assert_eq!(bits(seeds, 2), expected, "{seeds} seeds");
        }
        for (seeds, expected) in [(7, 4), (8, 5), (15, 5), (16, 6), (31, 6), (32, 7), (63, 7)] {
            assert_eq!(bits(seeds, 1), expected, "{seeds} seeds");
        }
        assert!(matches!(
            Encoding::differences(64, 2),
            Err(Error::Seeds {
                found: 64,
                most: 63
            })
        ));
    }

    #[test]
    fn every_value_survives_packing() {
        for step in [1, 2] {
            for seeds in 0..=MAX_LAYER_SEEDS {
                survives_packing(Encoding::differences(seeds, step).expect("in range"));
            }
        }
    }

    fn survives_packing(encoding: Encoding) {
        let all: Vec<i8> = (0..encoding.codes())
            .cycle()
            .take(1001)
            .map(|code| i8::try_from(encoding.decode(code)).expect("at most 63"))
            .collect();
        let mut packed = Vec::new();
        let mut counts = vec![0; encoding.codes() as usize];
        encoding.pack(&all, &mut packed, &mut counts);
        assert_eq!(packed.len() as u64, encoding.packed_bytes(1001));
        assert_eq!(counts.iter().sum::<u64>(), 1001);
        let mut again = vec![0; 1001];
        encoding.unpack(&packed, &mut again);
        assert_eq!(again, all);
        packed.push(0xff);
        for (code, &value) in (0..encoding.codes()).zip(&all) {
            assert_eq!(u32::from(encoding.code(i32::from(value))), code);
        }
        for (index, &value) in (0u64..).zip(&all) {
            let (byte, bit) = encoding.place(index);
            let found = encoding.value_in([packed[byte], packed[byte + 1]], bit);
            assert_eq!(found, i32::from(value));
        }
    }
}
