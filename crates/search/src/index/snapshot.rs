//! Queries on the index as of one commit.

mod suggest;

use std::{marker::PhantomData, sync::Arc};

use jiff::Timestamp;
use roaring::RoaringBitmap;

use super::{
    facet::{self, Facet},
    page,
    position::{PagePosition, fingerprint},
    target::Target,
    view::IndexView,
    why_not::{self, WhyNot},
};
use crate::{
    error::{Result, SearchError},
    field::Number,
    plan::{FilterPlan, Node},
};

/// Maximum number of rows of a page.
pub const PAGE_ROWS_MAX: usize = 1_000;

/// The index of people or of companies as of one commit. All queries on one snapshot see the same records.
pub struct Snapshot<F> {
    pub(super) view: Arc<IndexView>,
    /// Only records that were first known at or after this time, if any.
    observed_since: Option<Timestamp>,
    target: PhantomData<F>,
}

/// Selects one page of a result list.
#[derive(Debug, Clone, Copy)]
pub struct PageRequest<'p, S> {
    /// Sort order of the rows.
    pub sort: S,
    /// Number of rows; values above [`PAGE_ROWS_MAX`] are reduced to it.
    pub limit: usize,
    /// `next` of the previous page; `None` for the first page.
    pub after: Option<&'p str>,
}

/// One page of a result list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultPage {
    /// Ids of the records, in order.
    pub ids: Vec<String>,
    /// Number of records that pass the filters.
    pub total: u64,
    /// Position after the last row of this page; `None` on the last page.
    pub next: Option<String>,
}

/// An id and the position after its row.
pub type IdWithPosition = (String, String);

impl<F: Target> Snapshot<F> {
    pub(super) fn new(view: Arc<IndexView>) -> Self {
        Self { view, observed_since: None, target: PhantomData }
    }

    /// The same snapshot with only the records that were first known at or after a time.
    pub fn observed_since(self, since: Option<Timestamp>) -> Self {
        Self { observed_since: since, ..self }
    }

    /// The plan of filters on this snapshot.
    pub(super) fn plan(&self, filters: &F, now: Timestamp) -> FilterPlan {
        let mut plan = filters.plan(now);
        if let Some(since) = self.observed_since {
            let known = Node::Between(Number::FirstSeenAt, since.as_microsecond(), i64::MAX);
            plan.require("observed_since", known);
        }
        plan
    }

    /// Number of records in the snapshot.
    pub fn records(&self) -> u64 {
        self.view.documents()
    }

    /// Returns one page of the records that pass the filters.
    pub fn search(
        &self,
        filters: &F,
        request: PageRequest<'_, F::Sort>,
        now: Timestamp,
    ) -> Result<ResultPage> {
        let (mut rows, more, total) = self.list(filters, request, now)?;
        let next = rows.last_mut().filter(|_| more).map(|(_, position)| std::mem::take(position));
        Ok(ResultPage { ids: rows.into_iter().map(|(id, _)| id).collect(), total, next })
    }

    /// The ids of one page, each with the position after it, for callers that stop within a page.
    pub fn places(
        &self,
        filters: &F,
        request: PageRequest<'_, F::Sort>,
        now: Timestamp,
    ) -> Result<Vec<IdWithPosition>> {
        Ok(self.list(filters, request, now)?.0)
    }

    /// Ids with their positions, whether more rows follow, and the total number of matches.
    fn list(
        &self,
        filters: &F,
        request: PageRequest<'_, F::Sort>,
        now: Timestamp,
    ) -> Result<(Vec<IdWithPosition>, bool, u64)> {
        let plan = self.plan(filters, now);
        let query = query_hash(filters, request.sort)?;
        let after = match request.after {
            Some(text) => Some(PagePosition::read(query, text).ok_or(SearchError::ForeignPosition)?),
            None => None,
        };
        let found = self.find(&plan)?;
        let limit = request.limit.min(PAGE_ROWS_MAX);
        // Preferred matches come first only when sorting by relevance.
        let preferred = plan.preferred.as_ref().filter(|_| request.sort == F::Sort::default());
        let order = F::order(request.sort);
        let (rows, more) = page::list(&self.view, &found, preferred, order, limit, after.as_ref())?;
        let with_position = |(tier, row): (u8, super::position::RowKey)| {
            let position = PagePosition::write(query, tier, &row);
            (row.id, position)
        };
        Ok((rows.into_iter().map(with_position).collect(), more, found.iter().map(RoaringBitmap::len).sum()))
    }

    /// Number of records that pass the filters.
    pub fn count(&self, filters: &F, now: Timestamp) -> Result<u64> {
        Ok(self.find(&self.plan(filters, now))?.iter().map(RoaringBitmap::len).sum())
    }

    /// Counts the values of these fields among the records that pass the filters.
    pub fn facets(&self, filters: &F, fields: &[&str], now: Timestamp) -> Result<Vec<Facet>> {
        let fields = fields.iter().map(|name| facet::find(F::FACETS, name)).collect::<Result<Vec<_>>>()?;
        let found = self.find(&self.plan(filters, now))?;
        fields.into_iter().map(|field| facet::count(&self.view, &found, field)).collect()
    }

    /// Explains an empty result: the effect of each filter, and the smallest set of filters to drop.
    pub fn why_not(&self, filters: &F, now: Timestamp) -> Result<WhyNot> {
        let plan = self.plan(filters, now);
        let count =
            |nodes: &[&Node]| Ok(self.view.all_of(nodes)?.iter().map(RoaringBitmap::len).sum::<u64>());
        why_not::explain(&count, &plan.clauses, filters.open_values())
    }

    fn find(&self, plan: &FilterPlan) -> Result<Vec<RoaringBitmap>> {
        let nodes: Vec<&Node> = plan.clauses.iter().map(|clause| &clause.node).collect();
        self.view.all_of(&nodes)
    }
}

/// Hash of filters and sort order. It binds a position to its query.
fn query_hash<F: Target>(filters: &F, sort: F::Sort) -> Result<u64> {
    let mut written =
        serde_json::to_value(filters).map_err(|error| SearchError::Engine(error.to_string()))?;
    written.sort_all_objects();
    Ok(fingerprint(&[F::NAME, F::sort_word(sort), &written.to_string()]))
}
