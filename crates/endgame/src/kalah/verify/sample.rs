//! Level 3: a sample of positions, recomputed by plain search.

use super::verifier::Verifier;
use crate::database::Database;
use crate::error::Error;
use crate::jobs::verify::{Place, VerifyOptions};
use mancala_position::Game;
use mancala_position::kalah::{KalahPosition, KalahRules, KalahVisitor};
use mancala_position::random::SplitMix64;
use mancala_position::rank::RowRanker;
use rayon::prelude::*;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Layers of so few seeds are recomputed to the end of the game.
const TO_THE_END: u32 = 6;

/// Level 3.
pub(super) struct Sample<'a> {
    pub(super) verifier: &'a Verifier<'a>,
    pub(super) options: &'a VerifyOptions,
}

impl KalahVisitor for Sample<'_> {
    type Output = Result<u64, Error>;

    fn visit<G: Game<Position = KalahPosition>>(self, game: G) -> Result<u64, Error> {
        let Self { verifier, options } = self;
        let ranker = RowRanker::new(verifier.database.rules().pits());
        verifier
            .monitor
            .start("recomputing a sample", options.samples);
        let total = verifier.values();
        (0..options.samples)
            .into_par_iter()
            .try_for_each(|number| {
                verifier.go_on()?;
                let (place, position) = nth_position(
                    verifier.database,
                    &ranker,
                    SplitMix64::number_at(options.seed, number) % total,
                );
                let computed = search(verifier, &game, &position, &mut Known::default())?;
                verifier.monitor.advance(1);
                let stored = verifier.stored(&position)?;
                verifier.compare(place, position, stored, computed);
                Ok(())
            })?;
        Ok(options.samples)
    }
}

/// The position with a number among all of the database.
fn nth_position(
    database: &Database<KalahRules>,
    ranker: &RowRanker,
    mut number: u64,
) -> (Place, KalahPosition) {
    for n in 0..=database.most_seeds() {
        let layout = database.layer(n).expect("an open layer").layout();
        for (own, sub_layer) in (0..=n).zip(layout.sub_layers()) {
            if number < sub_layer.values() {
                let position = KalahPosition::from_rows_unchecked(
                    ranker.unrank(number / sub_layer.columns, own),
                    ranker.unrank(number % sub_layer.columns, n - own),
                );
                return ((n, own, number), position);
            }
            number -= sub_layer.values();
        }
    }
    unreachable!("the number is below the count of all positions")
}

/// Values that a search has found already.
type Known = HashMap<KalahPosition, i32, BuildHasherDefault<Mixer>>;

/// Hashes the two words of a position. Nobody chooses positions so that they collide.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = SplitMix64::number_at(self.0 ^ word, 0);
    }
}

/// The value by plain search: within the layer by playing, below it by probing.
fn search<G: Game<Position = KalahPosition>>(
    verifier: &Verifier<'_>,
    game: &G,
    position: &KalahPosition,
    known: &mut Known,
) -> Result<i32, Error> {
    if let Some(value) = game.outcome(position) {
        return Ok(value);
    }
    if let Some(&value) = known.get(position) {
        return Ok(value);
    }
    let seeds = game.seeds(position);
    let mut best = i32::MIN;
    for pit in game.moves(position) {
        let step = game.play_unchecked(position, pit);
        let value = if seeds > TO_THE_END && game.seeds(&step.position) < seeds {
            verifier.stored(&step.position)?
        } else {
            search(verifier, game, &step.position, known)?
        };
        best = best.max(step.gain + if step.again { value } else { -value });
    }
    known.insert(*position, best);
    Ok(best)
}
