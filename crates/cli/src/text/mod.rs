//! How numbers, sizes, durations, tables and names are written for people, and read from the
//! command line.

pub(crate) mod duration;
pub(crate) mod kalah;
pub(crate) mod layout;
pub(crate) mod numbers;
pub(crate) mod size;
pub(crate) mod style;
pub(crate) mod toguz;
