//! Move previews: the gain of each move without playing it, since most moves are ordered and never
//! played.

use super::play::{NO_CONTENT, Toguz};
use super::position::{ROW_HOLES, ToguzPosition};
use super::sowing::{self, Landing};
use crate::game::Game;
use crate::row;
use std::hint::cold_path;

/// No board of the family has more holes a side.
const HOLES: usize = 9;

/// The effects of a position's moves, by hole.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MovePreview {
    /// The gain of each move, as [`Step::gain`](crate::Step::gain) has it; 0 where a hole has
    /// no ball.
    pub gains: [i32; HOLES],
    /// Bit `i` is set where the move from hole `i` would make a tuzdik.
    pub tuzdiks: u16,
}

impl Toguz {
    /// The gain of each move of a position that is not finished, and the moves that would make a
    /// tuzdik.
    #[inline(always)]
    #[must_use]
    pub fn preview_moves(&self, position: &ToguzPosition) -> MovePreview {
        let mine = position.own_tuzdik();
        let theirs = position.opponent_tuzdik();
        if self.extra_move || mine == 9 || theirs == 9 {
            cold_path();
            return self.played(position);
        }
        if position.has_tuzdik() {
            self.preview_with_tuzdiks(position, mine, theirs)
        } else {
            self.preview_captures(position, 0, self.tuzdik_content)
        }
    }

    /// Captures and new tuzdiks alone. Nothing is taken from the mover's tuzdik `mine`; 0 is none.
    #[inline(always)]
    fn preview_captures(
        &self,
        position: &ToguzPosition,
        mine: u32,
        makes_tuzdik: u64,
    ) -> MovePreview {
        let [own, opponent] = position.holes();
        let mut there = [0u8; 16];
        there[..HOLES].copy_from_slice(&opponent);
        let mut preview = MovePreview::default();
        let mut threes = 0u16;
        for (hole, &balls) in (0u32..).zip(&own) {
            let landing = self.landing(hole, balls);
            let balls =
                u16::from(there[usize::from(landing.hole & 15)]) + u16::from(landing.fallen);
            let content = u64::from(balls);
            let takes = content & self.capture_mask == self.capture_value
                && u32::from(landing.hole) + 1 != mine;
            preview.gains[hole as usize] = if takes { i32::from(balls) } else { 0 };
            threes |= u16::from(content == makes_tuzdik) << hole;
        }
        while threes != 0 {
            let hole = threes.trailing_zeros();
            threes &= threes - 1;
            let number = u32::from(self.landing(hole, own[hole as usize]).hole) + 1;
            if number != self.forbidden && number != position.opponent_tuzdik() {
                preview.gains[hole as usize] = 3;
                preview.tuzdiks |= 1 << hole;
            }
        }
        preview
    }

    /// The same with what falls into tuzdiks, none of which is in a ninth hole.
    #[inline(always)]
    fn preview_with_tuzdiks(
        &self,
        position: &ToguzPosition,
        mine: u32,
        theirs: u32,
    ) -> MovePreview {
        let makes_tuzdik = if mine == 0 {
            self.tuzdik_content
        } else {
            NO_CONTENT
        };
        let mut preview = self.preview_captures(position, mine, makes_tuzdik);
        let in_mine = ROW_HOLES[(mine & 15) as usize];
        let in_theirs = ROW_HOLES[(theirs & 15) as usize];
        for (hole, gain) in (0u32..).zip(&mut preview.gains) {
            let entry = &self.table.entries[sowing::index(hole, position.own_hole(hole))];
            // The tuzdiks are empty, so what is in them after the sowing has fallen there.
            let to_mover = row::sum(position.opponent.wrapping_add(entry.opponent) & in_mine);
            let to_other = row::sum(position.own.wrapping_add(entry.own) & in_theirs);
            *gain += to_mover as i32 - to_other as i32;
        }
        preview
    }

    #[inline(always)]
    fn landing(&self, hole: u32, balls: u8) -> Landing {
        self.table.landings[sowing::index(hole & 15, balls.into())]
    }

    /// The effects of the moves when they are played: by this definition for rules and tuzdiks that
    /// are hardly ever met.
    fn played(&self, position: &ToguzPosition) -> MovePreview {
        let mut preview = MovePreview::default();
        let tuzdiks = |p: &ToguzPosition| p.own_tuzdik() + p.opponent_tuzdik();
        for hole in self.moves(position) {
            let step = self.play_unchecked(position, hole);
            preview.gains[hole as usize] = step.gain;
            preview.tuzdiks |= u16::from(tuzdiks(&step.position) != tuzdiks(position)) << hole;
        }
        preview
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toguz::{ToguzGame, ToguzRules};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn previews_agree_with_playing(options in 0usize..48, game in 0usize..3, choices in proptest::collection::vec(0u32..9, 0..80)) {
            let game = [ToguzGame::Toguz, ToguzGame::Qozdatu, ToguzGame::Bestemshe][game];
            let rules = ToguzRules::all_options(game)[options];
            let toguz = Toguz::new(&rules);
            let mut position = ToguzPosition::start(&rules);
            for choice in choices {
                let moves = toguz.moves(&position);
                if moves.is_empty() {
                    break;
                }
                prop_assert_eq!(toguz.preview_moves(&position), toguz.played(&position));
                let hole = moves.into_iter().nth(choice as usize % moves.len());
                position = toguz.play_unchecked(&position, hole.expect("one of the moves")).position;
            }
        }
    }
}
