//! Proofs that are interrupted and go on, and checkpoints that are not what was written.

use mancala_endgame::{Monitor, NoTablebase, Silent};
use mancala_position::kalah::{KalahPosition, KalahRules};
use mancala_search::{
    CheckpointFault, Checkpoints, Solution, SolveError, SolveOptions, solve, solve_with_checkpoints,
};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Stops after so many questions.
struct StopAfter(AtomicU64);

impl Monitor for StopAfter {
    fn should_stop(&self) -> bool {
        self.0.fetch_sub(1, Ordering::Relaxed) == 1
    }
}

fn start(pits: u32, seeds: u32) -> (KalahRules, KalahPosition) {
    let rules = KalahRules::new(pits).expect("valid pits");
    let start = KalahPosition::start(&rules, seeds).expect("a start");
    (rules, start)
}

/// Runs a proof for so many questions of its monitor.
fn run(
    folder: &Path,
    (rules, position): &(KalahRules, KalahPosition),
    options: &SolveOptions,
    questions: u64,
    interval: Duration,
) -> Result<Solution, SolveError> {
    let checkpoints = Checkpoints {
        interval,
        ..Checkpoints::new(folder)
    };
    let monitor = StopAfter(AtomicU64::new(questions));
    solve_with_checkpoints(
        rules,
        position,
        &NoTablebase,
        options,
        &checkpoints,
        &monitor,
    )
}

const SELDOM: Duration = Duration::from_secs(3600);

#[test]
fn a_proof_that_is_stopped_again_and_again_ends_with_the_same_values() {
    let problem = start(5, 3);
    let (rules, position) = &problem;
    let whole = solve(
        rules,
        position,
        &NoTablebase,
        &SolveOptions::default(),
        &Silent,
    );
    let whole = whole.expect("nothing stops it");
    for threads in [1, 2] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut runs = 0;
        let solution = loop {
            // Another size of the table each time: what was kept is put where it belongs.
            let options = SolveOptions {
                threads,
                table_bytes: (1 << 20) + (runs << 18),
                ..SolveOptions::default()
            };
            // Each run gets further than the one before.
            match run(folder.path(), &problem, &options, 4 + runs, SELDOM) {
                Ok(solution) => break solution,
                Err(SolveError::Interrupted {
                    bounds,
                    turns,
                    resumed,
                    nodes,
                    ..
                }) => {
                    assert_eq!(resumed, runs > 0);
                    assert!(nodes > 0);
                    assert!(bounds.lower <= whole.value && whole.value <= bounds.upper);
                    assert_eq!(turns.len(), whole.turns.len());
                    for (turn, known) in turns.iter().zip(&whole.turns) {
                        assert_eq!(turn.pits, known.pits);
                        assert!(
                            turn.bounds.lower <= known.value && known.value <= turn.bounds.upper,
                            "{turn:?} {known:?}"
                        );
                    }
                }
                Err(error) => panic!("{error}"),
            }
            runs += 1;
        };
        assert!(runs > 2, "it was stopped {runs} times only");
        assert!(solution.resumed, "with {threads} threads");
        assert_eq!(
            (solution.value, &solution.turns),
            (whole.value, &whole.turns)
        );
        let left = folder.path().read_dir().expect("readable").count();
        assert_eq!(left, 0, "a complete proof leaves no checkpoint");
    }
}

/// A checkpoint of a stopped proof, written on the way and at the end.
fn stopped(folder: &Path, problem: &(KalahRules, KalahPosition)) -> Vec<u8> {
    let options = SolveOptions {
        table_bytes: 1 << 18,
        ..SolveOptions::default()
    };
    let ended = run(folder, problem, &options, 40, Duration::ZERO);
    assert!(matches!(ended, Err(SolveError::Interrupted { .. })));
    std::fs::read(Checkpoints::new(folder).path()).expect("there is a checkpoint")
}

fn fault(
    folder: &Path,
    problem: &(KalahRules, KalahPosition),
) -> Option<(std::path::PathBuf, CheckpointFault)> {
    match run(folder, problem, &SolveOptions::default(), 1, SELDOM) {
        Err(SolveError::Checkpoint { path, fault }) => Some((path, fault)),
        Err(SolveError::Interrupted { .. }) => None,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_damaged_checkpoint_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let problem = start(6, 3);
    let whole = stopped(folder.path(), &problem);
    let path = Checkpoints::new(folder.path()).path();
    assert!(fault(folder.path(), &problem).is_none(), "it can be used");
    let whole_again = std::fs::read(&path).expect("there is a checkpoint");
    assert!(whole_again.len() >= whole.len());

    let header = 0..600.min(whole.len());
    let places = header.chain((0..whole.len()).step_by(whole.len() / 200 + 1));
    for at in places.chain([whole.len() - 1]) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        std::fs::write(&path, &bytes).expect("writable");
        let (named, fault) = fault(folder.path(), &problem)
            .unwrap_or_else(|| panic!("byte {at} of {} went unnoticed", whole.len()));
        assert_eq!(named, path);
        assert!(
            matches!(fault, CheckpointFault::Damaged { .. }),
            "byte {at}: {fault}"
        );
    }
    for length in (0..whole.len()).step_by(whole.len() / 100 + 1) {
        std::fs::write(&path, &whole[..length]).expect("writable");
        assert!(
            matches!(
                fault(folder.path(), &problem),
                Some((_, CheckpointFault::Damaged { .. }))
            ),
            "{length} bytes"
        );
    }
    let longer = [&whole[..], &[0]].concat();
    std::fs::write(&path, longer).expect("writable");
    assert!(fault(folder.path(), &problem).is_some());
}

#[test]
fn a_checkpoint_of_another_proof_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let problem = start(6, 3);
    stopped(folder.path(), &problem);
    let mut empty = problem;
    empty.0.set("capture", "empty").expect("an option");
    for (other, expected) in [(empty, "rules"), (start(6, 4), "position")] {
        match fault(folder.path(), &other) {
            Some((_, CheckpointFault::Foreign { what, .. })) => assert_eq!(what, expected),
            found => panic!("{found:?}"),
        }
    }
}
