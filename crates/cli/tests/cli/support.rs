//! Running the program and looking at what it says.

use assert_cmd::Command;
use serde_json::Value;
use std::path::PathBuf;

/// What a run has said, and how it ended.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The program, in an empty environment as far as colours go.
pub(crate) fn program() -> Command {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("mancala");
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// Runs the program.
pub(crate) fn run(arguments: &[&str]) -> Run {
    finish(program().args(arguments))
}

/// Runs a command that has been set up.
pub(crate) fn finish(command: &mut Command) -> Run {
    let output = command.output().expect("the program starts");
    Run {
        code: output.status.code().expect("it ends by itself"),
        stdout: String::from_utf8(output.stdout).expect("stdout is text"),
        stderr: String::from_utf8(output.stderr).expect("stderr is text"),
    }
}

/// Runs the program with `--json`, which must answer with one object, and no failure.
pub(crate) fn json(arguments: &[&str]) -> Value {
    let run = finish(program().args(arguments).arg("--json"));
    assert_eq!(run.code, 0, "{arguments:?}: {}{}", run.stdout, run.stderr);
    object(&run.stdout)
}

/// The one JSON object that a text is.
pub(crate) fn object(text: &str) -> Value {
    let value: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert!(value.is_object(), "{text}");
    value
}

/// Runs the program with `--json`, which must fail: the error's kind and message. The same message
/// must stand on stderr.
pub(crate) fn failure(arguments: &[&str]) -> (String, String) {
    let run = finish(program().args(arguments).arg("--json"));
    assert_eq!(run.code, 2, "{arguments:?}: {}{}", run.stdout, run.stderr);
    let answer = object(&run.stdout);
    let field = |name: &str| answer["error"][name].as_str().expect(name).to_owned();
    let (kind, message) = (field("kind"), field("message"));
    let named = run.stderr.lines().any(|line| line.starts_with("error: "));
    assert!(named, "{}", run.stderr);
    if kind != "usage" {
        assert!(run.stderr.contains(&message), "{}", run.stderr);
    }
    (kind, message)
}

/// A list of whole numbers.
pub(crate) fn numbers(value: &Value) -> Vec<i64> {
    let list = value.as_array().expect("a list");
    list.iter()
        .map(|number| number.as_i64().expect("a whole number"))
        .collect()
}

/// A file of the project's reference data.
pub(crate) fn data(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../solver-data")
        .join(path)
}
