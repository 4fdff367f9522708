//! A line of best play in a database of the Toguz family.

use super::best_moves::best_moves;
use crate::failure::Failure;
use mancala_endgame::Database;
use mancala_position::toguz::{ToguzRules, ToguzState};
use std::collections::{HashMap, VecDeque};

/// The most positions searched for the next ball that leaves the board.
const MOST_POSITIONS: usize = 20_000;

/// The end of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// The game is over.
    Finished,
    /// Play is endless: no best move takes a ball from the board any more.
    Endless,
    /// Neither was found within the limits.
    Open,
}

/// A line of best moves of both players: one in which, at each stage, the next ball leaves the
/// board as soon as possible.
pub(super) fn line(
    database: &Database<ToguzRules>,
    rules: &ToguzRules,
    start: &ToguzState,
) -> Result<(Vec<String>, End), Failure> {
    let (mut state, mut line) = (*start, Vec::new());
    loop {
        match next_step(database, rules, &state)? {
            Step::Moves(holes) => {
                for hole in holes {
                    line.push(state.write_move(rules, hole).to_string());
                    state = state.play_unchecked(rules, hole);
                }
            }
            Step::End(end) => return Ok((line, end)),
        }
    }
}

enum Step {
    Moves(Vec<u32>),
    End(End),
}

/// The shortest sequence of best moves after which a ball leaves the board, by breadth-first
/// search.
fn next_step(
    database: &Database<ToguzRules>,
    rules: &ToguzRules,
    start: &ToguzState,
) -> Result<Step, Failure> {
    let balls = start.position().balls();
    let mut came_from: HashMap<ToguzState, Option<(ToguzState, u32)>> = HashMap::new();
    let mut queue = VecDeque::from([*start]);
    came_from.insert(*start, None);
    while let Some(state) = queue.pop_front() {
        let moves = if state.final_kazans(rules).is_some() {
            Vec::new()
        } else if let Some(moves) = database.moves(&state.position())? {
            moves
        } else {
            // The position has more balls than the database.
            return Ok(Step::End(End::Open));
        };
        if moves.is_empty() {
            return Ok(if state == *start {
                Step::End(End::Finished)
            } else {
                Step::Moves(path(&came_from, state))
            });
        }
        for hole in best_moves(rules, &state.position(), &moves) {
            let next = state.play_unchecked(rules, hole);
            if came_from.contains_key(&next) {
                continue;
            }
            came_from.insert(next, Some((state, hole)));
            if next.position().balls() < balls {
                return Ok(Step::Moves(path(&came_from, next)));
            }
            queue.push_back(next);
        }
        if came_from.len() > MOST_POSITIONS {
            return Ok(Step::End(End::Open));
        }
    }
    Ok(Step::End(End::Endless))
}

fn path(
    came_from: &HashMap<ToguzState, Option<(ToguzState, u32)>>,
    mut state: ToguzState,
) -> Vec<u32> {
    let mut holes = Vec::new();
    while let Some((before, hole)) = came_from[&state] {
        holes.push(hole);
        state = before;
    }
    holes.reverse();
    holes
}
