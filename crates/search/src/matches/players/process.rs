//! A player at the other end of two pipes: a program that speaks the text protocol.

use super::budget::Budget;
use super::player::{Choice, Player, PlayerError};
use crate::input::{Input, next_line};
use mancala_position::{GameHistory, GameSpec, Side};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The bytes of a line; longer ones are passed over.
const LONGEST: u64 = 1 << 16;
/// Lines that wait to be read.
const LINES: usize = 1 << 10;
/// How often a wait looks at the stop flag.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// How long a program may take to end when it is asked to.
const FAREWELL: Duration = Duration::from_millis(500);

/// How to start a program and how long to wait for it.
#[derive(Clone, Debug)]
pub struct ProcessOptions {
    /// The program, then its arguments.
    pub command: Vec<String>,
    /// The game that it is told to play (`setoption name Game`).
    pub game: GameSpec,
    /// Further options, name and value, set in this order.
    pub options: Vec<(String, String)>,
    /// How long it may take to get ready, and how long beyond its budget to choose a move; where
    /// the budget names no time, how long it may say nothing while it searches.
    pub patience: Duration,
}

/// How long a program is waited for.
#[derive(Clone, Copy, Debug)]
enum Patience {
    /// The answer must come within this time.
    Answer(Duration),
    /// Any line must come within this time, until the answer does.
    Silence(Duration),
}

/// A program that plays.
pub struct ProcessPlayer {
    name: String,
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
    patience: Duration,
    /// The last request sent to it.
    asked: String,
}

impl ProcessPlayer {
    /// Starts the program, which must answer `uci` with `uciok`, sets its options, and waits until
    /// it is ready.
    ///
    /// # Errors
    ///
    /// [`PlayerError::Start`] if it cannot be started, [`PlayerError::Died`] if it ends,
    /// [`PlayerError::Silent`] if it does not answer.
    pub fn start(options: &ProcessOptions) -> Result<Self, PlayerError> {
        let command = options.command.join(" ");
        let fault = |source| PlayerError::Start {
            command: command.clone(),
            source,
        };
        let (program, arguments) = options
            .command
            .split_first()
            .ok_or_else(|| fault(std::io::Error::other("no program is named")))?;
        let mut command_line = Command::new(program);
        command_line
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        // A terminal sends Ctrl-C to all of a process group. The program must live on, so that the
        // match can end in order.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command_line, 0);
        let mut child = command_line.spawn().map_err(fault)?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(fault(std::io::Error::other("it has no pipes")));
        };
        let (sender, lines) = sync_channel(LINES);
        thread::spawn(move || pass_on_lines(BufReader::new(stdout), &sender));
        let mut player = Self {
            name: command,
            child,
            stdin,
            lines,
            patience: options.patience,
            asked: String::new(),
        };
        let patience = player.patience;
        player.ask("uci")?;
        let mut named = None;
        player.wait(Patience::Answer(patience), None, |line| {
            if let Some(name) = line.strip_prefix("id name ") {
                named = Some(name.trim().to_owned());
            }
            (line == "uciok").then_some(())
        })?;
        if let Some(named) = named {
            player.name = named;
        }
        player.ask(&format!("setoption name Game value {}", options.game))?;
        for (name, value) in &options.options {
            player.ask(&format!("setoption name {name} value {value}"))?;
        }
        player.wait_until_ready()?;
        Ok(player)
    }

    /// Gives a command. That the program no longer reads shows when its answer is waited for.
    fn ask(&mut self, line: &str) -> Result<(), PlayerError> {
        line.clone_into(&mut self.asked);
        let written = writeln!(self.stdin, "{line}").and_then(|()| self.stdin.flush());
        written.map_err(|_| self.died())
    }

    fn wait_until_ready(&mut self) -> Result<(), PlayerError> {
        self.ask("isready")?;
        self.wait(Patience::Answer(self.patience), None, |line| {
            (line == "readyok").then_some(())
        })
    }

    /// Reads lines until one gives the answer.
    fn wait<T>(
        &mut self,
        patience: Patience,
        stop: Option<&AtomicBool>,
        mut answer: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, PlayerError> {
        let mut begin = Instant::now();
        loop {
            if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Err(PlayerError::Stopped);
            }
            match self.lines.recv_timeout(LOOK_EVERY) {
                Ok(line) => {
                    if let Some(found) = answer(line.trim()) {
                        return Ok(found);
                    }
                    if matches!(patience, Patience::Silence(_)) {
                        begin = Instant::now();
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.died()),
            }
            let (Patience::Answer(most) | Patience::Silence(most)) = patience;
            if begin.elapsed() > most {
                return Err(PlayerError::Silent {
                    name: self.name.clone(),
                    asked: self.asked.clone(),
                    waited: begin.elapsed(),
                });
            }
        }
    }

    fn died(&mut self) -> PlayerError {
        let status = wait_for_end(&mut self.child);
        PlayerError::Died {
            name: self.name.clone(),
            status: status.map_or_else(String::new, |status| format!(" ({status})")),
            asked: self.asked.clone(),
        }
    }
}

/// Passes lines on until there are no more or nobody wants them.
fn pass_on_lines(mut stdout: impl BufRead, sender: &SyncSender<String>) {
    loop {
        match next_line(&mut stdout, LONGEST) {
            Ok(Input::Line(line)) => {
                if sender.send(line).is_err() {
                    return;
                }
            }
            Ok(Input::TooLong) => {}
            Ok(Input::End) | Err(_) => return,
        }
    }
}

/// Gives a program the time to end by itself.
fn wait_for_end(child: &mut Child) -> Option<std::process::ExitStatus> {
    let begin = Instant::now();
    while begin.elapsed() < FAREWELL {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) => thread::sleep(Duration::from_millis(5)),
            Err(_) => return None,
        }
    }
    None
}

/// The command that asks for a move within a budget.
fn go(budget: &Budget) -> String {
    let mut text = "go".to_owned();
    let mut add = |name: &str, value: u128| {
        // A String takes all that is written.
        let _ = write!(text, " {name} {value}");
    };
    if let Some(depth) = budget.depth {
        add("depth", depth.into());
    }
    if let Some(nodes) = budget.nodes {
        add("nodes", nodes.into());
    }
    if let Some(time) = budget.time {
        add("movetime", time.as_millis());
    }
    if let Some(clocks) = &budget.clocks {
        for (side, letter) in [(Side::First, 'w'), (Side::Second, 'b')] {
            add(
                &format!("{letter}time"),
                clocks.left[side.index()].as_millis(),
            );
            add(
                &format!("{letter}inc"),
                clocks.increment[side.index()].as_millis(),
            );
        }
    }
    text
}

/// The number behind a word in an `info` line.
fn number_after(line: &str, name: &str) -> Option<u64> {
    let mut words = line.split_whitespace().skip_while(|&word| word != name);
    words.nth(1)?.parse().ok()
}

impl Player for ProcessPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self, _: u64) -> Result<(), PlayerError> {
        self.ask("ucinewgame")?;
        self.wait_until_ready()
    }

    fn choose(
        &mut self,
        history: &GameHistory,
        budget: &Budget,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        let mut line = format!("position {}", history.start().to_text());
        if history.plies() > 0 {
            line.push_str(" moves");
        }
        for (state, &pit) in history.states().iter().zip(history.moves()) {
            line.push(' ');
            line.push_str(&state.write_move(pit));
        }
        self.ask(&line)?;
        self.ask(&go(budget))?;
        let clock = budget
            .clocks
            .map(|clocks| clocks.left[history.now().to_move().index()]);
        let patience = match budget.time.or(clock) {
            Some(time) => Patience::Answer(self.patience.saturating_add(time)),
            None => Patience::Silence(self.patience),
        };
        let mut nodes = 0;
        let text = self.wait(patience, Some(stop), |line| {
            if line.starts_with("info") {
                nodes = number_after(line, "nodes").unwrap_or(nodes);
            }
            let best = line.strip_prefix("bestmove ")?;
            Some(
                best.split_whitespace()
                    .next()
                    .unwrap_or_default()
                    .to_owned(),
            )
        })?;
        // A move that cannot be read is as illegal as one that cannot be played: no pit has this
        // number.
        let pit = history
            .now()
            .read_turn(&text)
            .ok()
            .and_then(|turn| turn.first().copied())
            .unwrap_or(u32::MAX);
        Ok(Choice { pit, nodes })
    }
}

impl Drop for ProcessPlayer {
    fn drop(&mut self) {
        let said = writeln!(self.stdin, "stop\nquit").and_then(|()| self.stdin.flush());
        if said.is_err() || wait_for_end(&mut self.child).is_none() {
            // It may have ended in the meantime, and then there is nothing to kill.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::budget::Clocks;
    use super::*;

    #[test]
    fn a_budget_is_asked_for_in_the_words_of_the_protocol() {
        assert_eq!(go(&Budget::default()), "go");
        let budget = Budget {
            depth: Some(9),
            nodes: Some(1_000),
            time: Some(Duration::from_millis(250)),
            clocks: Some(Clocks {
                left: [Duration::from_secs(1), Duration::from_secs(2)],
                increment: [Duration::from_millis(10); 2],
            }),
        };
        assert_eq!(
            go(&budget),
            "go depth 9 nodes 1000 movetime 250 wtime 1000 winc 10 btime 2000 binc 10"
        );
        assert_eq!(
            number_after("info depth 3 nodes 77 pv 12", "nodes"),
            Some(77)
        );
        assert_eq!(number_after("info nodes", "nodes"), None);
    }
}
