//! The page about etudes in the documentation.

use super::solution::SolvedEtude;
use crate::text::numbers::grouped;

const HEAD: &str = "\
# Etudes of Toguz Kumalak

<!-- Written by `mancala etudes --markdown`; do not edit. -->

Eight etudes by A. Akshuraev (1983), printed with a claim and without solutions; they are in
`solver-data/reference/toguz-etudes.tsv`. White is to move. A win is shown by its shortest form: after so many plies,
and not fewer whatever both sides do, White has 82 balls, or Black is stuck and the rest makes it 82. A draw is shown
by neither side being able to be sure of what it needs for 82. *Balls* is the number of balls on the board up to which
the guarantees of both sides are known without search. An open etude has no win in so many plies; `--stop-after` is the
time spent on each, and this page comes from 150 s on one thread. With more `--seeds` and `--memory` a search gets
deeper.

";

const LINES: &str = "
## The lines

The loser plays for the longest resistance; other replies may be as long. Moves are from-hole and landing-hole, `x`
makes a tuzdik.

";

/// The page as Markdown.
pub(super) fn page(etudes: &[SolvedEtude]) -> String {
    let mut text = HEAD.to_owned();
    text.push_str("| number | position | claim | result | shortest win | balls | nodes |\n");
    text.push_str("|---|---|---|---|---|---|---|\n");
    for etude in etudes {
        let verdict = match etude.agrees {
            Some(false) => format!("**{}**", etude.verdict()),
            _ => etude.verdict(),
        };
        text.push_str(&format!(
            "| {} | `{}` | {} | {verdict} | {} | {} | {} |\n",
            etude.number,
            etude.position,
            etude.claim,
            etude.shown(),
            etude.database.as_ref().map_or(0, |known| known.seeds),
            grouped(etude.nodes),
        ));
    }
    text.push_str(LINES);
    for etude in etudes.iter().filter(|etude| !etude.line.is_empty()) {
        text.push_str(&format!("* {}: {}\n", etude.number, etude.line.join(" ")));
    }
    text
}
