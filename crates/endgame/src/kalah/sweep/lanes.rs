//! Eight rows of values side by side: byte `8 * i + lane` belongs to place `i` of row `lane`. A
//! look-up then serves eight rows at once.
//!
//! Turning eight rows of sixteen bytes into sixteen groups of eight is three perfect shuffles of
//! the 128 bytes (each rotates the bits of a byte's place by one); turning them back is four more.
//! A perfect shuffle is eight byte interleavings, for which vector units have an instruction.

/// Rows that are looked up at once.
pub(super) const LANES: usize = 8;

/// Bytes of a row that are turned at once.
pub(super) const STRIP: usize = 16;

type Strips<const N: usize> = [[u8; STRIP]; N];

/// The bytes of both, alternately: of the first halves if `high` is false, else of the second.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn zip(a: &[u8; STRIP], b: &[u8; STRIP], high: bool) -> [u8; STRIP] {
    use std::arch::x86_64::{__m128i, _mm_unpackhi_epi8, _mm_unpacklo_epi8};
    use std::mem::transmute;
    // SAFETY: SSE2 belongs to every x86-64 processor, and a vector and an array of sixteen bytes
    // have the same size and no invalid values.
    unsafe {
        let a = transmute::<[u8; STRIP], __m128i>(*a);
        let b = transmute::<[u8; STRIP], __m128i>(*b);
        transmute(if high {
            _mm_unpackhi_epi8(a, b)
        } else {
            _mm_unpacklo_epi8(a, b)
        })
    }
}

/// The bytes of both, alternately: of the first halves if `high` is false, else of the second.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn zip(a: &[u8; STRIP], b: &[u8; STRIP], high: bool) -> [u8; STRIP] {
    zip_plainly(a, b, high)
}

/// The same, byte by byte.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn zip_plainly(a: &[u8; STRIP], b: &[u8; STRIP], high: bool) -> [u8; STRIP] {
    let from = if high { STRIP / 2 } else { 0 };
    std::array::from_fn(|i| {
        if i % 2 == 0 {
            a[from + i / 2]
        } else {
            b[from + i / 2]
        }
    })
}

#[inline(always)]
fn perfect_shuffle<const N: usize>(strips: &Strips<N>) -> Strips<N> {
    let mut shuffled = [[0; STRIP]; N];
    for i in 0..N / 2 {
        shuffled[2 * i] = zip(&strips[i], &strips[i + N / 2], false);
        shuffled[2 * i + 1] = zip(&strips[i], &strips[i + N / 2], true);
    }
    shuffled
}

/// Exchanges the rows and columns of a square tile: four perfect shuffles of its 256 bytes.
#[inline(always)]
pub(super) fn transpose_tile(tile: &Strips<STRIP>) -> Strips<STRIP> {
    perfect_shuffle(&perfect_shuffle(&perfect_shuffle(&perfect_shuffle(tile))))
}

/// For each lane the greatest of the groups that the indices name; 0 where there is none.
///
/// # Safety
///
/// Every index is below the number of groups.
#[inline(always)]
pub(super) unsafe fn best(groups: &[[u8; LANES]], indices: &[u32]) -> [u8; LANES] {
    let mut best = Eight::ZERO;
    for &index in indices {
        debug_assert!((index as usize) < groups.len());
        // SAFETY: the caller promises it.
        let group = unsafe { groups.get_unchecked(index as usize) };
        best = best.max(Eight::new(group));
    }
    best.bytes()
}

/// Eight unsigned bytes in a register.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Eight(std::arch::x86_64::__m128i);

#[cfg(target_arch = "x86_64")]
impl Eight {
    // SAFETY: all bits zero is a vector.
    const ZERO: Self = Self(unsafe { std::mem::zeroed() });

    #[inline(always)]
    fn new(bytes: &[u8; LANES]) -> Self {
        // SAFETY: SSE2 belongs to every x86-64 processor.
        Self(unsafe { std::arch::x86_64::_mm_cvtsi64_si128(i64::from_le_bytes(*bytes)) })
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // SAFETY: SSE2 belongs to every x86-64 processor.
        Self(unsafe { std::arch::x86_64::_mm_max_epu8(self.0, other.0) })
    }

    #[inline(always)]
    fn bytes(self) -> [u8; LANES] {
        // SAFETY: SSE2 belongs to every x86-64 processor.
        unsafe { std::arch::x86_64::_mm_cvtsi128_si64(self.0) }.to_le_bytes()
    }
}

/// Eight unsigned bytes.
#[cfg(not(target_arch = "x86_64"))]
#[derive(Clone, Copy)]
struct Eight([u8; LANES]);

#[cfg(not(target_arch = "x86_64"))]
impl Eight {
    const ZERO: Self = Self([0; LANES]);

    #[inline(always)]
    fn new(bytes: &[u8; LANES]) -> Self {
        Self(*bytes)
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane].max(other.0[lane])))
    }

    #[inline(always)]
    fn bytes(self) -> [u8; LANES] {
        self.0
    }
}

/// The transformation of a value on its way into the lanes. The result is unsigned, with 128 in the
/// place of 0, since the maximum of unsigned bytes is an instruction everywhere.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// `gain + value`.
    Plus,
    /// `gain - value`.
    Minus,
}

/// Lays eight rows side by side, with a gain for each. The rows have [`STRIP`] bytes of slack
/// behind `width`; so has `to`, in groups.
#[inline(always)]
pub(super) fn interleave(
    rows: &[&[i8]; LANES],
    gains: &[i8; LANES],
    sign: Sign,
    width: usize,
    to: &mut [[u8; LANES]],
) {
    for at in (0..width).step_by(STRIP) {
        let mut strips: Strips<LANES> = [[0; STRIP]; LANES];
        for ((strip, row), gain) in strips.iter_mut().zip(rows).zip(gains) {
            let values: &[i8; STRIP] = row[at..at + STRIP].try_into().expect("a whole strip");
            let zero = gain.cast_unsigned() ^ 0x80;
            for (byte, &value) in strip.iter_mut().zip(values) {
                let value = value.cast_unsigned();
                *byte = match sign {
                    Sign::Plus => zero.wrapping_add(value),
                    Sign::Minus => zero.wrapping_sub(value),
                };
            }
        }
        let groups = perfect_shuffle(&perfect_shuffle(&perfect_shuffle(&strips)));
        to[at..at + STRIP]
            .as_flattened_mut()
            .copy_from_slice(groups.as_flattened());
    }
}

/// Takes one strip of eight rows apart: `groups` has [`STRIP`] groups. The bytes are signed again.
#[inline(always)]
pub(super) fn separate(groups: &[[u8; LANES]; STRIP]) -> [[i8; STRIP]; LANES] {
    let mut strips = [[0; STRIP]; LANES];
    strips
        .as_flattened_mut()
        .copy_from_slice(groups.as_flattened());
    let rows = perfect_shuffle(&perfect_shuffle(&perfect_shuffle(&perfect_shuffle(
        &strips,
    ))));
    rows.map(|row| row.map(|byte| (byte ^ 0x80).cast_signed()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interleaving_agrees_with_its_plain_form() {
        let a = std::array::from_fn(|i| u8::try_from(7 * i).expect("a byte"));
        let b = std::array::from_fn(|i| u8::try_from(255 - 3 * i).expect("a byte"));
        for high in [false, true] {
            assert_eq!(zip(&a, &b, high), zip_plainly(&a, &b, high));
        }
    }

    #[test]
    fn the_best_of_no_groups_is_zero_and_of_some_the_greatest_in_each_lane() {
        let groups = [
            [0, 1, 128, 255, 7, 8, 9, 10],
            [5, 0, 129, 254, 7, 9, 8, 0],
            [4; LANES],
        ];
        // SAFETY: there are three groups.
        let best = |indices: &[u32]| unsafe { best(&groups, indices) };
        assert_eq!(best(&[]), [0; LANES]);
        assert_eq!(best(&[1]), groups[1]);
        assert_eq!(best(&[0, 1, 0]), [5, 1, 129, 255, 7, 9, 9, 10]);
        assert_eq!(best(&[2, 0]), [4, 4, 128, 255, 7, 8, 9, 10]);
    }

    #[test]
    fn rows_are_laid_side_by_side_and_taken_apart_again() {
        let width = 21;
        let rows: Vec<Vec<i8>> = (0..8i8)
            .map(|lane| (0..48i8).map(|at| lane * 5 - at).collect())
            .collect();
        let sources: [&[i8]; LANES] = std::array::from_fn(|lane| &rows[lane][..]);
        let gains = [0, 1, 2, 3, 4, 5, 6, 7];
        for sign in [Sign::Plus, Sign::Minus] {
            let mut groups = vec![[0; LANES]; 32];
            interleave(&sources, &gains, sign, width, &mut groups);
            let value = |lane: usize, at: usize| match sign {
                Sign::Plus => gains[lane] + rows[lane][at],
                Sign::Minus => gains[lane] - rows[lane][at],
            };
            for (at, group) in groups.iter().enumerate() {
                let expected: [u8; LANES] = std::array::from_fn(|lane| {
                    u8::try_from(128 + i32::from(value(lane, at))).expect("a byte")
                });
                assert_eq!(*group, expected);
            }
            for (strip, groups) in groups.as_chunks::<STRIP>().0.iter().enumerate() {
                let expected = std::array::from_fn(|lane| {
                    std::array::from_fn(|at| value(lane, STRIP * strip + at))
                });
                assert_eq!(separate(groups), expected);
            }
        }
    }
}
