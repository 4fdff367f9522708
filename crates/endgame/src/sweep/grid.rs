//! Values of a sub-layer, a byte a position: rows of bytes with some slack behind the last.

use super::lanes::{STRIP, transpose_tile};

/// Bytes that may be read behind the end of a row, so that short runs are copied sixteen bytes at a time.
pub(crate) const SLACK: usize = STRIP;

/// A matrix of values. Which player's row is which is said where it is used.
#[derive(Default)]
pub(crate) struct Grid {
    data: Vec<i8>,
    width: usize,
}

impl Grid {
    /// A grid of zeros.
    pub(crate) fn new(height: usize, width: usize) -> Self {
        let data = vec![0; height * width + SLACK];
        prefer_huge_pages(&data);
        Self { data, width }
    }

    /// The bytes of memory that a grid takes.
    pub(crate) const fn bytes(height: u64, width: u64) -> u64 {
        height * width + SLACK as u64
    }

    /// One row, with the slack behind it.
    #[inline(always)]
    pub(crate) fn row(&self, row: usize) -> &[i8] {
        &self.data[row * self.width..(row + 1) * self.width + SLACK]
    }

    /// One row to be written, without the slack.
    #[inline(always)]
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [i8] {
        &mut self.data[row * self.width..(row + 1) * self.width]
    }

    /// All values, row after row.
    pub(crate) fn values(&self) -> &[i8] {
        &self.data[..self.data.len() - SLACK]
    }

    /// All values, to be written.
    pub(crate) fn values_mut(&mut self) -> &mut [i8] {
        let end = self.data.len() - SLACK;
        &mut self.data[..end]
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

/// Asks the system to back large memory with huge pages, where it does so on request: fewer page faults while it
/// is filled, fewer misses of address translation while it is read.
fn prefer_huge_pages(data: &[i8]) {
    #[cfg(target_os = "linux")]
    {
        const HUGE: usize = 2 << 20;
        let begin = data.as_ptr().align_offset(HUGE);
        if begin < data.len() {
            let inner = &data[begin..];
            let whole = inner.len() / HUGE * HUGE;
            // SAFETY: the pages lie wholly inside memory that this process owns, and the advice changes neither
            // their content nor their protection.
            let advised = unsafe {
                rustix::mm::madvise(
                    inner.as_ptr().cast_mut().cast(),
                    whole,
                    rustix::mm::Advice::LinuxHugepage,
                )
            };
            // A system without huge pages says no, and nothing depends on it.
            let _ = advised;
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = data;
}

/// The grid with rows and columns exchanged.
pub(crate) fn transpose(grid: &Grid) -> Grid {
    /// Rows that are turned before going on to the next columns, so that what is written stays in the cache.
    const BAND: usize = 8 * STRIP;
    let (height, width) = (grid.height(), grid.width());
    let mut turned = Grid::new(width, height);
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
        // What is read behind the end of a row is not written.
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
