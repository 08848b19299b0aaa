//! Named conversions between our values and those of vendors. A value that a vendor has no word for is null.

use records::place;
use serde_json::{Value, json};

/// A profile or page without its scheme, such as `network.example/in/marta-quist`.
pub(crate) fn without_scheme(value: &Value) -> Value {
    let text = value.as_str().map(|url| url.split_once("://").map_or(url, |(_, rest)| rest));
    text.map(|text| text.trim_start_matches("www.").trim_end_matches('/')).map_or(Value::Null, Value::from)
}

/// The last part of a profile's address.
pub(crate) fn user_name(value: &Value) -> Value {
    let text = value.as_str().and_then(|url| url.trim_end_matches('/').rsplit('/').next());
    text.filter(|text| !text.is_empty()).map_or(Value::Null, Value::from)
}

/// The path of a profile's address, such as `in/marta-quist`.
pub(crate) fn handle(value: &Value) -> Value {
    let url = without_scheme(value);
    let path = url.as_str().and_then(|url| url.split_once('/')).map(|(_, path)| path);
    path.filter(|path| !path.is_empty()).map_or(Value::Null, Value::from)
}

/// The website of a domain.
pub(crate) fn website(value: &Value) -> Value {
    value.as_str().map_or(Value::Null, |domain| format!("http://{domain}").into())
}

/// The address of a list's profile at a site.
fn profile_at(value: &Value, site: &str) -> Value {
    let profiles = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let found = profiles.iter().find(|profile| profile["network"] == site);
    found.map_or(Value::Null, |profile| profile["url"].clone())
}

/// The profile at GitHub of a list.
pub(crate) fn github(value: &Value) -> Value {
    without_scheme(&profile_at(value, "github"))
}

/// The name at GitHub of a list.
pub(crate) fn github_name(value: &Value) -> Value {
    user_name(&profile_at(value, "github"))
}

/// The profile at Twitter of a list.
pub(crate) fn twitter(value: &Value) -> Value {
    without_scheme(&twitter_address(value))
}

/// The address at Twitter of a list.
pub(crate) fn twitter_address(value: &Value) -> Value {
    match profile_at(value, "twitter") {
        Value::Null => profile_at(value, "x"),
        url => url,
    }
}

/// The name at Twitter of a list.
pub(crate) fn twitter_name(value: &Value) -> Value {
    user_name(&twitter_address(value))
}

/// The page at Facebook of a list.
pub(crate) fn facebook(value: &Value) -> Value {
    without_scheme(&facebook_address(value))
}

/// The address at Facebook of a list.
pub(crate) fn facebook_address(value: &Value) -> Value {
    profile_at(value, "facebook")
}

/// The name at Facebook of a list.
pub(crate) fn facebook_name(value: &Value) -> Value {
    user_name(&facebook_address(value))
}

/// The page at Crunchbase of a list.
pub(crate) fn crunchbase_handle(value: &Value) -> Value {
    handle(&profile_at(value, "crunchbase"))
}

/// A country by its English name.
pub(crate) fn country_name(value: &Value) -> Value {
    value.as_str().and_then(place::country_name).map_or(Value::Null, Value::from)
}

/// The code of a region in its country, such as `CA`.
pub(crate) fn region_code(value: &Value) -> Value {
    let known = value["region"].as_str().and_then(|region| place::region(region, value["country"].as_str()));
    known.map_or(Value::Null, |region| region.code.into())
}

/// A place in one text: city, region, country.
pub(crate) fn place_name(value: &Value) -> Value {
    let country = country_name(&value["country"]);
    let parts = [value["city"].as_str(), value["region"].as_str(), country.as_str()];
    let parts: Vec<&str> = parts.into_iter().flatten().collect();
    if parts.is_empty() { Value::Null } else { parts.join(", ").into() }
}

/// A date with a day: the first of the month or year, where that is all that is known.
pub(crate) fn whole_date(value: &Value) -> Value {
    let Some(date) = value.as_str() else { return Value::Null };
    match date.len() {
        4 => format!("{date}-01-01").into(),
        7 => format!("{date}-01").into(),
        _ => date.into(),
    }
}

/// The day of a time.
pub(crate) fn day(value: &Value) -> Value {
    value.as_str().and_then(|time| time.get(..10)).map_or(Value::Null, Value::from)
}

/// Whether something has no end.
pub(crate) fn is_current(value: &Value) -> Value {
    value["endedAt"].is_null().into()
}

/// An amount of money in dollars; of other currencies nothing is said.
pub(crate) fn dollars(value: &Value) -> Value {
    if value["currency"] == "USD" { value["amount"].clone() } else { Value::Null }
}

/// How many items a list has; null for none.
pub(crate) fn count(value: &Value) -> Value {
    value.as_array().filter(|items| !items.is_empty()).map_or(Value::Null, |items| items.len().into())
}

/// A confidence as a whole number of a hundred.
pub(crate) fn percent(value: &Value) -> Value {
    value.as_f64().map_or(Value::Null, |confidence| json!((confidence * 100.0).round() as i64))
}

/// A list with the one value, or none.
pub(crate) fn one(value: &Value) -> Value {
    if value.is_null() { json!([]) } else { json!([value]) }
}

/// The domain of an email.
pub(crate) fn domain_of_email(value: &Value) -> Value {
    value.as_str().and_then(|email| email.rsplit_once('@')).map_or(Value::Null, |(_, domain)| domain.into())
}

/// The profile of a name at the professional network that vendors mean by a handle.
pub(crate) fn profile_of_handle(value: &Value) -> Result<Value, String> {
    let text = crate::table::text(value)?;
    let handle = text.as_str().unwrap_or_default().trim_matches('/');
    let handle = handle.strip_prefix("in/").unwrap_or(handle);
    if handle.contains('.') && handle.contains('/') {
        return Ok(text);
    }
    Ok(format!("https://www.linkedin.com/in/{handle}").into())
}
