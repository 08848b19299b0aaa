//! Enrichment and identification of people.

use futures_util::{StreamExt, stream};
use serde_json::{Map, Value, json};
use tokio::time::Instant;

use super::{
    manners::refused,
    tables::{ENRICH, MATCH, PERSON},
};
use crate::{
    asked::Asked,
    refusal::Refusal,
    table::{RequestTable, shape},
    vendor::Shaped,
};

/// Requests of one bulk call.
const BULK_MAX: usize = 100;
/// Of which so many are answered at a time.
const AT_A_TIME: usize = 8;

/// `person/enrich`
pub(super) async fn enrich(asked: Asked) -> Result<Shaped, Refusal> {
    Ok(Shaped::ok(enriched(&asked, None).await?))
}

/// `person/identify`: the person that the parameters clearly mean, as the only match.
pub(super) async fn identify(asked: Asked) -> Result<Shaped, Refusal> {
    let answer = found(&asked, None).await?;
    let about = shape(MATCH.fields, &answer, false);
    let mut matched =
        json!({ "data": record(&asked, &answer["person"]), "match_score": about["match_score"] });
    if asked.is_on("include_if_matched") {
        matched["matched_on"] = about["matched"].clone();
    }
    Ok(Shaped::ok(json!({ "status": 200, "matches": [matched] })))
}

/// `person/bulk`
pub(super) async fn bulk(asked: Asked) -> Result<Shaped, Refusal> {
    let begun = Some(Instant::now());
    let items = items(&asked, &ENRICH)?;
    let answers = stream::iter(items)
        .map(|(asked, metadata)| async move { with_metadata(enriched(&asked, begun).await, metadata) });
    Ok(Shaped::ok(answers.buffered(AT_A_TIME).collect::<Vec<Value>>().await.into()))
}

/// The requests of a bulk call, each with what the caller noted beside it.
pub(super) fn items(asked: &Asked, table: &RequestTable) -> Result<Vec<(Asked, Value)>, Refusal> {
    let Some(Value::Array(requests)) = asked.params.get("requests") else {
        return Err(Refusal::invalid("Send \"requests\", a list of objects with \"params\"."));
    };
    if requests.is_empty() || requests.len() > BULK_MAX {
        return Err(Refusal::invalid(format!("Send 1 to {BULK_MAX} requests.")));
    }
    // Options beside the list apply to every request that does not set them itself.
    let mut shared: Map<String, Value> = asked.params.clone();
    shared.remove("requests");
    table.only(&shared, &[])?;
    let mut items = Vec::with_capacity(requests.len());
    for (number, request) in requests.iter().enumerate() {
        let Some(own) = request["params"].as_object() else {
            return Err(Refusal::invalid(format!("requests[{number}] has no \"params\".")));
        };
        let mut params = shared.clone();
        params.extend(own.clone());
        items.push((asked.with(params), request["metadata"].clone()));
    }
    Ok(items)
}

/// An item's answer, with its status and what the caller noted.
pub(super) fn with_metadata(answered: Result<Value, Refusal>, metadata: Value) -> Value {
    let mut answer = answered.unwrap_or_else(|refusal| refused(&refusal));
    if !metadata.is_null() {
        answer["metadata"] = metadata;
    }
    answer
}

async fn enriched(asked: &Asked, begun: Option<Instant>) -> Result<Value, Refusal> {
    let answer = found(asked, begun).await?;
    let about = shape(MATCH.fields, &answer, false);
    let mut enriched = json!({
        "status": 200,
        "likelihood": about["likelihood"],
        "data": record(asked, &answer["person"]),
    });
    if asked.is_on("include_if_matched") {
        enriched["matched"] = about["matched"].clone();
    }
    Ok(enriched)
}

async fn found(asked: &Asked, begun: Option<Instant>) -> Result<Value, Refusal> {
    ENRICH.only(&asked.params, &[])?;
    let request = ENRICH.request(&asked.params)?;
    let answer = asked.call_paced(&ENRICH, request.into(), begun).await?;
    if answer["found"] == true { Ok(answer) } else { Err(no_record()) }
}

/// The refusal of a question without an answer.
pub(super) fn no_record() -> Refusal {
    Refusal::not_found("No records were found matching your request")
}

fn record(asked: &Asked, person: &Value) -> Value {
    included(asked, shape(PERSON.fields, person, !asked.is_on("titlecase")))
}

/// The fields that `data_include` names, or all but those it names after a minus sign.
pub(super) fn included(asked: &Asked, mut record: Value) -> Value {
    let Some(names) = asked.text("data_include") else { return record };
    let (names, is_left_out) = match names.strip_prefix('-') {
        Some(names) => (names, true),
        None => (names, false),
    };
    let names: Vec<&str> = names.split(',').map(|name| name.trim().trim_start_matches('-')).collect();
    if let Value::Object(members) = &mut record {
        members.retain(|name, _| names.contains(&name.as_str()) != is_left_out);
    }
    record
}
