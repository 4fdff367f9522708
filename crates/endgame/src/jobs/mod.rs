//! What a caller gives to the jobs of either family, and what they report: building, planning,
//! verifying.

pub(crate) mod build;
pub(crate) mod plan;
pub(crate) mod verify;
