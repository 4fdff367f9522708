//! The outcome of a command that did not fail.

/// The outcome of a command that did not fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// Done; the answer to a yes-or-no question is yes.
    Done,
    /// Done, and the answer is no.
    No,
    /// Ended by a failure, after reporting it with what is there.
    Failed,
    /// Stopped before the end, after reporting what is known so far and why it stopped.
    Stopped(Stop),
}

/// The reason why a run was stopped before its end.
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
    /// The exit code: 128 plus the signal's number, as shells have it. The end of `--stop-after`
    /// counts as SIGINT.
    pub(crate) const fn exit_code(self) -> u8 {
        match self {
            Self::Interrupt | Self::Deadline => 130,
            Self::Terminate => 143,
        }
    }

    /// The reason in words.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Interrupt => "interrupted (SIGINT)",
            Self::Terminate => "terminated (SIGTERM)",
            Self::Deadline => "the time of --stop-after is over",
        }
    }
}
