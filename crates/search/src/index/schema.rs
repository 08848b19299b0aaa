//! The Tantivy schema and the conversion of documents to it.

use std::{iter, sync::Arc};

use tantivy::{
    Index,
    schema::{
        Field, IndexRecordOption, NumericOptions, Schema, TextFieldIndexing, TextOptions,
        document::{Document as Indexed, ReferenceValue, ReferenceValueLeaf, Value},
    },
    tokenizer::{TextAnalyzer, Token, TokenStream, Tokenizer},
};

use crate::{
    document::{Document, SEPARATOR},
    field::{Label, Number, Term},
};

/// Tantivy field handles.
pub(super) struct Fields {
    pub(super) schema: Schema,
    pub(super) id: Field,
    name: Field,
    terms: Vec<Field>,
    labels: Vec<Field>,
    numbers: Vec<Field>,
}

/// Name of the id field.
pub(super) const ID: &str = "id";

/// Name of the field that holds the sort key of the name.
pub(super) const NAME_ORDER: &str = "name_order";

/// Initial capacity: values of a typical document.
const USUAL_VALUES: usize = 48;

/// Tokenizer that splits the text of a field at [`SEPARATOR`].
const SEPARATED: &str = "separated";

impl Fields {
    pub(super) fn new() -> Self {
        let mut schema = Schema::builder();
        let indexed = |tokenizer: &str| {
            TextOptions::default().set_indexing_options(
                TextFieldIndexing::default()
                    .set_tokenizer(tokenizer)
                    .set_index_option(IndexRecordOption::Basic)
                    .set_fieldnorms(false),
            )
        };
        let column = |tokenizer: &str| TextOptions::default().set_fast(tokenizer);
        let id = schema.add_text_field(ID, indexed("raw") | column("raw"));
        let name = schema.add_text_field(NAME_ORDER, column("raw"));
        let terms = Term::ALL.iter().map(|field| schema.add_text_field(field.name(), indexed(SEPARATED)));
        let terms = terms.collect();
        let labels = Label::ALL.iter().map(|field| schema.add_text_field(field.name(), column(SEPARATED)));
        let labels = labels.collect();
        let number = || NumericOptions::default().set_fast();
        let numbers = Number::ALL.iter().map(|field| schema.add_i64_field(field.name(), number())).collect();
        Self { schema: schema.build(), id, name, terms, labels, numbers }
    }

    /// Registers the tokenizer with an index.
    pub(super) fn register(index: &Index) {
        let analyzer = || TextAnalyzer::from(Separated::default());
        index.tokenizers().register(SEPARATED, analyzer());
        index.fast_field_tokenizer().register(SEPARATED, analyzer());
    }

    pub(super) fn term(&self, field: Term) -> Field {
        self.terms[field as usize]
    }
}

/// A document that Tantivy can index without a copy of its values.
pub(super) struct IndexableDocument {
    pub(super) fields: Arc<Fields>,
    pub(super) document: Document,
}

/// A value of a document, borrowed.
#[derive(Debug, Clone, Copy)]
pub(super) enum Leaf<'d> {
    Text(&'d str),
    Number(i64),
}

impl<'d> Value<'d> for Leaf<'d> {
    type ArrayIter = iter::Empty<Self>;
    type ObjectIter = iter::Empty<(&'d str, Self)>;

    fn as_value(&self) -> ReferenceValue<'d, Self> {
        ReferenceValue::Leaf(match self {
            Self::Text(text) => ReferenceValueLeaf::Str(text),
            Self::Number(number) => ReferenceValueLeaf::I64(*number),
        })
    }
}

impl Indexed for IndexableDocument {
    type Value<'d> = Leaf<'d>;
    // A vector: cheaper to build than a chain of iterators is to traverse.
    type FieldsValuesIter<'d> = std::vec::IntoIter<(Field, Leaf<'d>)>;

    fn iter_fields_and_values(&self) -> Self::FieldsValuesIter<'_> {
        let Self { fields, document } = self;
        let mut values = Vec::with_capacity(USUAL_VALUES);
        values.extend([(fields.id, Leaf::Text(&document.id)), (fields.name, Leaf::Text(&document.name))]);
        for part in document.parts() {
            let terms = part.terms.groups();
            values.extend(terms.map(|(field, text)| (fields.terms[field as usize], Leaf::Text(text))));
            let labels = part.labels.groups();
            values.extend(labels.map(|(field, text)| (fields.labels[field as usize], Leaf::Text(text))));
            let numbers = part.numbers.iter();
            values.extend(
                numbers.map(|(field, number)| (fields.numbers[*field as usize], Leaf::Number(*number))),
            );
        }
        values.into_iter()
    }
}

/// Tokenizer that yields one token per separated value.
#[derive(Debug, Clone, Default)]
struct Separated {
    token: Token,
}

struct SeparatedStream<'t> {
    left: Option<&'t str>,
    token: &'t mut Token,
}

impl Tokenizer for Separated {
    type TokenStream<'t> = SeparatedStream<'t>;

    fn token_stream<'t>(&'t mut self, text: &'t str) -> SeparatedStream<'t> {
        // `reset` sets the position to `usize::MAX`, which overflows when Tantivy adds to it. Positions are not
        // indexed, so 0 is safe.
        self.token.reset();
        self.token.position = 0;
        SeparatedStream { left: Some(text), token: &mut self.token }
    }
}

impl TokenStream for SeparatedStream<'_> {
    fn advance(&mut self) -> bool {
        let Some(left) = self.left else { return false };
        let (value, rest) = match left.split_once(SEPARATOR) {
            Some((value, rest)) => (value, Some(rest)),
            None => (left, None),
        };
        self.token.text.clear();
        self.token.text.push_str(value);
        self.left = rest;
        true
    }

    fn token(&self) -> &Token {
        self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}
