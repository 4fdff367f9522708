//! Arguments and groups of options that several commands share.

mod database;
mod engine;
pub(crate) mod game;
mod layers;
mod proving;
mod record_file;
mod resources;
mod stop_after;

pub(crate) use database::{Db, NamedRules};
pub(crate) use engine::{EngineEndgames, EngineResources};
pub(crate) use layers::{BuildableRules, LayerCounts, Seeds};
pub(crate) use proving::{ProofResources, Proving};
pub(crate) use record_file::RecordFile;
pub(crate) use resources::{Memory, Threads};
pub(crate) use stop_after::StopAfter;
