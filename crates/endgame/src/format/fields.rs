//! The fields of headers and footers: little-endian integers of fixed width, and texts and lists as
//! their length in eight bytes followed by their content.

/// Appends fields to the bytes of a header.
#[derive(Default)]
pub(crate) struct FieldWriter {
    bytes: Vec<u8>,
}

impl FieldWriter {
    pub(crate) fn u32(&mut self, number: u32) -> &mut Self {
        self.raw(&number.to_le_bytes())
    }

    pub(crate) fn u64(&mut self, number: u64) -> &mut Self {
        self.raw(&number.to_le_bytes())
    }

    /// Bytes without their number.
    pub(crate) fn raw(&mut self, bytes: &[u8]) -> &mut Self {
        self.bytes.extend_from_slice(bytes);
        self
    }

    pub(crate) fn text(&mut self, text: &str) -> &mut Self {
        self.u64(text.len() as u64).raw(text.as_bytes())
    }

    pub(crate) fn list<T>(&mut self, items: &[T], mut put: impl FnMut(&mut Self, &T)) -> &mut Self {
        self.u64(items.len() as u64);
        for item in items {
            put(self, item);
        }
        self
    }

    pub(crate) fn numbers(&mut self, numbers: &[u64]) -> &mut Self {
        self.list(numbers, |writer, &number| {
            writer.u64(number);
        })
    }

    pub(crate) fn finish(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }
}

/// Reads the fields of a header one after the other. An error says what keeps it from being read.
pub(crate) struct FieldReader<'a> {
    rest: &'a [u8],
}

impl<'a> FieldReader<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(crate) fn u32(&mut self) -> Result<u32, String> {
        self.raw().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Result<u64, String> {
        self.raw().map(u64::from_le_bytes)
    }

    /// As many bytes as the array has.
    pub(crate) fn raw<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let (bytes, rest) = self.rest.split_first_chunk().ok_or_else(too_short)?;
        self.rest = rest;
        Ok(*bytes)
    }

    pub(crate) fn text(&mut self) -> Result<String, String> {
        let length = usize::try_from(self.u64()?).map_err(|_| too_short())?;
        let (bytes, rest) = self.rest.split_at_checked(length).ok_or_else(too_short)?;
        self.rest = rest;
        let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
        Ok(text.to_owned())
    }

    /// A list whose items take `least` bytes or more each, so that a damaged length does not ask
    /// for more memory than the header has.
    pub(crate) fn list<T>(
        &mut self,
        least: usize,
        get: impl FnMut(&mut Self) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        let count = usize::try_from(self.u64()?).map_err(|_| too_short())?;
        if count > self.rest.len() / least {
            return Err(too_short());
        }
        let mut get = get;
        (0..count).map(|_| get(self)).collect()
    }

    pub(crate) fn numbers(&mut self) -> Result<Vec<u64>, String> {
        self.list(size_of::<u64>(), Self::u64)
    }

    /// Refuses what is left over.
    pub(crate) fn finish(&self) -> Result<(), String> {
        match self.rest.len() {
            0 => Ok(()),
            left => Err(format!("{left} bytes too many")),
        }
    }
}

fn too_short() -> String {
    "it is too short for its fields".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written() -> Vec<u8> {
        let mut writer = FieldWriter::default();
        writer.text("kalah").u32(7).numbers(&[1, 2]).raw(&[9; 3]);
        writer.finish()
    }

    fn read(bytes: &[u8]) -> Result<(String, u32, Vec<u64>, [u8; 3]), String> {
        let mut reader = FieldReader::new(bytes);
        let fields = (
            reader.text()?,
            reader.u32()?,
            reader.numbers()?,
            reader.raw()?,
        );
        reader.finish()?;
        Ok(fields)
    }

    #[test]
    fn fields_are_little_endian_with_lengths_of_eight_bytes() {
        let mut expected = vec![5, 0, 0, 0, 0, 0, 0, 0];
        expected.extend_from_slice(b"kalah\x07\0\0\0\x02\0\0\0\0\0\0\0");
        expected.extend_from_slice(b"\x01\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0\x09\x09\x09");
        assert_eq!(written(), expected);
        let fields = read(&expected).expect("as it was written");
        assert_eq!(fields, ("kalah".to_owned(), 7, vec![1, 2], [9; 3]));
    }

    #[test]
    fn fields_of_another_length_are_refused() {
        let bytes = written();
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length]).is_err(), "{length}");
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert_eq!(read(&longer), Err("1 bytes too many".to_owned()));
        let mut huge = bytes;
        huge[17..25].fill(0xff);
        assert!(read(&huge).is_err());
    }
}
