//! The openings of a match: from a list, from game records, or random.

use crate::args::game::no_state;
use crate::failure::{Failure, Kind};
use crate::input;
use crate::output::Output;
use clap::Args;
use mancala_position::random::SplitMix64;
use mancala_position::record::read_games;
use mancala_position::{GameHistory, GameSpec, GameState, StateError};
use mancala_search::matches::{Balance, openings_of_games, random_openings, read_openings};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// The openings of Toguz Kumalak, taken from real games; the file says how.
const TOGUZ: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/data/toguz-openings.txt"
));
/// The depth of the plain alpha-beta search that tests whether an opening is balanced.
const BALANCE_DEPTH: u32 = 6;

/// The options that choose the openings.
#[derive(Args)]
pub(super) struct Openings {
    /// A list of openings: moves from the start, or a position, in each line [default: for toguz
    /// the list of the project, made from real games; else random moves]
    #[arg(long, value_name = "FILE", conflicts_with = "opening_games")]
    openings: Option<PathBuf>,
    /// Files of game records whose beginnings are the openings
    #[arg(long, value_name = "FILE", num_args = 1..)]
    opening_games: Vec<PathBuf>,
    /// How many plies of games or of random moves make an opening
    #[arg(long, value_name = "A..B", default_value = "4..8", value_parser = plies)]
    opening_plies: RangeInclusive<usize>,
    /// Leave out openings after which plain alpha-beta of depth 6 sees more than so many seeds
    /// between the stores
    #[arg(long, value_name = "SEEDS")]
    balance: Option<u32>,
    /// List the openings instead of playing
    #[arg(long = "list-openings")]
    pub(super) list: bool,
}

fn plies(text: &str) -> Result<RangeInclusive<usize>, String> {
    const MOST: usize = 200;
    let numbers = match text.split_once("..") {
        Some((low, high)) => low.parse().ok().zip(high.parse().ok()),
        None => text.parse().ok().map(|plies| (plies, plies)),
    };
    match numbers {
        Some((low, high)) if low <= high && high <= MOST => Ok(low..=high),
        _ => Err(format!("plies to {MOST}, as in 6 or 4..8")),
    }
}

impl Openings {
    /// The openings for so many pairs of games, or as many as there are.
    pub(super) fn choose(
        &self,
        game: &GameSpec,
        pairs: usize,
        seed: u64,
        output: &Output,
    ) -> Result<Vec<GameHistory>, Failure> {
        let chosen = self.find(game, pairs, seed)?;
        if chosen.is_empty() {
            return Err(Failure::new(Kind::Usage, "there is no opening to play")
                .hint("--opening-plies and --balance say which there are"));
        }
        if chosen.len() < pairs && !self.list {
            output.note(format_args!(
                "{} openings for {pairs} pairs of games: they are played more than once",
                chosen.len()
            ));
        }
        Ok(chosen)
    }

    fn find(&self, game: &GameSpec, pairs: usize, seed: u64) -> Result<Vec<GameHistory>, Failure> {
        let balance = self.balance.map(|seeds| Balance {
            depth: BALANCE_DEPTH,
            seeds,
        });
        if !self.opening_games.is_empty() {
            let mut games = Vec::new();
            for path in &self.opening_games {
                let read = read_games(&input::read(path)?, game);
                games.extend(read.map_err(|error| Failure::record(path.display(), error))?);
            }
            let spec = game.without_start();
            games.retain(|game| game.start().spec() == spec);
            let plies = self.opening_plies.clone();
            return Ok(openings_of_games(
                &games,
                plies,
                pairs,
                balance.as_ref(),
                seed,
            ));
        }
        let start = match GameState::start(game) {
            Err(StateError::NoStart { .. }) if self.openings.is_some() => empty(game),
            start => {
                start.map_err(|error| no_state(error, game, None, "give positions with --openings"))
            }
        }?;
        if let Some(path) = &self.openings {
            return listed(
                &input::read(path)?,
                path,
                &start,
                pairs,
                balance.as_ref(),
                seed,
            );
        }
        if game.to_string() == "toguz" {
            let path = Path::new("solver-data/openings/toguz.txt");
            return listed(TOGUZ, path, &start, pairs, balance.as_ref(), seed);
        }
        let plies = self.opening_plies.clone();
        Ok(random_openings(
            &start,
            plies,
            pairs,
            balance.as_ref(),
            seed,
        ))
    }
}

/// A state for a Kalah without the seeds of its start: a list of positions needs only the rules.
fn empty(game: &GameSpec) -> Result<GameState, Failure> {
    let with_seeds = match *game {
        GameSpec::Kalah { rules, pie, .. } => GameSpec::Kalah {
            rules,
            seeds: Some(0),
            pie,
        },
        other @ GameSpec::Toguz { .. } => other,
    };
    GameState::start(&with_seeds)
        .map_err(|error| no_state(error, &with_seeds, None, "give a file of games"))
}

/// The openings of a list, shuffled by the seed.
fn listed(
    text: &str,
    path: &Path,
    start: &GameState,
    pairs: usize,
    balance: Option<&Balance>,
    seed: u64,
) -> Result<Vec<GameHistory>, Failure> {
    let mut openings =
        read_openings(text, start).map_err(|error| Failure::record(path.display(), error))?;
    SplitMix64::new(seed).shuffle(&mut openings);
    if let Some(balance) = balance {
        openings.retain(|opening| balance.holds(opening.now()));
    }
    openings.truncate(pairs);
    Ok(openings)
}
