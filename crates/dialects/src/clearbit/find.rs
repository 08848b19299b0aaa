//! Look-ups of people and companies.

use serde_json::{Map, Value, json};

use super::tables::{BY_NAME, COMPANIES, COMPANY, ENRICH, PERSON, SUGGEST, SUGGESTED};
use crate::{
    asked::Asked,
    refusal::Refusal,
    table::{RequestTable, shape},
    vendor::Shaped,
};

/// The person of an email.
pub(super) async fn person(asked: Asked) -> Result<Shaped, Refusal> {
    let params = with_part(&asked, "email");
    Ok(Shaped::ok(found_person(&asked, &params).await?.ok_or_else(|| Refusal::not_found("Unknown person."))?))
}

/// The company of a domain.
pub(super) async fn company(asked: Asked) -> Result<Shaped, Refusal> {
    let params = with_part(&asked, "domain");
    Ok(Shaped::ok(
        found_company(&asked, &params).await?.ok_or_else(|| Refusal::not_found("Unknown company."))?,
    ))
}

/// The person of an email and the company they work for.
pub(super) async fn combined(asked: Asked) -> Result<Shaped, Refusal> {
    let params = with_part(&asked, "email");
    both(&asked, &params).await?.map(Shaped::ok).ok_or_else(|| Refusal::not_found("Unknown person."))
}

/// The domain of a company of this name; the best known one that is called so.
pub(super) async fn domain(asked: Asked) -> Result<Shaped, Refusal> {
    let unknown = || Refusal::not_found("Unknown company.");
    let answer = suggestions(&asked, &BY_NAME).await?;
    let wanted = asked.text("name").map(records::company_name::company_name_key).unwrap_or_default();
    let is_called = |company: &&Value| {
        company["domain"].is_string()
            && company["name"].as_str().map(records::company_name::company_name_key) == Some(wanted.clone())
    };
    let found = answer.iter().find(is_called).ok_or_else(unknown)?;
    Ok(Shaped::ok(shape(SUGGESTED.fields, found, false)))
}

/// Companies whose name or domain begins with a text.
pub(super) async fn suggest(asked: Asked) -> Result<Shaped, Refusal> {
    let answer = suggestions(&asked, &SUGGEST).await?;
    Ok(Shaped::ok(answer.iter().map(|company| shape(SUGGESTED.fields, company, false)).collect()))
}

async fn suggestions(asked: &Asked, table: &RequestTable) -> Result<Vec<Value>, Refusal> {
    table.only(&asked.params, &[])?;
    let mut answer = asked.call(table, table.request(&asked.params)?.into()).await?;
    Ok(answer["results"].as_array_mut().map(std::mem::take).unwrap_or_default())
}

/// The parameters with the part of the path that says whom the call is about.
fn with_part(asked: &Asked, name: &str) -> Map<String, Value> {
    let mut params = asked.params.clone();
    if let Some((_, value)) = asked.parts.iter().find(|(part, _)| part == name) {
        params.insert(name.to_owned(), value.as_str().into());
    }
    params
}

/// The person in the vendor's shape, if there is one.
pub(crate) async fn found_person(
    asked: &Asked,
    params: &Map<String, Value>,
) -> Result<Option<Value>, Refusal> {
    Ok(person_record(asked, params).await?.map(|person| shaped_person(params, &person)))
}

async fn person_record(asked: &Asked, params: &Map<String, Value>) -> Result<Option<Value>, Refusal> {
    ENRICH.only(params, &[])?;
    let mut answer = asked.call(&ENRICH, ENRICH.request(params)?.into()).await?;
    Ok((answer["found"] == true).then(|| answer["person"].take()))
}

fn shaped_person(params: &Map<String, Value>, person: &Value) -> Value {
    let mut shaped = shape(PERSON.fields, person, false);
    // The email that was asked about is the person's, known for business or not.
    if let Some(email) = params.get("email").filter(|_| shaped["email"].is_null()) {
        shaped["email"] = email.clone();
    }
    shaped
}

/// The company in the vendor's shape, if there is one.
pub(crate) async fn found_company(
    asked: &Asked,
    params: &Map<String, Value>,
) -> Result<Option<Value>, Refusal> {
    COMPANIES.only(params, &[])?;
    let answer = asked.call(&COMPANIES, COMPANIES.request(params)?.into()).await?;
    Ok((answer["found"] == true).then(|| shape(COMPANY.fields, &answer["company"], false)))
}

/// Person and company in the vendor's shape; either may be null, and without a person none is answered.
pub(crate) async fn both(asked: &Asked, params: &Map<String, Value>) -> Result<Option<Value>, Refusal> {
    let Some(person) = person_record(asked, params).await? else { return Ok(None) };
    let company = match person["company"]["domain"].as_str() {
        Some(domain) => {
            let of_domain = Map::from_iter([("domain".to_owned(), Value::from(domain))]);
            // The person is paid for by now, and is answered also when the company cannot be.
            found_company(asked, &of_domain).await.unwrap_or_default()
        }
        None => None,
    };
    Ok(Some(json!({ "person": shaped_person(params, &person), "company": company })))
}
