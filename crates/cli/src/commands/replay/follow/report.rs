//! The report on games that were followed through a database.

use crate::text::layout::table;
use crate::text::numbers::plural;
use mancala_endgame::{Database, DatabaseRules};
use serde::Serialize;

/// The database's verdict on recorded games.
#[derive(Serialize)]
pub(crate) struct Followed {
    pub(super) path: String,
    /// The largest layer of the database.
    pub(super) seeds: u32,
    /// The game's word for a seed.
    #[serde(skip)]
    pub(super) unit: &'static str,
    /// The games that came within its reach.
    pub(super) games: u64,
    /// The moves that were looked up.
    pub(super) moves: u64,
    /// Those of them that were worth less than the best one.
    pub(super) mistakes: u64,
    /// The balls or seeds that these lost.
    pub(super) balls_lost: u64,
    /// Those of them that changed who wins, or whether anybody does.
    pub(super) result_mistakes: u64,
    /// The mistakes themselves, a field of their own in the answer.
    #[serde(skip)]
    pub(crate) list: Vec<Mistake>,
}

/// A move that was worth less than the best one.
#[derive(Serialize)]
pub(crate) struct Mistake {
    pub(super) file: String,
    /// The game's number in its file, from 1.
    pub(super) game: usize,
    /// The ply, from 1.
    pub(super) ply: usize,
    pub(super) position: String,
    pub(super) r#move: String,
    /// The loss against the best move, in seeds or balls.
    pub(super) lost_seeds: u32,
    pub(super) result_before: &'static str,
    pub(super) result_after: &'static str,
}

/// A contradiction of the database: its ply and its reason.
pub(super) type Contradiction = (usize, String);

impl Followed {
    /// An empty report; `unit` is what a seed is called in the game.
    pub(super) fn new<R: DatabaseRules>(database: &Database<R>, unit: &'static str) -> Self {
        Self {
            path: database.path().display().to_string(),
            seeds: database.most_seeds(),
            unit,
            games: 0,
            moves: 0,
            mistakes: 0,
            balls_lost: 0,
            result_mistakes: 0,
            list: Vec::new(),
        }
    }

    /// Adds a mistake.
    pub(super) fn note(&mut self, mistake: Mistake) {
        self.mistakes += 1;
        self.balls_lost += u64::from(mistake.lost_seeds);
        self.result_mistakes += u64::from(mistake.result_before != mistake.result_after);
        self.list.push(mistake);
    }

    pub(crate) fn text(&self) -> String {
        let share = |part: u64| 100.0 * part as f64 / self.moves.max(1) as f64;
        let units = format!("{}s", self.unit);
        let mut text = format!(
            "{} and {} within {} {units}: {} lost {} ({:.1} % of the moves), {} of them the result ({:.1} %)\n",
            plural(self.games, "game", "games"),
            plural(self.moves, "move", "moves"),
            self.seeds,
            plural(self.mistakes, "mistake", "mistakes"),
            plural(self.balls_lost, self.unit, &units),
            share(self.mistakes),
            self.result_mistakes,
            share(self.result_mistakes),
        );
        if !self.list.is_empty() {
            let rows = self.list.iter().map(|mistake| {
                let result = if mistake.result_before == mistake.result_after {
                    mistake.result_after.to_owned()
                } else {
                    format!("{} -> {}", mistake.result_before, mistake.result_after)
                };
                vec![
                    mistake.file.clone(),
                    mistake.game.to_string(),
                    mistake.ply.to_string(),
                    mistake.r#move.clone(),
                    format!("-{}", mistake.lost_seeds),
                    result,
                ]
            });
            let head = ["file", "game", "ply", "move", &units, "result"];
            text.push_str(&table(&head, rows, &[0, 3, 5]));
        }
        text
    }
}
