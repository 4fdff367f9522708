//! How a command that did not fail has ended, and what stopped it if it was stopped.

/// How a command that did not fail has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// Done; the answer, where there is a question, is yes.
    Done,
    /// Done, and the answer is no.
    No,
    /// Stopped before the end, after telling what it knows and why it stopped.
    Stopped(Stop),
}

/// What stopped a run before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// SIGINT, which Ctrl-C sends.
    Interrupt,
    /// SIGTERM.
    Terminate,
    /// `--stop-after`.
    Deadline,
}

impl Stop {
    /// 128 and the signal's number, as shells count; the end of the time given counts as an
    /// interruption.
    pub(crate) const fn exit_code(self) -> u8 {
        match self {
            Self::Interrupt | Self::Deadline => 130,
            Self::Terminate => 143,
        }
    }

    /// What happened, in words.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Interrupt => "interrupted (SIGINT)",
            Self::Terminate => "terminated (SIGTERM)",
            Self::Deadline => "the time of --stop-after is over",
        }
    }
}
