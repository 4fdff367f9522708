//! Every example runs to its end.

use std::process::Command;

#[test]
fn every_example_succeeds() {
    for program in [
        env!("CARGO_BIN_EXE_analyse"),
        env!("CARGO_BIN_EXE_build_and_probe"),
        env!("CARGO_BIN_EXE_engine_match"),
        env!("CARGO_BIN_EXE_perfect_game"),
        env!("CARGO_BIN_EXE_perft"),
        env!("CARGO_BIN_EXE_prove"),
    ] {
        let run = Command::new(program).output().expect("the example starts");
        let errors = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{program}: {errors}");
        assert!(!run.stdout.is_empty(), "{program} says nothing");
    }
}
