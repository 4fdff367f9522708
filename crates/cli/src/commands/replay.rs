//! `mancala replay`: recorded games played through and compared with what the records say.

use super::Status;
use crate::failure::{Failure, Kind};
use crate::input::{name, text};
use crate::numbers::{plural, table};
use crate::output::{Output, Report};
use crate::style::Style;
use crate::subject;
use clap::Args;
use mancala_position::GameSpec;
use mancala_position::record::{read_records, replay};
use mancala_position::toguz::{ToguzGame, ToguzRules};
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  mancala replay solver-data/games/toguz-games-master.tgk
  mancala replay --list games.tsv
  mancala replay --json games.tgk | jq '.misfits[]'
  grep -v unfinished games.tsv | mancala replay -
  mancala replay --game toguz,atsyz=extra-move old-games.tgk

Read are TGK (tags as in PGN, moves in numbered pairs), PlayOK's move text, and tab-separated tables whose header
row names a column `moves`. Compared are landing holes, tuzdiks, kazans, ends and results, as far as a record
gives them.";

/// Play recorded games through and report what does not fit the rules
///
/// Exit code 1 means that something did not fit.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Files of game records; - is stdin
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// The game that was played, where a record does not name it
    #[arg(long, value_name = "GAME", default_value = "toguz")]
    game: String,
    /// Also list every game with its final kazans
    #[arg(long)]
    list: bool,
}

#[derive(Default, Serialize)]
struct Answer {
    games: u64,
    plies: u64,
    misfits: Vec<MisfitEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    list: Vec<GameEntry>,
}

/// Something that does not fit.
#[derive(Serialize)]
struct MisfitEntry {
    file: String,
    /// The game's number in its file, from 1.
    game: usize,
    /// The ply where the game leaves the record, from 1; the last one for what is said of the whole game.
    ply: usize,
    line: usize,
    reason: String,
}

/// A game as it was played through.
#[derive(Serialize)]
struct GameEntry {
    file: String,
    game: usize,
    plies: usize,
    /// White's and Black's kazan after the last ply, with the balls left shared out where the game is finished.
    kazans: [u32; 2],
    finished: bool,
    position: String,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let rules = match subject::game(&arguments.game)? {
        GameSpec::Toguz { rules } => rules,
        GameSpec::Kalah { .. } => {
            let names: Vec<_> = ToguzGame::ALL.iter().map(|game| game.name()).collect();
            return Err(Failure::new(
                Kind::Rules,
                "game records are read of the Toguz family only",
            )
            .hint(format_args!("--game is one of {}", names.join(", "))));
        }
    };
    let mut answer = Answer::default();
    for file in &arguments.files {
        replay_file(file, &rules, arguments.list, &mut answer)?;
    }
    output.report(&answer)?;
    Ok(if answer.misfits.is_empty() {
        Status::Done
    } else {
        Status::No
    })
}

fn replay_file(
    file: &str,
    default_rules: &ToguzRules,
    list: bool,
    answer: &mut Answer,
) -> Result<(), Failure> {
    let text = text(file)?;
    let records = read_records(&text)
        .map_err(|error| Failure::new(Kind::Record, format_args!("{}: {error}", name(file))))?;
    for (index, record) in records.iter().enumerate() {
        let rules = record.claims().rules.unwrap_or(*default_rules);
        let game = index + 1;
        let replayed = replay(&rules, record);
        answer.games += 1;
        answer.plies += replayed.plies as u64;
        for misfit in &replayed.misfits {
            answer.misfits.push(MisfitEntry {
                file: name(file).to_owned(),
                game,
                ply: misfit.ply,
                line: misfit.place.line,
                reason: misfit.reason.to_string(),
            });
        }
        if list {
            answer.list.push(GameEntry {
                file: name(file).to_owned(),
                game,
                plies: replayed.plies,
                kazans: replayed.kazans,
                finished: replayed.finished,
                position: replayed.end.to_text(&rules),
            });
        }
    }
    Ok(())
}

impl Report for Answer {
    fn text(&self, style: Style) -> String {
        let mut text = String::new();
        if !self.list.is_empty() {
            let mut rows = vec![
                ["file", "game", "plies", "White", "Black", ""]
                    .map(str::to_owned)
                    .to_vec(),
            ];
            rows.extend(self.list.iter().map(|entry| {
                let [white, black] = entry.kazans;
                let end = if entry.finished { "" } else { "unfinished" };
                vec![
                    entry.file.clone(),
                    entry.game.to_string(),
                    entry.plies.to_string(),
                    white.to_string(),
                    black.to_string(),
                    end.to_owned(),
                ]
            }));
            text.push_str(&table(&rows, &[0, 5]));
        }
        for misfit in &self.misfits {
            text.push_str(&format!(
                "{}: game {}, ply {} (line {}): {}\n",
                misfit.file, misfit.game, misfit.ply, misfit.line, misfit.reason
            ));
        }
        let count = self.misfits.len() as u64;
        let verdict = match count {
            0 => style.green("everything fits"),
            _ => style.red(&format!(
                "{} not fit",
                plural(count, "thing does", "things do")
            )),
        };
        text.push_str(&format!(
            "{}, {}: {verdict}\n",
            plural(self.games, "game", "games"),
            plural(self.plies, "ply", "plies"),
        ));
        text
    }
}
