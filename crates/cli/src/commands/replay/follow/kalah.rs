//! Following games of Kalah.

use super::report::{Followed, Mistake};
use crate::database::values_of_moves;
use crate::failure::Failure;
use mancala_endgame::Database;
use mancala_position::kalah::KalahRules;
use mancala_position::{GameHistory, GameState};

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
        let values = values_of_moves(rules, &position, |successor| {
            let value = database.probe(successor)?;
            Ok(value.expect("a successor has no more seeds than its position"))
        })?;
        let played = values.iter().find(|&&(legal, _)| legal == pit);
        let best = values.iter().map(|&(_, value)| value).max();
        let (Some(&(_, played)), Some(best)) = (played, best) else {
            continue;
        };
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

/// The result for the mover by the final margin.
const fn result(margin: i64) -> &'static str {
    match margin {
        1.. => "won",
        0 => "drawn",
        _ => "lost",
    }
}
