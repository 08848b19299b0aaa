//! `ARCHITECTURE.md` is true about the crates, and endpoints share code only where they may.

use std::collections::{BTreeMap, BTreeSet};

use super::source::{Module, Source, root};

type Arrows = BTreeMap<String, BTreeSet<String>>;

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

#[test]
fn an_endpoint_takes_nothing_from_another_endpoint() {
    let source = Source::read(&root().join("crates/server"));
    let is_shared = |own: &Module| own.first().is_some_and(|first| first == "endpoints" || first == "recipe");
    for (own, named) in source.files.iter().filter(|(own, _)| is_shared(own)) {
        let holders = named.iter().filter_map(|named| source.holder(own, &named.path));
        for holder in holders.filter(|holder| holder.first().is_some_and(|first| first == "endpoints")) {
            let in_family = own.starts_with(&holder) || holder.starts_with(own);
            let (own, holder) = (own.join("::"), holder.join("::"));
            assert!(
                in_family,
                "{own}: what it takes from {holder} belongs in recipe/ or in the file of the family"
            );
        }
    }
}
