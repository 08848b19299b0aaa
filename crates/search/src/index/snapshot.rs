//! Questions to the index as it stood at one commit.

use std::{marker::PhantomData, sync::Arc};

use jiff::Timestamp;
use roaring::RoaringBitmap;

use super::{
    facet::{self, Facet},
    page,
    position::{Position, fingerprint},
    target::Target,
    view::View,
    why_not::{self, Nearest, WhyNot},
};
use crate::{
    error::{Result, SearchError},
    plan::{Node, Plan},
};

/// Rows one page may have.
pub const PAGE_ROWS_MAX: usize = 1_000;

/// The index of people or of companies as it stood at one commit; every question to it is about the same records.
pub struct Snapshot<F> {
    pub(super) view: Arc<View>,
    target: PhantomData<F>,
}

/// Which page of an answer is wanted.
#[derive(Debug, Clone, Copy)]
pub struct PageRequest<'p, S> {
    /// The order.
    pub sort: S,
    /// Rows, at most [`PAGE_ROWS_MAX`].
    pub limit: usize,
    /// Where the last page ended, as it said itself.
    pub after: Option<&'p str>,
}

/// A page of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Ids of the records, in order.
    pub ids: Vec<String>,
    /// How many there are in all.
    pub total: u64,
    /// Where this page ends; none at the end of the answer.
    pub next: Option<String>,
}

/// An id and the place behind it.
pub type Placed = (String, String);

impl<F: Target> Snapshot<F> {
    pub(super) fn new(view: Arc<View>) -> Self {
        Self { view, target: PhantomData }
    }

    /// How many records there are.
    pub fn records(&self) -> u64 {
        self.view.documents()
    }

    /// One page of what passes the filters.
    pub fn search(&self, filters: &F, request: PageRequest<'_, F::Sort>, now: Timestamp) -> Result<Page> {
        let (mut places, more, total) = self.list(filters, request, now)?;
        let next = places.last_mut().filter(|_| more).map(|(_, place)| std::mem::take(place));
        Ok(Page { ids: places.into_iter().map(|(id, _)| id).collect(), total, next })
    }

    /// The ids of one page, each with the place behind it, for whoever stops within a page.
    pub fn places(
        &self,
        filters: &F,
        request: PageRequest<'_, F::Sort>,
        now: Timestamp,
    ) -> Result<Vec<Placed>> {
        Ok(self.list(filters, request, now)?.0)
    }

    /// Ids with their places, whether more follow, and how many there are in all.
    fn list(
        &self,
        filters: &F,
        request: PageRequest<'_, F::Sort>,
        now: Timestamp,
    ) -> Result<(Vec<Placed>, bool, u64)> {
        let plan = filters.plan(now);
        let question = question(filters, request.sort)?;
        let after = match request.after {
            Some(text) => Some(Position::read(question, text).ok_or(SearchError::ForeignPosition)?),
            None => None,
        };
        let found = self.find(&plan)?;
        let limit = request.limit.min(PAGE_ROWS_MAX);
        // Only relevance prefers: the other orders are what they say.
        let preferred = plan.preferred.as_ref().filter(|_| request.sort == F::Sort::default());
        let order = F::order(request.sort);
        let (rows, more) = page::list(&self.view, &found, preferred, order, limit, after.as_ref())?;
        let place = |(tier, place): (u8, page::Place)| {
            let written = Position::write(question, tier, &place);
            (place.id, written)
        };
        Ok((rows.into_iter().map(place).collect(), more, found.iter().map(RoaringBitmap::len).sum()))
    }

    /// How many pass the filters.
    pub fn count(&self, filters: &F, now: Timestamp) -> Result<u64> {
        Ok(self.find(&filters.plan(now))?.iter().map(RoaringBitmap::len).sum())
    }

    /// How often the values of these fields occur among what passes the filters.
    pub fn facets(&self, filters: &F, fields: &[&str], now: Timestamp) -> Result<Vec<Facet>> {
        let fields = fields.iter().map(|name| facet::find(F::FACETS, name)).collect::<Result<Vec<_>>>()?;
        let found = self.find(&filters.plan(now))?;
        fields.into_iter().map(|field| facet::count(&self.view, &found, field)).collect()
    }

    /// Why so little passes the filters, and which filters would find something.
    pub fn why_not(&self, filters: &F, now: Timestamp) -> Result<WhyNot<F>> {
        let plan = filters.plan(now);
        let nearest = why_not::nearest(&self.view, &plan.clauses)?.map(|(dropped, total)| {
            let dropped: Vec<&'static str> =
                dropped.into_iter().map(|index| plan.clauses[index].filter).collect();
            Nearest { filters: without(filters, &dropped), dropped, total }
        });
        Ok(WhyNot { filters: why_not::effects(&self.view, &plan.clauses)?, nearest })
    }

    fn find(&self, plan: &Plan) -> Result<Vec<RoaringBitmap>> {
        let nodes: Vec<&Node> = plan.clauses.iter().map(|clause| &clause.node).collect();
        self.view.all_of(&nodes)
    }
}

/// A number that tells this question from others.
fn question<F: Target>(filters: &F, sort: F::Sort) -> Result<u64> {
    let written = serde_json::to_string(filters).map_err(|error| SearchError::Engine(error.to_string()))?;
    Ok(fingerprint(&[F::NAME, F::sort_word(sort), &written]))
}

/// The filters without some of them.
fn without<F: Target>(filters: &F, dropped: &[&'static str]) -> F {
    let Ok(serde_json::Value::Object(mut object)) = serde_json::to_value(filters) else {
        return F::default();
    };
    object.retain(|name, _| !dropped.contains(&name.as_str()));
    serde_json::from_value(serde_json::Value::Object(object)).unwrap_or_default()
}
