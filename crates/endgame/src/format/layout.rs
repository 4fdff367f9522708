//! The place of each value in a layer file.

use crate::format::encoding::{BLOCK_VALUES, Encoding};

/// The sub-layers of a layer of `n` seeds: how many rows and columns each has, and where its packed
/// values and block checksums lie. In Kalah they go by the seeds `s = 0..=n` in the mover's row, in
/// the Toguz family by the class of tuzdiks, each one row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    seeds: u32,
    encoding: Encoding,
    sub_layers: Vec<SubLayer>,
}

/// The place of one sub-layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SubLayer {
    /// Rows of the mover.
    pub rows: u64,
    /// Rows of the opponent: values in a row of the matrix.
    pub columns: u64,
    /// The first byte of its values, from the beginning of the body.
    pub offset: u64,
    /// The bytes of its values.
    pub bytes: u64,
    /// The number of its first block within the layer.
    pub first_block: u64,
}

impl SubLayer {
    /// How many values there are.
    #[must_use]
    pub const fn values(&self) -> u64 {
        self.rows * self.columns
    }

    /// How many blocks there are.
    #[must_use]
    pub const fn blocks(&self) -> u64 {
        self.values().div_ceil(BLOCK_VALUES)
    }
}

impl Layout {
    /// The layout of a layer whose sub-layers have so many rows and columns.
    pub(crate) fn new(
        seeds: u32,
        encoding: Encoding,
        grids: impl Iterator<Item = (u64, u64)>,
    ) -> Self {
        let (mut offset, mut first_block) = (0, 0);
        let sub_layers = grids
            .map(|(rows, columns)| {
                let bytes = encoding.packed_bytes(rows * columns);
                let sub_layer = SubLayer {
                    rows,
                    columns,
                    offset,
                    bytes,
                    first_block,
                };
                offset += bytes;
                first_block += sub_layer.blocks();
                sub_layer
            })
            .collect();
        Self {
            seeds,
            encoding,
            sub_layers,
        }
    }

    /// The seeds on the board.
    #[must_use]
    pub const fn seeds(&self) -> u32 {
        self.seeds
    }

    /// How values are coded.
    #[must_use]
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The sub-layer with so many seeds in the mover's row.
    ///
    /// # Panics
    ///
    /// If the layer has fewer seeds.
    #[inline(always)]
    #[must_use]
    pub fn sub_layer(&self, own: u32) -> &SubLayer {
        &self.sub_layers[own as usize]
    }

    /// All sub-layers.
    #[must_use]
    pub fn sub_layers(&self) -> &[SubLayer] {
        &self.sub_layers
    }

    /// All values of the layer.
    #[must_use]
    pub fn values(&self) -> u64 {
        self.sub_layers.iter().map(SubLayer::values).sum()
    }

    /// The bytes of all packed values.
    #[must_use]
    pub fn body_bytes(&self) -> u64 {
        self.sub_layers
            .iter()
            .map(|sub_layer| sub_layer.bytes)
            .sum()
    }

    /// The blocks of all sub-layers.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.sub_layers.iter().map(SubLayer::blocks).sum()
    }

    /// The bytes of a full block.
    #[must_use]
    pub const fn block_bytes(&self) -> u64 {
        BLOCK_VALUES / 8 * self.encoding.bits() as u64
    }

    /// The bytes of one block of a sub-layer, from the beginning of the body.
    #[must_use]
    pub fn block_range(&self, own: u32, block: u64) -> std::ops::Range<u64> {
        let sub_layer = self.sub_layer(own);
        let from = block * self.block_bytes();
        let to = (from + self.block_bytes()).min(sub_layer.bytes);
        sub_layer.offset + from..sub_layer.offset + to
    }
}
