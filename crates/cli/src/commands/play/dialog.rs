//! The talk between the person and the engine.

use super::level::Level;
use super::order::{HELP, Order};
use super::side::PlayedSide;
use crate::failure::Failure;
use crate::input::{self, Line, Lines};
use crate::output::{AtomicFile, Output, to_stderr};
use crate::signals;
use crate::text::numbers::signed;
use crate::text::style::Style;
use mancala_position::record::read_games;
use mancala_position::{GameHistory, GameResult, GameSpec, GameState, Side};
use mancala_search::analysis::SearchReport;
use mancala_search::engine::Engine;
use std::collections::BTreeSet;
use std::io::BufRead;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// A lower level than this gives no hint worth having.
const HINT_LEVEL: u8 = 6;

pub(super) struct Dialog<'a> {
    pub(super) history: GameHistory,
    /// The game as it was named, for what begins again.
    pub(super) game: GameSpec,
    pub(super) engine: Engine,
    pub(super) side: PlayedSide,
    pub(super) level: Level,
    pub(super) output: &'a Output,
    pub(super) style: Style,
    /// Whether somebody sits there who has to know that it is his turn.
    pub(super) prompts: bool,
    /// The files that this game was saved in, and those that may be replaced by it.
    pub(super) saved: BTreeSet<PathBuf>,
}

/// The last game of a file of records.
pub(super) fn load(file: &Path, game: &GameSpec) -> Result<GameHistory, Failure> {
    let histories = read_games(&input::read(file)?, game)
        .map_err(|error| Failure::record(file.display(), error))?;
    histories
        .into_iter()
        .next_back()
        .ok_or_else(|| Failure::record(file.display(), "there is no game in it"))
}

impl Dialog<'_> {
    /// The game as it was named, unless this one began elsewhere.
    fn name_of_game(&self) -> GameSpec {
        let start = self.history.start();
        match GameState::start(&self.game) {
            Ok(named) if named == *start => self.game,
            _ => start.spec(),
        }
    }

    /// Talks until the person has enough.
    pub(super) fn run(&mut self, input: impl BufRead) -> Result<(), Failure> {
        let mut lines = Lines::new(input, "-");
        self.say(&format!(
            "{}, {}; `help` lists what you can type.",
            self.name_of_game(),
            self.level.words()
        ))?;
        self.show_board()?;
        loop {
            self.answer()?;
            if self.output.is_closed() {
                return Ok(());
            }
            if self.prompts {
                self.prompt()?;
            }
            let order = match lines.next().transpose()? {
                Some(Line::Text(line)) => Order::parse(&line),
                Some(Line::TooLong) => Err("the line is too long".to_owned()),
                None => return Ok(()),
            };
            let flow = match order {
                Ok(order) => self.obey(order)?,
                Err(reason) => {
                    self.say(&reason)?;
                    ControlFlow::Continue(())
                }
            };
            if flow.is_break() {
                return Ok(());
            }
        }
    }

    /// Says a line or more; with JSON on stdout, to the side.
    fn say(&self, text: &str) -> Result<(), Failure> {
        if self.output.is_json() {
            if !self.output.is_quiet() {
                to_stderr(&format!("{text}\n"));
            }
            return Ok(());
        }
        self.output.text(&format!("{text}\n"))
    }

    fn prompt(&self) -> Result<(), Failure> {
        let now = self.history.now();
        let text = if now.is_finished() {
            "> ".to_owned()
        } else {
            format!("{} > ", now.player(now.to_move()))
        };
        if self.output.is_json() {
            to_stderr(&text);
            return Ok(());
        }
        self.output.text(&text)
    }

    fn show_board(&self) -> Result<(), Failure> {
        let drawn = self.history.now().draw();
        self.say(drawn.trim_end())
    }

    /// Plays for the engine as long as it is its turn, and tells how the game has ended where it
    /// has.
    fn answer(&mut self) -> Result<(), Failure> {
        let mut begun: Option<(Side, usize)> = None;
        while !self.history.now().is_finished() {
            let mover = self.history.now().to_move();
            if self.side.includes(mover) || self.output.is_closed() {
                break;
            }
            if let Some((side, from)) = begun
                && side != mover
            {
                self.tell_turn(side, from)?;
                begun = None;
            }
            begun.get_or_insert((mover, self.history.plies()));
            let report = self.analyze(self.level)?;
            let Some(pit) = report.best() else { break };
            if self.history.push(pit).is_err() || self.is_endless() {
                break;
            }
        }
        if let Some((side, from)) = begun {
            self.tell_turn(side, from)?;
            self.show_board()?;
            self.tell_end()?;
        }
        Ok(())
    }

    /// Whether both sides are the engine's and the game goes round.
    fn is_endless(&self) -> bool {
        const OFTEN: usize = 3;
        self.side == PlayedSide::None && self.history.occurrences() >= OFTEN
    }

    /// Names the moves from a ply on.
    fn tell_turn(&self, side: Side, from: usize) -> Result<(), Failure> {
        let state = &self.history.states()[from];
        let moves = state.write_moves(&self.history.moves()[from..]);
        let text = format!("{} plays {}", state.player(side), self.style.bold(&moves));
        self.say(&text)
    }

    fn tell_end(&mut self) -> Result<(), Failure> {
        let now = *self.history.now();
        if let Some([first, second]) = now.final_stores() {
            let text = match GameResult::of([first, second]) {
                GameResult::Draw => format!("The game is drawn, {first}-{second}."),
                GameResult::FirstWins => {
                    format!("{} wins, {first}-{second}.", now.player(Side::First))
                }
                GameResult::SecondWins => {
                    format!("{} wins, {second}-{first}.", now.player(Side::Second))
                }
            };
            return self.say(&self.style.bold(&text));
        }
        if self.history.occurrences() >= 3 {
            self.say("This position stands for the third time: the game may go round for ever.")?;
        }
        if self.is_endless() {
            self.side = PlayedSide::Both;
            self.say("Both sides are yours now.")?;
        }
        Ok(())
    }

    fn obey(&mut self, order: Order) -> Result<ControlFlow<()>, Failure> {
        match order {
            Order::Nothing => {}
            Order::Help => self.say(HELP)?,
            Order::Board => self.show_board()?,
            Order::Moves => self.list_moves()?,
            Order::Undo => self.undo()?,
            Order::Hint => self.hint()?,
            Order::Level(text) => self.set_level(text.as_deref())?,
            Order::Swap => match self.side {
                PlayedSide::Both => self.say("Both sides are yours: there is nothing to swap.")?,
                side => {
                    self.side = side.swapped();
                    self.say("The sides are swapped.")?;
                }
            },
            Order::New => self.begin_again()?,
            Order::Save(file) => self.save(Path::new(&file))?,
            Order::Load(file) => self.load(Path::new(&file))?,
            Order::Quit => return Ok(ControlFlow::Break(())),
            Order::Move(text) => self.play(&text)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn play(&mut self, text: &str) -> Result<(), Failure> {
        if self.history.now().is_finished() {
            return self.say("The game is over: `new`, `undo`, `save FILE` or `quit`?");
        }
        let (side, from) = (self.history.now().to_move(), self.history.plies());
        if let Err(error) = self.history.push_turn(text) {
            let found = if error.found.is_empty() {
                format!("`{text}` ends too early")
            } else {
                format!("`{}` cannot be played here", error.found)
            };
            let expected = error.expected;
            return self.say(&format!(
                "{found}: {expected} is expected; `help` lists what you can type"
            ));
        }
        self.tell_turn(side, from)?;
        self.show_board()?;
        self.tell_end()
    }

    fn list_moves(&self) -> Result<(), Failure> {
        let now = self.history.now();
        let played = self.history.write_moves();
        let moves: Vec<_> = now.moves().iter().map(|pit| now.write_move(pit)).collect();
        self.say(&format!(
            "played    {}",
            if played.is_empty() {
                "nothing"
            } else {
                &played
            }
        ))?;
        if moves.is_empty() {
            return self.say("The game is over.");
        }
        self.say(&format!("possible  {}", moves.join(" ")))
    }

    /// Takes moves back until the person has taken one of his own back and is to move; of a turn of
    /// several moves all.
    fn undo(&mut self) -> Result<(), Failure> {
        let own = self
            .history
            .states()
            .iter()
            .take(self.history.plies())
            .rposition(|state| self.side.includes(state.to_move()));
        let Some(mut plies) = own else {
            return self.say("There is no move of yours to take back.");
        };
        let mover = |ply: usize| self.history.states()[ply].to_move();
        while plies > 0 && mover(plies - 1) == mover(plies) {
            plies -= 1;
        }
        while self.history.plies() > plies {
            self.history.pop();
        }
        self.show_board()
    }

    /// Analyzes the current position within the limits of a level.
    fn analyze(&mut self, level: Level) -> Result<SearchReport, Failure> {
        let now = self.history.now();
        let earlier = self.history.earlier_states();
        let (limits, stop) = (level.limits(), signals::stop_flag());
        Ok(self
            .engine
            .analyze(now, earlier, &limits, stop, &mut |_| {})?)
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let level = Level::new(self.level.number().max(HINT_LEVEL)).unwrap_or(self.level);
        let report = self.analyze(level)?;
        let Some(line) = report.lines.first().filter(|line| !line.moves.is_empty()) else {
            return self.say("The game is over.");
        };
        let now = self.history.now();
        let moves = now.write_moves(&line.moves);
        let best = now.write_move(line.moves[0]);
        self.say(&format!(
            "{} ({} of the seeds on the board for {}, depth {}): {moves}",
            self.style.bold(&best),
            signed(line.score_seeds),
            now.player(now.to_move()),
            report.depth,
        ))
    }

    fn set_level(&mut self, text: Option<&str>) -> Result<(), Failure> {
        if let Some(text) = text {
            let Some(level) = text.parse().ok().and_then(Level::new) else {
                let (lowest, highest) = (Level::LOWEST, Level::HIGHEST);
                return self.say(&format!(
                    "levels go from {lowest} to {highest}, `{text}` is none"
                ));
            };
            self.level = level;
        }
        self.say(&self.level.words())
    }

    fn begin_again(&mut self) -> Result<(), Failure> {
        self.history = GameHistory::new(*self.history.start());
        self.engine.forget()?;
        self.show_board()
    }

    /// A file error is reported, and the game goes on.
    fn save(&mut self, file: &Path) -> Result<(), Failure> {
        if file.exists() && !self.saved.contains(file) {
            self.saved.insert(file.to_owned());
            return self.say(&format!(
                "{} is there already: `save {}` once more replaces it",
                file.display(),
                file.display()
            ));
        }
        let now = self.history.now();
        let name = |side| {
            if self.side.includes(side) {
                "person".to_owned()
            } else {
                format!("mancala, {}", self.level.words())
            }
        };
        let (first, second) = (name(Side::First), name(Side::Second));
        let tags = [
            (now.player(Side::First), first.as_str()),
            (now.player(Side::Second), second.as_str()),
        ];
        let text = self.history.to_record(&tags);
        match AtomicFile::write_whole(file, text.as_bytes()) {
            Ok(_) => {
                self.saved.insert(file.to_owned());
                self.say(&format!("saved in {}", file.display()))
            }
            Err(error) => self.say(&Failure::from(error).message),
        }
    }

    fn load(&mut self, file: &Path) -> Result<(), Failure> {
        match load(file, &self.game) {
            Ok(history) if history.start().spec() == *self.engine.spec() => {
                self.history = history;
                self.show_board()?;
                self.tell_end()
            }
            Ok(history) => self.say(&format!(
                "{} is a game of {}, not of {}",
                file.display(),
                history.start().spec(),
                self.engine.spec()
            )),
            Err(failure) => self.say(&failure.message),
        }
    }
}
