//! Lines from a stream that may hold anything, of a bounded length, so that junk does not fill the
//! memory.

use std::io::{self, BufRead, Read};

/// The next part of a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    /// A line, with its end if it has one. Bytes that are no text are replaced.
    Line(String),
    /// A line that is longer than may be; it has been passed over.
    TooLong,
    /// There is no more.
    End,
}

/// Reads the next line, of less than so many bytes with its end.
///
/// # Errors
///
/// Those of the stream.
pub(crate) fn next_line(stream: &mut impl BufRead, bound: u64) -> io::Result<Input> {
    let mut bytes = Vec::new();
    if stream.by_ref().take(bound).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(Input::End);
    }
    if bytes.ends_with(b"\n") || (bytes.len() as u64) < bound {
        return Ok(Input::Line(String::from_utf8_lossy(&bytes).into_owned()));
    }
    stream.skip_until(b'\n')?;
    Ok(Input::TooLong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn junk_becomes_lines_and_long_ones_are_left_out() {
        let mut bytes = b"uci\r\n\xff\xfe\0\n\n".to_vec();
        bytes.extend(vec![b'x'; 3000]);
        bytes.extend(b"\nquit");
        let mut stream = &bytes[..];
        let mut read = || next_line(&mut stream, 1000).expect("a slice can be read");
        assert_eq!(read(), Input::Line("uci\r\n".to_owned()));
        assert_eq!(read(), Input::Line("\u{fffd}\u{fffd}\0\n".to_owned()));
        assert_eq!(read(), Input::Line("\n".to_owned()));
        assert_eq!(read(), Input::TooLong);
        assert_eq!(read(), Input::Line("quit".to_owned()));
        assert_eq!(read(), Input::End);
    }
}
