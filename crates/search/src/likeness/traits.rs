//! What is compared of a record: read from a record, or from the index, alike.

use std::collections::BTreeMap;

use crate::{
    document::Document,
    field::{Label, Number},
    fold,
};

/// The values of each label, by the key they compare by; and the first of each number.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Traits {
    labels: BTreeMap<Label, BTreeMap<String, String>>,
    numbers: BTreeMap<Number, i64>,
}

impl Traits {
    pub(crate) fn of(document: &Document) -> Self {
        let mut traits = Self::default();
        for (field, label) in &document.labels {
            traits.add_label(*field, label.clone());
        }
        for (field, number) in &document.numbers {
            traits.add_number(*field, *number);
        }
        traits
    }

    pub(crate) fn add_label(&mut self, field: Label, label: String) {
        // The first spelling in the order of letters stays, so that reading order does not matter.
        let values = self.labels.entry(field).or_default();
        let kept = values.entry(fold::key(&label)).or_insert_with(|| label.clone());
        if label < *kept {
            *kept = label;
        }
    }

    pub(crate) fn add_number(&mut self, field: Number, number: i64) {
        self.numbers.entry(field).or_insert(number);
    }

    /// The values of a label by their keys; none when nothing is known.
    pub(super) fn values(&self, field: Label) -> Option<&BTreeMap<String, String>> {
        self.labels.get(&field)
    }

    /// The one value of a label.
    pub(super) fn value(&self, field: Label) -> Option<&str> {
        self.values(field)?.values().next().map(String::as_str)
    }

    pub(super) fn number(&self, field: Number) -> Option<i64> {
        self.numbers.get(&field).copied()
    }
}
