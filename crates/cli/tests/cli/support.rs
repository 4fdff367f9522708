//! Running the program and looking at what it says.

use serde_json::Value;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

/// What a run has said, and how it ended.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The program under test.
pub(crate) const MANCALA: &str = env!("CARGO_BIN_EXE_mancala");

/// A run of the program that is being set up, with its standard input.
pub(crate) struct Program {
    command: Command,
    stdin: Vec<u8>,
}

impl Program {
    pub(crate) fn arg(&mut self, argument: impl AsRef<OsStr>) -> &mut Self {
        self.command.arg(argument);
        self
    }

    pub(crate) fn args<A: AsRef<OsStr>>(
        &mut self,
        arguments: impl IntoIterator<Item = A>,
    ) -> &mut Self {
        self.command.args(arguments);
        self
    }

    pub(crate) fn current_dir(&mut self, folder: impl AsRef<Path>) -> &mut Self {
        self.command.current_dir(folder);
        self
    }

    pub(crate) fn env(&mut self, name: &str, value: impl AsRef<OsStr>) -> &mut Self {
        self.command.env(name, value);
        self
    }

    /// Sets the standard input, which is empty otherwise.
    pub(crate) fn write_stdin(&mut self, text: impl Into<Vec<u8>>) -> &mut Self {
        self.stdin = text.into();
        self
    }
}

/// The program, without the variables that decide on colours.
pub(crate) fn program() -> Program {
    let mut command = Command::new(MANCALA);
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    // No database of the user's has a part in a test.
    let data = concat!(env!("CARGO_TARGET_TMPDIR"), "/no-data");
    command.env_remove("MANCALA_DB").env("XDG_DATA_HOME", data);
    let stdin = Vec::new();
    Program { command, stdin }
}

/// Runs the program.
pub(crate) fn run(arguments: &[&str]) -> Run {
    finish(program().args(arguments))
}

/// Runs a program that has been set up.
pub(crate) fn finish(program: &mut Program) -> Run {
    let mut child = program
        .command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = std::mem::take(&mut program.stdin);
    // The program may end before it has read everything.
    let writer = thread::spawn(move || stdin.write_all(&input).ok());
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input is written");
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
