//! The headers and the footer of the files of a database, field by field as `docs/file-format.md`
//! has them.

use crate::format::encoding::BLOCK_VALUES;
use crate::format::fields::{FieldReader, FieldWriter};
use crate::format::layout::Layout;

/// The header of a layer file.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    pub(crate) sub_layers: Vec<[u64; 4]>,
}

impl Header {
    pub(crate) fn new(rules: String, pits: u32, layout: &Layout) -> Self {
        let sub_layers = layout.sub_layers().iter();
        Self {
            rules,
            pits,
            seeds: layout.seeds(),
            step: layout.encoding().step(),
            bits: layout.encoding().bits(),
            block_values: BLOCK_VALUES,
            sub_layers: sub_layers
                .map(|s| [s.rows, s.columns, s.offset, s.bytes])
                .collect(),
        }
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        FieldWriter::default()
            .text(&self.rules)
            .u32(self.pits)
            .u32(self.seeds)
            .u32(self.step)
            .u32(self.bits)
            .u64(self.block_values)
            .list(&self.sub_layers, |writer, sub_layer| {
                for &field in sub_layer {
                    writer.u64(field);
                }
            })
            .finish()
    }

    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, String> {
        let mut reader = FieldReader::new(bytes);
        let header = Self {
            rules: reader.text()?,
            pits: reader.u32()?,
            seeds: reader.u32()?,
            step: reader.u32()?,
            bits: reader.u32()?,
            block_values: reader.u64()?,
            sub_layers: reader.list(4 * size_of::<u64>(), |reader| {
                Ok([reader.u64()?, reader.u64()?, reader.u64()?, reader.u64()?])
            })?,
        };
        reader.finish()?;
        Ok(header)
    }
}

/// The header of an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
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
        FieldWriter::default()
            .text(&self.rules)
            .u32(self.pits)
            .u32(self.seeds)
            .u32(self.step)
            .u32(self.bits)
            .u64(self.piece_values)
            .u64(self.plain_bytes)
            .raw(&self.plain_blake3)
            .u32(self.model_bytes)
            .u32(self.model_checksum)
            .finish()
    }

    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, String> {
        let mut reader = FieldReader::new(bytes);
        let header = Self {
            rules: reader.text()?,
            pits: reader.u32()?,
            seeds: reader.u32()?,
            step: reader.u32()?,
            bits: reader.u32()?,
            piece_values: reader.u64()?,
            plain_bytes: reader.u64()?,
            plain_blake3: reader.raw()?,
            model_bytes: reader.u32()?,
            model_checksum: reader.u32()?,
        };
        reader.finish()?;
        Ok(header)
    }
}

/// The header of a file of open boards.
#[derive(Clone, PartialEq, Eq, Debug)]
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
        FieldWriter::default()
            .text(&self.rules)
            .u32(self.balls)
            .u64(self.block_values)
            .numbers(&self.open)
            .finish()
    }

    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, String> {
        let mut reader = FieldReader::new(bytes);
        let header = Self {
            rules: reader.text()?,
            balls: reader.u32()?,
            block_values: reader.u64()?,
            open: reader.numbers()?,
        };
        reader.finish()?;
        Ok(header)
    }
}

/// The footer of a layer file and of an archive.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Footer {
    /// For each sub-layer, how many values have each code.
    pub(crate) counts: Vec<Vec<u64>>,
}

impl Footer {
    /// The bytes of the footer of a layout: a length of eight bytes for each list, and eight for
    /// each count.
    pub(crate) fn bytes(layout: &Layout) -> u64 {
        8 + layout.sub_layers().len() as u64 * 8 * (1 + u64::from(layout.encoding().codes()))
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        FieldWriter::default()
            .list(&self.counts, |writer, counts| {
                writer.numbers(counts);
            })
            .finish()
    }

    /// The footer of a layer with this layout.
    pub(crate) fn decode(bytes: &[u8], layout: &Layout) -> Result<Self, String> {
        let mut reader = FieldReader::new(bytes);
        let counts = reader.list(size_of::<u64>(), FieldReader::numbers)?;
        reader.finish()?;
        let codes = layout.encoding().codes() as usize;
        if counts.len() != layout.sub_layers().len() || counts.iter().any(|c| c.len() != codes) {
            return Err("it has not a count for every value".to_owned());
        }
        Ok(Self { counts })
    }
}
