//! The search: iterative deepening, principal variation search, and the table that its threads
//! share.

mod alpha_beta;
mod analyzer;
mod control;
mod features;
mod history;
mod limits;
mod move_picker;
mod params;
mod quiescence;
mod report;
mod root;
mod root_position;
mod search_path;
mod table;
mod worker;
mod zeroing;

pub use analyzer::{AnalysisOptions, Analyzer};
pub use features::Features;
pub use limits::Limits;
pub use params::{ParamError, ParamInfo, SearchParams};
pub use report::{Line, Outcome, SearchReport};
pub use root_position::RootPosition;
