//! `mancala perft --complete`: the number of complete games.

use super::arguments::Arguments;
use crate::args::game::not_kalah;
use crate::failure::{Failure, Kind};
use crate::output::{Output, Report};
use crate::progress::Progress;
use crate::signals;
use crate::status::Status;
use crate::text::duration::{millis, shown};
use crate::text::numbers::{grouped, grouped_digits};
use crate::text::style::Style;
use mancala_endgame::Monitor;
use mancala_position::{CompleteGamesError, GameSpec, GameState, complete_games};
use serde::Serialize;
use std::time::{Duration, Instant};

#[derive(Serialize)]
struct Answer {
    game: String,
    position: String,
    /// All games, and those that the first player wins, draws and loses: decimal numbers as text,
    /// since few readers of JSON have integers of this size.
    games: String,
    wins: String,
    draws: String,
    losses: String,
    positions: u64,
    elapsed_ms: u64,
    #[serde(skip)]
    time: Duration,
}

pub(super) fn run(
    arguments: &Arguments,
    game: &GameSpec,
    state: &GameState,
    output: &Output,
) -> Result<Status, Failure> {
    let (rules, kalah) = match state {
        GameState::Kalah { rules, state } => (rules, state),
        GameState::Toguz { rules, .. } => return Err(not_kalah(rules, "perft --complete")),
    };
    signals::watch()?;
    let progress = Progress::new(output, "positions", arguments.stop_after.time());
    progress.start("counting complete games", 0);
    let begun = Instant::now();
    let mut done = 0;
    let counted = complete_games(rules, kalah, arguments.memory.bytes(), &mut |positions| {
        progress.advance(positions - done);
        done = positions;
        !progress.should_stop()
    });
    let games = counted.map_err(|error| match error {
        CompleteGamesError::Stopped { positions } => {
            progress.stopped(&format!("{} positions were counted", grouped(positions)))
        }
        error => Failure::new(Kind::Memory, error)
            .hint("--memory SIZE allows more; games of fewer seeds or pits need less"),
    })?;
    drop(progress);
    let time = begun.elapsed();
    output.report(&Answer {
        game: game.to_string(),
        position: state.to_text(),
        games: games.games().to_string(),
        wins: games.wins.to_string(),
        draws: games.draws.to_string(),
        losses: games.losses.to_string(),
        positions: games.positions,
        elapsed_ms: millis(time),
        time,
    })?;
    Ok(Status::Done)
}

impl Report for Answer {
    fn text(&self, style: Style) -> String {
        let mut text = format!("{}  {}\n", style.bold(&self.game), self.position);
        let counts = [
            ("games", &self.games),
            ("wins", &self.wins),
            ("draws", &self.draws),
            ("losses", &self.losses),
        ];
        let width = grouped_digits(&self.games).len();
        for (head, count) in counts {
            text.push_str(&format!("{head:<9} {:>width$}\n", grouped_digits(count)));
        }
        let positions = format!("{} in {}", grouped(self.positions), shown(self.time));
        text.push_str(&format!("positions {positions}\n"));
        text
    }
}
