//! A position of the Toguz family seen by the mover: three words.
//!
//! Holes 1 to 8 of each side fill one word a side, a byte a hole. The third word, the tail, has
//! what else there is, the mover's in the low half and the opponent's in the high one, so that
//! turning the board swaps halves:
//!
//! | byte | content |
//! |---|---|
//! | 0, 4 | hole 9 of the mover, of the opponent |
//! | 1, 5 | kazan of the mover, of the opponent |
//! | 2, 6 | number of the tuzdik that the mover owns (in the opponent's row), that the opponent owns; 0 is none |
//! | 3 | 1 if the mover moves in place of a stuck opponent (`atsyz=extra-move` only) |

use super::rules::ToguzRules;
use crate::error::PositionError;
use crate::row;
use std::hint::{cold_path, select_unpredictable};

pub(super) const OWN_NINTH: u32 = 0;
pub(super) const OPPONENT_NINTH: u32 = 4;
pub(super) const OWN_KAZAN: u32 = 1;
const OPPONENT_KAZAN: u32 = 5;
const OWN_TUZDIK: u32 = 2;
const OPPONENT_TUZDIK: u32 = 6;
const EXTRA: u32 = 3;
/// A byte of the tail that is 0 when it is somebody's move.
pub(super) const NOTHING: u32 = 7;

const fn byte(number: u32) -> u64 {
    0xff << (8 * number)
}

const KAZANS: u64 = byte(OWN_KAZAN) | byte(OPPONENT_KAZAN);
const TUZDIKS: u64 = byte(OWN_TUZDIK) | byte(OPPONENT_TUZDIK);

/// By the number of a tuzdik: the mask of its hole in the word of its row. There is none for no
/// tuzdik, nor for the ninth hole, which is in the tail.
pub(super) const ROW_HOLES: [u64; 16] = {
    let mut masks = [0; 16];
    let mut number = 1;
    while number <= 8 {
        masks[number as usize] = byte(number - 1);
        number += 1;
    }
    masks
};

/// A number of balls that ends the game when a kazan has more of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    /// Added to both kazans, so that those with more reach bit 7. No kazan, of 162 balls at most,
    /// overflows.
    raise: u64,
    /// That bit in both kazans.
    reached: u64,
}

impl Limit {
    /// Half of all balls, if the rules stop the game there.
    pub(super) const fn of(rules: &ToguzRules) -> Self {
        if !rules.stop_at_majority {
            return Self {
                raise: 0,
                reached: 0,
            };
        }
        let raise = (127 - rules.balls() / 2) as u64;
        Self {
            raise: raise << (8 * OWN_KAZAN) | raise << (8 * OPPONENT_KAZAN),
            reached: KAZANS & 0x8080_8080_8080_8080,
        }
    }
}

/// A board with kazans and tuzdiks, seen by the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ToguzPosition {
    pub(super) own: u64,
    pub(super) opponent: u64,
    pub(super) tail: u64,
}

impl ToguzPosition {
    /// The start of a game.
    #[must_use]
    pub fn start(rules: &ToguzRules) -> Self {
        let mut position = Self::default();
        for hole in 0..rules.holes() {
            position.set_own(hole, rules.holes());
        }
        let turned = position.turned();
        Self {
            opponent: turned.opponent,
            tail: position.tail | turned.tail,
            ..position
        }
    }

    /// A position from its parts, each the mover's first. Tuzdiks are hole numbers from 1, 0 is
    /// none: the mover's lies in the opponent's row.
    ///
    /// # Errors
    ///
    /// [`PositionError`] if a row has not as many holes as the game, the balls are not all the
    /// balls of the game, a ball lies in a tuzdik, or the pair of tuzdiks cannot be.
    pub fn new(
        rules: &ToguzRules,
        own: &[u32],
        opponent: &[u32],
        kazans: [u32; 2],
        tuzdiks: [u32; 2],
    ) -> Result<Self, PositionError> {
        let holes = rules.holes() as usize;
        for found in [own.len(), opponent.len()] {
            if found != holes {
                return Err(PositionError::Pits {
                    expected: holes,
                    found,
                });
            }
        }
        let found = own
            .iter()
            .chain(opponent)
            .chain(&kazans)
            .map(|&balls| u64::from(balls))
            .sum();
        if found != u64::from(rules.balls()) {
            return Err(PositionError::Balls {
                expected: rules.balls(),
                found,
            });
        }
        check_tuzdiks(rules, own, opponent, tuzdiks)?;
        let mut position = Self::default();
        for (hole, (&mine, &theirs)) in (0u32..).zip(own.iter().zip(opponent)) {
            position.set_own(hole, mine);
            position = position.turned();
            position.set_own(hole, theirs);
            position = position.turned();
        }
        position.tail |= u64::from(kazans[0]) << (8 * OWN_KAZAN)
            | u64::from(kazans[1]) << (8 * OPPONENT_KAZAN)
            | u64::from(tuzdiks[0]) << (8 * OWN_TUZDIK)
            | u64::from(tuzdiks[1]) << (8 * OPPONENT_TUZDIK);
        Ok(position)
    }

    /// A board with empty kazans from its holes, each player's first to last, and its tuzdiks, the
    /// mover's first. It is not checked: databases number the boards that can be.
    ///
    /// # Panics
    ///
    /// If a row has more than nine holes.
    #[inline]
    #[must_use]
    pub fn from_holes_unchecked(own: &[u8], opponent: &[u8], tuzdiks: [u32; 2]) -> Self {
        let word = |row: &[u8]| {
            let mut word = [0; 8];
            let inner = row.len().min(8);
            word[..inner].copy_from_slice(&row[..inner]);
            u64::from_le_bytes(word)
        };
        let ninth = |row: &[u8]| row.get(8).map_or(0, |&balls| u64::from(balls));
        assert!(own.len() <= 9 && opponent.len() <= 9, "at most nine holes");
        Self {
            own: word(own),
            opponent: word(opponent),
            tail: ninth(own) << (8 * OWN_NINTH)
                | ninth(opponent) << (8 * OPPONENT_NINTH)
                | u64::from(tuzdiks[0]) << (8 * OWN_TUZDIK)
                | u64::from(tuzdiks[1]) << (8 * OPPONENT_TUZDIK),
        }
    }

    /// The contents of the holes, the mover's first to ninth and then the opponent's; those that
    /// the game does not have are empty.
    #[inline(always)]
    #[must_use]
    pub const fn holes(self) -> [[u8; 9]; 2] {
        const fn row(word: u64, ninth: u8) -> [u8; 9] {
            let [a, b, c, d, e, f, g, h] = word.to_le_bytes();
            [a, b, c, d, e, f, g, h, ninth]
        }
        let tail = self.tail.to_le_bytes();
        [
            row(self.own, tail[OWN_NINTH as usize]),
            row(self.opponent, tail[OPPONENT_NINTH as usize]),
        ]
    }

    fn set_own(&mut self, hole: u32, balls: u32) {
        if hole < 8 {
            self.own |= u64::from(balls) << (8 * hole);
        } else {
            self.tail |= u64::from(balls) << (8 * OWN_NINTH);
        }
    }

    /// The balls in the mover's hole with this index, from 0.
    #[inline(always)]
    #[must_use]
    pub fn own_hole(self, hole: u32) -> u32 {
        // No branch: which hole it is is as good as random to the processor.
        let word = select_unpredictable(hole < 8, self.own, self.tail >> (8 * OWN_NINTH));
        row::get(word, hole & 7)
    }

    /// The balls in the opponent's hole with this index, from 0.
    #[inline(always)]
    #[must_use]
    pub const fn opponent_hole(self, hole: u32) -> u32 {
        if hole < 8 {
            row::get(self.opponent, hole)
        } else {
            row::get(self.tail, OPPONENT_NINTH)
        }
    }

    /// The mover's kazan.
    #[inline(always)]
    #[must_use]
    pub const fn own_kazan(self) -> u32 {
        row::get(self.tail, OWN_KAZAN)
    }

    /// The opponent's kazan.
    #[inline(always)]
    #[must_use]
    pub const fn opponent_kazan(self) -> u32 {
        row::get(self.tail, OPPONENT_KAZAN)
    }

    /// The number of the mover's tuzdik, which lies in the opponent's row; 0 if he has none.
    #[inline(always)]
    #[must_use]
    pub const fn own_tuzdik(self) -> u32 {
        row::get(self.tail, OWN_TUZDIK)
    }

    /// The number of the opponent's tuzdik, which lies in the mover's row; 0 if he has none.
    #[inline(always)]
    #[must_use]
    pub const fn opponent_tuzdik(self) -> u32 {
        row::get(self.tail, OPPONENT_TUZDIK)
    }

    /// Whether the mover moves in place of the opponent, who has no ball (`atsyz=extra-move`).
    #[inline(always)]
    #[must_use]
    pub const fn is_extra_move(self) -> bool {
        row::get(self.tail, EXTRA) != 0
    }

    #[inline(always)]
    pub(super) const fn has_tuzdik(self) -> bool {
        self.tail & TUZDIKS != 0
    }

    #[inline(always)]
    pub(super) const fn own_is_empty(self) -> bool {
        self.own | (self.tail & byte(OWN_NINTH)) == 0
    }

    #[inline(always)]
    pub(super) const fn opponent_is_empty(self) -> bool {
        self.opponent | (self.tail & byte(OPPONENT_NINTH)) == 0
    }

    /// Whether either kazan has passed the limit.
    #[inline(always)]
    pub(super) const fn has_passed(self, limit: Limit) -> bool {
        (self.tail + limit.raise) & limit.reached != 0
    }

    #[inline(always)]
    pub(super) const fn with_extra_move(self, extra: bool) -> Self {
        Self {
            tail: (self.tail & !byte(EXTRA)) | (extra as u64) << (8 * EXTRA),
            ..self
        }
    }

    #[inline(always)]
    pub(super) const fn add_own_kazan(&mut self, balls: u32) {
        self.tail += (balls as u64) << (8 * OWN_KAZAN);
    }

    #[inline(always)]
    pub(super) const fn add_opponent_kazan(&mut self, balls: u32) {
        self.tail += (balls as u64) << (8 * OPPONENT_KAZAN);
    }

    /// Takes what fell into the tuzdiks, that of the mover with the number `mine` and that of the
    /// opponent with the number `theirs`, to their owners' kazans. 0 is none.
    #[inline(always)]
    pub(super) fn empty_tuzdiks(&mut self, mine: u32, theirs: u32) {
        let in_mine = self.opponent & ROW_HOLES[(mine & 15) as usize];
        let in_theirs = self.own & ROW_HOLES[(theirs & 15) as usize];
        self.opponent -= in_mine;
        self.own -= in_theirs;
        self.add_own_kazan(row::sum(in_mine));
        self.add_opponent_kazan(row::sum(in_theirs));
        if mine == 9 {
            cold_path();
            self.add_own_kazan(row::get(self.tail, OPPONENT_NINTH));
            self.tail &= !byte(OPPONENT_NINTH);
        }
        if theirs == 9 {
            cold_path();
            self.add_opponent_kazan(row::get(self.tail, OWN_NINTH));
            self.tail &= !byte(OWN_NINTH);
        }
    }

    /// Takes all balls left on the board to the mover's kazan.
    pub(super) const fn take_rest(&mut self) {
        self.add_own_kazan(self.balls());
        self.own = 0;
        self.opponent = 0;
        self.tail &= !(byte(OWN_NINTH) | byte(OPPONENT_NINTH));
    }

    #[inline(always)]
    pub(super) const fn set_own_tuzdik(&mut self, number: u32) {
        self.tail |= (number as u64) << (8 * OWN_TUZDIK);
    }

    /// The position seen by the other player.
    #[inline(always)]
    #[must_use]
    pub const fn turned(self) -> Self {
        Self {
            own: self.opponent,
            opponent: self.own,
            tail: self.tail.rotate_left(32),
        }
    }

    /// The position with other kazans, the mover's and the opponent's.
    ///
    /// # Panics
    ///
    /// If one has more than 255 balls.
    #[must_use]
    pub const fn with_kazans(self, kazans: [u32; 2]) -> Self {
        assert!(
            kazans[0] <= 255 && kazans[1] <= 255,
            "no game has so many balls"
        );
        Self {
            tail: self.tail & !KAZANS
                | (kazans[0] as u64) << (8 * OWN_KAZAN)
                | (kazans[1] as u64) << (8 * OPPONENT_KAZAN),
            ..self
        }
    }

    /// The position without its kazans: all that its value depends on.
    #[must_use]
    pub const fn board(self) -> Self {
        Self {
            tail: self.tail & !KAZANS,
            ..self
        }
    }

    /// The three words that the position is packed into, which no other position has: the mover's
    /// holes 1 to 8, the opponent's, a byte a hole, and the tail. Of a [`ToguzPosition::board`] the
    /// bytes 1, 5 and 7 of the tail are 0.
    #[inline(always)]
    #[must_use]
    pub const fn words(self) -> [u64; 3] {
        [self.own, self.opponent, self.tail]
    }

    /// The balls on the board.
    #[inline]
    #[must_use]
    pub const fn balls(self) -> u32 {
        row::sum(self.own)
            + row::sum(self.opponent)
            + row::get(self.tail, OWN_NINTH)
            + row::get(self.tail, OPPONENT_NINTH)
    }
}

fn check_tuzdiks(
    rules: &ToguzRules,
    own: &[u32],
    opponent: &[u32],
    tuzdiks: [u32; 2],
) -> Result<(), PositionError> {
    for (number, row) in [(tuzdiks[0], opponent), (tuzdiks[1], own)] {
        if number == 0 {
            continue;
        }
        if !rules.allows_tuzdik_in(number) {
            let reason = format!("{} makes none in hole {number}", rules);
            return Err(PositionError::Tuzdik { reason });
        }
        let found = row[number as usize - 1];
        if found != 0 {
            return Err(PositionError::BallInTuzdik {
                hole: number,
                found,
            });
        }
    }
    if tuzdiks[0] != 0 && tuzdiks[0] == tuzdiks[1] {
        let reason = format!("both players' have the number {}", tuzdiks[0]);
        return Err(PositionError::Tuzdik { reason });
    }
    Ok(())
}
