//! The search: iterative deepening, principal variation search, and the table that its threads share.

mod analyst;
mod clock;
mod features;
mod history;
mod insight;
mod limits;
mod path;
mod progress;
mod quiescence;
mod root;
mod seeker;
mod successors;
mod table;

pub use analyst::{AnalysisOptions, Analyst};
pub use features::Features;
pub use insight::{Insight, Line, Outcome};
pub use limits::Limits;
