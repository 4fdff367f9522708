//! An archive as bytes: where its parts are and what they must be.
//!
//! `docs/file-format.md` describes the file byte by byte.

use super::model::{Model, votes};
use crate::error::{Damage, Error};
use crate::format::header::{ArchiveHeader, Footer};
use crate::format::layer::{file_bytes, front_checksum, header_of, u32_at};
use crate::format::layout::Layout;
use crate::format::rules::LayerRules;
use mancala_position::kalah::KalahRules;
use std::path::Path;

/// The version of the format of archives that is written and read.
pub const ARCHIVE_VERSION: u32 = 1;

/// Values that are coded together.
pub(crate) const PIECE_VALUES: u64 = 8 * crate::format::encoding::BLOCK_VALUES;

const MAGIC: &[u8; 8] = b"MANCARC\x1a";
const END_MAGIC: &[u8; 8] = b"MANCARC\x04";
/// Mark, version, length of the header, checksum.
const PREFIX: usize = 20;
/// Checksums of table and footer, length of the footer, length of the file, mark.
const TAIL: usize = 28;
/// Length and checksum.
const ENTRY: usize = 8;

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
        .votes()
        .iter()
        .map(|vote| vote.cast_unsigned())
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
    }
    .encode();
    let mut front = Vec::new();
    front.extend_from_slice(MAGIC);
    front.extend_from_slice(&ARCHIVE_VERSION.to_le_bytes());
    let length = u32::try_from(header.len()).expect("a header is small");
    front.extend_from_slice(&length.to_le_bytes());
    let checksum = front_checksum(&front, &header);
    front.extend_from_slice(&checksum.to_le_bytes());
    front.extend_from_slice(&header);
    front.extend_from_slice(&model);
    front
}

/// How hard a model is compressed: it is small and read once.
const MODEL_LEVEL: i32 = 19;

/// Everything after the pieces. `before` is the length of the file up to there.
pub(super) fn back(before: u64, table: &[(u32, u32)], counts: &[Vec<u64>]) -> Vec<u8> {
    let mut back: Vec<u8> = table
        .iter()
        .flat_map(|(length, checksum)| [length.to_le_bytes(), checksum.to_le_bytes()])
        .flatten()
        .collect();
    let table_checksum = crc32fast::hash(&back);
    let footer = Footer {
        counts: counts.to_vec(),
    }
    .encode();
    back.extend_from_slice(&footer);
    back.extend_from_slice(&table_checksum.to_le_bytes());
    let length = u32::try_from(footer.len()).expect("a footer is small");
    back.extend_from_slice(&length.to_le_bytes());
    back.extend_from_slice(&crc32fast::hash(&footer).to_le_bytes());
    let length = before + back.len() as u64 + 16;
    back.extend_from_slice(&length.to_le_bytes());
    back.extend_from_slice(END_MAGIC);
    back
}

/// What the bytes around the pieces say.
pub(super) struct Parts {
    pub(super) layout: Layout,
    pub(super) plain_blake3: blake3::Hash,
    pub(super) model: Model,
    pub(super) pieces: Vec<Piece>,
    pub(super) counts: Vec<Vec<u64>>,
}

/// Reads and checks everything but the pieces.
///
/// # Errors
///
/// [`Error::Damaged`] if the bytes are not a whole archive with sound front and back, [`Error::Version`] or
/// [`Error::RulesDiffer`] if it is one of another format or other rules.
pub(super) fn parse(
    data: &[u8],
    path: &Path,
    rules: &KalahRules,
    seeds: u32,
) -> Result<Parts, Error> {
    let damaged = |damage| Error::damaged(path, damage);
    let checksum = |part| damaged(Damage::Checksum { part });
    let form = |part, reason: &str| {
        damaged(Damage::Form {
            part,
            reason: reason.to_owned(),
        })
    };
    let length = |expected: usize| {
        damaged(Damage::Length {
            expected: expected as u64,
            found: data.len() as u64,
        })
    };
    if data.len() < PREFIX + TAIL {
        return Err(length(PREFIX + TAIL));
    }
    let tail = data.len() - TAIL;
    let header = header_of(&data[..tail], path, MAGIC, ARCHIVE_VERSION)?;
    let header_end = PREFIX + header.len();
    let header = ArchiveHeader::decode(header).map_err(|reason| form("header", &reason))?;
    if header.rules != rules.id() {
        return Err(Error::RulesDiffer {
            path: path.to_owned(),
            expected: rules.id(),
            found: header.rules,
        });
    }
    let layout = rules.layout(seeds)?;
    let encoding = layout.encoding();
    let expected = ArchiveHeader {
        pits: rules.pits(),
        seeds,
        step: encoding.step(),
        bits: encoding.bits(),
        piece_values: PIECE_VALUES,
        plain_bytes: file_bytes(rules, &layout),
        ..header.clone()
    };
    if header != expected {
        let reason = format!("it is not the header of an archived layer of {seeds} seeds");
        return Err(form("header", &reason));
    }
    let model_end = header_end.saturating_add(header.model_bytes as usize);
    let model = data[..tail]
        .get(header_end..model_end)
        .ok_or_else(|| length(model_end.saturating_add(TAIL)))?;
    if crc32fast::hash(model) != header.model_checksum {
        return Err(checksum("model"));
    }
    let model = zstd::bulk::decompress(model, votes(rules.pits()))
        .map_err(|error| form("model", &error.to_string()))?;
    let model = model.into_iter().map(u8::cast_signed).collect();
    let model = Model::new(rules.pits(), encoding.codes(), model)
        .ok_or_else(|| form("model", "it has not a vote for every difference"))?;

    let count = (0..=seeds).map(|own| pieces(&layout, own)).sum::<u64>();
    let entries = usize::try_from(count)
        .ok()
        .and_then(|count| count.checked_mul(ENTRY));
    let footer = tail.checked_sub(u32_at(data, tail + 4) as usize);
    let table = footer
        .zip(entries)
        .and_then(|(footer, entries)| footer.checked_sub(entries))
        .filter(|&table| table >= model_end);
    let (Some(footer), Some(table)) = (footer, table) else {
        return Err(checksum("end"));
    };
    let mut end = data[tail..tail + 12].to_vec();
    end.extend_from_slice(&(data.len() as u64).to_le_bytes());
    end.extend_from_slice(END_MAGIC);
    if data[tail..] != end {
        return Err(checksum("end"));
    }
    if crc32fast::hash(&data[table..footer]) != u32_at(data, tail) {
        return Err(checksum("table of pieces"));
    }
    if crc32fast::hash(&data[footer..tail]) != u32_at(data, tail + 8) {
        return Err(checksum("footer"));
    }
    let counts = Footer::decode(&data[footer..tail])
        .map_err(|reason| form("footer", &reason))?
        .counts;
    let codes = encoding.codes() as usize;
    if counts.len() != layout.sub_layers().len() || counts.iter().any(|c| c.len() != codes) {
        return Err(form("footer", "it has not a count for every value"));
    }
    let mut from = model_end;
    let mut pieces = Vec::with_capacity((footer - table) / ENTRY);
    for entry in data[table..footer].chunks_exact(ENTRY) {
        let length = u32_at(entry, 0) as usize;
        pieces.push(Piece {
            from,
            length,
            checksum: u32_at(entry, 4),
        });
        from = from.saturating_add(length);
    }
    if from != table {
        return Err(form("table of pieces", "the pieces do not fill the file"));
    }
    Ok(Parts {
        layout,
        plain_blake3: blake3::Hash::from_bytes(header.plain_blake3),
        model,
        pieces,
        counts,
    })
}
