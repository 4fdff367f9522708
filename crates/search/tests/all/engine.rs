//! The engine for a game that is named at run time: margins, chances, and damaged databases.

use crate::dialog::{Dialog, start};
use mancala_endgame::{BuildOptions, Database, Error, Silent, build};
use mancala_position::kalah::KalahRules;
use mancala_position::{GameSpec, GameState};
use mancala_search::analysis::{
    AnalysisError, AnalysisOptions, Limits, SearchReport, UNITS_PER_SEED, winning_chance,
};
use mancala_search::engine::{Engine, EngineTablebase, TablebaseSource};
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn engine(game: &GameSpec, tablebase: &EngineTablebase) -> Engine {
    let options = AnalysisOptions {
        table_bytes: 1 << 20,
        ..AnalysisOptions::default()
    };
    Engine::new(game, options, tablebase).expect("memory")
}

fn analyze(engine: &mut Engine, state: &GameState) -> Result<SearchReport, AnalysisError> {
    let limits = Limits {
        depth: Some(6),
        ..Limits::default()
    };
    engine.analyze(state, &[], &limits, &AtomicBool::new(false), &mut |_| {})
}

fn read(game: &GameSpec, text: &str) -> GameState {
    GameState::from_text(game, text).expect("a position")
}

#[test]
fn margins_and_chances_are_of_the_whole_game_in_both_families() {
    let kalah: GameSpec = "kalah:6,4".parse().expect("a game");
    let mut engine = engine(&kalah, &EngineTablebase::default());
    let even = read(&kalah, "4,4,4,4,4,4/4,4,4,4,4,4 0,0 s");
    let report = analyze(&mut engine, &even).expect("threads");
    let level = &report.lines[0];
    assert_eq!(level.margin_seeds, i64::from(level.score_seeds));
    assert_eq!(level.winning_chance, winning_chance(level.score));
    for (stores, lead) in [("7,2", 5), ("2,7", -5), ("0,1000000000", -1_000_000_000)] {
        let text = format!("4,4,4,4,4,4/4,4,4,4,4,4 {stores} s");
        engine.forget().expect("memory");
        let report = analyze(&mut engine, &read(&kalah, &text)).expect("threads");
        let line = &report.lines[0];
        assert_eq!((line.score, &line.moves), (level.score, &level.moves));
        assert_eq!(line.margin_seeds, level.margin_seeds + lead);
        if lead.abs() < 100 {
            let units = UNITS_PER_SEED * i32::try_from(lead).expect("few seeds");
            assert_eq!(line.winning_chance, winning_chance(line.score + units));
        } else {
            assert!(line.winning_chance < 1e-9);
        }
    }

    let toguz: GameSpec = "toguz".parse().expect("a game");
    let mut engine = self::engine(&toguz, &EngineTablebase::default());
    let state = read(&toguz, "0,3,1,0,4,2,10,1,6/5,1,0,7,0,3,2,9,4 56,48 -,- w");
    let report = analyze(&mut engine, &state).expect("threads");
    let line = &report.lines[0];
    assert_eq!(line.margin_seeds, i64::from(line.score_seeds) + 8);
    assert_eq!(line.winning_chance, winning_chance(line.score));
}

#[test]
fn a_state_of_another_game_is_refused() {
    let mut engine = engine(
        &"kalah:6,4".parse().expect("a game"),
        &EngineTablebase::default(),
    );
    for game in ["toguz", "kalah:6,4,capture=empty", "kalah:5,4"] {
        let refused = analyze(&mut engine, &start(game));
        assert!(
            matches!(refused, Err(AnalysisError::OtherGame { .. })),
            "{game}: {refused:?}"
        );
    }
    // The seeds of a start are none of the rules.
    assert!(analyze(&mut engine, &start("kalah:6,3")).is_ok());
}

/// A database of Kalah(4) to 12 seeds, whose layers from 10 on are damaged in their middle.
fn damaged(folder: &Path) {
    let rules = KalahRules::new(4).expect("four pits");
    build(folder, &rules, &BuildOptions::new(12), &Silent).expect("it builds");
    for layer in ["010.layer", "011.layer", "012.layer"] {
        let path = folder.join(layer);
        let mut bytes = std::fs::read(&path).expect("readable");
        for at in (bytes.len() * 2 / 5..bytes.len() * 3 / 5).step_by(16) {
            bytes[at] ^= 0x10;
        }
        std::fs::write(&path, bytes).expect("writable");
    }
    Database::open(folder, &rules).expect("blocks are checked when they are read");
}

#[test]
fn a_damaged_database_ends_the_analysis_with_an_error_that_names_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    damaged(folder.path());
    let game: GameSpec = "kalah:4,3".parse().expect("a game");
    let source = TablebaseSource {
        database: Some(folder.path()),
        balls: 0,
    };
    let tablebase = EngineTablebase::open(&game, &source).expect("it opens");
    for text in ["2,2,2,2/2,1,1,1 0,0 s", "1,1,2,1/1,1,2,1 0,0 s"] {
        let mut engine = engine(&game, &tablebase);
        match analyze(&mut engine, &read(&game, text)) {
            Err(error @ AnalysisError::Tablebase(Error::Damaged { .. })) => {
                assert!(error.to_string().contains(".layer"), "{error}");
            }
            other => panic!("a result in spite of the damage: {other:?}"),
        }
    }
}

#[test]
fn the_protocol_reports_a_damaged_database_and_plays_without_it() {
    let folder = tempfile::tempdir().expect("a folder");
    damaged(folder.path());
    let mut dialog = Dialog::new("kalah:4,2");
    let path = folder.path().display();
    dialog.say(&format!("setoption name Database value {path}\ngo depth 6"));
    let lines = dialog.lines_to("bestmove");
    let errors: Vec<_> = lines
        .iter()
        .filter(|line| line.contains("error: "))
        .collect();
    assert_eq!(errors.len(), 1, "{lines:?}");
    assert!(errors[0].contains(".layer"), "{lines:?}");
    assert!(
        lines.iter().any(|line| line.starts_with("info depth 6")),
        "{lines:?}"
    );
    let (_, best) = lines[lines.len() - 1].split_once(' ').expect("a move");
    start("kalah:4,2").read_turn(best).expect("a legal move");
    // The engine goes on without the database.
    dialog.say("go depth 6");
    let lines = dialog.lines_to("bestmove");
    assert!(
        lines.iter().all(|line| !line.contains("error")),
        "{lines:?}"
    );
    assert_eq!(dialog.end(), "");
}
