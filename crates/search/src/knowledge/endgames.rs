//! Exact values of positions with few seeds, as the search asks for them.

use super::guaranteed::Guaranteed;
use mancala_endgame::Database;
use mancala_position::kalah::KalahPosition;
use mancala_position::toguz::ToguzPosition;

/// Knows positions with few seeds exactly: an endgame database, or values in memory.
pub trait Endgames<P>: Send + Sync {
    /// No position with more seeds on the board is known.
    fn most_seeds(&self) -> u32;

    /// The most seeds of those on the board that the mover, and that the opponent, can be sure to collect; `None` if it
    /// is not known. Where the two do not add up to the seeds on the board, the rest goes to nobody.
    fn guarantees(&self, position: &P) -> Option<(u32, u32)>;
}

/// A value that cannot be read is one that is not known.
impl<G: Guaranteed + Send> Endgames<ToguzPosition> for G {
    fn most_seeds(&self) -> u32 {
        self.most_balls()
    }

    #[inline]
    fn guarantees(&self, position: &ToguzPosition) -> Option<(u32, u32)> {
        if position.is_extra_move() {
            // The other player is stuck: the board is known as his.
            let known = Guaranteed::guarantees(self, &position.turned()).ok()??;
            return Some((known.opponent, known.mover));
        }
        let known = Guaranteed::guarantees(self, position).ok()??;
        Some((known.mover, known.opponent))
    }
}

/// A value that cannot be read is one that is not known.
impl Endgames<KalahPosition> for Database {
    fn most_seeds(&self) -> u32 {
        Self::most_seeds(self)
    }

    /// The seeds that nobody gets are left out of both numbers, and so is what the two players share evenly: the
    /// database knows the difference alone.
    #[inline]
    fn guarantees(&self, position: &KalahPosition) -> Option<(u32, u32)> {
        let value = self.probe(position).ok()??;
        let more = value.unsigned_abs();
        Some(if value > 0 { (more, 0) } else { (0, more) })
    }
}
