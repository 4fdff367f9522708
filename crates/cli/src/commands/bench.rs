//! `mancala bench`: a fixed set of proofs, counts and analyses on one thread, and the signatures of
//! the searches: node counts that are the same on every machine.

use crate::args::game;
use crate::failure::{Failure, Kind};
use crate::output::{Output, Report};
use crate::signals;
use crate::status::Status;
use crate::text::duration::{millis, shown};
use crate::text::layout::table;
use crate::text::numbers::{grouped, per_second, speed};
use crate::text::style::Style;
use clap::Args;
use mancala_endgame::{NoTablebase, Silent};
use mancala_position::kalah::{KalahPosition, KalahState, KalahVisitor, with_kalah};
use mancala_position::toguz::{Toguz, ToguzGame, ToguzRules};
use mancala_position::{Game, GameSpec, GameState, perft};
use mancala_search::analysis::{AnalysisOptions, Limits};
use mancala_search::engine::{Engine, Knowledge};
use mancala_search::{SolveOptions, solve};
use serde::Serialize;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  mancala bench
  mancala bench --json | jq .nodes

The proofs have no database and one thread. Their nodes are the signature: the same on every machine, another one
where the search has changed. All counts and values are compared with those known. Analyses of Toguz Kumalak have a
signature of their own, analysis_nodes, which changes with the evaluation too.";

/// Measure the speed of search and of move playing, and print the signature of the search
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {}

/// Perft counts: a start, the depth in plies, and the known count.
const COUNTS: &[(&str, u32, u64)] = &[("kalah:6,4", 9, 2_763_490), ("toguz", 7, 3_003_052)];

/// Proofs: a start and its known value.
const PROOFS: &[(&str, i32)] = &[
    ("kalah:4,5", 4),
    ("kalah:5,3", 6),
    ("kalah:6,2,capture=empty", 10),
    ("kalah:7,2", 6),
    ("kalah:4,4,leftover=nobody,end=on-turn", 4),
    ("kalah:3,8,lap=skip-origin", 12),
];

/// Analyses: a position of Toguz Kumalak and the depth in plies. There are an opening, a middle
/// game without tuzdiks, one with one tuzdik and one with both, and an endgame.
const ANALYSES: &[(&str, u32)] = &[
    ("9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9 0,0 -,- w", 19),
    (
        "1,12,1,13,13,1,4,2,14/3,13,0,2,13,2,14,2,14 20,18 -,- b",
        17,
    ),
    ("2,1,14,0,3,9,1,12,5/1,0,3,15,2,13,2,1,11 29,38 2,- w", 17),
    ("0,3,1,0,4,2,10,1,6/5,1,0,7,0,3,2,9,4 52,52 3,1 b", 18),
    ("1,0,2,1,0,4,1,0,3/0,2,1,0,3,1,0,2,1 70,70 -,- w", 19),
];

/// The bytes of the table of each proof and analysis.
const TABLE_BYTES: u64 = 64 << 20;

#[derive(Serialize)]
struct Answer {
    nodes: u64,
    elapsed_ms: u64,
    nodes_per_second: u64,
    /// The nodes of the analyses, which are their signature.
    analysis_nodes: u64,
    parts: Vec<Part>,
    #[serde(skip)]
    time: Duration,
}

#[derive(Clone, Serialize)]
struct Part {
    name: String,
    nodes: u64,
    elapsed_ms: u64,
    /// Whether it is a proof: the nodes of proofs are the signature.
    proof: bool,
    #[serde(skip)]
    time: Duration,
}

pub(crate) fn run(Arguments {}: &Arguments, output: &Output) -> Result<Status, Failure> {
    let mut parts = Vec::new();
    for &(game, depth, known) in COUNTS {
        parts.push(count(game, depth, known)?);
    }
    for &(game, known) in PROOFS {
        parts.push(proof(game, known)?);
    }
    let mut analyses = Vec::new();
    for &(position, depth) in ANALYSES {
        analyses.push(analysis(position, depth)?);
    }
    let proofs = || parts.iter().filter(|part| part.proof);
    let nodes = proofs().map(|part| part.nodes).sum();
    let time = proofs().map(|part| part.time).sum();
    parts.extend_from_slice(&analyses);
    output.report(&Answer {
        nodes,
        elapsed_ms: millis(time),
        nodes_per_second: per_second(nodes, time),
        analysis_nodes: analyses.iter().map(|part| part.nodes).sum(),
        parts,
        time,
    })?;
    Ok(Status::Done)
}

fn count(game: &str, depth: u32, known: u64) -> Result<Part, Failure> {
    struct OnKalah<'a>(&'a KalahState, u32);
    impl KalahVisitor for OnKalah<'_> {
        type Output = u64;
        fn visit<G: Game<Position = KalahPosition>>(self, game: G) -> u64 {
            perft(&game, &self.0.position(), self.1).nodes
        }
    }
    let begun = Instant::now();
    let nodes = match game::state(&game::parse(game)?, None)? {
        GameState::Kalah { rules, state } => with_kalah(&rules, OnKalah(&state, depth)),
        GameState::Toguz { rules, state } => {
            perft(&Toguz::new(&rules), &state.position(), depth).nodes
        }
    };
    let name = format!("perft {game} --depth {depth}");
    agree(&name, nodes, known)?;
    Ok(Part::new(name, nodes, begun.elapsed(), false))
}

fn proof(game: &str, known: i32) -> Result<Part, Failure> {
    let name = format!("solve {game}");
    let GameState::Kalah { rules, state } = game::state(&game::parse(game)?, None)? else {
        return Err(Failure::new(
            Kind::Rules,
            format_args!("{game} is not solved"),
        ));
    };
    let options = SolveOptions {
        table_bytes: TABLE_BYTES,
        ..SolveOptions::default()
    };
    let begun = Instant::now();
    let solution = solve(&rules, &state.position(), &NoTablebase, &options, &Silent)?;
    agree(&name, solution.value, known)?;
    Ok(Part::new(name, solution.nodes, begun.elapsed(), true))
}

fn analysis(position: &str, depth: u32) -> Result<Part, Failure> {
    let game = GameSpec::Toguz {
        rules: ToguzRules::new(ToguzGame::Toguz),
    };
    let state = game::state(&game, Some(position))?;
    let options = AnalysisOptions {
        table_bytes: TABLE_BYTES,
        ..AnalysisOptions::default()
    };
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let mut engine = Engine::new(&game, options, &Knowledge::default())?;
    let begun = Instant::now();
    let report = engine.analyze(&[state], &limits, signals::stop_flag(), &mut |_| {});
    let name = format!("analyze toguz '{position}' --depth {depth}");
    Ok(Part::new(name, report.nodes, begun.elapsed(), false))
}

fn agree<T: PartialEq + std::fmt::Display>(name: &str, found: T, known: T) -> Result<(), Failure> {
    if found == known {
        return Ok(());
    }
    Err(Failure::new(
        Kind::Disagreement,
        format_args!("{name} gives {found}, and {known} is known to be right"),
    ))
}

impl Part {
    fn new(name: String, nodes: u64, time: Duration, proof: bool) -> Self {
        Self {
            name,
            nodes,
            elapsed_ms: millis(time),
            proof,
            time,
        }
    }
}

impl Report for Answer {
    fn text(&self, style: Style) -> String {
        let rows = self.parts.iter().map(|part| {
            vec![
                part.name.clone(),
                grouped(part.nodes),
                shown(part.time),
                speed(part.nodes, part.time, "nodes"),
            ]
        });
        format!(
            "{}\nsignature  {} nodes of proofs in {}, {}\nanalysis   {} nodes\n",
            table(&["", "nodes", "time", "rate"], rows, &[0]),
            style.bold(&self.nodes.to_string()),
            shown(self.time),
            speed(self.nodes, self.time, "nodes"),
            style.bold(&self.analysis_nodes.to_string()),
        )
    }
}
