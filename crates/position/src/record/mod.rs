//! Records of games of the Toguz family: read from TGK, PlayOK's move text and tab-separated tables, written as
//! TGK, and replayed against the rules. [`GameHistory`] is a game in the making, of Kalah too.
//!
//! ```
//! use mancala_position::record::{read_records, replay};
//! use mancala_position::toguz::{ToguzGame, ToguzRules};
//!
//! let records = read_records("[Result \"1-0\"]\n\n1. 76 98\n2. 66 88\n")?;
//! let replay = replay(&ToguzRules::new(ToguzGame::Toguz), &records[0]);
//! assert_eq!(
//!     replay.misfits[0].to_string(),
//!     "ply 4 (line 4): the last ball of hole 8 falls into hole 7, not 8"
//! );
//! # Ok::<(), mancala_position::ParseError>(())
//! ```

mod kalah;
mod text;
mod toguz;

pub use crate::notation::tags::Tag;
pub use crate::result::GameResult;
pub use crate::variant::history::GameHistory;
pub use text::read_games;
pub use toguz::claims::{Claims, RecordedEnd};
pub use toguz::game_record::{GameRecord, RecordedMove};
pub use toguz::replay::{Misfit, MisfitReason, Replay, replay};
pub use toguz::text::{read_records, write_records};
