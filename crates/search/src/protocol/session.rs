//! The loop: commands and results come in, answers go out.

use super::command::{Command, Go};
use super::computation::{Job, NO_MOVE, work};
use super::current_game::CurrentGame;
use super::event::Event;
use super::out::Out;
use super::settings::{Change, Settings};
use crate::engine::{Engine, EngineTablebase, TablebaseSource};
use crate::input::{Input, next_line};
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// The bytes of a command: nothing that the protocol knows is as long.
const LONGEST: u64 = 1 << 20;

/// Events that wait to be looked at; a reader that is faster waits.
const EVENTS: usize = 256;
/// Commands that may wait for a search to end.
const WAITING: usize = 10_000;

/// Serves the commands of a stream until it ends or says `quit`, and writes the answers to another.
/// `name` is what the engine calls itself.
///
/// Nothing that comes in is an error: what cannot be understood is answered by a remark. At the end
/// of the stream a search with a limit runs to it, so that a file of commands is answered in full;
/// any other is stopped. After `quit`, and where answers cannot be written any more, the end of the
/// stream is not waited for.
///
/// # Errors
///
/// [`io::Error`] if answers cannot be written.
pub fn serve<R, W>(commands: R, answers: W, name: &str, settings: Settings) -> io::Result<()>
where
    R: BufRead + Send + 'static,
    W: Write + Send,
{
    let stop = AtomicBool::new(false);
    let out = Out::new(answers, &stop);
    let (sender, events) = sync_channel(EVENTS);
    let (jobs, queue) = sync_channel(1);
    let to_loop = sender.clone();
    thread::spawn(move || pass_on(commands, &to_loop));
    thread::scope(|scope| {
        let (stop, out) = (&stop, &out);
        scope.spawn(move || work(&queue, &sender, stop, out));
        // The session ends with this block, and with it the work: what is computed then is stopped.
        Session {
            current: CurrentGame::new(&settings.game),
            settings,
            name,
            engine: None,
            jobs,
            out,
            stop,
            running: None,
            waiting: VecDeque::new(),
            ended: false,
        }
        .run(&events);
        stop.store(true, Ordering::Relaxed);
    });
    out.fault()
}

/// Passes lines on until there are no more or nobody wants them.
fn pass_on(mut commands: impl BufRead, events: &SyncSender<Event>) {
    loop {
        // A read error ends the session as the end of the stream does.
        let input = next_line(&mut commands, LONGEST).unwrap_or(Input::End);
        let ends = input == Input::End;
        if events.send(Event::Input(input)).is_err() || ends {
            return;
        }
    }
}

/// A computation that has not been answered.
struct Running {
    /// Whether the answer has to wait for `stop`.
    infinite: bool,
    /// The answer, if it is there and waits.
    answer: Option<String>,
}

/// A command that waits for a computation to end.
struct Waiting {
    command: Command,
    /// Whether `stop` came behind it: it must not take time.
    hurried: bool,
}

struct Session<'a, W> {
    settings: Settings,
    name: &'a str,
    current: CurrentGame,
    /// None while it computes, and before it is needed.
    engine: Option<Engine>,
    jobs: SyncSender<Job>,
    out: &'a Out<'a, W>,
    stop: &'a AtomicBool,
    running: Option<Running>,
    waiting: VecDeque<Waiting>,
    /// Whether no more commands are taken: after `quit`, or at the end of the stream.
    ended: bool,
}

impl<W: Write> Session<'_, W> {
    fn run(mut self, events: &Receiver<Event>) {
        loop {
            if self.running.is_none() {
                match self.waiting.pop_front() {
                    Some(next) => {
                        if self.obey(next).is_break() {
                            return;
                        }
                        continue;
                    }
                    None if self.ended => return,
                    None => {}
                }
            }
            let Ok(event) = events.recv() else { return };
            match event {
                Event::Done(engine, answer) => self.finish(*engine, answer),
                Event::Input(input) => {
                    if self.hear(input).is_break() {
                        return self.leave(events);
                    }
                }
            }
            if self.out.has_fault() {
                return;
            }
        }
    }

    /// Ends with `quit`: what is computed is stopped and answered.
    fn leave(&mut self, events: &Receiver<Event>) {
        self.halt();
        while self.running.is_some() {
            match events.recv() {
                Ok(Event::Done(engine, answer)) => self.finish(*engine, answer),
                Ok(Event::Input(_)) => {}
                Err(_) => return,
            }
        }
    }

    /// Takes no more commands. Those that wait are still obeyed; a search without a limit ends.
    fn hear_no_more(&mut self) {
        self.ended = true;
        let running = self.running.as_ref();
        if running.is_some_and(|running| running.infinite) {
            self.halt();
        }
    }

    /// Takes a command in. Some are obeyed at once, whatever is computed; the others wait their
    /// turn.
    fn hear(&mut self, input: Input) -> ControlFlow<()> {
        if self.ended {
            return ControlFlow::Continue(());
        }
        let command = match input {
            Input::Line(line) => Command::parse(&line),
            Input::TooLong => {
                self.out.error("the line is too long");
                return ControlFlow::Continue(());
            }
            Input::End => {
                self.hear_no_more();
                return ControlFlow::Continue(());
            }
        };
        match command {
            Command::Quit if self.waiting.is_empty() => return ControlFlow::Break(()),
            Command::Quit => self.hear_no_more(),
            Command::Stop => self.halt(),
            Command::IsReady if self.running.is_some() => self.out.write("readyok\n"),
            Command::Nothing => {}
            _ if self.waiting.len() >= WAITING => {
                self.out
                    .error("too many commands wait for the search to end");
            }
            command => self.waiting.push_back(Waiting {
                command,
                hurried: false,
            }),
        }
        ControlFlow::Continue(())
    }

    /// Stops what is computed, and has what waits take no time.
    fn halt(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        for waiting in &mut self.waiting {
            waiting.hurried = true;
        }
        if let Some(Running {
            answer: Some(answer),
            ..
        }) = &self.running
        {
            self.out.write(answer);
            self.running = None;
        }
    }

    fn finish(&mut self, engine: Engine, answer: String) {
        self.engine = Some(engine);
        if let Some(running) = &mut self.running
            && running.infinite
            && !self.stop.load(Ordering::Relaxed)
        {
            running.answer = Some(answer);
            return;
        }
        self.out.write(&answer);
        self.running = None;
    }

    fn obey(&mut self, Waiting { command, hurried }: Waiting) -> ControlFlow<()> {
        match command {
            Command::Uci => {
                let options = self.settings.describe();
                self.out.write(&format!(
                    "id name {}\nid author the mancala contributors\n{options}uciok\n",
                    self.name
                ));
            }
            Command::IsReady => {
                self.ready_engine();
                self.out.write("readyok\n");
            }
            Command::NewGame => {
                if let Some(engine) = &mut self.engine
                    && let Err(error) = engine.forget()
                {
                    self.out.error(error);
                }
            }
            Command::Show => self.show(),
            Command::Position { text, moves } => {
                if let Err(reason) = self.current.set(text.as_deref(), &moves) {
                    self.out.error(reason);
                }
            }
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Go(go) => self.go(go, hurried),
            Command::Fault { reason, wants_move } => {
                self.out.error(reason);
                if wants_move {
                    self.out.write(NO_MOVE);
                }
            }
            Command::Quit => return ControlFlow::Break(()),
            Command::Stop | Command::Nothing => {}
        }
        ControlFlow::Continue(())
    }

    fn show(&self) {
        match self.current.history() {
            Ok(history) => {
                let (board, line) = (history.now().draw(), history.now().to_text());
                self.out.write(&format!("{board}position {line}\n"));
            }
            Err(reason) => self.out.error(reason),
        }
    }

    fn set_option(&mut self, name: &str, value: &str) {
        let before = self.settings.clone();
        match self.settings.set(name, value) {
            Ok(Change::Game) => {
                self.current = CurrentGame::new(&self.settings.game);
                self.engine = None;
            }
            Ok(Change::Tablebase) => self.engine = None,
            Ok(Change::Options) => {
                if let Some(engine) = &mut self.engine
                    && let Err(error) = engine.set_options(self.settings.analysis())
                {
                    self.out.error(error);
                    self.settings = before;
                }
            }
            Err(reason) => self.out.error(reason),
        }
    }

    /// Makes the engine unless there is one. An error of its tablebase is reported, and the engine
    /// plays without it.
    fn ready_engine(&mut self) {
        if self.engine.is_some() {
            return;
        }
        let game = &self.settings.game;
        let source = TablebaseSource {
            database: self.settings.database.as_deref(),
            balls: self.settings.endgames,
        };
        let tablebase = EngineTablebase::open(game, &source).unwrap_or_else(|error| {
            self.out.error(error);
            EngineTablebase::default()
        });
        match Engine::new(game, self.settings.analysis(), &tablebase) {
            Ok(engine) => self.engine = Some(engine),
            Err(error) => self.out.error(error),
        }
    }

    fn go(&mut self, go: Go, hurried: bool) {
        let infinite = matches!(go, Go::Search { infinite: true, .. });
        self.ready_engine();
        let history = self
            .current
            .history()
            .map_err(|reason| self.out.error(reason));
        let Some((history, engine)) = history
            .ok()
            .and_then(|history| Some((history.clone(), self.engine.take()?)))
        else {
            if matches!(go, Go::Search { .. }) {
                self.out.write(NO_MOVE);
            }
            return;
        };
        let at_once = hurried || (self.ended && infinite);
        self.stop.store(at_once, Ordering::Relaxed);
        self.running = Some(Running {
            infinite,
            answer: None,
        });
        let job = Job {
            engine,
            history,
            go,
            multipv: self.settings.multipv,
        };
        if self.jobs.send(job).is_err() {
            // The thread is gone, which only a fault of the program can bring about.
            self.running = None;
            self.ended = true;
        }
    }
}
