//! Records of the Toguz family: TGK, PlayOK's move text and tables.

pub(super) mod claims;
mod course;
pub(super) mod game_record;
pub(super) mod replay;
mod table;
pub(super) mod text;
mod tgk;
