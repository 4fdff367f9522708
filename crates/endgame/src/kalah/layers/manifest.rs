//! The manifest of a database of Kalah.

use super::statistics::Statistics;
use crate::format::manifest;

/// What a folder holds.
pub type Manifest<S = Statistics> = manifest::Manifest<S>;

/// What the manifest says of one layer.
pub type LayerEntry<S = Statistics> = manifest::LayerEntry<S>;

impl Manifest {
    /// The name of a layer's file.
    #[must_use]
    pub fn file_name(seeds: u32) -> String {
        manifest::file_name(seeds)
    }

    /// The name of the archive of a layer.
    #[must_use]
    pub fn archive_name(seeds: u32) -> String {
        manifest::archive_name(seeds)
    }

    /// The name of the file of a layer's open boards.
    #[must_use]
    pub fn open_name(seeds: u32) -> String {
        manifest::open_name(seeds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::manifest::{MANIFEST, Provenance};
    use mancala_position::kalah::KalahRules;
    use std::path::Path;

    #[test]
    fn a_manifest_has_a_line_for_each_sub_layer_and_is_read_back() {
        let rules = KalahRules::new(6).expect("six pits");
        let mut manifest = Manifest::new(&rules);
        manifest.layers.push(LayerEntry {
            seeds: 0,
            file: Manifest::file_name(0),
            bytes: 1,
            blake3: "00".to_owned(),
            bits: 4,
            values: 2,
            statistics: Statistics {
                histogram: vec![(-2, 5), (0, 7)],
                sub_layers: vec![vec![], vec![(-2, 5), (0, 7)]],
                ..Statistics::default()
            },
            provenance: Provenance::default(),
            archive: None,
            open: None,
        });
        let text = manifest.text();
        for line in [
            "          [-2, 5],",
            "          [],",
            "          [[-2, 5], [0, 7]]",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in {text}");
        }
        let read = Manifest::parse(text.as_bytes(), Path::new(MANIFEST), &rules);
        assert_eq!(read.expect("as it was written"), manifest);
    }
}
