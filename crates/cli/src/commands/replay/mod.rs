//! `mancala replay`: recorded games played through and compared with what the records say.

mod follow;

use crate::args::Db;
use crate::args::game;
use crate::failure::Failure;
use crate::input::{name, text};
use crate::output::{Output, Report};
use crate::status::Status;
use crate::text::layout::table;
use crate::text::numbers::plural;
use crate::text::style::Style;
use clap::Args;
use follow::{Followed, Follower, Mistake};
use mancala_position::GameState;
use mancala_position::record::{GameRecord, Replay, read_records, replay};
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  mancala replay solver-data/games/toguz-games-master.tgk
  mancala replay --list games.tsv
  mancala replay --json games.tgk | jq '.misfits[]'
  grep -v unfinished games.tsv | mancala replay -
  mancala replay --game toguz,atsyz=extra-move old-games.tgk
  mancala replay --follow solver-data/games/toguz-games-master.tgk
  mancala replay --game kalah:6,4 --follow own.tgk

Read are TGK (tags as in PGN, moves in numbered pairs), PlayOK's move text, bare holes, PlayStrategy's squares, games of
Kalah as `mancala play` and `mancala match` save them, by pits or by places around the board (OpenSpiel), JSON lists of
moves or boards, logs of the Kalah Game Protocol, and tab-separated tables whose header row names a column `moves`.
Compared are landing holes, tuzdiks, kazans, ends and results, as far as a record gives them; a legal move is played
even if what is written beside it does not fit. With --follow, every position that the database reaches is looked up
too: what each move was worth, and whether the kazans at the end are those that the database gives.";

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
    /// The mistakes in the games that were followed.
    #[serde(skip_serializing_if = "Option::is_none")]
    mistakes: Option<Vec<Mistake>>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    kazans: Option<[u32; 2]>,
    /// The same in Kalah: South's and North's store.
    #[serde(skip_serializing_if = "Option::is_none")]
    stores: Option<[u32; 2]>,
    finished: bool,
    position: String,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let default = game::parse(&arguments.game)?;
    let mut answer = Answer::default();
    let mut follower = None;
    for file in &arguments.files {
        let text = text(file)?;
        let records =
            read_records(&text, &default).map_err(|error| Failure::record(name(file), error))?;
        if arguments.follow && follower.is_none() {
            // The records of a file are mostly of one game.
            let game = records
                .first()
                .map_or(default, |record| record.game(&default));
            follower = Some(Follower::open(&arguments.db, &game)?);
        }
        for (index, record) in records.iter().enumerate() {
            let place = (name(file), index + 1);
            let replayed = replay(record, &default);
            if arguments.list {
                answer.list.push(GameEntry::new(&replayed, place));
            }
            answer.add(record, &replayed, place, follower.as_mut())?;
        }
    }
    if let Some(mut followed) = follower.map(Follower::into_report) {
        answer.mistakes = Some(std::mem::take(&mut followed.list));
        answer.followed = Some(followed);
    }
    output.report(&answer)?;
    Ok(if answer.misfits.is_empty() {
        Status::Done
    } else {
        Status::No
    })
}

impl Answer {
    /// Counts a replayed record with its misfits, and follows it through the database if there is
    /// one.
    fn add(
        &mut self,
        record: &GameRecord,
        replayed: &Replay,
        (file, game): (&str, usize),
        follower: Option<&mut Follower>,
    ) -> Result<(), Failure> {
        self.games += 1;
        self.plies += replayed.plies() as u64;
        let mut misfit = |ply, line, reason| {
            self.misfits.push(MisfitEntry {
                file: file.to_owned(),
                game,
                ply,
                line,
                reason,
            });
        };
        for found in &replayed.misfits {
            misfit(found.ply, found.place.line, found.reason.to_string());
        }
        if let Some(follower) = follower {
            for (ply, reason) in follower.follow(&replayed.history, (file, game))? {
                misfit(ply, record.place.line, reason);
            }
        }
        Ok(())
    }
}

impl GameEntry {
    fn new(replayed: &Replay, (file, game): (&str, usize)) -> Self {
        let end = replayed.end();
        let stores = Some(replayed.stores());
        let is_kalah = matches!(end, GameState::Kalah { .. });
        Self {
            file: file.to_owned(),
            game,
            plies: replayed.plies(),
            kazans: if is_kalah { None } else { stores },
            stores: if is_kalah { stores } else { None },
            finished: end.is_finished(),
            position: end.to_text(),
        }
    }
}

impl Report for Answer {
    fn text(&self, style: Style) -> String {
        let mut text = String::new();
        if !self.list.is_empty() {
            let rows = self.list.iter().map(|entry| {
                let [first, second] = entry.kazans.or(entry.stores).unwrap_or_default();
                let end = if entry.finished { "" } else { "unfinished" };
                vec![
                    entry.file.clone(),
                    entry.game.to_string(),
                    entry.plies.to_string(),
                    first.to_string(),
                    second.to_string(),
                    end.to_owned(),
                ]
            });
            let [first, second] = if self.list.iter().all(|entry| entry.stores.is_some()) {
                ["South", "North"]
            } else {
                ["White", "Black"]
            };
            let head = ["file", "game", "plies", first, second, ""];
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
