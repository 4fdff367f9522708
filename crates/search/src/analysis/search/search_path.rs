//! The positions from the start of the game to the one searched, to see which come again.

use crate::analysis::game::EvaluatedGame;
use mancala_position::Game;

/// The keys of the positions on the way to the current one, with the plies since one could have
/// come before.
#[derive(Clone)]
pub(super) struct SearchPath {
    entries: Vec<Entry>,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    /// How many positions right before this one might be the same.
    since: usize,
}

impl SearchPath {
    /// The path through earlier positions of the game, oldest first, to the root.
    pub(super) fn new<G: EvaluatedGame>(
        game: &G,
        past: &[G::Position],
        root: &G::Position,
    ) -> Self {
        let rules = game.rules();
        let seeds = rules.seeds(root);
        let same = past.iter().rev();
        let same = same.take_while(|position| rules.seeds(position) == seeds);
        let first = past.len() - same.count();
        let positions = past[first..].iter().chain([root]);
        Self {
            entries: positions
                .enumerate()
                .map(|(since, position)| Entry {
                    key: game.key(position),
                    since,
                })
                .collect(),
        }
    }

    /// Goes on to a position, which may have come before or not.
    #[inline(always)]
    pub(super) fn push(&mut self, key: u64, is_reversible: bool) {
        let since = match self.entries.last() {
            Some(last) if is_reversible => last.since + 1,
            _ => 0,
        };
        self.entries.push(Entry { key, since });
    }

    /// The key of the last position.
    #[inline(always)]
    pub(super) fn last_key(&self) -> u64 {
        self.entries.last().map_or(0, |entry| entry.key)
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) {
        self.entries.pop();
    }

    /// Whether the last position has come before, with the same player to move.
    #[inline(always)]
    pub(super) fn recurs(&self) -> bool {
        let Some((last, before)) = self.entries.split_last() else {
            return false;
        };
        if last.since < 2 {
            return false;
        }
        before[before.len() - last.since..]
            .iter()
            .rev()
            .skip(1)
            .step_by(2)
            .any(|entry| entry.key == last.key)
    }
}
