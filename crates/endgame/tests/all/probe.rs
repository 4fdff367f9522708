//! Probing: one by one and in batches, in mapped files and in memory, in sound files and in damaged
//! ones.

use mancala_endgame::{
    BuildOptions, Damage, Database, Error, LoadMode, Silent, VerifyOptions, build, layer_file,
    verify,
};
use mancala_position::kalah::{KalahPosition, KalahRules, Leftover};
use mancala_position::rank::RowRanker;
use std::fs;
use tempfile::{TempDir, tempdir};

fn built(rules: &KalahRules, seeds: u32) -> TempDir {
    let folder = tempdir().expect("a folder");
    build(folder.path(), rules, &BuildOptions::new(seeds), &Silent).expect("it builds");
    folder
}

/// All positions with so many seeds.
fn positions(ranker: &RowRanker, seeds: u32) -> Vec<KalahPosition> {
    (0..=seeds)
        .flat_map(|own| {
            let opponents: Vec<u64> = ranker.iter(seeds - own).collect();
            ranker.iter(own).flat_map(move |own| {
                let boards = opponents
                    .iter()
                    .map(move |&opponent| KalahPosition::from_rows_unchecked(own, opponent));
                boards.collect::<Vec<_>>()
            })
        })
        .collect()
}

#[test]
fn batches_of_every_length_give_what_single_probes_give() {
    for (pits, seeds) in [(1, 20), (3, 9), (6, 7), (8, 4)] {
        for leftover in Leftover::ALL {
            let mut rules = KalahRules::new(pits).expect("valid pits");
            rules.leftover = *leftover;
            let folder = built(&rules, seeds);
            let mapped = Database::open(folder.path(), &rules).expect("it opens");
            let memory =
                Database::open_in(folder.path(), &rules, LoadMode::Memory).expect("it opens");
            // The larger layers stay mapped.
            let loaded = Database::open(folder.path(), &rules)
                .and_then(|database| database.loaded(seeds - 2, 2, &Silent))
                .expect("it is loaded");
            let ranker = RowRanker::new(pits);
            // One layer more than there is.
            let positions: Vec<KalahPosition> = (0..=seeds + 1)
                .flat_map(|seeds| positions(&ranker, seeds))
                .collect();
            let single: Vec<Option<i32>> = positions
                .iter()
                .map(|position| mapped.probe(position).expect("sound"))
                .collect();
            let known = single.iter().filter(|value| value.is_some()).count() as u64;
            let listed = mapped.manifest().layers.iter().map(|layer| layer.values);
            assert_eq!(known, listed.sum::<u64>());
            assert!(single.last().is_some_and(Option::is_none));
            for database in [&mapped, &memory, &loaded] {
                for length in [1, 2, 7, 8, 9, 31, 32, 33, 65, positions.len()] {
                    let mut values = vec![Some(-99); positions.len()];
                    for (positions, values) in
                        positions.chunks(length).zip(values.chunks_mut(length))
                    {
                        database
                            .probe_batch(positions, values)
                            .expect("a sound database");
                    }
                    assert!(values == single, "{rules}, batches of {length}");
                }
                database.probe_batch(&[], &mut []).expect("nothing to do");
            }
        }
    }
}

#[test]
fn probes_agree_with_the_layers() {
    let rules = KalahRules::new(4).expect("four pits");
    let folder = built(&rules, 9);
    let database = Database::open(folder.path(), &rules).expect("it opens");
    let ranker = RowRanker::new(4);
    for seeds in 0..=9 {
        let layer = database.layer(seeds).expect("a layer");
        for own in 0..=seeds {
            let columns = ranker.count(seeds - own);
            for (rank, row) in (0u64..).zip(ranker.iter(own)) {
                for (column, opponent) in (0u64..).zip(ranker.iter(seeds - own)) {
                    let position = KalahPosition::from_rows_unchecked(row, opponent);
                    let value = layer.value(own, rank * columns + column).expect("sound");
                    assert_eq!(database.probe(&position).expect("sound"), Some(value));
                }
            }
        }
    }
}

#[test]
fn boards_beyond_every_layer_have_no_value() {
    let rules = KalahRules::new(8).expect("eight pits");
    let folder = built(&rules, 2);
    let database = Database::open(folder.path(), &rules).expect("it opens");
    for seeds in [1, 8, 32, 127, 255] {
        let all_in_one = KalahPosition::from_rows_unchecked(seeds, 255 - seeds);
        assert_eq!(database.probe(&all_in_one).expect("sound"), None);
        let mut values = [Some(1)];
        database
            .probe_batch(&[all_in_one], &mut values)
            .expect("sound");
        assert_eq!(values, [None]);
    }
}

#[test]
fn a_damaged_block_gives_no_value_to_any_probe() {
    let rules = KalahRules::new(6).expect("six pits");
    let folder = built(&rules, 8);
    let path = folder.path().join(layer_file(8));
    let mut bytes = fs::read(&path).expect("readable");
    // The first entry of the sub-layer with four seeds in either row, which has a block of its own.
    let layout = Database::open(folder.path(), &rules)
        .expect("it opens")
        .layer(8)
        .expect("a layer")
        .layout()
        .clone();
    assert_eq!(layout.sub_layer(4).blocks(), 1);
    bytes[4096 + usize::try_from(layout.sub_layer(4).offset).expect("small")] ^= 1;
    fs::write(&path, bytes).expect("writable");

    let database = Database::open(folder.path(), &rules).expect("values are not looked at");
    let ranker = RowRanker::new(6);
    let positions = positions(&ranker, 8);
    let (hit, sound): (Vec<_>, Vec<_>) = positions
        .iter()
        .partition(|position| (position.own_row().to_le_bytes().iter().sum::<u8>()) == 4);
    assert_eq!(hit.len() as u64, layout.sub_layer(4).values());
    let is_damage = |error: &Error| {
        matches!(error, Error::Damaged { path: found, damage: Damage::Block { sub_layer: 4, block: 0, .. } }
            if *found == path)
    };
    // Twice: what was found once is found again.
    for _ in 0..2 {
        for position in hit.iter().step_by(97) {
            assert!(is_damage(&database.probe(position).expect_err("damage")));
        }
        for position in sound.iter().step_by(97) {
            assert!(database.probe(position).expect("sound").is_some());
        }
        let mut values = [None; 3];
        let batch = [sound[0], hit[0], sound[1]];
        let error = database
            .probe_batch(&batch, &mut values)
            .expect_err("damage");
        assert!(is_damage(&error));
    }
    let error = Database::open_in(folder.path(), &rules, LoadMode::Memory)
        .expect_err("what is read into memory is checked");
    assert!(is_damage(&error));
    let error = Database::open(folder.path(), &rules)
        .and_then(|database| database.loaded(u32::MAX, 2, &Silent))
        .expect_err("and by several threads as well");
    assert!(is_damage(&error));
    let verification = verify(
        folder.path(),
        &rules,
        &VerifyOptions {
            level: 5,
            ..VerifyOptions::default()
        },
        &Silent,
    );
    let verification = verification.expect("it opens");
    assert!(!verification.ok());
    assert_eq!(verification.published, None, "not reached");
}
