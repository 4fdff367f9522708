//! Openings: positions from which both players of a match begin, each with both colours.

use super::players::plain_search;
use mancala_position::random::SplitMix64;
use mancala_position::{GameHistory, GameState, ParseError, Place};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

/// How many random openings are tried for each one that is wanted.
const TRIES: usize = 50;

/// The condition for positions that are fair enough to begin from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Balance {
    /// The depth of plain alpha-beta that judges them.
    pub depth: u32,
    /// The most seeds by which the stores may differ after so many plies.
    pub seeds: u32,
}

impl Balance {
    /// Whether plain alpha-beta ends with stores that differ by no more than this.
    #[must_use]
    pub fn holds(&self, state: &GameState) -> bool {
        plain_search(state, self.depth, &AtomicBool::new(false))
            .is_some_and(|found| found.value.unsigned_abs() <= self.seeds)
    }
}

/// Chooses openings: unique, unfinished and balanced ones, in an order that the seed decides, as
/// long as there are any.
struct Chooser<'a> {
    balance: Option<&'a Balance>,
    seen: HashSet<GameState>,
    chosen: Vec<GameHistory>,
}

impl<'a> Chooser<'a> {
    fn new(balance: Option<&'a Balance>) -> Self {
        Self {
            balance,
            seen: HashSet::new(),
            chosen: Vec::new(),
        }
    }

    /// Takes the opening if it is one; whether it has.
    fn offer(&mut self, opening: GameHistory) -> bool {
        let state = *opening.now();
        let fits = state.result().is_none()
            && self.seen.insert(state)
            && self.balance.is_none_or(|balance| balance.holds(&state));
        if fits {
            self.chosen.push(opening);
        }
        fits
    }
}

/// Openings from the beginnings of games, one of each game at most: so many of its first plies that
/// the position is balanced and has not come before. The seed decides the order of the games, and
/// which number of plies is tried first.
#[must_use]
pub fn openings_of_games(
    games: &[GameHistory],
    plies: RangeInclusive<usize>,
    count: usize,
    balance: Option<&Balance>,
    seed: u64,
) -> Vec<GameHistory> {
    let mut random = SplitMix64::new(seed);
    let mut order: Vec<usize> = (0..games.len()).collect();
    random.shuffle(&mut order);
    let mut chooser = Chooser::new(balance);
    for index in order {
        if chooser.chosen.len() == count {
            break;
        }
        let game = &games[index];
        let mut lengths: Vec<usize> = plies.clone().collect();
        random.shuffle(&mut lengths);
        lengths
            .into_iter()
            .filter(|&length| length <= game.plies())
            .any(|length| chooser.offer(game.first_plies(length)));
    }
    chooser.chosen
}

/// Openings of random moves from a start; fewer than wanted where there are not so many.
#[must_use]
pub fn random_openings(
    start: &GameState,
    plies: RangeInclusive<usize>,
    count: usize,
    balance: Option<&Balance>,
    seed: u64,
) -> Vec<GameHistory> {
    let mut random = SplitMix64::new(seed);
    let mut chooser = Chooser::new(balance);
    for _ in 0..count.saturating_mul(TRIES) {
        if chooser.chosen.len() == count {
            break;
        }
        let mut opening = GameHistory::new(*start);
        let length = plies.start() + random.index(plies.end() - plies.start() + 1);
        for _ in 0..length {
            let moves = opening.now().moves();
            let index = random.index(moves.len());
            let pit = moves.iter().nth(index);
            if pit.is_none_or(|pit| opening.push(pit).is_err()) {
                break;
            }
        }
        chooser.offer(opening);
    }
    chooser.chosen
}

/// Reads a list of openings: in each line moves from the start, or a position; lines that begin
/// with `#` are comments.
///
/// # Errors
///
/// [`ParseError`] with the line, at what does not fit, and for an opening after which the game is
/// over.
pub fn read_openings(text: &str, start: &GameState) -> Result<Vec<GameHistory>, ParseError> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = read_opening(line, start).map_err(|error| ParseError {
            line: index + 1,
            ..error
        })?;
        openings.push(opening);
    }
    Ok(openings)
}

fn read_opening(line: &str, start: &GameState) -> Result<GameHistory, ParseError> {
    if line.contains(['/', '<']) {
        let state = GameState::from_text(&start.spec(), line)?;
        return unfinished(GameHistory::new(state), line);
    }
    let mut opening = GameHistory::new(*start);
    for word in line.split_whitespace() {
        let column = word.as_ptr() as usize - line.as_ptr() as usize;
        let place = Place::START.right(line[..column].chars().count());
        opening
            .push_turn(word)
            .map_err(|error| error.within(place))?;
    }
    unfinished(opening, line)
}

fn unfinished(opening: GameHistory, line: &str) -> Result<GameHistory, ParseError> {
    if opening.now().result().is_none() {
        return Ok(opening);
    }
    Err(ParseError {
        expected: "an opening after which the game goes on".to_owned(),
        found: line.chars().take(40).collect(),
        column: 1,
        line: 1,
    })
}

/// Writes an opening as [`read_openings`] reads it for the same start.
#[must_use]
pub fn write_opening(opening: &GameHistory) -> String {
    if opening.plies() > 0 {
        opening.write_moves()
    } else {
        opening.start().to_text()
    }
}

#[cfg(test)]
mod tests {
    use super::super::start;
    use super::*;

    #[test]
    fn openings_are_unique_balanced_and_the_same_for_a_seed() {
        let balance = Balance { depth: 3, seeds: 4 };
        for game in ["toguz", "kalah:6,4", "bestemshe", "qozdatu"] {
            let choose = |seed| random_openings(&start(game), 3..=5, 40, Some(&balance), seed);
            let openings = choose(1);
            assert_eq!(openings, choose(1));
            assert_ne!(openings, choose(2));
            assert_eq!(openings.len(), 40, "{game}");
            let states: HashSet<_> = openings.iter().map(|opening| *opening.now()).collect();
            assert_eq!(states.len(), 40);
            for opening in &openings {
                assert!((3..=5).contains(&opening.plies()));
                assert!(balance.holds(opening.now()));
            }
            let text: String = openings
                .iter()
                .map(|opening| write_opening(opening) + "\n")
                .collect();
            assert_eq!(read_openings(&text, &start(game)), Ok(openings));
        }
    }

    #[test]
    fn beginnings_of_games_are_openings_once() {
        let mut games = random_openings(&start("toguz"), 20..=20, 30, None, 5);
        games.extend(games.clone());
        games.push(GameHistory::new(start("toguz")));
        let openings = openings_of_games(&games, 6..=6, 100, None, 1);
        assert!((25..=30).contains(&openings.len()), "{}", openings.len());
        assert!(openings.iter().all(|opening| {
            opening.plies() == 6
                && games
                    .iter()
                    .any(|game| game.moves().starts_with(opening.moves()))
        }));
    }

    #[test]
    fn what_is_no_opening_is_named_with_its_place() {
        let start = start("bestemshe");
        for (text, place) in [
            ("# fine\n1 9\n", "line 2, column 3"),
            ("1,1/1 0,0 -,- w\n", "column 4"),
            (
                "0,0,0,0,0/1,1,1,1,1 20,25 -,- w\n",
                "an opening after which the game goes on",
            ),
        ] {
            let error = read_openings(text, &start).expect_err(text).to_string();
            assert!(error.contains(place), "{text}: {error}");
        }
    }
}
