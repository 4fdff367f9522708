//! The parts shared by all levels of verification, and the two lowest levels: checksums of blocks,
//! hashes and statistics of the manifest.

use crate::database::Database;
use crate::error::{Damage, Error};
use crate::format::manifest::{archive_file, layer_file};
use crate::jobs::verify::{Findings, Mismatch, Place};
use crate::kalah::database::layer_source::LayerSource;
use crate::kalah::layers::statistics::KalahStatistics;
use crate::monitor::Monitor;
use crate::system::files::hash_file;
use mancala_position::kalah::{KalahPosition, KalahRules, KalahState};
use rayon::prelude::*;

/// A verification at work.
pub(super) struct Verifier<'a> {
    pub(super) database: &'a Database<KalahRules>,
    pub(super) monitor: &'a dyn Monitor,
    pub(super) findings: &'a Findings<i32>,
}

impl Verifier<'_> {
    pub(super) fn report(&self, place: Place, mismatch: Mismatch<i32>) {
        self.findings.report(place, mismatch);
    }

    pub(super) fn report_error(&self, place: Place, error: &Error) {
        self.findings.report_error(place, error);
    }

    pub(super) fn go_on(&self) -> Result<(), Error> {
        if self.monitor.should_stop() {
            Err(Error::Interrupted)
        } else {
            Ok(())
        }
    }

    /// All sub-layers, by layer.
    pub(super) fn sub_layers(&self) -> Vec<(u32, u32)> {
        (0..=self.database.most_seeds())
            .flat_map(|n| (0..=n).map(move |own| (n, own)))
            .collect()
    }

    pub(super) fn values(&self) -> u64 {
        self.database
            .manifest()
            .layers
            .iter()
            .map(|entry| entry.values)
            .sum()
    }

    pub(super) fn checksums(&self) -> Result<u64, Error> {
        self.monitor.start("checking checksums", self.values());
        self.sub_layers().into_par_iter().try_for_each(|(n, own)| {
            self.go_on()?;
            let source = &self.database.layers.sources[n as usize];
            let sub_layer = source.layout().sub_layer(own);
            let parts = match source {
                LayerSource::Plain(_) => sub_layer.blocks(),
                LayerSource::Archived(archive) => archive.pieces(own),
            };
            for part in 0..parts {
                let checked = match source {
                    LayerSource::Plain(layer) => layer.check_block(own, part),
                    LayerSource::Archived(archive) => archive.checked_piece(own, part).map(|_| ()),
                };
                if let Err(error) = checked {
                    self.report_error((n, own, part), &error);
                }
            }
            self.monitor.advance(sub_layer.values());
            Ok(())
        })?;
        Ok(self.values())
    }

    pub(super) fn manifest(&self) -> Result<(), Error> {
        let entries = &self.database.manifest().layers;
        self.monitor.start(
            "checking hashes",
            entries.iter().map(|entry| entry.values).sum(),
        );
        entries.par_iter().try_for_each(|entry| {
            self.go_on()?;
            let source = &self.database.layers.sources[entry.seeds as usize];
            // Both files of a layer, as far as they are there.
            let plain = self.database.path().join(layer_file(entry.seeds));
            let archive = self.database.path().join(archive_file(entry.seeds));
            let archived = entry.archive.as_ref().map(|archive| &archive.blake3);
            for (path, listed) in [(plain, Some(&entry.blake3)), (archive, archived)] {
                let Some(listed) = listed.filter(|_| path.exists()) else {
                    continue;
                };
                if hash_file(&path)?.to_hex().as_str() != listed {
                    self.report_error((entry.seeds, 0, 0), &Error::damaged(&path, Damage::Hash));
                }
            }
            let encoding = source.layout().encoding();
            let statistics = KalahStatistics::new(self.database.rules(), source.counts(), |code| {
                encoding.decode(code)
            });
            if statistics != entry.statistics || entry.values != source.layout().values() {
                let damage = Damage::Manifest { what: "statistics" };
                self.report_error((entry.seeds, 0, 0), &Error::damaged(source.path(), damage));
            }
            self.monitor.advance(entry.values);
            Ok(())
        })
    }

    /// The value that a probe gives; the block was checked, so that only a file that changes under
    /// our hands fails.
    pub(super) fn stored(&self, position: &KalahPosition) -> Result<i32, Error> {
        Ok(self
            .database
            .probe(position)?
            .expect("a child has no more seeds than its parent"))
    }

    pub(super) fn compare(
        &self,
        place: Place,
        position: KalahPosition,
        stored: i32,
        computed: i32,
    ) {
        if stored != computed {
            self.report(
                place,
                Mismatch::Value {
                    position: KalahState::new(position).to_text(self.database.rules()),
                    stored,
                    computed,
                },
            );
        }
    }
}
