//! Searches of people and companies, with pages by number.

use serde_json::{Map, Value, json};

use super::tables::{COMPANIES, FOUND_ORGANIZATION, FOUND_PERSON, PEOPLE};
use crate::{
    asked::Asked,
    pages::Pages,
    refusal::Refusal,
    table::{AnswerTable, RequestTable, shape},
    vendor::Shaped,
};

/// Results of one page.
const PER_PAGE_DEFAULT: u64 = 10;
const PER_PAGE_MAX: u64 = 100;
/// Highest page.
const PAGE_MAX: u64 = 500;
const OPTIONS: &[&str] = &["page", "per_page"];

/// `mixed_people/search`
pub(super) async fn people(asked: Asked) -> Result<Shaped, Refusal> {
    let (pagination, found) = search(asked, &PEOPLE, &FOUND_PERSON).await?;
    Ok(Shaped::ok(json!({
        "breadcrumbs": [],
        "partial_results_only": false,
        "pagination": pagination,
        "contacts": [],
        "people": found,
    })))
}

/// `mixed_companies/search`
pub(super) async fn companies(asked: Asked) -> Result<Shaped, Refusal> {
    let (pagination, found) = search(asked, &COMPANIES, &FOUND_ORGANIZATION).await?;
    Ok(Shaped::ok(json!({
        "breadcrumbs": [],
        "partial_results_only": false,
        "pagination": pagination,
        "accounts": [],
        "organizations": found,
    })))
}

async fn search(
    asked: Asked,
    table: &RequestTable,
    answers: &AnswerTable,
) -> Result<(Value, Vec<Value>), Refusal> {
    let sent = flattened(&asked.params);
    table.only(&sent, OPTIONS)?;
    let mut request = Value::Object(table.request(&sent)?);
    let per_page = asked.number("per_page", PER_PAGE_DEFAULT, 1, PER_PAGE_MAX)?;
    let page = asked.number("page", 1, 1, PAGE_MAX)?;
    let pages = Pages::of(&asked, table.endpoint, &json!([request, per_page]));
    let first_row = (page - 1) * per_page;
    if let Some(cursor) = pages.cursor(first_row)? {
        request["cursor"] = cursor.into();
    }
    request["limit"] = per_page.into();
    request["include_total"] = true.into();
    let answer = asked.call(table, request).await?;
    pages.remember(first_row + per_page, &answer);
    let total = answer["total"].as_u64().unwrap_or(0);
    let results = answer["results"].as_array().map(Vec::as_slice).unwrap_or_default();
    let found = results.iter().map(|record| shape(answers.fields, record, false)).collect();
    let pagination = json!({
        "page": page,
        "per_page": per_page,
        "total_entries": total,
        "total_pages": total.div_ceil(per_page),
    });
    Ok((pagination, found))
}

/// Parameters with ranges in the form of a body: `revenue_range[min]` is a member of `revenue_range`, and the bounds of
/// the count of jobs are parameters of their own.
fn flattened(params: &Map<String, Value>) -> Map<String, Value> {
    let mut flat = Map::new();
    for (name, value) in params {
        match name.strip_suffix(']').and_then(|name| name.split_once('[')) {
            Some((outer, inner)) => {
                let range = flat.entry(outer).or_insert_with(|| json!({}));
                if range.is_object() {
                    range[inner] = value.clone();
                }
            }
            None => drop(flat.insert(name.clone(), value.clone())),
        }
    }
    if let Some(Value::Object(bounds)) = flat.remove("organization_num_jobs_range") {
        flat.extend(
            bounds.into_iter().map(|(name, bound)| (format!("organization_num_jobs_range.{name}"), bound)),
        );
    }
    flat
}
