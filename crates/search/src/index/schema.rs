//! The fields of a document in the engine's terms.

use tantivy::{
    TantivyDocument,
    schema::{Field, IndexRecordOption, NumericOptions, Schema, TextFieldIndexing, TextOptions},
};

use crate::{
    document::Document,
    field::{Label, Number, Term},
};

/// The engine's handles of every field.
pub(super) struct Fields {
    pub(super) schema: Schema,
    pub(super) id: Field,
    name: Field,
    terms: Vec<Field>,
    labels: Vec<Field>,
    numbers: Vec<Field>,
}

/// The field of ids.
pub(super) const ID: &str = "id";

/// The field of names as they are sorted.
pub(super) const NAME_ORDER: &str = "name_order";

impl Fields {
    pub(super) fn new() -> Self {
        let mut schema = Schema::builder();
        let found = || {
            TextOptions::default().set_indexing_options(
                TextFieldIndexing::default()
                    .set_tokenizer("raw")
                    .set_index_option(IndexRecordOption::Basic)
                    .set_fieldnorms(false),
            )
        };
        let shown = || TextOptions::default().set_fast("raw");
        let id = schema.add_text_field(ID, found() | shown());
        let name = schema.add_text_field(NAME_ORDER, shown());
        let terms = Term::ALL.iter().map(|field| schema.add_text_field(field.name(), found())).collect();
        let labels = Label::ALL.iter().map(|field| schema.add_text_field(field.name(), shown())).collect();
        let number = || NumericOptions::default().set_fast();
        let numbers = Number::ALL.iter().map(|field| schema.add_i64_field(field.name(), number())).collect();
        Self { schema: schema.build(), id, name, terms, labels, numbers }
    }

    pub(super) fn term(&self, field: Term) -> Field {
        self.terms[field as usize]
    }

    /// A document in the engine's form.
    pub(super) fn write(&self, document: &Document) -> TantivyDocument {
        let mut written = TantivyDocument::default();
        written.add_text(self.id, &document.id);
        written.add_text(self.name, &document.name);
        for (field, term) in &document.terms {
            written.add_text(self.terms[*field as usize], term);
        }
        for (field, label) in &document.labels {
            written.add_text(self.labels[*field as usize], label);
        }
        for (field, number) in &document.numbers {
            written.add_i64(self.numbers[*field as usize], *number);
        }
        written
    }
}
