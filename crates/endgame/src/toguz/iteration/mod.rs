//! Computing the guarantees of a layer from those of smaller ones: in one pass where a tuzdik
//! stands, as a fixed point where none does.

pub(crate) mod finished;
pub(crate) mod fixed_point;

mod rows;
mod value_iteration;
pub(crate) mod with_tuzdik;
pub(crate) mod without_tuzdik;
pub(crate) mod working;
