//! The published tables in the package are those of `solver-data/reference`.

use std::fs;
use std::path::Path;

#[test]
fn the_packaged_tables_are_the_reference_tables() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut tables = 0;
    for entry in fs::read_dir(here.join("data")).expect("the package has data") {
        let packaged = entry.expect("it can be listed").path();
        let name = packaged.file_name().expect("a file");
        let reference = here.join("../../solver-data/reference").join(name);
        let read = |path: &Path| fs::read(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        assert!(
            read(&packaged) == read(&reference),
            "copy {reference:?} to {packaged:?}"
        );
        tables += 1;
    }
    assert_eq!(tables, 3);
}
