//! `mancala replay`: recorded games played through and compared with what the records say.

mod follow;

use crate::args::Db;
use crate::args::game;
use crate::failure::{Failure, Kind};
use crate::input::{name, text};
use crate::output::{Output, Report};
use crate::status::Status;
use crate::text::layout::table;
use crate::text::numbers::plural;
use crate::text::style::Style;
use clap::Args;
use follow::Followed;
use mancala_endgame::{Database, LayerRules};
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
  mancala replay --follow solver-data/games/toguz-games-master.tgk

Read are TGK (tags as in PGN, moves in numbered pairs), PlayOK's move text, and tab-separated tables whose header
row names a column `moves`. Compared are landing holes, tuzdiks, kazans, ends and results, as far as a record
gives them. With --follow, every position that the database reaches is looked up too: what each move was worth, and
whether the kazans at the end are those that the database gives.";

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
    /// Also follow the games through the endgame database, and name the moves that lost balls there
    #[arg(long)]
    follow: bool,
    #[command(flatten)]
    db: Db,
}

#[derive(Default, Serialize)]
struct Answer {
    games: u64,
    plies: u64,
    misfits: Vec<MisfitEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    list: Vec<GameEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    followed: Option<Followed>,
}

/// Something that does not fit.
#[derive(Serialize)]
struct MisfitEntry {
    file: String,
    /// The game's number in its file, from 1.
    game: usize,
    /// The ply where the game leaves the record, from 1; the last one for what is said of the whole
    /// game.
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
    /// White's and Black's kazan after the last ply, with the balls left shared out where the game
    /// is finished.
    kazans: [u32; 2],
    finished: bool,
    position: String,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let rules = match game::parse(&arguments.game)? {
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
    let database = arguments
        .follow
        .then(|| arguments.db.open(&rules))
        .transpose()?;
    let mut answer = Answer {
        followed: database.as_ref().map(Followed::new),
        ..Answer::default()
    };
    for file in &arguments.files {
        replay_file(file, &rules, arguments.list, database.as_ref(), &mut answer)?;
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
    database: Option<&Database<ToguzRules>>,
    answer: &mut Answer,
) -> Result<(), Failure> {
    let text = text(file)?;
    let records = read_records(&text).map_err(|error| Failure::record(name(file), error))?;
    for (index, record) in records.iter().enumerate() {
        let rules = record.claims().rules.unwrap_or(*default_rules);
        let game = index + 1;
        let replayed = replay(&rules, record);
        answer.games += 1;
        answer.plies += replayed.plies as u64;
        let mut misfit = |ply, line, reason| {
            answer.misfits.push(MisfitEntry {
                file: name(file).to_owned(),
                game,
                ply,
                line,
                reason,
            });
        };
        for found in &replayed.misfits {
            misfit(found.ply, found.place.line, found.reason.to_string());
        }
        if let (Some(database), Some(followed)) = (database, &mut answer.followed)
            && LayerRules::id(&rules) == LayerRules::id(database.rules())
        {
            let place = (name(file), game);
            for (ply, reason) in followed.follow(database, &rules, record, place)? {
                misfit(ply, record.place.line, reason);
            }
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
            let rows = self.list.iter().map(|entry| {
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
            });
            let head = ["file", "game", "plies", "White", "Black", ""];
            text.push_str(&table(&head, rows, &[0, 5]));
        }
        if let Some(followed) = &self.followed {
            text.push_str(&followed.text());
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
