//! Solving an etude.

use super::source::Etude;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;
use crate::proof::{KnownEntry, Limits, solve_state};
use crate::text::duration::millis;
use crate::text::toguz::written;
use mancala_position::Side;
use mancala_position::toguz::ToguzRules;
use mancala_search::{ToguzGoal, ToguzResult};
use serde::Serialize;
use std::time::Duration;

/// An etude with what the search proved.
#[derive(Serialize)]
pub(super) struct SolvedEtude {
    pub(super) number: u32,
    pub(super) claim: String,
    pub(super) position: String,
    /// The proved result, for White.
    pub(super) result: Option<&'static str>,
    /// Whether the claim is right, if the result is proved.
    pub(super) agrees: Option<bool>,
    /// The plies of the shortest win.
    pub(super) plies: Option<u32>,
    pub(super) line: Vec<String>,
    /// The balls on the board that White needs to win, and that Black needs.
    pub(super) needs: [u32; 2],
    /// Bounds of the balls that White can be sure of, and of those of Black, as far as proved.
    pub(super) sure: [[u32; 2]; 2],
    pub(super) balls: u32,
    /// The depth in plies to which the search is complete.
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) elapsed_ms: u64,
    pub(super) database: Option<KnownEntry>,
}

/// Solves an etude within a time limit.
pub(super) fn solve(
    etude: &Etude,
    rules: &ToguzRules,
    limits: &Limits,
    time: Duration,
    output: &Output,
) -> Result<SolvedEtude, Failure> {
    let progress = Progress::new(output, "positions", Some(time));
    let state = &etude.state;
    let proof = solve_state(rules, state, ToguzGoal::Result, limits, None, &progress)?;
    let found = &proof.solution;
    drop(progress);
    let position = state.white_view();
    let majority = rules.balls() / 2 + 1;
    let mut sure =
        [found.bounds.mover, found.bounds.opponent].map(|bounds| [bounds.lower, bounds.upper]);
    let mut result = found.result;
    if state.to_move() == Side::Second {
        sure.reverse();
        result = result.map(|result| match result {
            ToguzResult::Won => ToguzResult::Lost,
            ToguzResult::Drawn => ToguzResult::Drawn,
            ToguzResult::Lost => ToguzResult::Won,
        });
    }
    let shortest = found.shortest.as_ref();
    Ok(SolvedEtude {
        number: etude.number,
        claim: etude.claim.clone(),
        position: state.to_text(rules),
        result: result.map(ToguzResult::word),
        agrees: result.map(|result| Some(result) == etude.claimed()),
        plies: shortest.map(|shortest| shortest.plies),
        line: shortest.map_or_else(Vec::new, |shortest| written(rules, state, &shortest.line)),
        needs: [position.own_kazan(), position.opponent_kazan()]
            .map(|kazan| majority.saturating_sub(kazan)),
        sure,
        balls: position.balls(),
        depth: found.plies,
        nodes: found.nodes,
        elapsed_ms: millis(found.elapsed),
        database: KnownEntry::new(&proof.known),
    })
}

impl SolvedEtude {
    /// The result in words.
    pub(super) fn verdict(&self) -> String {
        match self.result {
            Some("won") => "White wins".to_owned(),
            Some("lost") => "Black wins".to_owned(),
            Some(_) => "draw".to_owned(),
            None => format!("open: no win in {} plies", self.depth),
        }
    }

    /// The length of the shortest win, or the reason why there is none.
    pub(super) fn shown(&self) -> String {
        match (self.result, self.plies) {
            (Some("drawn"), _) => {
                let [white, black] = self.needs;
                format!(
                    "of {} balls White can get {} at most and needs {white}, Black {} and needs {black}",
                    self.balls, self.sure[0][1], self.sure[1][1]
                )
            }
            (Some(_), Some(plies)) => format!("{plies} plies"),
            _ => String::new(),
        }
    }
}
