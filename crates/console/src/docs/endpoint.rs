//! The page of an endpoint, from its declaration, its schemas and its recorded example.

use serde_json::{Map, Value, json};
use server::{Access, Entry, Method};
use store::Plan;

use super::{
    page::BASE,
    schema::{self, Uses, Writer, cell, with_head},
};
use crate::{pages::build::snippets, parts::price};

/// Languages of the samples as Markdown names them, in the order of the snippets.
const LANGUAGES: [&str; 3] = ["sh", "python", "ts"];

/// The Markdown of an endpoint's page.
pub(super) fn markdown(entry: &'static Entry, document: &Value, uses: &Uses) -> String {
    let spec = entry.spec;
    let writer = Writer { document, uses };
    let operation = schema::operation(document, entry);
    let mut parts = vec![
        format!("# {}", server::endpoint_title(spec)),
        format!("`{} {}`", spec.method.as_str(), spec.path),
        format!("{}.", spec.summary),
        terms(entry),
        format!("## Parameters\n\n{}", parameters(&writer, entry, operation)),
        format!("## Example\n\n{}", example(entry)),
        format!("## Answer\n\n{}", answer(&writer, entry, operation)),
    ];
    let own: Vec<String> = nested(&writer, entry, operation);
    if !own.is_empty() {
        parts.push(format!("## Objects of this call\n\n{}", own.join("\n")));
    }
    parts.push(format!("## Errors\n\n{}", errors(entry)));
    parts.join("\n\n") + "\n"
}

/// Price, rights and what makes a retry safe.
fn terms(entry: &Entry) -> String {
    let spec = entry.spec;
    let mut lines = vec![if spec.price.charges() {
        format!("- Price: {}. {}", spec.price, price::when(spec.price))
    } else {
        "- Price: free.".to_owned()
    }];
    if spec.price.charges() && spec.method == Method::Post {
        lines.push("- `\"preview\": true` answers the price and charges nothing.".to_owned());
    }
    lines.push(match spec.access {
        Access::Public => "- Key: none needed.".to_owned(),
        Access::Key(scope) => format!("- Key: with the scope `{}`.", scope.as_str()),
    });
    if spec.plan > Plan::Free {
        lines.push(format!("- Plan: {} or higher.", spec.plan.as_str()));
    }
    if spec.has_twin() {
        let method = spec.method.as_str();
        lines.push(format!("- Sandbox: `{method} {}`, free and without a key.", spec.twin_path()));
    }
    if spec.method == Method::Post && spec.access != Access::Public {
        lines.push("- Retry: with the same `Idempotency-Key` it is charged once.".to_owned());
    }
    lines.join("\n")
}

fn body_schema<'d>(writer: &Writer<'d>, operation: &'d Value) -> Option<&'d Value> {
    let schema = operation.pointer("/requestBody/content/application~1json/schema")?;
    schema::name_of(schema).map(|name| writer.named(name))
}

fn parameters(writer: &Writer<'_>, entry: &Entry, operation: &Value) -> String {
    let mut rows = Vec::new();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let Some(name) = parameter["name"].as_str() else { continue };
        let mut schema = parameter["schema"].clone();
        let place = if parameter["in"] == "path" { "In the path. " } else { "" };
        schema["description"] =
            format!("{place}{}", parameter["description"].as_str().unwrap_or_default()).into();
        rows.push(writer.row(name, &schema, parameter["required"] == true));
    }
    if entry.spec.method.has_body()
        && let Some(body) = body_schema(writer, operation)
    {
        let table = writer.table(body, |_| true);
        if rows.is_empty() {
            return table;
        }
        rows.extend(table.lines().skip(2).map(str::to_owned));
    }
    with_head(&rows)
}

/// The schema of the answer proper; a charging call may also answer a preview.
fn answer_schema<'d>(entry: &Entry, operation: &'d Value) -> Option<&'d Value> {
    let media = entry.spec.media.split(';').next().unwrap_or_default();
    let schema = &operation["responses"][entry.spec.status.to_string()]["content"][media]["schema"];
    let choices = schema["oneOf"].as_array();
    choices.map_or(Some(schema), |choices| choices.last())
}

fn answer(writer: &Writer<'_>, entry: &Entry, operation: &Value) -> String {
    let status = entry.spec.status;
    let schema = answer_schema(entry, operation).unwrap_or(&Value::Null);
    let Some(named) = schema::name_of(schema).map(|name| writer.named(name)) else {
        return format!("Status {status}, `{}`.", entry.spec.media);
    };
    // `preview` is there for generated types only.
    let table = writer.table(named, |name| name != "preview");
    format!("Status {status}.\n\n{table}").replacen("| required |", "| always |", 1)
}

/// Objects that no other endpoint has: what is not described on the page of all objects.
fn nested(writer: &Writer<'_>, entry: &Entry, operation: &Value) -> Vec<String> {
    let body = operation.pointer("/requestBody/content/application~1json/schema").and_then(schema::name_of);
    let answer = answer_schema(entry, operation).and_then(schema::name_of);
    let is_top = |name: &str| Some(name) == body || Some(name) == answer;
    writer
        .uses
        .own(entry.spec.id)
        .filter(|name| !is_top(name))
        .filter_map(|name| writer.section(name, "###"))
        .collect()
}

fn example(entry: &'static Entry) -> String {
    let spec = entry.spec;
    let recorded = server::recorded_example(entry);
    let calls = snippets::snippets(BASE, spec, &recorded.request, false);
    let mut parts: Vec<String> = LANGUAGES
        .iter()
        .zip(calls)
        .map(|(language, (_, text))| format!("```{language}\n{text}\n```"))
        .collect();
    if let Some(mut answer) = recorded.answer {
        if let Some(members) = answer.as_object_mut() {
            members.shift_remove("sandbox");
        }
        shorten(&mut answer);
        parts.push("The answer, recorded from the sandbox:".to_owned());
        parts.push(format!("```json\n{}\n```", serde_json::to_string_pretty(&answer).unwrap_or_default()));
    }
    parts.join("\n\n")
}

/// Members of a list and of an object that an example shows.
const ITEMS_SHOWN_MAX: usize = 2;

/// Cuts long lists, and says how many items are left out.
fn shorten(value: &mut Value) {
    match value {
        Value::Array(items) => {
            let left = items.len().saturating_sub(ITEMS_SHOWN_MAX);
            items.truncate(ITEMS_SHOWN_MAX);
            items.iter_mut().for_each(shorten);
            if left > 0 {
                items.push(json!(format!("… {left} more")));
            }
        }
        Value::Object(members) => Map::values_mut(members).for_each(shorten),
        _ => {}
    }
}

fn errors(entry: &Entry) -> String {
    let mut codes = server::problem_codes(entry.spec);
    codes.sort_by_key(|code| code.status());
    let rows: Vec<String> = codes
        .iter()
        .map(|code| format!("| {} | `{}` | {} |", code.status(), code.as_str(), cell(code.title())))
        .collect();
    format!(
        "[Errors](/docs/errors.md) says what to do about each.\n\n| status | code | meaning |\n|---|---|---|\n{}",
        rows.join("\n")
    )
}
