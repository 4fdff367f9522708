//! The bytes of a layer file around its values: what they must be and where its parts lie.
//!
//! `docs/file-format.md` describes the file byte by byte.

use crate::error::{Damage, Error};
use crate::format::frame::{Kind, PREFIX, TAIL};
use crate::format::header::{Footer, Header};
use crate::format::layer_rules::LayerRules;
use crate::format::layout::Layout;
use crate::system::memory::count;
use std::path::Path;

/// The version of the format that is written and read.
pub const FORMAT_VERSION: u32 = 1;

const KIND: Kind = Kind {
    mark: b"MANCALA\x1a",
    end_mark: b"MANCALA\x04",
    version: FORMAT_VERSION,
};

/// The body begins at a multiple of this.
const BODY_ALIGNMENT: usize = 4096;

/// The least length of a layer file.
pub(crate) const LEAST_BYTES: usize = PREFIX + TAIL;

/// Everything before the values: mark, version, header, filled up with zeros.
pub(crate) fn front(rules: &impl LayerRules, layout: &Layout) -> Vec<u8> {
    let header = Header::new(rules.id(), rules.pits(), layout).encode();
    let mut front = KIND.front(&header);
    front.resize(front.len().next_multiple_of(BODY_ALIGNMENT), 0);
    front
}

/// Everything after the values: block checksums, footer, end. `front` is the length of what is
/// before them.
pub(crate) fn back(front: u64, layout: &Layout, checksums: &[u32], footer: &Footer) -> Vec<u8> {
    let table = checksums
        .iter()
        .flat_map(|checksum| checksum.to_le_bytes())
        .collect();
    KIND.back(front + layout.body_bytes(), table, &footer.encode())
}

/// The length of a layer file.
pub(crate) fn file_bytes(rules: &impl LayerRules, layout: &Layout) -> u64 {
    front(rules, layout).len() as u64
        + layout.body_bytes()
        + 4 * layout.blocks()
        + Footer::bytes(layout)
        + TAIL as u64
}

/// The parts of a layer file around its values.
pub(crate) struct LayerFile {
    pub(crate) layout: Layout,
    /// The offset of the values.
    pub(crate) body: usize,
    /// The offset of the block checksums.
    pub(crate) table: usize,
    /// For each sub-layer, how many values have each code.
    pub(crate) counts: Vec<Vec<u64>>,
}

impl LayerFile {
    /// Reads and checks everything but the values.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if the bytes are not a whole layer file with sound front and back,
    /// [`Error::Version`] or [`Error::RulesDiffer`] if it is one of another format or other rules.
    pub(crate) fn parse(
        data: &[u8],
        path: &Path,
        rules: &impl LayerRules,
        seeds: u32,
    ) -> Result<Self, Error> {
        let damaged = |damage| Error::damaged(path, damage);
        if data.len() < LEAST_BYTES {
            return Err(damaged(length(LEAST_BYTES as u64, data)));
        }
        let layout = Self::check_header(data, path, rules, seeds)?;
        let expected = file_bytes(rules, &layout);
        if data.len() as u64 != expected {
            return Err(damaged(length(expected, data)));
        }
        let front = front(rules, &layout);
        if data[..front.len()] != front[..] {
            return Err(damaged(Damage::Checksum { part: "header" }));
        }
        let body = front.len();
        let table = body + count(layout.body_bytes());
        let footer = table + 4 * count(layout.blocks())..data.len() - TAIL;
        KIND.check_back(data, table..footer.start, &footer, "block table")
            .map_err(damaged)?;
        let part = "footer";
        let counts = Footer::decode(&data[footer], &layout)
            .map_err(|reason| damaged(Damage::Form { part, reason }))?
            .counts;
        Ok(Self {
            layout,
            body,
            table,
            counts,
        })
    }

    /// The layout of the file, whose header must be that of these rules and seeds.
    fn check_header(
        data: &[u8],
        path: &Path,
        rules: &impl LayerRules,
        seeds: u32,
    ) -> Result<Layout, Error> {
        let part = "header";
        let form = |reason| Error::damaged(path, Damage::Form { part, reason });
        let header = Header::decode(KIND.header(data, path)?).map_err(form)?;
        let expected = rules.id();
        if header.rules != expected {
            return Err(Error::RulesDiffer {
                path: path.to_owned(),
                expected,
                found: header.rules,
            });
        }
        let layout = rules.layout(seeds)?;
        if header != Header::new(expected, rules.pits(), &layout) {
            return Err(form(format!(
                "it is not the header of a layer of {seeds} seeds"
            )));
        }
        Ok(layout)
    }
}

/// The damage of a file whose length is not the one expected.
pub(crate) const fn length(expected: u64, data: &[u8]) -> Damage {
    Damage::Length {
        expected,
        found: data.len() as u64,
    }
}
