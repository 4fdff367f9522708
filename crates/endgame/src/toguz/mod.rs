//! Values of Toguz Kumalak, Qozdatu and Bestemshe: for every board with few balls, what each player can be sure of.
//!
//! A *layer* has all boards with so many balls. It falls into *classes* by the tuzdiks that stand ([`TuzdikClass`]). Play
//! inside a layer keeps the class, seen by the other player after each move; whatever takes balls from the board leads to a
//! smaller layer. Two ways lead to the values of a layer:
//!
//! * Where a tuzdik stands, no ball passes it inside the layer, so all balls go one way and play ends: values are
//!   computed in the order of the boards' numbers, each from boards that come before (`sweep`).
//! * Where none stands, balls can go round for ever. What a player can be sure to collect *sooner or later* is a least
//!   fixed point: all guarantees begin with nothing and are raised until no move raises any (`fixed_point`).

mod boards;
mod build;
mod class;
mod compositions;
mod database;
mod finished;
mod fixed_point;
mod known;
mod layers;
mod numbering;
mod open_boards;
mod plan;
mod play;
mod raise;
mod rows;
mod statistics;
mod sweep;
mod verify;
mod without_tuzdik;
mod working;

pub use boards::{Boards, Cursor};
pub use build::build_toguz;
pub use class::TuzdikClass;
pub use database::{ToguzDatabase, ToguzManifest};
pub use known::{ClassValues, ToguzValues};
pub use layers::Counts;
pub use plan::{estimate_toguz, plan_toguz};
pub use statistics::{ClassStatistics, Results, ToguzStatistics};
pub use verify::verify_toguz;
