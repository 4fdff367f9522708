//! A session with a server: its commands and our answers, from the first line to the last.

use super::arguments::Mode;
use super::board::Board;
use super::move_search::{Found, Task};
use super::wire::{Command, answer, quoted};
use crate::failure::{Failure, Kind};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

/// The names by which the client introduces itself, in the order of their options.
pub(super) type Introduction = Vec<(&'static str, String)>;

/// The least time of a move, however little is left on the clock, unless the options say less.
const LEAST_TIME: Duration = Duration::from_millis(20);

/// The counts of a session.
#[derive(Clone, Default, Serialize)]
pub(super) struct Counts {
    /// The boards that the server wanted moves for.
    pub(super) states: u64,
    /// The moves sent, improved ones too.
    pub(super) moves: u64,
    /// The problems of `--mode verify` that were answered.
    pub(super) problems: u64,
    /// The errors that the server reported.
    pub(super) errors: u64,
    /// The lines of the server that were no commands, or had no sense.
    pub(super) refused: u64,
}

/// The clock that the server describes (`set time:mode` and so on).
#[derive(Clone, Copy, Default)]
struct Clock {
    /// Whether the time left is for the whole game, and not for each move.
    is_absolute: bool,
    left: Option<Duration>,
}

/// The end of a session, or its going on.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Next {
    Continue,
    /// The server said goodbye.
    Goodbye,
}

/// A session.
pub(super) struct Session {
    mode: Mode,
    introduction: Introduction,
    time: Duration,
    tasks: Sender<Task>,
    /// The requests that are not answered yet.
    open: Vec<(Option<u64>, Arc<AtomicBool>)>,
    clock: Clock,
    /// Whether the server follows the specification to the letter in `mode verify`; known after its
    /// first line.
    by_the_letter: bool,
    greeted: bool,
    next_id: u64,
    pub(super) counts: Counts,
}

impl Session {
    pub(super) fn new(
        mode: Mode,
        introduction: Introduction,
        time: Duration,
        tasks: Sender<Task>,
    ) -> Self {
        Self {
            mode,
            introduction,
            time,
            tasks,
            open: Vec::new(),
            clock: Clock::default(),
            by_the_letter: false,
            greeted: false,
            next_id: 1,
            counts: Counts::default(),
        }
    }

    /// Whether the server has announced itself.
    pub(super) const fn is_greeted(&self) -> bool {
        self.greeted
    }

    /// A command of our own. Those of clients have odd numbers.
    fn numbered(&mut self, text: &str) -> String {
        let id = self.next_id;
        self.next_id += 2;
        format!("{id} {text}")
    }

    /// Takes a line of the server, and adds the lines to be sent to `out`.
    pub(super) fn take_line(&mut self, line: &str, out: &mut Vec<String>) -> Result<Next, Failure> {
        let Some(command) = Command::parse(line) else {
            if !line.trim().is_empty() {
                self.counts.refused += 1;
            }
            return Ok(Next::Continue);
        };
        match command.name.as_str() {
            "kgp" => self.greet(&command, out)?,
            "goodbye" => return Ok(Next::Goodbye),
            "ping" => out.push(answer(command.id, "pong")),
            "state" => self.take_state(&command, out),
            "stop" => self.stop(command.reference),
            "problem" => self.solve(&command, out),
            "set" => self.set(&command),
            "error" => self.counts.errors += 1,
            "ok" | "init" | "pong" => {}
            other => {
                self.counts.refused += 1;
                if command.id.is_some() {
                    let message = quoted(&format!("{other} is not supported"));
                    out.push(answer(command.id, format_args!("error {message}")));
                }
            }
        }
        Ok(Next::Continue)
    }

    /// The server names the version of the protocol.
    fn greet(&mut self, command: &Command, out: &mut Vec<String>) -> Result<(), Failure> {
        if self.greeted {
            return Ok(());
        }
        let version: Vec<&str> = command.arguments.iter().map(String::as_str).collect();
        if version.first() != Some(&"1") {
            return Err(Failure::new(
                Kind::Io,
                format_args!(
                    "the server speaks version {} of the protocol",
                    version.join(".")
                ),
            )
            .hint("this client speaks version 1"));
        }
        self.greeted = true;
        // The public server announces 1.0.1 and deviates from the specification of 1.0.0.
        self.by_the_letter = version == ["1", "0", "0"];
        for (option, value) in std::mem::take(&mut self.introduction) {
            let line = self.numbered(&format!("set {option} {}", quoted(&value)));
            out.push(line);
        }
        let mode = self.mode.word();
        let line = self.numbered(&format!("mode {mode}"));
        out.push(line);
        Ok(())
    }

    /// The server wants a move.
    fn take_state(&mut self, command: &Command, out: &mut Vec<String>) {
        match Board::parse(&command.arguments.join(" ")) {
            Ok(board) => {
                self.counts.states += 1;
                let stop = Arc::new(AtomicBool::new(false));
                self.open.push((command.id, Arc::clone(&stop)));
                let task = Task {
                    id: command.id,
                    board,
                    time: self.time(),
                    stop,
                };
                // Without a receiver the search has failed, which is reported by itself.
                let _ = self.tasks.send(task);
            }
            Err(error) => self.refuse(command, &error.to_string(), out),
        }
    }

    fn refuse(&mut self, command: &Command, reason: &str, out: &mut Vec<String>) {
        self.counts.refused += 1;
        out.push(answer(command.id, format_args!("error {}", quoted(reason))));
    }

    /// The server wants no more moves for a request, or for none if it names none.
    fn stop(&mut self, reference: Option<u64>) {
        self.open.retain(|(id, stop)| {
            let is_meant = reference.is_none() || *id == reference;
            if is_meant {
                stop.store(true, Ordering::Relaxed);
            }
            !is_meant
        });
    }

    /// The server asks what a move does (`mode verify`).
    fn solve(&mut self, command: &Command, out: &mut Vec<String>) {
        let Some((number, board)) = command.arguments.split_last() else {
            return self.refuse(command, "problem needs a board and a move", out);
        };
        let board = match Board::parse(&board.join(" ")) {
            Ok(board) => board,
            Err(error) => return self.refuse(command, &error.to_string(), out),
        };
        // The public server counts from 0 here; a number that is no move so is counted from 1.
        let pits = number.parse::<u32>().map(|number| {
            let from_one = number.checked_sub(1);
            if self.by_the_letter {
                [from_one, Some(number)]
            } else {
                [Some(number), from_one]
            }
        });
        let after = pits
            .ok()
            .and_then(|pits| pits.into_iter().flatten().find_map(|pit| board.after(pit)));
        let Some((after, again)) = after else {
            return self.refuse(command, "that is no legal move", out);
        };
        self.counts.problems += 1;
        let again = if self.by_the_letter {
            u8::from(again).to_string()
        } else {
            again.to_string()
        };
        out.push(answer(command.id, format_args!("solution {after} {again}")));
    }

    fn set(&mut self, command: &Command) {
        let [option, value, ..] = command.arguments.as_slice() else {
            return;
        };
        match option.as_str() {
            "time:mode" => {
                self.clock.is_absolute = value == "absolute";
                if value == "none" {
                    self.clock.left = None;
                }
            }
            "time:clock" => {
                let seconds = value.parse::<f64>().ok();
                self.clock.left =
                    seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            }
            _ => {}
        }
    }

    /// The time for the next move: that of the options, or less if the server's clock has less.
    fn time(&self) -> Duration {
        let share = match (self.clock.left, self.clock.is_absolute) {
            (None, _) => self.time,
            (Some(left), true) => left / 20,
            (Some(left), false) => left.mul_f64(0.9),
        };
        share.max(LEAST_TIME).min(self.time)
    }

    /// Takes an outcome of the search: the line to be sent, or the remark on a request that is
    /// answered.
    pub(super) fn take_found(&mut self, found: Found) -> Result<Answered, Failure> {
        match found {
            Found::Failed(failure) => Err(failure),
            Found::Move { stop, .. } | Found::Line { stop, .. } if stop.load(Ordering::Relaxed) => {
                Ok(Answered::Nothing)
            }
            Found::Move { id, pit, .. } => {
                self.counts.moves += 1;
                Ok(Answered::Line(answer(id, format_args!("move {}", pit + 1))))
            }
            Found::Line { line, .. } => Ok(Answered::Line(line)),
            Found::Done { stop, remark } => {
                self.open.retain(|(_, other)| !Arc::ptr_eq(other, &stop));
                Ok(Answered::Remark(remark))
            }
        }
    }

    /// Stops all searches.
    pub(super) fn stop_all(&mut self) {
        self.stop(None);
    }
}

/// An outcome of the search as the session passes it on.
pub(super) enum Answered {
    Line(String),
    Remark(String),
    Nothing,
}
