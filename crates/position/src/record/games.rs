//! Games written as records, and read from them.

use super::game_record::GameRecord;
use super::text::{read_records, write_records};
use super::written_move::WrittenMove;
use crate::error::{ParseError, Place};
use crate::notation::KalahMove;
use crate::variant::history::GameHistory;
use crate::variant::spec::GameSpec;
use crate::variant::state::GameState;

impl GameHistory {
    /// The record of the game: the tags given, those of the game, its start where it is another
    /// than the game's, its result where it is decided, and the moves. Tags with a name that cannot
    /// be, or with a value that cannot be read back, are left out.
    #[must_use]
    pub fn record(&self, tags: &[(&str, &str)]) -> GameRecord {
        let mut record = GameRecord::new(Place::START);
        let own = self.own_tags();
        let own = own.iter().map(|(name, value)| (*name, value.as_str()));
        for (name, value) in tags.iter().copied().chain(own) {
            // Values that cannot be written are left out, as documented.
            let _ = record.set_tag(name, value, Place::START);
        }
        let mut last_mover = None;
        for (state, &pit) in self.states().iter().zip(self.moves()) {
            record.push(match state {
                GameState::Kalah { state, .. } => WrittenMove::Kalah(KalahMove {
                    pit: pit + 1,
                    joined: last_mover == Some(state.to_move()),
                }),
                GameState::Toguz { rules, state } => {
                    WrittenMove::Toguz(state.write_move(rules, pit))
                }
            });
            last_mover = Some(state.to_move());
        }
        if matches!(self.start(), GameState::Kalah { .. }) {
            record.closing = self.now().result();
        }
        record
    }

    /// The text of [`GameHistory::record`], as [`write_records`] writes it.
    #[must_use]
    pub fn to_record(&self, tags: &[(&str, &str)]) -> String {
        write_records(&[self.record(tags)])
    }

    /// Plays a record by the rules that it names, or else by the default ones.
    ///
    /// # Errors
    ///
    /// [`ParseError`] if its start cannot be read, or at the first move that does not fit.
    pub fn from_record(record: &GameRecord, default: &GameSpec) -> Result<Self, ParseError> {
        let mut history = Self::new(record.start(default)?);
        for recorded in &record.moves {
            record
                .play_move(recorded, &mut history)
                .map_err(|misfit| misfit.at(recorded.written, recorded.place))?;
        }
        Ok(history)
    }
}

/// Reads the games of a file of records, in any form that [`read_records`] takes, and plays them.
/// A record that names no game is of `game`.
///
/// # Errors
///
/// [`ParseError`] at the first place that cannot be read, the first record of a game of the other
/// family than `game`, or the first move that does not fit.
pub fn read_games(text: &str, game: &GameSpec) -> Result<Vec<GameHistory>, ParseError> {
    let read = |record: &GameRecord| {
        record.check_family(game)?;
        GameHistory::from_record(record, game)
    };
    read_records(text, game)?.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> GameSpec {
        text.parse().expect("a game")
    }

    #[test]
    fn records_read_back_with_any_start() {
        let spec = game("kalah:3,2");
        let mut history = GameHistory::new("kalah:3,2".parse().expect("a start"));
        while let Some(pit) = history.now().moves().iter().next() {
            history.push(pit).expect("a legal move");
        }
        let uneven = "1,0,2/0,3,1 1,0 n";
        let mut other = GameHistory::new(GameState::from_text(&spec, uneven).expect("a position"));
        let first = other.now().moves().iter().next().expect("a move");
        other.push(first).expect("a legal move");
        let text = history.to_record(&[("South", "a \"b\""), ("no name", "x"), ("Game", "toguz")])
            + "\n"
            + &other.to_record(&[]);
        assert!(text.contains("[Game \"kalah:3,2\"]"), "{text}");
        assert!(text.contains("[South \"a \\\"b\\\"\"]"), "{text}");
        assert!(text.contains("[Position \"1,0,2/0,3,1 1,0 n\"]"), "{text}");
        let read = read_games(&text, &game("kalah:6,4"));
        assert_eq!(read, Ok(vec![history, other]));
    }

    #[test]
    fn what_does_not_fit_is_named_with_its_place() {
        for (text, expected) in [
            ("", "column 1: expected a game"),
            ("[Game \"toguz\"]\n", "column 8: expected a game of Kalah"),
            ("[Game \"kalah:6\"]\n", "the seeds in each pit"),
            ("3-6 9\n", "column 5: expected a pit"),
            ("% note\n3-6 {why}\n1-2\n", "line 3, column 2"),
            ("[Position \"1/1 0,0 s\"]\n", "column 13"),
        ] {
            let error = read_games(text, &game("kalah:6,4"))
                .expect_err(text)
                .to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
