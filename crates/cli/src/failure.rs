//! Errors as the command line reports them: a kind for scripts, a message and a hint for people.

use crate::status::Stop;
use crate::text::size::Size;
use mancala_endgame::ThreadsError;
use mancala_position::{ParseError, PositionError, RuleError};
use mancala_search::analysis::AnalysisError;
use mancala_search::matches::{MatchStopped, PlayerError};
use mancala_search::{CheckpointFault, SolveError};
use std::fmt::Display;
use std::io;
use std::path::Path;

/// The kind of a failure. Its word is part of the JSON output and must not change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Arguments that do not fit the command.
    Usage,
    /// A game or a rule option that does not exist, or that the command does not serve.
    Rules,
    /// A position that does not parse or is not legal.
    Position,
    /// A file of records that does not parse.
    Record,
    /// A missing database or layer.
    DatabaseMissing,
    /// A damaged database file.
    DatabaseDamaged,
    /// A database of other rules.
    RulesDiffer,
    /// A database file of a format that this version does not read.
    DatabaseVersion,
    /// Too little memory allowed or available.
    Memory,
    /// Too little room on the disk.
    Disk,
    /// A folder locked by another process.
    Locked,
    /// A checkpoint that is damaged or belongs to another proof.
    Checkpoint,
    /// A file or folder that cannot be read or written.
    Io,
    /// Results that should be equal and differ.
    Disagreement,
    /// A search that did not end within its limit.
    Limit,
    /// A player of a match that cannot go on.
    Player,
    /// A signal or the end of `--stop-after`.
    Interrupted(Stop),
}

impl Kind {
    /// The word for scripts.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Usage => "usage",
            Self::Rules => "rules",
            Self::Position => "position",
            Self::Record => "record",
            Self::DatabaseMissing => "database-missing",
            Self::DatabaseDamaged => "database-damaged",
            Self::RulesDiffer => "rules-differ",
            Self::DatabaseVersion => "database-version",
            Self::Memory => "memory",
            Self::Disk => "disk",
            Self::Locked => "locked",
            Self::Checkpoint => "checkpoint",
            Self::Io => "io",
            Self::Disagreement => "disagreement",
            Self::Limit => "limit",
            Self::Player => "player",
            Self::Interrupted(_) => "interrupted",
        }
    }

    /// The exit code of the process.
    pub(crate) const fn exit_code(self) -> u8 {
        match self {
            Self::Interrupted(stop) => stop.exit_code(),
            _ => 2,
        }
    }
}

/// An error as it is reported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Failure {
    /// The kind, for scripts.
    pub(crate) kind: Kind,
    /// The fault.
    pub(crate) message: String,
    /// The remedy, for the user.
    pub(crate) hint: Option<String>,
    /// A text that does not parse with a mark under the error, for people.
    pub(crate) excerpt: Option<String>,
}

impl Failure {
    pub(crate) fn new(kind: Kind, message: impl Display) -> Self {
        Self {
            kind,
            message: printable(&message.to_string()),
            hint: None,
            excerpt: None,
        }
    }

    /// This failure with a hint.
    pub(crate) fn hint(self, hint: impl Display) -> Self {
        Self {
            hint: Some(hint.to_string()),
            ..self
        }
    }

    /// The failure of an option that would change nothing.
    pub(crate) fn without_effect(option: &str, reason: &str) -> Self {
        Self::new(Kind::Usage, format_args!("{option} has no effect {reason}"))
    }

    /// The failure of a position that does not parse.
    pub(crate) fn position(text: &str, error: &ParseError) -> Self {
        Self {
            excerpt: excerpt(text, error.column),
            ..Self::new(
                Kind::Position,
                format_args!("cannot read the position: {error}"),
            )
        }
    }

    /// The failure of a file of records that does not parse.
    pub(crate) fn record(file: impl Display, error: impl Display) -> Self {
        Self::new(Kind::Record, format_args!("{file}: {error}"))
    }

    /// The failure of reading, writing or creating a file.
    pub(crate) fn io(action: &str, path: &Path, error: &io::Error) -> Self {
        Self::new(
            Kind::Io,
            format_args!("cannot {action} {}: {error}", path.display()),
        )
    }
}

impl From<RuleError> for Failure {
    fn from(error: RuleError) -> Self {
        Self::new(Kind::Rules, error)
    }
}

impl From<PositionError> for Failure {
    fn from(error: PositionError) -> Self {
        Self::new(Kind::Position, error)
    }
}

impl From<mancala_endgame::Error> for Failure {
    fn from(error: mancala_endgame::Error) -> Self {
        use mancala_endgame::Error;
        let kind = match &error {
            Error::Missing { .. } | Error::MissingLayer { .. } => Kind::DatabaseMissing,
            Error::Damaged { .. } => {
                return Self::new(Kind::DatabaseDamaged, error)
                    .hint("`mancala verify GAME --repair` builds damaged layers again");
            }
            Error::Rebuilt { .. } => Kind::DatabaseDamaged,
            Error::RulesDiffer { .. } => Kind::RulesDiffer,
            Error::Version { .. } => Kind::DatabaseVersion,
            Error::Seeds { .. } => Kind::Usage,
            Error::NoDatabases { .. } => Kind::Rules,
            Error::Memory { needed, available } => {
                return Self::new(
                    Kind::Memory,
                    format_args!(
                        "this needs {} of memory, and {} may be used",
                        Size(*needed),
                        Size(*available)
                    ),
                )
                .hint("--memory SIZE allows more; fewer seeds or threads need less");
            }
            Error::Disk {
                path,
                needed,
                available,
            } => {
                return Self::new(
                    Kind::Disk,
                    format_args!(
                        "{} needs {} more, and its disk has {} left",
                        path.display(),
                        Size(*needed),
                        Size(*available)
                    ),
                )
                .hint("--db DIR builds elsewhere");
            }
            Error::Threads(_) => Kind::Memory,
            Error::Locked { .. } => Kind::Locked,
            Error::Interrupted => Kind::Interrupted(Stop::Interrupt),
            _ => Kind::Io,
        };
        Self::new(kind, error)
    }
}

impl From<ThreadsError> for Failure {
    fn from(error: ThreadsError) -> Self {
        Self::new(Kind::Memory, error)
    }
}

impl From<PlayerError> for Failure {
    fn from(error: PlayerError) -> Self {
        match error {
            PlayerError::Analysis(error) => error.into(),
            PlayerError::Threads(error) => error.into(),
            other => Self::new(Kind::Player, other),
        }
    }
}

impl From<MatchStopped> for Failure {
    fn from(stopped: MatchStopped) -> Self {
        let message = stopped.to_string();
        Self {
            message,
            ..Self::from(stopped.error)
        }
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        let kind = match error {
            SolveError::TableMemory(_) | SolveError::Threads(_) => Kind::Memory,
            SolveError::RulesDiffer { .. } => Kind::RulesDiffer,
            SolveError::Interrupted { .. } => Kind::Interrupted(Stop::Interrupt),
            SolveError::Checkpoint {
                fault: CheckpointFault::Damaged { .. } | CheckpointFault::Foreign { .. },
                ..
            } => {
                return Self::new(Kind::Checkpoint, error)
                    .hint("a new proof needs a --checkpoint folder without one");
            }
            SolveError::Tablebase(error) => return error.into(),
            _ => Kind::Io,
        };
        Self::new(kind, error)
    }
}

impl From<AnalysisError> for Failure {
    fn from(error: AnalysisError) -> Self {
        let kind = match error {
            AnalysisError::TableMemory(_) => Kind::Memory,
            AnalysisError::RulesDiffer(_) | AnalysisError::OtherGame { .. } => Kind::RulesDiffer,
            AnalysisError::Threads(error) => return error.into(),
            AnalysisError::Tablebase(error) => return error.into(),
            _ => Kind::Io,
        };
        Self::new(kind, error)
    }
}

/// The text around a column, counted in characters from 1, with a mark under it.
fn excerpt(text: &str, column: usize) -> Option<String> {
    /// The characters shown on either side of the column.
    const AROUND: usize = 60;
    let at = column.checked_sub(1)?;
    let length = text.chars().count();
    if text.is_empty() || text.chars().any(char::is_control) || at > length {
        return None;
    }
    let from = at.saturating_sub(AROUND);
    let shown: String = text.chars().skip(from).take(2 * AROUND).collect();
    let before = if from > 0 { "..." } else { "" };
    let behind = if from + 2 * AROUND < length {
        "..."
    } else {
        ""
    };
    let mark = " ".repeat(before.len() + at - from);
    Some(format!("{before}{shown}{behind}\n{mark}^"))
}

/// A message on one line, with control characters escaped: a terminal must not obey what a user or
/// a file has put into it.
fn printable(message: &str) -> String {
    let mut text = String::with_capacity(message.len());
    for c in message.chars() {
        if c.is_control() && c != '\n' {
            text.extend(c.escape_default());
        } else {
            text.push(c);
        }
    }
    text
}
