//! How the source files of a crate lie: few in a folder, and no two that import each other in a circle.

use std::collections::{BTreeMap, BTreeSet};

use super::source::{Module, Source, crates, files};

/// Most files of one source folder.
const FILES_MAX: usize = 15;

#[test]
fn no_source_folder_holds_more_than_fifteen_files() {
    let mut counts = BTreeMap::new();
    for file in crates().iter().flat_map(|folder| files(&folder.join("src"))) {
        *counts.entry(file.parent().unwrap().to_owned()).or_insert(0) += 1;
    }
    for (folder, count) in counts {
        assert!(
            count <= FILES_MAX,
            "{}: {count} files; make folders of what belongs together",
            folder.display()
        );
    }
}

/// The files that each file imports. A file that passes on what its own folder holds does not use it by that.
fn imports(source: &Source) -> BTreeMap<Module, BTreeSet<Module>> {
    let of_file = |own: &Module| -> BTreeSet<Module> {
        let held = source.files[own].iter().filter_map(|named| {
            let holder = source.holder(own, &named.path)?;
            let is_facade = named.is_passed_on && holder.starts_with(own);
            (holder != *own && !is_facade).then_some(holder)
        });
        held.collect()
    };
    source.files.keys().map(|own| (own.clone(), of_file(own))).collect()
}

/// The files that are left when each is taken away that imports none of the others or that none of them imports.
fn circles(mut imports: BTreeMap<Module, BTreeSet<Module>>) -> BTreeMap<Module, BTreeSet<Module>> {
    loop {
        let before = imports.len();
        let left: BTreeSet<Module> = imports.keys().cloned().collect();
        imports.values_mut().for_each(|imported| imported.retain(|file| left.contains(file)));
        let used: BTreeSet<Module> = imports.values().flatten().cloned().collect();
        imports.retain(|file, imported| !imported.is_empty() && used.contains(file));
        if imports.len() == before {
            return imports;
        }
    }
}

#[test]
fn no_two_files_of_a_crate_import_each_other_in_a_circle() {
    for folder in crates() {
        let circles = circles(imports(&Source::read(&folder)));
        let name = folder.file_name().unwrap().to_str().unwrap();
        assert!(circles.is_empty(), "{name}: move what both need into a file below them: {circles:#?}");
    }
}
