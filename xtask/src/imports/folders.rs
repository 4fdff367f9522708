//! The import graph of each folder. Its nodes are the entries of the folder: crates in the
//! workspace, folders and files in a crate or folder.
//!
//! An import of one file by another is an edge in the deepest folder with both of them, between the
//! entries that contain the two files.

use super::graph::Graph;
use super::workspace::{Edge, Workspace};
use std::collections::BTreeMap;

/// A folder with the edges between its entries.
#[derive(Debug)]
pub(crate) struct Folder {
    /// The package and the folders below it; empty for the workspace, whose entries are the crates.
    pub(crate) path: Vec<String>,
    /// Names of its files without `.rs`, and of its folders with `/` after them.
    pub(crate) entries: Vec<String>,
    pub(crate) graph: Graph,
    /// The imports between files that make up each edge.
    pub(crate) imports: BTreeMap<(usize, usize), Vec<Edge>>,
}

/// All folders, each before the folders in it.
pub(crate) fn folders(workspace: &Workspace, edges: &[Edge]) -> Vec<Folder> {
    let places: Vec<Vec<String>> = workspace.modules.iter().map(|m| m.place()).collect();
    let mut entries: BTreeMap<Vec<String>, Vec<String>> = BTreeMap::new();
    for place in &places {
        for length in 0..place.len() {
            let names = entries.entry(place[..length].to_vec()).or_default();
            let name = entry(place, length);
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let folders = entries.into_iter();
    folders
        .map(|(path, entries)| {
            let mut imports: BTreeMap<_, Vec<Edge>> = BTreeMap::new();
            for edge in edges {
                let (from, to) = (&places[edge.from], &places[edge.to]);
                let depth = path.len();
                if !from.starts_with(&path) || !to.starts_with(&path) || from[depth] == to[depth] {
                    continue;
                }
                let number = |place| {
                    let name = entry(place, depth);
                    entries.iter().position(|other| *other == name)
                };
                if let (Some(from), Some(to)) = (number(from), number(to)) {
                    imports.entry((from, to)).or_default().push(edge.clone());
                }
            }
            Folder {
                graph: Graph::new(entries.len(), imports.keys().copied()),
                path,
                entries,
                imports,
            }
        })
        .collect()
}

/// The name of the entry at a depth of the tree that contains a file.
fn entry(place: &[String], depth: usize) -> String {
    let folder = if depth > 0 && depth + 1 < place.len() {
        "/"
    } else {
        ""
    };
    format!("{}{folder}", place[depth])
}
