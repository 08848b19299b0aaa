//! Technologies: the name that is shown for each of the names and abbreviations that sources use.

use std::sync::LazyLock;

use super::{
    fold,
    name_table::{NameTable, lines},
};

const TABLE: &str = include_str!("../../data/technology_names.txt");

static NAMES: LazyLock<NameTable> = LazyLock::new(|| NameTable::new(TABLE, fold::key));

/// The usual name of a technology; one outside the table keeps its own.
pub fn name(written: &str) -> &str {
    NAMES.get(&fold::key(written)).unwrap_or(written)
}

/// The search term of a technology, equal for all its names.
pub fn key(written: &str) -> String {
    let key = fold::key(written);
    NAMES.get(&key).map_or(key, fold::key)
}

/// Every name in the table, each with the name that is shown for it.
pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    lines(TABLE).flat_map(|line| {
        let shown = line.clone().next().unwrap_or_default();
        line.map(move |name| (name, shown))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_means_one_technology_and_has_its_key() {
        super::super::name_table::assert_unambiguous(TABLE, fold::key);
        for (written, shown) in names() {
            assert_eq!(name(written), shown);
            assert_eq!(key(written), key(shown), "{written}");
            assert_eq!(name(&written.to_uppercase()), shown, "{written}");
        }
        assert!(names().count() > 500);
    }

    #[test]
    fn everyday_abbreviations_are_read() {
        for (written, shown) in [
            ("k8s", "Kubernetes"),
            ("postgres", "PostgreSQL"),
            ("js", "JavaScript"),
            ("node", "Node.js"),
            ("GA", "Google Analytics"),
            ("GTM", "Google Tag Manager"),
            ("AWS", "Amazon Web Services"),
            ("GCP", "Google Cloud"),
            ("SFDC", "Salesforce"),
            ("MS Teams", "Microsoft Teams"),
            ("react.js", "React"),
            ("ReactJS", "React"),
            ("golang", "Go"),
            ("C++", "C++"),
            ("c#", "C#"),
            ("Underwater Loom", "Underwater Loom"),
        ] {
            assert_eq!(name(written), shown);
        }
    }
}
