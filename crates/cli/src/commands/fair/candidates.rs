//! The starts near a given one: some seeds moved from pits to other pits or to stores.

use crate::failure::{Failure, Kind};
use mancala_position::kalah::{KalahPosition, KalahRules, KalahState};
use mancala_position::{Game, Side};
use mancala_search::Claim;

/// A start that may be fair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Candidate {
    pub(super) state: KalahState,
    /// How many seeds lie elsewhere than in the given start.
    pub(super) moved: u32,
}

impl Candidate {
    /// The claim that the margin of the final stores is 0.
    pub(super) fn claim(&self) -> Claim {
        let [south, north] = self.state.stores();
        Claim {
            position: self.state.position(),
            value: north as i32 - south as i32,
        }
    }
}

/// All starts with just so many seeds moved, each once, South to move, those where the game would
/// be over left out. A place is a pit or a store: South's pits, his store, North's pits, his store.
pub(super) fn candidates(
    rules: &KalahRules,
    seeds: u32,
    moved: u32,
) -> Result<Vec<Candidate>, Failure> {
    let pits = rules.pits() as usize;
    let mut row = vec![seeds; pits];
    row.push(0);
    // That it can be held follows from the even start; none of these has more seeds.
    KalahPosition::start(rules, seeds)?;
    let mut places = row.repeat(2);
    let mut found = Vec::new();
    let mut give = |places: &[u32]| {
        let (south, north) = places.split_at(pits + 1);
        let position = KalahPosition::new(rules, &south[..pits], &north[..pits])?;
        if !rules.is_finished(&position) {
            let stores = [south[pits], north[pits]];
            let state = KalahState::with_stores(position, stores, Side::First)?;
            found.push(Candidate { state, moved });
        }
        Ok::<_, Failure>(())
    };
    distribute(&mut places, 0, (moved, moved), &mut give)?;
    if found.is_empty() {
        return Err(Failure::new(
            Kind::Usage,
            format_args!(
                "there is no start of kalah:{pits},{seeds} with {moved} seeds moved in which the game is not over"
            ),
        ));
    }
    Ok(found)
}

/// Goes through the places from `from` on: each gives some of the seeds that are still to be taken
/// or gets some of those that are to be put, so that no distribution comes up twice.
fn distribute(
    places: &mut [u32],
    from: usize,
    (take, put): (u32, u32),
    give: &mut impl FnMut(&[u32]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if from == places.len() {
        return if (take, put) == (0, 0) {
            give(places)
        } else {
            Ok(())
        };
    }
    let seeds = places[from];
    for taken in (1..=take.min(seeds)).rev() {
        places[from] = seeds - taken;
        distribute(places, from + 1, (take - taken, put), give)?;
    }
    for added in 0..=put {
        places[from] = seeds + added;
        distribute(places, from + 1, (take, put - added), give)?;
    }
    places[from] = seeds;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn found(pits: u32, seeds: u32, moved: u32) -> Vec<Candidate> {
        candidates(&KalahRules::new(pits).unwrap(), seeds, moved).unwrap()
    }

    #[test]
    fn there_are_as_many_as_can_be_counted_by_hand() {
        // One seed leaves any of 12 pits for any of the 13 other places.
        assert_eq!(found(6, 4, 1).len(), 12 * 13);
        // Two leave one pit for 13 places, or two pits for the other 12.
        assert_eq!(
            found(6, 4, 2).len(),
            12 * (13 * 14 / 2) + 66 * (12 * 13 / 2)
        );
        // A pit with one seed cannot give two.
        assert_eq!(found(3, 1, 2).len(), 15 * (6 * 7 / 2));
    }

    #[test]
    fn none_comes_twice_and_none_is_over() {
        for (pits, seeds, moved) in [(6, 4, 2), (2, 2, 2), (1, 3, 2), (3, 1, 3)] {
            let all = found(pits, seeds, moved);
            let different: HashSet<_> = all.iter().map(|candidate| candidate.state).collect();
            assert_eq!(different.len(), all.len());
            let rules = KalahRules::new(pits).unwrap();
            for Candidate { state, .. } in all {
                assert!(!rules.is_finished(&state.position()));
                let all: u32 = state.stores().iter().sum::<u32>() + state.position().seeds();
                assert_eq!(all, 2 * pits * seeds);
            }
        }
    }

    #[test]
    fn a_start_without_neighbours_is_an_error() {
        let rules = KalahRules::new(1).unwrap();
        assert_eq!(candidates(&rules, 1, 1).unwrap_err().kind, Kind::Usage);
        assert_eq!(candidates(&rules, 200, 1).unwrap_err().kind, Kind::Position);
    }
}
