//! Records of proofs: their content, files of them, and checks by playing.

mod file;
mod play;
mod record;
mod start;
mod value;

pub(crate) use file::{parse, read_or_none, write};
pub(crate) use play::Played;
pub(crate) use record::{Record, Turn};
pub(crate) use start::Start;
pub(crate) use value::RecordedValue;
