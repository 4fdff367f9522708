//! The options and reports of the jobs of either family: building, planning,
//! verifying.

pub(crate) mod build;
pub(crate) mod plan;
pub(crate) mod verify;
