//! Tables of names: a line has the name that is shown, then the other names for the same thing.

use std::collections::HashMap;

/// Names by the keys of all their spellings.
pub(super) struct NameTable(HashMap<String, &'static str>);

/// The names of each line; lines that begin with `#` are remarks.
pub(super) fn lines(table: &'static str) -> impl Iterator<Item = std::str::Split<'static, char>> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('|'))
}

impl NameTable {
    /// Adds every line of a table; of two lines with one key the first counts, and a test holds that there are none.
    pub(super) fn new(table: &'static str, key: fn(&str) -> String) -> Self {
        let mut names = HashMap::new();
        for mut line in lines(table) {
            let Some(shown) = line.next() else { continue };
            names.entry(key(shown)).or_insert(shown);
            line.for_each(|other| {
                names.entry(key(other)).or_insert(shown);
            });
        }
        Self(names)
    }

    /// The shown name for a key.
    pub(super) fn get(&self, key: &str) -> Option<&'static str> {
        self.0.get(key).copied()
    }

    /// Adds a name with its own key.
    pub(super) fn add(&mut self, key: String, shown: &'static str) {
        self.0.entry(key).or_insert(shown);
    }
}

/// Checks a table: no key means two names.
#[cfg(test)]
pub(super) fn assert_unambiguous(table: &'static str, key: fn(&str) -> String) {
    let mut seen: HashMap<String, &str> = HashMap::new();
    for line in lines(table) {
        let names: Vec<&str> = line.collect();
        for name in &names {
            assert!(!key(name).is_empty(), "{name}");
            let other = seen.insert(key(name), names[0]);
            assert!(other.is_none(), "{name} means {} and {other:?}", names[0]);
        }
    }
}
