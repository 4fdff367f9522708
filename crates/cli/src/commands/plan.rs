//! `mancala plan`: what a build will take, before it starts.

use super::Status;
use crate::args::{Memory, Seeds, Threads};
use crate::duration::{millis, shown};
use crate::failure::Failure;
use crate::memory;
use crate::numbers::grouped;
use crate::output::{Output, Report};
use crate::size::Size;
use crate::style::Style;
use crate::subject;
use clap::Args;
use serde::Serialize;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  mancala plan kalah:6 --seeds 20
  mancala plan kalah:4,capture=empty --seeds 30 --json | jq .bytes";

/// Say how many positions a build has, and what disk, memory and time it takes
///
/// The time is an estimate from a short build in memory on this machine.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game, as kalah:6 or kalah:6,capture=empty
    game: String,
    #[command(flatten)]
    seeds: Seeds,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    memory: Memory,
}

#[derive(Serialize)]
struct Answer {
    game: String,
    seeds: u32,
    threads: usize,
    positions: u64,
    bytes: u64,
    memory_bytes: u64,
    memory_allowed_bytes: u64,
    estimated_ms: u64,
    #[serde(skip)]
    estimated: Duration,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let rules = subject::kalah_rules(&arguments.game, "plan")?;
    let threads = arguments.threads.count();
    let plan = mancala_endgame::plan(&rules, arguments.seeds.seeds, threads)?;
    let estimated = mancala_endgame::estimate(&rules, &plan, threads);
    output.report(&Answer {
        game: rules.to_string(),
        seeds: plan.seeds,
        threads,
        positions: plan.positions,
        bytes: plan.bytes,
        memory_bytes: plan.memory_bytes,
        memory_allowed_bytes: arguments.memory.bytes(),
        estimated_ms: millis(estimated),
        estimated,
    })?;
    Ok(Status::Done)
}

impl Report for Answer {
    fn text(&self, style: Style) -> String {
        let allowed = self.memory_allowed_bytes;
        let fits = if self.memory_bytes <= allowed {
            format!("of {} allowed", Size(allowed))
        } else {
            style.red(&format!("more than the {} allowed", Size(allowed)))
        };
        format!(
            "{game}, 0 to {seeds} seeds\n\
             positions  {positions}\n\
             disk       {disk}\n\
             memory     {memory}, {fits} ({available} are free)\n\
             time       about {time} with {threads}\n",
            game = self.game,
            seeds = self.seeds,
            positions = grouped(self.positions),
            disk = Size(self.bytes),
            memory = Size(self.memory_bytes),
            available = Size(memory::available()),
            time = shown(self.estimated),
            threads = crate::numbers::plural(self.threads as u64, "thread", "threads"),
        )
    }
}
