//! A line of best play in a database of the Toguz family.

use crate::failure::Failure;
use mancala_endgame::{Guarantees, ToguzDatabase};
use mancala_position::toguz::{ToguzPosition, ToguzRules, ToguzState};
use std::collections::{HashMap, VecDeque};

/// The most positions that are looked at for the next ball that leaves the board.
const MOST_POSITIONS: usize = 20_000;

/// How a game ends for a player, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    Won,
    Drawn,
    Lost,
}

impl Outcome {
    /// The outcome for a player with so many balls in his kazan and his opponent's, if he and his opponent can be sure of so
    /// many more.
    pub(crate) const fn new(rules: &ToguzRules, kazans: [u32; 2], worth: Guarantees) -> Self {
        if kazans[0] + worth.mover >= rules.majority() {
            Self::Won
        } else if kazans[1] + worth.opponent >= rules.majority() {
            Self::Lost
        } else {
            Self::Drawn
        }
    }

    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Drawn => "drawn",
            Self::Lost => "lost",
        }
    }
}

/// How good a move is for its player with the kazans that stand, the best first: what comes of the game, then his own
/// balls, then those that are left to the opponent.
pub(crate) fn merit(
    rules: &ToguzRules,
    position: &ToguzPosition,
    worth: Guarantees,
) -> (Outcome, std::cmp::Reverse<u32>, u32) {
    let kazans = [position.own_kazan(), position.opponent_kazan()];
    let outcome = Outcome::new(rules, kazans, worth);
    (outcome, std::cmp::Reverse(worth.mover), worth.opponent)
}

/// The moves of a position that are best for its player.
pub(crate) fn best_moves(
    rules: &ToguzRules,
    position: &ToguzPosition,
    moves: &[(u32, Guarantees)],
) -> Vec<u32> {
    let merit = |worth| merit(rules, position, worth);
    let best = moves.iter().map(|&(_, worth)| merit(worth)).min();
    let is_best = |&&(_, worth): &&(u32, Guarantees)| Some(merit(worth)) == best;
    moves
        .iter()
        .filter(is_best)
        .map(|&(hole, _)| hole)
        .collect()
}

/// How a line ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// With the game.
    Finished,
    /// With play that goes round: no best move takes a ball from the board any more.
    Endless,
    /// Before either was found.
    Open,
}

/// A line of best moves of both players. Of all such lines it is one in which the next ball leaves the board soonest,
/// time and again.
pub(super) fn line(
    database: &ToguzDatabase,
    rules: &ToguzRules,
    start: &ToguzState,
) -> Result<(Vec<String>, End), Failure> {
    let (mut state, mut line) = (*start, Vec::new());
    loop {
        match next_step(database, rules, &state)? {
            Step::Moves(holes) => {
                for hole in holes {
                    line.push(state.write_move(rules, hole).to_string());
                    state = state.play(rules, hole);
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

/// The best moves until a ball leaves the board.
fn next_step(
    database: &ToguzDatabase,
    rules: &ToguzRules,
    start: &ToguzState,
) -> Result<Step, Failure> {
    let balls = start.position.balls();
    let mut came_from: HashMap<ToguzState, Option<(ToguzState, u32)>> = HashMap::new();
    let mut queue = VecDeque::from([*start]);
    came_from.insert(*start, None);
    while let Some(state) = queue.pop_front() {
        let moves = if state.final_kazans(rules).is_some() {
            Vec::new()
        } else {
            database.moves(&state.position)?.unwrap_or_default()
        };
        if moves.is_empty() {
            return Ok(if state == *start {
                Step::End(End::Finished)
            } else {
                Step::Moves(path(&came_from, state))
            });
        }
        for hole in best_moves(rules, &state.position, &moves) {
            let next = state.play(rules, hole);
            if came_from.contains_key(&next) {
                continue;
            }
            came_from.insert(next, Some((state, hole)));
            if next.position.balls() < balls {
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
