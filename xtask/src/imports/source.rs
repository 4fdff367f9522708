//! Reads one source file: the modules and items it declares, and the paths it uses.
//!
//! Test code (`#[cfg(test)]`) is left out: a test may import anything.

use crate::rust::{Kind, Tokens};
use std::collections::{BTreeMap, BTreeSet};

/// The start of a path.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Base {
    /// The root of the crate, to which `self` and `super` are resolved.
    Root,
    /// A name in the scope of the module: a child module, an imported name or a crate.
    Scope,
}

/// A path to a module or item.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Path {
    pub(crate) base: Base,
    pub(crate) segments: Vec<String>,
}

/// A path in a `use` declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Import {
    pub(crate) path: Path,
    /// The name that it binds; `None` for `*` and `_`.
    pub(crate) name: Option<String>,
    /// Whether it ends in `*`.
    pub(crate) glob: bool,
    /// Whether it is a re-export: `pub use` with any visibility.
    pub(crate) public: bool,
    pub(crate) line: usize,
}

/// The modules, items and paths of a source file.
#[derive(Debug, Default)]
pub(crate) struct Source {
    /// Child modules in files of their own, and whether they are for tests only.
    pub(crate) children: BTreeMap<String, bool>,
    /// Items defined in the file, inline modules and macros included.
    pub(crate) items: BTreeSet<String>,
    pub(crate) imports: Vec<Import>,
    /// Paths of at least two segments outside of `use` declarations, each with its first line.
    pub(crate) paths: BTreeMap<Path, usize>,
    /// All words outside of `use` declarations.
    pub(crate) words: BTreeSet<String>,
}

/// Reads the file of the module with this path from the crate's root.
pub(crate) fn read(text: &str, module: &[String]) -> Source {
    let mut reader = Reader {
        tokens: Tokens::new(text),
        at: 0,
        module,
        scopes: Vec::new(),
        source: Source::default(),
    };
    while reader.at < reader.tokens.len() {
        reader.step();
    }
    reader.source
}

const ITEM_KEYWORDS: [&str; 8] = [
    "fn", "struct", "enum", "union", "trait", "type", "const", "static",
];

struct Reader<'a> {
    tokens: Tokens,
    at: usize,
    module: &'a [String],
    /// The open braces: names of inline modules, `None` for all others.
    scopes: Vec<Option<String>>,
    source: Source,
}

impl Reader<'_> {
    fn word(&self, at: usize) -> Option<&str> {
        self.tokens.word(at)
    }

    fn is(&self, at: usize, mark: char) -> bool {
        self.tokens.is(at, mark)
    }

    fn is_separator(&self, at: usize) -> bool {
        self.tokens.is_separator(at)
    }

    /// Reads the current token and those that belong to it.
    fn step(&mut self) {
        let Some(token) = self.tokens.get(self.at) else {
            return;
        };
        match &token.kind {
            Kind::Mark('#') if self.tokens.is_attribute(self.at) => self.attribute(),
            Kind::Mark('#') if self.tokens.is_inner_attribute(self.at) => {
                let end = self.tokens.group_end(self.at + 2);
                let test = self.tokens.is_test_configuration(self.at + 3, end);
                // A file with `#![cfg(test)]` is test code.
                self.at = if test { self.tokens.len() } else { end };
            }
            Kind::Mark('{') => {
                self.scopes.push(None);
                self.at += 1;
            }
            Kind::Mark('}') => {
                self.scopes.pop();
                self.at += 1;
            }
            Kind::Word(word) => match word.as_str() {
                // `use<'a>` captures lifetimes in a type.
                "use" if !self.is(self.at + 1, '<') => self.import(),
                "mod" => self.module(false),
                _ => self.path_or_word(),
            },
            _ => self.at += 1,
        }
    }

    /// Skips `cfg(test)` with its item; reads any other attribute like code.
    fn attribute(&mut self) {
        let end = self.tokens.group_end(self.at + 1);
        if !self.tokens.is_test_configuration(self.at + 2, end) {
            // Its arguments may contain paths.
            self.at += 2;
            return;
        }
        self.at = self.tokens.after_attributes(end);
        if self.word(self.at) == Some("mod") {
            self.module(true);
        } else {
            self.at = self.tokens.item_end(self.at);
        }
    }

    /// Reads `mod x;`, or the head of `mod x { ... }`, whose body is in the scope of its name.
    fn module(&mut self, test: bool) {
        let name = self.word(self.at + 1).map(str::to_owned);
        let Some(name) = name else {
            self.at += 1;
            return;
        };
        if self.is(self.at + 2, '{') {
            if test {
                self.at = self.tokens.group_end(self.at + 2);
                return;
            }
            if self.scopes.is_empty() {
                self.source.items.insert(name.clone());
            }
            self.scopes.push(Some(name));
        } else {
            self.source.children.insert(name, test);
        }
        self.at += 3;
    }

    /// Reads a path or a single word. After the keyword of an item, notes its name.
    fn path_or_word(&mut self) {
        let line = self.tokens.line(self.at);
        let behind_dot =
            self.at > 0 && (self.is(self.at - 1, '.') || self.is_separator(self.at - 1));
        let mut segments = Vec::new();
        while let Some(word) = self.word(self.at).map(str::to_owned) {
            self.at += 1;
            segments.push(word);
            if !self.is_separator(self.at) || self.word(self.at + 1).is_none() {
                break;
            }
            self.at += 1;
        }
        self.source.words.extend(segments.iter().cloned());
        if segments.len() > 1 && !behind_dot {
            if let Some(path) = self.path(segments) {
                self.source.paths.entry(path).or_insert(line);
            }
            return;
        }
        let keyword = segments.first().map_or("", String::as_str);
        if keyword == "macro_rules" && self.is(self.at, '!') {
            self.item(self.at + 1);
        } else if self.scopes.is_empty() && ITEM_KEYWORDS.contains(&keyword) {
            self.item(self.at);
        }
    }

    fn item(&mut self, at: usize) {
        if let Some(name) = self.word(at).map(str::to_owned)
            && !ITEM_KEYWORDS.contains(&name.as_str())
        {
            self.source.items.insert(name);
        }
    }

    /// Resolves `crate`, `self` and `super`; `None` for paths that begin with `Self`.
    fn path(&self, segments: Vec<String>) -> Option<Path> {
        let inline = self.scopes.iter().flatten();
        let mut here: Vec<String> = self.module.iter().chain(inline).cloned().collect();
        match segments[0].as_str() {
            "Self" => None,
            "crate" => Some(Path {
                base: Base::Root,
                segments: segments[1..].to_vec(),
            }),
            "self" | "super" => {
                let mut rest = segments.as_slice();
                while let Some((first, behind)) = rest.split_first() {
                    match first.as_str() {
                        "self" => {}
                        "super" => {
                            here.pop();
                        }
                        _ => break,
                    }
                    rest = behind;
                }
                here.extend_from_slice(rest);
                Some(Path {
                    base: Base::Root,
                    segments: here,
                })
            }
            _ => Some(Path {
                base: Base::Scope,
                segments,
            }),
        }
    }

    /// Reads a `use` declaration with its `;`.
    fn import(&mut self) {
        let before = self.at.checked_sub(1);
        let public = before.is_some_and(|at| {
            // Only `pub(crate)` and the like end with a bracket before `use`.
            self.word(at) == Some("pub") || self.is(at, ')')
        });
        self.at += 1;
        let mut leaves = Vec::new();
        self.tree(&mut Vec::new(), &mut leaves);
        for leaf in leaves {
            let line = leaf.line;
            let glob = leaf.glob;
            let name = leaf.name;
            if let Some(path) = self.path(leaf.segments) {
                self.source.imports.push(Import {
                    path,
                    name,
                    glob,
                    public,
                    line,
                });
            }
        }
        if self.is(self.at, ';') {
            self.at += 1;
        }
    }

    /// Reads one tree of a `use` declaration after a prefix, up to its `,`, `}` or `;`.
    fn tree(&mut self, prefix: &mut Vec<String>, leaves: &mut Vec<Leaf>) {
        let depth = prefix.len();
        // A leading `::` names a crate.
        if self.is_separator(self.at) {
            self.at += 1;
        }
        let line = self.tokens.line(self.at);
        loop {
            if self.is(self.at, '{') {
                self.at += 1;
                while self.at < self.tokens.len() && !self.is(self.at, '}') {
                    let begun = self.at;
                    self.tree(prefix, leaves);
                    if self.is(self.at, ',') || self.at == begun {
                        self.at += 1;
                    }
                }
                self.at += 1;
                break;
            }
            if self.is(self.at, '*') {
                self.at += 1;
                leaves.push(Leaf::new(prefix, None, true, line));
                break;
            }
            let Some(word) = self.word(self.at).map(str::to_owned) else {
                break;
            };
            self.at += 1;
            // `a::{self}` is `a`.
            if word != "self" || prefix.is_empty() {
                prefix.push(word);
            }
            if self.is_separator(self.at) {
                self.at += 1;
                continue;
            }
            let mut name = prefix.last().cloned();
            if self.word(self.at) == Some("as") {
                name = self.word(self.at + 1).map(str::to_owned);
                self.at += 2;
            }
            let name = name.filter(|name| name != "_");
            leaves.push(Leaf::new(prefix, name, false, line));
            break;
        }
        prefix.truncate(depth);
    }
}

/// A path of a `use` declaration, unresolved.
struct Leaf {
    segments: Vec<String>,
    name: Option<String>,
    glob: bool,
    line: usize,
}

impl Leaf {
    fn new(prefix: &[String], name: Option<String>, glob: bool, line: usize) -> Self {
        Self {
            segments: prefix.to_vec(),
            name,
            glob,
            line,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module() -> Vec<String> {
        ["a", "b"].map(str::to_owned).to_vec()
    }

    /// The imports of a text in the module `a::b`, roots written as `crate`.
    fn imports(text: &str) -> Vec<String> {
        let source = read(text, &module());
        let imports = source.imports.iter();
        imports
            .map(|import| {
                let mut text = written(&import.path);
                if import.glob {
                    text.push_str("::*");
                }
                let last = import.path.segments.last();
                if import.name.as_ref() != last && !import.glob {
                    text.push_str(" as ");
                    text.push_str(import.name.as_deref().unwrap_or("_"));
                }
                if import.public {
                    text.insert_str(0, "pub ");
                }
                text
            })
            .collect()
    }

    fn written(path: &Path) -> String {
        let root = match path.base {
            Base::Root => vec!["crate".to_owned()],
            Base::Scope => Vec::new(),
        };
        [root, path.segments.clone()].concat().join("::")
    }

    fn paths(text: &str) -> Vec<String> {
        let source = read(text, &module());
        source.paths.keys().map(written).collect()
    }

    #[test]
    fn groups_are_expanded() {
        assert_eq!(
            imports("use crate::a::{b, c::d, e::{f, g as h}, i::{self, j}};"),
            [
                "crate::a::b",
                "crate::a::c::d",
                "crate::a::e::f",
                "crate::a::e::g as h",
                "crate::a::i",
                "crate::a::i::j"
            ]
        );
        assert_eq!(
            imports("use crate::{\n    x::{y,},\n    z,\n};\nuse t::u;"),
            ["crate::x::y", "crate::z", "t::u"]
        );
        assert_eq!(imports("use {a::b, c};"), ["a::b", "c"]);
    }

    #[test]
    fn self_and_super_are_resolved() {
        assert_eq!(imports("use super::x;"), ["crate::a::x"]);
        assert_eq!(
            imports("use super::super::{x, y::z};"),
            ["crate::x", "crate::y::z"]
        );
        assert_eq!(imports("use self::x;"), ["crate::a::b::x"]);
        assert_eq!(
            imports("use self::{x, y};"),
            ["crate::a::b::x", "crate::a::b::y"]
        );
        assert_eq!(imports("use super::*;"), ["crate::a::*"]);
    }

    #[test]
    fn inline_modules_are_modules() {
        assert_eq!(
            imports("mod inner { use super::x; } use super::y;"),
            ["crate::a::b::x", "crate::a::y"]
        );
    }

    #[test]
    fn names_and_visibility_are_noted() {
        assert_eq!(
            imports(
                "pub use x::Y; pub(crate) use x::Z; use x::V as W; use x::T as _;
                 pub(in crate::a) use p::Q;"
            ),
            ["pub x::Y", "pub x::Z", "x::V as W", "x::T as _", "pub p::Q"]
        );
        assert_eq!(imports("use ::x::y;"), ["x::y"]);
        assert_eq!(imports("use crate::r#match::x;"), ["crate::match::x"]);
    }

    #[test]
    fn imports_in_functions_count_and_captures_do_not() {
        assert_eq!(imports("fn f() { use crate::x; g() }"), ["crate::x"]);
        assert!(imports("fn f<'a>(x: &'a X) -> impl T + use<'a> { x }").is_empty());
    }

    #[test]
    fn test_code_is_left_out() {
        assert!(imports("#[cfg(test)] mod tests { use crate::x; fn f() {} }").is_empty());
        assert!(imports("#[cfg(test)]\n#[path = \"x\"]\nuse crate::{x, y};").is_empty());
        assert!(imports("#[cfg(all(test, unix))] fn f() { use crate::x; }").is_empty());
        assert!(imports("#![cfg(test)] use crate::x;").is_empty());
        assert_eq!(
            imports("#[cfg(test)] const X: [u8; 2] = { [1, 2] }; use crate::y;"),
            ["crate::y"]
        );
        assert_eq!(
            imports("#[cfg(test)] const fn f() { use crate::x; } use crate::y;"),
            ["crate::y"]
        );
        assert_eq!(
            imports("#[cfg(any(test, unix))] use crate::x;"),
            ["crate::x"]
        );
        assert_eq!(imports("#[cfg(not(test))] use crate::x;"), ["crate::x"]);
        let source = read("#[cfg(test)] mod tests; mod x;", &module());
        let children: Vec<_> = source.children.into_iter().collect();
        assert_eq!(
            children,
            [("tests".to_owned(), true), ("x".to_owned(), false)]
        );
    }

    #[test]
    fn paths_in_code_are_found() {
        assert_eq!(
            paths("fn f() -> crate::x::Y { super::g::<u8>(z::h(1), a.b::<T>()); Self::X }"),
            ["crate::a::g", "crate::x::Y", "z::h"]
        );
        assert_eq!(
            paths("fn f() { g!(\"{}\", crate::x::y(1)) }"),
            ["crate::x::y"]
        );
        assert!(paths("// crate::x::y\nfn f() { \"crate::x::y\" }").is_empty());
    }

    #[test]
    fn only_items_at_the_top_of_the_module_are_noted() {
        let text = "pub(crate) const fn f() { struct No; } pub struct A { b: C } enum D { E }
            unsafe trait T {} const X: u8 = 1; static Y: u8 = 2; type Z = u8;
            macro_rules! m { () => {} }
            impl A { fn no() {} } mod inner { fn no() {} }";
        let source = read(text, &module());
        let items: Vec<_> = source.items.iter().map(String::as_str).collect();
        assert_eq!(items, ["A", "D", "T", "X", "Y", "Z", "f", "inner", "m"]);
    }
}
