//! Exact values of positions with few seeds, as the searches ask for them: endgame databases,
//! values in memory, or none.

mod endgames;
mod guaranteed;
mod oracle;

pub use endgames::Endgames;
pub use guaranteed::{Guaranteed, NothingGuaranteed};
pub(crate) use oracle::check_rules;
pub use oracle::{NoOracle, Oracle};
