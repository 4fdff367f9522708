//! The standard streams: answers go to stdout, as text or as one JSON object, everything else to
//! stderr.

use crate::failure::{Failure, Kind};
use crate::text::style::Style;
use serde::Serialize;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// An answer that can be written as text or as JSON.
pub(crate) trait Report: Serialize {
    /// The answer as text, which ends with a line end.
    fn text(&self, style: Style) -> String;
}

/// The two output streams, with the options `--json` and `--quiet`.
pub(crate) struct Output {
    json: bool,
    quiet: bool,
    closed: AtomicBool,
}

#[derive(Serialize)]
struct ErrorObject<'a> {
    error: ErrorFields<'a>,
}

/// A failure in JSON.
#[derive(Serialize)]
pub(crate) struct ErrorFields<'a> {
    kind: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
}

impl<'a> From<&'a Failure> for ErrorFields<'a> {
    fn from(failure: &'a Failure) -> Self {
        Self {
            kind: failure.kind.word(),
            message: &failure.message,
            hint: failure.hint.as_deref(),
        }
    }
}

impl Output {
    pub(crate) const fn new(json: bool, quiet: bool) -> Self {
        Self {
            json,
            quiet,
            closed: AtomicBool::new(false),
        }
    }

    /// Whether `--json` is given.
    pub(crate) const fn is_json(&self) -> bool {
        self.json
    }

    /// Whether `--quiet` is given.
    pub(crate) const fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Whether the reader of stdout has closed it, so that a long answer can stop.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Writes an answer, as JSON or as text.
    pub(crate) fn report(&self, report: &impl Report) -> Result<(), Failure> {
        if self.json {
            self.json(report)
        } else {
            self.text(&report.text(Style::of_stdout()))
        }
    }

    /// Writes one JSON object and a line end.
    pub(crate) fn json(&self, value: &impl Serialize) -> Result<(), Failure> {
        let mut text = serde_json::to_string(value)
            .map_err(|error| Failure::new(Kind::Io, format_args!("cannot write JSON: {error}")))?;
        text.push('\n');
        self.text(&text)
    }

    /// Writes text to stdout. That the reader has closed the pipe is no error.
    pub(crate) fn text(&self, text: &str) -> Result<(), Failure> {
        self.bytes(text.as_bytes())
    }

    /// Writes bytes to stdout.
    pub(crate) fn bytes(&self, bytes: &[u8]) -> Result<(), Failure> {
        if self.is_closed() {
            return Ok(());
        }
        let mut stdout = io::stdout().lock();
        match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.closed.store(true, Ordering::Relaxed);
                Ok(())
            }
            Err(error) => Err(Failure::new(
                Kind::Io,
                format_args!("cannot write to stdout: {error}"),
            )),
        }
    }

    /// Writes a remark to stderr, unless `--quiet` is given.
    pub(crate) fn note(&self, text: impl std::fmt::Display) {
        if !self.quiet {
            to_stderr(&format!("{text}\n"));
        }
    }

    /// Reports a failure on stderr, and with `--json` as an object on stdout too.
    pub(crate) fn fail(&self, failure: &Failure) {
        Self::fail_text(failure);
        self.fail_json(failure);
    }

    /// Reports a failure on stderr only, for answers whose JSON object includes it.
    pub(crate) fn fail_text(failure: &Failure) {
        let style = Style::of_stderr();
        let mut text = format!("{} {}\n", style.red("error:"), failure.message);
        if let Some(excerpt) = &failure.excerpt {
            for line in excerpt.lines() {
                text.push_str(&format!("    {line}\n"));
            }
        }
        if let Some(hint) = &failure.hint {
            text.push_str(&format!("{} {hint}\n", style.bold("hint:")));
        }
        to_stderr(&text);
    }

    /// Reports a failure as a JSON object only, for errors whose text is already written.
    pub(crate) fn fail_json(&self, failure: &Failure) {
        if self.json {
            let object = ErrorObject {
                error: failure.into(),
            };
            // If this cannot be written either, there is nowhere left to report it.
            let _ = self.json(&object);
        }
    }
}

/// Writes to stderr. That it may be closed is no error.
pub(crate) fn to_stderr(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}
