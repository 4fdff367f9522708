//! The games played a second time, as plainly as the rules are written: arrays, one seed after the
//! other, both players seen from outside. Nothing here is shared with what it is compared with but
//! the names of the options.

pub(crate) mod kalah;
pub(crate) mod random;
pub(crate) mod toguz;
