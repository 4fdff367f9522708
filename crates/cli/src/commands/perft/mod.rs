//! `mancala perft`: counts move sequences by playing them.

mod arguments;
mod complete;

pub(crate) use arguments::Arguments;

use crate::args::game;
use crate::failure::Failure;
use crate::output::Output;
use crate::status::Status;
use crate::text::duration::{millis, shown};
use crate::text::numbers::{grouped, per_second, speed};
use mancala_position::kalah::{KalahPosition, KalahState, KalahVisitor, with_kalah};
use mancala_position::notation::write_turn;
use mancala_position::toguz::Toguz;
use mancala_position::{Game, GameState, Perft, perft, perft_bulk, perft_parallel};
use rayon::ThreadPool;
use serde::Serialize;
use std::time::{Duration, Instant};

#[derive(Serialize)]
struct Answer {
    game: String,
    position: String,
    nodes: Vec<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    finished: Option<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Branch>>,
    threads: usize,
    elapsed_ms: u64,
    nodes_per_second: u64,
}

/// The sequences of the full length that begin with a given move.
#[derive(Serialize)]
struct Branch {
    r#move: String,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    finished: Option<u64>,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let game = game::parse(&arguments.game)?;
    let state = game::state(&game, arguments.position.as_deref())?;
    if arguments.complete {
        return complete::run(arguments, &game, &state, output);
    }
    let is_given = [
        ("--memory", arguments.memory.given().is_some()),
        ("--stop-after", arguments.stop_after.time().is_some()),
    ];
    if let Some((option, _)) = is_given.into_iter().find(|&(_, is_given)| is_given) {
        return Err(Failure::without_effect(option, "without --complete"));
    }
    let depth = arguments.depth.unwrap_or_default();
    // Bulk counting exists to compare with other programs, and has one thread.
    let (threads, pool) = if arguments.bulk {
        (1, None)
    } else {
        (arguments.threads.count(), arguments.threads.pool()?)
    };
    let counter = Counter {
        arguments,
        output,
        depth,
        pool,
        heading: format!("{game}  {}", state.to_text()),
    };
    let counts = match &state {
        GameState::Kalah { rules, state } => with_kalah(rules, OnKalah { counter, state }),
        GameState::Toguz { rules, state } => {
            let names = |hole| state.write_move(rules, hole).to_string();
            counter.count(&Toguz::new(rules), &state.position(), names)
        }
    }?;
    if output.is_json() {
        output.json(&Answer {
            game: game.to_string(),
            position: state.to_text(),
            nodes_per_second: per_second(counts.nodes.iter().sum(), counts.time),
            nodes: counts.nodes,
            finished: (!arguments.bulk).then_some(counts.finished),
            divide: arguments.divide.then_some(counts.divide),
            threads,
            elapsed_ms: millis(counts.time),
        })?;
    }
    Ok(Status::Done)
}

struct Counter<'a> {
    arguments: &'a Arguments,
    output: &'a Output,
    /// The longest sequences, in plies.
    depth: u32,
    /// The threads; none for a single one.
    pool: Option<ThreadPool>,
    heading: String,
}

#[derive(Default)]
struct DepthCounts {
    nodes: Vec<u64>,
    finished: Vec<u64>,
    divide: Vec<Branch>,
    time: Duration,
}

struct OnKalah<'a> {
    counter: Counter<'a>,
    state: &'a KalahState,
}

impl KalahVisitor for OnKalah<'_> {
    type Output = Result<DepthCounts, Failure>;

    fn visit<G: Game<Position = KalahPosition>>(self, game: G) -> Self::Output {
        let names = |pit| write_turn(&[pit]);
        self.counter.count(&game, &self.state.position(), names)
    }
}

impl Counter<'_> {
    /// Counts depth by depth. In text, each count is shown as soon as it is known.
    fn count<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        names: impl Fn(u32) -> String,
    ) -> Result<DepthCounts, Failure> {
        let mut counts = DepthCounts::default();
        self.say(&format!("{}\n", self.heading))?;
        self.say(&self.row("depth", "nodes", "finished", "time", "rate"))?;
        for depth in 1..=self.depth {
            if self.output.is_closed() {
                break;
            }
            let last = depth == self.depth;
            let begun = Instant::now();
            let count = if last && self.arguments.divide {
                let branches = self.branches(game, position, depth);
                counts.divide = branches
                    .iter()
                    .map(|&(pit, count)| Branch {
                        r#move: names(pit),
                        nodes: count.nodes,
                        finished: (!self.arguments.bulk).then_some(count.finished),
                    })
                    .collect();
                branches.into_iter().map(|(_, count)| count).sum()
            } else {
                self.sequences(game, position, depth)
            };
            let time = begun.elapsed();
            counts.time += time;
            counts.nodes.push(count.nodes);
            counts.finished.push(count.finished);
            self.say(&self.row(
                &depth.to_string(),
                &grouped(count.nodes),
                &grouped(count.finished),
                &shown(time),
                &speed(count.nodes, time, "nodes"),
            ))?;
        }
        for branch in &counts.divide {
            self.say(&format!(
                "{:>5}  {:>18}\n",
                branch.r#move,
                grouped(branch.nodes)
            ))?;
        }
        Ok(counts)
    }

    fn sequences<G: Game>(&self, game: &G, position: &G::Position, depth: u32) -> Perft {
        if self.arguments.bulk {
            return Perft {
                nodes: perft_bulk(game, position, depth),
                finished: 0,
            };
        }
        match &self.pool {
            Some(pool) => pool.install(|| perft_parallel(game, position, depth)),
            None => perft(game, position, depth),
        }
    }

    fn branches<G: Game>(&self, game: &G, position: &G::Position, depth: u32) -> Vec<(u32, Perft)> {
        game.moves(position)
            .iter()
            .map(|pit| {
                let next = game.play_unchecked(position, pit).position;
                (pit, self.sequences(game, &next, depth - 1))
            })
            .collect()
    }

    fn say(&self, text: &str) -> Result<(), Failure> {
        if self.output.is_json() {
            return Ok(());
        }
        self.output.text(text)
    }

    fn row(&self, depth: &str, nodes: &str, finished: &str, time: &str, rate: &str) -> String {
        let finished = if self.arguments.bulk {
            String::new()
        } else {
            format!("  {finished:>14}")
        };
        format!("{depth:>5}  {nodes:>18}{finished}  {time:>12}  {rate:>16}\n")
    }
}
