//! The checks of one record: by playing, by databases, by published values and by a new proof.

use super::proof::{Again, ReproofLimits, again};
use super::reference;
use crate::failure::Failure;
use crate::records::{Played, Record, RecordedValue, Start};
use crate::text::kalah::final_margin;
use crate::text::numbers::signed;
use mancala_endgame::{NoTablebase, Tablebase};
use mancala_position::kalah::KalahState;
use mancala_search::{Bounds, ProofDatabase};
use serde::Serialize;

/// The result of checking a record.
#[derive(Serialize)]
pub(super) struct Row {
    pub(super) game: String,
    #[serde(flatten)]
    pub(super) value: RecordedValue,
    pub(super) ok: bool,
    /// The sowings of the line that were played.
    pub(super) line_plies: usize,
    /// The positions compared with a database.
    pub(super) database_positions: u64,
    /// The published values compared.
    pub(super) published_values: u64,
    pub(super) proved_again: bool,
    /// The part that could not be checked.
    pub(super) unchecked: Vec<String>,
    /// The fault in the record.
    pub(super) faults: Vec<Fault>,
}

#[derive(Serialize)]
pub(super) struct Fault {
    /// The check that failed: `record`, `database`, `published` or `proof`.
    pub(super) check: &'static str,
    pub(super) message: String,
}

impl Row {
    /// Checks a record, with a database if there is one.
    pub(super) fn check(
        start: &Start,
        record: &Record,
        database: Option<&ProofDatabase>,
        limits: &ReproofLimits<'_>,
    ) -> Result<Self, Failure> {
        let played = Played::new(start, record);
        let mut row = Self {
            game: record.game.clone(),
            value: record.value,
            ok: true,
            line_plies: played.line.len().saturating_sub(1),
            database_positions: 0,
            published_values: 0,
            proved_again: false,
            unchecked: Vec::new(),
            faults: Vec::new(),
        };
        if !record.proved {
            row.unchecked.push(format!(
                "the proof was stopped; on record are bounds of values that are not known, {} for the start",
                record.value.words()
            ));
        } else if record.moves.is_empty() {
            row.unchecked
                .push("there are no first turns and no line on record".to_owned());
        }
        row.add("record", played.faults);
        if let Some(database) = database {
            row.look_up(start, record, &played.line, database)?;
        }
        let published = reference::compare(start, record);
        row.published_values = published.values;
        row.add("published", published.faults);
        let proved = match database {
            Some(database) => again(start, record, database, limits)?,
            None => again(start, record, &NoTablebase, limits)?,
        };
        match proved {
            Again::Proved => row.proved_again = true,
            Again::Differs(messages) => row.add("proof", messages),
            Again::TooLong(reason) => row.unchecked.push(reason),
            Again::Stopped => row.unchecked.push("not proved again: stopped".to_owned()),
        }
        row.ok = row.faults.is_empty();
        Ok(row)
    }

    fn add(&mut self, check: &'static str, messages: Vec<String>) {
        let faults = messages.into_iter().map(|message| Fault { check, message });
        self.faults.extend(faults);
    }

    /// Compares the positions of the line and after the first turns with the database, as far as it
    /// has them.
    fn look_up(
        &mut self,
        start: &Start,
        record: &Record,
        line: &[KalahState],
        database: &ProofDatabase,
    ) -> Result<(), Failure> {
        for state in line {
            self.compare(database, start, state, record.value, "the line")?;
        }
        for turn in &record.moves {
            let Ok(game) = start.state.read_turn(&start.rules, &turn.r#move) else {
                continue;
            };
            let what = format!("turn {}", turn.r#move);
            self.compare(database, start, &game.end, turn.value, &what)?;
        }
        Ok(())
    }

    fn compare(
        &mut self,
        database: &ProofDatabase,
        start: &Start,
        state: &KalahState,
        recorded: RecordedValue,
        what: &str,
    ) -> Result<(), Failure> {
        if state.position().seeds() > database.most_seeds() {
            return Ok(());
        }
        if let Some(value) = database.probe(&state.position())? {
            self.database_positions += 1;
            let margin = final_margin(state, value);
            // The value of the start that follows from the margin.
            let is_expected = i32::try_from(margin - final_margin(&start.state, 0))
                .is_ok_and(|value| recorded.agrees_with(Bounds::exactly(value)));
            if !is_expected {
                let message = format!(
                    "{what} reaches `{}`, which ends with {} by the database, not {}",
                    state.to_text(&start.rules),
                    signed(margin),
                    recorded.words()
                );
                self.add("database", vec![message]);
            }
        }
        Ok(())
    }
}
