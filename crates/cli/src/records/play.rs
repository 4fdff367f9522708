//! Checks of a record by playing: its turns must be those of the start, and its line must lead to
//! its value.

use super::record::Record;
use super::start::Start;
use super::value::RecordedValue;
use crate::text::kalah::final_margin;
use crate::text::numbers::signed;
use mancala_position::Game;
use mancala_position::kalah::{KalahRules, KalahState};
use mancala_position::notation::write_turn;
use mancala_search::Bounds;
use std::collections::HashMap;

/// A record of a start with more turns than this need not list all: most are the same moves in
/// another order, with the same result.
const LISTED: usize = 1000;

/// The result of playing a record.
#[derive(Debug, Default)]
pub(crate) struct Played {
    /// The positions of the line, from the start to its end or its first illegal move.
    pub(crate) line: Vec<KalahState>,
    /// The fault in the record.
    pub(crate) faults: Vec<String>,
}

impl Played {
    /// Plays a record's turns and its line.
    pub(crate) fn new(start: &Start, record: &Record) -> Self {
        let mut played = Self::default();
        played.check_value(start, record);
        let turns = record.moves.iter().map(|turn| turn.value);
        let exact = turns
            .chain([record.value])
            .all(|value| value.exact().is_some());
        if record.proved != exact {
            played.fault(if exact {
                "it has all values, and says that it is not proved"
            } else {
                "it has bounds in the place of values, and says that it is proved"
            });
        }
        if exact && record.moves.is_empty() != record.principal_variation.is_empty() {
            played.fault("it has first turns without a line, or a line without first turns");
        }
        if !record.moves.is_empty() {
            played.check_turns(start, record);
        }
        if !record.principal_variation.is_empty() {
            played.check_line(start, record);
        }
        played
    }

    fn fault(&mut self, message: impl Into<String>) {
        self.faults.push(message.into());
    }

    fn check_value(&mut self, start: &Start, record: &Record) {
        let seeds = start.state.position().seeds();
        let turns = record.moves.iter().map(|turn| turn.value);
        for value in turns.chain([record.value]) {
            let Bounds { lower, upper } = value.bounds();
            let odd = |value: i32| {
                start.rules.shares_out_all_seeds()
                    && !value.unsigned_abs().abs_diff(seeds).is_multiple_of(2)
            };
            let impossible = |&value: &i32| value.unsigned_abs() > seeds || odd(value);
            if let Some(value) = [lower, upper].into_iter().find(impossible) {
                self.fault(format!("{} cannot be a value of it", signed(value)));
            }
            if lower > upper {
                self.fault(format!("no value is {}", value.words()));
            }
        }
    }

    fn check_turns(&mut self, start: &Start, record: &Record) {
        let mut recorded = HashMap::new();
        for turn in &record.moves {
            if recorded.insert(turn.r#move.as_str(), turn.value).is_some() {
                self.fault(format!("turn {} is there twice", turn.r#move));
            }
            match start.state.read_turn(&start.rules, &turn.r#move) {
                Ok(game) if is_whole(start, &game.end) => {}
                Ok(_) => self.fault(format!("turn {} does not end there", turn.r#move)),
                Err(error) => self.fault(format!("turn {}: {error}", turn.r#move)),
            }
        }
        let mut turns = Vec::new();
        list_turns(&start.rules, &start.state, &mut Vec::new(), &mut turns);
        if turns.len() <= LISTED {
            for turn in turns {
                if !recorded.contains_key(turn.as_str()) {
                    self.fault(format!("turn {turn} is missing"));
                }
            }
        }
        let best = RecordedValue::of_best(record.moves.iter().map(|turn| turn.value));
        if let Some(best) = best
            && !best.agrees_with(record.value.bounds())
        {
            self.fault(format!(
                "the best turn is worth {}, and the start {}",
                best.words(),
                record.value.words()
            ));
        }
    }

    fn check_line(&mut self, start: &Start, record: &Record) {
        let rules = &start.rules;
        let text = record.principal_variation.join(" ");
        let game = match start.state.read_game(rules, &text) {
            Ok(game) => game,
            Err(error) => return self.fault(format!("the line: {error}")),
        };
        let first = &record.principal_variation[0];
        let turn = record.moves.iter().find(|turn| turn.r#move == *first);
        // The first turn of the line may be another order of a listed one.
        if let Some(turn) = turn
            && turn.value != record.value
        {
            self.fault(format!(
                "the line begins with {first}, which is not the best turn"
            ));
        }
        let mut state = start.state;
        self.line.push(state);
        for &pit in &game.moves {
            state = state.play_unchecked(rules, pit);
            self.line.push(state);
        }
        match state.final_stores(rules) {
            None => self.fault("the line stops before the end of the game"),
            Some([south, north]) => {
                let margin = i64::from(south) - i64::from(north);
                let value = record.value.exact();
                if value.is_none_or(|value| margin != final_margin(&start.state, value)) {
                    self.fault(format!(
                        "the line ends with a margin of {}, and the value is {}",
                        signed(margin),
                        record.value.words()
                    ));
                }
            }
        }
        if start.state.write_game(rules, &game.moves) != text {
            self.fault("the line is not divided into turns");
        }
    }
}

fn is_whole(start: &Start, end: &KalahState) -> bool {
    end.to_move() != start.state.to_move() || start.rules.is_finished(&end.position())
}

/// Lists the complete turns of a position; stops after [`LISTED`].
fn list_turns(
    rules: &KalahRules,
    state: &KalahState,
    begun: &mut Vec<u32>,
    turns: &mut Vec<String>,
) {
    for pit in rules.moves(&state.position()) {
        if turns.len() > LISTED {
            return;
        }
        let next = state.play_unchecked(rules, pit);
        begun.push(pit);
        if next.to_move() == state.to_move() && !rules.is_finished(&next.position()) {
            list_turns(rules, &next, begun, turns);
        } else {
            turns.push(write_turn(begun));
        }
        begun.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::Turn;

    fn record() -> Record {
        let turn = |name: &str, value_seeds| Turn {
            r#move: name.to_owned(),
            value: RecordedValue::exactly(value_seeds),
        };
        Record {
            game: "kalah:2,1".to_owned(),
            rules: "kalah:2,capture=standard,end=at-once,leftover=owner,lap=plain".to_owned(),
            proved: true,
            value: RecordedValue::exactly(2),
            moves: vec![turn("1", -2), turn("2-1", 2)],
            principal_variation: vec!["2-1".to_owned()],
            nodes: 5,
            elapsed_ms: 0,
            threads: 1,
            drivers: vec!["mtdf".to_owned()],
            database_seeds: None,
            version: "0.1.0".to_owned(),
            command: "mancala solve kalah:2,1 --no-db".to_owned(),
        }
    }

    fn between(lower: i32, upper: i32) -> RecordedValue {
        Bounds { lower, upper }.into()
    }

    #[test]
    fn a_stopped_proof_with_bounds_has_no_faults() {
        let stopped = |record: &mut Record| {
            record.proved = false;
            record.principal_variation.clear();
            record.value = between(0, 2);
            record.moves[1].value = between(-2, 2);
        };
        assert_eq!(faults(stopped), "");
    }

    fn faults(change: impl FnOnce(&mut Record)) -> String {
        let mut record = record();
        change(&mut record);
        let start = record.start().unwrap();
        Played::new(&start, &record).faults.join("; ")
    }

    #[test]
    fn a_correct_record_has_no_faults() {
        assert_eq!(faults(|_| ()), "");
        let record = record();
        assert_eq!(record.best(), ["2-1"]);
        assert_eq!(record.pie_value(), Some(-2));
        let played = Played::new(&record.start().unwrap(), &record);
        assert_eq!(played.line.len(), 3);
    }

    type Change = fn(&mut Record);

    #[test]
    fn faults_are_named() {
        let cases: [(&str, Change); 14] = [
            ("cannot be a value", |record| {
                record.moves[0].value = RecordedValue::exactly(1)
            }),
            ("cannot be a value", |record| {
                record.moves[0].value = RecordedValue::exactly(-6)
            }),
            ("turn 1 is missing", |record| drop(record.moves.remove(0))),
            ("is there twice", |record| {
                record.moves.push(record.moves[0].clone())
            }),
            ("does not end there", |record| {
                record.moves[1].r#move = "2".to_owned()
            }),
            ("turn 3:", |record| record.moves[0].r#move = "3".to_owned()),
            ("the best turn is worth +2", |record| {
                record.value = RecordedValue::exactly(4)
            }),
            ("a margin of +2", |record| {
                record.value = RecordedValue::exactly(-2)
            }),
            ("the line: ", |record| {
                record.principal_variation.push("1".to_owned())
            }),
            ("before the end", |record| {
                record.principal_variation = vec!["1".to_owned()];
            }),
            ("without a line", |record| {
                record.principal_variation.clear()
            }),
            ("says that it is not proved", |record| record.proved = false),
            ("says that it is proved", |record| {
                record.moves[0].value = between(-2, 0);
            }),
            ("the best turn is worth -2 to 0", |record| {
                record.proved = false;
                record.moves[1].value = between(-2, 0);
            }),
        ];
        for (part, change) in cases {
            let found = faults(change);
            assert!(found.contains(part), "{part}: {found}");
        }
    }
}
