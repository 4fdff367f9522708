//! The file of a layer's open boards: those whose two guarantees do not add up to all balls.
//!
//! In the layer file a code of its own stands for them; here both guarantees are written down.
//! `docs/file-format.md` describes the file byte by byte.

use crate::error::{Damage, Error};
use crate::format::encoding::BLOCK_VALUES;
use crate::format::frame::{Kind, u32_at};
use crate::format::header::OpenHeader;
use crate::format::layer_file::FORMAT_VERSION;
use crate::format::layer_rules::LayerRules;
use crate::guarantees::Guarantees;
use crate::system::files::{hash_file, open_file, sync_folder};
use mancala_position::toguz::ToguzRules;
use memmap2::Mmap;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

const KIND: Kind = Kind {
    mark: b"MANCALA\x1c",
    end_mark: b"MANCALA\x05",
    version: FORMAT_VERSION,
};
/// Checksum of the body, length of the file, mark.
const TAIL: usize = 20;
/// Place in its block, the mover's guarantee, the opponent's.
const ENTRY: usize = 4;

/// The open boards of a layer, from a file.
pub(crate) struct OpenBoards<B = Mmap> {
    bytes: B,
    /// For each class, where its index and its entries begin; empty if it has no open board.
    classes: Vec<Part>,
}

/// The place of a class in the file.
#[derive(Clone, Default)]
struct Part {
    /// For each block of the class and one more, the number of the first of its entries.
    index: Range<usize>,
    entries: Range<usize>,
}

/// The parts of a body, which follow each other.
fn parts(values: &[u64], open: &[u64], mut at: u64) -> (Vec<Part>, u64) {
    let mut part = |(&values, &open): (&u64, &u64)| {
        if open == 0 {
            return Part::default();
        }
        let index = at..at + 8 * (values.div_ceil(BLOCK_VALUES) + 1);
        let entries = index.end..index.end + ENTRY as u64 * open;
        at = entries.end;
        Part {
            index: usized(index),
            entries: usized(entries),
        }
    };
    let parts = values.iter().zip(open).map(&mut part).collect();
    (parts, at)
}

#[expect(clippy::cast_possible_truncation, reason = "places of bytes in memory")]
const fn usized(range: Range<u64>) -> Range<usize> {
    range.start as usize..range.end as usize
}

/// Everything before the entries.
fn front(rules: &ToguzRules, balls: u32, open: &[u64]) -> Vec<u8> {
    let header = OpenHeader {
        rules: LayerRules::id(rules),
        balls,
        block_values: BLOCK_VALUES,
        open: open.to_vec(),
    }
    .encode();
    KIND.front(&header)
}

impl OpenBoards {
    /// Opens the file of a layer of these rules and balls, and checks all of it. `counts` says how
    /// many values each class has, and how many of them the layer file calls open.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if it cannot be read, else as for [`OpenBoards::from_bytes`].
    pub(crate) fn open(
        path: &Path,
        rules: &ToguzRules,
        balls: u32,
        counts: (&[u64], &[u64]),
    ) -> Result<Self, Error> {
        let file = open_file(path).map_err(Error::io("open", path))?;
        // SAFETY: the map is only read, as plain bytes. Such files are never written to once they
        // have their name.
        let map = unsafe { Mmap::map(&file) }.map_err(Error::io("map", path))?;
        Self::from_bytes(map, path, rules, balls, counts)
    }
}

impl<B: AsRef<[u8]>> OpenBoards<B> {
    /// The open boards from the bytes of the file; `path` is its name in errors.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if the bytes are not such a file, whole and sound, [`Error::Version`] or
    /// [`Error::RulesDiffer`] if it is one of another format or other rules.
    pub(crate) fn from_bytes(
        bytes: B,
        path: &Path,
        rules: &ToguzRules,
        balls: u32,
        (values, open): (&[u64], &[u64]),
    ) -> Result<Self, Error> {
        let damaged = |damage| Error::damaged(path, damage);
        let data = bytes.as_ref();
        let found = data.len() as u64;
        let front = front(rules, balls, open);
        let (classes, end) = parts(values, open, front.len() as u64);
        let header = KIND.header(data, path)?;
        let header = OpenHeader::decode(header).map_err(|reason| {
            damaged(Damage::Form {
                part: "header",
                reason,
            })
        })?;
        if header.rules != LayerRules::id(rules) {
            return Err(Error::RulesDiffer {
                path: path.to_owned(),
                expected: LayerRules::id(rules),
                found: header.rules,
            });
        }
        if data.get(..front.len()) != Some(&front) {
            let reason = format!("it is not the header of the open boards of {balls} balls");
            return Err(damaged(Damage::Form {
                part: "header",
                reason,
            }));
        }
        let expected = end + TAIL as u64;
        if found != expected {
            return Err(damaged(Damage::Length { expected, found }));
        }
        let tail = data.len() - TAIL;
        if crc32fast::hash(&data[front.len()..tail]) != u32_at(data, tail) {
            return Err(damaged(Damage::Checksum { part: "entries" }));
        }
        if data[tail + 4..tail + 12] != found.to_le_bytes() || data[tail + 12..] != *KIND.end_mark {
            return Err(damaged(Damage::Checksum { part: "end" }));
        }
        let boards = Self { bytes, classes };
        if !boards.is_in_order(balls) {
            let reason = "they are not in order".to_owned();
            return Err(damaged(Damage::Form {
                part: "entries",
                reason,
            }));
        }
        Ok(boards)
    }

    /// Whether every index and every block of entries ascends, and every entry is one of an open
    /// board.
    fn is_in_order(&self, balls: u32) -> bool {
        self.classes.iter().all(|part| {
            let blocks = (part.index.len() / 8).saturating_sub(1);
            let entries = part.entries.len() / ENTRY;
            let starts = (0..=blocks).map(|block| self.start(part, block));
            blocks == 0
                || starts.is_sorted()
                    && self.start(part, 0) == 0
                    && self.start(part, blocks) == entries
                    && (0..blocks).all(|block| {
                        let range = self.start(part, block)..self.start(part, block + 1);
                        let entries = range.map(|entry| self.entry(part, entry));
                        entries
                            .clone()
                            .map(|(place, _)| place)
                            .is_sorted_by(|a, b| a < b)
                            && entries
                                .map(|(_, worth)| worth)
                                .all(|worth| worth.mover + worth.opponent < balls)
                    })
        })
    }

    fn start(&self, part: &Part, block: usize) -> usize {
        let at = part.index.start + 8 * block;
        let bytes = self.bytes.as_ref()[at..at + 8].try_into();
        usize::try_from(u64::from_le_bytes(bytes.expect("eight bytes"))).unwrap_or(usize::MAX)
    }

    fn entry(&self, part: &Part, entry: usize) -> (u16, Guarantees) {
        let at = part.entries.start + ENTRY * entry;
        let bytes = &self.bytes.as_ref()[at..at + ENTRY];
        let worth = Guarantees {
            mover: u32::from(bytes[2]),
            opponent: u32::from(bytes[3]),
        };
        (u16::from_le_bytes([bytes[0], bytes[1]]), worth)
    }

    /// The guarantees of an open board, by its class and number; `None` if it is not one.
    pub(crate) fn get(&self, class: u32, rank: u64) -> Option<Guarantees> {
        let part = &self.classes[class as usize];
        if part.index.is_empty() {
            return None;
        }
        let block = usize::try_from(rank / BLOCK_VALUES).ok()?;
        let place = u16::try_from(rank % BLOCK_VALUES).expect("a block has fewer values");
        let (mut low, mut high) = (self.start(part, block), self.start(part, block + 1));
        while low < high {
            let middle = low.midpoint(high);
            let (found, worth) = self.entry(part, middle);
            match found.cmp(&place) {
                std::cmp::Ordering::Equal => return Some(worth),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// How often each pair of guarantees occurs among the open boards of a class.
    pub(crate) fn counts(&self, class: u32) -> BTreeMap<Guarantees, u64> {
        let part = &self.classes[class as usize];
        let mut counts = BTreeMap::new();
        for entry in 0..part.entries.len() / ENTRY {
            *counts.entry(self.entry(part, entry).1).or_default() += 1;
        }
        counts
    }
}

/// Writes the file of the open boards of the class without a tuzdik, the only one that has any: to
/// another name, synced, renamed. `open` goes through the open boards of a block, with their places
/// in it. Nothing is written if there are none.
///
/// # Errors
///
/// [`Error::Io`] if it cannot be written.
pub(crate) fn write_open(
    path: &Path,
    rules: &ToguzRules,
    balls: u32,
    values: &[u64],
    open: impl Fn(u64) -> Vec<(u16, Guarantees)> + Sync,
) -> Result<(), Error> {
    let blocks = values[0].div_ceil(BLOCK_VALUES);
    let mut starts = vec![0u64];
    let mut total = 0;
    for block in 0..blocks {
        total += open(block).len() as u64;
        starts.push(total);
    }
    if total == 0 {
        return Ok(());
    }
    let mut counts = vec![0; values.len()];
    counts[0] = total;
    let front = front(rules, balls, &counts);
    let (_, end) = parts(values, &counts, front.len() as u64);
    let part: PathBuf = path.with_extension("open.part");
    let write = || -> io::Result<()> {
        let mut file = Checked {
            file: BufWriter::new(File::create(&part)?),
            hasher: crc32fast::Hasher::new(),
        };
        file.file.write_all(&front)?;
        for start in &starts {
            file.put(&start.to_le_bytes())?;
        }
        #[expect(clippy::cast_possible_truncation, reason = "guarantees of few balls")]
        for block in 0..blocks {
            for (place, worth) in open(block) {
                let [low, high] = place.to_le_bytes();
                file.put(&[low, high, worth.mover as u8, worth.opponent as u8])?;
            }
        }
        let Checked { mut file, hasher } = file;
        file.write_all(&hasher.finalize().to_le_bytes())?;
        file.write_all(&(end + TAIL as u64).to_le_bytes())?;
        file.write_all(KIND.end_mark)?;
        file.into_inner()?.sync_all()
    };
    write().map_err(Error::io("write", &part))?;
    fs::rename(&part, path).map_err(Error::io("rename", &part))?;
    sync_folder(path)
}

/// The length and hash of a file of open boards, if there is one.
///
/// # Errors
///
/// [`Error::Io`] if it cannot be read.
pub(crate) fn written(path: &Path) -> Result<Option<(u64, String)>, Error> {
    match fs::metadata(path) {
        Ok(found) => Ok(Some((found.len(), hash_file(path)?.to_hex().to_string()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::io("read", path)(error)),
    }
}

struct Checked {
    file: BufWriter<File>,
    hasher: crc32fast::Hasher,
}

impl Checked {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.update(bytes);
        self.file.write_all(bytes)
    }
}
