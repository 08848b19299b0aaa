//! Conversions of this vendor's words and forms.

use serde_json::{Value, json};

use crate::table;

/// The vendor's word for a seniority; a rank without a modifier has none.
pub(super) fn seniority(value: &Value) -> Value {
    match value.as_str() {
        Some("professional") | None => Value::Null,
        Some(word) => word.into(),
    }
}

/// The vendor's words for departments.
pub(super) fn departments(value: &Value) -> Value {
    let word = |department: &Value| {
        Some(match department.as_str()? {
            "executive" => "c_suite",
            "product" => "product_management",
            "engineering" | "security" | "data" => "master_engineering_technical",
            "it" => "master_information_technology",
            "design" => "design",
            "education" => "education",
            "finance" => "master_finance",
            "hr" => "master_human_resources",
            "legal" => "master_legal",
            "marketing" => "master_marketing",
            "health" => "medical_health",
            "sales" | "business_development" => "master_sales",
            "operations" | "procurement" | "administration" | "project_management" | "support"
            | "customer_success" => "master_operations",
            "consulting" => "consulting",
            _ => return None,
        })
    };
    let mut words: Vec<&str> = value.as_array().into_iter().flatten().filter_map(word).collect();
    words.dedup();
    json!(words)
}

/// Verified, guessed or unavailable.
pub(super) fn email_status(value: &Value) -> Value {
    match value.as_str() {
        Some("deliverable") => "verified".into(),
        Some("risky") => "extrapolated".into(),
        Some("unknown") => "unverified".into(),
        Some("undeliverable") => "unavailable".into(),
        _ => Value::Null,
    }
}

/// Statuses of addresses.
pub(super) fn email_statuses(value: &Value) -> Result<Value, String> {
    let mut ours = Vec::new();
    for word in table::all_text(value)?.as_array().into_iter().flatten() {
        ours.push(match word.as_str().unwrap_or_default() {
            "verified" => "deliverable",
            "unverified" => "unknown",
            "likely to engage" => "deliverable",
            "extrapolated" | "guessed" => "risky",
            "unavailable" => "undeliverable",
            _ => return Err("This must be verified, unverified, extrapolated or unavailable.".to_owned()),
        });
    }
    Ok(json!(ours))
}

/// Items as they are sent: commas do not part them, because places and ranges have commas.
pub(super) fn list(value: &Value) -> Result<Value, String> {
    match value {
        Value::String(text) => Ok(json!([text.trim()])),
        value => table::all_text(value),
    }
}

/// Ranges of employees, `"11,50"`: one range that covers them all, if they follow each other.
pub(super) fn employees(value: &Value) -> Result<Value, String> {
    let fault = || "This must be a list of ranges such as \"11,50\".".to_owned();
    let mut ranges = Vec::new();
    for range in list(value)?.as_array().into_iter().flatten() {
        let (low, high) = range.as_str().and_then(|range| range.split_once([',', '-'])).ok_or_else(fault)?;
        let low: i64 = if low.trim().is_empty() { 0 } else { low.trim().parse().map_err(|_| fault())? };
        let high: i64 =
            if high.trim().is_empty() { i64::MAX } else { high.trim().parse().map_err(|_| fault())? };
        ranges.push((low, high));
    }
    ranges.sort_unstable();
    let Some((least, mut most)) = ranges.first().copied() else { return Ok(Value::Null) };
    for (low, high) in ranges {
        if low > most.saturating_add(1) {
            return Err("Ranges with a gap between them cannot be asked for at once.".to_owned());
        }
        most = most.max(high);
    }
    let mut range = json!({ "min": least });
    if most < i64::MAX {
        range["max"] = most.into();
    }
    Ok(range)
}

/// The lower end of a range.
pub(super) fn number(value: &Value) -> Result<Value, String> {
    let number = match value {
        Value::String(text) => text.trim().parse().ok(),
        value => value.as_i64(),
    };
    number.map(Value::from).ok_or_else(|| "This must be a whole number.".to_owned())
}

/// A range of numbers, `{"min": 1, "max": 2}`.
pub(super) fn range(value: &Value) -> Result<Value, String> {
    let members = value.as_object().ok_or("This must be an object with min and max.")?;
    let mut range = json!({});
    for (name, bound) in members {
        match name.as_str() {
            "min" | "max" => range[name] = number(bound)?,
            _ => return Err("This must be an object with min and max.".to_owned()),
        }
    }
    Ok(range)
}

/// Countries of places such as "California, US" or "germany"; places that are more than a country are no countries.
pub(super) fn countries(value: &Value) -> Result<Value, String> {
    places(value, |place| place.city.is_none() && place.region.is_none(), |place| place.country)
}

/// Regions of places.
pub(super) fn regions(value: &Value) -> Result<Value, String> {
    places(value, |place| place.city.is_none() && place.region.is_some(), |place| place.region)
}

/// Cities of places.
pub(super) fn cities(value: &Value) -> Result<Value, String> {
    places(value, |place| place.city.is_some(), |place| place.city)
}

/// The parts of places that are all of one kind. Places of several kinds cannot be alternatives of each other.
fn places(
    value: &Value,
    is_meant: impl Fn(&records::Location) -> bool,
    part: impl Fn(records::Location) -> Option<String>,
) -> Result<Value, String> {
    let list = list(value)?;
    let read: Vec<records::Location> = list.as_array().into_iter().flatten().filter_map(place).collect();
    let all = list.as_array().map_or(0, Vec::len);
    let meant = read.iter().filter(|place| is_meant(place)).count();
    match meant {
        0 => Ok(Value::Null),
        _ if meant == all => Ok(read.into_iter().filter_map(part).map(Value::from).collect()),
        _ => Err("Send places of one kind: countries, regions or cities.".to_owned()),
    }
}

fn place(value: &Value) -> Option<records::Location> {
    let text = value.as_str()?;
    if let Some(code) = records::place::country_code(text) {
        return Some(records::Location { country: Some(code.to_owned()), ..records::Location::default() });
    }
    if let Some(region) = records::place::regions_named(text).first() {
        let (region, country) = (Some(region.name.to_owned()), Some(region.country.to_owned()));
        return Some(records::Location { city: None, region, country });
    }
    let read = records::place::parse_location(text);
    // A text that no table has is taken for a city.
    let is_read = read.city.is_some() || read.region.is_some() || read.country.is_some();
    Some(if is_read { read } else { records::Location { city: Some(text.to_owned()), ..read } })
}
