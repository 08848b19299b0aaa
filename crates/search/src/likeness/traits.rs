//! The compared values of a record, built from a document or read from the index.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use records::industry;

use crate::{
    document::Document,
    field::{Label, Number},
    fold, title,
};

/// A value with its derived comparison keys. Computed once and shared by all records that have it.
#[derive(Debug, PartialEq)]
pub(crate) struct TraitValue {
    /// Original spelling.
    pub(super) label: String,
    /// Normalised form, equal for all spellings of a value.
    pub(super) key: String,
    /// Words of a title, or an industry with its ancestors.
    pub(super) words: BTreeSet<String>,
    /// Role of a title.
    pub(super) role: Option<String>,
}

impl TraitValue {
    pub(crate) fn new(field: Label, label: String) -> Self {
        let (words, role) = match field {
            Label::Title => {
                let read = title::read(&label);
                (read.words.clone(), read.role.clone())
            }
            Label::Industry => (industry::terms(&label), None),
            _ => (Vec::new(), None),
        };
        Self { key: fold::key(&label), words: words.into_iter().collect(), role, label }
    }
}

/// The distinct values of each label, sorted by key, and the first value of each number.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct LikenessTraits {
    labels: BTreeMap<Label, Vec<Arc<TraitValue>>>,
    numbers: BTreeMap<Number, i64>,
}

impl LikenessTraits {
    pub(crate) fn of(document: &Document) -> Self {
        let mut traits = Self::default();
        for part in document.parts() {
            for (field, label) in part.labels.iter() {
                traits.add_value(field, Arc::new(TraitValue::new(field, label.to_owned())));
            }
            for (field, number) in &part.numbers {
                traits.add_number(*field, *number);
            }
        }
        traits
    }

    pub(crate) fn add_value(&mut self, field: Label, value: Arc<TraitValue>) {
        let values = self.labels.entry(field).or_default();
        match values.binary_search_by(|known| known.key.cmp(&value.key)) {
            // Keep the spelling that sorts first, so that the result does not depend on the reading order.
            Ok(at) if value.label < values[at].label => values[at] = value,
            Ok(_) => {}
            Err(at) => values.insert(at, value),
        }
    }

    pub(crate) fn add_number(&mut self, field: Number, number: i64) {
        self.numbers.entry(field).or_insert(number);
    }

    /// The values of a label; empty if unknown.
    pub(super) fn values(&self, field: Label) -> &[Arc<TraitValue>] {
        self.labels.get(&field).map(Vec::as_slice).unwrap_or_default()
    }

    /// The first value of a label.
    pub(super) fn value(&self, field: Label) -> Option<&TraitValue> {
        self.values(field).first().map(|value| &**value)
    }

    pub(super) fn number(&self, field: Number) -> Option<i64> {
        self.numbers.get(&field).copied()
    }
}
