//! The class without tuzdiks, in the way that the rules allow.

use super::finished::Finished;
use super::fixed_point::fixed_point;
use super::rows::Rows;
use super::value_iteration::{Effort, iterate};
use super::working::Working;
use crate::guarantees::Guarantees;
use crate::toguz::boards::numbering::Numbering;
use mancala_position::toguz::Atsyz;

/// Raises all boards without a tuzdik and with so many balls to their guarantees: row by row where
/// a stuck player's opponent takes the rest, plainly where he makes an extra move. `progress` is
/// called with boards whose values have become final, and stops by returning false.
pub(crate) fn without_tuzdik(
    numbering: &Numbering,
    finished: &impl Finished,
    balls: u32,
    working: &Working,
    progress: &(dyn Fn(u64) -> bool + Sync),
) -> Option<Effort> {
    if numbering.rules().atsyz == Atsyz::RestToOpponent {
        let rows = Rows::new(numbering.rules(), balls);
        return iterate(&rows, numbering.play(), finished, working, progress);
    }
    let ([movers, opponents], passes) = fixed_point(numbering, finished, balls, progress)?;
    let evaluations = u64::from(passes) * movers.len() as u64;
    for ((rank, mover), opponent) in (0..).zip(movers).zip(opponents) {
        let (mover, opponent) = (u32::from(mover), u32::from(opponent));
        working.pairs().set(rank, Guarantees { mover, opponent });
    }
    Some(Effort {
        passes,
        evaluations,
    })
}
