//! Builds a database, and lets two players who read it play Kalah(3, 3) to the end: the margin is
//! the value of the start.
//!
//! `cargo run --release -p mancala-examples --bin perfect_game`

use anyhow::{Context, Result, ensure};
use mancala_endgame::{BuildOptions, Database, Silent, build};
use mancala_position::Game;
use mancala_position::kalah::{KalahPosition, KalahRules, KalahState};

fn main() -> Result<()> {
    let rules = KalahRules::new(3)?;
    let start = KalahPosition::start(&rules, 3)?;
    let folder = tempfile::tempdir()?;
    build(
        folder.path(),
        &rules,
        &BuildOptions::new(start.seeds()),
        &Silent,
    )?;
    let database = Database::open(folder.path(), &rules)?;
    let value = |position: &KalahPosition| -> Result<i32> {
        database
            .probe(position)?
            .context("the database reaches the start")
    };

    let mut state = KalahState::new(start);
    println!("{}\nvalue {}\n", state.draw(&rules), value(&start)?);
    while !rules.is_finished(&state.position()) {
        let mut best = None;
        for pit in rules.moves(&state.position()) {
            let step = rules.play(&state.position(), pit)?;
            let after = value(&step.position)?;
            let worth = step.gain + if step.again { after } else { -after };
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, pit));
            }
        }
        let (worth, pit) = best.context("a live position has a move")?;
        ensure!(
            worth == value(&state.position())?,
            "the best move is worth the position"
        );
        state = state.play(&rules, pit)?;
        println!("pit {}\n{}", pit + 1, state.draw(&rules));
    }
    let [south, north] = state.final_stores(&rules).context("the game is over")?;
    println!("South {south}, North {north}");
    ensure!(
        i64::from(south) - i64::from(north) == i64::from(value(&start)?),
        "the margin is the value"
    );
    Ok(())
}
