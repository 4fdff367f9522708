//! Reading all values of a layer in order, a chunk at a time, from layer files and archives alike.

use super::layer_source::LayerSource;
use crate::database::Database;
use crate::error::Error;
use crate::format::encoding::BLOCK_VALUES;
use crate::kalah::archive::PIECE_VALUES;
use crate::system::memory::count;
use mancala_position::kalah::KalahRules;

/// The values of a chunk; the last one of a sub-layer has fewer.
pub const CHUNK_VALUES: u64 = PIECE_VALUES;

impl Database<KalahRules> {
    /// How many chunks a sub-layer has.
    ///
    /// # Panics
    ///
    /// If the database has no layer of so many seeds, or the layer no such sub-layer.
    #[must_use]
    pub fn chunks(&self, seeds: u32, own: u32) -> u64 {
        let layout = self.layers.sources[seeds as usize].layout();
        layout.sub_layer(own).values().div_ceil(CHUNK_VALUES)
    }

    /// Reads a chunk of a sub-layer, whose first value has the index `chunk * CHUNK_VALUES`, into
    /// `values`, and makes them as many as there are. The values are those of [`Database::probe`],
    /// in the order of their positions.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if a block of the layer file or the piece of the archive is not as it was
    /// written.
    ///
    /// # Panics
    ///
    /// If there is no such layer, sub-layer or chunk.
    pub fn read_chunk(
        &self,
        seeds: u32,
        own: u32,
        chunk: u64,
        values: &mut Vec<i8>,
    ) -> Result<(), Error> {
        assert!(chunk < self.chunks(seeds, own), "no such chunk");
        let source = &self.layers.sources[seeds as usize];
        let encoding = source.layout().encoding();
        let all = source.layout().sub_layer(own).values();
        let (first, end) = (chunk * CHUNK_VALUES, all.min((chunk + 1) * CHUNK_VALUES));
        values.clear();
        match source {
            LayerSource::Plain(layer) => {
                for block in (first..end).step_by(count(BLOCK_VALUES)) {
                    layer.check_value(own, block)?;
                }
                values.resize(count(end - first), 0);
                let packed = &layer.packed(own)[count(encoding.packed_bytes(first))..];
                encoding.unpack(packed, values);
            }
            LayerSource::Archived(archive) => {
                let codes = archive.codes(own, chunk)?;
                values.extend(
                    codes
                        .into_iter()
                        .map(|code| encoding.decode_byte(u32::from(code))),
                );
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BuildOptions, PackOptions, Silent, build, pack};
    use mancala_position::kalah::KalahPosition;
    use mancala_position::rank::RowRanker;

    #[test]
    fn chunks_have_the_values_of_probes() {
        let rules = KalahRules::new(4).expect("four pits");
        let folder = tempfile::tempdir().expect("a folder");
        build(folder.path(), &rules, &BuildOptions::new(26), &Silent).expect("it builds");
        let read = |database: &Database<KalahRules>, seeds: u32| {
            let mut all = Vec::new();
            for own in 0..=seeds {
                for chunk in 0..database.chunks(seeds, own) {
                    let mut values = vec![7; 3];
                    database
                        .read_chunk(seeds, own, chunk, &mut values)
                        .expect("sound");
                    all.extend(values);
                }
            }
            all
        };
        let database = Database::open(folder.path(), &rules).expect("it opens");
        assert_eq!(database.chunks(26, 13), 2);
        let plain = [0, 1, 9, 26].map(|seeds| read(&database, seeds));
        let ranker = RowRanker::new(4);
        let positions = (0..=9).flat_map(|own| {
            ranker.iter(own).flat_map(|own| {
                let opponents = ranker.iter(9 - mancala_position::row::sum(own));
                opponents.map(move |opponent| KalahPosition::from_rows_unchecked(own, opponent))
            })
        });
        let probed: Vec<i32> = positions
            .map(|position| database.probe(&position).expect("sound").expect("a value"))
            .collect();
        let found: Vec<i32> = plain[2].iter().copied().map(i32::from).collect();
        assert_eq!(found, probed);

        let options = PackOptions {
            remove: true,
            ..PackOptions::default()
        };
        pack(folder.path(), &rules, &options, &Silent).expect("it packs");
        let database = Database::open(folder.path(), &rules).expect("it opens");
        assert!(database.layer(26).is_none());
        assert!([0, 1, 9, 26].map(|seeds| read(&database, seeds)) == plain);
    }
}
