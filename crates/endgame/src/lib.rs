//! Endgame databases of sowing games: format, builder, reader, verification, size planning.
//!
//! ```
//! use mancala_endgame::{BuildOptions, Database, Silent, build};
//! use mancala_position::kalah::{KalahPosition, KalahRules};
//!
//! let rules = KalahRules::new(6)?;
//! let folder = tempfile::tempdir()?;
//! let report = build(folder.path(), &rules, &BuildOptions::new(5), &Silent)?;
//! assert_eq!((report.layers, report.complete), (6, true));
//!
//! let database = Database::open(folder.path(), &rules)?;
//! let position = KalahPosition::new(&rules, &[0, 0, 0, 0, 1, 1], &[1, 0, 0, 0, 0, 0])?;
//! assert_eq!(database.probe(&position)?, Some(3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In the Toguz family play can go round for ever, so a board has a pair of values: what each
//! player can be sure of.
//!
//! ```
//! use mancala_endgame::{BuildOptions, Database, LayerSet, Silent, build};
//! use mancala_position::toguz::{ToguzGame, ToguzRules, ToguzState};
//!
//! let rules = ToguzRules::new(ToguzGame::Bestemshe);
//! let folder = tempfile::tempdir()?;
//! let options = BuildOptions { layers: LayerSet::Even, ..BuildOptions::new(4) };
//! build(folder.path(), &rules, &options, &Silent)?;
//!
//! let database = Database::open(folder.path(), &rules)?;
//! let state = ToguzState::from_text(&rules, "0,0,0,0,2/1,1,0,0,0 24,22 -,- w")?;
//! let sure = database.probe(&state.position())?.expect("a layer of four balls");
//! assert_eq!((sure.mover, sure.opponent), (2, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Everything that can go wrong is an [`Error`]; a file that is not as it was written is
//! [`Error::Damaged`] and never gives a value.

#![warn(missing_debug_implementations)]

mod database;
mod error;
mod format;
mod guarantees;
mod jobs;
mod kalah;
mod monitor;
mod system;
mod tablebase;
mod toguz;

pub use database::database_rules::DatabaseRules;
pub use database::repair::repair;
pub use database::tasks::{build, estimate, plan, verify};
pub use database::verification_record::{VerificationRecord, verify_and_record};
pub use database::{Database, LoadMode};
pub use error::{Damage, Error, ThreadsError};
pub use format::encoding::{Encoding, MAX_LAYER_SEEDS};
pub use format::layer::Layer;
pub use format::layer_file::FORMAT_VERSION;
pub use format::layer_rules::{EndgamePosition, LayerRules, LayerSet};
pub use format::layout::{Layout, SubLayer};
pub use format::manifest::{
    FileEntry, LayerEntry, MANIFEST, Manifest, Provenance, archive_file, layer_file,
    open_boards_file,
};
pub use guarantees::Guarantees;
pub use jobs::build::{BuildOptions, BuildReport};
pub use jobs::plan::{Placement, Plan};
pub use jobs::verify::{Mismatch, Verification, VerifyOptions};
pub use kalah::archive::{
    ARCHIVE_VERSION, Archive, ArchivedLayer, PackOptions, PackReport, UnpackReport, pack, unpack,
};
pub use kalah::database::chunks::CHUNK_VALUES;
pub use kalah::layers::statistics::{Histogram, KalahStatistics};
pub use monitor::{Monitor, Silent};
pub use tablebase::{NoTablebase, RulesDiffer, Tablebase};
pub use toguz::boards::class::TuzdikClass;
pub use toguz::boards::index::{BoardCursor, BoardIndexer};
pub use toguz::layers::statistics::{ClassStatistics, Results, ToguzStatistics};
pub use toguz::values::{ClassValues, ToguzValues};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
