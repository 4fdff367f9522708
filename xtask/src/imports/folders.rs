//! The arrows between what is in a folder: crates in the workspace, folders and files in a crate or
//! folder.
//!
//! An import of one file by another is an arrow in the folder that has both of them, between the
//! two of its entries that have the one and the other.

use super::graph::Graph;
use super::workspace::{Arrow, Workspace};
use std::collections::BTreeMap;

/// A folder with the arrows between its entries.
#[derive(Debug)]
pub(crate) struct Folder {
    /// The package and the folders below it; empty for the workspace, whose entries are the crates.
    pub(crate) path: Vec<String>,
    /// Names of its files without `.rs`, and of its folders with `/` behind them.
    pub(crate) entries: Vec<String>,
    pub(crate) graph: Graph,
    /// The imports of files behind each arrow.
    pub(crate) imports: BTreeMap<(usize, usize), Vec<Arrow>>,
}

/// Every folder, each before those in it.
pub(crate) fn folders(workspace: &Workspace, arrows: &[Arrow]) -> Vec<Folder> {
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
            let mut imports: BTreeMap<_, Vec<Arrow>> = BTreeMap::new();
            for arrow in arrows {
                let (from, to) = (&places[arrow.from], &places[arrow.to]);
                let depth = path.len();
                if !from.starts_with(&path) || !to.starts_with(&path) || from[depth] == to[depth] {
                    continue;
                }
                let number = |place| {
                    let name = entry(place, depth);
                    entries.iter().position(|other| *other == name)
                };
                if let (Some(from), Some(to)) = (number(from), number(to)) {
                    imports.entry((from, to)).or_default().push(arrow.clone());
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

/// The name of the entry of a folder, so deep in the tree, that has a file.
fn entry(place: &[String], depth: usize) -> String {
    let folder = if depth > 0 && depth + 1 < place.len() {
        "/"
    } else {
        ""
    };
    format!("{}{folder}", place[depth])
}
