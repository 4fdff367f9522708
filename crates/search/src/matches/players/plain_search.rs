//! A test opponent: plain alpha-beta to a fixed depth with the difference of the stores as
//! evaluation.
//!
//! It is kept as it is, since other players are measured by it: no table, no order of moves but
//! that of the pits, no quiescence.

use super::budget::Budget;
use super::player::{Choice, Player, PlayerError};
use mancala_position::kalah::{KalahPosition, KalahVisitor, with_kalah};
use mancala_position::toguz::Toguz;
use mancala_position::{Game, GameHistory, GameState};
use std::sync::atomic::{AtomicBool, Ordering};

/// The score of a win, in seeds: more than any difference of stores.
const WIN: i32 = 10_000;
/// Nodes between two looks at the stop flag.
const LOOK_EVERY: u64 = 1 << 12;

/// Plays by plain alpha-beta.
#[derive(Clone, Debug)]
pub struct PlainPlayer {
    depth: u32,
}

impl PlainPlayer {
    /// A player who looks so many plies ahead, at least one.
    #[must_use]
    pub fn new(depth: u32) -> Self {
        Self {
            depth: depth.max(1),
        }
    }
}

impl Player for PlainPlayer {
    fn name(&self) -> String {
        format!("plain alpha-beta of depth {}", self.depth)
    }

    fn choose(
        &mut self,
        history: &GameHistory,
        _: &Budget,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        let found = plain_search(history.now(), self.depth, stop).ok_or(PlayerError::Stopped)?;
        let pit = found.best.ok_or_else(|| PlayerError::NoMove {
            name: self.name(),
            position: history.now().to_text(),
        })?;
        Ok(Choice {
            pit,
            nodes: found.nodes,
        })
    }
}

/// The result of plain alpha-beta.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlainFound {
    /// The mover's store less the opponent's so many plies later, ±10,000 if the game is won or
    /// lost then.
    pub value: i32,
    /// The first of the best moves; `None` if the game is over.
    pub best: Option<u32>,
    /// The positions looked at.
    pub nodes: u64,
}

/// Searches to a depth, at least 1, by plain alpha-beta; `None` if it was stopped.
#[must_use]
pub fn plain_search(state: &GameState, depth: u32, stop: &AtomicBool) -> Option<PlainFound> {
    let [first, second] = state.stores().map(i64::from);
    let lead = match state.to_move() {
        mancala_position::Side::First => first - second,
        mancala_position::Side::Second => second - first,
    };
    let lead = i32::try_from(lead).unwrap_or(if lead > 0 { i32::MAX / 4 } else { i32::MIN / 4 });
    match state {
        GameState::Kalah { rules, state } => {
            struct OnKalah<'a>(KalahPosition, i32, u32, &'a AtomicBool);
            impl KalahVisitor for OnKalah<'_> {
                type Output = Option<PlainFound>;
                fn visit<G: Game<Position = KalahPosition>>(self, game: G) -> Self::Output {
                    Search::new(game, self.3).root(&self.0, self.1, self.2.max(1))
                }
            }
            with_kalah(rules, OnKalah(state.position(), lead, depth, stop))
        }
        GameState::Toguz { rules, state } => {
            Search::new(Toguz::new(rules), stop).root(&state.position(), lead, depth.max(1))
        }
    }
}

struct Search<'a, G> {
    game: G,
    nodes: u64,
    stop: &'a AtomicBool,
    stopped: bool,
}

impl<'a, G: Game> Search<'a, G> {
    const fn new(game: G, stop: &'a AtomicBool) -> Self {
        Self {
            game,
            nodes: 0,
            stop,
            stopped: false,
        }
    }

    fn root(mut self, position: &G::Position, lead: i32, depth: u32) -> Option<PlainFound> {
        let (mut alpha, mut best) = (-i32::MAX, None);
        for pit in self.game.moves(position) {
            let value = self.after(position, pit, lead, depth, alpha, i32::MAX);
            if best.is_none() || value > alpha {
                (alpha, best) = (value, Some(pit));
            }
        }
        let value = if best.is_some() {
            alpha
        } else {
            self.value(position, lead, 0, -i32::MAX, i32::MAX)
        };
        (!self.stopped).then_some(PlainFound {
            value,
            best,
            nodes: self.nodes,
        })
    }

    /// The value of playing the pit with so many plies to go, that ply included.
    fn after(
        &mut self,
        position: &G::Position,
        pit: u32,
        lead: i32,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let step = self.game.play_unchecked(position, pit);
        let lead = lead.saturating_add(step.gain);
        if step.again {
            self.value(&step.position, lead, depth - 1, alpha, beta)
        } else {
            -self.value(&step.position, -lead, depth - 1, -beta, -alpha)
        }
    }

    fn value(
        &mut self,
        position: &G::Position,
        lead: i32,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK_EVERY) {
            self.stopped |= self.stop.load(Ordering::Relaxed);
        }
        if self.stopped {
            return 0;
        }
        if let Some(outcome) = self.game.outcome(position) {
            let lead = lead.saturating_add(outcome);
            return lead.saturating_add(lead.signum() * WIN);
        }
        if depth == 0 {
            return lead;
        }
        let mut best = -i32::MAX;
        for pit in self.game.moves(position) {
            let value = self.after(position, pit, lead, depth, alpha, beta);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::start;
    use mancala_position::random::SplitMix64;

    /// Minimax without cut-offs on whole states.
    fn minimax(state: &GameState, depth: u32) -> i32 {
        let mover = state.to_move();
        let lead = |[first, second]: [u32; 2]| {
            let first = first as i32 - second as i32;
            if mover == mancala_position::Side::First {
                first
            } else {
                -first
            }
        };
        if let Some(stores) = state.final_stores() {
            let lead = lead(stores);
            return lead + lead.signum() * WIN;
        }
        if depth == 0 {
            return lead(state.stores());
        }
        let values = state.moves().iter().map(|pit| {
            let next = state.play_unchecked(pit);
            let value = minimax(&next, depth - 1);
            if next.to_move() == mover {
                value
            } else {
                -value
            }
        });
        values.max().expect("an unfinished game has moves")
    }

    #[test]
    fn it_finds_what_minimax_finds() {
        let mut random = SplitMix64::new(1);
        let stop = AtomicBool::new(false);
        for game in [
            "kalah:4,3",
            "kalah:5,2,capture=empty,end=on-turn",
            "toguz",
            "bestemshe",
            "bestemshe,atsyz=extra-move",
        ] {
            let mut state = start(game);
            for _ in 0..60 {
                let moves = state.moves();
                let found = plain_search(&state, 4, &stop).expect("nobody stops it");
                assert_eq!(
                    found.value,
                    minimax(&state, 4),
                    "{game} {}",
                    state.to_text()
                );
                if moves.is_empty() {
                    assert_eq!(found.best, None);
                    break;
                }
                let best = found.best.expect("there are moves");
                let next = state.play_unchecked(best);
                let value = minimax(&next, 3);
                let same = next.to_move() == state.to_move();
                assert_eq!(if same { value } else { -value }, found.value);
                let index = random.index(moves.len());
                state = state.play_unchecked(moves.iter().nth(index).expect("a move"));
            }
        }
    }

    #[test]
    fn it_stops_when_told() {
        assert_eq!(
            plain_search(&start("toguz"), 30, &AtomicBool::new(true)),
            None
        );
    }
}
