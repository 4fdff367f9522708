//! The bounds of a value while it is proved: those after 10 %, 30 % and 100 % of the nodes that
//! the proof takes. `bounds DATABASE SEEDS MEGABYTES GAME...`, for example
//! `bounds db/kalah-6 24 32 kalah:6,4`; the value alone, one thread, a table of so many MB, and the
//! layers to so many seeds of the database, which are built if they are not there.

#[path = "shared/kalah_proof.rs"]
mod kalah_proof;

use kalah_proof::Limit;
use mancala_endgame::{BuildOptions, Database, Silent, build};
use mancala_search::{SolveError, SolveOptions, solve};
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, seeds, megabytes, games @ ..] = &arguments[..] else {
        return Err("usage: bounds DATABASE SEEDS MEGABYTES GAME...".into());
    };
    let options = SolveOptions {
        value_only: true,
        table_bytes: megabytes.parse::<u64>()? << 20,
        ..SolveOptions::default()
    };
    for game in games {
        let (rules, start) = kalah_proof::start(game)?;
        let size = BuildOptions::new(seeds.parse()?);
        build(Path::new(folder), &rules, &size, &Silent)?;
        let database = Database::open(Path::new(folder), &rules)?;
        let whole = solve(&rules, &start, &database, &options, &Silent)?;
        let mut row = format!("| {game} | {seeds} |");
        for percent in [10, 30] {
            let limit = Limit::new(whole.nodes * percent / 100);
            match solve(&rules, &start, &database, &options, &limit) {
                Err(SolveError::Interrupted { bounds, .. }) => {
                    row += &format!(" {:+} to {:+} |", bounds.lower, bounds.upper);
                }
                Ok(solution) => row += &format!(" {:+} |", solution.value),
                Err(error) => return Err(error.into()),
            }
        }
        println!("{row} {:+} | {} |", whole.value, whole.nodes);
    }
    Ok(())
}
