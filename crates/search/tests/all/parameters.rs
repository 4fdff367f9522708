//! The table of search parameters in docs/analysis.md is that of the program.

use mancala_search::analysis::SearchParams;
use std::path::Path;

#[test]
fn the_documented_parameters_are_those_of_the_search() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/analysis.md");
    let page = std::fs::read_to_string(path).expect("the page on the analysis");
    let section = page.split("### Parameters").nth(1).expect("the section");
    let documented: Vec<String> = section
        .lines()
        .skip_while(|line| !line.starts_with("|---"))
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let columns: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            columns[..4].join(" | ")
        })
        .collect();
    let expected: Vec<String> = SearchParams::ALL
        .iter()
        .map(|param| {
            let meaning = param.meaning.trim();
            let words: Vec<&str> = meaning.split_whitespace().collect();
            let (name, default, unit) = (param.name, param.default, param.unit);
            format!("`{name}` | {default} | {unit} | {}", words.join(" "))
        })
        .collect();
    assert_eq!(documented, expected);
}
