//! Measures and trains the analysis of Toguz Kumalak.
//!
//! ```sh
//! cargo run --release -p mancala-search --features training --example tuning -- duel 'nodes=20000' 'nodes=20000,-probcut' 200 GAMES...
//! cargo run --release -p mancala-search --features training --example tuning -- samples nodes=1500 500 1 samples.bin GAMES...
//! cargo run --release -p mancala-search --features training --example tuning -- train 20 network.bin samples.bin...
//! cargo run --release -p mancala-search --features training --example tuning -- chances 1000 GAMES...
//! cargo run --release -p mancala-search --features training --example tuning -- agreement 20000 20 1000 1 GAMES...
//! ```
//!
//! GAMES are files of game records. `docs/analysis.md` says what came out.

mod agreement;
mod chances;
mod duel;
mod player;
mod random;
mod records;
mod samples;
mod train;

use std::process::ExitCode;

type Failure = Box<dyn std::error::Error>;

fn run(words: &[String]) -> Result<(), Failure> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["duel", one, two, pairs, games @ ..] => duel::run([one, two], pairs.parse()?, games),
        ["samples", player, seconds, seed, to, games @ ..] => {
            samples::run(player, seconds.parse()?, seed.parse()?, to, games)
        }
        ["train", epochs, to, from @ ..] => train::run(epochs.parse()?, to, from),
        ["agreement", nodes, fold, count, seed, games @ ..] => agreement::run(
            nodes.parse()?,
            fold.parse()?,
            count.parse()?,
            seed.parse()?,
            games,
        ),
        ["chances", nodes, games @ ..] => chances::run(nodes.parse()?, games),
        _ => Err("duel, samples, train, chances or agreement with their arguments".into()),
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
