//! The lines that come in.

use crate::matches::{Budget, Clocks};
use mancala_position::Side;
use std::time::Duration;

/// A line, read as far as it can be without knowing the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Uci,
    IsReady,
    NewGame,
    Stop,
    Quit,
    /// `d`: show the position.
    Show,
    Position {
        /// The position as it is written; none for `startpos`.
        text: Option<String>,
        /// Moves, each as it is written.
        moves: Vec<String>,
    },
    Go(Go),
    SetOption {
        name: String,
        value: String,
    },
    /// An empty line, or a command of chess programs that asks for nothing here.
    Nothing,
    /// A line that cannot be read, and why. It says whether an answer with a move is waited for.
    Fault {
        reason: String,
        wants_move: bool,
    },
}

/// The task to be computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Go {
    /// A search; it answers with a move.
    Search {
        budget: Budget,
        /// Not before `stop`.
        infinite: bool,
    },
    /// The move sequences of so many plies.
    Perft(u32),
}

fn fault(reason: String) -> Command {
    Command::Fault {
        reason,
        wants_move: false,
    }
}

impl Command {
    pub(super) fn parse(line: &str) -> Self {
        let mut words = line.split_whitespace();
        let Some(word) = words.next() else {
            return Self::Nothing;
        };
        let rest: Vec<&str> = words.collect();
        match word {
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "ucinewgame" => Self::NewGame,
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            "d" => Self::Show,
            "debug" | "register" | "ponderhit" => Self::Nothing,
            "position" => position(&rest),
            "go" => match go(&rest) {
                Ok(go) => Self::Go(go),
                Err(reason) => Self::Fault {
                    reason,
                    wants_move: true,
                },
            },
            "setoption" => option(&rest),
            _ => fault(format!("there is no command `{}`", shown(word))),
        }
    }
}

/// As much of a word as an answer repeats.
pub(super) fn shown(word: &str) -> String {
    word.chars()
        .take(40)
        .map(|c| if c.is_control() { '?' } else { c })
        .collect()
}

fn position(words: &[&str]) -> Command {
    let (text, moves) = match words.iter().position(|&word| word == "moves") {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (words, &[][..]),
    };
    // Programs that were written for chess put this word in front.
    let text = match text {
        ["fen", rest @ ..] => rest,
        all => all,
    };
    let text = match text {
        [] => return fault("`position` needs `startpos` or a position".to_owned()),
        ["startpos"] => None,
        all => Some(all.join(" ")),
    };
    Command::Position {
        text,
        moves: moves.iter().map(|&word| word.to_owned()).collect(),
    }
}

fn option(words: &[&str]) -> Command {
    let ["name", rest @ ..] = words else {
        return fault("`setoption` is followed by `name NAME value VALUE`".to_owned());
    };
    let (name, value) = match rest.iter().position(|&word| word == "value") {
        Some(at) => (&rest[..at], &rest[at + 1..]),
        None => (rest, &[][..]),
    };
    Command::SetOption {
        name: name.join(" "),
        value: value.join(" "),
    }
}

fn number(name: &str, word: Option<&&str>) -> Result<u64, String> {
    let word = word.ok_or_else(|| format!("`{name}` needs a number"))?;
    word.parse()
        .map_err(|_| format!("`{name}` needs a number, not `{}`", shown(word)))
}

/// A time in milliseconds. Clocks that are overdrawn come with a sign, and are empty.
fn millis(name: &str, word: Option<&&str>) -> Result<Duration, String> {
    if let Some(word) = word
        && let Some(digits) = word.strip_prefix('-')
        && !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
    {
        return Ok(Duration::ZERO);
    }
    Ok(Duration::from_millis(number(name, word)?))
}

fn go(words: &[&str]) -> Result<Go, String> {
    let mut budget = Budget::default();
    let mut clocks = Clocks::default();
    let (mut has_clock, mut infinite) = ([false; 2], false);
    let mut words = words.iter();
    while let Some(&name) = words.next() {
        match name {
            "infinite" | "ponder" => infinite = true,
            "depth" => {
                let depth = number(name, words.next())?;
                budget.depth = Some(u32::try_from(depth).unwrap_or(u32::MAX).max(1));
            }
            "nodes" => budget.nodes = Some(number(name, words.next())?),
            "movetime" => budget.time = Some(millis(name, words.next())?),
            "wtime" | "btime" | "winc" | "binc" => {
                let side = if name.starts_with('w') {
                    Side::First
                } else {
                    Side::Second
                };
                let time = millis(name, words.next())?;
                if name.ends_with("inc") {
                    clocks.increment[side.index()] = time;
                } else {
                    clocks.left[side.index()] = time;
                    has_clock[side.index()] = true;
                }
            }
            "movestogo" => {
                // A game has no number of moves for which its time is meant.
                number(name, words.next())?;
            }
            "perft" => {
                let depth = number(name, words.next())?;
                return Ok(Go::Perft(u32::try_from(depth).unwrap_or(u32::MAX)));
            }
            _ => return Err(format!("`go` knows no `{}`", shown(name))),
        }
    }
    match has_clock {
        [false, false] => {}
        [true, true] => budget.clocks = Some(clocks),
        [true, false] | [false, true] => {
            return Err("`go` needs `wtime` and `btime` or neither".to_owned());
        }
    }
    Ok(Go::Search {
        budget,
        infinite: infinite || budget.is_unlimited(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(line: &str) -> (Budget, bool) {
        match Command::parse(line) {
            Command::Go(Go::Search { budget, infinite }) => (budget, infinite),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn searches_are_read_with_all_limits() {
        assert_eq!(search("go"), (Budget::default(), true));
        assert_eq!(search("go infinite"), (Budget::default(), true));
        let (budget, infinite) = search("go depth 9 nodes 1000  movetime 250");
        assert_eq!((budget.depth, budget.nodes), (Some(9), Some(1000)));
        assert_eq!(budget.time, Some(Duration::from_millis(250)));
        assert!(!infinite);
        let (budget, _) = search("go btime 500 winc 10 wtime -30 movestogo 4");
        let clocks = budget.clocks.unwrap();
        assert_eq!(clocks.left, [Duration::ZERO, Duration::from_millis(500)]);
        assert_eq!(
            clocks.increment,
            [Duration::from_millis(10), Duration::ZERO]
        );
        assert_eq!(Command::parse("go perft 3"), Command::Go(Go::Perft(3)));
    }

    #[test]
    fn positions_and_options_are_cut_at_their_words() {
        assert_eq!(
            Command::parse(" position  1,0/0,1 0,0 s moves 1  2-1"),
            Command::Position {
                text: Some("1,0/0,1 0,0 s".to_owned()),
                moves: vec!["1".to_owned(), "2-1".to_owned()],
            }
        );
        assert_eq!(
            Command::parse("position startpos"),
            Command::Position {
                text: None,
                moves: Vec::new()
            }
        );
        assert_eq!(
            Command::parse("setoption name Database value a folder"),
            Command::SetOption {
                name: "Database".to_owned(),
                value: "a folder".to_owned()
            }
        );
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        for (line, part, move_wanted) in [
            ("hello", "no command `hello`", false),
            ("position", "needs `startpos`", false),
            ("setoption Hash 3", "followed by", false),
            ("go depth", "`depth` needs a number", true),
            ("go nodes -1", "not `-1`", true),
            ("go movetime -", "not `-`", true),
            ("go wtime 5", "`wtime` and `btime`", true),
            ("go fast", "knows no `fast`", true),
        ] {
            match Command::parse(line) {
                Command::Fault { reason, wants_move } => {
                    assert!(reason.contains(part), "{line}: {reason}");
                    assert_eq!(wants_move, move_wanted, "{line}");
                }
                other => panic!("{line}: {other:?}"),
            }
        }
    }
}
