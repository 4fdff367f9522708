//! The manifest of a database folder: what is there, where it came from, and hashes of everything.

use crate::error::{Damage, Error};
use crate::writer::sync_folder;
use mancala_position::kalah::{End, KalahRules};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The manifest's name in the folder.
pub const MANIFEST: &str = "manifest.json";

const HASH_KEY: &str = ",\n  \"manifest_blake3\": \"";
const HASH_END: &str = "\"\n}\n";

/// What a folder holds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The format of the manifest and of the layer files.
    pub format: u32,
    /// The rules with all options.
    pub rules: String,
    /// The layers, by ascending seeds.
    pub layers: Vec<LayerEntry>,
}

/// What the manifest says of one layer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LayerEntry {
    /// The seeds on the board.
    pub seeds: u32,
    /// The file's name in the folder.
    pub file: String,
    /// The file's length.
    pub bytes: u64,
    /// The file's BLAKE3 hash, in hexadecimal.
    pub blake3: String,
    /// Bits a value.
    pub bits: u32,
    /// All values of the layer, those of finished positions too.
    pub values: u64,
    /// What the values of the live positions are.
    pub statistics: Statistics,
    /// How the layer was made.
    pub provenance: Provenance,
}

/// The values of a layer's live positions: those in which the mover has a seed in his row and, under
/// `end=at-once`, the opponent too.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Statistics {
    /// How many positions.
    pub positions: u64,
    /// Those with a value above 0.
    pub win: u64,
    /// Those with the value 0.
    pub draw: u64,
    /// Those with a value below 0.
    pub loss: u64,
    /// The sum of the values.
    pub sum: i64,
    /// The sum of their squares.
    pub sum_of_squares: u64,
    /// Each value that occurs, with the number of positions that have it.
    pub histogram: Vec<(i32, u64)>,
}

/// How a layer was made.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Provenance {
    /// The program and its version.
    pub tool: String,
    /// The program's source commit, where it is known.
    pub commit: Option<String>,
    /// The command line.
    pub command: String,
    /// The threads that worked.
    pub threads: usize,
    /// The time that the layer took, writing included. A resumed layer counts its last run only.
    pub elapsed_ms: u64,
    /// When it was finished, in seconds since 1970.
    pub finished_unix_s: u64,
}

impl Statistics {
    /// The statistics of a layer from the counts of its sub-layers by code; `decode` gives a code's value.
    #[must_use]
    pub fn new(rules: &KalahRules, counts: &[Vec<u64>], decode: impl Fn(u32) -> i32) -> Self {
        let last = counts.len() - 1;
        let live = |own: usize| own != 0 && (rules.end == End::OnTurn || own != last);
        let codes = counts.first().map_or(0, Vec::len);
        let mut statistics = Self::default();
        for code in 0..codes {
            let count: u64 = counts
                .iter()
                .enumerate()
                .filter(|&(own, _)| live(own))
                .map(|(_, c)| c[code])
                .sum();
            if count == 0 {
                continue;
            }
            let value = decode(u32::try_from(code).expect("few codes"));
            statistics.positions += count;
            match value.signum() {
                1 => statistics.win += count,
                0 => statistics.draw += count,
                _ => statistics.loss += count,
            }
            statistics.sum +=
                i64::from(value) * i64::try_from(count).expect("fewer than 2^63 positions");
            statistics.sum_of_squares += u64::from(value.unsigned_abs()).pow(2) * count;
            statistics.histogram.push((value, count));
        }
        statistics
    }
}

impl Manifest {
    /// An empty manifest.
    #[must_use]
    pub fn new(rules: &KalahRules) -> Self {
        Self {
            format: crate::layer::FORMAT_VERSION,
            rules: rules.id(),
            layers: Vec::new(),
        }
    }

    /// The entry of a layer.
    #[must_use]
    pub fn layer(&self, seeds: u32) -> Option<&LayerEntry> {
        self.layers.iter().find(|entry| entry.seeds == seeds)
    }

    /// The name of a layer's file.
    #[must_use]
    pub fn file_name(seeds: u32) -> String {
        format!("{seeds:03}.layer")
    }

    /// Reads the manifest of a folder.
    ///
    /// # Errors
    ///
    /// [`Error::Missing`] if there is none, [`Error::Damaged`] if it is not as it was written,
    /// [`Error::Version`] or [`Error::RulesDiffer`] if it is for another format or other rules.
    pub fn read(folder: &Path, rules: &KalahRules) -> Result<Self, Error> {
        let path = folder.join(MANIFEST);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(Error::Missing {
                    path: folder.to_owned(),
                });
            }
            Err(error) => return Err(Error::io("read", &path)(error)),
        };
        Self::parse(&bytes, &path, rules)
    }

    /// A manifest from the bytes of its file; `path` is its name in errors.
    ///
    /// # Errors
    ///
    /// As for [`Manifest::read`].
    pub fn parse(bytes: &[u8], path: &Path, rules: &KalahRules) -> Result<Self, Error> {
        let damaged = |damage| Error::damaged(path, damage);
        let form = |reason: String| {
            damaged(Damage::Form {
                part: "JSON",
                reason,
            })
        };
        let text = std::str::from_utf8(bytes).map_err(|error| form(error.to_string()))?;
        let (content, hash) = text
            .strip_suffix(HASH_END)
            .and_then(|rest| rest.rsplit_once(HASH_KEY))
            .ok_or_else(|| form("it does not end with its own hash".to_owned()))?;
        if blake3::hash(content.as_bytes()).to_hex().as_str() != hash {
            return Err(damaged(Damage::Checksum { part: "text" }));
        }
        let manifest: Self = serde_json::from_str(&format!("{content}\n}}"))
            .map_err(|error| form(error.to_string()))?;
        if manifest.format != crate::layer::FORMAT_VERSION {
            let (found, known) = (manifest.format, crate::layer::FORMAT_VERSION);
            return Err(Error::Version {
                path: path.to_owned(),
                found,
                known,
            });
        }
        if manifest.rules != rules.id() {
            let (expected, found) = (rules.id(), manifest.rules);
            return Err(Error::RulesDiffer {
                path: path.to_owned(),
                expected,
                found,
            });
        }
        let ascending = manifest.layers.is_sorted_by(|a, b| a.seeds < b.seeds);
        let named = manifest
            .layers
            .iter()
            .all(|entry| entry.file == Self::file_name(entry.seeds));
        if !ascending || !named {
            return Err(form(
                "its layers are not in order or not named by their seeds".to_owned(),
            ));
        }
        Ok(manifest)
    }

    /// The text of the manifest's file: JSON, with the hash of everything before it as the last entry.
    #[must_use]
    pub fn text(&self) -> String {
        let json = serde_json::to_string_pretty(self).expect("plain data becomes JSON");
        let content = json
            .strip_suffix("\n}")
            .expect("an object ends with a brace");
        format!(
            "{content}{HASH_KEY}{}{HASH_END}",
            blake3::hash(content.as_bytes()).to_hex()
        )
    }

    /// Writes the manifest: to another name, synced, renamed.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if it cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        let path = folder.join(MANIFEST);
        let part: PathBuf = path.with_extension("json.part");
        let mut file = File::create(&part).map_err(Error::io("create", &part))?;
        file.write_all(self.text().as_bytes())
            .map_err(Error::io("write", &part))?;
        file.sync_all().map_err(Error::io("sync", &part))?;
        fs::rename(&part, &path).map_err(Error::io("rename", &part))?;
        sync_folder(&path)
    }
}
