//! Ten thousand flipped bits, files cut at every boundary, and sound files of another kind, for
//! layer files and archives: always the error that names the file, never a value that is wrong.

use mancala_endgame::{
    Archive, BuildOptions, Database, Error, Layer, MANIFEST, Manifest, PackOptions, Silent,
    VerifyOptions, archive_file, build, layer_file, pack, verify,
};
use mancala_position::kalah::{KalahPosition, KalahRules};
use mancala_position::random::SplitMix64;
use mancala_position::rank::RowRanker;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use tempfile::{TempDir, tempdir};

/// Layers of several blocks.
const SEEDS: u32 = 12;
const FLIPS: u64 = 10_000;

/// How a layer is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Plain,
    Archived,
}
use Kind::{Archived, Plain};

impl Kind {
    fn name(self, seeds: u32) -> String {
        match self {
            Plain => layer_file(seeds),
            Archived => archive_file(seeds),
        }
    }
}

/// An open layer of either kind.
#[derive(Debug)]
enum Opened<'a> {
    Plain(Layer<&'a [u8]>),
    Archived(Archive<&'a [u8]>),
}

impl<'a> Opened<'a> {
    fn new(kind: Kind, bytes: &'a [u8], rules: &KalahRules, seeds: u32) -> Result<Self, Error> {
        let name = kind.name(seeds);
        Ok(match kind {
            Plain => Self::Plain(Layer::from_bytes(bytes, Path::new(&name), rules, seeds)?),
            Archived => Self::Archived(Archive::from_bytes(bytes, Path::new(&name), rules, seeds)?),
        })
    }

    fn check(&self, own: u32) -> Result<(), Error> {
        match self {
            Self::Plain(layer) => layer.check_sub_layer(own),
            Self::Archived(archive) => archive.check_sub_layer(own),
        }
    }

    fn value(&self, own: u32, index: u64) -> Result<i32, Error> {
        match self {
            Self::Plain(layer) => layer.value(own, index),
            Self::Archived(archive) => archive.value(own, index),
        }
    }
}

/// A database with its files of one kind, and the bytes of each.
struct Stored {
    folder: TempDir,
    rules: KalahRules,
    kind: Kind,
    layers: Vec<Vec<u8>>,
}

/// All files of a sound database by name, for each kind; making archives takes longer than all else
/// here.
static SOUND: LazyLock<[Files; 2]> = LazyLock::new(|| {
    let folder = tempdir().expect("a folder");
    build(folder.path(), &rules(), &BuildOptions::new(SEEDS), &Silent).expect("it builds");
    let plain = files(folder.path());
    let options = PackOptions {
        threads: 2,
        remove: true,
    };
    pack(folder.path(), &rules(), &options, &Silent).expect("it packs");
    [plain, files(folder.path())]
});

type Files = BTreeMap<String, Vec<u8>>;

fn files(folder: &Path) -> Files {
    let entries = fs::read_dir(folder).expect("a folder");
    entries
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy();
            (name.into_owned(), fs::read(&path).expect("readable"))
        })
        .collect()
}

fn rules() -> KalahRules {
    KalahRules::new(6).expect("six pits")
}

impl Stored {
    fn new(kind: Kind) -> Self {
        let files = &SOUND[usize::from(kind == Archived)];
        let folder = tempdir().expect("a folder");
        for (name, bytes) in files {
            fs::write(folder.path().join(name), bytes).expect("writable");
        }
        Self {
            folder,
            rules: rules(),
            kind,
            layers: (0..=SEEDS)
                .map(|seeds| files[&kind.name(seeds)].clone())
                .collect(),
        }
    }

    fn open<'a>(&self, bytes: &'a [u8], seeds: u32) -> Result<Opened<'a>, Error> {
        Opened::new(self.kind, bytes, &self.rules, seeds)
    }

    /// The error of a file that must not open, which must name it.
    fn refused(&self, bytes: &[u8], seeds: u32) -> Error {
        let error = self.open(bytes, seeds).expect_err("it is not sound");
        let name = self.kind.name(seeds);
        assert!(error.to_string().contains(&name), "{error}");
        error
    }

    /// The error of opening the database with other bytes in the place of a layer.
    fn refused_on_disk(&self, bytes: &[u8], seeds: u32) -> Error {
        let path = self.folder.path().join(self.kind.name(seeds));
        fs::write(&path, bytes).expect("writable");
        let error = Database::open(self.folder.path(), &self.rules).err();
        fs::write(&path, &self.layers[seeds as usize]).expect("writable");
        let error = error.expect("the database is not sound");
        assert!(
            error.to_string().contains(&self.kind.name(seeds)),
            "{error}"
        );
        error
    }
}

/// Flips a bit of a layer, anywhere, and looks at what can be read of it; gives whether the layer
/// could be opened.
fn flip(stored: &Stored, seeds: u32, place: usize, bit: u32) -> bool {
    let mut bytes = stored.layers[seeds as usize].clone();
    bytes[place] ^= 1 << bit;
    let name = stored.kind.name(seeds);
    let opened = match stored.open(&bytes, seeds) {
        Ok(opened) => opened,
        Err(error) => {
            assert!(error.to_string().contains(&name), "{error}");
            return false;
        }
    };
    let damaged: Vec<u32> = (0..=seeds)
        .filter(|&own| opened.check(own).is_err())
        .collect();
    assert_eq!(damaged.len(), 1, "bit {bit} of byte {place} of {name}");
    let own = damaged[0];
    // A sub-layer of these archives is one piece; a block of a layer file is found by its values.
    let blocks = match &opened {
        Opened::Plain(layer) => layer.layout().sub_layer(own).blocks(),
        Opened::Archived(_) => 1,
    };
    let sound = stored
        .open(&stored.layers[seeds as usize], seeds)
        .expect("sound");
    let mut errors = 0;
    for block in 0..blocks {
        match opened.value(own, block << 15) {
            Ok(value) => {
                let right = sound.value(own, block << 15).expect("sound");
                assert_eq!(value, right, "bit {bit} of byte {place} of {name}");
            }
            Err(error) => {
                let message = error.to_string();
                let part = match stored.kind {
                    Plain => format!("block {block} of sub-layer {own} "),
                    Archived => format!("piece 0 of sub-layer {own} "),
                };
                assert!(
                    message.contains(&name) && message.contains(&part),
                    "{message}"
                );
                errors += 1;
            }
        }
    }
    assert_eq!(errors, 1, "bit {bit} of byte {place} of {name}");
    true
}

#[test]
fn ten_thousand_flipped_bits_never_give_a_value() {
    for kind in [Plain, Archived] {
        let stored = Stored::new(kind);
        let total: usize = stored.layers.iter().map(Vec::len).sum();
        let mut random = SplitMix64::new(2026);
        let mut opened = 0;
        for number in 0..FLIPS {
            // Half of them anywhere in the files, half of them in a file that is as likely as each
            // other.
            let (seeds, place) = if number % 2 == 0 {
                let mut place = random.index(total);
                let mut seeds = 0;
                while place >= stored.layers[seeds].len() {
                    place -= stored.layers[seeds].len();
                    seeds += 1;
                }
                (seeds, place)
            } else {
                let seeds = random.index(stored.layers.len());
                (seeds, random.index(stored.layers[seeds].len()))
            };
            let bit = u32::try_from(random.index(8)).expect("small");
            let seeds = u32::try_from(seeds).expect("small");
            opened += u64::from(flip(&stored, seeds, place, bit));
        }
        assert!((FLIPS / 4..FLIPS).contains(&opened), "{kind:?}: {opened}");
    }
}

#[test]
fn flipped_bits_on_disk_are_found_by_verification_and_by_probes() {
    for kind in [Plain, Archived] {
        let stored = Stored::new(kind);
        let ranker = RowRanker::new(6);
        let sound = Database::open(stored.folder.path(), &stored.rules).expect("it opens");
        let positions: Vec<KalahPosition> = (0..=SEEDS)
            .map(|own| {
                KalahPosition::from_rows_unchecked(
                    ranker.unrank(ranker.count(own) / 2, own),
                    ranker.unrank(ranker.count(SEEDS - own) / 3, SEEDS - own),
                )
            })
            .collect();
        let right: Vec<Option<i32>> = positions
            .iter()
            .map(|position| sound.probe(position).expect("sound"))
            .collect();
        drop(sound);
        let name = kind.name(SEEDS);
        let path = stored.folder.path().join(&name);
        let bytes = &stored.layers[SEEDS as usize];
        let mut random = SplitMix64::new(7);
        for _ in 0..60 {
            let mut flipped = bytes.clone();
            flipped[random.index(bytes.len())] ^= 1 << random.index(8);
            fs::write(&path, &flipped).expect("writable");
            let message = match verify(
                stored.folder.path(),
                &stored.rules,
                &VerifyOptions::default(),
                &Silent,
            ) {
                Err(error) => error.to_string(),
                Ok(found) => format!("{:?}", found.first_mismatch.expect("it is found")),
            };
            assert!(message.contains(&name), "{message}");
            if let Ok(database) = Database::open(stored.folder.path(), &stored.rules) {
                for (position, right) in positions.iter().zip(&right) {
                    match database.probe(position) {
                        Ok(value) => assert_eq!(value, *right),
                        Err(error) => assert!(error.to_string().contains(&name), "{error}"),
                    }
                }
            }
        }
    }
}

/// The end of each block of a layer file.
fn block_ends(bytes: &[u8], rules: &KalahRules, seeds: u32) -> Vec<usize> {
    let layer = Layer::from_bytes(bytes, Path::new("sound"), rules, seeds).expect("sound");
    let layout = layer.layout();
    let blocks = (0..=seeds).flat_map(|own| {
        let blocks = 0..layout.sub_layer(own).blocks();
        blocks.map(move |block| layout.block_range(own, block).end)
    });
    let ends: Vec<usize> = blocks
        .map(|end| 4096 + usize::try_from(end).expect("in memory"))
        .collect();
    assert!(ends.is_sorted() && ends.last().is_some_and(|&end| end < bytes.len()));
    ends
}

/// The end of each piece of an archive, read as `docs/file-format.md` describes it.
fn piece_ends(bytes: &[u8]) -> Vec<usize> {
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    let tail = bytes.len() - 28;
    let table_end = tail - number(tail + 4) as usize;
    let header_end = 20 + number(12) as usize;
    let mut ends = vec![header_end + number(header_end - 8) as usize];
    let mut entries = Vec::new();
    // The pieces fill what is between the model and their table, so that the table begins where
    // they end.
    let mut table = table_end;
    let mut all = 0;
    while ends[0] + all != table {
        table -= 8;
        entries.push(number(table) as usize);
        all += entries[entries.len() - 1];
    }
    for length in entries.iter().rev() {
        ends.push(ends[ends.len() - 1] + length);
    }
    ends.extend([table_end, tail]);
    ends
}

#[test]
fn files_cut_at_every_boundary_are_refused() {
    for kind in [Plain, Archived] {
        let stored = Stored::new(kind);
        let mut cuts = 0;
        for (seeds, bytes) in (0..).zip(&stored.layers) {
            let mut ends = match kind {
                Plain => block_ends(bytes, &stored.rules, seeds),
                Archived => piece_ends(bytes),
            };
            assert!(ends.len() > seeds as usize);
            ends.extend([0, 8, 12, 16, 20, bytes.len() - 8, bytes.len()]);
            for end in ends {
                for length in [end.saturating_sub(1), end, end + 1] {
                    if length < bytes.len() {
                        let error = stored.refused(&bytes[..length], seeds);
                        assert!(matches!(error, Error::Damaged { .. }), "{error}");
                        cuts += 1;
                    }
                }
                if end < bytes.len() {
                    stored.refused_on_disk(&bytes[..end], seeds);
                }
            }
        }
        assert!(cuts > 200, "{kind:?}: {cuts}");
        Database::open(stored.folder.path(), &stored.rules).expect("all is as it was");
    }
}

/// The file with another format version, its header's checksum put right.
fn with_version(bytes: &[u8], version: u32) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[8..12].copy_from_slice(&version.to_le_bytes());
    let header = u32::from_le_bytes(bytes[12..16].try_into().expect("four bytes")) as usize;
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bytes[..16]);
    hasher.update(&bytes[20..20 + header]);
    bytes[16..20].copy_from_slice(&hasher.finalize().to_le_bytes());
    bytes
}

#[test]
fn other_versions_of_the_format_are_refused() {
    for kind in [Plain, Archived] {
        let stored = Stored::new(kind);
        let bytes = &stored.layers[SEEDS as usize];
        assert!(
            &with_version(bytes, 1) == bytes,
            "the checksum is put right"
        );
        for version in [0, 2, u32::MAX] {
            let other = with_version(bytes, version);
            for error in [
                stored.refused(&other, SEEDS),
                stored.refused_on_disk(&other, SEEDS),
            ] {
                let Error::Version { found, known, .. } = error else {
                    panic!("{error}");
                };
                assert_eq!((found, known), (version, 1));
            }
        }
    }
    // The same for the manifest, with its hash put right.
    let stored = Stored::new(Plain);
    let mut manifest = Manifest::read(stored.folder.path(), &stored.rules).expect("sound");
    manifest.format = 0;
    manifest.write(stored.folder.path()).expect("writable");
    let error = Database::open(stored.folder.path(), &stored.rules).err();
    let error = error.expect("an older manifest");
    assert!(
        matches!(&error, Error::Version { path, found: 0, .. } if path.ends_with(MANIFEST)),
        "{error}"
    );
}

#[test]
fn files_of_every_other_rule_option_are_refused() {
    for kind in [Plain, Archived] {
        let stored = Stored::new(kind);
        let bytes = &stored.layers[SEEDS as usize];
        let mut others = 0;
        for pits in [5, 6, 7] {
            for rules in KalahRules::all_options(pits).expect("valid pits") {
                if rules == stored.rules {
                    continue;
                }
                let opened = Opened::new(kind, bytes, &rules, SEEDS);
                let error = opened.expect_err("other rules");
                assert!(error.to_string().contains(&kind.name(SEEDS)), "{error}");
                assert!(matches!(error, Error::RulesDiffer { .. }), "{error}");
                others += 1;
            }
        }
        assert!(others >= 100, "{others}");
        for seeds in [0, 1, SEEDS - 1] {
            let error = stored.refused(bytes, seeds);
            assert!(matches!(error, Error::Damaged { .. }), "{error}");
        }
    }
}
