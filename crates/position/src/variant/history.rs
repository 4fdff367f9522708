//! A game as far as it has been played, in whichever family.

use super::spec::GameSpec;
use super::state::GameState;

/// A game as far as it has been played: where it began, the moves, and every state on the way.
///
/// ```
/// use mancala_position::GameState;
/// use mancala_position::record::{GameHistory, read_games};
///
/// let spec = "kalah:6,4".parse()?;
/// let mut history = GameHistory::new(GameState::start(&spec)?);
/// for pit in [2, 5, 1] {
///     history.push(pit);
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

    /// Where the game began.
    #[must_use]
    pub fn start(&self) -> &GameState {
        &self.states[0]
    }

    /// Where it stands.
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

    /// How many moves have been played.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Plays a legal move.
    ///
    /// # Panics
    ///
    /// If the move is not legal.
    pub fn push(&mut self, pit: u32) {
        let now = *self.now();
        assert!(now.moves().contains(pit), "pit {pit} can be played");
        self.moves.push(pit);
        self.states.push(now.play_unchecked(pit));
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
