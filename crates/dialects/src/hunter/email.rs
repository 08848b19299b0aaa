//! Finding and verifying emails.

use serde_json::{Value, json};

use super::{
    meta::meta,
    tables::{FINDER, FOUND_EMAIL, VERDICT, VERIFIER},
};
use crate::{asked::Asked, refusal::Refusal, table::shape, vendor::Shaped};

/// `email-finder`
pub(super) async fn finder(asked: Asked) -> Result<Shaped, Refusal> {
    FINDER.only(&asked.params, &[])?;
    let mut request = FINDER.request(&asked.params)?;
    // Of a domain and a name of the company, the domain counts.
    if request.contains_key("domain") {
        request.remove("company_name");
    }
    let answer = asked.call(&FINDER, request.into()).await?;
    let mut data = shape(FOUND_EMAIL.fields, &answer, false);
    for name in ["first_name", "last_name", "company"] {
        data[name] = asked.text(name).map_or(Value::Null, Value::from);
    }
    if data["domain"].is_null() {
        data["domain"] = asked.text("domain").map_or(Value::Null, Value::from);
    }
    Ok(Shaped::ok(json!({ "data": data, "meta": meta(&asked) })))
}

/// `email-verifier`: 202 while the mail server has put the check off.
pub(super) async fn verifier(asked: Asked) -> Result<Shaped, Refusal> {
    VERIFIER.only(&asked.params, &[])?;
    let answer = asked.call(&VERIFIER, VERIFIER.request(&asked.params)?.into()).await?;
    let is_pending = answer["status"] == "unknown" && answer["retry_after_seconds"].is_u64();
    let data = shape(VERDICT.fields, &answer, false);
    Ok(Shaped::json(if is_pending { 202 } else { 200 }, json!({ "data": data, "meta": meta(&asked) })))
}
