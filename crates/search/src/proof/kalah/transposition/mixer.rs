//! A bijective hash of the numbers below 2^K.
//!
//! Ranks of related boards are close together, and a table indexed by them would fill in patches.
//! Because the mixer can be undone, the mixed number identifies its rank: a table that stores the
//! bits that the index leaves never takes one position for another.

/// A bijection on the numbers of a fixed number of bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mixer {
    bits: u32,
    mask: u64,
}

/// Odd, so that multiplying by them modulo a power of two can be undone.
const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9];

impl Mixer {
    /// The mixer of the numbers below 2^`bits`.
    ///
    /// # Panics
    ///
    /// Unless there are 1 to 64 bits.
    #[must_use]
    pub(crate) const fn new(bits: u32) -> Self {
        assert!(bits >= 1 && bits <= 64, "a mixer has 1 to 64 bits");
        Self {
            bits,
            mask: u64::MAX >> (64 - bits),
        }
    }

    /// The bits of the numbers that are mixed.
    #[must_use]
    pub(crate) const fn bits(&self) -> u32 {
        self.bits
    }

    /// The image of a number below 2^bits, itself below 2^bits.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn mix(&self, number: u64) -> u64 {
        let shift = self.bits.div_ceil(2);
        let mut x = number;
        x = x.wrapping_mul(FACTORS[0]) & self.mask;
        x ^= x >> shift;
        x = x.wrapping_mul(FACTORS[1]) & self.mask;
        x ^ (x >> shift)
    }

    /// The number whose image this is.
    #[must_use]
    pub(crate) const fn unmix(&self, image: u64) -> u64 {
        // The shift is at least half of the bits, so that one step undoes the exclusive or.
        let shift = self.bits.div_ceil(2);
        let mut x = image;
        x ^= x >> shift;
        x = x.wrapping_mul(inverse(FACTORS[1])) & self.mask;
        x ^= x >> shift;
        x.wrapping_mul(inverse(FACTORS[0])) & self.mask
    }
}

/// The inverse of an odd number modulo 2^64, by Newton's iteration, which doubles the number of
/// right bits each time, from 3.
const fn inverse(odd: u64) -> u64 {
    let mut x = odd;
    let mut round = 0;
    while round < 5 {
        x = x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x)));
        round += 1;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_number_of_few_bits_has_an_image_of_its_own() {
        for bits in 1..=16 {
            let mixer = Mixer::new(bits);
            let mut seen = vec![false; 1 << bits];
            for number in 0..1u64 << bits {
                let image = mixer.mix(number);
                let place = usize::try_from(image).expect("16 bits");
                assert!(!seen[place], "{bits} bits: {image} comes twice");
                seen[place] = true;
                assert_eq!(mixer.unmix(image), number);
            }
        }
    }

    #[test]
    fn neighbours_are_scattered() {
        // 2^12 neighbouring numbers fall into 2^12 classes of the top bits about as evenly as
        // random numbers do, which leave 1/e = 37% of the classes empty.
        let mixer = Mixer::new(41);
        for start in [0, 1 << 20, 1 << 40] {
            let mut seen = vec![false; 1 << 12];
            for number in start..start + (1 << 12) {
                seen[usize::try_from(mixer.mix(number) >> 29).expect("12 bits")] = true;
            }
            let empty = seen.iter().filter(|&&seen| !seen).count();
            assert!(empty < 1900, "{empty} of 4096 classes are empty");
        }
    }

    proptest! {
        #[test]
        fn mixing_can_be_undone(bits in 1u32..=64, number: u64) {
            let mixer = Mixer::new(bits);
            let number = number & (u64::MAX >> (64 - bits));
            let image = mixer.mix(number);
            prop_assert!(image <= u64::MAX >> (64 - bits));
            prop_assert_eq!(mixer.unmix(image), number);
        }
    }
}
