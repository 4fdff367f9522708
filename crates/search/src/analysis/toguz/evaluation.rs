//! The interface of the Toguz family's evaluations.

use mancala_position::toguz::ToguzPosition;

/// Judges an unfinished position without search.
pub trait Evaluation: Send + Sync {
    /// The margin to be expected, in score units, from the side to move.
    fn evaluate(&self, position: &ToguzPosition) -> i32;

    /// As [`EvaluatedGame::stability_margin`](crate::analysis::EvaluatedGame::stability_margin).
    fn stability_margin(&self) -> i32 {
        0
    }
}

impl<E: Evaluation + ?Sized> Evaluation for Box<E> {
    #[inline(always)]
    fn evaluate(&self, position: &ToguzPosition) -> i32 {
        (**self).evaluate(position)
    }

    fn stability_margin(&self) -> i32 {
        (**self).stability_margin()
    }
}
