//! `cargo xtask links`: whether the links of the Markdown files lead somewhere.
//!
//! A link to a file must name one that exists, and a link to a heading (`page.md#heading`) one that
//! the page has. Links to other hosts are not followed. Code is left out.

use crate::files::read_below;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

/// A link to a place in the workspace.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Link {
    line: usize,
    target: String,
}

/// Reports every link that leads nowhere. Returns whether there is none.
///
/// # Errors
///
/// If a file cannot be read.
pub(crate) fn run(root: &Path) -> io::Result<bool> {
    let pages: BTreeMap<String, String> = read_below(root, "", "md")?.into_iter().collect();
    let mut links_checked = 0;
    let mut is_good = true;
    for (file, text) in &pages {
        for link in links(text) {
            links_checked += 1;
            if let Some(fault) = fault(root, &pages, file, &link.target) {
                is_good = false;
                eprintln!("error: {file}:{}: `{}` {fault}", link.line, link.target);
            }
        }
    }
    println!("{links_checked} links in {} pages", pages.len());
    Ok(is_good)
}

/// The fault of a link, if it has one.
fn fault(
    root: &Path,
    pages: &BTreeMap<String, String>,
    file: &str,
    target: &str,
) -> Option<&'static str> {
    let (path, heading) = match target.split_once('#') {
        Some((path, heading)) => (path, Some(heading)),
        None => (target, None),
    };
    let page = if path.is_empty() {
        file.to_owned()
    } else {
        resolve(file, path)?
    };
    if !root.join(&page).exists() {
        return Some("leads to no file");
    }
    let heading = heading?;
    let is_there = pages
        .get(&page)
        .is_some_and(|text| anchors(text).contains(heading));
    (!is_there).then_some("leads to no heading of that page")
}

/// A path relative to a file, from the root on; `None` for one that leaves the workspace.
fn resolve(file: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                parts.pop()?;
            }
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The lines of a page outside of code blocks, numbered from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fence: Option<&str> = None;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let line = line.trim_start();
        let opening = ["```", "~~~"]
            .into_iter()
            .find(|mark| line.starts_with(mark));
        match (fence, opening) {
            (None, Some(mark)) => {
                fence = Some(mark);
                false
            }
            (Some(open), Some(mark)) if open == mark => {
                fence = None;
                false
            }
            _ => fence.is_none(),
        }
    })
}

/// A line with its code spans blanked.
fn without_code(line: &str) -> String {
    let mut parts = line.split('`');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for (index, part) in parts.enumerate() {
        text.push_str(if index % 2 == 0 { " " } else { part });
    }
    text
}

/// The links of a page to places in the workspace: `[text](target)` and `[name]: target`.
fn links(text: &str) -> Vec<Link> {
    let mut links = Vec::new();
    for (line, text) in prose(text) {
        let text = without_code(text);
        let inline = text.split("](").skip(1);
        let inline = inline.filter_map(|rest| Some(rest.split_once(')')?.0));
        let definition = text
            .strip_prefix('[')
            .and_then(|rest| Some(rest.split_once("]: ")?.1));
        for target in inline.chain(definition) {
            let target = target.split_whitespace().next().unwrap_or_default();
            let target = target.trim_matches(['<', '>']);
            if !target.contains("://") && !target.starts_with("mailto:") {
                links.push(Link {
                    line,
                    target: target.to_owned(),
                });
            }
        }
    }
    links
}

/// The anchors of a page's headings: lower case, with `-` for spaces and without punctuation; of
/// headings that are the same, the second has `-1` after it and so on.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let headings = prose(text).filter_map(|(_, line)| {
        let rest = line.trim_start_matches('#');
        (rest.len() < line.len()).then(|| rest.strip_prefix(' '))?
    });
    for heading in headings {
        let slug: String = heading
            .trim()
            .to_lowercase()
            .chars()
            .filter_map(|c| match c {
                ' ' => Some('-'),
                c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
                _ => None,
            })
            .collect();
        let numbered = (0..).map(|number| match number {
            0 => slug.clone(),
            number => format!("{slug}-{number}"),
        });
        let mut free = numbered.filter(|anchor| !anchors.contains(anchor));
        if let Some(anchor) = free.next() {
            anchors.insert(anchor);
        }
    }
    anchors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_outside_of_code_are_found() {
        let text = "a [b](c.md#d) `[e](f)` [g](https://h)\n```sh\n[i](j)\n```\n[k]: ../l.md\n";
        let links: Vec<_> = links(text)
            .into_iter()
            .map(|link| (link.line, link.target))
            .collect();
        assert_eq!(links, [(1, "c.md#d".to_owned()), (5, "../l.md".to_owned())]);
    }

    #[test]
    fn headings_have_anchors() {
        let anchors = anchors("# One `two`, three\n\n## Again\n\n## Again\n\n```\n# no\n```\n");
        let anchors: Vec<_> = anchors.iter().map(String::as_str).collect();
        assert_eq!(anchors, ["again", "again-1", "one-two-three"]);
    }

    #[test]
    fn paths_begin_at_the_folder_of_the_page() {
        assert_eq!(resolve("docs/a.md", "b.md").as_deref(), Some("docs/b.md"));
        assert_eq!(resolve("docs/a.md", "../b").as_deref(), Some("b"));
        assert_eq!(resolve("a.md", "../b"), None);
    }
}
