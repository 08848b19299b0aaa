//! Conversions of this vendor's words and forms.

use serde_json::{Value, json};

use crate::table;

/// Junior, senior or executive; a rank without a modifier has no word.
pub(super) fn seniority(value: &Value) -> Value {
    match value.as_str().unwrap_or_default() {
        "owner" | "founder" | "c_suite" | "partner" | "vp" | "head" | "director" => "executive".into(),
        "manager" | "senior" => "senior".into(),
        "entry" | "intern" => "junior".into(),
        _ => Value::Null,
    }
}

/// Our seniorities of a list of theirs.
pub(super) fn seniorities(value: &Value) -> Result<Value, String> {
    let mut ours = Vec::new();
    for word in table::all_text(value)?.as_array().into_iter().flatten() {
        ours.extend_from_slice(match word.as_str().unwrap_or_default() {
            "executive" => &["owner", "founder", "c_suite", "partner", "vp", "head", "director"],
            "senior" => &["manager", "senior"],
            "junior" => &["entry", "intern"],
            _ => return Err("This must be junior, senior or executive.".to_owned()),
        });
    }
    Ok(json!(ours))
}

/// The department of a person: the first that has a word.
pub(super) fn department(value: &Value) -> Value {
    let departments = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let word = departments.iter().find_map(|department| department_word(department.as_str()?));
    word.map_or(Value::Null, Value::from)
}

/// The vendor's word for a department of ours.
pub(super) fn department_word(department: &str) -> Option<&'static str> {
    Some(match department {
        "executive" => "executive",
        "engineering" | "it" | "security" | "data" => "it",
        "finance" => "finance",
        "product" | "project_management" => "management",
        "sales" | "business_development" => "sales",
        "legal" => "legal",
        "support" | "customer_success" => "support",
        "hr" => "hr",
        "marketing" => "marketing",
        "education" => "education",
        "design" => "design",
        "health" => "health",
        "operations" | "procurement" | "administration" => "operations",
        _ => return None,
    })
}

/// Statuses of addresses.
pub(super) fn statuses(value: &Value) -> Result<Value, String> {
    let mut ours = Vec::new();
    for word in table::all_text(value)?.as_array().into_iter().flatten() {
        ours.push(match word.as_str().unwrap_or_default() {
            "valid" => "deliverable",
            "accept_all" => "risky",
            "unknown" => "unknown",
            _ => return Err("This must be valid, accept_all or unknown.".to_owned()),
        });
    }
    Ok(json!(ours))
}

/// The status of a known address.
pub(super) fn status(value: &Value) -> Value {
    match value.as_str().unwrap_or_default() {
        "deliverable" => "valid".into(),
        "risky" => "accept_all".into(),
        "unknown" => "unknown".into(),
        "undeliverable" => "invalid".into(),
        _ => Value::Null,
    }
}

/// The status of a checked address: what kind of address it is comes before whether it works.
pub(super) fn verdict(value: &Value) -> Value {
    if value["status"] == "undeliverable" {
        "invalid".into()
    } else if value["disposable"] == true {
        "disposable".into()
    } else if value["free_provider"] == true {
        "webmail".into()
    } else if value["status"] == "deliverable" {
        "valid".into()
    } else if value["catch_all"] == true {
        "accept_all".into()
    } else {
        "unknown".into()
    }
}

/// Deliverable, undeliverable or risky.
pub(super) fn result(value: &Value) -> Value {
    match value.as_str().unwrap_or_default() {
        "deliverable" => "deliverable".into(),
        "undeliverable" => "undeliverable".into(),
        _ => "risky".into(),
    }
}

/// Whether the mail server took the address; null if it did not say.
pub(super) fn smtp_check(value: &Value) -> Value {
    match value.as_str().unwrap_or_default() {
        "deliverable" => true.into(),
        "undeliverable" => false.into(),
        _ => Value::Null,
    }
}

/// Whole credits.
pub(super) fn whole(value: &Value) -> Value {
    value.as_f64().map_or(Value::Null, |credits| json!(credits.floor() as i64))
}
