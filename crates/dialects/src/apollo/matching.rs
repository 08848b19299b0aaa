//! Matching of people and organizations.

use futures_util::{StreamExt, stream};
use serde_json::{Map, Value, json};
use tokio::time::Instant;

use super::tables::{ENRICH, MATCH, ORGANIZATION, PERSON};
use crate::{
    asked::Asked,
    refusal::{Kind, Refusal},
    table::shape,
    vendor::Shaped,
};

/// People or organizations of one bulk call, all answered at a time.
const BULK_MAX: usize = 10;
/// Switches that reveal contacts. What they reveal is sold by calls of its own here.
const REVEAL: &[&str] = &[
    "reveal_personal_emails",
    "reveal_phone_number",
    "run_waterfall_email",
    "run_waterfall_phone",
    "webhook_url",
];

/// `people/match`
pub(super) async fn person(asked: Asked) -> Result<Shaped, Refusal> {
    refuse_to_reveal(&asked)?;
    let person = matched(&asked, None).await?;
    Ok(Shaped::ok(json!({ "person": person })))
}

/// `people/bulk_match`
pub(super) async fn people(asked: Asked) -> Result<Shaped, Refusal> {
    refuse_to_reveal(&asked)?;
    let items = details(&asked)?;
    let (begun, requested) = (Some(Instant::now()), items.len());
    let answers = stream::iter(items).map(|asked| async move { matched(&asked, begun).await });
    let answers: Vec<Result<Value, Refusal>> = answers.buffered(BULK_MAX).collect().await;
    let mut matches = Vec::with_capacity(requested);
    for answer in answers {
        matches.push(match answer {
            Ok(person) => person,
            // A fault of one person does not take the answers about the others away.
            Err(refusal) if refusal.kind == Kind::Invalid => Value::Null,
            Err(refusal) if matches.iter().all(Value::is_null) => return Err(refusal),
            Err(_) => Value::Null,
        });
    }
    let found = matches.iter().filter(|person| !person.is_null()).count();
    let credits = asked.spent.lock().map(|spent| spent.credits).unwrap_or_default();
    Ok(Shaped::ok(json!({
        "status": "success",
        "error_code": null,
        "error_message": null,
        "total_requested_enrichments": requested,
        "unique_enriched_records": found,
        "missing_records": requested - found,
        "credits_consumed": credits,
        "matches": matches,
    })))
}

/// `organizations/enrich`
pub(super) async fn organization(asked: Asked) -> Result<Shaped, Refusal> {
    let organization = enriched(&asked, None).await?;
    Ok(Shaped::ok(match organization {
        Value::Null => json!({}),
        organization => json!({ "organization": organization }),
    }))
}

/// `organizations/bulk_enrich`
pub(super) async fn organizations(asked: Asked) -> Result<Shaped, Refusal> {
    asked.only(&[&["domains"]])?;
    let domains = asked.params.get("domains").and_then(Value::as_array).cloned().unwrap_or_default();
    if domains.is_empty() || domains.len() > BULK_MAX {
        return Err(Refusal::invalid(format!("domains: Send 1 to {BULK_MAX} domains.")));
    }
    let (begun, requested) = (Some(Instant::now()), domains.len());
    let one = |domain: Value| asked.with(Map::from_iter([("domain".to_owned(), domain)]));
    let answers =
        stream::iter(domains.into_iter().map(one)).map(|asked| async move { enriched(&asked, begun).await });
    let answers: Vec<Result<Value, Refusal>> = answers.buffered(BULK_MAX).collect().await;
    let mut found = Vec::new();
    for answer in answers {
        match answer {
            Ok(Value::Null) => {}
            Ok(organization) => found.push(organization),
            Err(refusal) if refusal.kind == Kind::Invalid || !found.is_empty() => {}
            Err(refusal) => return Err(refusal),
        }
    }
    Ok(Shaped::ok(json!({
        "status": "success",
        "error_code": null,
        "error_message": null,
        "total_requested_domains": requested,
        "unique_enriched_records": found.len(),
        "missing_records": requested - found.len(),
        "organizations": found,
    })))
}

/// The person; null if none is known.
async fn matched(asked: &Asked, begun: Option<Instant>) -> Result<Value, Refusal> {
    MATCH.only(&asked.params, REVEAL)?;
    let answer = asked.call_paced(&MATCH, MATCH.request(&asked.params)?.into(), begun).await?;
    Ok(if answer["found"] == true { shape(PERSON.fields, &answer["person"], false) } else { Value::Null })
}

/// The organization; null if none is known.
async fn enriched(asked: &Asked, begun: Option<Instant>) -> Result<Value, Refusal> {
    ENRICH.only(&asked.params, &[])?;
    let answer = asked.call_paced(&ENRICH, ENRICH.request(&asked.params)?.into(), begun).await?;
    Ok(if answer["found"] == true {
        shape(ORGANIZATION.fields, &answer["company"], false)
    } else {
        Value::Null
    })
}

/// Refuses a request to reveal contacts, which this call does not include.
fn refuse_to_reveal(asked: &Asked) -> Result<(), Refusal> {
    let on: Vec<&str> = REVEAL.iter().copied().filter(|name| asked.is_on(name)).collect();
    if on.is_empty() {
        return Ok(());
    }
    let detail = format!(
        "Not supported here: {}. Personal emails and phones are answered by /v1/find-personal-email and /v1/find-phone.",
        on.join(", ")
    );
    Err(Refusal::invalid(detail))
}

/// The people of a bulk call.
fn details(asked: &Asked) -> Result<Vec<Asked>, Refusal> {
    asked.only(&[&["details"], REVEAL])?;
    let Some(Value::Array(details)) = asked.params.get("details") else {
        return Err(Refusal::invalid("details: Send a list of people."));
    };
    if details.is_empty() || details.len() > BULK_MAX {
        return Err(Refusal::invalid(format!("details: Send 1 to {BULK_MAX} people.")));
    }
    let one = |person: &Value| match person {
        Value::Object(params) => Ok(asked.with(params.clone())),
        _ => Err(Refusal::invalid("details: A person is an object.")),
    };
    details.iter().map(one).collect()
}
