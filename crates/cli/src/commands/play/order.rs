//! The commands that can be typed during a game.

/// A typed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Order {
    Nothing,
    Help,
    Board,
    Moves,
    Undo,
    Hint,
    Level(Option<String>),
    Swap,
    New,
    Save(String),
    Load(String),
    Quit,
    /// A move: anything else.
    Move(String),
}

/// The answer to `help`.
pub(super) const HELP: &str = "\
a move        as players write it: 76 or just 7; in Kalah 3, or a turn 3-6
undo          take back your last move, and what was played since
hint          what the engine would play for you
level N       how strong the engine plays, from 1 to 10
swap          change sides with the engine
board         draw the board
moves         the moves so far, and those that can be played
new           begin again
save FILE     write the game as a record
load FILE     go on with the last game of a file of records
help          this list
quit          end";

impl Order {
    pub(super) fn parse(line: &str) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = match line.split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim()),
            None => (line, ""),
        };
        let file = |make: fn(String) -> Self| {
            if rest.is_empty() {
                Err(format!("`{word}` needs the name of a file"))
            } else {
                Ok(make(rest.to_owned()))
            }
        };
        let alone = |order: Self| {
            if rest.is_empty() {
                Ok(order)
            } else {
                Err(format!("`{word}` stands alone"))
            }
        };
        match word.to_lowercase().as_str() {
            "" => Ok(Self::Nothing),
            "help" | "?" | "h" => alone(Self::Help),
            "board" | "b" => alone(Self::Board),
            "moves" | "m" => alone(Self::Moves),
            "undo" | "u" => alone(Self::Undo),
            "hint" => alone(Self::Hint),
            "level" => Ok(Self::Level((!rest.is_empty()).then(|| rest.to_owned()))),
            "swap" => alone(Self::Swap),
            "new" => alone(Self::New),
            "save" => file(Self::Save),
            "load" => file(Self::Load),
            "quit" | "exit" | "q" => alone(Self::Quit),
            _ => Ok(Self::Move(line.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_commands_or_moves() {
        assert_eq!(Order::parse("  "), Ok(Order::Nothing));
        assert_eq!(Order::parse("UNDO"), Ok(Order::Undo));
        assert_eq!(Order::parse(" 76x "), Ok(Order::Move("76x".to_owned())));
        assert_eq!(Order::parse("level"), Ok(Order::Level(None)));
        assert_eq!(
            Order::parse("save my game.tgk"),
            Ok(Order::Save("my game.tgk".to_owned()))
        );
        assert!(Order::parse("save").is_err());
        assert!(Order::parse("undo 3").is_err());
    }
}
