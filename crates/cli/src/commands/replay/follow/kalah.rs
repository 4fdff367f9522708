//! Following games of Kalah.

use super::report::{Followed, Mistake};
use crate::failure::Failure;
use mancala_endgame::Database;
use mancala_position::kalah::{KalahRules, KalahState};
use mancala_position::{Game, GameHistory, GameState};

/// Follows a game: wherever the database has a position and all its successors, the move that was
/// played is compared with the best one.
pub(super) fn follow(
    report: &mut Followed,
    database: &Database<KalahRules>,
    history: &GameHistory,
    (file, game): (&str, usize),
) -> Result<(), Failure> {
    let rules = database.rules();
    let mut is_counted = false;
    for (index, (state, &pit)) in history.states().iter().zip(history.moves()).enumerate() {
        let GameState::Kalah { state, .. } = state else {
            continue;
        };
        let position = state.position();
        if position.seeds() > database.most_seeds() {
            continue;
        }
        let mut best = i32::MIN;
        let mut played = i32::MIN;
        for legal in rules.moves(&position) {
            let value = value_of_move(database, state, legal)?;
            best = best.max(value);
            if legal == pit {
                played = value;
            }
        }
        report.games += u64::from(!is_counted);
        is_counted = true;
        report.moves += 1;
        if played < best {
            let [own, opponent] = {
                let stores = state.stores();
                let mover = state.to_move().index();
                [stores[mover], stores[1 - mover]]
            };
            let lead = i64::from(own) - i64::from(opponent);
            report.note(Mistake {
                file: file.to_owned(),
                game,
                ply: index + 1,
                position: state.to_text(rules),
                r#move: (pit + 1).to_string(),
                lost_seeds: best.abs_diff(played),
                result_before: result(lead + i64::from(best)),
                result_after: result(lead + i64::from(played)),
            });
        }
    }
    Ok(())
}

/// The value of a move for the player who makes it, in seeds among those on the board.
fn value_of_move(
    database: &Database<KalahRules>,
    state: &KalahState,
    pit: u32,
) -> Result<i32, Failure> {
    let rules = database.rules();
    let step = rules.play_unchecked(&state.position(), pit);
    let after = match rules.outcome(&step.position) {
        Some(value) => value,
        None => database
            .probe(&step.position)?
            .expect("a successor has no more seeds than its position"),
    };
    Ok(step.gain + if step.again { after } else { -after })
}

/// The result for the mover by the final margin.
const fn result(margin: i64) -> &'static str {
    match margin {
        1.. => "won",
        0 => "drawn",
        _ => "lost",
    }
}
