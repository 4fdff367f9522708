//! What a player could capture if it were his turn: the sums of all his captures, seen at a glance.

use mancala_position::toguz::ToguzPosition;

/// Contents of a hole that the tables tell apart; more are taken for as many.
const MOST: usize = 63;

/// Where the last ball falls, by hole and content: the index in the opponent's row, or [`NOWHERE`].
type Landings = [[u8; MOST + 1]; 9];

/// A last ball in the own row threatens nothing. The opponent's hole of this index is always empty.
const NOWHERE: u8 = 15;

/// Makes the landings of a board, by the rule that the first of two or more balls goes back into the hole of origin.
const fn landings(holes: usize) -> Landings {
    let mut all = [[NOWHERE; MOST + 1]; 9];
    let mut hole = 0;
    while hole < holes {
        let mut balls = 1;
        while balls <= MOST {
            let steps = if balls == 1 { 1 } else { balls - 1 };
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

/// What a player threatens to capture.
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
pub(super) struct Watch {
    landings: &'static Landings,
    holes: u32,
    tuzdiks: bool,
}

impl Watch {
    pub(super) fn new(holes: u32, tuzdiks: bool) -> Self {
        let landings = match holes {
            9 => &LANDINGS[0],
            7 => &LANDINGS[1],
            _ => &LANDINGS[2],
        };
        Self {
            landings,
            holes,
            tuzdiks,
        }
    }

    /// The mover's threats, then the opponent's.
    #[inline(always)]
    pub(super) fn threats(&self, position: &ToguzPosition) -> [Threats; 2] {
        let [own, opponent] = position.holes();
        let tuzdiks = [position.own_tuzdik(), position.opponent_tuzdik()];
        [
            self.side(&own, &opponent, tuzdiks),
            self.side(&opponent, &own, [tuzdiks[1], tuzdiks[0]]),
        ]
    }

    #[inline(always)]
    fn side(&self, attacker: &[u8; 9], defender: &[u8; 9], tuzdiks: [u32; 2]) -> Threats {
        let mut there = [0u8; 16];
        there[..9].copy_from_slice(defender);
        let mut best = 0;
        let mut second = 0;
        let mut makes = false;
        for (landings, &balls) in self.landings.iter().zip(attacker) {
            let target = landings[usize::from(balls).min(MOST)];
            let content = there[usize::from(target & 15)];
            // On laps before the last, sowings of more than 2m balls have dropped others there; that is left out.
            let after = u32::from(content) + 1;
            let captured = if after % 2 == 0 { after } else { 0 };
            second = second.max(best.min(captured));
            best = best.max(captured);
            makes |= after == 3
                && u32::from(target) + 1 < self.holes
                && u32::from(target) + 1 != tuzdiks[1];
        }
        Threats {
            best,
            second,
            tuzdik: makes && self.tuzdiks && tuzdiks[0] == 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mancala_position::Game;
    use mancala_position::toguz::{Toguz, ToguzGame, ToguzRules};
    use proptest::prelude::*;

    proptest! {
        /// Without long sowings and tuzdiks that balls fall into, threats are what moves gain.
        #[test]
        fn threats_are_what_moves_gain(
            own in proptest::collection::vec(0u32..9, 9), opponent in proptest::collection::vec(0u32..9, 9),
        ) {
            let rules = ToguzRules::new(ToguzGame::Toguz);
            let balls: u32 = own.iter().chain(&opponent).sum();
            let kazans = [(162 - balls) / 2, (162 - balls).div_ceil(2)];
            let position = ToguzPosition::new(&rules, &own, &opponent, kazans, [0, 0]).expect("valid");
            let watch = Watch::new(9, true);
            let [mine, theirs] = watch.threats(&position);
            let [turned_mine, turned_theirs] = watch.threats(&position.turned());
            prop_assert_eq!([mine, theirs], [turned_theirs, turned_mine]);
            let game = Toguz::new(&ToguzRules { stop_at_majority: false, ..rules });
            let mut gains = Vec::new();
            let mut makes = false;
            for hole in game.moves(&position) {
                let step = game.play(&position, hole);
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
