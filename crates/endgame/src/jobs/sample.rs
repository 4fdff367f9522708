//! The choice of the positions of a sample.

/// A number that depends on the seed and the index in no simple way: the finaliser of SplitMix64 (Steele, Lea,
/// Flood, "Fast splittable pseudorandom number generators", 2014).
pub(crate) const fn scattered(seed: u64, index: u64) -> u64 {
    let mut z = seed.wrapping_add(index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
