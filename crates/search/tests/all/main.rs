//! The integration tests of mancala-search, in one binary.

mod agree;
mod agreement;
mod analysis;
mod checkpoints;
mod compare;
mod dialog;
mod exact;
mod parameters;
mod perfect;
mod plain_search;
mod plain_toguz;
mod protocol;
mod published;
mod random;
mod toguz;
