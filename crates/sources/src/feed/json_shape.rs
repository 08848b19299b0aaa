//! The `json` table of a feed's description.

use std::collections::BTreeMap;

use records::signal::SignalReport;
use serde::{Deserialize, Serialize};

use crate::vendor::FactPath;

/// Maps the items of a JSON feed to signal reports.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct JsonShape {
    /// Path of the list of items; empty if the response itself is the list.
    pub items: String,
    /// Name of a report field, such as `companyDomain`, and its path in an item.
    pub fields: BTreeMap<String, String>,
    /// Fields with the same value in every item, such as `kind`.
    pub constants: BTreeMap<String, String>,
}

impl JsonShape {
    /// What is wrong with the paths or field names.
    pub(crate) fn fault(&self) -> Option<String> {
        let paths = self.fields.values().chain(Some(&self.items).filter(|items| !items.is_empty()));
        let bad = paths.into_iter().find_map(|path| path.parse::<FactPath>().err());
        if let Some(bad) = bad {
            return Some(bad.to_string());
        }
        let known = serde_json::to_value(SignalReport::default()).ok()?;
        let names = self.fields.keys().chain(self.constants.keys());
        let unknown = names.into_iter().find(|name| known.get(name.as_str()).is_none());
        unknown
            .map(|name| format!("\"{name}\" is not a field of a report, such as kind, date or companyDomain"))
    }
}
