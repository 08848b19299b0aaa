//! What is compared of a record: read from a record, or from the index, alike.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use crate::{
    document::Document,
    field::{Label, Number},
    fold, industry, title,
};

/// A value with all that it is compared by: made once, however many records have it.
#[derive(Debug, PartialEq)]
pub(crate) struct Value {
    /// As it is written.
    pub(super) label: String,
    /// Spellings of one value have one key.
    pub(super) key: String,
    /// The words of a title; an industry and what it is part of.
    pub(super) words: BTreeSet<String>,
    /// The role a title names.
    pub(super) role: Option<String>,
}

impl Value {
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

/// The values of each label, in the order of their keys and each once; and the first of each number.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Traits {
    labels: BTreeMap<Label, Vec<Arc<Value>>>,
    numbers: BTreeMap<Number, i64>,
}

impl Traits {
    pub(crate) fn of(document: &Document) -> Self {
        let mut traits = Self::default();
        for part in document.parts() {
            for (field, label) in part.labels.iter() {
                traits.add_value(field, Arc::new(Value::new(field, label.to_owned())));
            }
            for (field, number) in &part.numbers {
                traits.add_number(*field, *number);
            }
        }
        traits
    }

    pub(crate) fn add_value(&mut self, field: Label, value: Arc<Value>) {
        let values = self.labels.entry(field).or_default();
        match values.binary_search_by(|known| known.key.cmp(&value.key)) {
            // The first spelling in the order of letters stays, so that reading order does not matter.
            Ok(at) if value.label < values[at].label => values[at] = value,
            Ok(_) => {}
            Err(at) => values.insert(at, value),
        }
    }

    pub(crate) fn add_number(&mut self, field: Number, number: i64) {
        self.numbers.entry(field).or_insert(number);
    }

    /// The values of a label; empty when nothing is known.
    pub(super) fn values(&self, field: Label) -> &[Arc<Value>] {
        self.labels.get(&field).map(Vec::as_slice).unwrap_or_default()
    }

    /// The one value of a label.
    pub(super) fn value(&self, field: Label) -> Option<&Value> {
        self.values(field).first().map(|value| &**value)
    }

    pub(super) fn number(&self, field: Number) -> Option<i64> {
        self.numbers.get(&field).copied()
    }
}
