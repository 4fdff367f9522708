//! The result of a match as text, as JSON and as game records.

use super::arguments::Arguments;
use crate::failure::Failure;
use crate::output::{ErrorFields, Report};
use crate::text::duration::{millis, shown};
use crate::text::numbers::grouped;
use crate::text::style::Style;
use mancala_position::{GameSpec, Side};
use mancala_search::matches::{Ending, MatchGame, MatchReport, Sprt, Tally, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

#[derive(Serialize)]
pub(super) struct Answer<'a> {
    game: String,
    a: PlayerEntry,
    b: PlayerEntry,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// A's points a game.
    score: f64,
    score_error: f64,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    /// The numbers of game pairs in which A scored 0, ½, 1, 1½ and 2 points.
    pairs: [u64; 5],
    openings: usize,
    seed: u64,
    plies: Option<Lengths>,
    endings: BTreeMap<String, u64>,
    sprt: Option<SprtEntry>,
    list: Vec<GameEntry>,
    elapsed_ms: u64,
    /// The failure that has ended the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorFields<'a>>,
    #[serde(skip)]
    elapsed: Duration,
    #[serde(skip)]
    verdict: Option<Verdict>,
}

#[derive(Serialize)]
struct PlayerEntry {
    name: String,
    /// The argument that names the player.
    player: String,
}

/// The lengths of the games in plies, openings included.
#[derive(Serialize)]
struct Lengths {
    mean: f64,
    shortest: usize,
    longest: usize,
}

#[derive(Serialize)]
struct SprtEntry {
    elo0: f64,
    elo1: f64,
    log_likelihood_ratio: f64,
    lower: f64,
    upper: f64,
    /// `open`, `accepted` (elo1) or `rejected` (elo0).
    verdict: &'static str,
}

#[derive(Serialize)]
struct GameEntry {
    game: usize,
    /// The player who moved first, `a` or `b`.
    first: &'static str,
    result: String,
    ending: String,
    plies: usize,
    opening_plies: usize,
    /// The fault of the player who has lost by a crash.
    #[serde(skip_serializing_if = "Option::is_none")]
    crash: Option<String>,
    /// The stores; after the end of the game, with the remaining seeds shared out.
    stores: [u32; 2],
    moves: String,
}

const fn letter(side_of_a: Side) -> &'static str {
    match side_of_a {
        Side::First => "a",
        Side::Second => "b",
    }
}

impl GameEntry {
    fn new(game: &MatchGame) -> Self {
        let history = &game.game.history;
        let now = history.now();
        Self {
            game: game.number + 1,
            first: letter(game.side_of_a),
            result: game.game.result.to_string(),
            ending: game.game.ending.to_string(),
            plies: history.plies(),
            opening_plies: game.opening_plies,
            crash: game.game.crash.clone(),
            stores: now.final_stores().unwrap_or_else(|| now.stores()),
            moves: history.write_moves(),
        }
    }
}

impl SprtEntry {
    fn new(sprt: &Sprt, tally: &Tally) -> Self {
        let (lower, upper) = sprt.bounds();
        Self {
            elo0: sprt.elo0,
            elo1: sprt.elo1,
            log_likelihood_ratio: sprt.log_likelihood_ratio(tally),
            lower,
            upper,
            verdict: match sprt.verdict(tally) {
                Verdict::Open => "open",
                Verdict::Accepted => "accepted",
                Verdict::Rejected => "rejected",
            },
        }
    }
}

fn lengths(games: &[MatchGame]) -> Option<Lengths> {
    let plies = || games.iter().map(|game| game.game.history.plies());
    Some(Lengths {
        mean: plies().sum::<usize>() as f64 / games.len() as f64,
        shortest: plies().min()?,
        longest: plies().max()?,
    })
}

impl<'a> Answer<'a> {
    pub(super) fn new(
        arguments: &Arguments,
        game: &GameSpec,
        [a, b]: [String; 2],
        report: &MatchReport,
        elapsed: Duration,
        failure: Option<&'a Failure>,
    ) -> Self {
        let tally = &report.tally;
        let elo = tally.elo();
        let mut endings = BTreeMap::new();
        for game in &report.games {
            *endings.entry(game.game.ending.to_string()).or_default() += 1;
        }
        let openings = report.games.iter().map(|game| {
            let history = &game.game.history;
            history.states()[game.opening_plies]
        });
        Self {
            game: game.to_string(),
            a: PlayerEntry {
                name: a,
                player: arguments.a.text().to_owned(),
            },
            b: PlayerEntry {
                name: b,
                player: arguments.b.text().to_owned(),
            },
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: tally.score(),
            score_error: tally.score_error(),
            elo: elo.value,
            elo_low: elo.low,
            elo_high: elo.high,
            pairs: tally.pairs,
            openings: openings.collect::<std::collections::HashSet<_>>().len(),
            seed: arguments.seed,
            plies: lengths(&report.games),
            endings,
            sprt: arguments.sprt.map(|sprt| SprtEntry::new(&sprt, tally)),
            list: report.games.iter().map(GameEntry::new).collect(),
            elapsed_ms: millis(elapsed),
            error: failure.map(ErrorFields::from),
            elapsed,
            verdict: arguments.sprt.map(|sprt| sprt.verdict(tally)),
        }
    }

    /// The verdict of the sequential test, if there is one.
    pub(super) const fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    fn elo_words(&self) -> String {
        let number = |value: f64| format!("{value:+.0}");
        let ends = match (self.elo_low, self.elo_high) {
            (Some(low), Some(high)) => format!("{} to {}", number(low), number(high)),
            (Some(low), None) => format!("at least {}", number(low)),
            (None, Some(high)) => format!("at most {}", number(high)),
            (None, None) => "not known".to_owned(),
        };
        match self.elo {
            Some(elo) => format!("{}  ({ends} with 95 %)", number(elo)),
            None => format!("{ends} with 95 %"),
        }
    }
}

impl Report for Answer<'_> {
    fn text(&self, style: Style) -> String {
        let mut text = format!(
            "{}\nA        {}\nB        {}\ngames    {}, over {} openings with both colours\n",
            style.bold(&self.game),
            self.a.name,
            self.b.name,
            grouped(self.games),
            grouped(self.openings as u64)
        );
        if self.games == 0 {
            return text;
        }
        let mut line = |head: &str, words: &str| {
            text.push_str(&format!("{head:<9}{words}\n"));
        };
        let score = format!("{:.2} %", 100.0 * self.score);
        line(
            "A has",
            &format!(
                "{} won, {} drawn, {} lost: {} (standard error {:.2} %)",
                grouped(self.wins),
                grouped(self.draws),
                grouped(self.losses),
                style.bold(&score),
                100.0 * self.score_error
            ),
        );
        line("Elo", &format!("A {}", self.elo_words()));
        let points = ["0", "½", "1", "1½", "2"];
        let pairs = points.iter().zip(self.pairs);
        let pairs: Vec<_> = pairs
            .map(|(points, pairs)| format!("{points}: {}", grouped(pairs)))
            .collect();
        line("pairs", &format!("by A's points  {}", pairs.join("  ")));
        if let Some(lengths) = &self.plies {
            line(
                "plies",
                &format!(
                    "{:.1} on average, {} to {}",
                    lengths.mean, lengths.shortest, lengths.longest
                ),
            );
        }
        let endings = Ending::ALL.iter().filter_map(|ending| {
            let count = self.endings.get(&ending.to_string())?;
            Some(format!("{ending} {}", grouped(*count)))
        });
        line("ends", &endings.collect::<Vec<_>>().join(", "));
        if let Some(sprt) = &self.sprt {
            let words = match sprt.verdict {
                "accepted" => format!("decided for {:+}", sprt.elo1),
                "rejected" => format!("decided for {:+}", sprt.elo0),
                _ => "not decided".to_owned(),
            };
            line(
                "test",
                &format!(
                    "{:+} against {:+}: {words} (logarithm of the ratio {:+.2}, bounds {:+.2} and {:+.2})",
                    sprt.elo0, sprt.elo1, sprt.log_likelihood_ratio, sprt.lower, sprt.upper
                ),
            );
        }
        line("time", &shown(self.elapsed));
        text
    }
}
