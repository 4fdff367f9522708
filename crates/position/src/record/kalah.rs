//! Records of Kalah games: tags as in TGK, then the turns, `3-6 2 1`, over as many lines as it takes.

use crate::error::ParseError;
use crate::notation::tags::{
    is_tag_name, skip_spaces_and_lines, take_comment, take_tag, write_tag,
};
use crate::notation::{Cursor, Word};
use crate::result::GameResult;
use crate::variant::error::StateError;
use crate::variant::history::GameHistory;
use crate::variant::spec::GameSpec;
use crate::variant::state::GameState;

/// Lines of turns are no longer than this, in characters.
const WIDTH: usize = 100;

/// What the tags say of the game.
#[derive(Default)]
struct Head<'a> {
    game: Option<(GameSpec, Word<'a>)>,
    position: Option<Word<'a>>,
}

impl<'a> Head<'a> {
    fn set(&mut self, name: &str, value: Word<'a>) -> Result<(), ParseError> {
        match name {
            "Game" => match value.text.parse() {
                Ok(spec @ GameSpec::Kalah { .. }) => self.game = Some((spec, value)),
                Ok(GameSpec::Toguz { .. }) => return Err(value.refuse("a game of Kalah")),
                Err(error) => return Err(value.refuse(format!("a game of Kalah ({error})"))),
            },
            "Position" => self.position = Some(value),
            _ => {}
        }
        Ok(())
    }

    fn start(&self, default: &GameSpec, begin: Word<'a>) -> Result<GameState, ParseError> {
        let (spec, word) = self.game.unwrap_or((*default, begin));
        if let Some(position) = self.position {
            return GameState::from_text(&spec, position.text)
                .map_err(|error| error.within(position.place));
        }
        match GameState::start(&spec) {
            Ok(state) => Ok(state),
            Err(StateError::NoStart { .. }) => Err(word
                .refuse("the seeds in each pit, as in [Game \"kalah:6,4\"], or the tag Position")),
            Err(error) => Err(word.refuse(format!("a start that is held ({error})"))),
        }
    }
}

fn take_turns(cursor: &mut Cursor<'_>, history: &mut GameHistory) -> Result<(), ParseError> {
    loop {
        skip_spaces_and_lines(cursor);
        match cursor.peek() {
            None | Some('[') => return Ok(()),
            Some('{') => {
                take_comment(cursor)?;
                continue;
            }
            Some(_) => {}
        }
        let word = cursor.take_while(|c| !c.is_whitespace() && !matches!(c, '{' | ';'));
        if word.text == "*" || word.text.parse::<GameResult>().is_ok() {
            return Ok(());
        }
        let turn = history.now().read_turn(word.text);
        for pit in turn.map_err(|error| error.within(word.place))? {
            history.push(pit);
        }
    }
}

pub(super) fn read(text: &str, default: &GameSpec) -> Result<Vec<GameHistory>, ParseError> {
    let mut cursor = Cursor::new(text.strip_prefix('\u{feff}').unwrap_or(text));
    let mut histories = Vec::new();
    skip_spaces_and_lines(&mut cursor);
    if cursor.is_at_end() {
        return Err(cursor.refuse("a game: tags or turns"));
    }
    while !cursor.is_at_end() {
        let begin = cursor.word();
        let mut head = Head::default();
        while cursor.peek() == Some('[') {
            let [name, value] = take_tag(&mut cursor)?;
            head.set(name.text, value)?;
            skip_spaces_and_lines(&mut cursor);
        }
        let mut history = GameHistory::new(head.start(default, begin)?);
        take_turns(&mut cursor, &mut history)?;
        skip_spaces_and_lines(&mut cursor);
        histories.push(history);
    }
    Ok(histories)
}

pub(super) fn write(history: &GameHistory, tags: &[(&str, &str)]) -> String {
    let mut text = String::new();
    let own = history.own_tags();
    let free = |name: &&(&str, &str)| is_tag_name(name.0) && own.iter().all(|own| own.0 != name.0);
    for (name, value) in tags.iter().filter(free) {
        text.push_str(&write_tag(name, value));
    }
    for (name, value) in &own {
        text.push_str(&write_tag(name, value));
    }
    text.push('\n');
    let mut width = 0;
    let moves = history.write_moves();
    let result = history.now().result();
    let result = result.map_or_else(|| "*".to_owned(), |result| result.to_string());
    for word in moves.split_whitespace().chain([result.as_str()]) {
        if width > 0 && width + 1 + word.len() > WIDTH {
            text.push('\n');
            width = 0;
        }
        if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += word.len();
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> GameSpec {
        text.parse().expect("a game")
    }

    #[test]
    fn records_read_back_with_any_start() {
        let spec = game("kalah:3,2");
        let mut history = GameHistory::new("kalah:3,2".parse().expect("a start"));
        while let Some(pit) = history.now().moves().iter().next() {
            history.push(pit);
        }
        let uneven = "1,0,2/0,3,1 1,0 n";
        let mut other = GameHistory::new(GameState::from_text(&spec, uneven).expect("a position"));
        other.push(other.now().moves().iter().next().expect("a move"));
        let text = history.to_record(&[("South", "a \"b\""), ("no name", "x"), ("Game", "toguz")])
            + "\n"
            + &other.to_record(&[]);
        assert!(text.contains("[Game \"kalah:3,2\"]"), "{text}");
        assert!(text.contains("[South \"a \\\"b\\\"\"]"), "{text}");
        assert!(text.contains("[Position \"1,0,2/0,3,1 1,0 n\"]"), "{text}");
        let read = read(&text, &game("kalah:6,4"));
        assert_eq!(read, Ok(vec![history, other]));
    }

    #[test]
    fn what_does_not_fit_is_named_with_its_place() {
        for (text, expected) in [
            ("", "column 1: expected a game"),
            ("[Game \"toguz\"]\n", "column 8: expected a game of Kalah"),
            ("[Game \"kalah:6\"]\n", "the seeds in each pit"),
            ("3-6 9\n", "column 5: expected a pit"),
            ("% note\n3-6 {why}\n1-2\n", "line 3, column 2"),
            ("[Position \"1/1 0,0 s\"]\n", "column 13"),
        ] {
            let error = read(text, &game("kalah:6,4")).expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
