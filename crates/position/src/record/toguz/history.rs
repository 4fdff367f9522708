//! Games of the Toguz family to records and back.

use super::game_record::GameRecord;
use crate::error::ParseError;
use crate::error::Place;
use crate::variant::history::GameHistory;
use crate::variant::spec::GameSpec;
use crate::variant::state::GameState;

impl GameHistory {
    /// The record of a game of the family, with the tags given where they can be written.
    pub(crate) fn toguz_record(&self, tags: &[(&str, &str)]) -> GameRecord {
        let mut record = GameRecord::new(Place::START);
        let own = self.own_tags();
        let own = own.iter().map(|(name, value)| (*name, value.as_str()));
        for (name, value) in tags.iter().copied().chain(own) {
            // What cannot be written is left out, as documented.
            let _ = record.set_tag(name, value, Place::START);
        }
        for (state, &hole) in self.states().iter().zip(self.moves()) {
            if let GameState::Toguz { rules, state } = state {
                record.push(state.write_move(rules, hole));
            }
        }
        record
    }

    /// Plays a Toguz record as far as it goes.
    pub(crate) fn of_toguz(record: &GameRecord, default: &GameSpec) -> Result<Self, ParseError> {
        let rules = match (record.claims().rules, *default) {
            (Some(rules), _) | (None, GameSpec::Toguz { rules }) => rules,
            (None, GameSpec::Kalah { .. }) => {
                let expected = "a record that names its game";
                return Err(record.place.refuse(expected, ""));
            }
        };
        let start = record.start(&rules)?;
        let mut history = Self::new(GameState::Toguz {
            rules,
            state: start,
        });
        for recorded in &record.moves {
            if let GameState::Toguz { state, .. } = history.now() {
                let written = recorded.written;
                written
                    .play(&rules, state)
                    .map_err(|misfit| misfit.at(&written.to_string(), recorded.place))?;
            }
            history.push(recorded.written.from - 1);
        }
        Ok(history)
    }
}
