//! Enrichment, cleaning and suggestion of companies.

use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{
    person::{included, items, no_record, with_metadata},
    tables::{CLEAN_COMPANY, COMPANIES, COMPANY, SUGGEST, SUGGESTED},
    values,
};
use crate::{
    asked::Asked,
    refusal::Refusal,
    table::{Field, shape},
    vendor::Shaped,
};

/// Companies of one bulk call that are answered at a time.
const AT_A_TIME: usize = 8;
/// Suggestions at most.
const SUGGESTIONS_MAX: u64 = 10;

/// `company/enrich`
pub(super) async fn enrich(asked: Asked) -> Result<Shaped, Refusal> {
    Ok(Shaped::ok(enriched(&asked, COMPANY.fields, None).await?))
}

/// `company/clean`
pub(super) async fn clean(asked: Asked) -> Result<Shaped, Refusal> {
    Ok(Shaped::ok(enriched(&asked, CLEAN_COMPANY.fields, None).await?))
}

/// `company/enrich/bulk`
pub(super) async fn bulk(asked: Asked) -> Result<Shaped, Refusal> {
    let begun = Some(Instant::now());
    let items = items(&asked, &COMPANIES)?;
    let answers = stream::iter(items).map(|(asked, metadata)| async move {
        with_metadata(enriched(&asked, COMPANY.fields, begun).await, metadata)
    });
    Ok(Shaped::ok(answers.buffered(AT_A_TIME).collect::<Vec<Value>>().await.into()))
}

/// `autocomplete` of companies; other fields have none.
pub(super) async fn autocomplete(asked: Asked) -> Result<Shaped, Refusal> {
    SUGGEST.only(&asked.params, &[])?;
    let field = asked.text("field").unwrap_or_default();
    if field != "company" {
        return Err(Refusal::invalid(format!("field: \"{field}\" cannot be completed; \"company\" can.")));
    }
    let mut request = SUGGEST.request(&asked.params)?;
    request.insert(
        "limit".to_owned(),
        asked.number("size", SUGGESTIONS_MAX, 1, 100)?.min(SUGGESTIONS_MAX).into(),
    );
    let answer = asked.call(&SUGGEST, request.into()).await?;
    let results = answer["results"].as_array().map(Vec::as_slice).unwrap_or_default();
    let small = !asked.is_on("titlecase");
    let data: Vec<Value> = results.iter().map(|company| shape(SUGGESTED.fields, company, small)).collect();
    Ok(Shaped::ok(json!({ "status": 200, "data": data, "fields": ["company"] })))
}

/// The company's fields beside status and likelihood, as the vendor has them.
async fn enriched(asked: &Asked, fields: &[Field], begun: Option<Instant>) -> Result<Value, Refusal> {
    COMPANIES.only(&asked.params, &[])?;
    let request = COMPANIES.request(&asked.params)?;
    let answer = asked.call_paced(&COMPANIES, request.into(), begun).await?;
    if answer["found"] != true {
        return Err(no_record());
    }
    let mut company = included(asked, shape(fields, &answer["company"], !asked.is_on("titlecase")));
    company["status"] = 200.into();
    company["likelihood"] = values::likelihood(&answer["confidence"]);
    Ok(company)
}
