//! Plain negamax: every move, every ply, nothing remembered.

use mancala_position::Game;
use mancala_search::analysis::EvaluatedGame;

/// The score of a position that is searched to a depth and evaluated there.
pub(crate) fn plain_score<G: EvaluatedGame>(game: &G, position: &G::Position, depth: u32) -> i32 {
    negamax(game, position, depth, &mut Vec::new())
}

/// `way` has the positions before, as far as the same player order goes back.
fn negamax<G: EvaluatedGame>(
    game: &G,
    position: &G::Position,
    depth: u32,
    way: &mut Vec<G::Position>,
) -> i32 {
    let rules = game.rules();
    if let Some(known) = game.tablebase_score(position) {
        return known;
    }
    if rules.is_finished(position) {
        return game.terminal_score(position);
    }
    if depth == 0 {
        return game.evaluate(position);
    }
    if way
        .iter()
        .rev()
        .skip(1)
        .step_by(2)
        .any(|earlier| earlier == position)
    {
        return 0;
    }
    let mut best = i32::MIN;
    for pit in rules.moves(position) {
        let step = rules.play_unchecked(position, pit);
        way.push(*position);
        let below = negamax(game, &step.position, depth - 1, way);
        way.pop();
        let score = game.step_score(&step) + if step.again { below } else { -below };
        best = best.max(score);
    }
    best
}
