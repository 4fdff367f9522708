//! Records of games of both families: read from text, written, and replayed against the rules.
//!
//! A [`GameRecord`] holds tags and moves as they are written; [`replay`] plays it and says what
//! does not fit, and [`GameHistory::record`](crate::GameHistory::record) makes one of a game that
//! was played. Read are TGK (tags as in PGN, then the moves in numbered pairs), PlayOK's move text,
//! the turns of Kalah behind the same tags, and tab-separated tables.
//!
//! ```
//! use mancala_position::record::{read_records, replay};
//!
//! let toguz = "toguz".parse()?;
//! let records = read_records("[Result \"1-0\"]\n\n1. 76 98\n2. 66 88\n", &toguz)?;
//! let replay = replay(&records[0], &toguz);
//! assert_eq!(
//!     replay.misfits[0].to_string(),
//!     "ply 4 (line 4): the last ball of hole 8 falls into hole 7, not 8"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod game_record;
mod games;
mod replay;
mod tags;
mod text;
mod written_move;

pub use game_record::{GameRecord, RecordedMove};
pub use games::read_games;
pub use replay::{Misfit, MisfitReason, Replay, replay};
pub use tags::{RecordedEnd, Tag, Tags};
pub use text::{read_records, write_records};
pub use written_move::{MoveMisfit, WrittenMove};
