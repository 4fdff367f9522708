//! Files of records of the Toguz family, read in any of their forms and written as TGK.

use super::game_record::GameRecord;
use super::{table, tgk};
use crate::error::ParseError;

impl GameRecord {
    /// Writes the record as TGK: tags, an empty line, the moves in numbered pairs, one a line. Comments lose
    /// closing braces, and tag values line breaks, since neither has a way to be written.
    #[must_use]
    pub fn to_tgk(&self) -> String {
        write_records(std::slice::from_ref(self))
    }
}

/// Reads the records of a file, in whichever of the three forms it is: a table has a header row that names a
/// column `moves`; everything else is TGK, of which PlayOK's move text is a part.
///
/// # Errors
///
/// [`ParseError`] at the first place that cannot be read, and if there is nothing at all.
pub fn read_records(text: &str) -> Result<Vec<GameRecord>, ParseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if table::is_table(text) {
        table::read(text)
    } else {
        tgk::read(text)
    }
}

/// Writes records as one TGK file.
#[must_use]
pub fn write_records(records: &[GameRecord]) -> String {
    let mut text = String::new();
    for (index, record) in records.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        tgk::write(record, records.get(index + 1), &mut text)
            .expect("a String takes all that is written");
    }
    text
}
