//! Every dependency that a manifest names is used.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use toml::{Table, Value};

use super::source::{crates, root};

fn manifest(folder: &Path) -> Table {
    std::fs::read_to_string(folder.join("Cargo.toml")).unwrap().parse().unwrap()
}

/// The names in a table of dependencies.
fn names(manifest: &Table, table: &str) -> Vec<String> {
    manifest
        .get(table)
        .and_then(Value::as_table)
        .into_iter()
        .flat_map(|table| table.keys().cloned())
        .collect()
}

/// The text of all Rust files under a folder, which may be missing.
fn rust_text(folder: &Path) -> String {
    let Ok(entries) = std::fs::read_dir(folder) else { return String::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    let text = |path: PathBuf| match path.is_dir() {
        true => rust_text(&path),
        false if path.extension().is_some_and(|extension| extension == "rs") => {
            std::fs::read_to_string(path).unwrap()
        }
        false => String::new(),
    };
    paths.map(text).collect()
}

/// The folders of a crate's tests: the usual ones and those that its manifest names.
fn test_folders(folder: &Path, manifest: &Table) -> Vec<PathBuf> {
    let named = manifest.get("test").and_then(Value::as_array).into_iter().flatten();
    let named = named.filter_map(|test| Some(folder.join(test.get("path")?.as_str()?).parent()?.to_owned()));
    ["tests", "examples", "benches"].iter().map(|usual| folder.join(usual)).chain(named).collect()
}

/// Whether a path in the text begins with the name of a crate.
fn is_used(dependency: &str, text: &str) -> bool {
    let path = format!("{}::", dependency.replace('-', "_"));
    text.match_indices(&path).any(|(at, _)| {
        let before = &text[..at];
        let before = before.strip_suffix("::").unwrap_or(before);
        !before.ends_with(|c: char| c.is_alphanumeric() || c == '_')
    })
}

#[test]
fn every_dependency_of_a_crate_is_used() {
    let mut unused = Vec::new();
    for folder in crates() {
        let manifest = manifest(&folder);
        let source = rust_text(&folder.join("src"));
        let tests: String = test_folders(&folder, &manifest).iter().map(|folder| rust_text(folder)).collect();
        let in_tests = [source.as_str(), &tests].concat();
        for (table, text) in [("dependencies", &source), ("dev-dependencies", &in_tests)] {
            let found = names(&manifest, table).into_iter().filter(|name| !is_used(name, text));
            unused.extend(found.map(|name| format!("{name} in [{table}] of {}", folder.display())));
        }
    }
    assert_eq!(unused, Vec::<String>::new());
}

#[test]
fn every_dependency_of_the_workspace_is_one_of_a_crate() {
    let workspace = manifest(root());
    let all = names(workspace["workspace"].as_table().unwrap(), "dependencies");
    let used: BTreeSet<String> = crates()
        .iter()
        .map(|folder| manifest(folder))
        .flat_map(|manifest| ["dependencies", "dev-dependencies"].map(|table| names(&manifest, table)))
        .flatten()
        .collect();
    let unused: Vec<&String> = all.iter().filter(|name| !used.contains(*name)).collect();
    assert_eq!(unused, Vec::<&String>::new());
}
