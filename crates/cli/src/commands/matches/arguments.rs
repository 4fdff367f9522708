//! The arguments of `mancala match`.

use super::openings::Openings;
use super::player::PlayerSpec;
use clap::{Args, ValueEnum};
use mancala_search::MAX_THREADS;
use mancala_search::matches::{Crash, Sprt};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  mancala match toguz --a time=0.2s --b plain:8 --games 400 --parallel 2
  mancala match toguz --a depth=8 --b nodes=20000,cmd:./other-engine --tgk games.tgk
  mancala match kalah:6,4 --a clock=10s+0.1s --b clock=10s+0.1s,threads=2
  mancala match bestemshe --a nodes=5000 --b nodes=2500 --sprt 0,50 --games 10000 --json | jq .sprt
  mancala match toguz --opening-games solver-data/games/toguz-games-master.tgk --games 2000 --balance 6 --list-openings

A player is engine (or nothing), plain:DEPTH, random:SEED or cmd:PROGRAM, the last with all that follows, for a program that
speaks the protocol of `mancala engine`. Settings, each with a comma behind it: depth=N, nodes=N and time=0.2s for each
move, clock=10s+0.1s and game-nodes=N for the game, threads=N, hash=16M, db=DIR, endgames=N, name=NAME,
param.NAME=VALUE for a parameter of the engine's search (docs/analysis.md lists them), option.NAME=VALUE for programs.
Without a limit it is time=0.1s; plain:DEPTH and random need none.";

/// Play matches between engines and say what the results are worth
///
/// Exit code 1 means that the test of --sprt has ended with the smaller difference.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game
    pub(super) game: String,
    /// The first player, whose view the results are given from
    #[arg(long, value_name = "PLAYER", default_value = "engine")]
    pub(super) a: PlayerSpec,
    /// The second player
    #[arg(long, value_name = "PLAYER", default_value = "plain:8")]
    pub(super) b: PlayerSpec,
    /// How many games; they come in pairs, each opening with both colours
    #[arg(long, short = 'n', value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(super) games: u32,
    /// Seed of the choice and the order of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// How many games to play at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    pub(super) parallel: u16,
    #[command(flatten)]
    pub(super) openings: Openings,
    /// Stop as soon as the difference in Elo is decided to be the larger or the smaller of these
    /// two, as 0,10
    #[arg(long, value_name = "ELO,ELO", value_parser = sprt, allow_hyphen_values = true)]
    pub(super) sprt: Option<Sprt>,
    /// A game of so many plies is a draw
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(super) max_plies: usize,
    /// What becomes of a player whose program ends by itself or does not answer for 10 s: it loses
    /// the game and is started again, or the match ends with the games until then
    #[arg(long, value_name = "CONSEQUENCE", value_enum, default_value_t = OnCrash::Forfeit)]
    pub(super) on_crash: OnCrash,
    /// Write the games to a file of records; while the match goes on, to FILE.part as they end
    #[arg(long, value_name = "FILE")]
    pub(super) tgk: Option<PathBuf>,
}

impl Arguments {
    /// The pairs of games: each opening is played with both colours.
    pub(super) fn pairs(&self) -> usize {
        (self.games as usize).div_ceil(2)
    }
}

/// The consequence of a crash.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum OnCrash {
    Forfeit,
    Stop,
}

impl From<OnCrash> for Crash {
    fn from(consequence: OnCrash) -> Self {
        match consequence {
            OnCrash::Forfeit => Self::Forfeit,
            OnCrash::Stop => Self::Stop,
        }
    }
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers = text.split_once(',').and_then(|(low, high)| {
        let low: f64 = low.trim().parse().ok()?;
        let high: f64 = high.trim().parse().ok()?;
        (low.is_finite() && high.is_finite() && low < high).then_some((low, high))
    });
    let (low, high) = numbers.ok_or("two differences in Elo, the smaller one first, as in 0,10")?;
    Ok(Sprt::new(low, high))
}
