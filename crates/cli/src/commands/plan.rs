//! `mancala plan`: the positions, disk, memory and time of a build before it starts.

use crate::args::game;
use crate::args::{BuildableRules, LayerCounts, Memory, Seeds, Threads};
use crate::failure::Failure;
use crate::memory;
use crate::output::{Output, Report};
use crate::status::Status;
use crate::text::duration::{millis, shown};
use crate::text::numbers::grouped;
use crate::text::size::Size;
use crate::text::style::Style;
use clap::Args;
use mancala_endgame::{BuildOptions, Placement, Plan};
use mancala_position::GameSpec;
use serde::Serialize;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  mancala plan kalah:6 --seeds 20
  mancala plan kalah:4,capture=empty --seeds 30 --json | jq .bytes
  mancala plan bestemshe --seeds 50 --counts even";

/// Say how many positions a build has, and what disk, memory and time it takes
///
/// The time is an estimate from a short build in memory on this machine.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game, as kalah:6, kalah:6,capture=empty or toguz
    game: String,
    #[command(flatten)]
    seeds: Seeds,
    #[command(flatten)]
    counts: LayerCounts,
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
    least_memory_bytes: u64,
    memory_allowed_bytes: u64,
    scratch_bytes: Option<u64>,
    estimated_ms: u64,
    #[serde(skip)]
    estimated: Duration,
    #[serde(skip)]
    placement: Option<Placement>,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let (name, options, plan, estimated) = match game::parse(&arguments.game)? {
        GameSpec::Kalah { rules, .. } => plan(&rules, arguments)?,
        GameSpec::Toguz { rules } => plan(&rules, arguments)?,
    };
    output.report(&Answer {
        game: name,
        seeds: plan.seeds,
        threads: options.threads,
        positions: plan.positions,
        bytes: plan.bytes,
        memory_bytes: plan.memory_bytes,
        least_memory_bytes: plan.least_memory_bytes,
        memory_allowed_bytes: options.memory,
        scratch_bytes: plan.placement.map(|placement| placement.scratch_bytes),
        estimated_ms: millis(estimated),
        estimated,
        placement: plan.placement,
    })?;
    Ok(Status::Done)
}

/// Plans the build of the rules. The text is their name.
fn plan<R: BuildableRules>(
    rules: &R,
    arguments: &Arguments,
) -> Result<(String, BuildOptions, Plan, Duration), Failure> {
    let seeds = arguments.seeds.seeds;
    let layers = arguments.counts.of(rules)?;
    rules.check_seeds(seeds)?;
    let options = BuildOptions {
        layers,
        threads: arguments.threads.count(),
        memory: arguments.memory.bytes(),
        ..BuildOptions::new(seeds)
    };
    let plan = mancala_endgame::plan(rules, &options)?;
    let estimated = mancala_endgame::estimate(rules, &plan, options.threads);
    Ok((rules.to_string(), options, plan, estimated))
}

impl Report for Answer {
    fn text(&self, style: Style) -> String {
        let allowed = Size(self.memory_allowed_bytes);
        let memory = match self.placement {
            None => style.red(&format!(
                "{} at least, more than the {allowed} allowed",
                Size(self.least_memory_bytes)
            )),
            Some(placement) if placement.scratch_bytes == 0 => {
                format!("{} of {allowed} allowed", Size(placement.memory_bytes))
            }
            Some(placement) if placement.layers_in_memory == 0 => format!(
                "{} of {allowed} allowed, with each large layer on disk while it is made: {} more (all in memory: {})",
                Size(placement.memory_bytes),
                Size(placement.scratch_bytes),
                Size(self.memory_bytes),
            ),
            Some(placement) => format!(
                "{} of {allowed} allowed, with the layers from {} seeds on disk while it runs: {} more (all in memory: {})",
                Size(placement.memory_bytes),
                placement.layers_in_memory,
                Size(placement.scratch_bytes),
                Size(self.memory_bytes),
            ),
        };
        format!(
            "{game}, 0 to {seeds} seeds\n\
             positions  {positions}\n\
             disk       {disk}\n\
             memory     {memory} ({available} are free)\n\
             time       about {time} with {threads}\n",
            game = self.game,
            seeds = self.seeds,
            positions = grouped(self.positions),
            disk = Size(self.bytes),
            available = Size(memory::available()),
            time = shown(self.estimated),
            threads = crate::text::numbers::plural(self.threads as u64, "thread", "threads"),
        )
    }
}
