//! A game as far as it has been played, in whichever family, and its record.

use super::{GameRecord, kalah, read_records, write_records};
use crate::error::ParseError;
use crate::notation::Place;
use crate::variant::spec::GameSpec;
use crate::variant::state::GameState;

/// A game as far as it has been played: where it began, the moves, and every state on the way.
///
/// ```
/// use mancala_position::GameState;
/// use mancala_position::record::{Course, read_courses};
///
/// let spec = "kalah:6,4".parse()?;
/// let mut course = Course::new(GameState::start(&spec)?.expect("the seeds are named"));
/// for pit in [2, 5, 1] {
///     course.push(pit);
/// }
/// let record = course.to_record(&[("Event", "example")]);
/// assert_eq!(read_courses(&record, &spec)?, [course]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    moves: Vec<u32>,
    /// One more than moves.
    states: Vec<GameState>,
}

impl Course {
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
        self.states.push(now.play(pit));
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

    /// The record of the game: the tags given, those of the game, its start where it is another than the game's, and its
    /// result where it is decided, then the moves. For the Toguz family it is TGK, for Kalah the same tags with turns
    /// behind them. Tags with a name that cannot be, or with a value that cannot be read back, are left out.
    #[must_use]
    pub fn to_record(&self, tags: &[(&str, &str)]) -> String {
        match self.start() {
            GameState::Kalah { .. } => kalah::write(self, tags),
            GameState::Toguz { .. } => write_records(&[self.toguz_record(tags)]),
        }
    }

    /// The tags of the game itself.
    pub(super) fn own_tags(&self) -> Vec<(&'static str, String)> {
        let spec = self.start().spec();
        let first = self.start();
        let usual = GameState::start(&self.spec_of_start());
        let mut tags = vec![("Game", spec.to_string())];
        if usual == Ok(Some(*first)) {
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

    fn toguz_record(&self, tags: &[(&str, &str)]) -> GameRecord {
        let mut record = GameRecord::new(Place::START);
        let own = self.own_tags();
        let own = own.iter().map(|(name, value)| (*name, value.as_str()));
        for (name, value) in tags.iter().copied().chain(own) {
            // What cannot be written is left out, as documented.
            let _ = record.set_tag(name, value, Place::START);
        }
        for (state, &hole) in self.states.iter().zip(&self.moves) {
            if let GameState::Toguz { rules, state } = state {
                record.push(state.write_move(rules, hole));
            }
        }
        record
    }

    /// Plays a Toguz record as far as it goes.
    fn of_toguz(record: &GameRecord, default: &GameSpec) -> Result<Self, ParseError> {
        let rules = match (record.claims().rules, *default) {
            (Some(rules), _) | (None, GameSpec::Toguz { rules }) => rules,
            (None, GameSpec::Kalah { .. }) => {
                let expected = "a record that names its game";
                return Err(record.place.refuse(expected, ""));
            }
        };
        let start = record.start(&rules)?;
        let mut course = Self::new(GameState::Toguz {
            rules,
            state: start,
        });
        for recorded in &record.moves {
            if let GameState::Toguz { state, .. } = course.now() {
                let written = recorded.written;
                written
                    .play(&rules, state)
                    .map_err(|misfit| misfit.at(&written.to_string(), recorded.place))?;
            }
            course.push(recorded.written.from - 1);
        }
        Ok(course)
    }
}

/// Reads the games of a file of records and plays them: of Kalah if `game` is Kalah, else in any form that
/// [`read_records`] takes. Where a record names no game it is `game`.
///
/// # Errors
///
/// [`ParseError`] at the first place that cannot be read, or the first move that does not fit.
pub fn read_courses(text: &str, game: &GameSpec) -> Result<Vec<Course>, ParseError> {
    match game {
        GameSpec::Kalah { .. } => kalah::read(text, game),
        GameSpec::Toguz { .. } => {
            let records = read_records(text)?;
            records
                .iter()
                .map(|record| Course::of_toguz(record, game))
                .collect()
        }
    }
}
