//! Lines on stdout. A reader that goes away, as `head` does, ends the program without an error.

use std::fmt;
use std::io::{self, Write};

/// Writes a line.
///
/// # Errors
///
/// Those of stdout.
pub(crate) fn line(text: fmt::Arguments<'_>) -> io::Result<()> {
    writeln!(io::stdout(), "{text}")
}
