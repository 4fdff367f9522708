//! Records of the Toguz family: TGK, PlayOK's move text and tables.

pub(super) mod claims;
pub(super) mod game_record;
mod history;
pub(super) mod replay;
mod table;
pub(super) mod text;
mod tgk;
