//! The published tables and openings in the package are those of `solver-data`.

use crate::support::data;
use std::fs;
use std::path::Path;

#[test]
fn the_packaged_data_is_that_of_solver_data() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let originals = [
        ("kalah-starts.tsv", "reference/kalah-starts.tsv"),
        ("kalah-first-moves.tsv", "reference/kalah-first-moves.tsv"),
        ("kalah-irving-2000.tsv", "reference/kalah-irving-2000.tsv"),
        ("toguz-openings.txt", "openings/toguz.txt"),
    ];
    for (packaged, original) in originals {
        let (packaged, original) = (package.join(packaged), data(original));
        let read = |path: &Path| fs::read(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        assert!(
            read(&packaged) == read(&original),
            "copy {original:?} to {packaged:?}"
        );
    }
    assert_eq!(fs::read_dir(package).unwrap().count(), originals.len());
}
