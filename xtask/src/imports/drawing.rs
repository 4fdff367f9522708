//! The drawing of the imports for the documentation, as plain text.

use super::folders::Folder;

const WIDTH: usize = 100;

/// Draws the workspace, every crate, and every folder with folders in it, by layers from the
/// highest on.
pub(crate) fn draw(folders: &[Folder]) -> String {
    let drawn = folders.iter().filter(|folder| {
        folder.path.len() < 2 || folder.entries.iter().any(|name| name.ends_with('/'))
    });
    let blocks: Vec<String> = drawn.map(draw_folder).collect();
    blocks.join("\n")
}

fn draw_folder(folder: &Folder) -> String {
    let title = if folder.path.is_empty() {
        "workspace".to_owned()
    } else {
        folder.path.join("/")
    };
    let layers = folder.graph.layers();
    let reduced = folder.graph.reduced();
    let names = |nodes: &mut dyn Iterator<Item = usize>| {
        let mut names: Vec<&str> = nodes.map(|node| folder.entries[node].as_str()).collect();
        names.sort_unstable();
        names.join(", ")
    };
    let mut rows: Vec<(usize, String, String)> = Vec::new();
    let top = layers.iter().copied().max().unwrap_or(0);
    for layer in (0..=top).rev() {
        let members = (0..layers.len()).filter(|&node| layers[node] == layer);
        if layer == 0 && members.clone().all(|node| reduced.next[node].is_empty()) {
            rows.push((layer, names(&mut members.into_iter()), String::new()));
            continue;
        }
        let mut members: Vec<_> = members
            .map(|node| {
                let name = folder.entries[node].clone();
                let next = names(&mut reduced.next[node].iter().copied());
                (layer, name, next)
            })
            .collect();
        members.sort_unstable();
        rows.extend(members);
    }
    let width = rows
        .iter()
        .filter(|(_, _, next)| !next.is_empty())
        .map(|(_, name, _)| name.chars().count())
        .max()
        .unwrap_or(0);
    let mut text = format!("{title}\n");
    for (layer, name, next) in rows {
        if next.is_empty() {
            text.push_str(&wrap(&format!("{layer:>4}  "), &name));
        } else {
            text.push_str(&wrap(&format!("{layer:>4}  {name:<width$} -> "), &next));
        }
    }
    text
}

/// A label and names after it, wrapped into lines that begin under the first name.
fn wrap(head: &str, names: &str) -> String {
    let indent = head.chars().count();
    let mut text = String::new();
    let mut line = head.to_owned();
    for word in names.split(' ') {
        let length = line.chars().count();
        if length > indent && length + 1 + word.chars().count() > WIDTH {
            text.push_str(line.trim_end());
            text.push('\n');
            line = " ".repeat(indent);
        } else if length > indent {
            line.push(' ');
        }
        line.push_str(word);
    }
    text.push_str(line.trim_end());
    text.push('\n');
    text
}
