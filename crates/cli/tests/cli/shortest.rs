//! `mancala shortest`.

use crate::support::{failure, json, run};

#[test]
fn the_shortest_games_of_toguz_are_those_that_are_known() {
    let answer = json(&["shortest", "toguz"]);
    assert_eq!(answer["plies"], 11);
    assert_eq!(answer["games"], 1391);
    let example = answer["example"].as_str().expect("a game");
    assert_eq!(example.split_whitespace().count(), 11 + 6, "{example}");
}

#[test]
fn the_shortest_games_of_the_small_games_can_be_told_too() {
    let told = run(&["shortest", "bestemshe"]).stdout;
    assert!(told.contains("no game is won in fewer than"), "{told}");
    let (kind, message) = failure(&["shortest", "kalah:6,4"]);
    assert_eq!(kind, "rules");
    assert!(message.contains("bestemshe"), "{message}");
}
