//! The answer for a position of the Toguz family.

use crate::failure::Failure;
use crate::output::{ErrorFields, Report};
use crate::proof::KnownEntry;
use crate::text::duration::millis;
use crate::text::layout::{field, table};
use crate::text::numbers::{per_second, plural, search_effort};
use crate::text::style::Style;
use crate::text::toguz::{player, side_word, written};
use mancala_position::Side;
use mancala_position::toguz::{ToguzRules, ToguzState};
use mancala_search::{ToguzBounds, ToguzGoal, ToguzResult, ToguzSolution};
use serde::Serialize;
use std::time::Duration;

#[derive(Serialize)]
pub(super) struct Answer<'a> {
    game: String,
    position: String,
    /// The player who has the move now, whose values these are.
    to_move: &'static str,
    rules: String,
    #[serde(flatten)]
    guarantees: GuaranteeFields,
    /// The mover's balls less the opponent's, where the guarantees add up to all balls.
    #[serde(skip_serializing_if = "Option::is_none")]
    value_seeds: Option<i64>,
    result: Option<&'static str>,
    /// Of the shortest win.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    moves: Vec<MoveEntry>,
    principal_variation: Vec<String>,
    proved: bool,
    /// The most plies of which all questions are answered.
    depth: u32,
    nodes: u64,
    elapsed_ms: u64,
    nodes_per_second: u64,
    threads: usize,
    database: Option<KnownEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorFields<'a>>,
    #[serde(skip)]
    board: String,
    #[serde(skip)]
    mover: Side,
    #[serde(skip)]
    balls: u32,
    #[serde(skip)]
    goal: ToguzGoal,
    #[serde(skip)]
    time: Duration,
}

/// Both guarantees, and bounds of those that are not proved.
#[derive(Clone, Serialize)]
struct GuaranteeFields {
    mover: Option<u32>,
    opponent: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<Bounds>,
}

#[derive(Clone, Serialize)]
struct Bounds {
    mover_least: u32,
    mover_most: u32,
    opponent_least: u32,
    opponent_most: u32,
}

#[derive(Serialize)]
struct MoveEntry {
    r#move: String,
    #[serde(flatten)]
    guarantees: GuaranteeFields,
    result: Option<&'static str>,
    #[serde(skip)]
    order: (u32, i64),
}

impl From<ToguzBounds> for GuaranteeFields {
    fn from(bounds: ToguzBounds) -> Self {
        let ToguzBounds { mover, opponent } = bounds;
        Self {
            mover: mover.value(),
            opponent: opponent.value(),
            bounds: bounds.values().is_none().then_some(Bounds {
                mover_least: mover.lower,
                mover_most: mover.upper,
                opponent_least: opponent.lower,
                opponent_most: opponent.upper,
            }),
        }
    }
}

impl GuaranteeFields {
    fn words(&self) -> [String; 2] {
        let words = |exact: Option<u32>, [least, most]: [u32; 2]| match exact {
            Some(exact) => exact.to_string(),
            None => format!("{least} to {most}"),
        };
        let (mover, opponent) = match &self.bounds {
            Some(bounds) => (
                [bounds.mover_least, bounds.mover_most],
                [bounds.opponent_least, bounds.opponent_most],
            ),
            None => ([0; 2], [0; 2]),
        };
        [words(self.mover, mover), words(self.opponent, opponent)]
    }
}

impl<'a> Answer<'a> {
    pub(super) fn new(
        rules: &ToguzRules,
        state: &ToguzState,
        goal: ToguzGoal,
        solution: &ToguzSolution,
        database: Option<KnownEntry>,
        failure: Option<&'a Failure>,
    ) -> Self {
        let balls = state.position().balls();
        let values = solution.bounds.values();
        let adding_up = values.filter(|guarantees| guarantees.mover + guarantees.opponent == balls);
        let line = match &solution.shortest {
            Some(shortest) => &shortest.line,
            None => &solution.line,
        };
        Self {
            game: rules.to_string(),
            position: state.to_text(rules),
            to_move: side_word(state.to_move()),
            rules: rules.id(),
            guarantees: solution.bounds.into(),
            value_seeds: adding_up
                .map(|guarantees| i64::from(guarantees.mover) - i64::from(guarantees.opponent)),
            result: solution.result.map(ToguzResult::word),
            plies: solution.shortest.as_ref().map(|shortest| shortest.plies),
            moves: solution
                .moves
                .iter()
                .map(|entry| MoveEntry {
                    r#move: state.write_move(rules, entry.hole).to_string(),
                    guarantees: entry.bounds.into(),
                    result: entry.result.map(ToguzResult::word),
                    order: (
                        entry.bounds.mover.lower,
                        -i64::from(entry.bounds.opponent.lower),
                    ),
                })
                .collect(),
            principal_variation: written(rules, state, line),
            proved: solution.proved,
            depth: solution.plies,
            nodes: solution.nodes,
            elapsed_ms: millis(solution.elapsed),
            nodes_per_second: per_second(solution.nodes, solution.elapsed),
            threads: 1,
            database,
            error: failure.map(ErrorFields::from),
            board: state.draw(rules),
            mover: state.to_move(),
            balls,
            goal,
            time: solution.elapsed,
        }
    }

    fn verdict(&self) -> String {
        let mover = player(self.mover);
        match (self.result, self.plies) {
            (None, _) => "not proved".to_owned(),
            (Some("drawn"), _) => "drawn: neither side can be sure of more than half".to_owned(),
            (Some(result), None) => format!("{result} for {mover}"),
            (Some(result), Some(plies)) => {
                let plies = plural(u64::from(plies), "ply", "plies");
                format!("{result} for {mover}, in {plies} and no fewer")
            }
        }
    }

    fn guarantees(&self) -> String {
        let [mover, opponent] = self.guarantees.words();
        let rest = match (self.guarantees.mover, self.guarantees.opponent) {
            (Some(mover), Some(opponent)) if mover + opponent < self.balls => {
                ": the rest goes round for ever"
            }
            _ => "",
        };
        format!(
            "{} {mover}, {} {opponent}, of {} on the board{rest}",
            player(self.mover),
            player(self.mover.other()),
            plural(u64::from(self.balls), "ball", "balls")
        )
    }
}

impl Report for Answer<'_> {
    fn text(&self, style: Style) -> String {
        let mut text = format!("{}\n{}\n", style.bold(&self.game), self.board);
        text.push_str(&field("result", &style.bold(&self.verdict())));
        text.push_str(&field("sure of", &self.guarantees()));
        if self.goal == ToguzGoal::Moves && !self.moves.is_empty() {
            let mut moves: Vec<&MoveEntry> = self.moves.iter().collect();
            moves.sort_by_key(|entry| std::cmp::Reverse(entry.order));
            let mover = player(self.mover);
            let other = player(self.mover.other());
            let rows = moves.into_iter().map(|entry| {
                let [mover, opponent] = entry.guarantees.words();
                let result = entry.result.unwrap_or("not proved").to_owned();
                vec![entry.r#move.clone(), mover, opponent, result]
            });
            let moves = table(&["move", mover, other, "result"], rows, &[0, 3]);
            text.push_str(&format!("\n{moves}\n"));
        }
        if !self.principal_variation.is_empty() {
            text.push_str(&field("line", &self.principal_variation.join(" ")));
        }
        let proof = if self.proved { "proof" } else { "so far" };
        let words = format!(
            "{}, all questions to {}",
            search_effort(self.nodes, self.time),
            plural(u64::from(self.depth), "ply", "plies")
        );
        text.push_str(&field(proof, &words));
        text.push_str(&field(
            "rests on",
            &KnownEntry::words(self.database.as_ref()),
        ));
        text.push_str(&field("rules", &self.rules));
        text
    }
}
