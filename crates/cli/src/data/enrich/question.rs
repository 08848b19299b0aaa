//! Maps a table row to an API item.

use serde_json::{Map, Value};
use sources::file::{Field, FileError, FileRow, Mapping, MappingError, RowReader, plan};

use super::call::Call;

/// Columns that an earlier run of the command has added, and what they hold.
const ADDED_BEFORE: [(&str, Field); 8] = [
    ("brimful_email", Field::Email),
    ("brimful_phone", Field::Phone),
    ("brimful_network_url", Field::NetworkUrl),
    ("brimful_full_name", Field::FullName),
    ("brimful_company_domain", Field::CompanyDomain),
    ("brimful_company_name", Field::CompanyName),
    ("brimful_domain", Field::Domain),
    ("brimful_name", Field::Name),
];

/// Whether a file has columns that an earlier run has added.
fn has_added_columns(reader: &RowReader) -> bool {
    let added = |name: &String| ADDED_BEFORE.iter().any(|(column, _)| name == column);
    reader.columns().names().iter().any(added)
}

/// Which columns identify whom or what is asked about, and as what.
pub(super) struct Questions {
    call: Call,
    columns: Vec<(String, Field)>,
    /// For each column of the file, by its place.
    fields: Vec<Vec<Field>>,
}

impl Questions {
    pub(super) fn of(call: Call, reader: &mut RowReader, mapping: &Mapping) -> anyhow::Result<Self> {
        let (mapped, missing) = match plan(reader, mapping) {
            Ok(plan) => (plan.mapped, plan.missing),
            // The columns of an earlier run may be all there is.
            Err(FileError::Mapping(MappingError::NothingMapped { .. }))
                if call != Call::Enrich && has_added_columns(reader) =>
            {
                (Vec::new(), None)
            }
            Err(error) => return Err(error.into()),
        };
        if let Some(missing) = missing.filter(|_| call == Call::Enrich) {
            anyhow::bail!("{missing}");
        }
        let mut columns: Vec<(String, Field)> = Vec::new();
        for planned in mapped.iter().filter(|planned| call.parameter(planned.field).is_some()) {
            // A part of a column is shown as `column[0]`.
            let column = planned.column.split('[').next().unwrap_or_default().to_owned();
            columns.push((column, planned.field));
        }
        // What an earlier run has found; another look-up of people goes by what the table itself says.
        for (column, field) in ADDED_BEFORE.into_iter().filter(|_| call != Call::Enrich) {
            let is_there = reader.columns().names().iter().any(|name| name == column);
            let is_mapped = columns.iter().any(|(mapped, _)| mapped == column);
            if is_there && !is_mapped && call.parameter(field).is_some() {
                columns.push((column.to_owned(), field));
            }
        }
        if columns.is_empty() {
            anyhow::bail!("no column names {}; name one in a file for --mapping", call.needs());
        }
        let fields = reader.columns().names().iter().map(|name| {
            columns.iter().filter(|(column, _)| column == name).map(|(_, field)| *field).collect()
        });
        Ok(Self { call, fields: fields.collect(), columns })
    }

    pub(super) fn describe(&self) -> String {
        let pairs: Vec<String> =
            self.columns.iter().map(|(column, field)| format!("{column} as {}", field.name())).collect();
        format!("asking by {}", pairs.join(", "))
    }

    /// The API item of a row: every valid identifier; none if they do not suffice.
    pub(super) fn of_row(&self, row: &FileRow) -> Option<Value> {
        let mut item = Map::new();
        for (column, value) in row.cells() {
            for field in self.fields.get(column as usize).into_iter().flatten() {
                let Some(name) = self.call.parameter(*field) else { continue };
                let values = value.items().flat_map(|text| text.split([';', '|', '\n']));
                if !item.contains_key(name)
                    && let Some(text) = values.map(str::trim).find(|text| self.call.takes(*field, text))
                {
                    item.insert(name.into(), text.into());
                }
            }
        }
        self.call.item(item)
    }
}
