//! Kalah positions as plain numbers, in the orders in which programs print their boards.
//!
//! Most of these lists do not say which order is theirs, and two orders give two positions. A list
//! is a position only if all orders agree on it; else [`KalahState::readings`] names them all.

use super::board::{board, state};
use crate::error::ParseError;
use crate::kalah::{KalahRules, KalahState, MAX_STORE};
use crate::notation::cursor::{Cursor, Number};
use crate::side::Side;

/// A position that a list of numbers may stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KalahReading {
    /// The order of the numbers.
    pub order: &'static str,
    /// The position, with South to move.
    pub state: KalahState,
}

/// An order of `2 m + 2` numbers: its name, and the places of South's first pit, South's store,
/// North's first pit and North's store, each as a function of the pits `m`.
type Order = (&'static str, fn(usize) -> [usize; 4]);

const ORDERS: [Order; 4] = [
    (
        "South's pits, South's store, North's pits, North's store",
        |m| [0, m, m + 1, 2 * m + 1],
    ),
    (
        "North's store, South's pits, South's store, North's pits",
        |m| [1, m + 1, m + 2, 0],
    ),
    ("South's pits, North's pits, both stores", |m| {
        [0, 2 * m, m, 2 * m + 1]
    }),
    ("both stores, South's pits, North's pits", |m| {
        [2, 0, m + 2, 1]
    }),
];

/// The characters of a list of numbers.
const fn is_listed(character: char) -> bool {
    character.is_ascii_digit()
        || character.is_whitespace()
        || matches!(character, ',' | ';' | '|' | '[' | ']' | '(' | ')')
}

/// Whether the text is nothing but numbers and what may stand between them.
pub(super) fn is_list(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit()) && text.chars().all(is_listed)
}

fn numbers(text: &str) -> Result<Vec<Number<'_>>, ParseError> {
    let mut cursor = Cursor::new(text);
    let mut numbers = Vec::new();
    loop {
        cursor.take_while(|c| !c.is_ascii_digit());
        if cursor.is_at_end() {
            return Ok(numbers);
        }
        let word = cursor.take_while(|c| c.is_ascii_digit());
        let value = word.number().ok_or_else(|| word.refuse("a number"))?;
        numbers.push(Number { value, word });
    }
}

impl KalahState {
    /// The positions that a list of numbers may stand for, South to move, each once: rows without
    /// stores (`2 m` numbers for `m` pits a side), rows with stores in any of the usual orders
    /// (`2 m + 2`), or the board of the Kalah Game Protocol without its angle brackets (`2 m + 3`).
    /// Commas, spaces, bars and brackets may stand between the numbers. None if the text is no such
    /// list.
    ///
    /// # Errors
    ///
    /// [`ParseError`] if there are more seeds than are held.
    pub fn readings(rules: &KalahRules, text: &str) -> Result<Vec<KalahReading>, ParseError> {
        if !is_list(text) {
            return Ok(Vec::new());
        }
        let mut numbers = numbers(text)?;
        let pits = rules.pits() as usize;
        let mut orders = &ORDERS[..];
        if numbers.len() == 2 * pits + 3 && numbers[0].value as usize == pits {
            numbers.remove(0);
            orders = &ORDERS[3..];
        } else if numbers.len() == 2 * pits {
            let position = board(rules, &numbers[..pits], &numbers[pits..])?;
            return Ok(vec![KalahReading {
                order: "South's pits, North's pits",
                state: Self::new(position),
            }]);
        } else if numbers.len() != 2 * pits + 2 {
            return Ok(Vec::new());
        }
        let mut readings: Vec<KalahReading> = Vec::new();
        for (order, places) in orders {
            let [south, south_store, north, north_store] = places(pits);
            let stores = [numbers[south_store], numbers[north_store]];
            if let Some(large) = stores.iter().find(|store| store.value > MAX_STORE) {
                return Err(large.word.refuse(format!("a store of at most {MAX_STORE}")));
            }
            let (south, north) = (&numbers[south..south + pits], &numbers[north..north + pits]);
            let state = state(board(rules, south, north)?, stores, Side::First);
            if readings.iter().all(|reading| reading.state != state) {
                readings.push(KalahReading { order, state });
            }
        }
        Ok(readings)
    }

    /// Reads a list of numbers that stands for one position only. If an order makes it a start,
    /// with empty stores and the same number in all pits, that is the one.
    pub(super) fn from_numbers(rules: &KalahRules, text: &str) -> Result<Self, ParseError> {
        let readings = Self::readings(rules, text)?;
        if let Some(start) = readings.iter().find(|reading| reading.is_start(rules)) {
            return Ok(start.state);
        }
        match readings[..] {
            [only] => Ok(only.state),
            [] => Err(Cursor::new(text).refuse(format!(
                "the position, as in `{}`",
                example(rules).to_text(rules)
            ))),
            _ => Err(Cursor::new(text).refuse(format!(
                "the position of one order, where {} orders of the numbers give different ones",
                readings.len()
            ))),
        }
    }
}

impl KalahReading {
    fn is_start(&self, rules: &KalahRules) -> bool {
        let position = self.state.position();
        let mut pits = position
            .own_pits(rules)
            .chain(position.opponent_pits(rules));
        let first = pits.next();
        self.state.stores() == [0, 0] && first > Some(0) && pits.all(|seeds| Some(seeds) == first)
    }
}

/// A position to show the form by.
fn example(rules: &KalahRules) -> KalahState {
    let start = crate::kalah::KalahPosition::start(rules, 4);
    KalahState::new(start.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use crate::kalah::{KalahRules, KalahState};

    fn texts(pits: u32, text: &str) -> Vec<String> {
        let rules = KalahRules::new(pits).expect("rules");
        let readings = KalahState::readings(&rules, text).expect("few seeds");
        let text = |reading: &super::KalahReading| reading.state.to_text(&rules);
        readings.iter().map(text).collect()
    }

    #[test]
    fn every_order_is_named_once() {
        assert_eq!(
            texts(2, "1 2 3 4 5 6"),
            [
                "1,2/4,5 3,6 s",
                "2,3/5,6 4,1 s",
                "1,2/3,4 5,6 s",
                "3,4/5,6 1,2 s"
            ]
        );
        assert_eq!(texts(2, "[1, 2,\n 3, 4]"), ["1,2/3,4 0,0 s"]);
        assert_eq!(texts(2, "2,1,2,3,4,5,6"), ["3,4/5,6 1,2 s"]);
        assert_eq!(texts(2, "0 0 0 0 0 0").len(), 1);
        assert!(texts(2, "1 2 3 4 5").is_empty());
        assert!(texts(2, "1,2/3,4 0,0 s").is_empty());
    }

    #[test]
    fn what_stands_for_one_position_is_read() {
        let rules = KalahRules::new(3).expect("rules");
        for (text, position) in [
            ("4 4 4 4 4 4", "4,4,4/4,4,4 0,0 s"),
            ("[0, 4, 4, 4, 0, 4, 4, 4]", "4,4,4/4,4,4 0,0 s"),
            ("4, 4, 4, 0, 4, 4, 4, 0", "4,4,4/4,4,4 0,0 s"),
            ("3 1 2 3 4 5 6 7 8", "3,4,5/6,7,8 1,2 s"),
            ("<3, 0,0, 3,1,0, 1,1,1>", "3,1,0/1,1,1 0,0 s"),
            ("3, 1, 0 / 1 ,1, 1  0, 0 n", "3,1,0/1,1,1 0,0 n"),
            ("3,1,0/1,1,1", "3,1,0/1,1,1 0,0 s"),
        ] {
            let state = KalahState::from_text(&rules, text).expect(text);
            assert_eq!(state.to_text(&rules), position, "{text}");
        }
        let error = KalahState::from_text(&rules, "1 2 3 0 1 2 3 4").expect_err("four readings");
        assert!(error.to_string().contains("4 orders"), "{error}");
        let error = KalahState::from_text(&rules, "1 2 3 0 1 2 3").expect_err("seven numbers");
        assert!(error.to_string().contains("4,4,4/4,4,4 0,0 s"), "{error}");
    }
}
