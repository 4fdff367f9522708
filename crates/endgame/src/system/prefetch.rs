//! Asking the processor to fetch memory that will be read soon.

/// Has the cache line of a byte fetched, where the processor takes such hints. Nothing depends on
/// it, and the byte need not be there.
#[inline(always)]
pub(crate) fn prefetch(byte: *const u8) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has the instruction, which does nothing that a program
        // could see, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(byte.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = byte;
}
