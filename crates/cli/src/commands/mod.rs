//! The commands. Each module has `Arguments`, parsed by clap, and `run`.

pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod build;
pub(crate) mod check_results;
pub(crate) mod completions;
pub(crate) mod engine;
pub(crate) mod etudes;
pub(crate) mod export;
pub(crate) mod fair;
pub(crate) mod kgp;
pub(crate) mod man;
pub(crate) mod matches;
pub(crate) mod pack;
pub(crate) mod perft;
pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod query;
pub(crate) mod record;
pub(crate) mod replay;
pub(crate) mod results;
pub(crate) mod shortest;
pub(crate) mod solve;
pub(crate) mod stats;
pub(crate) mod unpack;
pub(crate) mod verify;
