//! `ARCHITECTURE.md` is true about the crates.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

type Arrows = BTreeMap<String, BTreeSet<String>>;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The arrows of the document: lines `crate -> crate, crate`.
fn documented() -> Arrows {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let crates = text.split("## Crates").nth(1).unwrap().split("```").nth(1).unwrap().to_owned();
    let arrow = |line: &str| {
        let (from, to) = line.split_once("->").unwrap();
        let to = to.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
        (from.trim().to_owned(), to.collect())
    };
    crates.lines().filter(|line| line.contains("->")).map(arrow).collect()
}

/// The dependencies of each crate on others of the workspace, as its manifest has them.
fn actual() -> Arrows {
    let folders = std::fs::read_dir(root().join("crates")).unwrap();
    let names: BTreeSet<String> =
        folders.map(|folder| folder.unwrap().file_name().into_string().unwrap()).collect();
    let of_crate = |name: &String| {
        let manifest = root().join("crates").join(name).join("Cargo.toml");
        let manifest: toml::Table = std::fs::read_to_string(manifest).unwrap().parse().unwrap();
        let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
        let used = dependencies.into_iter().flat_map(|table| table.keys().cloned());
        (name.clone(), used.filter(|used| names.contains(used)).collect())
    };
    names.iter().map(of_crate).collect()
}

#[test]
fn the_arrows_between_crates_are_those_of_cargo() {
    assert_eq!(documented(), actual());
}

#[test]
fn every_file_that_the_architecture_names_is_there() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let named = text.split('`').skip(1).step_by(2).filter(|name| name.contains("/src/"));
    for name in named {
        assert!(root().join("crates").join(name).exists(), "{name}");
    }
}
