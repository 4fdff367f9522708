//! All games as one: rules with a start by their name, and a state of whichever game.

pub(crate) mod spec;
pub(crate) mod state;
