//! A game of either family in some state: for programs that serve whichever game is named at run
//! time.

use super::error::StateError;
use super::spec::GameSpec;
use crate::error::{ParseError, Place};
use crate::game::Game;
use crate::kalah::{KalahPosition, KalahRules, KalahState};
use crate::moves::{IllegalMove, Moves};
use crate::result::GameResult;
use crate::side::Side;
use crate::toguz::{Toguz, ToguzRules, ToguzState};
use std::fmt;
use std::str::FromStr;

/// The rules of a game and the state it is in: the board, the stores, the side to move.
///
/// The family is decided at run time, which is right for notation, records and play over a
/// board; search runs on [`Game`] with the rules compiled in.
///
/// As text it is the game and the position line, with a space between; the game alone is read as
/// its start.
///
/// ```
/// use mancala_position::GameState;
///
/// let start = GameState::start(&"kalah:6,4".parse()?)?;
/// let turn = start.read_turn("3-6")?;
/// let later = turn.iter().try_fold(start, |state, &pit| state.play(pit))?;
/// assert_eq!(later.to_text(), "4,4,0,5,5,0/5,5,5,5,4,4 2,0 n");
/// assert_eq!(later.to_string(), "kalah:6 4,4,0,5,5,0/5,5,5,5,4,4 2,0 n");
/// assert_eq!(later.to_string().parse(), Ok(later));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameState {
    /// Kalah.
    Kalah {
        /// Pits and options.
        rules: KalahRules,
        /// The board, the stores and the side to move.
        state: KalahState,
    },
    /// A game of the Toguz family.
    Toguz {
        /// The game and its options.
        rules: ToguzRules,
        /// The board, the kazans and the side to move.
        state: ToguzState,
    },
}

impl GameState {
    /// The start of a game.
    ///
    /// # Errors
    ///
    /// [`StateError::NoStart`] for a Kalah whose seeds are not named, [`StateError::Start`] for
    /// more seeds than the representation holds.
    pub fn start(spec: &GameSpec) -> Result<Self, StateError> {
        match *spec {
            GameSpec::Kalah {
                rules,
                seeds: Some(seeds),
                ..
            } => {
                let state = KalahState::new(KalahPosition::start(&rules, seeds)?);
                Ok(Self::Kalah { rules, state })
            }
            GameSpec::Kalah { seeds: None, .. } => Err(StateError::NoStart { game: *spec }),
            GameSpec::Toguz { rules } => Ok(Self::Toguz {
                rules,
                state: ToguzState::start(&rules),
            }),
        }
    }

    /// The position of the game that is written, or its start where none is.
    ///
    /// # Errors
    ///
    /// [`StateError::Text`] as for [`GameState::from_text`], and the others as for
    /// [`GameState::start`].
    pub fn read(spec: &GameSpec, position: Option<&str>) -> Result<Self, StateError> {
        match position {
            Some(text) => Ok(Self::from_text(spec, text)?),
            None => Self::start(spec),
        }
    }

    /// Reads a position of the game: a position line, the board of the Kalah Game Protocol (which
    /// begins with `<`), or the FEN of PlayStrategy (which has letters in its rows).
    ///
    /// # Errors
    ///
    /// [`ParseError`] at the place that does not fit.
    pub fn from_text(spec: &GameSpec, text: &str) -> Result<Self, ParseError> {
        match *spec {
            GameSpec::Kalah { rules, .. } => {
                let state = KalahState::from_text(&rules, text)?;
                Ok(Self::Kalah { rules, state })
            }
            GameSpec::Toguz { rules } => {
                let state = ToguzState::from_text(&rules, text)?;
                Ok(Self::Toguz { rules, state })
            }
        }
    }

    /// The position line, which [`GameState::from_text`] reads.
    #[must_use]
    pub fn to_text(&self) -> String {
        match self {
            Self::Kalah { rules, state } => state.to_text(rules),
            Self::Toguz { rules, state } => state.to_text(rules),
        }
    }

    /// The board over seven lines.
    #[must_use]
    pub fn draw(&self) -> String {
        match self {
            Self::Kalah { rules, state } => state.draw(rules),
            Self::Toguz { rules, state } => state.draw(rules),
        }
    }

    /// The game that is played, without the seeds of a start.
    #[must_use]
    pub const fn spec(&self) -> GameSpec {
        match *self {
            Self::Kalah { rules, .. } => GameSpec::Kalah {
                rules,
                seeds: None,
                pie: false,
            },
            Self::Toguz { rules, .. } => GameSpec::Toguz { rules },
        }
    }

    /// The side to move.
    #[must_use]
    pub const fn to_move(&self) -> Side {
        match self {
            Self::Kalah { state, .. } => state.to_move(),
            Self::Toguz { state, .. } => state.to_move(),
        }
    }

    /// Whose turn it is by the order of the game: the side to move, but the stuck player where the
    /// opponent moves for him (`atsyz=extra-move`).
    #[must_use]
    pub const fn turn(&self) -> Side {
        match self {
            Self::Kalah { state, .. } => state.to_move(),
            Self::Toguz { state, .. } => state.turn(),
        }
    }

    /// The name of a player: `South`, `North`, `White` or `Black`.
    #[must_use]
    pub const fn player(&self, side: Side) -> &'static str {
        match (self, side) {
            (Self::Kalah { .. }, Side::First) => "South",
            (Self::Kalah { .. }, Side::Second) => "North",
            (Self::Toguz { .. }, Side::First) => "White",
            (Self::Toguz { .. }, Side::Second) => "Black",
        }
    }

    /// The stores or kazans, the first player's first.
    #[must_use]
    pub const fn stores(&self) -> [u32; 2] {
        match self {
            Self::Kalah { state, .. } => state.stores(),
            Self::Toguz { state, .. } => state.kazans(),
        }
    }

    /// The store of the side to move less the other store.
    #[must_use]
    pub fn lead(&self) -> i64 {
        self.lead_of(self.stores())
    }

    /// The same of the stores at the end, once the game is finished.
    #[must_use]
    pub fn final_lead(&self) -> Option<i64> {
        Some(self.lead_of(self.final_stores()?))
    }

    fn lead_of(&self, stores: [u32; 2]) -> i64 {
        let [first, second] = stores.map(i64::from);
        match self.to_move() {
            Side::First => first - second,
            Side::Second => second - first,
        }
    }

    /// The stores with the seeds left on the board shared out, once the game is finished.
    #[must_use]
    pub fn final_stores(&self) -> Option<[u32; 2]> {
        match self {
            Self::Kalah { rules, state } => state.final_stores(rules),
            Self::Toguz { rules, state } => state.final_kazans(rules),
        }
    }

    /// The seeds on the board.
    #[must_use]
    pub const fn seeds(&self) -> u32 {
        match self {
            Self::Kalah { state, .. } => state.position().seeds(),
            Self::Toguz { state, .. } => state.position().balls(),
        }
    }

    /// The legal moves, pits by index from 0; none where the game is finished.
    #[must_use]
    pub fn moves(&self) -> Moves {
        match self {
            Self::Kalah { rules, state } => rules.moves(&state.position()),
            Self::Toguz { rules, state } => Toguz::new(rules).moves(&state.position()),
        }
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        match self {
            Self::Kalah { rules, state } => rules.is_finished(&state.position()),
            Self::Toguz { rules, state } => Toguz::new(rules).is_finished(&state.position()),
        }
    }

    /// The winner, as soon as nothing can change it: the game is finished, or a store has more
    /// than half of all seeds.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        if let Some(stores) = self.final_stores() {
            return Some(GameResult::of(stores));
        }
        let [first, second] = self.stores().map(u64::from);
        let all = first + second + u64::from(self.seeds());
        if 2 * first > all {
            Some(GameResult::FirstWins)
        } else if 2 * second > all {
            Some(GameResult::SecondWins)
        } else {
            None
        }
    }

    /// Plays a move, the pit by index from 0.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the move is not one of [`GameState::moves`].
    pub fn play(&self, pit: u32) -> Result<Self, IllegalMove> {
        self.moves().check(pit)?;
        Ok(self.play_unchecked(pit))
    }

    /// [`GameState::play`] for a move that the caller knows to be legal. For any other the state is
    /// unspecified, as for [`Game::play_unchecked`].
    #[must_use]
    pub fn play_unchecked(&self, pit: u32) -> Self {
        match *self {
            Self::Kalah { rules, state } => Self::Kalah {
                rules,
                state: state.play_unchecked(&rules, pit),
            },
            Self::Toguz { rules, state } => Self::Toguz {
                rules,
                state: state.play_unchecked(&rules, pit),
            },
        }
    }

    /// Reads one move, in Kalah also the moves of one turn (`3-6`), and gives the pits by index
    /// from 0.
    ///
    /// # Errors
    ///
    /// [`ParseError`] if the text is no move, or one that is not legal, at the place that does not
    /// fit.
    pub fn read_turn(&self, text: &str) -> Result<Vec<u32>, ParseError> {
        match self {
            Self::Kalah { rules, state } => Ok(state.read_turn(rules, text)?.moves),
            Self::Toguz { rules, state } => Ok(vec![state.read_move(rules, text)?]),
        }
    }

    /// Writes one legal move, the pit by index from 0, as players do.
    #[must_use]
    pub fn write_move(&self, pit: u32) -> String {
        match self {
            Self::Kalah { .. } => (pit + 1).to_string(),
            Self::Toguz { rules, state } => state.write_move(rules, pit).to_string(),
        }
    }

    /// Writes legal moves one after the other, those of one turn of Kalah joined by `-`.
    #[must_use]
    pub fn write_moves(&self, moves: &[u32]) -> String {
        match self {
            Self::Kalah { rules, state } => state.write_game(rules, moves),
            Self::Toguz { .. } => {
                let mut state = *self;
                let written = moves.iter().map(|&pit| {
                    let text = state.write_move(pit);
                    state = state.play_unchecked(pit);
                    text
                });
                written.collect::<Vec<_>>().join(" ")
            }
        }
    }
}

/// The game and the position line.
impl fmt::Display for GameState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.spec(), self.to_text())
    }
}

impl FromStr for GameState {
    type Err = StateError;

    /// Reads a game and, behind a space, a position of it, or the start if there is none.
    ///
    /// # Errors
    ///
    /// [`StateError::Game`] as for [`GameSpec`], else as for [`GameState::read`].
    fn from_str(text: &str) -> Result<Self, StateError> {
        let text = text.trim_end();
        let (game, rest) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
        let spec = game.parse()?;
        if rest.is_empty() {
            return Self::start(&spec);
        }
        let begin = Place::START.right(game.chars().count());
        Ok(Self::from_text(&spec, rest).map_err(|error| error.within(begin))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(game: &str) -> GameState {
        game.parse().expect("a game that names its start")
    }

    #[test]
    fn every_game_is_played_to_its_end_and_written_on_the_way() {
        for game in ["kalah:6,4", "kalah:3,2", "toguz", "bestemshe", "qozdatu"] {
            let begin = start(game);
            let mut state = begin;
            let mut moves = Vec::new();
            while let Some(pit) = state.moves().iter().next_back()
                && moves.len() < 400
            {
                let text = state.write_move(pit);
                assert_eq!(state.read_turn(&text), Ok(vec![pit]), "{game}");
                state = state.play_unchecked(pit);
                moves.push(pit);
                let spec = state.spec();
                assert_eq!(GameState::from_text(&spec, &state.to_text()), Ok(state));
                assert_eq!(state.to_string().parse(), Ok(state));
                assert_eq!(state.draw().lines().count(), 7);
            }
            let mut again = begin;
            for turn in begin.write_moves(&moves).split(' ') {
                for pit in again.read_turn(turn).expect("what was written is read") {
                    again = again.play_unchecked(pit);
                }
            }
            assert_eq!(again, state, "{game}");
            if state.is_finished() {
                let stores = state.final_stores().expect("it is finished");
                assert_eq!(state.result(), Some(GameResult::of(stores)));
            }
        }
    }

    #[test]
    fn a_majority_decides_before_the_end() {
        let spec = "kalah:2".parse().expect("a game");
        let state = |text| GameState::from_text(&spec, text).expect("a position");
        assert_eq!(state("1,1/1,0 3,0 s").result(), None);
        assert_eq!(state("1,1/1,0 4,0 s").result(), Some(GameResult::FirstWins));
        assert_eq!(
            state("1,0/1,0 0,3 n").result(),
            Some(GameResult::SecondWins)
        );
    }

    #[test]
    fn a_game_that_gives_no_state_says_why() {
        for (text, reason) in [
            (
                "kalah:6",
                "kalah:6 names no start: it does not say how many seeds are in a pit",
            ),
            (
                "kalah:6,99",
                "1188 seeds on the board: the representation holds at most 255",
            ),
            ("chess", "there is no game `chess`"),
            (
                "kalah:2 1,0/x",
                "cannot read the position: column 13: expected North's pit 1 of 2, found `x`",
            ),
            (
                "toguz  1",
                "cannot read the position: column 9: expected `,` and White's hole 2 of 9, found the end",
            ),
        ] {
            let error = text.parse::<GameState>().expect_err(text).to_string();
            assert!(error.starts_with(reason), "{error}");
        }
        let spec = "kalah:6".parse().expect("a game");
        assert_eq!(
            GameState::read(&spec, None),
            Err(StateError::NoStart { game: spec })
        );
    }
}
