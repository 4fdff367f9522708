//! The program as scripts and people meet it: arguments in, streams and exit codes out.

mod archives;
mod bench;
mod databases;
mod errors;
mod export;
mod help;
mod perft;
mod pipes;
mod replay;
mod shortest;
mod signals;
mod solve;
mod support;
