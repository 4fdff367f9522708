//! Input of the commands: text files, and stdin under the name `-`.

use crate::failure::{Failure, Kind};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The longest line that is read, in bytes with its end. Longer ones are skipped, so that junk
/// cannot fill the memory.
const MOST_LINE_BYTES: u64 = 1 << 16;

/// The name of an input file in messages.
pub(crate) fn name(file: &str) -> &str {
    if file == "-" { "stdin" } else { file }
}

/// Reads a whole file of game records.
///
/// # Errors
///
/// [`Kind::Io`] if it cannot be read, [`Kind::Record`] if it is not UTF-8.
pub(crate) fn text(file: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = if file == "-" {
        io::stdin().read_to_end(&mut bytes).map(drop)
    } else {
        fs::read(file).map(|content| bytes = content)
    };
    read.map_err(|error| cannot_read(file, &error))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::new(
            Kind::Record,
            format_args!("{}: not UTF-8 text from byte {} on", name(file), at + 1),
        )
    })
}

/// Reads a whole text file.
///
/// # Errors
///
/// [`Kind::Io`] if it cannot be read or is not UTF-8.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| Failure::io("read", path, &error))
}

/// A text file of the project: the user's own, that of the repository in the current folder, or the
/// copy in the program.
pub(crate) struct ProjectFile {
    /// Its place in the repository.
    pub(crate) path: &'static str,
    /// The copy.
    pub(crate) packaged: &'static str,
}

impl ProjectFile {
    /// The name and the text: of the given file, else of the repository's, else the copy's.
    ///
    /// # Errors
    ///
    /// [`Kind::Io`] if the file cannot be read or is not UTF-8.
    pub(crate) fn read(&self, given: Option<&Path>) -> Result<(String, String), Failure> {
        let path = given.unwrap_or(Path::new(self.path));
        if given.is_none() && !path.exists() {
            let name = format!("{} (as packaged)", self.path);
            return Ok((name, self.packaged.to_owned()));
        }
        Ok((path.display().to_string(), read(path)?))
    }
}

/// A line of a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    /// The text, with the line's end if it has one. Bytes that are not UTF-8 are replaced.
    Text(String),
    /// A line that was skipped because it is too long.
    TooLong,
}

/// The lines of a stream, whatever it holds.
pub(crate) struct Lines<R> {
    stream: R,
    file: String,
}

/// Opens a file to be read line by line.
///
/// # Errors
///
/// [`Kind::Io`] if it cannot be opened.
pub(crate) fn lines(file: &str) -> Result<Lines<Box<dyn BufRead>>, Failure> {
    let stream: Box<dyn BufRead> = if file == "-" {
        Box::new(io::stdin().lock())
    } else {
        let opened = File::open(file).map_err(|error| cannot_read(file, &error))?;
        Box::new(BufReader::new(opened))
    };
    Ok(Lines::new(stream, file))
}

impl<R: BufRead> Lines<R> {
    /// The lines of a stream, which has the name of `file` in messages.
    pub(crate) fn new(stream: R, file: &str) -> Self {
        Self {
            stream,
            file: file.to_owned(),
        }
    }

    fn read(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let mut bounded = self.stream.by_ref().take(MOST_LINE_BYTES);
        if bounded.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        if bytes.len() as u64 == MOST_LINE_BYTES && !bytes.ends_with(b"\n") {
            self.stream.skip_until(b'\n')?;
            return Ok(Some(Line::TooLong));
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Some(Line::Text(text)))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<Line, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read()
            .map_err(|error| cannot_read(&self.file, &error))
            .transpose()
    }
}

fn cannot_read(file: &str, error: &io::Error) -> Failure {
    Failure::io("read", Path::new(name(file)), error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn junk_becomes_lines_and_long_lines_are_skipped() {
        let mut bytes = b"76\r\n\xff\0\n\n".to_vec();
        bytes.extend(vec![b'x'; 70_000]);
        bytes.extend(b"\nquit");
        let read: Vec<_> = Lines::new(&bytes[..], "-").map(Result::unwrap).collect();
        let text = |text: &str| Line::Text(text.to_owned());
        assert_eq!(
            read,
            [
                text("76\r\n"),
                text("\u{fffd}\0\n"),
                text("\n"),
                Line::TooLong,
                text("quit")
            ]
        );
    }
}
