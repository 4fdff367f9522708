//! The options of the protocol.

use super::command::shown;
use crate::analysis::AnalysisOptions;
use crate::engine::{COMPUTED_BALLS, MAX_COMPUTED_BALLS};
use crate::threads::MAX_THREADS;
use mancala_position::GameSpec;
use std::path::PathBuf;

/// The values of the options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// `Game`.
    pub game: GameSpec,
    /// `Threads`.
    pub threads: usize,
    /// `Hash`: the bytes of the table.
    pub table_bytes: u64,
    /// `MultiPV`: how many lines are shown.
    pub multipv: usize,
    /// `Database`: where the endgame database is.
    pub database: Option<PathBuf>,
    /// `Endgames`: the balls up to which all boards of the Toguz family are known without a
    /// database.
    pub endgames: u32,
}

/// In MiB: a tebibyte.
const MOST_HASH: u64 = 1 << 20;
const MOST_LINES: usize = 16;

/// The effect of a change on a running engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// Another game: the position is of no use any more, and neither is the engine.
    Game,
    /// Another database: another engine.
    Tablebase,
    /// The engine takes it over.
    Options,
}

fn within(name: &str, value: &str, least: u64, most: u64) -> Result<u64, String> {
    match value.parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!(
            "`{name}` is a number from {least} to {most}, not `{}`",
            shown(value)
        )),
    }
}

impl Settings {
    /// The settings of a game with everything else as it is by default.
    #[must_use]
    pub const fn new(game: GameSpec) -> Self {
        Self {
            game,
            threads: 1,
            table_bytes: 64 << 20,
            multipv: 1,
            database: None,
            endgames: COMPUTED_BALLS,
        }
    }

    pub(super) fn analysis(&self) -> AnalysisOptions {
        AnalysisOptions {
            threads: self.threads,
            table_bytes: self.table_bytes,
            multipv: self.multipv,
            ..AnalysisOptions::for_play()
        }
    }

    /// The lines that describe the options.
    pub(super) fn describe(&self) -> String {
        let database = self.database.as_ref().map_or_else(
            || "<empty>".to_owned(),
            |folder| folder.display().to_string(),
        );
        format!(
            "option name Threads type spin default {} min 1 max {MAX_THREADS}\n\
             option name Hash type spin default {} min 1 max {MOST_HASH}\n\
             option name MultiPV type spin default {} min 1 max {MOST_LINES}\n\
             option name Database type string default {database}\n\
             option name Endgames type spin default {} min 0 max {MAX_COMPUTED_BALLS}\n\
             option name Game type string default {}\n",
            self.threads,
            (self.table_bytes >> 20).max(1),
            self.multipv,
            self.endgames,
            self.game,
        )
    }

    /// Sets an option. Names are read in any case, as chess programs do.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Change, String> {
        match name.to_ascii_lowercase().as_str() {
            "threads" => {
                let number = within("Threads", value, 1, MAX_THREADS as u64)?;
                self.threads = usize::try_from(number).unwrap_or(1);
                Ok(Change::Options)
            }
            "hash" => {
                self.table_bytes = within("Hash", value, 1, MOST_HASH)? << 20;
                Ok(Change::Options)
            }
            "multipv" => {
                let number = within("MultiPV", value, 1, MOST_LINES as u64)?;
                self.multipv = usize::try_from(number).unwrap_or(1);
                Ok(Change::Options)
            }
            "database" => {
                let none = matches!(value, "" | "<empty>");
                self.database = (!none).then(|| PathBuf::from(value));
                Ok(Change::Tablebase)
            }
            "endgames" => {
                let number = within("Endgames", value, 0, MAX_COMPUTED_BALLS.into())?;
                self.endgames = u32::try_from(number).unwrap_or(0);
                Ok(Change::Tablebase)
            }
            "game" => {
                self.game = value.parse().map_err(|error| format!("{error}"))?;
                Ok(Change::Game)
            }
            _ => Err(format!(
                "there is no option `{}`: the options are Threads, Hash, MultiPV, Database, Endgames, Game",
                shown(name)
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_within_their_bounds() {
        let mut settings = Settings::new("toguz".parse().unwrap());
        assert_eq!(settings.set("Hash", "2"), Ok(Change::Options));
        assert_eq!(settings.set("THREADS", "3"), Ok(Change::Options));
        assert_eq!(settings.set("multipv", "4"), Ok(Change::Options));
        assert_eq!(settings.set("Endgames", "0"), Ok(Change::Tablebase));
        assert_eq!(settings.set("Game", "kalah:6,4"), Ok(Change::Game));
        assert_eq!(settings.set("Database", "a b"), Ok(Change::Tablebase));
        assert_eq!(settings.analysis().table_bytes, 2 << 20);
        let text = settings.describe();
        for part in [
            "default 2 min",
            "default 3 min",
            "default 4 min",
            "default kalah:6,4",
            "a b",
        ] {
            assert!(text.contains(part), "{text}");
        }
        let before = settings.clone();
        for (name, value, part) in [
            ("Hash", "0", "from 1 to"),
            ("Hash", "99999999999", "from 1 to"),
            ("Threads", "two", "not `two`"),
            ("MultiPV", "-1", "from 1 to"),
            ("Game", "chess", "there is no game `chess`"),
            ("Ponder", "true", "there is no option `Ponder`"),
        ] {
            let error = settings.set(name, value).expect_err(name);
            assert!(error.contains(part), "{error}");
        }
        assert_eq!(settings, before);
    }
}
