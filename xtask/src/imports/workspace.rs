//! The modules of the workspace's crates, and the edges between their files.

use super::source::{Base, Import, Path, Source, read};
use crate::files::read_below;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path as FilePath;

/// The most re-exports that are followed.
const MOST_REEXPORTS: u32 = 16;

/// A module in a file of its own.
#[derive(Debug)]
pub(crate) struct Module {
    /// The file relative to the workspace's root, with `/` between the parts.
    pub(crate) file: String,
    /// The name of the package.
    pub(crate) package: String,
    /// The path of the module from the crate's root.
    path: Vec<String>,
    source: Source,
}

impl Module {
    /// Whether it is the module of a folder: whether it has child modules.
    fn is_folder_module(&self) -> bool {
        self.path.is_empty() || !self.source.children.is_empty()
    }

    /// Its path in the tree of crates, folders and files.
    pub(crate) fn place(&self) -> Vec<String> {
        let mut place = vec![self.package.clone()];
        place.extend(self.path.iter().cloned());
        if self.is_folder_module() {
            let name = self.file.rsplit('/').next().unwrap_or_default();
            place.push(name.to_owned());
        }
        place
    }
}

/// An import of one file from another.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Edge {
    /// Indices of modules.
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// The first line of the import.
    pub(crate) line: usize,
}

/// All modules of all crates.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    pub(crate) modules: Vec<Module>,
    /// The modules by package and path.
    index: BTreeMap<(String, Vec<String>), usize>,
}

impl Workspace {
    /// Adds the crate in a folder of the workspace; names in messages begin with that folder.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, or the folder has no `Cargo.toml` with a name.
    pub(crate) fn add_crate(&mut self, root: &FilePath, folder: &str) -> io::Result<()> {
        let manifest = fs::read_to_string(root.join(folder).join("Cargo.toml"))?;
        let name = manifest
            .lines()
            .find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))
            .ok_or_else(|| io::Error::other(format!("{folder}/Cargo.toml names no package")))?;
        let files = read_below(root, &format!("{folder}/src"), "rs")?;
        self.add(name, &format!("{folder}/src"), files);
        Ok(())
    }

    /// Adds the files of a crate, each with its text; `src` is the folder of its root module.
    pub(crate) fn add(&mut self, package: &str, src: &str, files: Vec<(String, String)>) {
        let mut found: BTreeMap<Vec<String>, Module> = files
            .into_iter()
            .map(|(file, text)| {
                let path = module_path(&file, src);
                let module = Module {
                    source: read(&text, &path),
                    package: package.to_owned(),
                    path: path.clone(),
                    file,
                };
                (path, module)
            })
            .collect();
        // Files of test code.
        let tests: Vec<Vec<String>> = found
            .values()
            .flat_map(|module| {
                let tests = module.source.children.iter().filter(|&(_, &test)| test);
                tests.map(|(name, _)| child(&module.path, name))
            })
            .collect();
        found.retain(|path, _| !tests.iter().any(|test| path.starts_with(test)));
        for module in found.values_mut() {
            module.source.children.retain(|_, test| !*test);
        }
        for (path, module) in found {
            self.index
                .insert((package.to_owned(), path), self.modules.len());
            self.modules.push(module);
        }
    }

    /// The imports of files from other files, one for each pair.
    pub(crate) fn edges(&self) -> Vec<Edge> {
        let mut first_lines = BTreeMap::new();
        for (from, module) in self.modules.iter().enumerate() {
            let imports = module.source.imports.iter();
            let imports = imports
                .filter(|import| !self.is_reexport_of_child(from, import))
                .map(|import| (&import.path, import.line));
            let paths = module.source.paths.iter();
            for (path, line) in imports.chain(paths.map(|(path, &line)| (path, line))) {
                if let Some(to) = self.target(from, path).filter(|&to| to != from) {
                    let first = first_lines.entry((from, to)).or_insert(line);
                    *first = line.min(*first);
                }
            }
        }
        let edges = first_lines.into_iter();
        edges
            .map(|((from, to), line)| Edge { from, to, line })
            .collect()
    }

    /// Whether an import only re-exports an item of a child: `mod x; pub use x::X;` in the module
    /// of a folder whose own code does not use `X`.
    fn is_reexport_of_child(&self, module: usize, import: &Import) -> bool {
        let source = &self.modules[module].source;
        let used = import
            .name
            .as_ref()
            .is_some_and(|name| source.words.contains(name));
        let target = self.target(module, &import.path);
        let below = target.is_some_and(|target| {
            let (front, target) = (&self.modules[module], &self.modules[target]);
            front.package == target.package
                && target.path.len() > front.path.len()
                && target.path.starts_with(&front.path)
        });
        import.public && below && !used
    }

    /// The module whose file defines the target of a path; `None` outside of the workspace.
    fn target(&self, from: usize, path: &Path) -> Option<usize> {
        let package = self.modules[from].package.as_str();
        match path.base {
            Base::Root => {
                let (module, rest) = self.descend(package, &path.segments)?;
                Some(self.lookup(module, rest, 0).unwrap_or(module))
            }
            Base::Scope => self.lookup(from, &path.segments, 0).or_else(|| {
                // A path into a child module to an item that is not seen, for instance one that a
                // macro defines.
                let first = path.segments.first()?;
                let module = &self.modules[from];
                module.source.children.contains_key(first).then_some(())?;
                let whole = [module.path.as_slice(), &path.segments].concat();
                Some(self.descend(package, &whole)?.0)
            }),
        }
    }

    /// The deepest module on a path from the crate's root, and the rest of the path.
    fn descend<'a>(&self, package: &str, segments: &'a [String]) -> Option<(usize, &'a [String])> {
        (0..=segments.len()).rev().find_map(|length| {
            let key = (package.to_owned(), segments[..length].to_vec());
            Some((*self.index.get(&key)?, &segments[length..]))
        })
    }

    /// The module whose file defines the target of a path that begins in the scope of a module.
    fn lookup(&self, module: usize, segments: &[String], reexports: u32) -> Option<usize> {
        let here = &self.modules[module];
        let Some((first, rest)) = segments.split_first() else {
            return Some(module);
        };
        if reexports > MOST_REEXPORTS {
            return None;
        }
        let below = (here.package.clone(), child(&here.path, first));
        if let Some(&below) = self.index.get(&below) {
            return Some(self.lookup(below, rest, reexports).unwrap_or(below));
        }
        if here.source.items.contains(first) {
            return Some(module);
        }
        let bound = |import: &&Import| import.name.as_ref() == Some(first);
        if let Some(import) = here.source.imports.iter().find(bound) {
            return self.follow(module, import, rest, reexports);
        }
        let globs = here.source.imports.iter().filter(|import| import.glob);
        let through_glob = globs
            .filter_map(|import| self.follow(module, import, segments, reexports))
            .next();
        through_glob.or_else(|| {
            let package = first.replace('_', "-");
            let root = *self.index.get(&(package, Vec::new()))?;
            // Within that crate itself the name can only be one in scope.
            (self.modules[root].package != here.package)
                .then(|| self.lookup(root, rest, reexports).unwrap_or(root))
        })
    }

    /// The module that defines the target of an import and the rest of the path after it.
    fn follow(
        &self,
        module: usize,
        import: &Import,
        rest: &[String],
        reexports: u32,
    ) -> Option<usize> {
        let segments = [import.path.segments.as_slice(), rest].concat();
        let from = match import.path.base {
            Base::Root => *self
                .index
                .get(&(self.modules[module].package.clone(), Vec::new()))?,
            Base::Scope => module,
        };
        self.lookup(from, &segments, reexports + 1)
    }
}

fn child(path: &[String], name: &str) -> Vec<String> {
    let mut path = path.to_vec();
    path.push(name.to_owned());
    path
}

/// The path of the module in a file: `src/a/mod.rs` and `src/a.rs` are both `a`, `src/lib.rs` is
/// the root.
fn module_path(file: &str, src: &str) -> Vec<String> {
    let inside = file.strip_prefix(src).unwrap_or(file);
    let names = inside.trim_matches('/').trim_end_matches(".rs").split('/');
    let mut path: Vec<String> = names.map(str::to_owned).collect();
    let front = path.last().map(String::as_str);
    if front == Some("mod") || (path.len() == 1 && matches!(front, Some("lib" | "main"))) {
        path.pop();
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The edges of a crate `demo` with these files, as `from -> to`. It depends on a crate
    /// `base-lib`.
    fn edges(files: &[(&str, &str)]) -> Vec<String> {
        let mut workspace = Workspace::default();
        let base = [
            (
                "base/src/lib.rs",
                "mod a; pub mod b; pub use a::A; pub struct Own;",
            ),
            ("base/src/a.rs", "pub struct A;"),
            ("base/src/b.rs", "pub fn f() {}"),
        ];
        for (package, src, files) in [("base-lib", "base/src", &base[..]), ("demo", "src", files)] {
            let files = files.iter().copied();
            let files = files.map(|(file, text)| (file.to_owned(), text.to_owned()));
            workspace.add(package, src, files.collect());
        }
        let file = |index: usize| &workspace.modules[index].file;
        let edges = workspace.edges().into_iter();
        let mut texts: Vec<String> = edges
            .map(|edge| format!("{} -> {}", file(edge.from), file(edge.to)))
            .collect();
        texts.sort_unstable();
        texts
    }

    #[test]
    fn imports_are_edges_between_files() {
        let files = [
            ("src/main.rs", "mod a; mod b; fn main() { a::run() }"),
            ("src/a.rs", "use crate::b::{B, c}; pub fn run() {}"),
            ("src/b.rs", "pub struct B; pub fn c() {}"),
        ];
        assert_eq!(
            edges(&files),
            ["src/a.rs -> src/b.rs", "src/main.rs -> src/a.rs"]
        );
    }

    #[test]
    fn reexports_are_followed_to_the_file_that_defines() {
        let files = [
            ("src/lib.rs", "mod a; mod b;"),
            ("src/a/mod.rs", "mod x; mod y; pub use x::X; pub use y::*;"),
            ("src/a/x.rs", "pub struct X;"),
            ("src/a/y.rs", "use super::X; pub struct Y;"),
            ("src/b.rs", "use crate::a::{X, Y};"),
        ];
        assert_eq!(
            edges(&files),
            [
                "src/a/y.rs -> src/a/x.rs",
                "src/b.rs -> src/a/x.rs",
                "src/b.rs -> src/a/y.rs"
            ]
        );
    }

    #[test]
    fn a_module_that_uses_its_reexport_imports_it() {
        let files = [
            ("src/lib.rs", "mod x; pub use x::X; pub fn f() -> X { X }"),
            ("src/x.rs", "use crate::f; pub struct X;"),
        ];
        assert_eq!(
            edges(&files),
            ["src/lib.rs -> src/x.rs", "src/x.rs -> src/lib.rs"]
        );
    }

    #[test]
    fn children_import_items_of_their_parent() {
        let files = [
            ("src/main.rs", "mod a;"),
            (
                "src/a/mod.rs",
                "mod x; struct Arguments; fn run() { x::f() }",
            ),
            ("src/a/x.rs", "use super::Arguments; pub(super) fn f() {}"),
        ];
        assert_eq!(
            edges(&files),
            ["src/a/mod.rs -> src/a/x.rs", "src/a/x.rs -> src/a/mod.rs"]
        );
    }

    #[test]
    fn other_crates_of_the_workspace_are_found_and_others_are_not() {
        let files = [(
            "src/lib.rs",
            "use base_lib::{A, b::f}; use std::fmt; use clap::Args;",
        )];
        assert_eq!(
            edges(&files),
            ["src/lib.rs -> base/src/a.rs", "src/lib.rs -> base/src/b.rs"]
        );
        let whole = [("src/lib.rs", "use base_lib as base; fn f() { base::Own }")];
        assert_eq!(edges(&whole), ["src/lib.rs -> base/src/lib.rs"]);
    }

    #[test]
    fn files_of_tests_are_left_out() {
        let files = [
            ("src/lib.rs", "#[cfg(test)] mod tests; mod a;"),
            ("src/tests/mod.rs", "mod deep; use crate::a;"),
            ("src/tests/deep.rs", "use crate::a;"),
            ("src/a.rs", "#[cfg(test)] mod tests { use crate::x; }"),
        ];
        assert!(edges(&files).is_empty());
    }

    #[test]
    fn cyclic_names_resolve_to_nothing() {
        let files = [(
            "src/lib.rs",
            "use rand::rand; use a::b; use b::a; fn f() { rand::x(); a::y() }",
        )];
        assert!(edges(&files).is_empty());
    }

    #[test]
    fn places_name_crate_folder_and_file() {
        let mut workspace = Workspace::default();
        let files = [
            ("crates/demo/src/lib.rs", "mod a; mod b;"),
            ("crates/demo/src/a.rs", "mod c;"),
            ("crates/demo/src/a/c.rs", ""),
            ("crates/demo/src/b/mod.rs", ""),
        ];
        let files = files.map(|(file, text)| (file.to_owned(), text.to_owned()));
        workspace.add("demo", "crates/demo/src", files.to_vec());
        let places = workspace.modules.iter().map(Module::place);
        let places: Vec<_> = places.map(|place| place.join("/")).collect();
        assert_eq!(places, ["demo/lib.rs", "demo/a/a.rs", "demo/a/c", "demo/b"]);
    }
}
