//! The guarantees of a position of the Toguz family and of every move, from a database.

use super::Arguments;
use super::line::{End, line};
use crate::failure::{Failure, Kind};
use crate::numbers::{table, wrapped};
use crate::outcome::{Outcome, best_moves};
use crate::output::{Output, Report};
use crate::style::Style;
use crate::subject;
use mancala_endgame::{Guarantees, ToguzDatabase};
use mancala_position::Side;
use mancala_position::toguz::{ToguzRules, ToguzState};
use serde::Serialize;

#[derive(Serialize)]
struct Answer {
    game: String,
    position: String,
    #[serde(flatten)]
    worth: Guarantees,
    result: Outcome,
    /// Balls that are nobody's, since somebody can make the game go round.
    endless_balls: u32,
    /// White's and Black's kazan at the end with best play; none where play is endless.
    final_kazans: Option<[u32; 2]>,
    moves: Vec<Move>,
    best: Vec<String>,
    principal_variation: Vec<String>,
    source: &'static str,
    database: DatabaseEntry,
    #[serde(skip)]
    board: String,
    #[serde(skip)]
    mover: &'static str,
    #[serde(skip)]
    other: &'static str,
    #[serde(skip)]
    end: End,
}

#[derive(Serialize)]
struct Move {
    r#move: String,
    #[serde(flatten)]
    worth: Guarantees,
    result: Outcome,
}

#[derive(Serialize)]
struct DatabaseEntry {
    path: String,
    seeds: u32,
}

pub(super) fn run(
    rules: &ToguzRules,
    arguments: &Arguments,
    output: &Output,
) -> Result<(), Failure> {
    let state = subject::toguz_state(rules, &arguments.position)?;
    let database = arguments.db.open_toguz(rules)?;
    output.report(&Answer::new(&database, rules, &state)?)
}

/// The names of the players, the one to move first.
const fn players(state: &ToguzState) -> [&'static str; 2] {
    match state.to_move {
        Side::First => ["White", "Black"],
        Side::Second => ["Black", "White"],
    }
}

impl Answer {
    fn new(
        database: &ToguzDatabase,
        rules: &ToguzRules,
        state: &ToguzState,
    ) -> Result<Self, Failure> {
        let position = &state.position;
        let balls = position.balls();
        let not_there = || {
            Failure::new(
                Kind::DatabaseMissing,
                format_args!(
                    "no layer of {balls} balls in {}, which has those to {}",
                    database.path().display(),
                    database.most_balls()
                ),
            )
            .hint(format_args!(
                "`mancala solve {rules} --position '{}'` searches above the database",
                state.to_text(rules)
            ))
        };
        let over = state.final_kazans(rules).is_some();
        // Under `atsyz=extra-move` the position is that of the stuck player, for whom the other one moves.
        let worth = if position.is_extra_move() {
            let stuck = position.turned();
            database.guarantees(&stuck)?.map(Guarantees::turned)
        } else {
            database.guarantees(position)?
        };
        let worth = worth.ok_or_else(not_there)?;
        let moves = if over {
            Vec::new()
        } else {
            database.moves(position)?.ok_or_else(not_there)?
        };
        let kazans = [position.own_kazan(), position.opponent_kazan()];
        let outcome = |worth| Outcome::new(rules, kazans, worth);
        let write = |hole| state.write_move(rules, hole).to_string();
        let (principal_variation, end) = line(database, rules, state)?;
        let endless_balls = balls - worth.mover - worth.opponent;
        let finals = [kazans[0] + worth.mover, kazans[1] + worth.opponent];
        let [mover, other] = players(state);
        Ok(Self {
            game: rules.to_string(),
            position: state.to_text(rules),
            worth,
            result: outcome(worth),
            endless_balls,
            final_kazans: (endless_balls == 0).then_some(match state.to_move {
                Side::First => finals,
                Side::Second => [finals[1], finals[0]],
            }),
            best: best_moves(rules, position, &moves)
                .into_iter()
                .map(write)
                .collect(),
            moves: moves
                .iter()
                .map(|&(hole, worth)| Move {
                    r#move: write(hole),
                    worth,
                    result: outcome(worth),
                })
                .collect(),
            principal_variation,
            source: "database",
            database: DatabaseEntry {
                path: database.path().display().to_string(),
                seeds: database.most_balls(),
            },
            board: state.draw(rules),
            mover,
            other,
            end,
        })
    }

    /// What comes of the game, in words.
    fn verdict(&self) -> String {
        match self.final_kazans {
            Some([white, black]) => format!(
                "{} for {}: the kazans end with {white} for White, {black} for Black",
                self.result.word(),
                self.mover
            ),
            None => format!("{} for {}", self.result.word(), self.mover),
        }
    }
}

impl Report for Answer {
    fn text(&self, style: Style) -> String {
        let mut text = format!("{}\n{}\n", style.bold(&self.game), self.board);
        let balls = format!(
            "{} for {}, {} for {}, of the {} on the board",
            style.bold(&self.worth.mover.to_string()),
            self.mover,
            style.bold(&self.worth.opponent.to_string()),
            self.other,
            self.worth.mover + self.worth.opponent + self.endless_balls
        );
        let source = format!(
            "database to {} balls, {}",
            self.database.seeds, self.database.path
        );
        text.push_str(&wrapped("result  ", &self.verdict()));
        text.push_str(&wrapped("sure of ", &balls));
        if self.endless_balls > 0 {
            let words = format!(
                "play is endless: {} more can be kept from both by going round",
                self.endless_balls
            );
            text.push_str(&wrapped("endless ", &words));
        }
        text.push_str(&wrapped("source  ", &source));
        text.push('\n');
        if self.moves.is_empty() {
            text.push_str("The game is over.\n");
            return text;
        }
        let head = ["move", self.mover, self.other, "result"].map(str::to_owned);
        let mut rows = vec![head.to_vec()];
        for entry in &self.moves {
            let best = self.best.contains(&entry.r#move);
            let mark = if best { " best" } else { "" };
            rows.push(vec![
                entry.r#move.clone(),
                entry.worth.mover.to_string(),
                entry.worth.opponent.to_string(),
                format!("{}{mark}", entry.result.word()),
            ]);
        }
        text.push_str(&table(&rows, &[0, 3]));
        let end = match self.end {
            End::Finished => "",
            End::Endless => " and round",
            End::Open => " ...",
        };
        text.push('\n');
        let line = format!("{}{end}", self.principal_variation.join(" "));
        text.push_str(&wrapped("line    ", &line));
        text
    }
}
