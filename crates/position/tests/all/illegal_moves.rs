//! Illegal moves and impossible positions give a meaningless answer and never a panic.

use mancala_position::Game;
use mancala_position::kalah::{KalahPosition, KalahRules, KalahState, MAX_STORE};
use mancala_position::toguz::{Toguz, ToguzGame, ToguzPosition, ToguzRules, ToguzState};
use mancala_position::{Side, perft};
use proptest::prelude::*;

fn kalah_rules() -> Vec<KalahRules> {
    (1..=8)
        .flat_map(|pits| KalahRules::all_options(pits).expect("1 to 8 pits"))
        .collect()
}

fn toguz_rules() -> Vec<ToguzRules> {
    ToguzGame::ALL
        .iter()
        .flat_map(|&game| ToguzRules::all_options(game))
        .collect()
}

fn any_index() -> impl Strategy<Value = u32> {
    prop_oneof![4 => 0u32..16, 1 => any::<u32>()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_two_words_as_a_kalah_board(
        own in any::<u64>(),
        opponent in any::<u64>(),
        stores in proptest::array::uniform2(0..=MAX_STORE),
        pit in any_index(),
        rules in proptest::sample::select(kalah_rules()),
    ) {
        let position = KalahPosition::from_rows_unchecked(own, opponent);
        let _ = rules.play_unchecked(&position, pit);
        let _ = (rules.moves(&position), rules.outcome(&position), rules.seeds(&position));
        let _ = perft(&rules, &position, 2);
        let state = |position| {
            KalahState::with_stores(position, stores, Side::Second).expect("at most MAX_STORE")
        };
        let _ = state(position).play_unchecked(&rules, pit).final_stores(&rules);
        let empty = KalahPosition::from_rows_unchecked(0, opponent);
        let _ = state(empty).final_stores(&rules);
    }

    /// A position of one game under the rules of all, moves that do not exist included.
    #[test]
    fn any_hole_and_any_rules_of_the_toguz_family(
        holes in proptest::collection::vec(any_index(), 1..40),
        from in proptest::sample::select(toguz_rules()),
        rules in proptest::sample::select(toguz_rules()),
    ) {
        let game = Toguz::new(&rules);
        let mut state = ToguzState::new(&from, ToguzPosition::start(&from), Side::First);
        for hole in holes {
            let _ = (state.position().own_hole(hole), state.position().opponent_hole(hole));
            let _ = (game.outcome(&state.position()), state.final_kazans(&rules));
            let _ = perft(&game, &state.position(), 1);
            state = state.play_unchecked(&rules, hole);
        }
    }
}
