//! A row of pits packed into one word: pit 1 in the lowest byte, one byte a pit.
//!
//! A byte holds 255 seeds and no position holds more than that on the whole board, so adding two
//! packed rows never carries from one pit into the next: sowing is a plain addition.

/// The most seeds that a board of packed rows may hold: one byte a pit, and all seeds may meet in
/// one pit.
pub const MAX_SEEDS: u32 = 255;

const LOW_BITS: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/// The bit where a pit begins. Only the index's remainder by 8 counts, as it does for a processor
/// that shifts.
#[inline(always)]
const fn bit(pit: u32) -> u32 {
    8 * (pit & 7)
}

/// The seeds in the pit with the given index, counted from 0 to 7.
#[inline(always)]
#[must_use]
pub const fn get(row: u64, pit: u32) -> u32 {
    ((row >> bit(pit)) & 0xff) as u32
}

/// The row with the content of the pit, whose index is counted from 0 to 7, replaced.
#[inline]
#[must_use]
pub const fn with(row: u64, pit: u32, seeds: u8) -> u64 {
    (row & !(0xff << bit(pit))) | ((seeds as u64) << bit(pit))
}

/// The bit 7 of every byte that is not zero.
#[inline(always)]
#[must_use]
pub const fn occupied(row: u64) -> u64 {
    (((row & !HIGH_BITS).wrapping_add(!HIGH_BITS)) | row) & HIGH_BITS
}

/// One bit a pit, set where the pit holds seeds.
#[inline(always)]
#[must_use]
pub const fn occupied_bits(row: u64) -> u64 {
    (occupied(row) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// All seeds of a row whose sum is at most [`MAX_SEEDS`].
#[inline(always)]
#[must_use]
pub const fn sum(row: u64) -> u32 {
    (row.wrapping_mul(LOW_BITS) >> 56) as u32
}

/// Byte `i` is the sum of the pits `0..=i`, for a row whose sum is at most [`MAX_SEEDS`].
#[inline(always)]
#[must_use]
pub const fn prefix_sums(row: u64) -> u64 {
    row.wrapping_mul(LOW_BITS)
}

/// The same byte in all eight places.
#[inline(always)]
#[must_use]
pub const fn splat(byte: u8) -> u64 {
    (byte as u64).wrapping_mul(LOW_BITS)
}

/// Packs up to eight pits, the first into the lowest byte.
///
/// # Panics
///
/// If there are more than eight pits.
#[must_use]
pub fn pack(pits: &[u8]) -> u64 {
    assert!(pits.len() <= 8, "a packed row has at most eight pits");
    pits.iter()
        .rev()
        .fold(0, |row, &seeds| (row << 8) | u64::from(seeds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn packed_operations_agree_with_arrays(pits in proptest::collection::vec(0u8..=31, 8)) {
            let row = pack(&pits);
            let mut running = 0u32;
            for (index, &seeds) in (0u32..).zip(&pits) {
                running += u32::from(seeds);
                prop_assert_eq!(get(row, index), u32::from(seeds));
                prop_assert_eq!(get(prefix_sums(row), index), running);
                prop_assert_eq!(get(with(row, index, 255), index), 255);
                prop_assert_eq!(with(with(row, index, 255), index, seeds), row);
                prop_assert_eq!(occupied_bits(row) >> index & 1, u64::from(seeds > 0));
            }
            prop_assert_eq!(sum(row), running);
        }
    }

    #[test]
    fn a_full_byte_counts_as_occupied() {
        assert_eq!(
            occupied_bits(pack(&[255, 0, 128, 1, 0, 0, 0, 127])),
            0b1000_1101
        );
    }
}
