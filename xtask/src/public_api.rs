//! `cargo xtask public-api`: how many public items each library crate has, by kind.
//!
//! The items are those on the page of all items that rustdoc writes for a crate (`all.html`):
//! structs, enums, functions, traits and so on, each counted where it is defined for users.

use crate::command::cargo;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// The library crates.
const CRATES: [&str; 3] = ["mancala_position", "mancala_endgame", "mancala_search"];

/// The items of a crate by kind, as rustdoc heads them (`Structs`, `Functions`).
type Items = BTreeMap<String, Vec<Item>>;

/// An item with the page that documents it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Item {
    name: String,
    page: String,
}

/// Documents the workspace in `root`, and counts the public items of its libraries; with `list`
/// their names follow.
///
/// # Errors
///
/// If the documentation cannot be read.
pub(crate) fn run(root: &Path, list: bool) -> io::Result<bool> {
    if !cargo(root, &["doc", "--workspace", "--no-deps", "--lib"])? {
        return Ok(false);
    }
    for name in CRATES {
        let folder = root.join("target/doc").join(name);
        let items = items(&fs::read_to_string(folder.join("all.html"))?);
        let mut count = 0;
        let mut method_count = 0;
        for item in items.values().flatten() {
            count += 1;
            method_count += methods(&fs::read_to_string(folder.join(&item.page))?);
        }
        let kinds: Vec<_> = items
            .iter()
            .map(|(kind, items)| format!("{} {}", items.len(), kind.to_lowercase()))
            .collect();
        println!(
            "{name}: {count} items ({}), {method_count} methods",
            kinds.join(", ")
        );
        if list {
            for (kind, items) in &items {
                let names: Vec<_> = items.iter().map(|item| item.name.as_str()).collect();
                println!("  {kind}: {}", names.join(", "));
            }
        }
    }
    Ok(true)
}

/// The items on a page of all items.
fn items(page: &str) -> Items {
    let sections = page.split("<h3 id=\"").skip(1);
    let with_lists = sections.filter_map(|section| {
        let (head, rest) = section.split_once("</h3><ul class=\"all-items\">")?;
        let (_, kind) = head.split_once('>')?;
        let (list, _) = rest.split_once("</ul>")?;
        let items = list.split("<li><a href=\"").skip(1).filter_map(|entry| {
            let (page, rest) = entry.split_once("\">")?;
            let (name, _) = rest.split_once("</a>")?;
            Some(Item {
                name: name.to_owned(),
                page: page.to_owned(),
            })
        });
        Some((kind.to_owned(), items.collect()))
    });
    with_lists.collect()
}

/// The number of methods on the page of an item, without those of trait implementations.
fn methods(page: &str) -> usize {
    let sections = page.split("<section id=\"").skip(1);
    let tags = sections.map(|section| section.split('>').next().unwrap_or_default());
    tags.filter(|tag| {
        (tag.starts_with("method.") || tag.starts_with("tymethod."))
            && tag.ends_with("class=\"method\"")
    })
    .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_counted_by_kind() {
        let page = "<h1>List of all items</h1><h3 id=\"structs\">Structs</h3>\
                    <ul class=\"all-items\"><li><a href=\"struct.A.html\">A</a></li>\
                    <li><a href=\"m/struct.B.html\">m::B</a></li></ul>\
                    <h3 id=\"functions\">Functions</h3><ul class=\"all-items\">\
                    <li><a href=\"fn.f.html\">f</a></li></ul>";
        let items = items(page);
        let item = |name: &str, page: &str| Item {
            name: name.to_owned(),
            page: page.to_owned(),
        };
        assert_eq!(
            items["Structs"],
            [item("A", "struct.A.html"), item("m::B", "m/struct.B.html")]
        );
        assert_eq!(items["Functions"], [item("f", "fn.f.html")]);
        assert_eq!(items.len(), 2);
    }

    #[test]
    fn methods_of_other_traits_do_not_count() {
        let page = "<section id=\"method.new\" class=\"method\"><section id=\"method.fmt\" \
                    class=\"method trait-impl\"><section id=\"tymethod.probe\" class=\"method\">";
        assert_eq!(methods(page), 2);
    }
}
