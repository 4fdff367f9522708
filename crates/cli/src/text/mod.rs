//! Text for people: numbers, sizes, durations, tables and names, and reading those of them that the
//! command line takes.

pub(crate) mod duration;
pub(crate) mod kalah;
pub(crate) mod layout;
pub(crate) mod numbers;
pub(crate) mod size;
pub(crate) mod style;
pub(crate) mod toguz;
