//! The people of a domain, and how many there are.

use std::collections::BTreeMap;

use futures_util::{StreamExt, stream};
use serde_json::{Map, Value, json};
use tokio::time::Instant;

use super::{
    tables::{COUNT, DOMAIN, EMAIL_OF_PERSON, ME, OF_RESULT},
    values,
};
use crate::{
    asked::Asked,
    pages::Pages,
    refusal::{Kind, Refusal},
    table::shape,
    vendor::Shaped,
};

/// Emails of one page.
const LIMIT_DEFAULT: u64 = 10;
const LIMIT_MAX: u64 = 100;
/// People whose emails are asked for at a time.
const AT_A_TIME: usize = 8;
/// Credits of a search, and of each email: the person that the search lists, and the enrichment.
const SEARCH_CREDITS: u64 = 1;
const EMAIL_CREDITS: u64 = 2;
const OPTIONS: &[&str] = &["limit", "offset", "type", "required_field"];

/// `domain-search`: a search for people at the domain whose email is known, and an enrichment of each.
pub(super) async fn search(asked: Asked) -> Result<Shaped, Refusal> {
    DOMAIN.only(&asked.params, OPTIONS)?;
    let limit = asked.number("limit", LIMIT_DEFAULT, 1, LIMIT_MAX)?;
    let offset = asked.number("offset", 0, 0, 1_000_000)?;
    let mut request = at_company(&asked, DOMAIN.request(&asked.params)?)?;
    match asked.text("type") {
        None | Some("personal") => {}
        Some(other) => {
            return Err(Refusal::invalid(format!("type: \"{other}\" addresses cannot be listed here.")));
        }
    }
    match asked.text("required_field") {
        None | Some("full_name") => {}
        Some("phone_number") => request["filters"]["has_phone"] = true.into(),
        Some(other) => {
            return Err(Refusal::invalid(format!("required_field: \"{other}\" cannot be required here.")));
        }
    }
    let pages = Pages::of(&asked, "domain-search", &json!([request, limit]));
    request["limit"] = limit.into();
    request["include_total"] = true.into();
    if let Some(cursor) = pages.cursor(offset)? {
        request["cursor"] = cursor.into();
    }
    request["limit"] = affordable_rows(&asked, &request, (offset, limit)).await?.into();
    let begun = Some(Instant::now());
    let answer = asked.call(&DOMAIN, request).await?;
    pages.remember(offset + limit, &answer);
    let people = answer["results"].as_array().cloned().unwrap_or_default();
    let of_all = &asked;
    let found =
        stream::iter(people.clone()).map(|person| async move { with_email(of_all, &person, begun).await });
    let found: Vec<Result<Option<Value>, Refusal>> = found.buffered(AT_A_TIME).collect().await;
    let (mut emails, mut refused) = (Vec::new(), None);
    for answer in found {
        match answer {
            Ok(email) => emails.extend(email),
            Err(refusal) => refused = refused.or(Some(refusal)),
        }
    }
    // Emails that are paid for are answered, also when the credits did not cover the others.
    if let Some(refusal) = refused.filter(|_| emails.is_empty()) {
        return Err(refusal);
    }
    let employer = people.first().map_or(Value::Null, |person| person["company"].clone());
    let domain = asked.text("domain").map_or_else(|| employer["domain"].clone(), Value::from);
    let data = json!({
        "domain": domain,
        "disposable": null,
        "webmail": null,
        "accept_all": null,
        "pattern": null,
        "organization": employer["name"],
        "industry": employer["industry"],
        "emails": emails,
        "linked_domains": [],
    });
    let meta =
        json!({ "results": answer["total"], "limit": limit, "offset": offset, "params": asked.params });
    Ok(Shaped::ok(json!({ "data": data, "meta": meta })))
}

/// Rows to search for, so that no more is held than is needed. Refuses a search whose emails could not all be paid for: the
/// search would be charged, and nothing answered for it.
async fn affordable_rows(asked: &Asked, search: &Value, (offset, limit): (u64, u64)) -> Result<u64, Refusal> {
    let me = asked.call(&ME, json!({})).await.unwrap_or_default();
    let affordable = asked.affordable(me["balance"].as_f64());
    let cost = |emails: u64| (SEARCH_CREDITS + EMAIL_CREDITS * emails) as f64;
    if affordable >= cost(limit) {
        return Ok(limit);
    }
    let mut preview = search.clone();
    preview["preview"] = true.into();
    let quote = asked.call(&DOMAIN, preview).await?;
    // Of few matches a preview may not tell their number.
    let emails = quote["total"].as_u64().map_or(limit, |total| total.saturating_sub(offset).min(limit));
    if affordable >= cost(emails) {
        return Ok(emails.max(1));
    }
    let detail = format!(
        "This search may cost {} credits, and {affordable} may be spent. Nothing was charged. Send a smaller limit.",
        cost(emails)
    );
    Err(Refusal::new(Kind::NoCredits, detail))
}

/// The person of a result with the email, if it is the same person and the email is known.
async fn with_email(asked: &Asked, person: &Value, begun: Option<Instant>) -> Result<Option<Value>, Refusal> {
    let sent = person.as_object().cloned().unwrap_or_default();
    let mut request = OF_RESULT.request(&sent)?;
    if let Some(domain) = person["company"]["domain"].as_str() {
        request.insert("company_domain".to_owned(), domain.into());
    }
    // Without an email the answer is not charged.
    request.insert("required".to_owned(), json!(["email"]));
    let answer = asked.call_paced(&OF_RESULT, request.into(), begun).await?;
    let is_same = answer["found"] == true && answer["person"]["id"] == person["id"];
    Ok(is_same.then(|| shape(EMAIL_OF_PERSON.fields, &answer["person"], false)))
}

/// `email-count`: the free preview of that search.
pub(super) async fn count(asked: Asked) -> Result<Shaped, Refusal> {
    COUNT.only(&asked.params, &[])?;
    let mut request = at_company(&asked, COUNT.request(&asked.params)?)?;
    request["preview"] = true.into();
    request["limit"] = 1.into();
    request["facets"] = json!(["departments", "seniorities"]);
    let answer = asked.call(&COUNT, request).await?;
    let counts = |field: &str, word: fn(&str) -> Option<&'static str>, words: &[&'static str]| {
        // Of few matches a preview counts no values.
        let Some(facets) = answer["facets"].as_array() else {
            return json!(words.iter().map(|word| (*word, None)).collect::<BTreeMap<&str, Option<u64>>>());
        };
        let mut counts: BTreeMap<&str, u64> = words.iter().map(|word| (*word, 0)).collect();
        let values = facets
            .iter()
            .filter(|facet| facet["field"] == field)
            .flat_map(|facet| facet["values"].as_array());
        for value in values.flatten() {
            if let Some(word) = value["value"].as_str().and_then(word) {
                *counts.entry(word).or_default() += value["count"].as_u64().unwrap_or(0);
            }
        }
        json!(counts)
    };
    let departments = counts("departments", values::department_word, DEPARTMENTS);
    let seniorities = counts("seniorities", seniority_word, &["junior", "senior", "executive"]);
    let data = json!({
        "total": answer["total"],
        "personal_emails": answer["total"],
        "generic_emails": null,
        "department": departments,
        "seniority": seniorities,
    });
    Ok(Shaped::ok(json!({ "data": data, "meta": { "params": asked.params } })))
}

const DEPARTMENTS: &[&str] = &[
    "executive",
    "it",
    "finance",
    "management",
    "sales",
    "legal",
    "support",
    "hr",
    "marketing",
    "communication",
    "education",
    "design",
    "health",
    "operations",
];

fn seniority_word(seniority: &str) -> Option<&'static str> {
    match values::seniority(&seniority.into()).as_str() {
        Some("executive") => Some("executive"),
        Some("senior") => Some("senior"),
        Some("junior") => Some("junior"),
        _ => None,
    }
}

/// The search of people at the company whose email is known. Of a domain and a name, the domain counts.
fn at_company(asked: &Asked, request: Map<String, Value>) -> Result<Value, Refusal> {
    let mut request = Value::Object(request);
    if asked.text("domain").is_some() {
        request["filters"].as_object_mut().and_then(|filters| filters.remove("company_names"));
    } else if asked.text("company").is_none() {
        return Err(Refusal::invalid("Send domain or company."));
    }
    request["filters"]["has_email"] = true.into();
    Ok(request)
}
