//! `mancala bench` and its signature.

use crate::support::json;

/// The nodes of the proofs, on every machine. Another count means that the search has changed: if
/// that was the intention, it goes into this file.
fn signature() -> u64 {
    let text = include_str!("../../../../solver-data/reference/bench-signature.txt");
    text.trim().parse().expect("the file has a number")
}

/// The nodes of the analyses; they change with the evaluation too.
fn analysis_signature() -> u64 {
    let text = include_str!("../../../../solver-data/reference/analysis-signature.txt");
    text.trim().parse().expect("the file has a number")
}

#[test]
fn the_signature_is_that_of_this_search() {
    let answer = json(&["bench"]);
    assert_eq!(answer["nodes"], signature());
    assert_eq!(answer["analysis_nodes"], analysis_signature());
    assert!(answer["elapsed_ms"].is_u64());
    assert!(answer["nodes_per_second"].as_u64().unwrap() > 0);
    let parts = answer["parts"].as_array().unwrap();
    let proofs = parts.iter().filter(|part| part["proof"] == true);
    let sum: u64 = proofs.map(|part| part["nodes"].as_u64().unwrap()).sum();
    assert_eq!(sum, signature());
    assert!(parts.iter().any(|part| part["proof"] == false));
}
