//! The failure of a layer that the database does not have.

use crate::failure::{Failure, Kind};
use crate::text::numbers::plural;
use mancala_endgame::{Database, DatabaseRules};

/// The failure of a layer that the database does not have.
pub(crate) fn missing_layer<R: DatabaseRules>(database: &Database<R>, seeds: u32) -> Failure {
    Failure::new(
        Kind::DatabaseMissing,
        format_args!(
            "no layer of {} in {}, which has those to {}",
            plural(u64::from(seeds), "seed", "seeds"),
            database.path().display(),
            database.most_seeds()
        ),
    )
}
