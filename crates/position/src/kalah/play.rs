//! Playing moves: one table look-up, two additions, and a capture that needs no branch.
//!
//! Whether a move captures, or gives an extra turn, is as good as random to the processor, and a
//! wrong guess costs it as much as a whole move. So both cases are computed and one is selected.

use super::position::KalahPosition;
use super::rules::{Capture, End, KalahRules, Leftover};
use super::sowing::{self, Table};
use crate::game::{Game, Step};
use crate::moves::Moves;
use crate::row;
use std::fmt;
use std::hint::select_unpredictable;

const STANDARD: u8 = Capture::Standard as u8;
const EMPTY: u8 = Capture::Empty as u8;
const NEVER: u8 = Capture::Never as u8;

/// The rules in the form that plays: the capture and the end are type parameters, so that each
/// combination is compiled by itself and pays for no other. `CAPTURE` is a [`Capture`] as a number.
/// Made by [`with_kalah`].
#[derive(Clone, Copy)]
pub struct Kalah<const CAPTURE: u8, const ON_TURN: bool> {
    table: &'static Table,
    leftover: Leftover,
    pits: u32,
}

impl<const CAPTURE: u8, const ON_TURN: bool> Kalah<CAPTURE, ON_TURN> {
    fn new(rules: &KalahRules) -> Self {
        Self {
            table: sowing::table(rules.pits(), rules.lap),
            leftover: rules.leftover,
            pits: rules.pits(),
        }
    }

    /// The pits a side.
    #[must_use]
    pub const fn pits(&self) -> u32 {
        self.pits
    }
}

impl<const CAPTURE: u8, const ON_TURN: bool> fmt::Debug for Kalah<CAPTURE, ON_TURN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kalah")
            .field("pits", &self.pits)
            .field("capture", &CAPTURE)
            .field("on_turn", &ON_TURN)
            .field("leftover", &self.leftover)
            .finish_non_exhaustive()
    }
}

impl<const CAPTURE: u8, const ON_TURN: bool> Game for Kalah<CAPTURE, ON_TURN> {
    type Position = KalahPosition;

    #[inline(always)]
    fn moves(&self, position: &KalahPosition) -> Moves {
        if !ON_TURN && position.opponent == 0 {
            return Moves::NONE;
        }
        #[expect(clippy::cast_possible_truncation, reason = "one bit a pit, eight pits")]
        Moves::from_bits(row::occupied_bits(position.own) as u16)
    }

    #[inline(always)]
    fn play_unchecked(&self, position: &KalahPosition, pit: u32) -> Step<KalahPosition> {
        let pit = pit & 7;
        let entry = &self.table[sowing::index(pit, row::get(position.own, pit))];
        let mut own = position.own.wrapping_add(entry.own);
        let mut opponent = position.opponent.wrapping_add(entry.opponent);
        let mut gain = u32::from(entry.store);
        if CAPTURE != NEVER {
            // If the last seed is in no own pit, the words of the entry are 0 and nothing is
            // taken.
            let alone = own & (entry.last << 8).wrapping_sub(entry.last) == entry.last;
            let there = select_unpredictable(alone, opponent & entry.opposite, 0);
            let takes = if CAPTURE == EMPTY { alone } else { there != 0 };
            let last = select_unpredictable(takes, entry.last, 0);
            own -= last;
            opponent -= there;
            gain += row::sum(last) + row::sum(there);
        }
        let same = KalahPosition { own, opponent };
        Step {
            position: select_unpredictable(entry.again, same, same.turned()),
            gain: gain as i32,
            again: entry.again,
        }
    }

    #[inline(always)]
    fn is_finished(&self, position: &KalahPosition) -> bool {
        position.own == 0 || (!ON_TURN && position.opponent == 0)
    }

    #[inline]
    fn outcome(&self, position: &KalahPosition) -> Option<i32> {
        if !self.is_finished(position) {
            return None;
        }
        let difference = row::sum(position.own) as i32 - row::sum(position.opponent) as i32;
        Some(match self.leftover {
            Leftover::Owner => difference,
            Leftover::Nobody => 0,
            Leftover::Emptied => -difference,
        })
    }

    #[inline(always)]
    fn seeds(&self, position: &KalahPosition) -> u32 {
        position.seeds()
    }
}

/// Something to be done with the rules compiled in; see [`with_kalah`].
pub trait KalahVisitor {
    /// The expected outcome.
    type Output;

    /// Does it for one combination of capture and end.
    fn visit<G: Game<Position = KalahPosition> + 'static>(self, game: G) -> Self::Output;
}

/// Runs the visitor with the [`Kalah`] that plays by these rules.
pub fn with_kalah<V: KalahVisitor>(rules: &KalahRules, visitor: V) -> V::Output {
    match (rules.capture, rules.end) {
        (Capture::Standard, End::AtOnce) => visitor.visit(Kalah::<STANDARD, false>::new(rules)),
        (Capture::Standard, End::OnTurn) => visitor.visit(Kalah::<STANDARD, true>::new(rules)),
        (Capture::Empty, End::AtOnce) => visitor.visit(Kalah::<EMPTY, false>::new(rules)),
        (Capture::Empty, End::OnTurn) => visitor.visit(Kalah::<EMPTY, true>::new(rules)),
        (Capture::Never, End::AtOnce) => visitor.visit(Kalah::<NEVER, false>::new(rules)),
        (Capture::Never, End::OnTurn) => visitor.visit(Kalah::<NEVER, true>::new(rules)),
    }
}

/// The same questions for rules known only at run time, each answered by the compiled form: for
/// everything that is not a hot loop.
impl Game for KalahRules {
    type Position = KalahPosition;

    fn moves(&self, position: &KalahPosition) -> Moves {
        struct V<'a>(&'a KalahPosition);
        impl KalahVisitor for V<'_> {
            type Output = Moves;
            fn visit<G: Game<Position = KalahPosition>>(self, game: G) -> Moves {
                game.moves(self.0)
            }
        }
        with_kalah(self, V(position))
    }

    fn play_unchecked(&self, position: &KalahPosition, pit: u32) -> Step<KalahPosition> {
        struct V<'a>(&'a KalahPosition, u32);
        impl KalahVisitor for V<'_> {
            type Output = Step<KalahPosition>;
            fn visit<G: Game<Position = KalahPosition>>(self, game: G) -> Self::Output {
                game.play_unchecked(self.0, self.1)
            }
        }
        with_kalah(self, V(position, pit))
    }

    fn is_finished(&self, position: &KalahPosition) -> bool {
        struct V<'a>(&'a KalahPosition);
        impl KalahVisitor for V<'_> {
            type Output = bool;
            fn visit<G: Game<Position = KalahPosition>>(self, game: G) -> bool {
                game.is_finished(self.0)
            }
        }
        with_kalah(self, V(position))
    }

    fn outcome(&self, position: &KalahPosition) -> Option<i32> {
        struct V<'a>(&'a KalahPosition);
        impl KalahVisitor for V<'_> {
            type Output = Option<i32>;
            fn visit<G: Game<Position = KalahPosition>>(self, game: G) -> Option<i32> {
                game.outcome(self.0)
            }
        }
        with_kalah(self, V(position))
    }

    fn seeds(&self, position: &KalahPosition) -> u32 {
        position.seeds()
    }
}
