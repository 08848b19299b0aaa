//! People and companies of an email or a domain, in the vendor's shape, which is Clearbit's.

use serde_json::json;

use super::meta::meta;
use crate::{
    asked::Asked,
    clearbit::find::{both, found_company, found_person},
    refusal::Refusal,
    vendor::Shaped,
};

/// `people/find`
pub(super) async fn person(asked: Asked) -> Result<Shaped, Refusal> {
    let found = found_person(&asked, &asked.params).await?;
    let data = found.ok_or_else(|| Refusal::not_found("We could not find anything for the email."))?;
    Ok(Shaped::ok(json!({ "data": data, "meta": meta(&asked) })))
}

/// `companies/find`
pub(super) async fn company(asked: Asked) -> Result<Shaped, Refusal> {
    let found = found_company(&asked, &asked.params).await?;
    let data = found.ok_or_else(|| Refusal::not_found("We could not find anything for the domain."))?;
    Ok(Shaped::ok(json!({ "data": data, "meta": meta(&asked) })))
}

/// `combined/find`
pub(super) async fn combined(asked: Asked) -> Result<Shaped, Refusal> {
    let found = both(&asked, &asked.params).await?;
    let data = found.ok_or_else(|| Refusal::not_found("We could not find anything for the email."))?;
    Ok(Shaped::ok(json!({ "data": data, "meta": meta(&asked) })))
}
