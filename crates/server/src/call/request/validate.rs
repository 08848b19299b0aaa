//! Validates a request against its documented JSON Schema and reports every fault together.
//!
//! The published schema is the one that validates, so the two cannot disagree. Supports what `schemars` generates for
//! the request types: objects are closed, and a `null` field counts as absent.

use std::collections::HashSet;

use records::{RecordKind, domain, email::EmailAddress, phone::PhoneNumber, profile_url};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::fault_code::FaultCode;

/// Maximum number of listed faults, so that a hostile request cannot cause a huge answer.
const FAULTS_MAX: usize = 100;
/// Faults whose message suggests the probable value; the suggestion costs more than the rest of the validation.
const SUGGESTIONS_MAX: usize = 20;
/// Maximum length of a JSON Pointer in an answer, in bytes.
const POINTER_BYTES_MAX: usize = 500;
/// Known fields listed in a message.
const KNOWN_SHOWN_MAX: usize = 40;

/// One fault in a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fault {
    /// JSON Pointer to the invalid value.
    pub pointer: String,
    /// Stable error code of the fault.
    #[schemars(with = "String")]
    pub code: FaultCode,
    /// What is wrong and what is valid.
    pub message: String,
}

/// Faults found so far.
#[derive(Debug, Default)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// Adds a fault.
    pub fn add(&mut self, pointer: impl Into<String>, code: FaultCode, message: impl Into<String>) {
        if self.0.len() < FAULTS_MAX {
            let mut pointer = pointer.into();
            pointer.truncate(pointer.floor_char_boundary(POINTER_BYTES_MAX));
            self.0.push(Fault { pointer, code, message: message.into() });
        }
    }

    /// Whether there are no faults.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the list is full, so that further validation is pointless.
    pub fn is_full(&self) -> bool {
        self.0.len() >= FAULTS_MAX
    }

    /// Removes the fields reported as unknown from a request.
    pub fn strip_unknown(&self, value: &mut Value) {
        for fault in self.0.iter().filter(|fault| fault.code == FaultCode::UnknownField) {
            let Some((parent, name)) = fault.pointer.rsplit_once('/') else { continue };
            let name = name.replace("~1", "/").replace("~0", "~");
            if let Some(Value::Object(object)) = value.pointer_mut(parent) {
                object.remove(&name);
            }
        }
    }

    /// Adds faults of values that have none yet; adds nothing if the request could not be parsed at all.
    pub fn add_new(&mut self, others: Self) {
        let told: HashSet<String> = self.0.iter().map(|fault| fault.pointer.clone()).collect();
        for fault in others.0 {
            if !fault.pointer.is_empty() && !told.contains(&fault.pointer) {
                self.add(fault.pointer, fault.code, fault.message);
            }
        }
    }

    /// The faults as a list.
    pub fn into_vec(self) -> Vec<Fault> {
        self.0
    }
}

/// Validates `value` against a root schema.
pub fn validate(value: &Value, root: &Value) -> Faults {
    let mut walk = SchemaWalk { root, faults: Faults::default(), suggestions: SUGGESTIONS_MAX };
    walk.check(value, root, &mut String::new());
    walk.faults
}

/// Rejects a query beside a body: it would be ignored, and an ignored filter costs the caller credits.
pub fn refuse_query(query: &[(String, String)], faults: &mut Faults) {
    for (name, _) in query.iter().take(FAULTS_MAX) {
        let message = format!("A POST takes its fields in the body; move \"{}\" there.", clip(name));
        faults.add(format!("/{}", escape(&clip(name))), FaultCode::UnknownField, message);
    }
}

/// Validates a part of a request against its own schema.
pub fn validate_at(value: &Value, root: &Value, place: &str, faults: &mut Faults) {
    for fault in validate(value, root).0 {
        faults.add(format!("{place}{}", fault.pointer), fault.code, fault.message);
    }
}

struct SchemaWalk<'a> {
    root: &'a Value,
    faults: Faults,
    /// Suggestions left for this request.
    suggestions: usize,
}

impl<'a> SchemaWalk<'a> {
    fn resolve(&self, schema: &'a Value) -> &'a Value {
        schema
            .get("$ref")
            .and_then(Value::as_str)
            .and_then(|reference| reference.strip_prefix('#'))
            .and_then(|pointer| self.root.pointer(pointer))
            .unwrap_or(schema)
    }

    /// The known value closest to a typo, while suggestions are left.
    fn suggest<'w>(&mut self, given: &str, known: impl Iterator<Item = &'w str>) -> Option<&'w str> {
        if self.suggestions == 0 || self.faults.is_full() {
            return None;
        }
        self.suggestions -= 1;
        nearest(given, known)
    }

    fn check(&mut self, value: &Value, schema: &'a Value, pointer: &mut String) {
        if self.faults.is_full() {
            return;
        }
        let schema = self.resolve(schema);
        if let Some(options) = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array) {
            return self.check_options(value, options, pointer);
        }
        if let Some(wanted) = schema.get("const") {
            if value != wanted {
                self.faults.add(&*pointer, FaultCode::NotOneOf, format!("Must be {wanted}."));
            }
            return;
        }
        if let Some(allowed) = schema.get("enum").and_then(Value::as_array) {
            return self.check_word(value, allowed.iter(), pointer);
        }
        if !self.check_type(value, schema, pointer) {
            return;
        }
        match value {
            Value::Object(object) => self.check_object(object, schema, pointer),
            Value::Array(items) => self.check_array(items, schema, pointer),
            Value::String(text) => self.check_text(text, schema, pointer),
            Value::Number(number) => {
                self.check_number(number, schema, pointer);
            }
            Value::Bool(_) | Value::Null => {}
        }
    }

    /// `options` are enum values, or one schema or null.
    fn check_options(&mut self, value: &Value, options: &'a [Value], pointer: &mut String) {
        let options: Vec<&Value> = options.iter().map(|option| self.resolve(option)).collect();
        if options.iter().all(|option| option.get("const").is_some()) {
            return self.check_word(value, options.iter().filter_map(|option| option.get("const")), pointer);
        }
        let is_null = |option: &&Value| option.get("type").and_then(Value::as_str) == Some("null");
        if value.is_null() && options.iter().any(is_null) {
            return;
        }
        let mut best: Option<Faults> = None;
        for option in options.into_iter().filter(|option| !is_null(option)) {
            let mut attempt =
                SchemaWalk { root: self.root, faults: Faults::default(), suggestions: self.suggestions };
            attempt.check(value, option, pointer);
            self.suggestions = attempt.suggestions;
            if attempt.faults.is_empty() {
                return;
            }
            if best.as_ref().is_none_or(|best| attempt.faults.0.len() < best.0.len()) {
                best = Some(attempt.faults);
            }
        }
        for fault in best.unwrap_or_default().0 {
            self.faults.add(fault.pointer, fault.code, fault.message);
        }
    }

    fn check_word<'v>(&mut self, value: &Value, allowed: impl Iterator<Item = &'v Value>, pointer: &str) {
        let words: Vec<&str> = allowed.filter_map(Value::as_str).collect();
        let Some(given) = value.as_str() else {
            return self.faults.add(pointer, FaultCode::WrongType, "Must be a string.");
        };
        if !words.contains(&given) {
            let hint = match self.suggest(given, words.iter().copied()) {
                Some(word) => format!("Did you mean \"{word}\"?"),
                None => format!("Use one of {}.", words.join(", ")),
            };
            self.faults.add(
                pointer,
                FaultCode::NotOneOf,
                format!("\"{}\" is not known here. {hint}", clip(given)),
            );
        }
    }

    fn check_type(&mut self, value: &Value, schema: &Value, pointer: &str) -> bool {
        let types: Vec<&str> = match schema.get("type") {
            Some(Value::String(one)) => vec![one],
            Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
            _ => return true,
        };
        let fits = |name: &&str| match *name {
            "string" => value.is_string(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            "boolean" => value.is_boolean(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            _ => value.is_null(),
        };
        if types.iter().any(fits) {
            return true;
        }
        // An integer beyond 64 bits is read as a number with decimals, which it is not to its sender.
        if let Value::Number(number) = value
            && types.contains(&"integer")
            && self.check_number(number, schema, pointer)
        {
            return false;
        }
        let wanted = types.iter().find(|name| **name != "null").copied().unwrap_or("null");
        let article = if matches!(wanted, "integer" | "array" | "object") { "an" } else { "a" };
        self.faults.add(
            pointer,
            FaultCode::WrongType,
            format!("Must be {article} {wanted}, not {}.", type_name(value)),
        );
        false
    }

    fn check_object(&mut self, object: &Map<String, Value>, schema: &'a Value, pointer: &mut String) {
        let empty = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
        let values = schema.get("additionalProperties").filter(|extra| extra.is_object());
        let most = schema.get("maxProperties").and_then(Value::as_u64);
        if let Some(most) = most.filter(|most| object.len() as u64 > *most) {
            let message = format!("Must hold at most {most} members, not {}.", object.len());
            self.faults.add(&*pointer, FaultCode::TooMany, message);
            return;
        }
        for (name, value) in object {
            if self.faults.is_full() {
                return;
            }
            let length = pointer.len();
            pointer.push('/');
            pointer.push_str(&escape(name));
            // `properties` has the lifetime of the schema, except for the empty default.
            let known = schema.get("properties").and_then(|properties| properties.get(name)).or(values);
            match known {
                Some(_) if value.is_null() => {}
                Some(known) => self.check(value, known, pointer),
                // Declared open: the valid members depend on more than the schema.
                None if schema.get("additionalProperties") == Some(&Value::Bool(true)) => {}
                None => {
                    let hint = match self.suggest(name, properties.keys().map(String::as_str)) {
                        Some(known) => format!("Did you mean \"{known}\"?"),
                        None => known_fields(properties),
                    };
                    let message = format!("There is no field \"{}\". {hint}", clip(name));
                    self.faults.add(&*pointer, FaultCode::UnknownField, message);
                }
            }
            pointer.truncate(length);
        }
        let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
        for name in required.filter_map(Value::as_str) {
            if object.get(name).is_none_or(Value::is_null) {
                self.faults.add(
                    format!("{pointer}/{name}"),
                    FaultCode::Required,
                    format!("\"{name}\" is required."),
                );
            }
        }
    }

    fn check_array(&mut self, items: &[Value], schema: &'a Value, pointer: &mut String) {
        let count = items.len() as u64;
        if let Some(least) = schema.get("minItems").and_then(Value::as_u64).filter(|least| count < *least) {
            self.faults.add(&*pointer, FaultCode::TooFew, format!("Must hold at least {least} items."));
        }
        if let Some(most) = schema.get("maxItems").and_then(Value::as_u64).filter(|most| count > *most) {
            self.faults.add(
                &*pointer,
                FaultCode::TooMany,
                format!("Must hold at most {most} items, not {count}."),
            );
            return;
        }
        let Some(each) = schema.get("items") else { return };
        for (index, item) in items.iter().enumerate() {
            if self.faults.is_full() {
                return;
            }
            let length = pointer.len();
            pointer.push_str(&format!("/{index}"));
            self.check(item, each, pointer);
            pointer.truncate(length);
        }
    }

    fn check_text(&mut self, text: &str, schema: &Value, pointer: &str) {
        if text.chars().any(|character| character.is_control() && !matches!(character, '\t' | '\n' | '\r')) {
            return self.faults.add(
                pointer,
                FaultCode::ControlCharacter,
                "Must not hold control characters such as NUL.",
            );
        }
        let length = text.trim().chars().count() as u64;
        if let Some(least) = schema.get("minLength").and_then(Value::as_u64).filter(|least| length < *least) {
            let message = if length == 0 {
                "Must not be empty; leave the field out instead.".to_owned()
            } else {
                format!("Must be at least {least} characters long.")
            };
            return self.faults.add(pointer, FaultCode::TooShort, message);
        }
        if let Some(most) = schema.get("maxLength").and_then(Value::as_u64).filter(|most| length > *most) {
            return self.faults.add(
                pointer,
                FaultCode::TooLong,
                format!("Must be at most {most} characters long."),
            );
        }
        if let Some(Err(message)) =
            schema.get("format").and_then(Value::as_str).map(|name| format(name, text))
        {
            self.faults.add(pointer, FaultCode::InvalidValue, message);
        }
    }

    /// Checks the bounds of a number; true if it is beyond one.
    fn check_number(&mut self, number: &serde_json::Number, schema: &Value, pointer: &str) -> bool {
        let value = number.as_f64().unwrap_or(f64::NAN);
        let bound = |name: &str| schema.get(name).and_then(|bound| Some((bound, bound.as_f64()?)));
        let too_small = bound("minimum").filter(|(_, least)| value < *least);
        let too_large = bound("maximum").filter(|(_, most)| value > *most);
        if let Some((least, _)) = too_small {
            self.faults.add(pointer, FaultCode::TooSmall, format!("Must be at least {least}."));
        }
        if let Some((most, _)) = too_large {
            self.faults.add(pointer, FaultCode::TooLarge, format!("Must be at most {most}."));
        }
        too_small.is_some() || too_large.is_some()
    }
}

fn known_fields(properties: &Map<String, Value>) -> String {
    let mut shown = properties.keys().take(KNOWN_SHOWN_MAX).cloned().collect::<Vec<_>>().join(", ");
    if properties.len() > KNOWN_SHOWN_MAX {
        shown.push_str(", …");
    }
    format!("Known fields: {shown}.")
}

/// Validates a formatted string with the parser that will read it.
fn format(name: &str, text: &str) -> Result<(), String> {
    match name {
        "email" => EmailAddress::parse(text).map(drop).map_err(|error| sentence(&error)),
        "phone" => PhoneNumber::parse(text, None).map(drop).map_err(|error| sentence(&error)),
        "domain" => domain::registrable_domain(text).map(drop).map_err(|error| sentence(&error)),
        "person-profile" => profile_url::person_profile(text).map(drop).map_err(|error| sentence(&error)),
        "company-page" => profile_url::company_page(text).map(drop).map_err(|error| sentence(&error)),
        "person-id" => RecordKind::Person.check_id(text).map_err(|error| sentence(&error)),
        "company-id" => RecordKind::Company.check_id(text).map_err(|error| sentence(&error)),
        "date-time" => text
            .parse::<jiff::Timestamp>()
            .map(drop)
            .map_err(|_| "Must be a time such as 2026-01-31T08:00:00Z.".to_owned()),
        _ => Ok(()),
    }
}

fn sentence(error: &dyn std::fmt::Display) -> String {
    let text = error.to_string();
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let end = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{}{end}", characters.as_str())
}

fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(number) if number.is_f64() => "a number with decimals",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// Escapes a name as a JSON Pointer token.
fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// The caller's input, shortened for a message.
fn clip(text: &str) -> String {
    const SHOWN_MAX: usize = 60;
    let mut clipped: String =
        text.chars().filter(|character| !character.is_control()).take(SHOWN_MAX).collect();
    if text.chars().count() > SHOWN_MAX {
        clipped.push('…');
    }
    clipped
}

/// The known value closest to a typo.
pub fn nearest<'w>(given: &str, known: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    const GIVEN_MAX: usize = 60;
    const ALIKE_MIN: f64 = 0.8;
    const SUBJECT: &str = "company";
    if given.len() > GIVEN_MAX {
        return None;
    }
    let fold = |word: &str| word.to_lowercase().replace(['_', '-', ' '], "");
    let given = fold(given);
    // A name without the subject that it is about, or with one too many: `size_bands` for `company_size_bands`.
    let stem = |word: &str| {
        let folded = fold(word);
        folded.strip_prefix(SUBJECT).unwrap_or(&folded).trim_end_matches('s').to_owned()
    };
    let known: Vec<&str> = known.collect();
    let same = known.iter().copied().find(|word| !given.is_empty() && stem(word) == stem(&given));
    if same.is_some() {
        return same;
    }
    known
        .into_iter()
        .map(|word| (strsim::jaro_winkler(&given, &fold(word)), word))
        .filter(|(alike, _)| *alike >= ALIKE_MIN)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, word)| word)
}
