//! The stream of answers, which the loop and the computing thread share.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Answers go out as whole lines.
pub(super) struct Out<'a, W> {
    stream: Mutex<W>,
    fault: Mutex<Option<io::Error>>,
    stop: &'a AtomicBool,
}

impl<'a, W: Write> Out<'a, W> {
    pub(super) const fn new(stream: W, stop: &'a AtomicBool) -> Self {
        Self {
            stream: Mutex::new(stream),
            fault: Mutex::new(None),
            stop,
        }
    }

    /// Writes whole lines. If nobody can read them a search is of no use any more, and stops.
    pub(super) fn write(&self, lines: &str) {
        let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        let written = stream.write_all(lines.as_bytes());
        if let Err(error) = written.and_then(|()| stream.flush()) {
            self.stop.store(true, Ordering::Relaxed);
            let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
            fault.get_or_insert(error);
        }
    }

    /// Says that something could not be done.
    pub(super) fn error(&self, reason: impl std::fmt::Display) {
        let reason = reason.to_string().replace(['\n', '\r'], " ");
        self.write(&format!("info string error: {reason}\n"));
    }

    /// Whether a line could not be written.
    pub(super) fn has_fault(&self) -> bool {
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        fault.is_some()
    }

    /// The error that kept a line from being written, if there was one.
    pub(super) fn fault(&self) -> io::Result<()> {
        let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        fault.take().map_or(Ok(()), Err)
    }
}
