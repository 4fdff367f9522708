//! Threats: the sum of all captures that a player could make if he were to move.

use mancala_position::row;
use mancala_position::toguz::ToguzPosition;

/// Contents of a hole that are told apart; more are taken for as many.
const MOST: usize = 63;

/// The landing hole of the last ball, by hole and content: the index in the opponent's row, or
/// [`NOWHERE`].
type Landings = [[u8; 256]; 9];

/// A last ball in the own row threatens nothing. The opponent's hole of this index is always empty.
const NOWHERE: u8 = 15;

/// Makes the landings of a board, by the rule that the first of two or more balls goes back into
/// the hole of origin.
const fn landings(holes: usize) -> Landings {
    let mut all = [[NOWHERE; 256]; 9];
    let mut hole = 0;
    while hole < holes {
        let mut balls = 1;
        while balls < 256 {
            let sown = if balls < MOST { balls } else { MOST };
            let steps = if sown == 1 { 1 } else { sown - 1 };
            let last = (hole + steps) % (2 * holes);
            if last >= holes {
                #[expect(clippy::cast_possible_truncation, reason = "nine holes")]
                let index = (last - holes) as u8;
                all[hole][balls] = index;
            }
            balls += 1;
        }
        hole += 1;
    }
    all
}

static LANDINGS: [Landings; 3] = [landings(9), landings(7), landings(5)];

/// The captures that a player threatens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Threats {
    /// The balls of the largest capture.
    pub(super) best: u32,
    /// The balls of the second one; those of the same hole if two holes reach it.
    pub(super) second: u32,
    /// Whether a tuzdik can be made.
    pub(super) tuzdik: bool,
}

/// The threats of both players, for boards of one size.
#[derive(Clone, Copy)]
pub(super) struct ThreatDetector {
    landings: &'static Landings,
    /// By the number of the defender's tuzdik, 0 for none: the holes of his row in which one may be
    /// made, 1 in the byte of each.
    may_make: [u64; 16],
}

impl ThreatDetector {
    pub(super) fn new(holes: u32, tuzdiks: bool) -> Self {
        let landings = match holes {
            9 => &LANDINGS[0],
            7 => &LANDINGS[1],
            _ => &LANDINGS[2],
        };
        let mut may_make = [0; 16];
        if tuzdiks {
            for (number, mask) in (0u32..).zip(&mut may_make) {
                let numbers = (1..holes).filter(|&other| other != number);
                *mask = numbers.map(|other| 1 << (8 * (other - 1))).sum();
            }
        }
        Self { landings, may_make }
    }

    /// The mover's threats, then the opponent's.
    #[inline(always)]
    pub(super) fn threats(&self, position: &ToguzPosition) -> [Threats; 2] {
        let [own, opponent, _] = position.words();
        let holes = position.holes();
        let tuzdiks = [position.own_tuzdik(), position.opponent_tuzdik()];
        [
            self.attack(&holes[0], opponent, holes[1][8], tuzdiks),
            self.attack(&holes[1], own, holes[0][8], [tuzdiks[1], tuzdiks[0]]),
        ]
    }

    /// The attacker's threats against the first eight holes of the defender and his ninth.
    #[inline(always)]
    fn attack(&self, attacker: &[u8; 9], eight: u64, ninth: u8, tuzdiks: [u32; 2]) -> Threats {
        let may_make = match tuzdiks[0] {
            0 => self.may_make[(tuzdiks[1] & 15) as usize],
            _ => 0,
        };
        let mut there = [0u8; 16];
        there[..8].copy_from_slice(&(captured(eight) | thirds(eight) & may_make).to_le_bytes());
        there[8] = captured(u64::from(ninth)).to_le_bytes()[0];
        let (mut best, mut second, mut any) = (0, 0, 0);
        for (landings, &balls) in self.landings.iter().zip(attacker) {
            let target = landings[usize::from(balls)];
            let worth = u32::from(there[usize::from(target & 15)]);
            any |= worth;
            second = second.max(best.min(worth));
            best = best.max(worth);
        }
        Threats {
            best: best & !1,
            second: second & !1,
            tuzdik: any & 1 != 0,
        }
    }
}

/// The lowest bit of every byte.
const LOW_BITS: u64 = 0x0101_0101_0101_0101;

/// The capture of a last ball in each of eight holes, a byte a hole: as many as are there then if
/// that is even. On laps before the last, sowings of more than 2m balls have dropped others there;
/// that is left out.
#[inline(always)]
const fn captured(holes: u64) -> u64 {
    let after = holes.wrapping_add(LOW_BITS);
    after & !((after & LOW_BITS).wrapping_mul(0xff))
}

/// 1 in the byte of each hole that holds two, so that the next ball is the third.
#[inline(always)]
const fn thirds(holes: u64) -> u64 {
    (row::occupied(holes ^ (2 * LOW_BITS)) >> 7) ^ LOW_BITS
}

#[cfg(test)]
mod tests {
    use super::*;
    use mancala_position::Game;
    use mancala_position::toguz::{Toguz, ToguzGame, ToguzRules};
    use proptest::prelude::*;

    /// The threats hole by hole.
    fn plain(rules: &ToguzRules, position: &ToguzPosition) -> Threats {
        let holes = rules.holes();
        let mut captures = vec![0, 0];
        let mut tuzdik = false;
        for hole in 0..holes {
            let balls = position.own_hole(hole).min(63);
            let last = (hole + if balls > 1 { balls - 1 } else { 1 }) % (2 * holes);
            if balls == 0 || last < holes {
                continue;
            }
            let number = last - holes + 1;
            let after = position.opponent_hole(number - 1) + 1;
            captures.push(if after.is_multiple_of(2) { after } else { 0 });
            tuzdik |= after == 3
                && position.own_tuzdik() == 0
                && position.opponent_tuzdik() != number
                && rules.allows_tuzdik_in(1)
                && number != holes;
        }
        captures.sort_unstable();
        captures.reverse();
        Threats {
            best: captures[0],
            second: captures[1],
            tuzdik,
        }
    }

    proptest! {
        #[test]
        fn threats_are_those_of_each_hole(
            game in 0usize..3, choices in proptest::collection::vec(0u32..9, 0..120),
        ) {
            let game = [ToguzGame::Toguz, ToguzGame::Qozdatu, ToguzGame::Bestemshe][game];
            let rules = ToguzRules::new(game);
            let toguz = Toguz::new(&rules);
            let detector = ThreatDetector::new(rules.holes(), rules.allows_tuzdik_in(1));
            let mut position = ToguzPosition::start(&rules);
            for choice in choices {
                let moves = toguz.moves(&position);
                if moves.is_empty() {
                    break;
                }
                let both = [plain(&rules, &position), plain(&rules, &position.turned())];
                prop_assert_eq!(detector.threats(&position), both);
                let hole = moves.into_iter().nth(choice as usize % moves.len());
                position = toguz.play_unchecked(&position, hole.expect("one of the moves")).position;
            }
        }

        /// Without long sowings and tuzdiks that balls fall into, threats are what moves gain.
        #[test]
        fn threats_are_what_moves_gain(
            own in proptest::collection::vec(0u32..9, 9), opponent in proptest::collection::vec(0u32..9, 9),
        ) {
            let rules = ToguzRules::new(ToguzGame::Toguz);
            let balls: u32 = own.iter().chain(&opponent).sum();
            let kazans = [(162 - balls) / 2, (162 - balls).div_ceil(2)];
            let position = ToguzPosition::new(&rules, &own, &opponent, kazans, [0, 0]).expect("valid");
            let detector = ThreatDetector::new(9, true);
            let [mine, theirs] = detector.threats(&position);
            let [turned_mine, turned_theirs] = detector.threats(&position.turned());
            prop_assert_eq!([mine, theirs], [turned_theirs, turned_mine]);
            let game = Toguz::new(&ToguzRules { stop_at_majority: false, ..rules });
            let mut gains = Vec::new();
            let mut makes = false;
            for hole in game.moves(&position) {
                let step = game.play_unchecked(&position, hole);
                if step.position.opponent_tuzdik() != 0 {
                    makes = true;
                } else {
                    gains.push(step.gain.unsigned_abs());
                }
            }
            gains.sort_unstable();
            gains.reverse();
            gains.resize(9, 0);
            prop_assert_eq!((mine.best, mine.second, mine.tuzdik), (gains[0], gains[1], makes));
        }
    }
}
