//! The pieces of an archive that were read last.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many pieces are kept: of 262,144 values, a byte each, 4 MiB.
const KEPT: usize = 16;

/// A sub-layer, by the seeds in the mover's row, and one of its pieces.
type Key = (u32, u64);

/// The codes of some pieces, that used last at the end.
#[derive(Default)]
pub(super) struct Cache {
    pieces: Mutex<Vec<(Key, Arc<[u8]>)>>,
}

impl Cache {
    /// The codes of a piece, if they are kept.
    pub(super) fn get(&self, key: Key) -> Option<Arc<[u8]>> {
        let mut pieces = self.lock();
        let place = pieces.iter().rposition(|(kept, _)| *kept == key)?;
        pieces[place..].rotate_left(1);
        pieces.last().map(|(_, codes)| Arc::clone(codes))
    }

    /// Keeps the codes of a piece, in the place of those that were not used for the longest time.
    pub(super) fn put(&self, key: Key, codes: Arc<[u8]>) {
        let mut pieces = self.lock();
        if pieces.iter().any(|(kept, _)| *kept == key) {
            return;
        }
        if pieces.len() == KEPT {
            pieces.remove(0);
        }
        pieces.push((key, codes));
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(Key, Arc<[u8]>)>> {
        // A list that a panic has left is one of whole pieces.
        self.pieces.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_used_last_is_kept() {
        let cache = Cache::default();
        let codes = |piece: u64| -> Arc<[u8]> { [u8::try_from(piece).expect("small")].into() };
        for piece in 0..KEPT as u64 {
            cache.put((3, piece), codes(piece));
        }
        assert_eq!(cache.get((3, 0)).as_deref(), Some(&[0][..]));
        cache.put((3, 99), codes(99));
        cache.put((3, 99), codes(7));
        assert_eq!(cache.get((3, 99)).as_deref(), Some(&[99][..]));
        assert_eq!(cache.get((3, 0)).as_deref(), Some(&[0][..]));
        assert_eq!(cache.get((3, 1)), None);
        assert_eq!(cache.get((4, 2)), None);
        assert_eq!(cache.get((3, 2)).as_deref(), Some(&[2][..]));
    }
}
