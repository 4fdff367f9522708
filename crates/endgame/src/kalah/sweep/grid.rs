//! Values of a sub-layer, a byte a position: rows of bytes with some slack behind the last.

use super::lanes::{STRIP, transpose_tile};
use super::storage::Storage;
use std::io;
use std::path::Path;

/// Bytes that may be read behind the end of a row, so that short runs are copied sixteen bytes at a
/// time.
pub(crate) const SLACK: usize = STRIP;

/// A matrix of values. Which player's row is which is said where it is used.
pub(crate) struct Grid {
    data: Storage,
    width: usize,
}

impl Grid {
    /// A grid of zeros.
    pub(crate) fn new(height: usize, width: usize) -> Self {
        Self::reusing(Vec::new(), height, width)
    }

    /// A grid in memory that served another, with whatever values that has left. More is taken
    /// where it does not suffice.
    pub(crate) fn reusing(memory: Vec<i8>, height: usize, width: usize) -> Self {
        Self {
            data: Storage::memory(memory, height * width + SLACK),
            width,
        }
    }

    /// The memory, for another grid; none if the grid lies on disk.
    pub(crate) fn into_memory(self) -> Option<Vec<i8>> {
        self.data.into_memory()
    }

    /// Moves the values to a file without a name in a folder, which is gone when the grid is.
    ///
    /// # Errors
    ///
    /// If the file cannot be made, written or mapped.
    pub(crate) fn into_scratch(self, folder: &Path) -> io::Result<Self> {
        Ok(Self {
            data: self.data.into_scratch(folder)?,
            width: self.width,
        })
    }

    /// The bytes of memory that a grid takes.
    pub(crate) const fn bytes(height: u64, width: u64) -> u64 {
        height * width + SLACK as u64
    }

    /// One row, with the slack behind it.
    #[inline(always)]
    pub(crate) fn row(&self, row: usize) -> &[i8] {
        &self.data.bytes()[row * self.width..(row + 1) * self.width + SLACK]
    }

    /// One row to be written, without the slack.
    #[inline(always)]
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [i8] {
        &mut self.data.bytes_mut()[row * self.width..(row + 1) * self.width]
    }

    /// All values, row after row.
    pub(crate) fn values(&self) -> &[i8] {
        let data = self.data.bytes();
        &data[..data.len() - SLACK]
    }

    /// All values, to be written.
    pub(crate) fn values_mut(&mut self) -> &mut [i8] {
        let data = self.data.bytes_mut();
        let end = data.len() - SLACK;
        &mut data[..end]
    }

    /// How many values there are in a row.
    pub(crate) const fn width(&self) -> usize {
        self.width
    }

    /// How many rows there are.
    pub(crate) fn height(&self) -> usize {
        self.values().len() / self.width
    }
}

/// The grid with rows and columns exchanged.
pub(crate) fn transpose(grid: &Grid) -> Grid {
    transpose_into(grid, Vec::new())
}

/// The same, in memory that served another grid.
pub(crate) fn transpose_into(grid: &Grid, memory: Vec<i8>) -> Grid {
    /// Rows that are turned before going on to the next columns, so that what is written stays in
    /// the cache.
    const BAND: usize = 8 * STRIP;
    let (height, width) = (grid.height(), grid.width());
    let mut turned = Grid::reusing(memory, width, height);
    for band in (0..height).step_by(BAND) {
        let band_end = (band + BAND).min(height);
        for left in (0..width).step_by(STRIP) {
            for top in (band..band_end).step_by(STRIP) {
                turn_tile(grid, &mut turned, top, left);
            }
        }
    }
    turned
}

/// Turns the tile that begins at a row and a column; at the edges, what there is of it.
#[inline(always)]
fn turn_tile(grid: &Grid, turned: &mut Grid, top: usize, left: usize) {
    let rows = STRIP.min(grid.height() - top);
    let columns = STRIP.min(grid.width() - left);
    let mut tile = [[0; STRIP]; STRIP];
    for (strip, row) in tile.iter_mut().zip(top..top + rows) {
        // Values read behind the end of a row are not written.
        let values: &[i8; STRIP] = grid.row(row)[left..left + STRIP]
            .try_into()
            .expect("a whole strip");
        *strip = values.map(i8::cast_unsigned);
    }
    let tile = transpose_tile(&tile);
    for (strip, column) in tile.iter().zip(left..left + columns) {
        let values = strip.map(u8::cast_signed);
        let to = turned.row_mut(column);
        match to[top..].first_chunk_mut::<STRIP>() {
            Some(to) => *to = values,
            None => to[top..].copy_from_slice(&values[..rows]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_exchanges_rows_and_columns() {
        for (height, width) in [(1, 1), (1, 200), (64, 64), (65, 130), (130, 3)] {
            let mut grid = Grid::new(height, width);
            for (index, value) in grid.values_mut().iter_mut().enumerate() {
                *value = i8::try_from(index * 31 % 127).expect("below 127");
            }
            let turned = transpose(&grid);
            assert_eq!((turned.height(), turned.width()), (width, height));
            for row in 0..height {
                for column in 0..width {
                    assert_eq!(grid.row(row)[column], turned.row(column)[row]);
                }
            }
        }
    }
}
