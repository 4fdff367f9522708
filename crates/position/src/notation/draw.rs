//! Boards as people look at them.
//!
//! ```text
//!     6   5   4   3   2   1
//!   +---+---+---+---+---+---+ North
//!   | 4 | 4 | 4 | 4 | 4 | 4 |
//! 0 +---+---+---+---+---+---+ 0
//!   | 4 | 4 | 4 | 4 | 4 | 4 |
//!   +---+---+---+---+---+---+ South, to move
//!     1   2   3   4   5   6
//! ```
//!
//! The second player's row is above and runs from right to left, so that opposite pits face each
//! other; his store is at the left, that of the first player at the right.

use crate::game::Game;
use crate::kalah::{KalahRules, KalahState};
use crate::side::Side;
use crate::toguz::{ToguzRules, ToguzState};

/// The numbers on a board, the first player's part first.
struct Drawing {
    names: [&'static str; 2],
    rows: [Vec<String>; 2],
    stores: [u32; 2],
    /// Nobody if the game is over.
    to_move: Option<Side>,
}

impl Drawing {
    fn text(&self) -> String {
        let [first, second] = &self.rows;
        let width = first.iter().chain(second).map(String::len).max();
        let width = width.unwrap_or(0);
        let numbers = (1..=first.len()).map(|number| format!("{number:^width$}"));
        let numbers = numbers.collect::<Vec<_>>();
        let cells = |row: &[String]| {
            row.iter()
                .map(|cell| format!("{cell:>width$}"))
                .collect::<Vec<_>>()
        };
        let reversed = |mut row: Vec<String>| {
            row.reverse();
            row
        };
        let left = self.stores[1].to_string();
        let margin = left.len();
        let edge = format!("+{}", "-".repeat(width + 2)).repeat(first.len());
        let name = |side: Side| {
            let turn = if self.to_move == Some(side) {
                ", to move"
            } else {
                ""
            };
            format!("{}{turn}", self.names[side.index()])
        };
        let lines = [
            format!("  {}", reversed(numbers.clone()).join("   ")),
            format!("{edge}+ {}", name(Side::Second)),
            format!("| {} |", reversed(cells(second)).join(" | ")),
            format!("{edge}+ {}", self.stores[0]),
            format!("| {} |", cells(first).join(" | ")),
            format!("{edge}+ {}", name(Side::First)),
            format!("  {}", numbers.join("   ")),
        ];
        let mut text = String::new();
        for (index, line) in lines.iter().enumerate() {
            let store = if index == 3 { left.as_str() } else { "" };
            let line = format!("{store:>margin$} {line}");
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

impl KalahState {
    /// Draws the board over seven lines, each with a line break behind it: North's row above and
    /// from right to left, the stores at the sides.
    #[must_use]
    pub fn draw(&self, rules: &KalahRules) -> String {
        let side_to_move = (!rules.is_finished(&self.position())).then(|| self.to_move());
        let view = self.south_view();
        Drawing {
            names: ["South", "North"],
            rows: [
                view.own_pits(rules)
                    .map(|seeds| seeds.to_string())
                    .collect(),
                view.opponent_pits(rules)
                    .map(|seeds| seeds.to_string())
                    .collect(),
            ],
            stores: self.stores(),
            to_move: side_to_move,
        }
        .text()
    }
}

impl ToguzState {
    /// Draws the board over seven lines, each with a line break behind it: Black's row above and
    /// from right to left, the kazans at the sides. A tuzdik is an `x`; it belongs to the player of
    /// the other row.
    #[must_use]
    pub fn draw(&self, rules: &ToguzRules) -> String {
        let side_to_move = self.final_kazans(rules).is_none().then(|| self.to_move());
        let view = self.white_view();
        let cell = |tuzdik: u32, hole: u32, balls: u32| {
            if tuzdik == hole + 1 {
                "x".to_owned()
            } else {
                balls.to_string()
            }
        };
        Drawing {
            names: ["White", "Black"],
            rows: [
                (0..rules.holes())
                    .map(|hole| cell(view.opponent_tuzdik(), hole, view.own_hole(hole)))
                    .collect(),
                (0..rules.holes())
                    .map(|hole| cell(view.own_tuzdik(), hole, view.opponent_hole(hole)))
                    .collect(),
            ],
            stores: self.kazans(),
            to_move: side_to_move,
        }
        .text()
    }
}
