//! The reader of layer files and manifests.
//!
//! The first byte of the input chooses: the rest is a layer file, a manifest, or changes to a sound
//! layer file (pairs of a place of two bytes and a byte to put there), with checksums left as they
//! were or mended. Nothing may panic, and a changed file whose checksums were not mended never
//! gives a value that the sound one does not have.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mancala_endgame::{BuildOptions, Layer, MANIFEST, Manifest, Silent, build, layer_file};
use mancala_position::kalah::KalahRules;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

const SEEDS: u32 = 4;

struct Sound {
    rules: KalahRules,
    layer: Vec<u8>,
    manifest: String,
    values: Vec<Option<i32>>,
}

static SOUND: LazyLock<Sound> = LazyLock::new(|| {
    let rules = KalahRules::new(3).expect("three pits");
    let folder = std::env::temp_dir().join(format!("mancala-fuzz-{}", std::process::id()));
    build(&folder, &rules, &BuildOptions::new(SEEDS), &Silent).expect("it builds");
    let layer = fs::read(folder.join(layer_file(SEEDS))).expect("a layer");
    let manifest = fs::read_to_string(folder.join(MANIFEST)).expect("a manifest");
    fs::remove_dir_all(&folder).expect("removable");
    let values = values(&open(&rules, &layer).expect("sound"));
    Sound {
        rules,
        layer,
        manifest,
        values,
    }
});

fn open<'a>(rules: &KalahRules, bytes: &'a [u8]) -> Option<Layer<&'a [u8]>> {
    match Layer::from_bytes(bytes, Path::new("a layer"), rules, SEEDS) {
        Ok(layer) => Some(layer),
        Err(error) => {
            assert!(error.to_string().contains("a layer"));
            None
        }
    }
}

fn values(layer: &Layer<&[u8]>) -> Vec<Option<i32>> {
    let sub_layers = (0u32..).zip(layer.layout().sub_layers());
    sub_layers
        .flat_map(|(own, sub)| (0..sub.values()).map(move |index| layer.value(own, index).ok()))
        .collect()
}

/// Puts right checksums wherever a file of this length has them.
fn mend(bytes: &mut [u8], sound: &Sound) {
    let layer = open(&sound.rules, &sound.layer).expect("sound");
    let header = u32::from_le_bytes(bytes[12..16].try_into().expect("four bytes")) as usize;
    if let Some(text) = bytes.get(20..20usize.saturating_add(header)) {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&bytes[..16]);
        hasher.update(text);
        let checksum = hasher.finalize();
        bytes[16..20].copy_from_slice(&checksum.to_le_bytes());
    }
    let layout = layer.layout();
    let body = 4096;
    let table = body + layout.body_bytes() as usize;
    for own in 0..=SEEDS {
        let sub_layer = layout.sub_layer(own);
        for block in 0..sub_layer.blocks() {
            let range = layout.block_range(own, block);
            let checksum =
                crc32fast::hash(&bytes[body + range.start as usize..body + range.end as usize]);
            let entry = table + 4 * (sub_layer.first_block + block) as usize;
            bytes[entry..entry + 4].copy_from_slice(&checksum.to_le_bytes());
        }
    }
    let footer = table + 4 * layout.blocks() as usize;
    let tail = bytes.len() - 28;
    let checksum = crc32fast::hash(&bytes[table..footer]);
    bytes[tail..tail + 4].copy_from_slice(&checksum.to_le_bytes());
    let checksum = crc32fast::hash(&bytes[footer..tail]);
    bytes[tail + 8..tail + 12].copy_from_slice(&checksum.to_le_bytes());
}

fuzz_target!(|data: &[u8]| {
    let Some((&choice, rest)) = data.split_first() else {
        return;
    };
    let sound = &*SOUND;
    match choice % 4 {
        0 => {
            if let Some(layer) = open(&sound.rules, rest) {
                assert!(
                    values(&layer)
                        .iter()
                        .zip(&sound.values)
                        .all(|(read, right)| read.is_none() || read == right)
                );
            }
        }
        1 => {
            let manifest = Manifest::parse(rest, Path::new(MANIFEST), &sound.rules);
            assert_eq!(manifest.is_ok(), rest == sound.manifest.as_bytes());
        }
        mended => {
            let mut changed = sound.layer.clone();
            for change in rest.chunks_exact(3) {
                let place = usize::from(change[0]) << 8 | usize::from(change[1]);
                let length = changed.len();
                changed[place % length] = change[2];
            }
            if mended == 3 {
                mend(&mut changed, sound);
            }
            if let Some(layer) = open(&sound.rules, &changed) {
                let read = values(&layer);
                assert!(
                    mended == 3
                        || read
                            .iter()
                            .zip(&sound.values)
                            .all(|(read, right)| read.is_none() || read == right)
                );
            }
        }
    }
});
