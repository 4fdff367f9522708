//! Level 4: every value, recomputed from its children by playing each move and looking up what it
//! leads to.

use super::verifier::Verifier;
use crate::database::Database;
use crate::error::{Damage, Error};
use crate::format::encoding::MAX_LAYER_SEEDS;
use crate::jobs::verify::Place;
use mancala_position::kalah::{KalahPosition, KalahRules, KalahVisitor, MAX_PITS};
use mancala_position::rank::RowRanker;
use mancala_position::{Game, row};
use rayon::prelude::*;

/// Level 4.
pub(super) struct Everything<'a> {
    pub(super) verifier: &'a Verifier<'a>,
}

impl KalahVisitor for Everything<'_> {
    type Output = Result<u64, Error>;

    fn visit<G: Game<Position = KalahPosition>>(self, game: G) -> Result<u64, Error> {
        let verifier = self.verifier;
        let ranker = RowRanker::new(verifier.database.rules().pits());
        verifier
            .monitor
            .start("recomputing every value", verifier.values());
        for (n, own) in verifier.sub_layers() {
            let rows: Vec<u64> = ranker.iter(own).collect();
            let columns: Vec<u64> = ranker.iter(n - own).collect();
            let counts = rows
                .par_iter()
                .enumerate()
                .map(|(rank, &row)| {
                    verifier.go_on()?;
                    let place = (n, own, (rank * columns.len()) as u64);
                    let counts = recompute_row(verifier, &game, place, row, &columns)?;
                    verifier.monitor.advance(columns.len() as u64);
                    Ok(counts)
                })
                .try_reduce(
                    || NO_COUNTS,
                    |a, b| Ok(std::array::from_fn(|value| a[value] + b[value])),
                )?;
            let layer = verifier.database.layer(n).expect("an open layer");
            let encoding = layer.layout().encoding();
            let recorded = (0u32..).zip(&layer.counts()[own as usize]);
            for (code, &count) in recorded {
                if counts[count_index(encoding.decode(code))] != count {
                    let damage = Damage::Manifest { what: "counts" };
                    verifier.report_error((n, own, 0), &Error::damaged(layer.path(), damage));
                }
            }
        }
        Ok(verifier.values())
    }
}

/// How many positions have each value, from -63 to 63.
type Counts = [u64; 2 * MAX_LAYER_SEEDS as usize + 1];

const NO_COUNTS: Counts = [0; 2 * MAX_LAYER_SEEDS as usize + 1];

/// The counter of a value.
fn count_index(value: i32) -> usize {
    usize::try_from(value + MAX_LAYER_SEEDS.cast_signed()).expect("no value is below -63")
}

/// How many positions are recomputed together, so that the memory of their children is waited for
/// together.
const TOGETHER: usize = 64;

/// Compares all positions with one row of the mover, and counts their values.
fn recompute_row<G: Game<Position = KalahPosition>>(
    verifier: &Verifier<'_>,
    game: &G,
    (n, own, mut index): Place,
    row: u64,
    columns: &[u64],
) -> Result<Counts, Error> {
    debug_assert_eq!(row::sum(row), own);
    let mut counts = NO_COUNTS;
    let mut batch = Batch::default();
    for columns in columns.chunks(TOGETHER) {
        for (position, &opponent) in batch.positions.iter_mut().zip(columns) {
            *position = KalahPosition::from_rows_unchecked(row, opponent);
        }
        let results = batch.recompute(verifier.database, game, columns.len())?;
        for (position, stored, computed) in results {
            counts[count_index(computed)] += 1;
            verifier.compare((n, own, index), position, stored, computed);
            index += 1;
        }
    }
    Ok(counts)
}

/// Positions that are recomputed together.
struct Batch {
    positions: [KalahPosition; TOGETHER],
    best: [i32; TOGETHER],
    children: [KalahPosition; TOGETHER],
    /// For each child its parent's index, the gain of the move, and whether the turn stays.
    moves: [(usize, i32, bool); TOGETHER],
    values: [Option<i32>; TOGETHER],
}

impl Default for Batch {
    fn default() -> Self {
        Self {
            positions: [KalahPosition::default(); TOGETHER],
            best: [0; TOGETHER],
            children: [KalahPosition::default(); TOGETHER],
            moves: [(0, 0, false); TOGETHER],
            values: [None; TOGETHER],
        }
    }
}

impl Batch {
    /// Each of the first `count` positions, with the value that is stored and the one that its
    /// children give.
    fn recompute<G: Game<Position = KalahPosition>>(
        &mut self,
        database: &Database<KalahRules>,
        game: &G,
        count: usize,
    ) -> Result<impl Iterator<Item = (KalahPosition, i32, i32)>, Error> {
        let positions = &self.positions[..count];
        for (best, position) in self.best.iter_mut().zip(positions) {
            *best = game.outcome(position).unwrap_or(i32::MIN);
        }
        for pit in 0..MAX_PITS {
            let mut count = 0;
            for (parent, position) in positions.iter().enumerate() {
                if game.moves(position).contains(pit) {
                    let step = game.play_unchecked(position, pit);
                    self.children[count] = step.position;
                    self.moves[count] = (parent, step.gain, step.again);
                    count += 1;
                }
            }
            let values = &mut self.values[..count];
            database.probe_batch(&self.children[..count], values)?;
            for (&(parent, gain, again), value) in self.moves.iter().zip(values) {
                let value = value.expect("a child has no more seeds than its parent");
                let value = gain + if again { value } else { -value };
                self.best[parent] = self.best[parent].max(value);
            }
        }
        database.probe_batch(positions, &mut self.values[..count])?;
        let values = self.values.iter().zip(&self.best);
        Ok(positions
            .iter()
            .zip(values)
            .map(|(&position, (stored, &computed))| {
                let stored = stored.expect("a position of the database");
                (position, stored, computed)
            }))
    }
}
