//! Schemas in words: types, limits, and tables of fields.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};
use server::Entry;

/// Reference prefix of named schemas.
const PLACE: &str = "#/components/schemas/";
/// Address of the page with the objects that several endpoints share.
pub(super) const OBJECTS: &str = "/docs/objects";
/// Words up to which a choice is written where it is used.
const WORDS_SHOWN_MAX: usize = 8;

/// Which endpoints use which schemas.
pub(super) struct Uses(BTreeMap<String, BTreeSet<&'static str>>);

impl Uses {
    /// Follows the references of each endpoint's operation, and those of events.
    pub(super) fn of(document: &Value, catalogue: &'static [Entry]) -> Self {
        let mut uses: BTreeMap<String, BTreeSet<&'static str>> = BTreeMap::new();
        let all = &document["components"]["schemas"];
        let mut add = |value: &Value, user: &'static str| {
            let mut found = BTreeSet::new();
            references(value, all, &mut found);
            for name in found {
                uses.entry(name).or_default().insert(user);
            }
        };
        for entry in catalogue {
            add(operation(document, entry), entry.spec.id);
        }
        add(&document["webhooks"], "(events)");
        Self(uses)
    }

    /// Whether a schema is described on the page of all objects.
    pub(super) fn is_shared(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|users| users.len() > 1)
    }

    /// The schemas that one user alone refers to.
    pub(super) fn own(&self, user: &str) -> impl Iterator<Item = &str> {
        self.0
            .iter()
            .filter(move |(_, users)| users.len() == 1 && users.contains(user))
            .map(|(name, _)| name.as_str())
    }

    /// The schemas that several refer to.
    pub(super) fn shared(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|(_, users)| users.len() > 1).map(|(name, _)| name.as_str())
    }
}

/// The operation of an endpoint.
pub(super) fn operation<'d>(document: &'d Value, entry: &Entry) -> &'d Value {
    &document["paths"][entry.spec.path][entry.spec.method.as_str().to_lowercase()]
}

fn references(value: &Value, all: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            if let Some(name) = name_of(value)
                && found.insert(name.to_owned())
            {
                references(&all[name], all, found);
            }
            members.values().for_each(|member| references(member, all, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, all, found)),
        _ => {}
    }
}

/// The name of the schema that a reference leads to.
pub(super) fn name_of(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.strip_prefix(PLACE)
}

/// Writes tables of the schemas of a document.
pub(super) struct Writer<'d> {
    pub(super) document: &'d Value,
    pub(super) uses: &'d Uses,
}

impl<'d> Writer<'d> {
    /// A named schema.
    pub(super) fn named(&self, name: &str) -> &'d Value {
        &self.document["components"]["schemas"][name]
    }

    /// A table of the fields of an object; those that are filtered out are left out.
    pub(super) fn table(&self, schema: &Value, is_shown: impl Fn(&str) -> bool) -> String {
        let empty = Map::new();
        let properties = schema["properties"].as_object().unwrap_or(&empty);
        let required =
            |name: &str| schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
        let rows: Vec<String> = properties
            .iter()
            .filter(|(name, _)| is_shown(name))
            .map(|(name, property)| self.row(name, property, required(name)))
            .collect();
        with_head(&rows)
    }

    /// One row of a table of fields.
    pub(super) fn row(&self, name: &str, schema: &Value, required: bool) -> String {
        let mut meaning = vec![sentence(schema["description"].as_str().unwrap_or_default())];
        meaning.extend(limits(schema));
        let meaning: Vec<String> = meaning.into_iter().filter(|text| !text.is_empty()).collect();
        format!(
            "| `{name}` | {} | {} | {} |",
            self.kind(schema),
            if required { "yes" } else { "no" },
            cell(&meaning.join(" "))
        )
    }

    /// The type of a value in words.
    pub(super) fn kind(&self, schema: &Value) -> String {
        if let Some(name) = name_of(schema) {
            return self.kind_of_named(name);
        }
        let choices = ["oneOf", "anyOf"].iter().find_map(|list| schema[*list].as_array());
        if let Some(choices) = choices {
            let mut kinds: Vec<String> =
                choices.iter().filter(|one| one["type"] != "null").map(|one| self.kind(one)).collect();
            kinds.dedup();
            return kinds.join(" or ");
        }
        if let Some(words) = words_of(schema) {
            return words;
        }
        if let Some(constant) = schema.get("const") {
            return format!("`{constant}`");
        }
        let kinds: Vec<&str> = match &schema["type"] {
            Value::Array(kinds) => {
                kinds.iter().filter_map(Value::as_str).filter(|kind| *kind != "null").collect()
            }
            Value::String(kind) => vec![kind],
            _ => vec!["any"],
        };
        let word = |kind: &str| match (kind, schema["format"].as_str()) {
            ("array", _) => format!("list of {}", self.kind(&schema["items"])),
            ("string", Some("date-time")) => "time".to_owned(),
            ("string", Some("email")) => "email".to_owned(),
            ("string", Some("phone")) => "phone".to_owned(),
            ("string", Some("domain")) => "domain".to_owned(),
            ("string", Some("person-profile" | "company-page")) => "profile URL".to_owned(),
            ("string", _) => "text".to_owned(),
            ("boolean", _) => "true or false".to_owned(),
            (kind, _) => kind.to_owned(),
        };
        kinds.into_iter().map(word).collect::<Vec<_>>().join(" or ")
    }

    /// A named type: written out if it is a short choice or a text, else a link to where it is described.
    fn kind_of_named(&self, name: &str) -> String {
        let schema = self.named(name);
        if let Some(words) = words_of(schema) {
            return words;
        }
        if schema["enum"].is_null() && schema["properties"].is_null() {
            return self.kind(schema);
        }
        let page = if self.uses.is_shared(name) { format!("{OBJECTS}.md") } else { String::new() };
        format!("[{name}]({page}#{})", name.to_lowercase())
    }

    /// The description of a named schema under a heading.
    pub(super) fn section(&self, name: &str, level: &str) -> Option<String> {
        let schema = self.named(name);
        let about = sentence(schema["description"].as_str().unwrap_or_default());
        if schema["enum"].is_array() {
            let listed = about.contains("- `");
            let words: Vec<String> = enum_words(schema).map(|word| format!("`{word}`")).collect();
            let words = if listed { String::new() } else { format!("\n\n{}", words.join(", ")) };
            return words_of(schema).is_none().then(|| format!("{level} {name}\n\n{about}{words}\n"));
        }
        schema["properties"].as_object()?;
        Some(format!("{level} {name}\n\n{about}\n\n{}\n", self.table(schema, |_| true)))
    }
}

/// A table of fields, or a sentence if there are none.
pub(super) fn with_head(rows: &[String]) -> String {
    if rows.is_empty() {
        return "None.".to_owned();
    }
    format!("| name | type | required | meaning |\n|---|---|---|---|\n{}", rows.join("\n"))
}

fn enum_words(schema: &Value) -> impl Iterator<Item = &str> {
    schema["enum"].as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// The words of a short choice.
fn words_of(schema: &Value) -> Option<String> {
    let words: Vec<String> = enum_words(schema).map(|word| format!("`{word}`")).collect();
    let (last, others) = words.split_last().filter(|_| words.len() <= WORDS_SHOWN_MAX)?;
    Some(if others.is_empty() { last.clone() } else { format!("{} or {last}", others.join(", ")) })
}

/// What limits a value, in words.
fn limits(schema: &Value) -> Vec<String> {
    let number = |name: &str| schema.get(name).filter(|value| value.is_number());
    let range = |least: &str, most: &str, unit: &str| match (number(least), number(most)) {
        (Some(least), Some(most)) => Some(format!("{least} to {most}{unit}.")),
        (None, Some(most)) => Some(format!("At most {most}{unit}.")),
        (Some(least), None) if least.as_f64() != Some(0.0) => Some(format!("At least {least}{unit}.")),
        _ => None,
    };
    let mut all: Vec<String> = [
        range("minLength", "maxLength", " characters"),
        range("minItems", "maxItems", " items"),
        range("minimum", "maximum", ""),
    ]
    .into_iter()
    .flatten()
    .collect();
    if let Some(default) = schema.get("default").filter(|value| !value.is_null() && !value.is_object()) {
        all.push(format!("Default `{default}`."));
    }
    all
}

/// A description as a sentence. Line breaks inside paragraphs of doc comments are spaces.
fn sentence(text: &str) -> String {
    let text = text.trim();
    let end = if text.is_empty() || text.ends_with(['.', '!', '?', '`', ':']) { "" } else { "." };
    format!("{text}{end}")
}

/// A text as the cell of a table: on one line, without bars.
pub(super) fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}
