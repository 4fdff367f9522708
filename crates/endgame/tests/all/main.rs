//! The integration tests of mancala-endgame, in one binary.

mod archive;
mod archive_format;
mod build;
mod damage;
mod found;
mod packaged_data;
mod probe;
mod random_damage;
mod toguz;
mod toguz_files;
