//! Values of a sub-layer, a byte a position: rows of bytes with some slack behind the last.

/// Bytes that may be read behind the end of a row, so that short runs are copied sixteen bytes at a time.
pub(crate) const SLACK: usize = 16;

/// A matrix of values. Which player's row is which is said where it is used.
#[derive(Default)]
pub(crate) struct Grid {
    data: Vec<i8>,
    width: usize,
}

impl Grid {
    /// A grid of zeros.
    pub(crate) fn new(height: usize, width: usize) -> Self {
        Self {
            data: vec![0; height * width + SLACK],
            width,
        }
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

/// The grid with rows and columns exchanged.
pub(crate) fn transpose(grid: &Grid) -> Grid {
    const TILE: usize = 64;
    let (height, width) = (grid.height(), grid.width());
    let mut turned = Grid::new(width, height);
    let from = grid.values();
    let to = turned.values_mut();
    for top in (0..height).step_by(TILE) {
        let bottom = (top + TILE).min(height);
        for left in (0..width).step_by(TILE) {
            for column in left..(left + TILE).min(width) {
                let target = &mut to[column * height + top..column * height + bottom];
                for (value, row) in target.iter_mut().zip(top..) {
                    *value = from[row * width + column];
                }
            }
        }
    }
    turned
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
