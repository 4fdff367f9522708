//! The manifest of a database folder: what is there, where it came from, and hashes of everything.

use super::json_lines::lines;
use crate::error::{Damage, Error};
use crate::format::layer_rules::LayerRules;
use crate::system::files::{read_file, sync_folder};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The manifest's name in the folder.
pub const MANIFEST: &str = "manifest.json";

const HASH_KEY: &str = ",\n  \"manifest_blake3\": \"";
const HASH_END: &str = "\"\n}\n";

/// The contents of a database folder.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest<S> {
    /// The format of the manifest and of the layer files.
    pub format: u32,
    /// The rules with all options.
    pub rules: String,
    /// The layers, by ascending seeds.
    pub layers: Vec<LayerEntry<S>>,
}

/// The manifest's entry for one layer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LayerEntry<S> {
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
    /// Statistics of the values.
    pub statistics: S,
    /// How the layer was made.
    pub provenance: Provenance,
    /// The archive of the layer, if one was made. Either file may be missing then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub archive: Option<FileEntry>,
    /// The file of the layer's open boards, if it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<FileEntry>,
}

/// The manifest's entry for a further file of a layer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileEntry {
    /// Its name in the folder.
    pub file: String,
    /// Its length.
    pub bytes: u64,
    /// Its BLAKE3 hash, in hexadecimal.
    pub blake3: String,
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

/// The name of the file of the layer of so many seeds.
#[must_use]
pub fn layer_file(seeds: u32) -> String {
    format!("{seeds:03}.layer")
}

/// The name of the archive of the layer of so many seeds.
#[must_use]
pub fn archive_file(seeds: u32) -> String {
    format!("{seeds:03}.archive")
}

/// The name of the file of the open boards of the layer of so many balls.
#[must_use]
pub fn open_boards_file(seeds: u32) -> String {
    format!("{seeds:03}.open")
}

impl<S: Serialize + DeserializeOwned> Manifest<S> {
    /// An empty manifest.
    #[must_use]
    pub fn new(rules: &impl LayerRules<Statistics = S>) -> Self {
        Self {
            format: crate::format::layer_file::FORMAT_VERSION,
            rules: rules.id(),
            layers: Vec::new(),
        }
    }

    /// The entry of a layer.
    #[must_use]
    pub fn layer(&self, seeds: u32) -> Option<&LayerEntry<S>> {
        self.layers.iter().find(|entry| entry.seeds == seeds)
    }

    /// Whether the file of a layer is there, with the length that the manifest lists if it lists
    /// the layer. A file that was cut short or emptied is made again like one that is missing.
    pub(crate) fn has_file(&self, folder: &Path, seeds: u32) -> bool {
        let found = fs::metadata(folder.join(layer_file(seeds)));
        let listed = self.layer(seeds).map(|entry| entry.bytes);
        found.is_ok_and(|file| file.is_file() && listed.is_none_or(|bytes| bytes == file.len()))
    }

    /// Reads the manifest of a folder.
    ///
    /// # Errors
    ///
    /// [`Error::Missing`] if there is none, [`Error::Damaged`] if it is not as it was written,
    /// [`Error::Version`] or [`Error::RulesDiffer`] if it is for another format or other rules.
    pub fn read(folder: &Path, rules: &impl LayerRules<Statistics = S>) -> Result<Self, Error> {
        let path = folder.join(MANIFEST);
        let bytes = match read_file(&path) {
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

    /// The manifest of a folder that is built in: an empty one if there is none yet.
    ///
    /// # Errors
    ///
    /// As for [`Manifest::read`], but for [`Error::Missing`].
    pub(crate) fn begun(
        folder: &Path,
        rules: &impl LayerRules<Statistics = S>,
    ) -> Result<Self, Error> {
        match Self::read(folder, rules) {
            Err(Error::Missing { .. }) => Ok(Self::new(rules)),
            other => other,
        }
    }

    /// A manifest from the bytes of its file; `path` is its name in errors.
    ///
    /// # Errors
    ///
    /// As for [`Manifest::read`].
    pub fn parse(
        bytes: &[u8],
        path: &Path,
        rules: &impl LayerRules<Statistics = S>,
    ) -> Result<Self, Error> {
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
        if manifest.format != crate::format::layer_file::FORMAT_VERSION {
            let (found, known) = (manifest.format, crate::format::layer_file::FORMAT_VERSION);
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
        let named = manifest.layers.iter().all(|entry| {
            let archive = entry.archive.as_ref().map(|archive| &archive.file);
            let open = entry.open.as_ref().map(|open| &open.file);
            entry.file == layer_file(entry.seeds)
                && archive.is_none_or(|file| *file == archive_file(entry.seeds))
                && open.is_none_or(|file| *file == open_boards_file(entry.seeds))
        });
        if !ascending || !named {
            return Err(form(
                "its layers are not in order or not named by their seeds".to_owned(),
            ));
        }
        Ok(manifest)
    }

    /// The text of the manifest's file: JSON in lines, with the hash of everything before it as the
    /// last entry.
    #[must_use]
    pub fn text(&self) -> String {
        let json = lines(self);
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
