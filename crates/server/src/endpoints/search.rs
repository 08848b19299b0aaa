//! Search of people and companies by filters: shared request and answer types.

crate::endpoint::endpoints! {
    people: SearchPeople;
    companies: SearchCompanies;
    suggest: SuggestCompanies;
}

use std::sync::Arc;

use engine::{EngineError, FacetCounts, MoneyRange, SearchPage, SearchQuery, Target, Walk, WhyNot};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    call::{
        context::Context,
        cursor,
        problem::Problem,
        request::{fault_code::FaultCode, validate::Faults},
    },
    endpoint::Outcome,
    recipe::{
        PAGE_DEFAULT, PAGE_MAX, Progress,
        answer::{
            fields::{Slim, check_fields, kept},
            rates::Rates,
            refs,
        },
        paging::progress,
        person_input::{check_facets, check_filters},
    },
};

/// Filters, sort order and page of a search.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(bound = "F: Target, F::Sort: DeserializeOwned + Default")]
#[schemars(
    bound = "F: Target + JsonSchema, F::Sort: JsonSchema + Serialize + Default",
    rename = "Search{F}Request"
)]
pub struct SearchRequest<F: Target> {
    /// Filters, combined with AND; an empty set matches everything.
    #[serde(default)]
    pub filters: F,
    /// In place of filters: exactly the records of these rows of a preview, each `ref` of which is valid for an hour, in this
    /// order. It costs what a search with as many results costs.
    #[schemars(length(min = 1, max = PAGE_MAX), inner(length(min = 1, max = refs::CHARACTERS_MAX)))]
    pub refs: Option<Vec<String>>,
    /// Sort order.
    #[serde(default)]
    pub sort: F::Sort,
    /// Results per page.
    #[schemars(range(min = 1, max = PAGE_MAX))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page; send the same filters and sort with it.
    #[schemars(length(min = 1, max = 1000))]
    pub cursor: Option<String>,
    /// Return the total number of matches.
    #[serde(default)]
    pub include_total: bool,
    /// Only records that became known at or after this time.
    pub observed_since: Option<Timestamp>,
    /// Leave out records that this endpoint has already answered to this account. With or without it, a record is charged
    /// once per account and endpoint.
    #[serde(default)]
    pub new_only: bool,
    /// Fields to count values of.
    #[schemars(length(max = 10))]
    pub facets: Option<Vec<String>>,
    /// Only these fields of each record, such as `title`, and its id. The price is the same.
    #[schemars(length(min = 1, max = 50), inner(length(min = 1, max = 60)))]
    pub fields: Option<Vec<String>>,
}

/// A page of search results.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "{T}SearchAnswer")]
pub struct SearchAnswer<T> {
    /// The records in sort order. People have no contact values; `hasEmail` and `hasPhone` show which exist.
    pub results: Vec<Slim<T>>,
    /// Ids of `results` whose band of employees or revenue only overlaps the range.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub overlapping: Vec<String>,
    /// Total number of matches, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// The requested facet counts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facets: Vec<FacetCounts>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
    /// Effect of each filter and the nearest filters with results, if nothing was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_not: Option<WhyNot>,
    /// How far the list was examined, with `new_only`.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub progress: Option<Progress>,
    /// Rates at which amounts were compared, if amounts were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rates: Option<Rates>,
}

/// A page that was found: its rows with their ids.
struct FoundPage<T> {
    rows: Vec<(String, T)>,
    next: Option<String>,
    progress: Option<Progress>,
}

impl<T> From<Walk<(String, T)>> for FoundPage<T> {
    fn from(walk: Walk<(String, T)>) -> Self {
        Self { progress: Some(progress(&walk)), rows: walk.items, next: walk.next }
    }
}

impl<F: Target> SearchRequest<F> {
    fn check<T: JsonSchema>(&self, faults: &mut Faults) {
        check_fields::<T>("fields", self.fields.as_ref(), faults);
        check_filters(&self.filters, "/filters", faults);
        check_facets::<F>(self.facets.as_deref(), faults);
        let beside_refs = [
            ("filters", !self.filters.is_empty()),
            ("limit", self.limit.is_some()),
            ("cursor", self.cursor.is_some()),
            ("observed_since", self.observed_since.is_some()),
            ("new_only", self.new_only),
            ("facets", self.facets.is_some()),
        ];
        for (field, _) in beside_refs.into_iter().filter(|(_, is_sent)| *is_sent && self.refs.is_some()) {
            refuse_beside_refs(field, faults);
        }
    }

    fn units(&self) -> u64 {
        self.refs.as_ref().map_or(u64::from(self.limit.unwrap_or(PAGE_DEFAULT)), |refs| refs.len() as u64)
    }

    fn question(self, context: &Context) -> Result<SearchQuery<F>, Problem> {
        let decode = |cursor: String| cursor::decode(context, &cursor);
        Ok(SearchQuery {
            filters: self.filters,
            sort: self.sort,
            limit: self.limit.unwrap_or(PAGE_DEFAULT) as usize,
            after: self.cursor.map(decode).transpose()?,
            facets: self.facets.unwrap_or_default(),
            observed_since: self.observed_since,
            now: context.now,
        })
    }

    /// Fields of the answered records.
    fn fields(&self) -> Option<Arc<[String]>> {
        kept(self.fields.as_ref())
    }

    /// Rates at which amounts are compared.
    fn rates(&self) -> Option<Rates> {
        Rates::join(None, self.filters.money_ranges().into_iter().map(MoneyRange::currency))
    }
}

impl<T> SearchAnswer<T> {
    /// The answer of a page whose counts, facets and explanation are those of `about`.
    fn outcome(
        context: &Context,
        (about, rates): (SearchPage<T>, Option<Rates>),
        page: FoundPage<T>,
        (include_total, fields): (bool, Option<Arc<[String]>>),
    ) -> Outcome<Self> {
        let rows = page.rows.into_iter().map(|(id, record)| (id, Slim::new(record, fields.as_ref())));
        let (items, results) = rows.unzip();
        let answer = Self {
            results,
            overlapping: Vec::new(),
            total: include_total.then_some(about.total),
            facets: about.facets,
            next_cursor: page.next.map(|position| cursor::encode(context, &position)),
            why_not: about.why_not,
            progress: page.progress,
            rates,
        };
        Outcome::of_items(answer, items)
    }
}

/// Adds the fault of a field that cannot be sent with references.
fn refuse_beside_refs(field: &str, faults: &mut Faults) {
    let message = "Send either this or refs, which name their records themselves.";
    faults.add(format!("/{field}"), FaultCode::Contradiction, message);
}

/// The records of references, each once, in their order. A record that was erased meanwhile is left out, and two that were
/// joined are one.
fn referred<T>(
    context: &Context,
    references: &[String],
    read: impl Fn(&str) -> Result<Option<T>, EngineError>,
    id: impl Fn(&T) -> &String,
) -> Result<(SearchPage<T>, FoundPage<T>), Problem> {
    let mut rows: Vec<(String, T)> = Vec::new();
    for reference in refs::ids(context, references)? {
        let Some(record) = read(&reference)? else { continue };
        if rows.iter().all(|(known, _)| known != id(&record)) {
            rows.push((id(&record).clone(), record));
        }
    }
    let total = rows.len() as u64;
    let about = SearchPage { results: Vec::new(), total, next: None, facets: Vec::new(), why_not: None };
    Ok((about, FoundPage { rows, next: None, progress: None }))
}

/// The rows and the end of a page that was read at once.
fn whole<T>(page: &mut SearchPage<T>, id: impl Fn(&T) -> &String) -> FoundPage<T> {
    let rows = std::mem::take(&mut page.results);
    let rows = rows.into_iter().map(|record| (id(&record).clone(), record)).collect();
    FoundPage { rows, next: page.next.take(), progress: None }
}
