//! Bold and coloured text on terminals, plain text elsewhere.

use std::io::{self, IsTerminal};

/// Whether text may be bold and coloured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    on: bool,
}

impl Style {
    /// The style of stdout: on if it is a terminal and `NO_COLOR` is not set.
    pub(crate) fn of_stdout() -> Self {
        Self::of(io::stdout().is_terminal())
    }

    /// The style of stderr, by the same rule.
    pub(crate) fn of_stderr() -> Self {
        Self::of(io::stderr().is_terminal())
    }

    fn of(terminal: bool) -> Self {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self {
            on: terminal && !set("NO_COLOR") && !dumb,
        }
    }

    fn wrapped(self, code: &str, text: &str) -> String {
        if self.on {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    pub(crate) fn bold(self, text: &str) -> String {
        self.wrapped("1", text)
    }

    pub(crate) fn red(self, text: &str) -> String {
        self.wrapped("1;31", text)
    }

    pub(crate) fn green(self, text: &str) -> String {
        self.wrapped("1;32", text)
    }
}
