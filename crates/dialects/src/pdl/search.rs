//! Searches of people and companies.

use serde_json::{Value, json};

use super::{
    elastic,
    expression::Expression,
    filters::{COMPANIES, COMPANIES_REQUEST, PEOPLE, PEOPLE_REQUEST, SEARCH_OPTIONS, Searchable, filters},
    person::{included, no_record},
    sql,
    tables::{FOUND_COMPANY, FOUND_PERSON},
};
use crate::{
    asked::Asked,
    refusal::Refusal,
    table::{AnswerTable, RequestTable, shape},
    vendor::Shaped,
};

/// Results of one page.
const SIZE_MAX: u64 = 100;

/// `person/search`
pub(super) async fn people(asked: Asked) -> Result<Shaped, Refusal> {
    search(asked, "person", PEOPLE, &PEOPLE_REQUEST, &FOUND_PERSON).await
}

/// `company/search`
pub(super) async fn companies(asked: Asked) -> Result<Shaped, Refusal> {
    search(asked, "company", COMPANIES, &COMPANIES_REQUEST, &FOUND_COMPANY).await
}

async fn search(
    asked: Asked,
    table: &str,
    fields: &'static [Searchable],
    request_table: &RequestTable,
    answer_table: &AnswerTable,
) -> Result<Shaped, Refusal> {
    asked.only(&[SEARCH_OPTIONS])?;
    let conditions = conditions(&asked, table).map_err(Refusal::invalid)?;
    let filters = filters(&conditions, fields).map_err(Refusal::invalid)?;
    let size = asked.number("size", 1, 1, SIZE_MAX)?;
    if asked.number("from", 0, 0, u64::MAX)? > 0 {
        return Err(Refusal::invalid("from: Go on with the scroll_token of the page before instead."));
    }
    let mut request = json!({ "filters": filters, "limit": size, "include_total": true });
    if let Some(token) = asked.text("scroll_token") {
        request["cursor"] = token.into();
    }
    let answer = asked.call(request_table, request).await?;
    let results = answer["results"].as_array().map(Vec::as_slice).unwrap_or_default();
    if results.is_empty() {
        return Err(no_record());
    }
    let small = !asked.is_on("titlecase");
    let data = results.iter().map(|record| included(&asked, shape(answer_table.fields, record, small)));
    let mut shaped = json!({ "status": 200, "data": data.collect::<Vec<Value>>(), "total": answer["total"] });
    if let Some(cursor) = answer["next_cursor"].as_str() {
        shaped["scroll_token"] = cursor.into();
    }
    Ok(Shaped::ok(shaped))
}

fn conditions(asked: &Asked, table: &str) -> Result<Expression, String> {
    match (asked.params.get("query"), asked.text("sql")) {
        (Some(_), Some(_)) => Err("Send query or sql, not both.".to_owned()),
        (Some(Value::String(text)), None) => {
            let query = serde_json::from_str(text).map_err(|error| format!("query is no JSON: {error}."))?;
            elastic::read(&query)
        }
        (Some(query), None) => elastic::read(query),
        (None, Some(text)) => sql::read(text, table),
        (None, None) => Err("Send query or sql.".to_owned()),
    }
}
