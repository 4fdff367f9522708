//! Checkpoints of long proofs: the proved bounds, and the table entries of the most work.
//!
//! A checkpoint is one file in a folder of its own. It is written under another name, synced and
//! renamed, so that a complete one is always there. `docs/search.md` specifies the format.

use super::transposition::{ProofTable, SavedEntry};
use crate::bounds::Bounds;
use crate::error::{CheckpointFault, SolveError};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The place and interval of a proof's checkpoints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkpoints {
    /// A folder for this proof alone. If it has a checkpoint, the proof resumes from it.
    pub folder: PathBuf,
    /// The time between two checkpoints, which is the most that a killed process loses.
    pub interval: Duration,
    /// The number of table entries that are saved, of 12 bytes each: those of the most work.
    pub most_entries: u64,
}

impl Checkpoints {
    /// The name of the file in the folder.
    pub const FILE: &str = "proof.checkpoint";

    /// Checkpoints in a folder, every five minutes, of up to 400 MB.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            interval: Duration::from_secs(300),
            most_entries: 1 << 25,
        }
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.folder.join(Self::FILE)
    }
}

/// The first bytes of a file. The last of them is the format version, which changes when ranks or
/// the contents of entries change their meaning.
const MAGIC: [u8; 8] = *b"MANCPRF\x01";
/// The entries of a block.
const BLOCK: usize = 4096;
const ENTRY_BYTES: usize = 12;
/// The longest header that is read: a header has one line for each first turn.
const HEADER_MOST: u32 = 16 << 20;

/// The state of a proof without its table, as the header of a checkpoint has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct CheckpointHeader {
    /// The version of the search: another version may order moves and rank positions differently.
    pub(crate) version: String,
    pub(crate) rules: String,
    /// The packed rows of the position.
    pub(crate) position: [u64; 2],
    #[serde(rename = "nodes")]
    pub(crate) searched: u64,
    #[serde(rename = "seen")]
    pub(crate) generated: u64,
    pub(crate) elapsed_ms: u64,
    pub(crate) value: [i32; 2],
    /// Bounds of the positions that the first turns lead to, in their order.
    pub(crate) ends: Vec<[i32; 2]>,
    /// The guesses of the pre-search at the value and at the values of these positions.
    #[serde(default)]
    pub(crate) guesses: Vec<Option<i32>>,
}

impl CheckpointHeader {
    /// Checks that the header belongs to the proof whose empty header is `other`.
    fn check_proof(&self, other: &Self) -> Result<(), CheckpointFault> {
        let foreign = |what: &'static str, found: &str, expected: &str| {
            Err(CheckpointFault::Foreign {
                what,
                found: found.to_owned(),
                expected: expected.to_owned(),
            })
        };
        if self.version != other.version {
            return foreign("version", &self.version, &other.version);
        }
        if self.rules != other.rules {
            return foreign("rules", &self.rules, &other.rules);
        }
        if self.position != other.position {
            let [found, expected] = [self.position, other.position]
                .map(|[own, opponent]| format!("{own:x}/{opponent:x}"));
            return foreign("position", &found, &expected);
        }
        let bounds = || self.ends.iter().chain([&self.value]);
        if self.ends.len() != other.ends.len() || bounds().any(|[lower, upper]| lower > upper) {
            return Err(CheckpointFault::Damaged { what: "bounds" });
        }
        Ok(())
    }
}

pub(crate) const fn pair(bounds: Bounds) -> [i32; 2] {
    [bounds.lower, bounds.upper]
}

pub(crate) const fn unpair([lower, upper]: [i32; 2]) -> Bounds {
    Bounds { lower, upper }
}

/// Writes a checkpoint. Other threads may write to the table meanwhile: every entry is true by
/// itself.
pub(crate) fn save(
    checkpoints: &Checkpoints,
    header: &CheckpointHeader,
    table: &ProofTable<'_>,
) -> Result<(), SolveError> {
    let path = checkpoints.path();
    let temporary = path.with_extension("new");
    let failed = |action| {
        let path = path.clone();
        move |source| SolveError::Checkpoint {
            path,
            fault: CheckpointFault::Io { action, source },
        }
    };
    let file = File::create(&temporary).map_err(failed("create"))?;
    write(&file, header, table, checkpoints.most_entries).map_err(failed("write"))?;
    file.sync_all().map_err(failed("write"))?;
    fs::rename(&temporary, &path).map_err(failed("rename"))?;
    // The rename must reach the disk too. Where folders cannot be opened, the system sees to that.
    if let Ok(folder) = File::open(&checkpoints.folder) {
        folder.sync_all().map_err(failed("write"))?;
    }
    Ok(())
}

fn write(
    file: &File,
    header: &CheckpointHeader,
    table: &ProofTable<'_>,
    most: u64,
) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, file);
    let text = serde_json::to_vec(header)?;
    let length = u32::try_from(text.len()).map_err(io::Error::other)?;
    out.write_all(&MAGIC)?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(&text)?;
    out.write_all(&crc32fast::hash(&text).to_le_bytes())?;
    let mut block = Vec::with_capacity(BLOCK * ENTRY_BYTES);
    let mut entries = 0u64;
    let mut left = most;
    let mut result = Ok(());
    table.for_each(table.least_work_of(most), |SavedEntry { rank, content }| {
        if left == 0 || result.is_err() {
            return;
        }
        left -= 1;
        entries += 1;
        block.extend_from_slice(&rank.to_le_bytes());
        block.extend_from_slice(&content.to_le_bytes());
        if block.len() == BLOCK * ENTRY_BYTES {
            result = write_block(&mut out, &block);
            block.clear();
        }
    });
    result?;
    if !block.is_empty() {
        write_block(&mut out, &block)?;
    }
    // An empty block ends the list; the number of entries follows it.
    write_block(&mut out, &[])?;
    out.write_all(&entries.to_le_bytes())?;
    out.write_all(&crc32fast::hash(&entries.to_le_bytes()).to_le_bytes())?;
    out.flush()
}

fn write_block(out: &mut impl Write, block: &[u8]) -> io::Result<()> {
    let entries = u32::try_from(block.len() / ENTRY_BYTES).map_err(io::Error::other)?;
    out.write_all(&entries.to_le_bytes())?;
    out.write_all(block)?;
    out.write_all(&crc32fast::hash(block).to_le_bytes())
}

/// Reads the checkpoint of a proof, if there is one, and adds its entries to the table. `expected`
/// is the empty header of the proof.
pub(crate) fn load(
    checkpoints: &Checkpoints,
    expected: &CheckpointHeader,
    table: &ProofTable<'_>,
) -> Result<Option<CheckpointHeader>, SolveError> {
    let path = checkpoints.path();
    let fault = |fault| SolveError::Checkpoint {
        path: path.clone(),
        fault,
    };
    let io = |action| move |source| fault_of(action, source);
    fs::create_dir_all(&checkpoints.folder)
        .map_err(io("make the folder of"))
        .map_err(fault)?;
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(fault(fault_of("open", error))),
    };
    read(BufReader::with_capacity(1 << 20, file), expected, table)
        .map(Some)
        .map_err(fault)
}

fn fault_of(action: &'static str, source: io::Error) -> CheckpointFault {
    if source.kind() == io::ErrorKind::UnexpectedEof {
        CheckpointFault::Damaged { what: "length" }
    } else {
        CheckpointFault::Io { action, source }
    }
}

fn read(
    mut input: impl Read,
    expected: &CheckpointHeader,
    table: &ProofTable<'_>,
) -> Result<CheckpointHeader, CheckpointFault> {
    let damaged = |what| Err(CheckpointFault::Damaged { what });
    let mut magic = [0; 8];
    fill(&mut input, &mut magic)?;
    if magic != MAGIC {
        return damaged("first bytes");
    }
    let length = read_u32(&mut input)?;
    if length > HEADER_MOST {
        return damaged("header");
    }
    let mut text = vec![0; length as usize];
    fill(&mut input, &mut text)?;
    if read_u32(&mut input)? != crc32fast::hash(&text) {
        return damaged("header");
    }
    let Ok(header) = serde_json::from_slice::<CheckpointHeader>(&text) else {
        return damaged("header");
    };
    header.check_proof(expected)?;
    let entries = read_entries(&mut input, table)?;
    let mut total = [0; 8];
    fill(&mut input, &mut total)?;
    let is_last = read_u32(&mut input)? == crc32fast::hash(&total)
        && u64::from_le_bytes(total) == entries
        && input
            .read(&mut [0])
            .map_err(|error| fault_of("read", error))?
            == 0;
    if !is_last {
        return damaged("end");
    }
    Ok(header)
}

/// Reads the blocks and adds their entries to the table: how many there are.
fn read_entries(input: &mut impl Read, table: &ProofTable<'_>) -> Result<u64, CheckpointFault> {
    let damaged = || Err(CheckpointFault::Damaged { what: "block" });
    let mut bytes = vec![0; BLOCK * ENTRY_BYTES];
    let mut entries = 0;
    loop {
        let count = read_u32(input)? as usize;
        if count > BLOCK {
            return damaged();
        }
        let block = &mut bytes[..count * ENTRY_BYTES];
        fill(input, block)?;
        if read_u32(input)? != crc32fast::hash(block) {
            return damaged();
        }
        if count == 0 {
            return Ok(entries);
        }
        entries += count as u64;
        for entry in block.chunks_exact(ENTRY_BYTES) {
            let (rank, content) = entry.split_at(8);
            table.restore(SavedEntry {
                rank: u64::from_le_bytes(rank.try_into().expect("eight bytes")),
                content: u32::from_le_bytes(content.try_into().expect("four bytes")),
            });
        }
    }
}

fn fill(input: &mut impl Read, bytes: &mut [u8]) -> Result<(), CheckpointFault> {
    input
        .read_exact(bytes)
        .map_err(|error| fault_of("read", error))
}

fn read_u32(input: &mut impl Read) -> Result<u32, CheckpointFault> {
    let mut bytes = [0; 4];
    fill(input, &mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

/// Removes the checkpoint of a completed proof.
pub(crate) fn remove(checkpoints: &Checkpoints) -> Result<(), SolveError> {
    let path: &Path = &checkpoints.path();
    match fs::remove_file(path) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => Err(SolveError::Checkpoint {
            path: path.to_owned(),
            fault: CheckpointFault::Io {
                action: "remove",
                source,
            },
        }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::MAGIC;
    use mancala_position::kalah::{KalahPosition, KalahRules};
    use mancala_position::rank::BoardRanker;

    #[test]
    fn format_version_1_has_these_ranks() {
        assert_eq!(MAGIC[7], 1);
        let rules = KalahRules::new(6).expect("six pits");
        let ranker = BoardRanker::new(6, 48);
        let rank = |own: [u32; 6], opponent: [u32; 6]| {
            let position = KalahPosition::new(&rules, &own, &opponent).expect("few seeds");
            ranker.rank(position.own_row(), position.opponent_row())
        };
        let ranks = [
            rank([4; 6], [4; 6]),
            rank([0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0]),
            rank([5, 0, 7, 1, 0, 2], [1, 9, 0, 0, 3, 1]),
        ];
        assert_eq!(ranks, [1_260_918_454_785, 7, 6_891_260_761]);
    }
}
