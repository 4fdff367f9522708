//! `mancala kgp`: a client of the Kalah Game Protocol.

mod arguments;
mod board;
mod move_search;
mod session;
mod transport;
mod wire;

pub(crate) use arguments::Arguments;

use crate::failure::{Failure, Kind};
use crate::output::{Output, Report};
use crate::signals;
use crate::status::Status;
use crate::text::style::Style;
use mancala_search::analysis::AnalysisOptions;
use move_search::{Found, SearchSettings, answer_tasks};
use serde::Serialize;
use session::{Answered, Counts, Introduction, Next, Session};
use std::fs::File;
use std::io::Write;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};
use transport::{CONNECTING, Sender, connect};

/// The session as it stood at its end.
#[derive(Serialize)]
struct Answer<'a> {
    server: &'a str,
    mode: &'static str,
    #[serde(flatten)]
    counts: Counts,
    /// `goodbye`, `closed` or `interrupted`.
    ended: &'static str,
}

impl Report for Answer<'_> {
    fn text(&self, _: Style) -> String {
        let Counts {
            states,
            moves,
            problems,
            errors,
            refused,
        } = self.counts;
        let ended = match self.ended {
            "goodbye" => "the server said goodbye",
            "interrupted" => "interrupted",
            _ => "the server closed the connection",
        };
        format!(
            "{}: {states} boards, {moves} moves, {problems} problems, {errors} errors of the server, \
             {refused} lines refused; {ended}\n",
            self.server
        )
    }
}

/// What the session waits for.
enum Event {
    /// A line of the server.
    Line(String),
    /// The server has closed the connection.
    Closed,
    /// An outcome of the search.
    Found(Found),
}

/// How often the arrival of a signal is looked for.
const SIGNALS: Duration = Duration::from_millis(50);

/// The end of a session.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Goodbye,
    Closed,
    Interrupted,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    signals::watch()?;
    let create = |path| File::create(path).map_err(|error| Failure::io("create", path, &error));
    let mut log = arguments.log.as_deref().map(create).transpose()?;
    let (mut sender, mut receiver) = connect(&arguments.address)?;
    let (tasks, task_queue) = channel();
    let (events, event_queue) = channel();
    let lines = events.clone();
    thread::spawn(move || {
        while let Some(line) = receiver.receive() {
            if lines.send(Event::Line(line)).is_err() {
                return;
            }
        }
        // Without a receiver the session is over anyway.
        let _ = lines.send(Event::Closed);
    });
    let settings = SearchSettings {
        options: AnalysisOptions {
            threads: arguments.resources.threads(),
            table_bytes: arguments.resources.table_bytes(),
            ..AnalysisOptions::for_play()
        },
        database: arguments.db.clone(),
        comments: arguments.comments,
    };
    let worker = thread::spawn(move || {
        answer_tasks(
            &task_queue,
            &|found| events.send(Event::Found(found)).is_ok(),
            &settings,
        );
    });
    let mut session = Session::new(
        arguments.mode,
        introduction(arguments),
        arguments.time,
        tasks,
    );
    let mut talk = Talk {
        sender: &mut sender,
        log: log.as_mut(),
        output,
    };
    let ended = talk.go_on(&mut session, &event_queue);
    sender.close();
    session.stop_all();
    let counts = session.counts.clone();
    // The worker ends when nobody is left to give it tasks.
    drop(session);
    let _ = worker.join();
    let ended = ended?;
    report(arguments, counts, ended, output)
}

/// Reports a session that has ended.
fn report(
    arguments: &Arguments,
    counts: Counts,
    ended: End,
    output: &Output,
) -> Result<Status, Failure> {
    output.report(&Answer {
        server: &arguments.address,
        mode: arguments.mode.word(),
        counts,
        ended: match ended {
            End::Goodbye => "goodbye",
            End::Closed => "closed",
            End::Interrupted => "interrupted",
        },
    })?;
    match ended {
        End::Goodbye => Ok(Status::Done),
        End::Interrupted => Ok(signals::status()),
        End::Closed => {
            let failure = Failure::new(
                Kind::Io,
                format_args!("{} closed the connection", arguments.address),
            );
            Output::fail_text(&failure);
            Ok(Status::Failed)
        }
    }
}

fn introduction(arguments: &Arguments) -> Introduction {
    let options = [
        ("info:name", Some(&arguments.name)),
        ("info:authors", arguments.authors.as_ref()),
        ("info:description", arguments.description.as_ref()),
        ("auth:token", arguments.token.as_ref()),
    ];
    let named = options.into_iter();
    named
        .filter_map(|(option, value)| Some((option, value?.clone())))
        .collect()
}

/// The connection with its log.
struct Talk<'a> {
    sender: &'a mut Sender,
    log: Option<&'a mut File>,
    output: &'a Output,
}

impl Talk<'_> {
    /// Talks to the server until one side ends the session.
    fn go_on(&mut self, session: &mut Session, events: &Receiver<Event>) -> Result<End, Failure> {
        let begun = Instant::now();
        let mut out = Vec::new();
        loop {
            if signals::caught().is_some() {
                // The session is over whether the server hears of it or not.
                let _ = self.send("goodbye");
                return Ok(End::Interrupted);
            }
            if !session.is_greeted() && begun.elapsed() > CONNECTING {
                let words = "the server does not announce the Kalah Game Protocol";
                return Err(Failure::new(Kind::Io, words));
            }
            let mut next = Next::Continue;
            match events.recv_timeout(SIGNALS) {
                Ok(Event::Line(line)) => {
                    self.write_log("s", &line)?;
                    next = session.take_line(&line, &mut out)?;
                }
                Ok(Event::Found(found)) => match session.take_found(found)? {
                    Answered::Line(line) => out.push(line),
                    Answered::Remark(remark) => self.output.note(remark),
                    Answered::Nothing => {}
                },
                Ok(Event::Closed) | Err(RecvTimeoutError::Disconnected) => return Ok(End::Closed),
                Err(RecvTimeoutError::Timeout) => {}
            }
            for line in out.drain(..) {
                if !self.send(&line)? {
                    return Ok(End::Closed);
                }
            }
            if next == Next::Goodbye {
                return Ok(End::Goodbye);
            }
        }
    }

    /// Sends a line; `false` if the connection is closed.
    fn send(&mut self, line: &str) -> Result<bool, Failure> {
        self.write_log("c", line)?;
        Ok(self.sender.send(line).is_ok())
    }

    fn write_log(&mut self, speaker: &str, line: &str) -> Result<(), Failure> {
        match &mut self.log {
            Some(log) => writeln!(log, "{speaker}: {line}").map_err(|error| {
                Failure::new(Kind::Io, format_args!("cannot write the log: {error}"))
            }),
            None => Ok(()),
        }
    }
}
