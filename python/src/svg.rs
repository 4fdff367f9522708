//! Drawn boards for notebooks.

use crate::board::rows;
use mancala_position::{GameState, Side};
use std::fmt::Write;

/// The distance of two pits, and the radius of one.
const STEP: usize = 56;
const RADIUS: usize = 24;

/// The board as an SVG image: the second player's row above and from right to left, the stores at
/// the sides, the player to move in bold.
pub(crate) fn drawing(state: &GameState) -> String {
    let [first, second] = rows(state);
    let pits = first.len();
    let (width, height) = ((pits + 2) * STEP, 3 * STEP);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" text-anchor=\"middle\">\
         <rect x=\"2\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"16\" fill=\"#e8d3a8\" stroke=\"#7a5c2e\"/>",
        STEP / 3,
        width - 4,
        2 * STEP + STEP / 3
    );
    let place = |text: &mut String, x: usize, y: usize, seeds: u32, radius: usize| {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"#fff7e6\" stroke=\"#7a5c2e\"/>\
             <text x=\"{x}\" y=\"{}\" font-size=\"18\">{seeds}</text>",
            y + 6
        );
    };
    let (above, below) = (STEP, 2 * STEP);
    for (index, &seeds) in second.iter().rev().enumerate() {
        place(
            &mut text,
            STEP + STEP / 2 + index * STEP,
            above,
            seeds,
            RADIUS,
        );
    }
    for (index, &seeds) in first.iter().enumerate() {
        place(
            &mut text,
            STEP + STEP / 2 + index * STEP,
            below,
            seeds,
            RADIUS,
        );
    }
    let [own, opponent] = state.stores();
    place(&mut text, STEP / 2, STEP + STEP / 2, opponent, RADIUS);
    place(&mut text, width - STEP / 2, STEP + STEP / 2, own, RADIUS);
    for (side, y) in [(Side::Second, STEP / 4), (Side::First, 3 * STEP - 4)] {
        let weight = if side == state.to_move() && !state.is_finished() {
            "bold"
        } else {
            "normal"
        };
        let _ = write!(
            text,
            "<text x=\"{}\" y=\"{y}\" font-size=\"13\" font-weight=\"{weight}\">{}</text>",
            width / 2,
            state.player(side)
        );
    }
    text.push_str("</svg>");
    text
}
