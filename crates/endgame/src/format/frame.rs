//! The frame that the files of a database share: a mark, a version and a header with a checksum in
//! front; for layer files and archives a table, a footer and an end with their checksums behind.
//!
//! | bytes | content |
//! |---|---|
//! | 0 .. 7 | the mark of the kind of file |
//! | 8 .. 11 | version |
//! | 12 .. 15 | length of the header |
//! | 16 .. 19 | CRC-32 of the bytes 0 .. 15 and the header |
//! | 20 .. | the header |
//! | | what the kind of file has |
//! | | a table |
//! | | the footer |
//! | 28 before the end | CRC-32 of the table |
//! | 24 before | length of the footer |
//! | 20 before | CRC-32 of the footer |
//! | 16 before | length of the file, eight bytes |
//! | 8 before | the mark of the end |

use crate::error::{Damage, Error};
use std::ops::Range;
use std::path::Path;

/// The marks that a kind of file begins and ends with, and its version.
pub(crate) struct Kind {
    pub(crate) mark: &'static [u8; 8],
    pub(crate) end_mark: &'static [u8; 8],
    pub(crate) version: u32,
}

/// Mark, version, length of the header, checksum.
pub(crate) const PREFIX: usize = 20;

/// Checksums of table and footer, length of the footer, length of the file, mark.
pub(crate) const TAIL: usize = 28;

impl Kind {
    /// A file's first bytes, to the end of its header.
    pub(crate) fn front(&self, header: &[u8]) -> Vec<u8> {
        let length = u32::try_from(header.len()).expect("a header is small");
        let mut front = Vec::with_capacity(PREFIX + header.len());
        front.extend_from_slice(self.mark);
        front.extend_from_slice(&self.version.to_le_bytes());
        front.extend_from_slice(&length.to_le_bytes());
        let checksum = front_checksum(&front, header);
        front.extend_from_slice(&checksum.to_le_bytes());
        front.extend_from_slice(header);
        front
    }

    /// A file's last bytes, from its table on. `before` is the length of the file up to there.
    pub(crate) fn back(&self, before: u64, table: Vec<u8>, footer: &[u8]) -> Vec<u8> {
        let table_checksum = crc32fast::hash(&table);
        let footer_length = u32::try_from(footer.len()).expect("a footer is small");
        let mut back = table;
        back.extend_from_slice(footer);
        let length = before + (back.len() + TAIL) as u64;
        back.extend_from_slice(&table_checksum.to_le_bytes());
        back.extend_from_slice(&footer_length.to_le_bytes());
        back.extend_from_slice(&crc32fast::hash(footer).to_le_bytes());
        back.extend_from_slice(&length.to_le_bytes());
        back.extend_from_slice(self.end_mark);
        back
    }

    /// The header of a file.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if the mark or the checksum is not right, [`Error::Version`] if the
    /// format is another one.
    pub(crate) fn header<'a>(&self, data: &'a [u8], path: &Path) -> Result<&'a [u8], Error> {
        let damaged = |damage| Error::damaged(path, damage);
        if data.len() < PREFIX || data[..8] != *self.mark {
            return Err(damaged(Damage::Magic));
        }
        let found = u32_at(data, 8);
        if found != self.version {
            return Err(Error::Version {
                path: path.to_owned(),
                found,
                known: self.version,
            });
        }
        data.get(PREFIX..PREFIX.saturating_add(u32_at(data, 12) as usize))
            .filter(|header| front_checksum(&data[..16], header) == u32_at(data, 16))
            .ok_or_else(|| damaged(Damage::Checksum { part: "header" }))
    }

    /// The footer of a file of at least [`TAIL`] bytes, by the length that its end gives; `None` if
    /// the file is shorter.
    pub(crate) fn footer(data: &[u8]) -> Option<Range<usize>> {
        let tail = data.len() - TAIL;
        Some(tail.checked_sub(u32_at(data, tail + 4) as usize)?..tail)
    }

    /// Checks the checksums of table and footer, and the end of a file.
    ///
    /// # Errors
    ///
    /// [`Damage::Checksum`] of the first part that is not right; `table_name` is the table's.
    pub(crate) fn check_back(
        &self,
        data: &[u8],
        table: Range<usize>,
        footer: &Range<usize>,
        table_name: &'static str,
    ) -> Result<(), Damage> {
        let tail = data.len() - TAIL;
        let footer_length = u32::try_from(footer.len()).unwrap_or(u32::MAX);
        let check = |right: bool, part| match right {
            true => Ok(()),
            false => Err(Damage::Checksum { part }),
        };
        check(
            footer.end == tail
                && u32_at(data, tail + 4) == footer_length
                && data[tail + 12..tail + 20] == (data.len() as u64).to_le_bytes()
                && data[tail + 20..] == *self.end_mark,
            "end",
        )?;
        check(
            crc32fast::hash(&data[table]) == u32_at(data, tail),
            table_name,
        )?;
        check(
            crc32fast::hash(&data[footer.clone()]) == u32_at(data, tail + 8),
            "footer",
        )
    }
}

fn front_checksum(prefix: &[u8], header: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(prefix);
    hasher.update(header);
    hasher.finalize()
}

/// The number of four bytes at a place.
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}
