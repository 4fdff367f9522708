//! Text files that a command reads, or stdin.

use crate::failure::{Failure, Kind};
use std::io::Read;
use std::path::Path;

/// The file's name in messages.
pub(crate) fn name(file: &str) -> &str {
    if file == "-" { "stdin" } else { file }
}

/// The whole text of a file of records; `-` is stdin.
pub(crate) fn text(file: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    if file == "-" {
        std::io::stdin()
            .read_to_end(&mut bytes)
            .map_err(|error| Failure::io("read", Path::new(name(file)), &error))?;
    } else {
        bytes =
            std::fs::read(file).map_err(|error| Failure::io("read", Path::new(file), &error))?;
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::new(
            Kind::Record,
            format_args!("{}: not UTF-8 text from byte {} on", name(file), at + 1),
        )
    })
}
