//! What the preview of a search shows: a page, masked.

use std::collections::HashSet;

use engine::{FacetCounts, Filters};
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::{
    access::preview_quota,
    call::{context::Context, cursor, problem::Problem},
    endpoint::Estimate,
    recipe::answer::{fields::Slim, masked::Mask, refs},
};

/// Fewest matches that a preview describes. Of fewer it counts no values, which would be those of a masked row, and if the
/// filters name a record, it shows and counts none: a masked row would no longer be anonymous.
const ANONYMOUS_MIN: u64 = 5;

/// How much the filters of a preview tell about one record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Naming {
    /// They name none.
    None,
    /// They name one, and nothing is shown of few matches.
    Names,
    /// They name one and ask about it, and nothing is shown: the difference of two counts would be the answer.
    Isolates,
}

impl Naming {
    /// Of these filters.
    pub fn of(filters: &impl Filters, text_is_name: bool) -> Self {
        match (filters.isolates_a_record(text_is_name), filters.names_a_record()) {
            (true, _) => Self::Isolates,
            (false, true) => Self::Names,
            (false, false) => Self::None,
        }
    }
}

/// What the preview of a search shows besides its price.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "{T}SearchPreview")]
pub struct SearchPreview<T: Mask> {
    /// The page, masked, as far as the day's rows reach. Empty in a preview of `refs`, and where a filter by name, words or
    /// domain leaves fewer than 5 matches or stands beside other filters: the preview then has neither `total` nor an exact
    /// price.
    rows: Vec<PreviewRow<T>>,
    /// Masked rows that previews may still show this account until midnight UTC; absent in the sandbox.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows_left_today: Option<u64>,
    /// The requested facet counts, if at least 5 match.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    facets: Vec<FacetCounts>,
    /// Cursor of the next page of the preview; absent on the last page, and where rows are hidden or beyond the day's limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
}

/// A page of a search that a preview is made of.
pub struct PreviewPage<T: Mask> {
    /// Its rows.
    pub rows: Vec<Slim<T>>,
    /// Ids of those that the account owns.
    pub owned: HashSet<String>,
    /// Matches on all pages.
    pub total: Option<u64>,
    /// Counts of values.
    pub facets: Vec<FacetCounts>,
    /// Cursor of the next page.
    pub next_cursor: Option<String>,
}

/// A row of a preview: whole if the account has the record already, else without name, id and URL.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "{T}PreviewRow", transform = masked_is_optional)]
struct PreviewRow<T: Mask> {
    /// Whether the account has this record already; the row is whole then.
    owned: bool,
    /// Send it in `refs` within an hour to have this record.
    r#ref: String,
    #[serde(flatten)]
    beside: T::Beside,
    #[serde(flatten)]
    record: Slim<T>,
}

/// Only these are in masked rows and in whole ones.
fn masked_is_optional(schema: &mut Schema) {
    schema.insert("required".into(), json!(["owned", "ref"]));
}

/// The estimate of a search whose page is known. Rows that the account owns are shown whole and do not count.
pub async fn estimate<T: Mask>(
    context: &Context,
    (exact, units_max): (Estimate, u64),
    naming: Naming,
    mut page: PreviewPage<T>,
) -> Result<Estimate, Problem> {
    let total = page.total;
    let is_small = total.is_some_and(|total| total < ANONYMOUS_MIN);
    let is_hidden = naming == Naming::Isolates || naming == Naming::Names && is_small;
    if is_small || is_hidden {
        page.facets.clear();
    }
    let shown = shown(context, page, is_hidden).await?;
    Ok(if is_hidden {
        Estimate { shown, ..Estimate::at_most(units_max) }
    } else {
        Estimate { total, shown, ..exact }
    })
}

async fn shown<T: Mask>(
    context: &Context,
    page: PreviewPage<T>,
    only_owned: bool,
) -> Result<Map<String, Value>, Problem> {
    let is_owned = |row: &Slim<T>| page.owned.contains(row.record().id());
    let wanted = if only_owned { 0 } else { page.rows.iter().filter(|row| !is_owned(row)).count() };
    let taken = preview_quota::take(context, wanted as u64).await?;
    let mut masked_left = taken.map_or(wanted, |taken| taken.granted as usize);
    // Rows that the day's limit cut off would be passed over by the next page.
    let is_whole = masked_left == wanted;
    let mut rows = Vec::with_capacity(page.rows.len());
    for row in &page.rows {
        let (record, owned) = (row.record(), is_owned(row));
        if !owned && masked_left == 0 {
            continue;
        }
        masked_left -= usize::from(!owned);
        rows.push(PreviewRow {
            owned,
            r#ref: refs::issue(context, record.id()),
            beside: record.beside(),
            record: if owned { row.clone() } else { record.masked() },
        });
    }
    let next_cursor = page.next_cursor.filter(|_| is_whole && !only_owned && !rows.is_empty());
    let preview = SearchPreview {
        rows,
        rows_left_today: taken.map(|taken| taken.left),
        facets: page.facets,
        next_cursor: next_cursor.map(|next| cursor::hidden(context, &next)).transpose()?,
    };
    match serde_json::to_value(preview) {
        Ok(Value::Object(members)) => Ok(members),
        Ok(_) => Ok(Map::new()),
        Err(error) => Err(Problem::internal(&error)),
    }
}
