//! The text protocol over pipes in memory.

use mancala_position::GameState;
use mancala_search::protocol::{Settings, serve};
use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::thread::{self, JoinHandle};

/// An engine at the other end of two pipes.
pub(crate) struct Dialog {
    commands: PipeWriter,
    answers: BufReader<PipeReader>,
    engine: JoinHandle<io::Result<()>>,
}

pub(crate) fn settings(game: &str) -> Settings {
    Settings {
        table_bytes: 1 << 20,
        ..Settings::new(game.parse().expect("a game"))
    }
}

impl Dialog {
    pub(crate) fn new(game: &str) -> Self {
        let (read_commands, commands) = io::pipe().expect("a pipe");
        let (answers, write_answers) = io::pipe().expect("a pipe");
        let settings = settings(game);
        let engine = thread::spawn(move || {
            serve(
                BufReader::new(read_commands),
                write_answers,
                "test",
                settings,
            )
        });
        Self {
            commands,
            answers: BufReader::new(answers),
            engine,
        }
    }

    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.commands, "{line}").expect("the engine reads");
    }

    /// The lines up to the first that begins like this, that one included.
    pub(crate) fn lines_to(&mut self, begin: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let bytes = self.answers.read_line(&mut line).expect("text");
            assert!(bytes > 0, "the engine has ended after {lines:?}");
            let found = line.starts_with(begin);
            lines.push(line.trim_end().to_owned());
            if found {
                return lines;
            }
        }
    }

    /// The move of the next answer to `go`.
    pub(crate) fn best_move(&mut self) -> String {
        let line = self.lines_to("bestmove ").pop().expect("it is there");
        line["bestmove ".len()..].to_owned()
    }

    /// Ends with the commands said so far; all that is left of the answers.
    pub(crate) fn end(self) -> String {
        drop(self.commands);
        let rest = io::read_to_string(self.answers).expect("text");
        self.engine
            .join()
            .expect("no panic")
            .expect("answers could be written");
        rest
    }
}

/// The start of a game that has one.
pub(crate) fn start(game: &str) -> GameState {
    game.parse().expect("a game that names its start")
}
