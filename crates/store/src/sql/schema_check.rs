//! Whether the schema of a store is what the migrations make: nothing missing, altered or added.

use std::collections::BTreeMap;

use crate::sql::SchemaItem;
use crate::{Finding, Store, sql::Result};

/// Findings reported at most.
const FINDINGS_MAX: usize = 20;

impl Store {
    /// Compares the schema with what the migrations make.
    pub fn check_schema(&self) -> Result<Vec<Finding>> {
        let by_name = |items: Vec<SchemaItem>| -> BTreeMap<(&'static str, String), String> {
            items.into_iter().map(|item| ((item.kind, item.name), item.text)).collect()
        };
        let (found, expected) = (by_name(self.backend.schema()?), by_name(self.backend.expected_schema()?));
        // A missing or additional table is reported once, without its columns.
        let is_told_by_table = |other: &BTreeMap<(&'static str, String), String>, kind: &str, name: &str| {
            let table = name.split_once('.').map_or(name, |(table, _)| table);
            kind == "column" && !other.contains_key(&("table", table.to_owned()))
        };
        let mut findings = Vec::new();
        for ((kind, name), text) in &expected {
            if is_told_by_table(&found, kind, name) {
                continue;
            }
            match found.get(&(*kind, name.clone())) {
                None => findings.push(format!("the {kind} {name} is missing")),
                Some(other) if other != text => findings.push(format!("the {kind} {name} was altered")),
                Some(_) => {}
            }
        }
        let extra = found.keys().filter(|key| !expected.contains_key(*key));
        let extra = extra.filter(|(kind, name)| !is_told_by_table(&expected, kind, name));
        findings.extend(extra.map(|(kind, name)| format!("the {kind} {name} is not of this version")));
        findings.truncate(FINDINGS_MAX);
        Ok(findings.into_iter().map(|detail| Finding { check: "schema", detail }).collect())
    }
}
