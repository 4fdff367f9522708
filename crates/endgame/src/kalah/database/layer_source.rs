//! The source of a layer's values: its plain file, or its archive.

use crate::error::{Damage, Error};
use crate::format::layer::Layer;
use crate::format::layout::Layout;
use crate::format::manifest::{LayerEntry, archive_file, layer_file};
use crate::kalah::archive::Archive;
use crate::kalah::layers::statistics::KalahStatistics;
use mancala_position::kalah::KalahRules;
use std::path::Path;

/// A layer of an open database: its plain file, or its archive.
pub(crate) enum LayerSource {
    Plain(Layer),
    Archived(Archive),
}

impl LayerSource {
    /// Opens the plain file of a layer, or its archive if there is no plain file.
    pub(super) fn open(
        folder: &Path,
        rules: &KalahRules,
        entry: &LayerEntry<KalahStatistics>,
    ) -> Result<Self, Error> {
        let seeds = entry.seeds;
        let plain = folder.join(layer_file(seeds));
        let archive = folder.join(archive_file(seeds));
        let length = |path: &Path, found: usize, listed: u64| {
            if found as u64 == listed {
                Ok(())
            } else {
                Err(Error::damaged(path, Damage::Manifest { what: "length" }))
            }
        };
        if plain.exists() {
            let layer = Layer::open(&plain, rules, seeds)?;
            length(&plain, layer.bytes().len(), entry.bytes)?;
            return Ok(Self::Plain(layer));
        }
        match &entry.archive {
            Some(listed) if archive.exists() => {
                let opened = Archive::open(&archive, rules, seeds)?;
                length(&archive, opened.bytes().len(), listed.bytes)?;
                if opened.plain_blake3().to_hex().as_str() != entry.blake3 {
                    return Err(Error::damaged(&archive, Damage::Hash));
                }
                Ok(Self::Archived(opened))
            }
            _ => Err(Error::MissingLayer { path: plain, seeds }),
        }
    }

    pub(crate) const fn layout(&self) -> &Layout {
        match self {
            Self::Plain(layer) => layer.layout(),
            Self::Archived(archive) => archive.layout(),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Plain(layer) => layer.path(),
            Self::Archived(archive) => archive.path(),
        }
    }

    pub(crate) fn counts(&self) -> &[Vec<u64>] {
        match self {
            Self::Plain(layer) => layer.counts(),
            Self::Archived(archive) => archive.counts(),
        }
    }
}
