//! Conversions of this vendor's words and forms.

use serde_json::{Value, json};

use crate::{table, words};

/// Highest likelihood.
const LIKELIHOOD_MAX: f64 = 10.0;

/// A confidence as a likelihood from 1 to 10.
pub(super) fn likelihood(value: &Value) -> Value {
    value
        .as_f64()
        .map_or(Value::Null, |sure| json!((sure * LIKELIHOOD_MAX).round().clamp(1.0, LIKELIHOOD_MAX) as i64))
}

/// The least confidence whose likelihood is at least the one asked for.
pub(super) fn min_confidence(value: &Value) -> Result<Value, String> {
    let asked = match value {
        Value::String(text) => text.trim().parse::<f64>().ok(),
        value => value.as_f64(),
    };
    let asked = asked.filter(|asked| (0.0..=LIKELIHOOD_MAX).contains(asked) && asked.fract() == 0.0);
    let asked = asked.ok_or("This must be a whole number from 1 to 10.")?;
    // A confidence is rounded to the nearest likelihood.
    Ok(json!(((asked - 0.5) / LIKELIHOOD_MAX).max(0.0)))
}

/// A company that is written as a website.
pub(super) fn as_website(value: &Value) -> Result<Value, String> {
    let text = table::text(value)?;
    Ok(if looks_like_a_website(&text) { text } else { Value::Null })
}

/// A company that is written as a name.
pub(super) fn as_name(value: &Value) -> Result<Value, String> {
    let text = table::text(value)?;
    Ok(if looks_like_a_website(&text) { Value::Null } else { text })
}

fn looks_like_a_website(value: &Value) -> bool {
    let text = value.as_str().unwrap_or_default();
    let host = text.split_once("://").map_or(text, |(_, rest)| rest).split('/').next().unwrap_or_default();
    let is_dotted = host.split_once('.').is_some_and(|(name, rest)| !name.is_empty() && rest.len() > 1);
    is_dotted && !host.contains(char::is_whitespace) && !host.ends_with('.')
}

/// Levels of a seniority.
pub(super) fn levels(value: &Value) -> Value {
    let level = match value.as_str().unwrap_or_default() {
        "owner" | "founder" => "owner",
        "c_suite" => "cxo",
        "partner" => "partner",
        "vp" => "vp",
        "head" | "director" => "director",
        "manager" => "manager",
        "senior" => "senior",
        "entry" => "entry",
        "intern" => "training",
        _ => return json!([]),
    };
    json!([level])
}

/// The role of the first department that has one.
pub(super) fn role(value: &Value) -> Value {
    let role = |department: &Value| {
        Some(match department.as_str()? {
            "engineering" | "it" | "security" => "engineering",
            "product" => "product",
            "design" => "creative",
            "data" => "analyst",
            "marketing" => "marketing",
            "sales" => "sales",
            "business_development" => "partnerships",
            "customer_success" | "support" => "support",
            "operations" | "project_management" | "procurement" | "administration" => "operations",
            "finance" => "finance",
            "hr" => "human_resources",
            "legal" => "legal",
            "education" => "education",
            "health" => "health",
            "research" => "research",
            "consulting" => "advisory",
            _ => return None,
        })
    };
    let departments = value.as_array().map(Vec::as_slice).unwrap_or_default();
    departments.iter().find_map(role).map_or(Value::Null, Value::from)
}

/// The band of an employee count.
pub(super) fn size(value: &Value) -> Value {
    let count = value.as_u64().and_then(|count| u32::try_from(count).ok());
    count.and_then(records::SizeBand::of).map_or(Value::Null, |band| band.as_str().into())
}

/// The known email as a list with its type.
pub(super) fn emails(value: &Value) -> Value {
    match value.as_str() {
        Some(address) => json!([{ "address": address, "type": "current_professional" }]),
        None => json!([]),
    }
}

/// Objects with a name, of a list of names.
pub(super) fn named(value: &Value) -> Value {
    let names = value.as_array().map(Vec::as_slice).unwrap_or_default();
    names.iter().map(|name| json!({ "name": name.as_str().map(str::to_lowercase) })).collect()
}

/// Every profile of a person: the professional network's, and the others.
pub(super) fn profiles(value: &Value) -> Value {
    let form = |network: &Value, url: &Value| json!({ "network": network, "url": words::without_scheme(url), "username": words::user_name(url) });
    let own = value["networkUrl"].is_string().then(|| form(&"linkedin".into(), &value["networkUrl"]));
    let others = value["profiles"].as_array().map(Vec::as_slice).unwrap_or_default();
    own.into_iter().chain(others.iter().map(|other| form(&other["network"], &other["url"]))).collect()
}

/// A degree as a list.
pub(super) fn degrees(value: &Value) -> Value {
    words::one(value)
}
