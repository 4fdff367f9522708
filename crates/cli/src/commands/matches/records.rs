//! The games of a match as a file of records, written as they end.

use super::arguments::Arguments;
use crate::failure::Failure;
use crate::output::AtomicFile;
use mancala_position::Side;
use mancala_search::matches::MatchGame;
use std::collections::BTreeMap;

/// Writes games in the order of their numbers, each as soon as those before it are there. The file
/// has its name when the match is over, and `.part` behind it until then.
pub(super) struct GameWriter<'a> {
    file: Option<AtomicFile>,
    names: &'a [String; 2],
    seed: u64,
    /// The number of the next game.
    next: usize,
    /// Games that have ended before earlier ones.
    waiting: BTreeMap<usize, String>,
}

impl<'a> GameWriter<'a> {
    /// The file of `--tgk`, if there is one.
    pub(super) fn create(arguments: &Arguments, names: &'a [String; 2]) -> Result<Self, Failure> {
        let file = arguments.tgk.as_deref().map(AtomicFile::create);
        Ok(Self {
            file: file.transpose()?,
            names,
            seed: arguments.seed,
            next: 0,
            waiting: BTreeMap::new(),
        })
    }

    /// Adds the games of a pair.
    pub(super) fn add(&mut self, pair: &[MatchGame; 2]) -> Result<(), Failure> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        for game in pair {
            let text = record(game, self.names, self.seed);
            self.waiting.insert(game.number, text);
        }
        while let Some(text) = self.waiting.remove(&self.next) {
            file.write(text.as_bytes())?;
            self.next += 1;
        }
        Ok(())
    }

    /// Ends the file, with the games that have waited for earlier ones.
    pub(super) fn finish(self) -> Result<(), Failure> {
        let Some(mut file) = self.file else {
            return Ok(());
        };
        for text in self.waiting.into_values() {
            file.write(text.as_bytes())?;
        }
        file.finish()?;
        Ok(())
    }
}

/// A game as a record, with an empty line behind it.
fn record(game: &MatchGame, [a, b]: &[String; 2], seed: u64) -> String {
    let history = &game.game.history;
    let (first, second) = match game.side_of_a {
        Side::First => (a, b),
        Side::Second => (b, a),
    };
    let start = history.start();
    let number = (game.number + 1).to_string();
    let event = format!("mancala match, seed {seed}");
    let ending = game.game.ending.to_string();
    let mut tags = vec![
        ("Event", event.as_str()),
        ("Round", &number),
        (start.player(Side::First), first),
        (start.player(Side::Second), second),
        ("Ending", &ending),
    ];
    let result = game.game.result.to_string();
    if history.now().result().is_none() {
        tags.push(("Result", &result));
    }
    let mut text = history.to_record(&tags);
    text.push('\n');
    text
}
