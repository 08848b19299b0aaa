//! `ARCHITECTURE.md` is true about the crates, and endpoints share code only where they may.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
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

/// The Rust files under a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    let rust = files.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    rust.chain(folders.iter().flat_map(|folder| self::files(folder))).collect()
}

/// The path of a file's module in its crate, such as `endpoints::find::email`.
fn module(source: &Path, file: &Path) -> Vec<String> {
    let parts = file.strip_prefix(source).unwrap().with_extension("");
    parts.iter().map(|part| part.to_str().unwrap().to_owned()).collect()
}

/// The single paths of a tree such as `a::{b, c::d}`.
fn paths(tree: &str) -> Vec<String> {
    let Some((stem, rest)) = tree.split_once('{') else { return vec![tree.to_owned()] };
    let mut depth = 0;
    let mut branches = vec![String::new()];
    for letter in rest[..rest.rfind('}').unwrap()].chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        match letter {
            ',' if depth == 0 => branches.push(String::new()),
            letter => branches.last_mut().unwrap().push(letter),
        }
    }
    let full = |branch: String| paths(&branch).into_iter().map(move |path| format!("{stem}{path}"));
    branches.into_iter().filter(|branch| !branch.is_empty()).flat_map(full).collect()
}

/// The paths from `crate` or `super` that a text names, in `use` lines and elsewhere.
fn named_paths(text: &str) -> Vec<String> {
    let code =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let used = code.split("use ").skip(1).filter_map(|rest| Some(rest.split_once(';')?.0));
    let used = used.map(|tree| tree.split_whitespace().collect::<String>());
    let inline = code.split(|letter: char| !(letter.is_alphanumeric() || "_:".contains(letter)));
    let rooted = used
        .chain(inline.map(str::to_owned))
        .filter(|tree| tree.starts_with("crate::") || tree.starts_with("super::"));
    rooted.flat_map(|tree| paths(&tree)).collect()
}

/// A path from the root of the crate, as named in a module.
fn absolute(module: &[String], path: &str) -> Vec<String> {
    let mut place = module.to_vec();
    for part in path.split("::") {
        match part {
            "crate" => place.clear(),
            "super" => drop(place.pop()),
            part => place.push(part.to_owned()),
        }
    }
    place
}

#[test]
fn an_endpoint_takes_nothing_from_another_endpoint() {
    let source = root().join("crates/server/src");
    let files = [files(&source.join("endpoints")), files(&source.join("recipe"))].concat();
    let modules: BTreeSet<Vec<String>> = files.iter().map(|file| module(&source, file)).collect();
    for file in &files {
        let own = module(&source, file);
        for path in named_paths(&std::fs::read_to_string(file).unwrap()) {
            let named = absolute(&own, &path);
            // The innermost file that the path goes through.
            let holder =
                (1..=named.len()).rev().map(|parts| &named[..parts]).find(|parts| modules.contains(*parts));
            let Some(holder) = holder.filter(|holder| holder[0] == "endpoints") else { continue };
            let in_family = own.starts_with(holder) || holder.starts_with(&own);
            assert!(in_family, "{}: {path} belongs in recipe/ or in the file of the family", own.join("::"));
        }
    }
}
