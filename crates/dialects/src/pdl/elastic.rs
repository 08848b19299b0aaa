//! Reads queries in the language of Elasticsearch, as far as filters can express them.

use serde_json::{Map, Value};

use super::expression::{Expression, How};

/// Reads a query, with or without the object around it.
pub(super) fn read(query: &Value) -> Result<Expression, String> {
    match query.get("query") {
        Some(inner) if query.as_object().is_some_and(|members| members.len() == 1) => read_query(inner),
        _ => read_query(query),
    }
}

fn read_query(query: &Value) -> Result<Expression, String> {
    let (kind, body) = only_member(query, "A query")?;
    match kind {
        "bool" => read_bool(body),
        "match_all" => Ok(Expression::All(Vec::new())),
        "term" => read_field(kind, body, "value", |value| Ok(How::OneOf(vec![value.clone()]))),
        "match" | "match_phrase" => read_field(kind, body, "query", |value| match value {
            Value::String(text) => Ok(How::Contains(text.clone())),
            value => Ok(How::OneOf(vec![value.clone()])),
        }),
        "terms" => {
            let (field, values) = only_member(body, "\"terms\"")?;
            let values = values.as_array().ok_or("\"terms\" takes a list of values.")?;
            Ok(Expression::test(field, How::OneOf(values.clone())))
        }
        "range" => {
            let (field, bounds) = only_member(body, "\"range\"")?;
            let bounds = bounds.as_object().ok_or("\"range\" takes an object of bounds.")?;
            Ok(Expression::test(field, read_bounds(bounds)?))
        }
        "exists" => {
            let field = body["field"].as_str().ok_or("\"exists\" takes a \"field\".")?;
            Ok(Expression::test(field, How::Exists))
        }
        other => Err(format!(
            "The query \"{other}\" is not supported; bool, term, terms, match, range and exists are."
        )),
    }
}

fn read_bool(body: &Value) -> Result<Expression, String> {
    let parts = body.as_object().ok_or("\"bool\" takes an object.")?;
    let mut all = Vec::new();
    let is_required = parts.contains_key("must") || parts.contains_key("filter");
    for (name, part) in parts {
        match name.as_str() {
            "must" | "filter" => all.extend(each(part)?),
            "must_not" => all.extend(each(part)?.into_iter().map(|inner| Expression::Not(Box::new(inner)))),
            "should" => {
                let least = parts.get("minimum_should_match");
                if is_required && least.is_none() {
                    return Err("\"should\" beside \"must\" or \"filter\" only ranks. Send \"minimum_should_match\": 1 \
                                to make it a condition."
                        .to_owned());
                }
                all.push(Expression::Any(each(part)?));
            }
            "minimum_should_match" if part == 1 || part == "1" => {}
            "minimum_should_match" => return Err("\"minimum_should_match\" can only be 1.".to_owned()),
            other => return Err(format!("\"{other}\" is not supported in \"bool\".")),
        }
    }
    Ok(Expression::All(all))
}

/// The queries of a list, or the only one.
fn each(part: &Value) -> Result<Vec<Expression>, String> {
    match part {
        Value::Array(queries) => queries.iter().map(read_query).collect(),
        query => Ok(vec![read_query(query)?]),
    }
}

fn read_field(
    kind: &str,
    body: &Value,
    inner: &str,
    how: impl Fn(&Value) -> Result<How, String>,
) -> Result<Expression, String> {
    let (field, value) = only_member(body, &format!("\"{kind}\""))?;
    let value = value.get(inner).unwrap_or(value);
    if value.is_object() || value.is_null() {
        return Err(format!("\"{kind}\" of \"{field}\" takes a value."));
    }
    match value {
        Value::Array(values) => Ok(Expression::test(field, How::OneOf(values.clone()))),
        value => Ok(Expression::test(field, how(value)?)),
    }
}

fn read_bounds(bounds: &Map<String, Value>) -> Result<How, String> {
    let (mut low, mut high) = (None, None);
    for (name, bound) in bounds {
        let number = whole(bound).ok_or_else(|| format!("\"{name}\" takes a whole number."))?;
        match name.as_str() {
            "gte" => low = Some(number),
            "gt" => low = Some(number.saturating_add(1)),
            "lte" => high = Some(number),
            "lt" => high = Some(number.saturating_sub(1)),
            other => return Err(format!("\"{other}\" is not supported in \"range\".")),
        }
    }
    Ok(How::Between(low, high))
}

fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::String(text) => text.trim().parse().ok(),
        value => value.as_i64(),
    }
}

fn only_member<'v>(value: &'v Value, what: &str) -> Result<(&'v str, &'v Value), String> {
    let members = value.as_object().filter(|members| members.len() == 1);
    let only = members.and_then(|members| members.iter().next());
    only.map(|(name, value)| (name.as_str(), value))
        .ok_or_else(|| format!("{what} takes an object with one member."))
}
