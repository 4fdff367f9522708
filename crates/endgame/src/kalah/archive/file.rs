//! The bytes of an archive around its pieces: what they must be and where its parts lie.
//!
//! `docs/file-format.md` describes the file byte by byte.

use super::model::{Model, weight_count};
use crate::error::{Damage, Error};
use crate::format::encoding::BLOCK_VALUES;
use crate::format::frame::{Kind, PREFIX, TAIL, u32_at};
use crate::format::header::{ArchiveHeader, Footer};
use crate::format::layer_file::{file_bytes, length};
use crate::format::layer_rules::LayerRules;
use crate::format::layout::Layout;
use mancala_position::kalah::KalahRules;
use std::ops::Range;
use std::path::Path;

/// The version of the format of archives that is written and read.
pub const ARCHIVE_VERSION: u32 = 1;

const KIND: Kind = Kind {
    mark: b"MANCARC\x1a",
    end_mark: b"MANCARC\x04",
    version: ARCHIVE_VERSION,
};

/// Values that are coded together.
pub(crate) const PIECE_VALUES: u64 = 8 * BLOCK_VALUES;

/// The bytes of an entry of the table of pieces: length and checksum.
const ENTRY: usize = 8;

/// The level of zstd at which the model is compressed: it is small and read once.
const MODEL_LEVEL: i32 = 19;

/// The place of a piece in an archive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    pub(super) from: usize,
    pub(super) length: usize,
    pub(super) checksum: u32,
}

/// How many pieces a sub-layer has.
pub(super) fn pieces(layout: &Layout, own: u32) -> u64 {
    layout.sub_layer(own).values().div_ceil(PIECE_VALUES)
}

/// Everything before the pieces.
pub(super) fn front(
    rules: &KalahRules,
    layout: &Layout,
    plain_blake3: blake3::Hash,
    model: &Model,
) -> Vec<u8> {
    let bytes: Vec<u8> = model
        .weights()
        .iter()
        .map(|weight| weight.cast_unsigned())
        .collect();
    let model = zstd::bulk::compress(&bytes, MODEL_LEVEL).expect("memory for a model");
    let header = ArchiveHeader {
        rules: rules.id(),
        pits: rules.pits(),
        seeds: layout.seeds(),
        step: layout.encoding().step(),
        bits: layout.encoding().bits(),
        piece_values: PIECE_VALUES,
        plain_bytes: file_bytes(rules, layout),
        plain_blake3: *plain_blake3.as_bytes(),
        model_bytes: u32::try_from(model.len()).expect("a model is small"),
        model_checksum: crc32fast::hash(&model),
    };
    let mut front = KIND.front(&header.encode());
    front.extend_from_slice(&model);
    front
}

/// Everything after the pieces. `before` is the length of the file up to there, `table` has the
/// length and checksum of each piece.
pub(super) fn back(before: u64, table: &[(u32, u32)], counts: &[Vec<u64>]) -> Vec<u8> {
    let table = table
        .iter()
        .flat_map(|(length, checksum)| [length.to_le_bytes(), checksum.to_le_bytes()])
        .flatten()
        .collect();
    let counts = counts.to_vec();
    KIND.back(before, table, &Footer { counts }.encode())
}

/// The parts of an archive around its pieces.
pub(super) struct ArchiveFile {
    pub(super) layout: Layout,
    pub(super) plain_blake3: blake3::Hash,
    pub(super) model: Model,
    pub(super) pieces: Vec<Piece>,
    /// For each sub-layer, how many values have each code.
    pub(super) counts: Vec<Vec<u64>>,
}

impl ArchiveFile {
    /// Reads and checks everything but the pieces.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if the bytes are not a whole archive with sound front and back,
    /// [`Error::Version`] or [`Error::RulesDiffer`] if it is one of another format or other rules.
    pub(super) fn parse(
        data: &[u8],
        path: &Path,
        rules: &KalahRules,
        seeds: u32,
    ) -> Result<Self, Error> {
        let damaged = |damage| Error::damaged(path, damage);
        if data.len() < PREFIX + TAIL {
            return Err(damaged(length((PREFIX + TAIL) as u64, data)));
        }
        let content = &data[..data.len() - TAIL];
        let header_bytes = KIND.header(content, path)?;
        let (header, layout) = check_header(header_bytes, path, rules, seeds)?;
        let model_from = PREFIX + header_bytes.len();
        let model_range = model_from..model_from.saturating_add(header.model_bytes as usize);
        let bytes = content.get(model_range.clone()).ok_or_else(|| {
            let least = model_range.end.saturating_add(TAIL);
            damaged(length(least as u64, data))
        })?;
        let model = read_model(bytes, &header, &layout).map_err(damaged)?;
        let (table, footer) = parts_behind(data, &layout)
            .filter(|(table, _)| table.start >= model_range.end)
            .ok_or_else(|| damaged(Damage::Checksum { part: "end" }))?;
        KIND.check_back(data, table.clone(), &footer, TABLE)
            .map_err(damaged)?;
        let footer = Footer::decode(&data[footer], &layout)
            .map_err(|reason| damaged(form("footer", reason)))?;
        let pieces = read_table(data, model_range.end, table).map_err(damaged)?;
        Ok(Self {
            layout,
            plain_blake3: blake3::Hash::from_bytes(header.plain_blake3),
            model,
            pieces,
            counts: footer.counts,
        })
    }
}

/// The name of the table of pieces in errors.
const TABLE: &str = "table of pieces";

const fn form(part: &'static str, reason: String) -> Damage {
    Damage::Form { part, reason }
}

/// The header, which must be that of these rules and seeds, and their layout.
fn check_header(
    bytes: &[u8],
    path: &Path,
    rules: &KalahRules,
    seeds: u32,
) -> Result<(ArchiveHeader, Layout), Error> {
    let malformed = |reason| Error::damaged(path, form("header", reason));
    let header = ArchiveHeader::decode(bytes).map_err(malformed)?;
    if header.rules != rules.id() {
        return Err(Error::RulesDiffer {
            path: path.to_owned(),
            expected: rules.id(),
            found: header.rules,
        });
    }
    let layout = rules.layout(seeds)?;
    let expected = ArchiveHeader {
        pits: rules.pits(),
        seeds,
        step: layout.encoding().step(),
        bits: layout.encoding().bits(),
        piece_values: PIECE_VALUES,
        plain_bytes: file_bytes(rules, &layout),
        ..header.clone()
    };
    if header == expected {
        Ok((header, layout))
    } else {
        Err(malformed(format!(
            "it is not the header of an archived layer of {seeds} seeds"
        )))
    }
}

/// The model from its compressed bytes.
fn read_model(bytes: &[u8], header: &ArchiveHeader, layout: &Layout) -> Result<Model, Damage> {
    const PART: &str = "model";
    if crc32fast::hash(bytes) != header.model_checksum {
        return Err(Damage::Checksum { part: PART });
    }
    let weights = zstd::bulk::decompress(bytes, weight_count(header.pits))
        .map_err(|error| form(PART, error.to_string()))?;
    let weights = weights.into_iter().map(u8::cast_signed).collect();
    Model::new(header.pits, layout.encoding().codes(), weights).ok_or_else(|| {
        let reason = "it has not a weight for every difference";
        form(PART, reason.to_owned())
    })
}

/// The places of the table of pieces and of the footer, by the length of the footer that the end of
/// the file gives; `None` if the file is too short for them.
fn parts_behind(data: &[u8], layout: &Layout) -> Option<(Range<usize>, Range<usize>)> {
    let count: u64 = (0..=layout.seeds()).map(|own| pieces(layout, own)).sum();
    let bytes = usize::try_from(count).ok()?.checked_mul(ENTRY)?;
    let footer = Kind::footer(data)?;
    Some((footer.start.checked_sub(bytes)?..footer.start, footer))
}

/// The places of the pieces, which fill the file from `from` to the table.
fn read_table(data: &[u8], from: usize, table: Range<usize>) -> Result<Vec<Piece>, Damage> {
    let mut from = from;
    let end = table.start;
    let entries = data[table].chunks_exact(ENTRY);
    let pieces = entries
        .map(|entry| {
            let piece = Piece {
                from,
                length: u32_at(entry, 0) as usize,
                checksum: u32_at(entry, 4),
            };
            from = from.saturating_add(piece.length);
            piece
        })
        .collect();
    if from == end {
        Ok(pieces)
    } else {
        Err(form(TABLE, "the pieces do not fill the file".to_owned()))
    }
}
