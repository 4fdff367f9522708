//! Lines from a stream that may hold anything.

use std::io::{BufRead, Read};

/// A longer line is none: nothing that the protocol knows is as long, and junk must not fill the memory.
const LONGEST: u64 = 1 << 20;

/// What a stream gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Input {
    /// A line. Bytes that are no text are replaced.
    Line(String),
    /// A line that is too long.
    TooLong,
    /// There is no more, or it cannot be read.
    End,
}

/// Reads the next line.
pub(super) fn next(stream: &mut impl BufRead) -> Input {
    let mut bytes = Vec::new();
    match stream.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => return Input::End,
        Ok(_) => {}
    }
    if bytes.ends_with(b"\n") || (bytes.len() as u64) < LONGEST {
        return Input::Line(String::from_utf8_lossy(&bytes).into_owned());
    }
    match skip_line(stream) {
        Ok(()) => Input::TooLong,
        Err(_) => Input::End,
    }
}

fn skip_line(stream: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let bytes = stream.fill_buf()?;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let taken = end.map_or(bytes.len(), |end| end + 1);
        let last = end.is_some() || bytes.is_empty();
        stream.consume(taken);
        if last {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn junk_becomes_lines_and_long_ones_are_left_out() {
        let mut bytes = b"uci\r\n\xff\xfe\0\n\n".to_vec();
        bytes.extend(vec![b'x'; 3 << 20]);
        bytes.extend(b"\nquit");
        let mut stream = &bytes[..];
        let mut read = || next(&mut stream);
        assert_eq!(read(), Input::Line("uci\r\n".to_owned()));
        assert_eq!(read(), Input::Line("\u{fffd}\u{fffd}\0\n".to_owned()));
        assert_eq!(read(), Input::Line("\n".to_owned()));
        assert_eq!(read(), Input::TooLong);
        assert_eq!(read(), Input::Line("quit".to_owned()));
        assert_eq!(read(), Input::End);
    }
}
