//! The header and the footer of a layer file, the only places where bincode serves.
//!
//! The configuration is the legacy one, little-endian with integers of fixed width, whose bytes equal those
//! of bincode 1.3; the limit keeps a damaged length from asking for memory.

use crate::format::encoding::BLOCK_VALUES;
use crate::format::layout::Layout;
use bincode::config::{Configuration, Fixint, Limit, LittleEndian};
use bincode::{Decode, Encode};

/// The most bytes of a header or footer: 64 histograms of 127 counts are below 70 KB.
const LIMIT: usize = 1 << 20;

const fn config() -> Configuration<LittleEndian, Fixint, Limit<LIMIT>> {
    bincode::config::legacy().with_limit::<LIMIT>()
}

/// What a layer file says of itself, before its values.
#[derive(Clone, PartialEq, Eq, Debug, Encode, Decode)]
pub(crate) struct Header {
    /// The rules with all options, as `LayerRules::id` writes them.
    pub(crate) rules: String,
    pub(crate) pits: u32,
    pub(crate) seeds: u32,
    /// The difference of neighbouring values.
    pub(crate) step: u32,
    pub(crate) bits: u32,
    pub(crate) block_values: u64,
    /// Rows, columns, offset in the body and bytes of each sub-layer.
    pub(crate) sub_layers: Vec<(u64, u64, u64, u64)>,
}

impl Header {
    pub(crate) fn new(rules: String, pits: u32, layout: &Layout) -> Self {
        Self {
            rules,
            pits,
            seeds: layout.seeds(),
            step: layout.encoding().step(),
            bits: layout.encoding().bits(),
            block_values: BLOCK_VALUES,
            sub_layers: layout
                .sub_layers()
                .iter()
                .map(|s| (s.rows, s.columns, s.offset, s.bytes))
                .collect(),
        }
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        bincode::encode_to_vec(self, config()).expect("a header is far below the limit")
    }

    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, String> {
        decode(bytes)
    }
}

/// What an archive says of itself, before its values.
#[derive(Clone, PartialEq, Eq, Debug, Encode, Decode)]
pub(crate) struct ArchiveHeader {
    /// The rules with all options.
    pub(crate) rules: String,
    pub(crate) pits: u32,
    pub(crate) seeds: u32,
    pub(crate) step: u32,
    pub(crate) bits: u32,
    pub(crate) piece_values: u64,
    /// The length of the layer file that was archived.
    pub(crate) plain_bytes: u64,
    /// Its BLAKE3 hash.
    pub(crate) plain_blake3: [u8; 32],
    /// The length of the compressed model.
    pub(crate) model_bytes: u32,
    /// Its CRC-32.
    pub(crate) model_checksum: u32,
}

impl ArchiveHeader {
    pub(crate) fn encode(&self) -> Vec<u8> {
        bincode::encode_to_vec(self, config()).expect("a header is far below the limit")
    }

    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, String> {
        decode(bytes)
    }
}

/// What a file of open boards says of itself, before their guarantees.
#[derive(Clone, PartialEq, Eq, Debug, Encode, Decode)]
pub(crate) struct OpenHeader {
    /// The rules with all options.
    pub(crate) rules: String,
    pub(crate) balls: u32,
    pub(crate) block_values: u64,
    /// The open boards of each class.
    pub(crate) open: Vec<u64>,
}

impl OpenHeader {
    pub(crate) fn encode(&self) -> Vec<u8> {
        bincode::encode_to_vec(self, config()).expect("a header is far below the limit")
    }

    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, String> {
        decode(bytes)
    }
}

/// What a layer file says of its values, after them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Encode, Decode)]
pub(crate) struct Footer {
    /// For each sub-layer, how many values have each code.
    pub(crate) counts: Vec<Vec<u64>>,
}

impl Footer {
    /// The bytes of the footer of a layout: a count of eight bytes for each list, and for each entry.
    pub(crate) fn bytes(layout: &Layout) -> u64 {
        8 + layout.sub_layers().len() as u64 * 8 * (1 + u64::from(layout.encoding().codes()))
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        bincode::encode_to_vec(self, config()).expect("a footer is far below the limit")
    }

    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, String> {
        decode(bytes)
    }
}

fn decode<T: Decode<()>>(bytes: &[u8]) -> Result<T, String> {
    match bincode::decode_from_slice(bytes, config()) {
        Ok((value, read)) if read == bytes.len() => Ok(value),
        Ok((_, read)) => Err(format!("{} bytes too many", bytes.len() - read)),
        Err(error) => Err(error.to_string()),
    }
}
