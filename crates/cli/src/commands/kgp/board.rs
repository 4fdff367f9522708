//! Boards of the Kalah Game Protocol, with any number of pits that it is played with.

use mancala_position::kalah::{KalahRules, WideKalah, WideKalahPosition};
use mancala_position::{Game, PositionError, RuleError};
use std::fmt;

/// A board with South to move. The rules are the protocol's: captures of the opposite seeds and the
/// last one, an end as soon as a row is empty, and the rest to its owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Board {
    pub(super) game: WideKalah,
    pub(super) position: WideKalahPosition,
    /// South's store and North's.
    pub(super) stores: [u32; 2],
}

/// The reason why a text is no board.
#[derive(Debug)]
pub(super) enum BoardError {
    /// It is not `<m,south_store,north_store,s1,..,sm,n1,..,nm>`.
    Form,
    /// The number of pits is not played.
    Pits(RuleError),
    /// There are too many seeds.
    Seeds(PositionError),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form => f.write_str("a board is <m,south_store,north_store,s1,..,sm,n1,..,nm>"),
            Self::Pits(error) => error.fmt(f),
            Self::Seeds(error) => error.fmt(f),
        }
    }
}

impl Board {
    /// Reads a board, with blanks anywhere between its numbers.
    pub(super) fn parse(text: &str) -> Result<Self, BoardError> {
        let inner = text
            .trim()
            .strip_prefix('<')
            .and_then(|text| text.strip_suffix('>'));
        let numbers = inner.ok_or(BoardError::Form)?.split(',');
        let numbers: Option<Vec<u32>> = numbers.map(|number| number.trim().parse().ok()).collect();
        let numbers = numbers.ok_or(BoardError::Form)?;
        let &[pits, south, north, ref rows @ ..] = numbers.as_slice() else {
            return Err(BoardError::Form);
        };
        let options = KalahRules::new(6).map_err(BoardError::Pits)?;
        let game = WideKalah::new(pits, &options).map_err(BoardError::Pits)?;
        if rows.len() != 2 * pits as usize {
            return Err(BoardError::Form);
        }
        let (own, opponent) = rows.split_at(pits as usize);
        Ok(Self {
            game,
            position: WideKalahPosition::new(&game, own, opponent).map_err(BoardError::Seeds)?,
            stores: [south, north],
        })
    }

    /// South's pits.
    pub(super) fn south(&self) -> impl Iterator<Item = u32> {
        self.row(*self.position.own())
    }

    /// North's pits, from North's left.
    pub(super) fn north(&self) -> impl Iterator<Item = u32> {
        self.row(*self.position.opponent())
    }

    fn row<const N: usize>(&self, row: [u16; N]) -> impl Iterator<Item = u32> {
        row.into_iter()
            .take(self.game.pits() as usize)
            .map(u32::from)
    }

    /// The board after a move of South, seen as before, and whether South moves again. `None` if
    /// the move is not legal.
    pub(super) fn after(&self, pit: u32) -> Option<(Self, bool)> {
        let step = self.game.play(&self.position, pit).ok()?;
        let position = if step.again {
            step.position
        } else {
            step.position.turned()
        };
        let [south, north] = self.stores;
        let board = Self {
            game: self.game,
            position,
            stores: [south.saturating_add_signed(step.gain), north],
        };
        Some((board, step.again))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [south, north] = self.stores;
        write!(f, "<{},{south},{north}", self.game.pits())?;
        for seeds in self.south().chain(self.north()) {
            write!(f, ",{seeds}")?;
        }
        f.write_str(">")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_and_written() {
        for text in [
            "<1,0,0,1,1>",
            "<3,10,2,1,2,3,4,2,0>",
            "<12,0,0,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4>",
        ] {
            assert_eq!(Board::parse(text).expect(text).to_string(), text);
        }
        let spaced = Board::parse("< 3, 10,2 ,1,2,3, 4,2,0 >").expect("a board");
        assert_eq!(spaced.to_string(), "<3,10,2,1,2,3,4,2,0>");
        for text in [
            "",
            "<>",
            "<3>",
            "<3,0,0,1,1,1,1,1>",
            "<13,0,0>",
            "<0,0,0>",
            "<1,0,0,x,1>",
            "<1,0,0,2000,1>",
            "<1,0,0,-1,1>",
        ] {
            assert!(Board::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn moves_are_seen_by_south() {
        let start = Board::parse("<3,0,0,3,3,3,3,3,3>").expect("a board");
        let (after, again) = start.after(0).expect("a move");
        assert_eq!(after.to_string(), "<3,1,0,0,4,4,3,3,3>");
        assert!(again);
        let (after, again) = start.after(1).expect("a move");
        assert_eq!(after.to_string(), "<3,1,0,3,0,4,4,3,3>");
        assert!(!again);
        assert_eq!(start.after(3), None);
    }
}
