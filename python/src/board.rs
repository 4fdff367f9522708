//! Boards: a game in progress.

use crate::errors::{IllegalMoveError, PositionError};
use crate::game::{Game, GameArgument};
use crate::svg;
use mancala_position::kalah::{KalahPosition, KalahVisitor, with_kalah};
use mancala_position::toguz::Toguz;
use mancala_position::{GameHistory, GameResult, GameState, Side, perft_parallel};
use numpy::{PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// A game in progress: a position and the moves that led to it.
///
/// Moves are pits by number from 1, each from its owner's left, as players write them. `push` also
/// takes the notation of players: '76', or a whole turn of Kalah, '3-6'.
///
/// >>> board = Board("kalah:6,4")
/// >>> board.push("3-6")
/// >>> board.position
/// '4,4,0,5,5,0/5,5,5,5,4,4 2,0 n'
#[pyclass(module = "mancala_solver")]
pub(crate) struct Board {
    game: Game,
    history: GameHistory,
}

impl Board {
    pub(crate) fn state(&self) -> &GameState {
        self.history.now()
    }

    pub(crate) const fn history(&self) -> &GameHistory {
        &self.history
    }
}

/// A move as the user gives it.
#[derive(FromPyObject)]
pub(crate) enum MoveArgument {
    Pit(u32),
    Text(String),
}

const fn side_word(state: &GameState, side: Side) -> &'static str {
    match (state, side) {
        (GameState::Kalah { .. }, Side::First) => "south",
        (GameState::Kalah { .. }, Side::Second) => "north",
        (GameState::Toguz { .. }, Side::First) => "white",
        (GameState::Toguz { .. }, Side::Second) => "black",
    }
}

/// The rows of both players, the first player's first, each from its owner's left.
pub(crate) fn rows(state: &GameState) -> [Vec<u32>; 2] {
    match state {
        GameState::Kalah { rules, state } => {
            let view = state.south_view();
            [
                view.own_pits(rules).collect(),
                view.opponent_pits(rules).collect(),
            ]
        }
        GameState::Toguz { rules, state } => {
            let rows = state.white_view().holes();
            rows.map(|row| {
                row.iter()
                    .take(rules.holes() as usize)
                    .map(|&balls| u32::from(balls))
                    .collect()
            })
        }
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (game, position=None))]
    fn new(game: GameArgument, position: Option<&str>) -> PyResult<Self> {
        let game = game.game()?;
        let state = GameState::read(&game.spec, position)
            .map_err(|error| PositionError::new_err(error.to_string()))?;
        Ok(Self {
            game,
            history: GameHistory::new(state),
        })
    }

    /// The game.
    #[getter]
    const fn game(&self) -> Game {
        self.game
    }

    /// The position in the project's notation.
    #[getter]
    fn position(&self) -> String {
        self.state().to_text()
    }

    /// The player to move: 'south' or 'north' in Kalah, 'white' or 'black' in the Toguz family.
    #[getter]
    fn turn(&self) -> &'static str {
        side_word(self.state(), self.state().to_move())
    }

    /// The seeds in the pits of both players, the first player's first.
    #[getter]
    fn rows(&self) -> (Vec<u32>, Vec<u32>) {
        let [first, second] = rows(self.state());
        (first, second)
    }

    /// The stores (kazans) of both players, the first player's first.
    #[getter]
    fn stores(&self) -> (u32, u32) {
        self.state().stores().into()
    }

    /// The seeds on the board, without those in the stores.
    #[getter]
    fn seeds(&self) -> u32 {
        self.state().seeds()
    }

    /// The moves that can be played, by pit from 1.
    #[getter]
    fn legal_moves(&self) -> Vec<u32> {
        self.state().moves().iter().map(|pit| pit + 1).collect()
    }

    /// The moves that have been played, by pit from 1.
    #[getter]
    fn moves(&self) -> Vec<u32> {
        self.history.moves().iter().map(|pit| pit + 1).collect()
    }

    /// The moves that have been played as players write them.
    #[getter]
    fn written_moves(&self) -> String {
        self.history.write_moves()
    }

    /// Plays a move: a pit from 1, or text.
    fn push(&mut self, r#move: MoveArgument) -> PyResult<()> {
        match r#move {
            MoveArgument::Pit(number) => {
                let pit = number.wrapping_sub(1);
                self.history.push(pit).map_err(|_| {
                    let legal = self.legal_moves();
                    IllegalMoveError::new_err(format!(
                        "{number} cannot be played: the legal moves are {legal:?}"
                    ))
                })
            }
            MoveArgument::Text(text) => {
                let pushed = self.history.push_turn(&text);
                pushed.map_err(|error| IllegalMoveError::new_err(error.to_string()))
            }
        }
    }

    /// Takes back the last move, and returns it.
    fn pop(&mut self) -> PyResult<u32> {
        let pit = self.history.pop();
        pit.map(|pit| pit + 1)
            .ok_or_else(|| IllegalMoveError::new_err("there is no move to take back"))
    }

    /// Whether the game is over.
    fn is_game_over(&self) -> bool {
        self.state().is_finished()
    }

    /// The result: '1-0', '0-1', '1/2-1/2', or '*' while the game goes on.
    fn result(&self) -> &'static str {
        // The library names the winner as soon as a store has more than half; players play on.
        match self.state().result().filter(|_| self.is_game_over()) {
            Some(GameResult::FirstWins) => "1-0",
            Some(GameResult::SecondWins) => "0-1",
            Some(GameResult::Draw) => "1/2-1/2",
            None => "*",
        }
    }

    /// The stores when all is counted, once the game is over.
    #[getter]
    fn final_stores(&self) -> Option<(u32, u32)> {
        self.state().final_stores().map(Into::into)
    }

    /// The number of move sequences of a length, counted with all processors.
    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        struct OnKalah<'a>(&'a KalahPosition, u32);
        impl KalahVisitor for OnKalah<'_> {
            type Output = u64;
            fn visit<G: mancala_position::Game<Position = KalahPosition> + 'static>(
                self,
                game: G,
            ) -> u64 {
                perft_parallel(&game, self.0, self.1).nodes
            }
        }
        let state = *self.state();
        py.detach(|| match state {
            GameState::Kalah { rules, state } => {
                with_kalah(&rules, OnKalah(&state.position(), depth))
            }
            GameState::Toguz { rules, state } => {
                perft_parallel(&Toguz::new(&rules), &state.position(), depth).nodes
            }
        })
    }

    /// The rows as an array of shape (2, pits) and type uint8, the mover's row first: what
    /// `Database.probe_many` takes.
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let [first, second] = rows(self.state());
        let pits = first.len();
        let rows = match self.state().to_move() {
            Side::First => [first, second],
            Side::Second => [second, first],
        };
        let seeds: Vec<u8> = rows
            .concat()
            .into_iter()
            .map(|seeds| u8::try_from(seeds).unwrap_or(u8::MAX))
            .collect();
        numpy::PyArray1::from_vec(py, seeds).reshape([2, pits])
    }

    /// A board with the same moves that can be changed by itself.
    fn copy(&self) -> Self {
        Self {
            game: self.game,
            history: self.history.clone(),
        }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.state() == other.state()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.state().hash(&mut hasher);
        hasher.finish()
    }

    fn __len__(&self) -> usize {
        self.history.plies()
    }

    fn __str__(&self) -> String {
        self.state().draw()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}', '{}')", self.game.spec, self.position())
    }

    fn _repr_svg_(&self) -> String {
        svg::drawing(self.state())
    }
}
