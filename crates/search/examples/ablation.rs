//! The worth of each part of the search: a proof with everything, and with one part switched off
//! at a time. `ablation GAME DATABASE [PART]`, for example `ablation kalah:6,4 20` or, for that
//! part only, `ablation kalah:6,4 20 effort_probes`; the value alone, one thread, a table of 32 MB.

#[path = "shared/kalah_proof.rs"]
mod kalah_proof;

use kalah_proof::Limit;
use mancala_endgame::{BuildOptions, Database, Silent, build};
use mancala_search::{Driver, SearchOptions, SolveError, SolveOptions, solve};

/// Proofs that take so many times as many nodes as the whole search are given up.
const MOST_TIMES: u64 = 5;

/// Switches a part off.
type Off = fn(&mut SearchOptions);

/// The parts, each by its name in [`SearchOptions`].
const PARTS: [(&str, Off); 10] = [
    ("table", |search| search.table = false),
    ("tablebase_at_children", |search| {
        search.tablebase_at_children = false
    }),
    ("table_at_children", |search| {
        search.table_at_children = false
    }),
    ("seed_bounds", |search| search.seed_bounds = false),
    ("table_move", |search| search.table_move = false),
    ("extra_turns", |search| search.extra_turns = false),
    ("gains", |search| search.gains = false),
    ("placement", |search| search.placement = false),
    ("shallow_search", |search| search.shallow_search = false),
    ("effort_probes", |search| search.effort_probes = false),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (game, database_seeds, only) = match &arguments[..] {
        [game, seeds] => (game, seeds, None),
        [game, seeds, part] => (game, seeds, Some(part.as_str())),
        _ => return Err("usage: ablation GAME DATABASE [PART]".into()),
    };
    let (rules, start) = kalah_proof::start(game)?;
    let folder = tempfile::tempdir()?;
    let size = BuildOptions::new(database_seeds.parse()?);
    build(folder.path(), &rules, &size, &Silent)?;
    let database = Database::open(folder.path(), &rules)?;
    let prove = |name: &str, options: &SolveOptions, most| {
        let limit = Limit::new(most);
        match solve(&rules, &start, &database, options, &limit) {
            Ok(solution) => {
                println!(
                    "| {name} | {} | {} | {:.2} s |",
                    solution.nodes,
                    solution.generated,
                    solution.elapsed.as_secs_f64()
                );
                Ok((solution.value, solution.nodes))
            }
            Err(SolveError::Interrupted { nodes, elapsed, .. }) => {
                let seconds = elapsed.as_secs_f64();
                println!("| {name} | more than {nodes} | | more than {seconds:.2} s |");
                Ok((0, nodes))
            }
            Err(error) => Err(error),
        }
    };
    let all = SolveOptions {
        value_only: true,
        table_bytes: 32 << 20,
        ..SolveOptions::default()
    };
    println!("| {game} on {database_seeds} seeds | nodes | looked at | time |\n|---|---|---|---|");
    // The first proof reads the database from the disk and is not shown.
    solve(&rules, &start, &database, &all, &Silent)?;
    let (_, nodes) = prove("everything", &all, u64::MAX)?;
    let asked = PARTS
        .into_iter()
        .filter(|&(name, _)| only.is_none_or(|only| only == name));
    for (name, off) in asked {
        let mut options = all;
        off(&mut options.search);
        prove(&format!("without `{name}`"), &options, nodes * MOST_TIMES)?;
    }
    if only.is_some() {
        return Ok(());
    }
    for driver in [Driver::Pvs, Driver::Bisect] {
        let options = SolveOptions { driver, ..all };
        prove(&format!("driver `{driver}`"), &options, u64::MAX)?;
    }
    Ok(())
}
