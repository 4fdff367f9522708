//! Counting complete games: every move sequence from a position to the end of the game.
//!
//! Sequences that meet in a position have the same continuations, so each position is counted once:
//! how many of its continuations end with each margin. Seeds that have reached a store never come
//! back, so positions are not repeated and the count ends.

use crate::game::Game;
use crate::kalah::{KalahPosition, KalahRules, KalahState, KalahVisitor, with_kalah};
use crate::side::Side;
use num_bigint::BigUint;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

/// The complete games from a position, by their results for the first player (South).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CompleteGames {
    /// Games that the first player wins.
    pub wins: BigUint,
    /// Drawn games.
    pub draws: BigUint,
    /// Games that the first player loses.
    pub losses: BigUint,
    /// The different positions in them, those at the end left out.
    pub positions: u64,
}

/// Why complete games were not counted to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CompleteGamesError {
    /// The table of positions has reached its limit.
    #[error(
        "the counts of {positions} positions fill the {bytes} bytes of memory that they may use"
    )]
    Memory {
        /// The positions counted so far.
        positions: u64,
        /// The limit.
        bytes: u64,
    },
    /// The monitor has stopped it.
    #[error("stopped after {positions} positions")]
    Stopped {
        /// The positions counted so far.
        positions: u64,
    },
}

impl CompleteGames {
    /// All games.
    #[must_use]
    pub fn games(&self) -> BigUint {
        &self.wins + &self.draws + &self.losses
    }
}

/// Counts the complete games from a state, each ply one sowing. The table of positions takes up to
/// `most_bytes`; `go_on` is asked now and then, with the positions counted so far.
///
/// ```
/// use mancala_position::complete_games;
/// use mancala_position::kalah::{KalahPosition, KalahRules, KalahState};
///
/// let rules = KalahRules::new(2)?;
/// let start = KalahState::new(KalahPosition::start(&rules, 1)?);
/// let games = complete_games(&rules, &start, 1 << 20, &mut |_| true)?;
/// assert_eq!(games.games(), 3u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`CompleteGamesError`] if the memory or the monitor does not let it end.
pub fn complete_games(
    rules: &KalahRules,
    state: &KalahState,
    most_bytes: u64,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<CompleteGames, CompleteGamesError> {
    with_kalah(
        rules,
        Counting {
            state,
            most_bytes,
            go_on,
        },
    )
}

struct Counting<'a> {
    state: &'a KalahState,
    most_bytes: u64,
    go_on: &'a mut dyn FnMut(u64) -> bool,
}

impl KalahVisitor for Counting<'_> {
    type Output = Result<CompleteGames, CompleteGamesError>;

    fn visit<G: Game<Position = KalahPosition>>(self, game: G) -> Self::Output {
        let mut counter = Counter {
            game,
            table: HashMap::new(),
            bytes: 0,
            most_bytes: self.most_bytes,
            go_on: self.go_on,
        };
        let margins = counter.margins(&self.state.position())?;
        let [south, north] = self.state.stores();
        let lead = i64::from(south) - i64::from(north);
        let sign = match self.state.to_move() {
            Side::First => 1,
            Side::Second => -1,
        };
        let mut counts = CompleteGames {
            positions: counter.table.len() as u64,
            ..CompleteGames::default()
        };
        for (margin, count) in margins {
            match (lead + sign * i64::from(margin)).cmp(&0) {
                Ordering::Greater => counts.wins += count,
                Ordering::Equal => counts.draws += count,
                Ordering::Less => counts.losses += count,
            }
        }
        Ok(counts)
    }
}

/// The continuations of a position by the margin, among the seeds on the board, with which they end
/// for its mover.
type Margins = BTreeMap<i32, BigUint>;

/// How many positions are counted between two questions to the monitor.
const ASKED_EVERY: usize = 1 << 14;
/// What the table takes for a position beside its counts: key, pointer, length, and free places.
const ENTRY_BYTES: u64 = 64;

struct Counter<'a, G> {
    game: G,
    table: HashMap<KalahPosition, Box<[u8]>>,
    bytes: u64,
    most_bytes: u64,
    go_on: &'a mut dyn FnMut(u64) -> bool,
}

impl<G: Game<Position = KalahPosition>> Counter<'_, G> {
    fn margins(&mut self, position: &KalahPosition) -> Result<Margins, CompleteGamesError> {
        if let Some(outcome) = self.game.outcome(position) {
            return Ok(Margins::from([(outcome, BigUint::from(1u32))]));
        }
        if let Some(packed) = self.table.get(position) {
            return Ok(unpack(packed));
        }
        let mut margins = Margins::new();
        for pit in self.game.moves(position) {
            let step = self.game.play_unchecked(position, pit);
            for (after, count) in self.margins(&step.position)? {
                let value = if step.again { after } else { -after };
                *margins.entry(step.gain + value).or_default() += count;
            }
        }
        self.keep(*position, pack(&margins))?;
        Ok(margins)
    }

    fn keep(
        &mut self,
        position: KalahPosition,
        packed: Box<[u8]>,
    ) -> Result<(), CompleteGamesError> {
        let positions = self.table.len() as u64;
        self.bytes += ENTRY_BYTES + packed.len() as u64;
        if self.bytes > self.most_bytes {
            let bytes = self.most_bytes;
            return Err(CompleteGamesError::Memory { positions, bytes });
        }
        if self.table.len().is_multiple_of(ASKED_EVERY) && !(self.go_on)(positions) {
            return Err(CompleteGamesError::Stopped { positions });
        }
        self.table.insert(position, packed);
        Ok(())
    }
}

/// Counts as bytes: for each margin its two bytes, the length of the count, and the count's bytes.
/// Counts have different sizes, and most are small.
fn pack(margins: &Margins) -> Box<[u8]> {
    let mut bytes = Vec::new();
    for (&margin, count) in margins {
        let margin = i16::try_from(margin).expect("a board has at most 255 seeds");
        let digits = count.to_bytes_le();
        let length = u16::try_from(digits.len()).expect("a count of thousands of bits");
        bytes.extend_from_slice(&margin.to_le_bytes());
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(&digits);
    }
    bytes.into_boxed_slice()
}

fn unpack(mut bytes: &[u8]) -> Margins {
    let mut margins = Margins::new();
    while let [low, high, short, long, rest @ ..] = bytes {
        let margin = i16::from_le_bytes([*low, *high]);
        let length = usize::from(u16::from_le_bytes([*short, *long]));
        let (digits, rest) = rest.split_at(length);
        margins.insert(margin.into(), BigUint::from_bytes_le(digits));
        bytes = rest;
    }
    margins
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameSpec;
    use crate::perft::perft;

    /// The results of all games, one by one.
    fn by_playing(rules: &KalahRules, state: &KalahState, counts: &mut [u64; 3]) {
        if let Some([south, north]) = state.final_stores(rules) {
            counts[match south.cmp(&north) {
                Ordering::Greater => 0,
                Ordering::Equal => 1,
                Ordering::Less => 2,
            }] += 1;
            return;
        }
        for pit in rules.moves(&state.position()) {
            by_playing(rules, &state.play_unchecked(rules, pit), counts);
        }
    }

    fn counted(rules: &KalahRules, state: &KalahState) -> CompleteGames {
        complete_games(rules, state, 1 << 30, &mut |_| true).expect("there is memory")
    }

    #[test]
    fn counts_are_those_of_playing_every_game() {
        for text in [
            "kalah:1,4",
            "kalah:2,2",
            "kalah:2,3,end=on-turn",
            "kalah:3,1",
            "kalah:3,2,capture=empty",
            "kalah:3,2,leftover=nobody",
            "kalah:3,2,leftover=emptied",
            "kalah:2,4,capture=never,lap=skip-origin",
        ] {
            let game: GameSpec = text.parse().expect("a game");
            let GameSpec::Kalah {
                rules,
                seeds: Some(seeds),
                ..
            } = game
            else {
                panic!("a start of Kalah");
            };
            let position = KalahPosition::start(&rules, seeds).expect("a start");
            for (stores, to_move) in [([0, 0], Side::First), ([0, 2], Side::Second)] {
                let state = KalahState::with_stores(position, stores, to_move).expect("stores");
                let mut expected = [0; 3];
                by_playing(&rules, &state, &mut expected);
                let found = counted(&rules, &state);
                let results = [&found.wins, &found.draws, &found.losses];
                assert!(
                    results.into_iter().eq(&expected.map(BigUint::from)),
                    "{text}"
                );
            }
            let finished: u64 = (1..=60)
                .map(|depth| perft(&rules, &position, depth).finished)
                .sum();
            let all = counted(&rules, &KalahState::new(position)).games();
            assert_eq!(all, finished.into(), "{text}");
        }
    }

    #[test]
    fn counts_of_any_size_are_packed() {
        let counts = [1u32, 255, 256].map(BigUint::from);
        let large = BigUint::from(3u32).pow(2_000);
        let margins: Margins = (-255..)
            .step_by(170)
            .zip(counts.into_iter().chain([large]))
            .collect();
        assert_eq!(margins.len(), 4);
        assert_eq!(unpack(&pack(&margins)), margins);
    }

    #[test]
    fn a_limit_ends_the_count() {
        let rules = KalahRules::new(6).expect("rules");
        let start = KalahState::new(KalahPosition::start(&rules, 4).expect("a start"));
        let memory = complete_games(&rules, &start, 100_000, &mut |_| true);
        assert!(matches!(
            memory,
            Err(CompleteGamesError::Memory { bytes: 100_000, .. })
        ));
        let stopped = complete_games(&rules, &start, 1 << 30, &mut |positions| positions == 0);
        let positions = ASKED_EVERY as u64;
        assert_eq!(stopped, Err(CompleteGamesError::Stopped { positions }));
    }
}
