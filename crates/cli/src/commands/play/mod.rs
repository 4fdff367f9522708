//! `mancala play`: a person against the engine.

mod dialog;
mod level;
mod order;
mod side;

use crate::args::{EngineEndgames, EngineResources, game};
use crate::failure::{Failure, Kind};
use crate::output::Output;
use crate::status::Status;
use crate::text::style::Style;
use clap::Args;
use dialog::Dialog;
use level::Level;
use mancala_position::GameHistory;
use mancala_search::analysis::AnalysisOptions;
use mancala_search::engine::{Engine, EngineTablebase};
use serde::Serialize;
use side::PlayedSide;
use std::collections::BTreeSet;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  mancala play toguz
  mancala play kalah:6,4 --side second --level 3
  mancala play bestemshe --load game.tgk
  printf '7\\nundo\\nhint\\nsave game.tgk\\n' | mancala play toguz --level 2

Type a move as players write it, or undo, hint, level N, swap, board, moves, new, save FILE, load FILE, help or quit. With
--json the talk goes to stderr, and the game as it stands at the end to stdout.";

/// Play against the engine in the terminal
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game, as toguz or kalah:6,4
    game: String,
    /// Begin from a position
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Go on with the last game of a file of records
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    load: Option<PathBuf>,
    /// Your side: first is South or White, who begins
    #[arg(long, value_name = "SIDE", default_value = "first")]
    side: PlayedSide,
    /// How strong the engine plays, from 1 to 10
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,
    #[command(flatten)]
    resources: EngineResources,
    #[command(flatten)]
    endgames: EngineEndgames,
}

/// The game as it stands at the end.
#[derive(Serialize)]
struct Answer {
    game: String,
    position: String,
    moves: String,
    plies: usize,
    /// The stores, with the seeds left shared out where the game is finished.
    stores: [u32; 2],
    finished: bool,
    /// `1-0`, `0-1` or `1/2-1/2`, once it is decided.
    result: Option<String>,
    level: u8,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let game = game::parse(&arguments.game)?;
    let history = match &arguments.load {
        Some(file) => dialog::load(file, &game)?,
        None => GameHistory::new(game::state(&game, arguments.position.as_deref())?),
    };
    let tablebase = EngineTablebase::open(&game, &arguments.endgames.tablebase_source())?;
    let options = AnalysisOptions {
        threads: arguments.resources.threads(),
        table_bytes: arguments.resources.table_bytes(),
        ..AnalysisOptions::for_play()
    };
    let level = Level::new(arguments.level)
        .ok_or_else(|| Failure::new(Kind::Usage, "levels go from 1 to 10"))?;
    let mut dialog = Dialog {
        engine: Engine::new(&history.start().spec(), options, &tablebase)?,
        history,
        game,
        side: arguments.side,
        level,
        output,
        style: Style::of_stdout(),
        prompts: io::stdin().is_terminal(),
        saved: BTreeSet::new(),
    };
    dialog.run(io::stdin().lock())?;
    if output.is_json() {
        let history = &dialog.history;
        let now = history.now();
        output.json(&Answer {
            game: arguments.game.clone(),
            position: now.to_text(),
            moves: history.write_moves(),
            plies: history.plies(),
            stores: now.final_stores().unwrap_or_else(|| now.stores()),
            finished: now.is_finished(),
            result: now.result().map(|result| result.to_string()),
            level: dialog.level.number(),
        })?;
    }
    Ok(Status::Done)
}
