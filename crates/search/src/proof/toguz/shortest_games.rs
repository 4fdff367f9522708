//! The shortest games of the Toguz family: the fewest plies in which a game can be won, and the
//! number of such games.
//!
//! All sequences of moves of a length are enumerated, except those that provably cannot end by
//! then, by two bounds.
//!
//! *No kazan passes half.* A sowing of `b` balls puts at most `ceil(b / 2m)` into each of the `2m`
//! holes, so the contents of a hole after some plies are bounded by its contents now and by the
//! largest hole. A player captures at most one hole a move. If he takes a hole twice, the second
//! time he takes only what came after the first. So all his captures are at most the largest holes
//! of the other row now, one for each move, with what can be added to each until then. A tuzdik
//! collects at most what can be added to any hole.
//!
//! *No player runs out of balls.* Count 2 for each of his holes with two balls or more and 1 for
//! each with one. A move of his own lowers the sum by at most one, since two balls or more leave
//! one behind, and a move of his opponent by at most two, since it captures at most one hole.

use crate::error::SolveError;
use crate::threads::{checked, join, spawn};
use mancala_endgame::Monitor;
use mancala_position::Game;
use mancala_position::toguz::{Toguz, ToguzPosition, ToguzRules};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The plies that are played before the work is divided among threads.
const SHARED_PLIES: u32 = 3;

/// The shortest games that a player wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShortestGames {
    /// Their length. No shorter game is won.
    pub plies: u32,
    /// The number of such games, as sequences of moves.
    pub games: u64,
    /// The positions of all lengths up to this that were visited.
    pub nodes: u64,
    /// The first of the games, as holes by index from 0.
    pub example: Vec<u32>,
}

/// Counts the shortest games from the start that a player wins, with the rule that a kazan past
/// half ends the game.
///
/// # Errors
///
/// [`SolveError::Threads`] if there are too many threads or the system refuses one.
///
/// # Panics
///
/// If no game can be won at all.
pub fn shortest_games(
    rules: &ToguzRules,
    threads: usize,
    monitor: &dyn Monitor,
) -> Result<Option<ShortestGames>, SolveError> {
    let threads = checked(threads)?;
    let rules = ToguzRules {
        stop_at_majority: true,
        ..*rules
    };
    let counter = Counter {
        game: Toguz::new(&rules),
        holes: rules.holes(),
        half: rules.balls() / 2,
        makes_tuzdiks: rules.allows_tuzdik_in(1),
        monitor,
    };
    let start = ToguzPosition::start(&rules);
    let mut nodes = 0;
    for plies in 1.. {
        let Some(found) = counter.all(&start, plies, threads)? else {
            return Ok(None);
        };
        nodes += found.nodes;
        if found.games > 0 {
            return Ok(Some(ShortestGames {
                plies,
                games: found.games,
                nodes,
                example: found.example,
            }));
        }
    }
    unreachable!("some game is won")
}

/// The games of a number of plies.
#[derive(Default)]
struct Found {
    games: u64,
    nodes: u64,
    /// The first of them; empty if there is none.
    example: Vec<u32>,
}

struct Counter<'a> {
    game: Toguz,
    holes: u32,
    half: u32,
    makes_tuzdiks: bool,
    monitor: &'a dyn Monitor,
}

impl Counter<'_> {
    /// Counts the games of exactly so many plies that are won; `None` if the monitor stops it.
    fn all(
        &self,
        start: &ToguzPosition,
        plies: u32,
        threads: usize,
    ) -> Result<Option<Found>, SolveError> {
        let shared = SHARED_PLIES.min(plies);
        let mut beginnings = Vec::new();
        self.beginnings(start, shared, &mut Vec::new(), &mut beginnings);
        self.monitor
            .start(&format!("games of {plies} plies"), beginnings.len() as u64);
        let next = AtomicUsize::new(0);
        let work = || {
            let mut parts = Vec::new();
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some((position, line)) = beginnings.get(place) else {
                    return parts;
                };
                if self.monitor.should_stop() {
                    return parts;
                }
                let mut found = Found::default();
                self.count(position, plies - shared, &mut line.clone(), &mut found);
                self.monitor.advance(1);
                parts.push((place, found));
            }
        };
        let mut parts = thread::scope(|scope| {
            let workers = (1..=threads).map(|number| spawn(scope, number, work));
            let workers: Vec<_> = workers.collect();
            if workers.iter().any(Result::is_err) {
                // The threads that were started find no more work.
                next.store(beginnings.len(), Ordering::Relaxed);
            }
            let mut parts: Vec<(usize, Found)> = Vec::with_capacity(beginnings.len());
            for worker in workers {
                parts.extend(join(worker?));
            }
            Ok::<_, SolveError>(parts)
        })?;
        if parts.len() < beginnings.len() {
            return Ok(None);
        }
        parts.sort_unstable_by_key(|&(place, _)| place);
        let mut all = Found::default();
        for (_, found) in parts {
            all.games += found.games;
            all.nodes += found.nodes;
            if all.example.is_empty() {
                all.example = found.example;
            }
        }
        Ok(Some(all))
    }

    fn beginnings(
        &self,
        position: &ToguzPosition,
        plies: u32,
        line: &mut Vec<u32>,
        to: &mut Vec<(ToguzPosition, Vec<u32>)>,
    ) {
        if plies == 0 || self.game.is_finished(position) {
            if plies == 0 {
                to.push((*position, line.clone()));
            }
            return;
        }
        for hole in self.game.moves(position) {
            line.push(hole);
            let next = self.game.play_unchecked(position, hole).position;
            self.beginnings(&next, plies - 1, line, to);
            line.pop();
        }
    }

    fn count(&self, position: &ToguzPosition, left: u32, line: &mut Vec<u32>, found: &mut Found) {
        found.nodes += 1;
        if self.game.is_finished(position) {
            if left == 0 && self.is_won(position) {
                found.games += 1;
                if found.example.is_empty() {
                    found.example.clone_from(line);
                }
            }
            return;
        }
        if !self.can_end(position, left) {
            return;
        }
        for hole in self.game.moves(position) {
            line.push(hole);
            self.count(
                &self.game.play_unchecked(position, hole).position,
                left - 1,
                line,
                found,
            );
            line.pop();
        }
    }

    /// Whether a finished game has a winner.
    fn is_won(&self, position: &ToguzPosition) -> bool {
        let rest = self.game.outcome(position).unwrap_or(0);
        rest + position.own_kazan().cast_signed() != position.opponent_kazan().cast_signed()
    }

    /// Whether a game may end within so many plies, by both bounds.
    fn can_end(&self, position: &ToguzPosition, left: u32) -> bool {
        let turned = position.turned();
        left > 0
            && (self.can_pass_half(position, left, 1)
                || self.can_pass_half(&turned, left, 2)
                || self.can_run_out(position, left.div_ceil(2), left / 2)
                || self.can_run_out(&turned, left / 2, left.div_ceil(2)))
    }

    /// Whether the player of the own row may pass half of all balls. His moves are the plies
    /// `first`, `first + 2` and so on.
    fn can_pass_half(&self, position: &ToguzPosition, left: u32, first: u32) -> bool {
        let [own, mut other] = position.holes();
        let mut largest = own
            .iter()
            .chain(&other)
            .max()
            .map_or(0, |&balls| u32::from(balls));
        other.sort_unstable_by(|a, b| b.cmp(a));
        let mut others = other.into_iter();
        let (mut added, mut most) = (0, position.own_kazan());
        let mut moves = false;
        for ply in 1..=left {
            let more = largest.div_ceil(2 * self.holes);
            largest += more;
            added += more;
            if ply >= first && (ply - first).is_multiple_of(2) {
                most += u32::from(others.next().unwrap_or(0)) + added;
                moves = true;
            }
        }
        if position.own_tuzdik() != 0 || (moves && self.makes_tuzdiks) {
            most += added;
        }
        most > self.half
    }

    /// Whether the player of the own row may have no ball after so many moves of both players.
    fn can_run_out(&self, position: &ToguzPosition, own_moves: u32, other_moves: u32) -> bool {
        let [own, _] = position.holes();
        let weight: u32 = own.iter().map(|&balls| u32::from(balls.min(2))).sum();
        weight <= own_moves + 2 * other_moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mancala_endgame::Silent;
    use mancala_position::toguz::ToguzGame;

    /// Counts the games of exactly so many plies that are won, without any bound.
    fn plainly(counter: &Counter, position: &ToguzPosition, left: u32) -> u64 {
        if counter.game.is_finished(position) {
            return u64::from(left == 0 && counter.is_won(position));
        }
        if left == 0 {
            return 0;
        }
        let moves = counter.game.moves(position);
        moves
            .iter()
            .map(|hole| {
                plainly(
                    counter,
                    &counter.game.play_unchecked(position, hole).position,
                    left - 1,
                )
            })
            .sum()
    }

    #[test]
    fn bounds_lose_no_game() {
        for game in [ToguzGame::Bestemshe, ToguzGame::Toguz] {
            let mut won = 0;
            for rules in ToguzRules::all_options(game) {
                if !rules.stop_at_majority {
                    continue;
                }
                let counter = Counter {
                    game: Toguz::new(&rules),
                    holes: rules.holes(),
                    half: rules.balls() / 2,
                    makes_tuzdiks: rules.allows_tuzdik_in(1),
                    monitor: &Silent,
                };
                // Positions of games with a fixed choice of moves, near enough to their end.
                let mut position = ToguzPosition::start(&rules);
                for ply in 0..200 {
                    if counter.game.is_finished(&position) {
                        break;
                    }
                    let plies = if game == ToguzGame::Toguz { 3 } else { 5 };
                    for left in 1..=plies {
                        let mut found = Found::default();
                        counter.count(&position, left, &mut Vec::new(), &mut found);
                        let expected = plainly(&counter, &position, left);
                        assert_eq!(found.games, expected, "{rules}, ply {ply}, {left} left");
                        won += expected;
                        assert_eq!(
                            found.example.len(),
                            if expected > 0 { left as usize } else { 0 }
                        );
                    }
                    let moves: Vec<u32> = counter.game.moves(&position).iter().collect();
                    let hole = moves[(ply * 7 + 3) % moves.len()];
                    position = counter.game.play_unchecked(&position, hole).position;
                }
            }
            assert!(won > 100, "{}: {won} ends of games were found", game.name());
        }
    }

    #[test]
    fn the_shortest_games_of_bestemshe_are_those_that_plain_counting_finds() {
        let rules = ToguzRules::new(ToguzGame::Bestemshe);
        let found = shortest_games(&rules, 2, &Silent)
            .expect("two threads")
            .expect("no monitor stops it");
        let counter = Counter {
            game: Toguz::new(&rules),
            holes: 5,
            half: 25,
            makes_tuzdiks: false,
            monitor: &Silent,
        };
        let start = ToguzPosition::start(&rules);
        for plies in 1..found.plies {
            assert_eq!(plainly(&counter, &start, plies), 0, "{plies} plies");
        }
        assert_eq!(plainly(&counter, &start, found.plies), found.games);
        assert_eq!(found.example.len(), found.plies as usize);
    }
}
