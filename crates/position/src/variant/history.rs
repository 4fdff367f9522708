//! A game as far as it has been played, in whichever family.

use super::spec::GameSpec;
use super::state::GameState;
use crate::error::ParseError;
use crate::moves::IllegalMove;
use crate::side::Side;

/// A game as far as it has been played: where it began, the moves, and every state on the way.
///
/// ```
/// use mancala_position::record::read_games;
/// use mancala_position::{GameHistory, GameState};
///
/// let spec = "kalah:6,4".parse()?;
/// let mut history = GameHistory::new(GameState::start(&spec)?);
/// for pit in [2, 5, 1] {
///     history.push(pit)?;
/// }
/// let record = history.to_record(&[("Event", "example")]);
/// assert_eq!(read_games(&record, &spec)?, [history]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameHistory {
    moves: Vec<u32>,
    /// One more than moves.
    states: Vec<GameState>,
}

impl GameHistory {
    /// A game of which no move has been played.
    #[must_use]
    pub fn new(start: GameState) -> Self {
        Self {
            moves: Vec::new(),
            states: vec![start],
        }
    }

    /// The first state of the game.
    #[must_use]
    pub fn start(&self) -> &GameState {
        &self.states[0]
    }

    /// The state after the last move.
    #[must_use]
    pub fn now(&self) -> &GameState {
        &self.states[self.moves.len()]
    }

    /// The moves, pits by index from 0.
    #[must_use]
    pub fn moves(&self) -> &[u32] {
        &self.moves
    }

    /// All states from the start to now, one more than there are moves.
    #[must_use]
    pub fn states(&self) -> &[GameState] {
        &self.states
    }

    /// The states before now, oldest first: as many as there are moves.
    #[must_use]
    pub fn earlier_states(&self) -> &[GameState] {
        &self.states[..self.moves.len()]
    }

    /// How many moves have been played.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Plays a move, the pit by index from 0.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the move is not legal now, and the game stays as it is.
    pub fn push(&mut self, pit: u32) -> Result<(), IllegalMove> {
        self.now().moves().check(pit)?;
        self.push_legal(pit);
        Ok(())
    }

    /// Plays a move that is known to be legal.
    pub(crate) fn push_legal(&mut self, pit: u32) {
        let next = self.now().play_unchecked(pit);
        self.moves.push(pit);
        self.states.push(next);
    }

    /// Reads one move, in Kalah also the moves of one turn (`3-6`), and plays it.
    ///
    /// # Errors
    ///
    /// As for [`GameState::read_turn`], and the game stays as it is.
    pub fn push_turn(&mut self, text: &str) -> Result<(), ParseError> {
        let turn = self.now().read_turn(text)?;
        turn.into_iter().for_each(|pit| self.push_legal(pit));
        Ok(())
    }

    /// The game as it stood after its first plies; all of it if it has no more.
    #[must_use]
    pub fn first_plies(&self, plies: usize) -> Self {
        let plies = plies.min(self.plies());
        Self {
            moves: self.moves[..plies].to_vec(),
            states: self.states[..=plies].to_vec(),
        }
    }

    /// The player who made the last move, if there is one.
    #[must_use]
    pub fn last_mover(&self) -> Option<Side> {
        let before = self.moves.len().checked_sub(1)?;
        Some(self.states[before].to_move())
    }

    /// Takes the last move back, if there is one.
    pub fn pop(&mut self) -> Option<u32> {
        let pit = self.moves.pop()?;
        self.states.pop();
        Some(pit)
    }

    /// How often the present state has stood on the board, now included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        let now = self.now();
        self.states.iter().filter(|&state| state == now).count()
    }

    /// The moves as they are written, turns apart.
    #[must_use]
    pub fn write_moves(&self) -> String {
        self.start().write_moves(&self.moves)
    }

    /// The tags of the game itself.
    pub(crate) fn own_tags(&self) -> Vec<(&'static str, String)> {
        let spec = self.start().spec();
        let first = self.start();
        let usual = GameState::start(&self.spec_of_start());
        let mut tags = vec![("Game", spec.to_string())];
        if usual == Ok(*first) {
            tags[0].1 = self.spec_of_start().to_string();
        } else {
            tags.push(("Position", first.to_text()));
        }
        if let Some(result) = self.now().result() {
            tags.push(("Result", result.to_string()));
        }
        if let Some([one, other]) = self.now().final_stores() {
            tags.push(("Count", format!("{one}-{other}")));
        }
        tags
    }

    /// The game, in Kalah with the seeds of the first pit as those of the start.
    fn spec_of_start(&self) -> GameSpec {
        match *self.start() {
            GameState::Kalah { rules, state } => GameSpec::Kalah {
                rules,
                seeds: state.south_view().own_pits(&rules).next(),
                pie: false,
            },
            GameState::Toguz { rules, .. } => GameSpec::Toguz { rules },
        }
    }
}
