//! Maps a table row to an API item.

use records::{
    domain::registrable_domain, email::EmailAddress, phone::PhoneNumber, profile_url::person_profile,
};
use serde_json::{Map, Value};
use sources::file::{Field, FileRow, Mapping, RowReader, plan};

/// Which columns identify a person, and as what.
pub(super) struct Questions {
    columns: Vec<(String, Field)>,
    /// For each column of the file, by its place.
    fields: Vec<Vec<Field>>,
}

impl Questions {
    pub(super) fn of(reader: &mut RowReader, mapping: &Mapping) -> anyhow::Result<Self> {
        let plan = plan(reader, mapping)?;
        if let Some(missing) = plan.missing {
            anyhow::bail!("{missing}");
        }
        let mut columns: Vec<(String, Field)> = Vec::new();
        for planned in plan.mapped.iter().filter(|planned| parameter(planned.field).is_some()) {
            // A part of a column is shown as `column[0]`.
            let column = planned.column.split('[').next().unwrap_or_default().to_owned();
            columns.push((column, planned.field));
        }
        let fields = reader.columns().names().iter().map(|name| {
            columns.iter().filter(|(column, _)| column == name).map(|(_, field)| *field).collect()
        });
        Ok(Self { fields: fields.collect(), columns })
    }

    pub(super) fn describe(&self) -> String {
        let pairs: Vec<String> =
            self.columns.iter().map(|(column, field)| format!("{column} as {}", field.name())).collect();
        format!("asking by {}", pairs.join(", "))
    }

    /// The API item of a row: every valid identifier; none if they cannot identify a person.
    pub(super) fn of_row(&self, row: &FileRow) -> Option<Value> {
        let mut item = Map::new();
        for (column, value) in row.cells() {
            for field in self.fields.get(column as usize).into_iter().flatten() {
                let Some(name) = parameter(*field) else { continue };
                let values = value.items().flat_map(|text| text.split([';', '|', '\n']));
                if !item.contains_key(name)
                    && let Some(text) = values.map(str::trim).find(|text| makes_sense(*field, text))
                {
                    item.insert(name.into(), text.into());
                }
            }
        }
        let has = |name: &str| item.contains_key(name);
        let identified = has("networkUrl") || has("email") || has("phone");
        let named = has("fullName") || (has("firstName") && has("lastName"));
        let known = identified || (named && (has("company_domain") || has("company_name")));
        // A given name alone would be refused beside nothing else.
        if !has("fullName") && has("firstName") != has("lastName") && !identified {
            return None;
        }
        known.then_some(Value::Object(item))
    }
}

/// The field of the API that a field of a table becomes.
fn parameter(field: Field) -> Option<&'static str> {
    match field {
        Field::NetworkUrl | Field::Profile => Some("networkUrl"),
        Field::Email | Field::BusinessEmail | Field::PersonalEmail => Some("email"),
        Field::Mobile | Field::Phone => Some("phone"),
        Field::FullName => Some("fullName"),
        Field::FirstName => Some("firstName"),
        Field::LastName => Some("lastName"),
        Field::CompanyDomain => Some("company_domain"),
        Field::CompanyName => Some("company_name"),
        _ => None,
    }
}

/// Whether the API would take a value; one cell that it would not must not spoil the row.
fn makes_sense(field: Field, text: &str) -> bool {
    match parameter(field) {
        _ if text.is_empty() => false,
        Some("networkUrl") => person_profile(text).is_ok(),
        Some("email") => EmailAddress::parse(text).is_ok(),
        Some("phone") => PhoneNumber::parse(text, None).is_ok(),
        Some("company_domain") => registrable_domain(text).is_ok(),
        Some("firstName" | "lastName") => text.chars().count() <= 100,
        _ => text.chars().count() <= 200,
    }
}
