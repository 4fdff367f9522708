//! `mancala shortest`: the fewest plies in which a game of the Toguz family can be won.

use crate::args::Threads;
use crate::args::game;
use crate::failure::{Failure, Kind};
use crate::output::{Output, Report};
use crate::progress::Progress;
use crate::signals;
use crate::status::Status;
use crate::text::duration::{millis, shown};
use crate::text::numbers::{grouped, plural, speed};
use crate::text::style::Style;
use clap::Args;
use mancala_position::GameSpec;
use mancala_position::toguz::{ToguzRules, ToguzState};
use mancala_search::{ShortestGames, shortest_games};
use serde::Serialize;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  mancala shortest toguz
  mancala shortest bestemshe --json | jq .games";

/// Prove in how few plies a game of the Toguz family can be won, and count the games of that length
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game: toguz, qozdatu or bestemshe, with its options
    game: String,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Serialize)]
struct Answer {
    game: String,
    plies: u32,
    games: u64,
    example: String,
    nodes: u64,
    threads: usize,
    elapsed_ms: u64,
    #[serde(skip)]
    elapsed: Duration,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let rules = match game::parse(&arguments.game)? {
        GameSpec::Toguz { rules } => rules,
        GameSpec::Kalah { .. } => {
            return Err(Failure::new(
                Kind::Rules,
                "`mancala shortest` serves toguz, qozdatu and bestemshe",
            ));
        }
    };
    signals::watch()?;
    let begin = Instant::now();
    let threads = arguments.threads.count();
    let progress = Progress::new(output, "beginnings", None);
    let Some(found) = shortest_games(&rules, threads, &progress)? else {
        return Err(progress.stopped("nothing is kept of an unfinished count"));
    };
    drop(progress);
    let elapsed = begin.elapsed();
    output.report(&Answer {
        game: rules.to_string(),
        plies: found.plies,
        games: found.games,
        example: moves(&rules, &found)?,
        nodes: found.nodes,
        threads,
        elapsed_ms: millis(elapsed),
        elapsed,
    })?;
    Ok(Status::Done)
}

/// The example game in the notation of players.
fn moves(rules: &ToguzRules, found: &ShortestGames) -> Result<String, Failure> {
    let mut state = ToguzState::start(rules);
    let mut text = String::new();
    for (ply, &hole) in found.example.iter().enumerate() {
        let written = state.write_move(rules, hole);
        if ply % 2 == 0 {
            text.push_str(&format!("{}. ", ply / 2 + 1));
        }
        text.push_str(&format!("{written} "));
        state = written
            .play(rules, &state)
            .map_err(|misfit| Failure::new(Kind::Rules, misfit))?;
    }
    text.pop();
    Ok(text)
}

impl Report for Answer {
    fn text(&self, _: Style) -> String {
        format!(
            "{game}: no game is won in fewer than {plies} plies; {games} won in {plies}\n\
             first   {example}\n\
             proof   {nodes} positions, {time} ({rate})\n",
            game = self.game,
            plies = self.plies,
            games = plural(self.games, "game is", "games are"),
            example = self.example,
            nodes = grouped(self.nodes),
            time = shown(self.elapsed),
            rate = speed(self.nodes, self.elapsed, "positions"),
        )
    }
}
