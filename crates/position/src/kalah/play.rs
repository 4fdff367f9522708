//! Playing moves: one table look-up, two additions, and a capture that needs no branch.
//!
//! Whether a move captures, or gives an extra turn, is as good as random to the processor, and a
//! wrong guess costs it as much as a whole move. So both cases are computed and one is selected.
//! Sowing by relay has no such table, and is played in [`relay`](super::relay).

use super::ending::{is_finished, leftover_value, moves};
use super::position::KalahPosition;
use super::relay::RelayKalah;
use super::rules::{End, KalahRules, Lap, Leftover};
use super::sowing::{self, Table};
use crate::game::{Game, Step};
use crate::moves::Moves;
use crate::row;
use std::fmt;
use std::hint::select_unpredictable;

/// The rules in the form that plays: the most different ones are type parameters, so that each
/// combination is compiled by itself and pays for no other. `LONE` says whether a last seed is
/// captured without seeds opposite, `ON_TURN` when the game ends
/// ([`End::OnTurn`]). Made by [`with_kalah`].
#[derive(Clone, Copy)]
pub struct Kalah<const LONE: bool, const ON_TURN: bool> {
    table: &'static Table,
    /// All bits if a capture takes the last seed too, none if that stays.
    last_taken: u64,
    leftover: Leftover,
    pits: u32,
}

impl<const LONE: bool, const ON_TURN: bool> Kalah<LONE, ON_TURN> {
    fn new(rules: &KalahRules) -> Self {
        Self {
            table: sowing::table(rules),
            last_taken: if rules.capture.takes_last(true) {
                u64::MAX
            } else {
                0
            },
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

impl<const LONE: bool, const ON_TURN: bool> fmt::Debug for Kalah<LONE, ON_TURN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kalah")
            .field("pits", &self.pits)
            .field("lone", &LONE)
            .field("on_turn", &ON_TURN)
            .field("leftover", &self.leftover)
            .finish_non_exhaustive()
    }
}

impl<const LONE: bool, const ON_TURN: bool> Game for Kalah<LONE, ON_TURN> {
    type Position = KalahPosition;

    #[inline(always)]
    fn moves(&self, position: &KalahPosition) -> Moves {
        moves(position, ON_TURN)
    }

    #[inline(always)]
    fn play_unchecked(&self, position: &KalahPosition, pit: u32) -> Step<KalahPosition> {
        let pit = pit & 7;
        let entry = &self.table[sowing::index(pit, row::get(position.own, pit))];
        let mut own = position.own.wrapping_add(entry.own);
        let mut opponent = position.opponent.wrapping_add(entry.opponent);
        // If the last seed captures in no own pit, the words of the entry are 0 and nothing is
        // taken.
        let alone = own & (entry.last << 8).wrapping_sub(entry.last) == entry.last;
        let there = select_unpredictable(alone, opponent & entry.opposite, 0);
        let takes = if LONE { alone } else { there != 0 };
        let last = select_unpredictable(takes, entry.last & self.last_taken, 0);
        own -= last;
        opponent -= there;
        let gain = u32::from(entry.store) + row::sum(last) + row::sum(there);
        let same = KalahPosition { own, opponent };
        Step {
            position: select_unpredictable(entry.again, same, same.turned()),
            gain: gain as i32,
            again: entry.again,
        }
    }

    #[inline(always)]
    fn is_finished(&self, position: &KalahPosition) -> bool {
        is_finished(position, ON_TURN)
    }

    #[inline]
    fn outcome(&self, position: &KalahPosition) -> Option<i32> {
        is_finished(position, ON_TURN).then(|| leftover_value(position, self.leftover))
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

    /// Does it for one form of the rules.
    fn visit<G: Game<Position = KalahPosition> + 'static>(self, game: G) -> Self::Output;
}

/// Runs the visitor with the game that plays by these rules: a [`Kalah`] or a [`RelayKalah`].
pub fn with_kalah<V: KalahVisitor>(rules: &KalahRules, visitor: V) -> V::Output {
    if rules.lap == Lap::Relay {
        return visitor.visit(RelayKalah::new(rules));
    }
    match (rules.capture.takes_last(false), rules.end) {
        (false, End::AtOnce) => visitor.visit(Kalah::<false, false>::new(rules)),
        (false, End::OnTurn) => visitor.visit(Kalah::<false, true>::new(rules)),
        (true, End::AtOnce) => visitor.visit(Kalah::<true, false>::new(rules)),
        (true, End::OnTurn) => visitor.visit(Kalah::<true, true>::new(rules)),
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
