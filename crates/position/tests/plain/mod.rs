//! The games played a second time, as plainly as the rules are written: arrays, one seed after the other, both
//! players seen from outside. Nothing here is shared with what it is compared with but the names of the options.

#![allow(dead_code, unreachable_pub, reason = "each test uses a part of it")]

pub mod kalah;
pub mod random;
pub mod toguz;
