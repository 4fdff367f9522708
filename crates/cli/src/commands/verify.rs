//! `mancala verify`: checks a database.

use crate::args::game;
use crate::args::{Db, Memory, NamedRules, StopAfter, Threads};
use crate::failure::Failure;
use crate::output::{Output, Report};
use crate::progress::Progress;
use crate::signals;
use crate::status::Status;
use crate::text::duration::{millis, shown};
use crate::text::numbers::{grouped, plural, signed};
use crate::text::style::Style;
use clap::Args;
use mancala_endgame::{
    BuildOptions, Guarantees, Mismatch, Verification, VerifyOptions, repair, verify,
    verify_and_record,
};
use mancala_position::GameSpec;
use serde::Serialize;
use std::path::Path;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  mancala verify kalah:6 --level 2
  mancala verify kalah:6 --level 3 --samples 1000000 --seed 7
  mancala verify kalah:6,capture=empty --level 5 --json | jq .ok
  mancala verify toguz --level 4
  mancala verify kalah:6 --repair

Levels, each with those below: 1 checks the checksums of all blocks; 2 the hashes and counts of the manifest;
3 recomputes a sample of positions by plain search; 4 recomputes every value from its children; 5 compares how many
positions are won, drawn and lost with published counts, of the small layers that have any. Neither 3 nor 4 uses the
code that built the values. In the Toguz family 3 recomputes a sample of boards from their moves; 4 does so for every
board with a tuzdik, and raises the guarantees of the others from nothing once more, by plainer code.";

/// Check a database, from its checksums to every value
///
/// Exit code 1 means that something is wrong in it; a file that is missing, cut short or of other
/// rules is an error, exit code 2.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game, as kalah:6, kalah:6,capture=empty or toguz
    game: String,
    #[command(flatten)]
    db: Db,
    /// How thorough to be
    #[arg(long, value_name = "1..5", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=5))]
    level: u32,
    /// How many positions level 3 recomputes
    #[arg(
        long,
        value_name = "N",
        default_value_t = VerifyOptions::default().samples,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    samples: u64,
    /// The seed that chooses the sample
    #[arg(long, value_name = "N", default_value_t = VerifyOptions::default().seed)]
    seed: u64,
    /// Build damaged and missing layers again first, with the bytes that they had
    #[arg(long)]
    repair: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    stop_after: StopAfter,
}

#[derive(Serialize)]
struct Answer {
    game: String,
    path: String,
    level: u32,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    repaired: Option<Vec<String>>,
    positions: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    published_layers: Option<u32>,
    mismatches: u64,
    first_mismatch: Option<First>,
    elapsed_ms: u64,
    #[serde(skip)]
    time: Duration,
}

/// The first mismatch that was found.
#[derive(Serialize)]
struct First {
    message: String,
    #[serde(flatten)]
    value: Option<WrongValue>,
}

/// A stored value that differs from the one computed from the successors of its position.
#[derive(Serialize)]
#[serde(untagged)]
enum WrongValue {
    Kalah {
        position: String,
        stored_seeds: i32,
        computed_seeds: i32,
    },
    Toguz {
        position: String,
        stored: Guarantees,
        computed: Guarantees,
    },
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let game = game::parse(&arguments.game)?;
    if arguments.memory.given().is_some() && !arguments.repair {
        return Err(Failure::without_effect("--memory", "without --repair"));
    }
    signals::watch()?;
    let progress = Progress::new(output, "positions", arguments.stop_after.time());
    let options = VerifyOptions {
        level: arguments.level,
        samples: arguments.samples,
        seed: arguments.seed,
        threads: arguments.threads.count(),
    };
    let begun = Instant::now();
    let answer = match game {
        GameSpec::Kalah { rules, .. } => {
            let folder = arguments.db.folder(&rules);
            let repaired = repair_files(&rules, arguments, &progress)?;
            let found = verify_and_record(&folder, &rules, &options, &progress)
                .map_err(|error| progress.explain_verification(error.into()))
                .map_err(|failure| arguments.db.with_hint(failure, &rules))?;
            Answer::new(rules.to_string(), &folder, arguments, &found, begun).after(repaired)
        }
        GameSpec::Toguz { rules } => {
            let folder = arguments.db.folder(&rules);
            let repaired = repair_files(&rules, arguments, &progress)?;
            let found = verify(&folder, &rules, &options, &progress)
                .map_err(|error| progress.explain_verification(error.into()))
                .map_err(|failure| arguments.db.with_hint(failure, &rules))?;
            Answer::new(rules.to_string(), &folder, arguments, &found, begun).after(repaired)
        }
    };
    drop(progress);
    output.report(&answer)?;
    Ok(if answer.ok { Status::Done } else { Status::No })
}

/// Builds damaged files again, if `--repair` is given; their names.
fn repair_files<R: NamedRules>(
    rules: &R,
    arguments: &Arguments,
    progress: &Progress,
) -> Result<Option<Vec<String>>, Failure> {
    if !arguments.repair {
        return Ok(None);
    }
    let options = BuildOptions {
        threads: arguments.threads.count(),
        memory: arguments.memory.bytes(),
        stop_after: arguments.stop_after.time(),
        ..BuildOptions::new(0)
    };
    repair(&arguments.db.folder(rules), rules, &options, progress)
        .map(Some)
        .map_err(|error| progress.explain_verification(error.into()))
        .map_err(|failure| arguments.db.with_hint(failure, rules))
}

impl Answer {
    /// The answer after a repair.
    fn after(self, repaired: Option<Vec<String>>) -> Self {
        Self { repaired, ..self }
    }

    fn new<V: StoredValue>(
        game: String,
        folder: &Path,
        arguments: &Arguments,
        found: &Verification<V>,
        begun: Instant,
    ) -> Self {
        let time = begun.elapsed();
        Self {
            game,
            path: folder.display().to_string(),
            level: arguments.level,
            ok: found.ok(),
            repaired: None,
            positions: found.positions,
            published_layers: found.published,
            mismatches: found.mismatches,
            first_mismatch: found.first_mismatch.as_ref().map(First::new),
            elapsed_ms: millis(time),
            time,
        }
    }
}

/// A value of a database with its form in the answer.
trait StoredValue: Copy {
    /// The message and the fields of a stored value that differs from the computed one.
    fn wrong(position: &str, stored: Self, computed: Self) -> First;
}

impl StoredValue for i32 {
    fn wrong(position: &str, stored: Self, computed: Self) -> First {
        First {
            message: format!(
                "`{position}` has the value {} in the database, and {} by its children",
                signed(stored),
                signed(computed)
            ),
            value: Some(WrongValue::Kalah {
                position: position.to_owned(),
                stored_seeds: stored,
                computed_seeds: computed,
            }),
        }
    }
}

impl StoredValue for Guarantees {
    fn wrong(position: &str, stored: Self, computed: Self) -> First {
        First {
            message: format!(
                "`{position}` has the guarantees {} and {} in the database, and {} and {} by play",
                stored.mover, stored.opponent, computed.mover, computed.opponent
            ),
            value: Some(WrongValue::Toguz {
                position: position.to_owned(),
                stored,
                computed,
            }),
        }
    }
}

impl First {
    fn new<V: StoredValue>(mismatch: &Mismatch<V>) -> Self {
        match mismatch {
            Mismatch::File { message } => Self {
                message: message.clone(),
                value: None,
            },
            Mismatch::Published {
                seeds,
                count,
                found,
                published,
            } => Self {
                message: format!(
                    "the layer of {} has {found} as its {count}; {published} was published",
                    plural(u64::from(*seeds), "seed", "seeds")
                ),
                value: None,
            },
            Mismatch::Value {
                position,
                stored,
                computed,
            } => V::wrong(position, *stored, *computed),
        }
    }
}

impl Report for Answer {
    fn text(&self, style: Style) -> String {
        let verdict = if self.ok {
            style.green("nothing is wrong")
        } else {
            style.red(&plural(self.mismatches, "mismatch", "mismatches"))
        };
        let mut text = match self.repaired.as_deref() {
            None => String::new(),
            Some([]) => "no file had to be repaired\n".to_owned(),
            Some(files) => format!("repaired {}\n", files.join(", ")),
        };
        text += &format!(
            "{} in {}, level {}: {verdict} ({} positions, {})\n",
            self.game,
            self.path,
            self.level,
            grouped(self.positions),
            shown(self.time)
        );
        if let Some(layers) = self.published_layers {
            let layers = plural(layers.into(), "layer", "layers");
            text.push_str(&format!("counts of {layers} are published\n"));
        }
        if let Some(first) = &self.first_mismatch {
            text.push_str(&format!("first: {}\n", first.message));
        }
        text
    }
}
