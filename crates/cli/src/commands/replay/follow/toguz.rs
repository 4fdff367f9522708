//! Following games of the Toguz family.

use super::report::{Contradiction, Followed, Mistake};
use crate::failure::Failure;
use mancala_endgame::{Database, Guarantees};
use mancala_position::toguz::{Toguz, ToguzRules, ToguzState};
use mancala_position::{Game, GameHistory, GameState};
use mancala_search::ToguzResult;

/// Follows a game. No move may be worth more than its position; and where the guarantees add up
/// all along, the kazans and what is on the board at the end must come to what the first
/// position within reach promised, less what each side lost by mistakes.
pub(super) fn follow(
    report: &mut Followed,
    database: &Database<ToguzRules>,
    rules: &ToguzRules,
    history: &GameHistory,
    (file, game): (&str, usize),
) -> Result<Vec<Contradiction>, Failure> {
    let mut wrong = Vec::new();
    let mut states = history.states().iter().filter_map(toguz_state);
    let Some(mut state) = states.next() else {
        return Ok(wrong);
    };
    let mut promised: Option<[u32; 2]> = None;
    let mut adds_up = true;
    for (ply, next) in (1..).zip(states) {
        let found = look_up(database, rules, &state, &next)?;
        if let Some(Found { before, after }) = found {
            let balls = state.position().balls();
            adds_up &= before.mover + before.opponent == balls;
            adds_up &= after.mover + after.opponent == balls;
            let promised = promised.get_or_insert_with(|| {
                report.games += 1;
                by_side(&state, before)
            });
            report.moves += 1;
            if after.mover > before.mover || after.opponent < before.opponent {
                wrong.push((
                    ply,
                    format!("the move is worth {after:?}, and the position {before:?}"),
                ));
            }
            let lost = (before.mover - after.mover.min(before.mover))
                .max(after.opponent.max(before.opponent) - before.opponent);
            if lost > 0 {
                let mover = state.to_move().index();
                promised[mover] = promised[mover].saturating_sub(lost);
                promised[1 - mover] += lost;
                note(
                    report,
                    rules,
                    &state,
                    &next,
                    (before, after),
                    (file, game, ply),
                    lost,
                );
            }
        }
        state = next;
    }
    if let (Some(promised), true) = (promised, adds_up) {
        let kazans = match state.final_kazans(rules) {
            Some(kazans) if state.kazans().iter().all(|&kazan| kazan < rules.majority()) => {
                Some(kazans)
            }
            _ => database
                .probe(&state.position())?
                .map(|guarantees| by_side(&state, guarantees)),
        };
        if let Some(kazans) = kazans
            && kazans != promised
        {
            wrong.push((
                history.plies(),
                format!("the kazans come to {kazans:?}, and the database promised {promised:?}"),
            ));
        }
    }
    Ok(wrong)
}

fn look_up(
    database: &Database<ToguzRules>,
    rules: &ToguzRules,
    state: &ToguzState,
    next: &ToguzState,
) -> Result<Option<Found>, Failure> {
    let extra = state.position().is_extra_move() || next.position().is_extra_move();
    if extra
        || state.final_kazans(rules).is_some()
        || state.position().balls() > database.most_seeds()
    {
        return Ok(None);
    }
    let before = database.probe(&state.position())?;
    let after = database.probe(&next.position())?;
    let (Some(before), Some(after)) = (before, after) else {
        return Ok(None);
    };
    let mover = state.to_move().index();
    let gained = |side: usize| next.kazans()[side] - state.kazans()[side];
    Ok(Some(Found {
        before,
        after: Guarantees {
            mover: gained(mover) + after.opponent,
            opponent: gained(1 - mover) + after.mover,
        },
    }))
}

fn note(
    report: &mut Followed,
    rules: &ToguzRules,
    state: &ToguzState,
    next: &ToguzState,
    (before, after): (Guarantees, Guarantees),
    (file, game, ply): (&str, usize, usize),
    lost_seeds: u32,
) {
    let result = |guarantees| ToguzResult::new(rules, &state.position(), guarantees).word();
    let played = moves_of(rules, state).find(|&hole| state.play_unchecked(rules, hole) == *next);
    report.note(Mistake {
        file: file.to_owned(),
        game,
        ply,
        position: state.to_text(rules),
        r#move: played.map_or_else(String::new, |hole| {
            state.write_move(rules, hole).to_string()
        }),
        lost_seeds,
        result_before: result(before),
        result_after: result(after),
    });
}

/// The values of a position and of a move from it, for the player who makes it.
struct Found {
    before: Guarantees,
    after: Guarantees,
}

fn moves_of(rules: &ToguzRules, state: &ToguzState) -> impl Iterator<Item = u32> {
    Toguz::new(rules).moves(&state.position()).iter()
}

const fn toguz_state(state: &GameState) -> Option<ToguzState> {
    match state {
        GameState::Toguz { state, .. } => Some(*state),
        GameState::Kalah { .. } => None,
    }
}

/// White's and Black's kazan, with what they can be sure of.
fn by_side(state: &ToguzState, guarantees: Guarantees) -> [u32; 2] {
    let mut kazans = state.kazans();
    let mover = state.to_move().index();
    kazans[mover] += guarantees.mover;
    kazans[1 - mover] += guarantees.opponent;
    kazans
}
