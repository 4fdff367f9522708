//! The reader of archives.
//!
//! The first byte of the input chooses: the rest is an archive, or changes to a sound one (pairs of
//! a place of two bytes and a byte to put there), with checksums left as they were or mended.
//! Nothing may panic; a changed archive whose checksums were not mended never gives a value that
//! the sound one does not have, and one whose checksums were mended gives only values that a
//! position of so many seeds can have.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mancala_endgame::{Archive, BuildOptions, PackOptions, Silent, archive_file, build, pack};
use mancala_position::kalah::KalahRules;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

const SEEDS: u32 = 5;

struct Sound {
    rules: KalahRules,
    archive: Vec<u8>,
    values: Vec<Option<i32>>,
}

static SOUND: LazyLock<Sound> = LazyLock::new(|| {
    let rules = KalahRules::new(3).expect("three pits");
    let folder = std::env::temp_dir().join(format!("mancala-fuzz-{}", std::process::id()));
    build(&folder, &rules, &BuildOptions::new(SEEDS), &Silent).expect("it builds");
    pack(&folder, &rules, &PackOptions::default(), &Silent).expect("it packs");
    let archive = fs::read(folder.join(archive_file(SEEDS))).expect("an archive");
    fs::remove_dir_all(&folder).expect("removable");
    let values = values(&open(&rules, &archive).expect("sound"));
    Sound {
        rules,
        archive,
        values,
    }
});

fn open<'a>(rules: &KalahRules, bytes: &'a [u8]) -> Option<Archive<&'a [u8]>> {
    match Archive::from_bytes(bytes, Path::new("an archive"), rules, SEEDS) {
        Ok(archive) => Some(archive),
        Err(error) => {
            assert!(error.to_string().contains("an archive"));
            None
        }
    }
}

fn values(archive: &Archive<&[u8]>) -> Vec<Option<i32>> {
    let sub_layers = (0u32..).zip(archive.layout().sub_layers());
    sub_layers
        .flat_map(|(own, sub)| (0..sub.values()).map(move |index| archive.value(own, index).ok()))
        .collect()
}

fn number(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
}

fn put(bytes: &mut [u8], at: usize, number: u32) {
    bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
}

/// Puts right the checksums of all parts that the file's own lengths name, as far as they lie
/// within it.
fn mend(bytes: &mut [u8]) -> Option<()> {
    let tail = bytes.len().checked_sub(28)?;
    let table_end = tail.checked_sub(number(bytes, tail + 4)?)?;
    // One piece for each sub-layer.
    let table = table_end.checked_sub(8 * (SEEDS as usize + 1))?;
    let header_end = number(bytes, 12)?.checked_add(20)?;
    let model_end = header_end.checked_add(number(bytes, header_end.checked_sub(8)?)?)?;
    let checksum = crc32fast::hash(bytes.get(header_end..model_end)?);
    put(bytes, header_end - 4, checksum);
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bytes[..16]);
    hasher.update(bytes.get(20..header_end)?);
    put(bytes, 16, hasher.finalize());
    let mut from = model_end;
    for entry in (table..table_end).step_by(8) {
        let to = from.checked_add(number(bytes, entry)?)?;
        let checksum = crc32fast::hash(bytes.get(from..to)?);
        put(bytes, entry + 4, checksum);
        from = to;
    }
    let checksum = crc32fast::hash(&bytes[table..table_end]);
    put(bytes, tail, checksum);
    let checksum = crc32fast::hash(&bytes[table_end..tail]);
    put(bytes, tail + 8, checksum);
    Some(())
}

fuzz_target!(|data: &[u8]| {
    let Some((&choice, rest)) = data.split_first() else {
        return;
    };
    let sound = &*SOUND;
    let mut bytes = rest.to_vec();
    if choice % 3 > 0 {
        bytes.clone_from(&sound.archive);
        for change in rest.chunks_exact(3) {
            let place = usize::from(change[0]) << 8 | usize::from(change[1]);
            let length = bytes.len();
            bytes[place % length] = change[2];
        }
    }
    let is_mended = choice % 3 == 2;
    if is_mended {
        // What cannot be mended is read as it is.
        let _ = mend(&mut bytes);
    }
    let Some(archive) = open(&sound.rules, &bytes) else {
        return;
    };
    let read = values(&archive);
    let possible = |value: i32| value.unsigned_abs() <= SEEDS;
    assert!(read.iter().flatten().all(|&value| possible(value)));
    let mut pairs = read.iter().zip(&sound.values);
    assert!(is_mended || pairs.all(|(read, right)| read.is_none() || read == right));
});
