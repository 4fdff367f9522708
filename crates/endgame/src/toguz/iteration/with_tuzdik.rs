//! Classes in which a tuzdik stands: one pass in the order of the boards' numbers.

use super::finished::Finished;
use crate::guarantees::Guarantees;
use crate::toguz::boards::class::TuzdikClass;
use crate::toguz::boards::numbering::Numbering;
use mancala_position::toguz::ToguzPosition;

/// How often the caller is asked whether to go on.
const STRETCH: u64 = 1 << 16;

/// The movers' guarantees on the boards of a class with so many balls, and on those of the class
/// that the other player sees; the opponents' are what is missing to all balls. `progress` is
/// called with the boards that were added, and stops the sweep by returning false.
pub(crate) fn sweep(
    numbering: &Numbering,
    finished: &impl Finished,
    class: TuzdikClass,
    balls: u32,
    progress: &dyn Fn(u64) -> bool,
) -> Option<[Vec<u8>; 2]> {
    let boards = numbering.boards(class);
    let count = boards.count(balls);
    // By whose tuzdik is whose: the guarantees of the players to move.
    let mut sides: [Vec<u8>; 2] = [Vec::new(), Vec::new()];
    for side in &mut sides {
        #[expect(clippy::cast_possible_truncation, reason = "a layer fits in memory")]
        side.reserve_exact(count as usize);
    }
    let mut from = 0;
    while from < count {
        let to = (from + STRETCH).min(count);
        let mut cursor = boards.from(from, balls);
        for _ in from..to {
            let board = cursor.board();
            cursor.advance();
            for (side, board) in [board, board.turned()].into_iter().enumerate() {
                let look_up = |next: &ToguzPosition| {
                    if next.balls() < balls {
                        return finished.guarantees(next);
                    }
                    // The number is the same for both players, and lower than that of the board.
                    let rank = numbering.boards(TuzdikClass::of(next)).rank(next);
                    let other = usize::from(TuzdikClass::of(next) != class);
                    #[expect(clippy::cast_possible_truncation, reason = "an index into memory")]
                    let mover = u32::from(sides[other][rank as usize]);
                    Guarantees {
                        mover,
                        opponent: balls - mover,
                    }
                };
                let worth = numbering.play().evaluate(&board, look_up);
                debug_assert_eq!(worth.mover + worth.opponent, balls);
                sides[side].push(u8::try_from(worth.mover).expect("few balls"));
            }
        }
        if !progress(2 * (to - from)) {
            return None;
        }
        from = to;
    }
    Some(sides)
}
