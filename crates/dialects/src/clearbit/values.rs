//! Conversions of this vendor's words and forms.

use serde_json::{Value, json};

/// Bands of employees: the lowest count of each, and its name.
const BANDS: [(u64, &str); 9] = [
    (100_001, "100K+"),
    (50_001, "50K-100K"),
    (10_001, "10K-50K"),
    (5_001, "5K-10K"),
    (1_001, "1K-5K"),
    (251, "251-1K"),
    (51, "51-250"),
    (11, "11-50"),
    (1, "1-10"),
];

/// The band of an employee count.
pub(super) fn employees_range(value: &Value) -> Value {
    let band = value.as_u64().and_then(|count| BANDS.iter().find(|(least, _)| count >= *least));
    band.map_or(Value::Null, |(_, name)| (*name).into())
}

/// Executive, director or manager; other ranks have no word.
pub(super) fn seniority(value: &Value) -> Value {
    match value.as_str().unwrap_or_default() {
        "owner" | "founder" | "c_suite" | "partner" | "vp" => "executive".into(),
        "head" | "director" => "director".into(),
        "manager" => "manager".into(),
        _ => Value::Null,
    }
}

/// The role of the first department that has one.
pub(super) fn role(value: &Value) -> Value {
    let role = |department: &Value| {
        Some(match department.as_str()? {
            "executive" => "leadership",
            "engineering" | "security" => "engineering",
            "it" => "information_technology",
            "product" | "project_management" => "product",
            "design" => "design",
            "marketing" => "marketing",
            "sales" | "business_development" => "sales",
            "customer_success" | "support" => "customer_service",
            "operations" | "procurement" | "administration" => "operations",
            "finance" => "finance",
            "hr" => "human_resources",
            "legal" => "legal",
            "education" => "education",
            "health" => "health_professional",
            "research" | "data" => "research",
            "consulting" => "consulting",
            _ => return None,
        })
    };
    let departments = value.as_array().map(Vec::as_slice).unwrap_or_default();
    departments.iter().find_map(role).map_or(Value::Null, Value::from)
}

/// Domains but the first, which is the main one.
pub(super) fn other_domains(value: &Value) -> Value {
    let domains = value.as_array().map(Vec::as_slice).unwrap_or_default();
    domains.iter().skip(1).cloned().collect()
}

/// Names of technologies as the vendor writes them: small letters joined by underscores.
pub(super) fn tech(value: &Value) -> Value {
    let names = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let name = |name: &Value| name.as_str().map(|name| name.to_lowercase().replace([' ', '-'], "_"));
    json!(names.iter().filter_map(name).collect::<Vec<String>>())
}
