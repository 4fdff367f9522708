//! `cargo xtask licences`: whether the licences and sources of all dependencies are those that
//! `deny.toml` allows.
//!
//! This is the part of `cargo deny check` that needs neither a network nor another program. Known
//! vulnerabilities (advisories) need both.

mod expression;

use expression::is_allowed;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

/// What the source of a package from a registry begins with.
const REGISTRY: &str = "registry+";

/// A package of the dependency graph.
struct Package {
    name: String,
    version: String,
    licence: Option<String>,
    /// `None` for a package of the workspace.
    source: Option<String>,
    /// A registry, other than cargo's own, that one of its dependencies is to come from.
    named_registry: Option<String>,
}

/// Reports every dependency with another licence or source. Returns whether there is none.
///
/// # Errors
///
/// If cargo cannot list the packages, or `deny.toml` cannot be read.
pub(crate) fn run(root: &Path) -> io::Result<bool> {
    let allowed = allowed_licences(&fs::read_to_string(root.join("deny.toml"))?);
    let packages = packages(root)?;
    let mut is_good = true;
    for package in &packages {
        if let Some(fault) = fault(package, &allowed) {
            is_good = false;
            eprintln!("error: {} {}: {fault}", package.name, package.version);
        }
    }
    println!(
        "{} packages, {} licences allowed",
        packages.len(),
        allowed.len()
    );
    Ok(is_good)
}

/// The fault of a package, if it has one.
fn fault(package: &Package, allowed: &BTreeSet<String>) -> Option<String> {
    match &package.source {
        None => {}
        Some(source) if source.starts_with(REGISTRY) => {}
        Some(source) => return Some(format!("comes from `{source}`")),
    }
    if let Some(registry) = &package.named_registry {
        return Some(format!("has a dependency from `{registry}`"));
    }
    match &package.licence {
        None => Some("names no licence".to_owned()),
        Some(licence) => match is_allowed(licence, allowed) {
            Ok(true) => None,
            Ok(false) => Some(format!("`{licence}` is not allowed by deny.toml")),
            Err(reason) => Some(format!("`{licence}` is no licence: {reason}")),
        },
    }
}

/// The strings of the list `allow` in the table `[licenses]`.
fn allowed_licences(deny: &str) -> BTreeSet<String> {
    let table = deny
        .split("\n[")
        .find_map(|table| table.strip_prefix("licenses]"));
    let list = table
        .and_then(|table| table.split_once("allow = ["))
        .and_then(|(_, rest)| rest.split_once(']'));
    let Some((list, _)) = list else {
        return BTreeSet::new();
    };
    list.split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

fn packages(root: &Path) -> io::Result<Vec<Package>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(root)
        .output()?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(io::Error::other(message));
    }
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let list = metadata["packages"].as_array();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let named_registry = |package: &Value| {
        let dependencies = package["dependencies"].as_array()?;
        dependencies.iter().find_map(|one| text(&one["registry"]))
    };
    let package = |package: &Value| Package {
        name: text(&package["name"]).unwrap_or_default(),
        version: text(&package["version"]).unwrap_or_default(),
        licence: text(&package["license"]),
        source: text(&package["source"]),
        named_registry: named_registry(package),
    };
    Ok(list.into_iter().flatten().map(package).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_allowed_licences_are_read_from_deny_toml() {
        let deny = "[bans]\nallow = [\"x\"]\n[licenses]\nversion = 2\nallow = [\n    \"MIT\",\n    \
            \"Apache-2.0 WITH LLVM-exception\",\n]\n\n[sources]\n";
        let allowed = allowed_licences(deny);
        let expected = ["Apache-2.0 WITH LLVM-exception", "MIT"];
        assert_eq!(allowed.iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn foreign_sources_and_licences_are_faults() {
        let allowed = BTreeSet::from(["MIT".to_owned()]);
        let fault = |licence: Option<&str>, source: Option<&str>, registry: Option<&str>| {
            let package = Package {
                name: "p".to_owned(),
                version: "1.0.0".to_owned(),
                licence: licence.map(str::to_owned),
                source: source.map(str::to_owned),
                named_registry: registry.map(str::to_owned),
            };
            fault(&package, &allowed)
        };
        assert_eq!(fault(Some("MIT"), Some(REGISTRY), None), None);
        assert_eq!(fault(Some("MIT OR GPL-3.0"), None, None), None);
        assert!(fault(Some("GPL-3.0"), Some(REGISTRY), None).is_some());
        assert!(fault(None, Some(REGISTRY), None).is_some());
        assert!(fault(Some("MIT"), Some("git+https://example.org/p"), None).is_some());
        let other = Some("registry+https://example.org/index");
        assert!(fault(Some("MIT"), None, other).is_some());
        assert!(fault(Some("MIT"), Some(REGISTRY), other).is_some());
    }
}
