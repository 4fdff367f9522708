//! The lines of an export: positions and their values as CSV, written without allocating for each.

use super::range::Range;
use mancala_position::rank::RowRanker;
use mancala_position::row;

/// The form of a position in CSV.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// One quoted field: a position line with empty stores and South to move.
    Line,
    /// A field for each pit.
    Pits,
}

impl Form {
    /// The head.
    pub(super) fn head(self, pits: u32) -> String {
        match self {
            Self::Line => "position,own_seeds,value_seeds\n".to_owned(),
            Self::Pits => {
                let names = |letter: char| (1..=pits).map(move |pit| format!("{letter}{pit},"));
                let pits: String = names('o').chain(names('p')).collect();
                format!("{pits}own_seeds,value_seeds\n")
            }
        }
    }

    /// The text before the mover's row, between the rows, and after the opponent's.
    const fn around(self) -> [&'static str; 3] {
        match self {
            Self::Line => ["\"", "/", " 0,0 s\","],
            Self::Pits => ["", ",", ","],
        }
    }
}

/// The texts of all rows with a given sum, by rank.
struct Rows {
    text: Vec<u8>,
    /// The end of each row in the text.
    ends: Vec<usize>,
}

impl Rows {
    /// The rows, each between two texts.
    fn new(ranker: &RowRanker, sum: u32, before: &str, behind: &str) -> Self {
        let (mut text, mut ends) = (Vec::new(), Vec::new());
        for own in ranker.iter(sum) {
            text.extend_from_slice(before.as_bytes());
            for pit in 0..ranker.pits() {
                if pit > 0 {
                    text.push(b',');
                }
                text.extend_from_slice(row::get(own, pit).to_string().as_bytes());
            }
            text.extend_from_slice(behind.as_bytes());
            ends.push(text.len());
        }
        Self { text, ends }
    }

    fn get(&self, rank: usize) -> &[u8] {
        let from = rank.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[from..self.ends[rank]]
    }
}

/// The writer of the lines of a sub-layer.
pub(super) struct Lines {
    own: Rows,
    opponent: Rows,
    /// The end of a line for each value, from the least value on; empty for values left out.
    ends: Vec<String>,
    least: i32,
}

impl Lines {
    /// The lines of positions with so many seeds in the rows and a value within the range.
    pub(super) fn new(
        form: Form,
        ranker: &RowRanker,
        own: u32,
        opponent: u32,
        wanted: Range,
    ) -> Self {
        let most = (own + opponent).cast_signed();
        let [before, between, behind] = form.around();
        let end = |value| match wanted.contains(value) {
            true => format!("{own},{value}\n"),
            false => String::new(),
        };
        Self {
            own: Rows::new(ranker, own, before, between),
            opponent: Rows::new(ranker, opponent, "", behind),
            ends: (-most..=most).map(end).collect(),
            least: -most,
        }
    }

    /// The lines of the positions from index `first` on, at most `limit`, and their number.
    pub(super) fn write(&self, first: u64, values: &[i8], limit: u64) -> (Vec<u8>, u64) {
        let columns = self.opponent.ends.len();
        #[expect(
            clippy::cast_possible_truncation,
            reason = "an index of a row in memory"
        )]
        let (mut row, mut column) = (
            (first / columns as u64) as usize,
            (first % columns as u64) as usize,
        );
        let mut text = Vec::with_capacity(values.len() * LINE_BYTES);
        let mut count = 0;
        let mut own = self.own.get(row);
        for &value in values {
            let end = &self.ends[(i32::from(value) - self.least).unsigned_abs() as usize];
            if !end.is_empty() {
                if count == limit {
                    break;
                }
                text.extend_from_slice(own);
                text.extend_from_slice(self.opponent.get(column));
                text.extend_from_slice(end.as_bytes());
                count += 1;
            }
            column += 1;
            if column == columns && row + 1 < self.own.ends.len() {
                (row, column) = (row + 1, 0);
                own = self.own.get(row);
            }
        }
        (text, count)
    }
}

/// The usual length of a line.
const LINE_BYTES: usize = 40;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_follow_the_order_of_the_positions() {
        let ranker = RowRanker::new(2);
        let wanted = Range { first: -1, last: 3 };
        let values = [3, -3, 1, -1, 3, 1];
        let lines = Lines::new(Form::Line, &ranker, 1, 2, wanted);
        let (text, count) = lines.write(0, &values, 9);
        assert_eq!(count, 5);
        assert_eq!(
            String::from_utf8(text).expect("text"),
            "\"0,1/0,2 0,0 s\",1,3\n\"0,1/2,0 0,0 s\",1,1\n\"1,0/0,2 0,0 s\",1,-1\n\
             \"1,0/1,1 0,0 s\",1,3\n\"1,0/2,0 0,0 s\",1,1\n"
        );
        let lines = Lines::new(Form::Pits, &ranker, 1, 2, wanted);
        let (text, count) = lines.write(2, &values[2..], 2);
        assert_eq!(count, 2);
        assert_eq!(
            String::from_utf8(text).expect("text"),
            "0,1,2,0,1,1\n1,0,0,2,1,-1\n"
        );
        assert_eq!(Form::Pits.head(2), "o1,o2,p1,p2,own_seeds,value_seeds\n");
        assert_eq!(lines.write(0, &values, 0), (Vec::new(), 0));
    }
}
