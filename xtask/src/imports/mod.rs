//! `cargo xtask imports`: how the crates, folders and files of the workspace import each other.
//!
//! It reads the `use` declarations and the paths in the code (`crate::a::b(...)`) of all files
//! below `src`, and reports
//!
//! * cycles of files: sets of files that all reach each other by imports;
//! * cycles of folders: sets of entries of one folder, files or folders, that all reach each other
//!   by imports between their files.
//!
//! The module of a folder is its `mod.rs`, of a crate `lib.rs` or `main.rs`. A re-export of a child
//! there, `mod x; pub use x::X;`, is no import unless the module's own code uses `X`: files that
//! import `X` from the module import `x.rs`. Items that the module itself defines belong to its
//! file: if a child imports one and the module uses the child, the two are a cycle. Code under
//! `#[cfg(test)]` is left out.
//!
//! The drawing has a block for each crate and for each folder with folders in it. The entries of a
//! layer import only from layers below; edges that follow from others are left out.

mod drawing;
mod folders;
mod graph;
mod source;
mod workspace;

use drawing::draw;
use folders::{Folder, folders};
use graph::Graph;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::Path;
use workspace::{Edge, Workspace};

/// The page with the drawing.
const PAGE: &str = "docs/architecture.md";
const BEGIN: &str = "<!-- imports: written by `cargo xtask imports --write`; do not edit -->";
const END: &str = "<!-- imports end -->";

/// Reports the cycles among the imports, and writes the drawing to its page or checks that the page
/// has it. Returns whether nothing is wrong.
///
/// # Errors
///
/// If a file cannot be read or written.
pub(crate) fn run(root: &Path, write: bool) -> io::Result<bool> {
    let workspace = read(root)?;
    let edges = workspace.edges();
    let folders = folders(&workspace, &edges);
    let drawing = draw(&folders);
    println!("{drawing}");
    let mut faults = file_cycles(&workspace, &edges);
    faults.extend(folder_cycles(&workspace, &folders));
    let page = root.join(PAGE);
    let text = fs::read_to_string(&page)
        .map_err(|error| io::Error::other(format!("cannot read {PAGE}: {error}")))?;
    let Some(updated) = with_drawing(&text, &drawing) else {
        faults.push(format!("{PAGE} has no block from `{BEGIN}` to `{END}`"));
        report(&faults);
        return Ok(false);
    };
    if updated != text {
        if write {
            fs::write(&page, updated)?;
        } else {
            faults.push(format!(
                "the drawing in {PAGE} is not up to date; `cargo xtask imports --write` writes it"
            ));
        }
    }
    report(&faults);
    Ok(faults.is_empty())
}

fn report(faults: &[String]) {
    for fault in faults {
        eprintln!("error: {fault}");
    }
}

/// Reads all crates of the folder `crates`.
fn read(root: &Path) -> io::Result<Workspace> {
    let mut folders = Vec::new();
    for entry in fs::read_dir(root.join("crates"))? {
        folders.push(format!("crates/{}", entry?.file_name().to_string_lossy()));
    }
    folders.sort_unstable();
    let mut workspace = Workspace::default();
    for folder in folders {
        workspace.add_crate(root, &folder)?;
    }
    Ok(workspace)
}

fn file_cycles(workspace: &Workspace, edges: &[Edge]) -> Vec<String> {
    let pairs = edges.iter().map(|edge| (edge.from, edge.to));
    let graph = Graph::new(workspace.modules.len(), pairs);
    let cycles = graph.cycles().into_iter();
    cycles
        .map(|cycle| {
            let within = edges
                .iter()
                .filter(|edge| cycle.contains(&edge.from) && cycle.contains(&edge.to));
            let mut text = format!("a cycle of {} files:", cycle.len());
            for edge in within {
                push_edge(&mut text, workspace, edge);
            }
            text
        })
        .collect()
}

/// The cycles among the entries of each folder, each with its edges. Those with the fewest imports
/// come first: most often they are the ones to reverse.
fn folder_cycles(workspace: &Workspace, folders: &[Folder]) -> Vec<String> {
    let mut faults = Vec::new();
    for folder in folders {
        let cycles = folder.graph.cycles().into_iter();
        // Cycles of files only are reported by `file_cycles`.
        let cycles = cycles.filter(|cycle| {
            let mut entries = cycle.iter().map(|&node| &folder.entries[node]);
            entries.any(|name| name.ends_with('/'))
        });
        for cycle in cycles {
            let names: Vec<_> = cycle
                .iter()
                .map(|&node| folder.entries[node].as_str())
                .collect();
            let mut text = format!(
                "a cycle of {} in {}:",
                names.join(", "),
                folder.path.join("/")
            );
            let within = folder.imports.iter();
            let mut within: Vec<_> = within
                .filter(|((from, to), _)| cycle.contains(from) && cycle.contains(to))
                .collect();
            within.sort_by_key(|(_, imports)| imports.len());
            for (&(from, to), imports) in within {
                let (from, to) = (&folder.entries[from], &folder.entries[to]);
                // Writing to a string cannot fail.
                let _ = write!(text, "\n  {from} -> {to}, in {} places", imports.len());
                for edge in imports.iter().take(3) {
                    push_edge(&mut text, workspace, edge);
                }
            }
            faults.push(text);
        }
    }
    faults
}

fn push_edge(text: &mut String, workspace: &Workspace, edge: &Edge) {
    let (from, to) = (&workspace.modules[edge.from], &workspace.modules[edge.to]);
    let _ = write!(
        text,
        "\n    {}:{} imports {}",
        from.file, edge.line, to.file
    );
}

/// The page with a new drawing in its block; `None` if it has no such block.
fn with_drawing(page: &str, drawing: &str) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!(
        "{before}{BEGIN}\n\n```text\n{drawing}```\n\n{END}{after}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workspace(files: &[(&str, &str)]) -> Workspace {
        let mut workspace = Workspace::default();
        let files = files.iter().copied();
        let files = files.map(|(file, text)| (file.to_owned(), text.to_owned()));
        workspace.add("demo", "src", files.collect());
        workspace
    }

    fn faults(files: &[(&str, &str)]) -> Vec<String> {
        let workspace = workspace(files);
        let edges = workspace.edges();
        let mut faults = file_cycles(&workspace, &edges);
        faults.extend(folder_cycles(&workspace, &folders(&workspace, &edges)));
        faults
    }

    #[test]
    fn a_cycle_of_files_is_reported_with_its_lines() {
        let faults = faults(&[
            ("src/lib.rs", "mod a; mod b;"),
            ("src/a.rs", "\nuse crate::b::B;\npub struct A;"),
            ("src/b.rs", "pub struct B(crate::a::A);"),
        ]);
        assert!(faults[0].contains("a cycle of 2 files"), "{faults:?}");
        assert!(
            faults[0].contains("src/a.rs:2 imports src/b.rs"),
            "{faults:?}"
        );
        assert!(
            faults[0].contains("src/b.rs:1 imports src/a.rs"),
            "{faults:?}"
        );
    }

    #[test]
    fn folders_can_have_a_cycle_where_files_have_none() {
        let faults = faults(&[
            ("src/lib.rs", "mod a; mod b;"),
            ("src/a/mod.rs", "mod one; mod two;"),
            ("src/a/one.rs", "use crate::b::three::Three;"),
            ("src/a/two.rs", "pub struct Two;"),
            ("src/b/mod.rs", "mod three; mod four;"),
            ("src/b/three.rs", "pub struct Three;"),
            ("src/b/four.rs", "use crate::a::two::Two;"),
        ]);
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(
            faults[0].contains("a cycle of a/, b/ in demo"),
            "{faults:?}"
        );
    }

    #[test]
    fn acyclic_imports_are_drawn_in_layers() {
        let files = [
            (
                "src/lib.rs",
                "mod top; mod middle; mod low; pub use top::run;",
            ),
            (
                "src/top.rs",
                "use crate::middle::M; use crate::low; pub fn run() {}",
            ),
            ("src/middle/mod.rs", "mod part; pub use part::M;"),
            ("src/middle/part.rs", "use crate::low::L; pub struct M;"),
            ("src/low.rs", "pub struct L;"),
        ];
        assert!(faults(&files).is_empty());
        let workspace = workspace(&files);
        let drawing = draw(&folders(&workspace, &workspace.edges()));
        let expected = "workspace
   0  demo

\
            demo
   2  top     -> middle/
   1  middle/ -> low
   0  lib.rs, low
";
        assert_eq!(drawing, expected);
    }

    #[test]
    fn the_drawing_replaces_the_one_before() {
        let page = format!("# Head\n\n{BEGIN}\nold\n{END}\n\nrest\n");
        let updated = with_drawing(&page, "new\n").unwrap();
        assert_eq!(
            updated,
            format!("# Head\n\n{BEGIN}\n\n```text\nnew\n```\n\n{END}\n\nrest\n")
        );
        assert_eq!(with_drawing(&updated, "new\n"), Some(updated.clone()));
        assert_eq!(with_drawing("# Head\n", "new\n"), None);
    }

    #[test]
    fn the_crates_of_this_workspace_are_read() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let workspace = read(&root).unwrap();
        let edges = workspace.edges();
        assert!(workspace.modules.len() > 100 && edges.len() > 100);
        let mut own = Workspace::default();
        own.add_crate(&root, "xtask").unwrap();
        let edges = own.edges();
        assert!(edges.len() > 5);
        assert_eq!(file_cycles(&own, &edges), Vec::<String>::new());
        assert_eq!(
            folder_cycles(&own, &folders(&own, &edges)),
            Vec::<String>::new()
        );
    }
}
