//! `mancala fair`: the starts near a given one that are worth 0.

mod answer;
mod candidates;
mod listing;
mod part;

use crate::args::Proving;
use crate::args::game;
use crate::failure::{Failure, Kind};
use crate::output::Output;
use crate::progress::Progress;
use crate::proof::{ProofProgress, explain, kalah_prover};
use crate::signals;
use crate::status::Status;
use answer::{Answer, Run};
use candidates::{Candidate, candidates};
use clap::Args;
use listing::{Form, Listing};
use mancala_position::GameSpec;
use mancala_position::kalah::KalahRules;
use mancala_search::{Claim, CompareReport};
use part::Part;

const EXAMPLES: &str = "\
Examples:
  mancala fair kalah:4,3
  mancala fair kalah:6,4,capture=empty --moved 1
  mancala fair kalah:6,4,capture=empty --tsv > fair.tsv
  mancala fair kalah:6,4 --part 2/8 --jsonl > fair-2.jsonl

A start is near if one or two seeds lie elsewhere than in the given one, in another pit or in a store, and fair if its
value is 0: with best play both players have the same number of seeds at the end, those that began in the stores
included. South moves first. For each start two null windows at most are proved, on one table for all of them.";

/// List the starts near a given one that are proved to be even
///
/// Ctrl-C ends it with what was found so far.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The start, as kalah:6,4 or kalah:6,4,capture=empty
    game: String,
    /// How many seeds are moved
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_values_t = [1, 2],
          value_parser = clap::value_parser!(u32).range(1..=4))]
    moved: Vec<u32>,
    /// Only a part of the starts, as 2/8, so that several runs can share the work
    #[arg(long, value_name = "K/N")]
    part: Option<Part>,
    /// Write each fair start as a JSON object a line, as soon as it is found
    #[arg(long, conflicts_with_all = ["tsv", "json"])]
    jsonl: bool,
    /// Write each fair start as a line of tab-separated numbers: South's pits, his store, North's
    /// pits, his store
    #[arg(long, conflicts_with = "json")]
    tsv: bool,
    #[command(flatten)]
    proving: Proving,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let game = game::parse(&arguments.game)?;
    let rules = match game {
        GameSpec::Kalah { rules, .. } => rules,
        GameSpec::Toguz { rules } => return Err(game::not_kalah(&rules, "fair")),
    };
    let GameSpec::Kalah {
        seeds: Some(seeds), ..
    } = game
    else {
        return Err(game::kalah_state(&rules, None, None)
            .err()
            .unwrap_or_else(|| Failure::new(Kind::Usage, "no start is named")));
    };
    let task = Task {
        arguments,
        output,
        game: &game,
        rules: &rules,
        candidates: &arguments.candidates(&rules, seeds)?,
    };
    signals::watch()?;
    task.run()
}

impl Arguments {
    fn candidates(&self, rules: &KalahRules, seeds: u32) -> Result<Vec<Candidate>, Failure> {
        let mut moved = self.moved.clone();
        moved.sort_unstable();
        moved.dedup();
        let mut all = Vec::new();
        for moved in moved {
            all.extend(candidates(rules, seeds, moved)?);
        }
        if let Some(part) = self.part {
            all = all[part.range(all.len())].to_vec();
        }
        Ok(all)
    }

    const fn form(&self) -> Form {
        if self.jsonl {
            Form::JsonLines
        } else if self.tsv {
            Form::Table
        } else {
            Form::AtEnd
        }
    }
}

struct Task<'a> {
    arguments: &'a Arguments,
    output: &'a Output,
    game: &'a GameSpec,
    rules: &'a KalahRules,
    candidates: &'a [Candidate],
}

impl Task<'_> {
    fn run(&self) -> Result<Status, Failure> {
        let proving = &self.arguments.proving;
        let progress = Progress::new(self.output, "positions", proving.stop_after.time());
        let claims: Vec<Claim> = self.candidates.iter().map(Candidate::claim).collect();
        let prover = kalah_prover(self.rules, proving);
        let observer = ProofProgress {
            output: self.output,
            progress: &progress,
        };
        let prepared = prover
            .prepare_comparison(&claims, &observer)
            .map_err(|error| explain(error, self.rules, &progress))?;
        let progress = progress.followed_by("starts");
        let form = self.arguments.form();
        let listing = Listing::new(self.rules, self.candidates, form, self.output, &progress);
        listing.head()?;
        let decide = |index, ordering| listing.decide(index, ordering);
        let CompareReport {
            nodes,
            elapsed,
            complete,
        } = prepared.compare(&listing, &decide)?;
        let decided = listing.finish()?;
        let stop = progress.stop().filter(|_| !complete);
        drop(progress);
        let run = Run {
            game: self.game,
            rules: self.rules,
            moved: &self.arguments.moved,
            part: self.arguments.part,
            candidates: self.candidates,
            threads: prepared.options().threads,
            nodes,
            elapsed,
        };
        let answer = Answer::new(&run, &decided, prepared.database());
        match form {
            Form::AtEnd => self.output.report(&answer)?,
            Form::JsonLines | Form::Table => self.output.note(answer.summary()),
        }
        Ok(stop.map_or(Status::Done, |stop| {
            self.output.note(format_args!(
                "{}; {} starts are not decided",
                stop.words(),
                decided.iter().filter(|decided| decided.is_none()).count()
            ));
            Status::Stopped(stop)
        }))
    }
}
