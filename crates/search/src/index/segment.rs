//! One segment of the index: an immutable set of documents. Only the set of deleted ones changes.

mod bitmaps;

use std::sync::{Arc, OnceLock};

use records::place::Coordinates;
use roaring::RoaringBitmap;
use tantivy::{
    InvertedIndexReader, SegmentReader,
    columnar::{Column, StrColumn},
    postings::BlockSegmentPostings,
    schema::IndexRecordOption,
};

use super::schema::{Fields, ID, NAME_ORDER};
use crate::{
    document::read_point,
    error::{Result, SearchError},
    field::{Label, Number, Term},
    plan::Node,
    sort::Order,
};
use bitmaps::BitmapCache;

/// A set with more than one document in this many is built as a bit array, a sparser one as a list.
const DENSE_SHARE: u32 = 32;

/// The immutable part of a segment, shared by all views that include it.
pub(super) struct Segment {
    reader: SegmentReader,
    pub(super) documents: u32,
    pub(super) ids: StrColumn,
    id_terms: Arc<InvertedIndexReader>,
    pub(super) names: StrColumn,
    numbers: Vec<Option<Column<i64>>>,
    labels: Vec<Option<StrColumn>>,
    bitmaps: BitmapCache,
    orders: Vec<OnceLock<Box<[u32]>>>,
}

impl Segment {
    pub(super) fn open(reader: SegmentReader, fields: &Fields) -> Result<Self> {
        let columns = reader.fast_fields();
        let missing = |field: &str| SearchError::Unproven(format!("a segment has no {field}"));
        let ids = columns.str(ID)?.ok_or_else(|| missing(ID))?;
        let names = columns.str(NAME_ORDER)?.ok_or_else(|| missing(NAME_ORDER))?;
        let numbers = Number::ALL.iter().map(|field| columns.column_opt(field.name()));
        let labels = Label::ALL.iter().map(|field| columns.str(field.name()));
        Ok(Self {
            documents: reader.max_doc(),
            ids,
            id_terms: reader.inverted_index(fields.id)?,
            names,
            numbers: numbers.collect::<tantivy::Result<_>>()?,
            labels: labels.collect::<tantivy::Result<_>>()?,
            bitmaps: BitmapCache::new(reader.max_doc()),
            orders: (0..Order::COUNT).map(|_| OnceLock::new()).collect(),
            reader,
        })
    }

    pub(super) fn number(&self, field: Number) -> Option<&Column<i64>> {
        self.numbers[field as usize].as_ref()
    }

    pub(super) fn label(&self, field: Label) -> Option<&StrColumn> {
        self.labels[field as usize].as_ref()
    }

    /// Every document, deleted ones included.
    pub(super) fn everything(&self) -> RoaringBitmap {
        let mut all = RoaringBitmap::new();
        all.insert_range(0..self.documents);
        all
    }

    /// The id of a document.
    pub(super) fn id(&self, document: u32) -> Result<String> {
        let ordinal = self.ids.ords().first(document).unwrap_or(0);
        let mut id = Vec::new();
        // The term dictionary has the ids in the same order and is ten times as fast to read as the column.
        self.id_terms.terms().ord_to_term(ordinal, &mut id)?;
        String::from_utf8(id).map_err(|_| SearchError::Unproven("an id is not valid UTF-8".to_owned()))
    }

    /// The documents in an order; computed at the first use.
    pub(super) fn ordered(&self, order: Order) -> &[u32] {
        self.orders[order.number()].get_or_init(|| order.of_segment(self))
    }

    /// The documents for which a condition holds, deleted ones included. Results are cached per node.
    pub(super) fn evaluate(&self, fields: &Fields, node: &Node) -> Result<Arc<RoaringBitmap>> {
        if let Some(cached) = self.bitmaps.get(node) {
            return Ok(cached);
        }
        let matching = Arc::new(match node {
            Node::Has(field, term) => self.documents_with(fields, *field, term)?,
            Node::Starts(field, start) => self.documents_starting(fields, *field, start)?,
            Node::Between(field, low, high) => self.documents_between(*field, *low, *high),
            Node::Near(point, metres) => self.documents_near(fields, *point, *metres)?,
            Node::Any(nodes) if nodes.len() == 1 => return self.evaluate(fields, &nodes[0]),
            Node::Any(nodes) => {
                let mut any = RoaringBitmap::new();
                for node in nodes {
                    any |= &*self.evaluate(fields, node)?;
                }
                any
            }
            Node::All(nodes) if nodes.len() == 1 => return self.evaluate(fields, &nodes[0]),
            Node::All(nodes) => self.all_of(fields, nodes.iter())?,
            Node::Not(node) => self.everything() - &*self.evaluate(fields, node)?,
        });
        self.bitmaps.put(node, &matching);
        Ok(matching)
    }

    /// The documents for which all of these conditions hold, deleted ones included.
    pub(super) fn all_of<'n>(
        &self,
        fields: &Fields,
        nodes: impl Iterator<Item = &'n Node>,
    ) -> Result<RoaringBitmap> {
        let mut required = Vec::new();
        let mut excluded = Vec::new();
        for node in nodes {
            match node {
                Node::Not(inner) => excluded.push(self.evaluate(fields, inner)?),
                node => required.push(self.evaluate(fields, node)?),
            }
        }
        // Intersect the smallest sets first, so that each step handles few documents.
        required.sort_by_key(|bitmap| bitmap.len());
        let mut left = match required.as_slice() {
            [] => self.everything(),
            [only] => (**only).clone(),
            [first, second, rest @ ..] => {
                rest.iter().fold(&**first & &**second, |left, bitmap| left & &**bitmap)
            }
        };
        for bitmap in excluded {
            left -= &*bitmap;
        }
        Ok(left)
    }

    fn documents_with(&self, fields: &Fields, field: Term, term: &str) -> Result<RoaringBitmap> {
        let field = fields.term(field);
        let term = tantivy::Term::from_field_text(field, term);
        let postings =
            self.reader.inverted_index(field)?.read_block_postings(&term, IndexRecordOption::Basic)?;
        let Some(mut postings) = postings else { return Ok(RoaringBitmap::new()) };
        let mut documents = BitmapBuilder::new(self.documents, postings.doc_freq());
        documents.add_all(&mut postings);
        Ok(documents.finish())
    }

    fn documents_starting(&self, fields: &Fields, field: Term, start: &str) -> Result<RoaringBitmap> {
        let inverted = self.reader.inverted_index(fields.term(field))?;
        let mut found = RoaringBitmap::new();
        let mut terms = inverted.terms().range().ge(start).into_stream()?;
        while terms.advance() && terms.key().starts_with(start.as_bytes()) {
            let mut postings =
                inverted.read_block_postings_from_terminfo(terms.value(), IndexRecordOption::Basic)?;
            let mut documents = BitmapBuilder::new(self.documents, postings.doc_freq());
            documents.add_all(&mut postings);
            found |= documents.finish();
        }
        Ok(found)
    }

    fn documents_between(&self, field: Number, low: i64, high: i64) -> RoaringBitmap {
        let Some(column) = self.number(field) else { return RoaringBitmap::new() };
        // Tantivy expects a range within the column's own minimum and maximum.
        let (low, high) = (low.max(column.min_value()), high.min(column.max_value()));
        if low > high {
            return RoaringBitmap::new();
        }
        let mut found = Vec::new();
        column.get_docids_for_value_range(low..=high, 0..self.documents, &mut found);
        let mut documents = BitmapBuilder::new(self.documents, found.len() as u32);
        documents.add(&found);
        documents.finish()
    }

    /// There are far fewer distinct places than documents, so each distance is computed once per place.
    fn documents_near(&self, fields: &Fields, point: Coordinates, metres: u32) -> Result<RoaringBitmap> {
        let inverted = self.reader.inverted_index(fields.term(Term::Place))?;
        let mut found = RoaringBitmap::new();
        let mut places = inverted.terms().stream()?;
        while places.advance() {
            let place = std::str::from_utf8(places.key()).ok().and_then(read_point);
            if place.is_some_and(|place| place.metres_to(point) <= metres) {
                let mut postings =
                    inverted.read_block_postings_from_terminfo(places.value(), IndexRecordOption::Basic)?;
                let mut documents = BitmapBuilder::new(self.documents, postings.doc_freq());
                documents.add_all(&mut postings);
                found |= documents.finish();
            }
        }
        Ok(found)
    }

    /// The terms of a field in this segment; `None` if there are more than `most`.
    pub(super) fn terms(&self, fields: &Fields, field: Term, most: usize) -> Result<Option<Vec<String>>> {
        let inverted = self.reader.inverted_index(fields.term(field))?;
        if inverted.terms().num_terms() > most {
            return Ok(None);
        }
        let mut terms = Vec::new();
        let mut stream = inverted.terms().stream()?;
        while stream.advance() {
            terms.push(String::from_utf8_lossy(stream.key()).into_owned());
        }
        Ok(Some(terms))
    }
}

/// Builds a bitmap from document numbers in ascending order.
enum BitmapBuilder {
    Sparse(Vec<u32>),
    Dense(Vec<u8>),
}

impl BitmapBuilder {
    fn new(documents: u32, expected: u32) -> Self {
        if expected > documents / DENSE_SHARE {
            Self::Dense(vec![0; (documents as usize).div_ceil(8)])
        } else {
            Self::Sparse(Vec::with_capacity(expected as usize))
        }
    }

    fn add_all(&mut self, postings: &mut BlockSegmentPostings) {
        while !postings.docs().is_empty() {
            self.add(postings.docs());
            postings.advance();
        }
    }

    fn add(&mut self, documents: &[u32]) {
        match self {
            Self::Sparse(list) => list.extend_from_slice(documents),
            Self::Dense(bits) => {
                for document in documents {
                    bits[(document >> 3) as usize] |= 1 << (document & 7);
                }
            }
        }
    }

    fn finish(self) -> RoaringBitmap {
        match self {
            Self::Sparse(list) => list.into_iter().collect(),
            Self::Dense(bits) => RoaringBitmap::from_lsb0_bytes(0, &bits),
        }
    }
}
