//! The program as scripts and people meet it: arguments in, streams and exit codes out.

mod analyze;
mod archives;
mod batches;
mod bench;
mod databases;
mod engine;
mod errors;
mod export;
mod fair;
mod families;
mod help;
mod kgp;
mod matches;
mod packaged_data;
mod perft;
mod pipes;
mod play;
mod replay;
mod results;
mod shortest;
mod signals;
mod solve;
mod support;
mod toguz;
