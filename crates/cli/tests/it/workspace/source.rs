//! The source files of a crate as modules, and the paths that each of them names.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// The path of a module in its crate, such as `endpoints`, `find`, `email`; empty for the root.
pub(super) type Module = Vec<String>;

/// A path that a file names, in a `use` or elsewhere.
pub(super) struct Named {
    pub(super) path: Vec<String>,
    /// Whether it is passed on: named by a `use` with a visibility.
    pub(super) is_passed_on: bool,
}

/// The source files of a crate.
pub(super) struct Source {
    pub(super) files: BTreeMap<Module, Vec<Named>>,
}

/// The root of the workspace.
pub(super) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The folders of all crates.
pub(super) fn crates() -> Vec<PathBuf> {
    let folders = std::fs::read_dir(root().join("crates")).unwrap();
    folders.map(|folder| folder.unwrap().path()).collect()
}

/// The Rust files under a folder.
pub(super) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    let rust = files.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    rust.chain(folders.iter().flat_map(|folder| self::files(folder))).collect()
}

impl Source {
    /// Reads the source of the crate in this folder.
    pub(super) fn read(folder: &Path) -> Self {
        let source = folder.join("src");
        let entry = |file: PathBuf| {
            let text = std::fs::read_to_string(&file).unwrap();
            (module(&source, &file), named(&text))
        };
        Self { files: files(&source).into_iter().map(entry).collect() }
    }

    /// The file that holds what a path means in a module; none outside of the crate. A name that a file passes on is
    /// followed to its origin.
    pub(super) fn holder(&self, from: &[String], path: &[String]) -> Option<Module> {
        let mut place = if path[0] == "crate" { Module::new() } else { from.to_vec() };
        for part in path {
            match part.as_str() {
                "crate" | "self" => {}
                "super" => drop(place.pop()),
                part => place.push(part.to_owned()),
            }
        }
        let is_rooted = ["crate", "self", "super"].contains(&path[0].as_str());
        if !is_rooted && !self.files.contains_key(&place[..=from.len()]) {
            return None;
        }
        let depth = (0..=place.len()).rev().find(|depth| self.files.contains_key(&place[..*depth]))?;
        let (file, rest) = place.split_at(depth);
        let is_wanted = |named: &&Named| named.is_passed_on && named.path.last() == rest.first();
        let origin = self.files[file].iter().filter(|_| !rest.is_empty()).find(is_wanted);
        origin.and_then(|named| self.holder(file, &named.path)).or_else(|| Some(file.to_vec()))
    }
}

fn module(source: &Path, file: &Path) -> Module {
    let parts = file.strip_prefix(source).unwrap().with_extension("");
    let mut module: Module = parts.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    module.pop_if(|last| ["lib", "main", "mod"].contains(&last.as_str()));
    module
}

/// The paths that a text names outside of comments and of its module of tests.
fn named(text: &str) -> Vec<Named> {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| [line, "\n"])
        .collect();
    // A visibility such as `pub(in crate::file)` imports nothing.
    let code = code.replace("(in crate::", "(");
    let (mut all, mut other, mut from) = (Vec::new(), String::new(), 0);
    for (at, word) in code.match_indices("use ") {
        let before = code[..at].rsplit('\n').next().unwrap().trim();
        if at < from || !(before.is_empty() || before.starts_with("pub")) {
            continue;
        }
        let Some(length) = code[at..].find(';') else { continue };
        let tree = &code[at + word.len()..at + length];
        // A line of a text may begin with the same word.
        if !tree.chars().all(|letter| letter.is_alphanumeric() || "_:{},* \n".contains(letter)) {
            continue;
        }
        let is_passed_on = before.starts_with("pub");
        all.extend(paths(tree).into_iter().map(|path| Named { path, is_passed_on }));
        other.push_str(&code[from..at]);
        from = at + length;
    }
    other.push_str(&code[from..]);
    let inline = other.split(|letter: char| !(letter.is_alphanumeric() || "_:".contains(letter)));
    let inline = inline.filter(|path| path.contains("::") && !path.starts_with(':'));
    all.extend(inline.flat_map(paths).map(|path| Named { path, is_passed_on: false }));
    all
}

/// The single paths of a tree such as `a::{b, c::d as e}`.
fn paths(tree: &str) -> Vec<Vec<String>> {
    let parts = |path: &str| -> Vec<String> {
        path.split("::").map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
    };
    let Some((stem, rest)) = tree.split_once('{') else {
        return vec![parts(tree.split(" as ").next().unwrap())];
    };
    let mut depth = 0;
    let mut branches = vec![String::new()];
    for letter in rest[..rest.rfind('}').unwrap()].chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        match letter {
            ',' if depth == 0 => branches.push(String::new()),
            letter => branches.last_mut().unwrap().push(letter),
        }
    }
    let full = |branch: String| paths(&branch).into_iter().map(|path| [parts(stem), path].concat());
    branches.into_iter().filter(|branch| !branch.trim().is_empty()).flat_map(full).collect()
}
