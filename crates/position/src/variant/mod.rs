//! All games as one: rules by their name, a state, and a game in the making, of whichever family.

pub(crate) mod error;
pub(crate) mod history;
pub(crate) mod spec;
pub(crate) mod state;
