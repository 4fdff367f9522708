//! The published tables and openings in the package are those of `solver-data`.

use crate::support::{data, finish, object, program};
use std::fs;
use std::path::Path;

#[test]
fn the_packaged_data_is_that_of_solver_data() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let originals = [
        ("kalah-starts.tsv", "reference/kalah-starts.tsv"),
        ("kalah-first-moves.tsv", "reference/kalah-first-moves.tsv"),
        ("kalah-irving-2000.tsv", "reference/kalah-irving-2000.tsv"),
        ("kalah-solved.jsonl", "kalah/solved.jsonl"),
        ("toguz-etudes.tsv", "reference/toguz-etudes.tsv"),
        ("toguz-openings.txt", "openings/toguz.txt"),
    ];
    for (packaged, original) in originals {
        let (packaged, original) = (package.join(packaged), data(original));
        let read = |path: &Path| fs::read(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        assert!(
            read(&packaged) == read(&original),
            "copy {original:?} to {packaged:?}"
        );
    }
    assert_eq!(fs::read_dir(package).unwrap().count(), originals.len());
}

#[test]
fn outside_the_repository_the_packaged_data_serves() {
    let folder = tempfile::tempdir().unwrap();
    let outside = |arguments: &[&str]| {
        let run = finish(program().current_dir(folder.path()).args(arguments));
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.stderr);
        object(&run.stdout)
    };
    let results = outside(&["results", "--json"]);
    assert!(results["results"].as_array().unwrap().len() > 30);
    let etudes = outside(&["etudes", "--number", "1", "--json"]);
    assert_eq!(etudes["etudes"][0]["number"], 1);
    let checked = outside(&["check-results", "--no-db", "--limit", "10ms", "--json"]);
    assert_eq!(checked["ok"], true);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// The folder of the database that a build makes in the current folder, with some variables.
fn built_in(folder: &Path, variables: &[(&str, &Path)]) -> String {
    let mut command = program();
    command.current_dir(folder);
    for (name, value) in variables {
        command.env(name, value);
    }
    let run = finish(command.args(["build", "kalah:2", "--seeds", "2", "--json"]));
    assert_eq!(run.code, 0, "{}", run.stderr);
    object(&run.stdout)["path"].as_str().unwrap().to_owned()
}

#[test]
fn databases_go_to_the_variable_the_repository_or_the_data_of_the_user() {
    let folder = tempfile::tempdir().unwrap();
    let [current, own, data] = ["current", "own", "data"].map(|name| folder.path().join(name));
    fs::create_dir(&current).unwrap();
    let variables = [("MANCALA_DB", &*own), ("XDG_DATA_HOME", &*data)];
    let path = |folder: &Path| folder.join("kalah-2").display().to_string();
    assert_eq!(built_in(&current, &variables), path(&own));
    assert_eq!(
        built_in(&current, &variables[1..]),
        path(&data.join("mancala/db"))
    );
    fs::create_dir_all(current.join("solver-data/db")).unwrap();
    assert_eq!(
        built_in(&current, &variables[1..]),
        path(Path::new("solver-data/db"))
    );
}
