//! JSON for people to read.

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{Formatter, PrettyFormatter};
use std::io::{self, Write};

/// Plain data as JSON, in lines for people to read, in which a list within two others stays on one
/// line.
pub(crate) fn lines(data: &impl Serialize) -> String {
    let mut text = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut text, Lines::default());
    data.serialize(&mut serializer)
        .expect("plain data becomes JSON");
    String::from_utf8(text).expect("JSON is text")
}

/// [`PrettyFormatter`] down to the second list, compact below it.
#[derive(Default)]
struct Lines {
    pretty: PrettyFormatter<'static>,
    /// How many lists the place is in.
    depth: u32,
}

impl Lines {
    const fn is_compact(&self) -> bool {
        self.depth > 2
    }
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        if self.is_compact() {
            writer.write_all(b"[")
        } else {
            self.pretty.begin_array(writer)
        }
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        let compact = self.is_compact();
        self.depth -= 1;
        if compact {
            writer.write_all(b"]")
        } else {
            self.pretty.end_array(writer)
        }
    }

    fn begin_array_value<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        match (self.is_compact(), first) {
            (false, _) => self.pretty.begin_array_value(writer, first),
            (true, true) => Ok(()),
            (true, false) => writer.write_all(b", "),
        }
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.is_compact() {
            Ok(())
        } else {
            self.pretty.end_array_value(writer)
        }
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.pretty.begin_object(writer)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.pretty.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.pretty.begin_object_key(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.pretty.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.pretty.end_object_value(writer)
    }
}
