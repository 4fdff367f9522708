//! Reading the file of etudes.

use crate::args::game;
use crate::failure::{Failure, Kind};
use mancala_position::toguz::{ToguzRules, ToguzState};
use mancala_search::ToguzResult;

/// An etude as it was published.
pub(super) struct Etude {
    pub(super) number: u32,
    pub(super) claim: String,
    pub(super) state: ToguzState,
}

impl Etude {
    /// The claimed result, for White.
    pub(super) fn claimed(&self) -> Option<ToguzResult> {
        match self.claim.as_str() {
            "White wins" => Some(ToguzResult::Won),
            "draw" => Some(ToguzResult::Drawn),
            "Black wins" => Some(ToguzResult::Lost),
            _ => None,
        }
    }
}

/// Reads lines of number, claim and position with tabs between. Lines that begin with `#` and the
/// head are skipped.
pub(super) fn parse(name: &str, text: &str, rules: &ToguzRules) -> Result<Vec<Etude>, Failure> {
    let mut etudes = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.is_empty() || line.starts_with('#') || line.starts_with("number\t") {
            continue;
        }
        etudes.push(etude(line, rules).map_err(|failure| Failure {
            message: format!("{name}, line {number}: {}", failure.message),
            ..failure
        })?);
    }
    Ok(etudes)
}

fn etude(line: &str, rules: &ToguzRules) -> Result<Etude, Failure> {
    let refuse = || {
        Failure::new(
            Kind::Record,
            "expected a number, a claim (`White wins`, `draw` or `Black wins`) and a position, with tabs between",
        )
    };
    let mut fields = line.split('\t');
    let (Some(number), Some(claim), Some(position), None) =
        (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return Err(refuse());
    };
    let etude = Etude {
        number: number.parse().map_err(|_| refuse())?,
        claim: claim.to_owned(),
        state: game::toguz_state(rules, position)?,
    };
    if etude.claimed().is_none() {
        return Err(refuse());
    }
    Ok(etude)
}
