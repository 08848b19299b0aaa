//! What an import would do, before it does it.

use std::fmt;

use records::email::EmailAddress;
use serde::Serialize;

use super::{
    Compression, Encoding, Field, FileError, Format, MappedBy, Mapping, MappingError, Reader, Row, Subject,
    mapping::Bound, shaped::is_record_shaped, values::one_line,
};

/// How many rows are looked at for a plan.
pub const SAMPLE_ROWS: usize = 100;

/// How much of a sample value is shown.
const SAMPLE_CHARACTERS: usize = 40;

/// What the rows of a file are to us.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// Columns to be mapped to fields.
    Columns,
    /// Records in our own shape, taken as they are.
    Records,
}

/// What an import would do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Plan {
    /// What the rows are about.
    pub subject: Subject,
    /// How rows are laid out.
    pub format: Format,
    /// How the file is compressed.
    pub compression: Compression,
    /// How its characters are written.
    pub encoding: Encoding,
    /// What stands between two cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delimiter: Option<char>,
    /// Whether rows are mapped or taken as they are.
    pub shape: Shape,
    /// The export whose preset maps the columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<&'static str>,
    /// Columns that become fields.
    pub mapped: Vec<PlannedColumn>,
    /// Values given to rows that have none.
    pub constants: Vec<PlannedConstant>,
    /// Columns that nothing is made of.
    pub unmapped: Vec<UnusedColumn>,
    /// Columns that nothing is made of on purpose.
    pub ignored: Vec<String>,
    /// Columns that the mapping names and the sampled rows do not have.
    pub absent: Vec<String>,
    /// Why every row would be rejected, when no column tells whom rows are about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<&'static str>,
    /// How many rows were looked at.
    pub sampled_rows: usize,
}

/// A column that becomes a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlannedColumn {
    /// The column.
    pub column: String,
    /// The field.
    pub field: Field,
    /// Why.
    pub by: MappedBy,
    /// The first value of the sampled rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<String>,
}

/// A value given to rows that have none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlannedConstant {
    /// The field.
    pub field: Field,
    /// The value.
    pub value: String,
}

/// A column that nothing is made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnusedColumn {
    /// The column.
    pub column: String,
    /// The first value of the sampled rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<String>,
}

/// Looks at the first rows and says what [`super::claims`] would make of the file. Takes no row away.
pub fn plan(reader: &mut Reader, mapping: &Mapping) -> Result<Plan, FileError> {
    let rows: Vec<Row> = reader.sample(SAMPLE_ROWS)?.cloned().collect();
    let shape = shape(mapping.subject(), rows.iter());
    let samples = samples(&rows, reader.columns().len());
    let mut plan = Plan {
        subject: mapping.subject(),
        format: reader.format(),
        compression: reader.compression(),
        encoding: reader.encoding(),
        delimiter: reader.delimiter(),
        shape,
        preset: mapping.preset().map(|preset| preset.title.as_str()),
        mapped: Vec::new(),
        constants: Vec::new(),
        unmapped: Vec::new(),
        ignored: Vec::new(),
        absent: Vec::new(),
        missing: None,
        sampled_rows: rows.len(),
    };
    if shape == Shape::Records {
        return Ok(plan);
    }
    let columns = reader.columns().names();
    for ((column, sample), bound) in columns.iter().cloned().zip(samples).zip(mapping.bind_all(columns)) {
        match bound {
            Bound::Ignored => plan.ignored.push(column),
            Bound::Unmapped => plan.unmapped.push(UnusedColumn { column, sample }),
            Bound::To(bindings) => plan.mapped.extend(bindings.iter().map(|binding| {
                let column = binding.item.map_or_else(|| column.clone(), |item| format!("{column}[{item}]"));
                PlannedColumn { column, field: binding.field, by: binding.by, sample: sample.clone() }
            })),
        }
    }
    let constants = mapping.constants().iter();
    plan.constants =
        constants.map(|(field, value)| PlannedConstant { field: *field, value: value.clone() }).collect();
    plan.absent = mapping.absent(columns);
    plan.missing = missing_fields(&plan);
    // Where no row can be read, each is rejected with its own reason, which says more than the lack of columns.
    let is_readable = rows.iter().any(|row| row.fault.is_none());
    if plan.mapped.is_empty() && is_readable {
        let is_address = |column: &String| EmailAddress::parse(column).is_ok();
        return Err(if columns.iter().any(is_address) {
            MappingError::NoHeader.into()
        } else {
            MappingError::NothingMapped { columns: columns.join(", ") }.into()
        });
    }
    Ok(plan)
}

/// What no row can do without, when no column and no constant gives it.
fn missing_fields(plan: &Plan) -> Option<&'static str> {
    let mapped = plan.mapped.iter().map(|column| column.field);
    let fields: Vec<Field> = mapped.chain(plan.constants.iter().map(|constant| constant.field)).collect();
    let has = |field: Field| fields.contains(&field);
    let has_any = |wanted: &[Field]| wanted.iter().any(|field| has(*field));
    match plan.subject {
        Subject::People => {
            use Field::{BusinessEmail, Email, Mobile, NetworkUrl, PersonalEmail, Phone, Profile};
            let has_name = has_any(&[Field::FullName, Field::FirstName, Field::LastName]);
            let is_told_apart = has_any(&[
                Field::CompanyName,
                Field::CompanyDomain,
                Field::CompanyNetworkUrl,
                Field::BirthDate,
                Field::Street,
                Field::Postcode,
                Field::City,
                Field::Location,
            ]);
            let is_named =
                has_any(&[NetworkUrl, Profile, Email, BusinessEmail, PersonalEmail, Mobile, Phone])
                    || (has_name && is_told_apart);
            (!is_named).then_some(
                "every row would be rejected: map a column to networkUrl, email or phone, or columns to a name and a \
                 company, place or birth date",
            )
        }
        Subject::Companies => {
            let is_named = has_any(&[Field::Name, Field::Domain, Field::Website, Field::NetworkUrl]);
            (!is_named).then_some("every row would be rejected: map a column to name, domain or networkUrl")
        }
    }
}

pub(super) fn shape<'a>(subject: Subject, rows: impl Iterator<Item = &'a Row>) -> Shape {
    if is_record_shaped(subject, rows) { Shape::Records } else { Shape::Columns }
}

fn samples(rows: &[Row], columns: usize) -> Vec<Option<String>> {
    let mut samples = vec![None; columns];
    for (column, value) in rows.iter().flat_map(Row::values) {
        if let Some(sample @ None) = samples.get_mut(column as usize)
            && !value.trim().is_empty()
        {
            // On one line, and without what a terminal would obey.
            *sample = Some(one_line(&value).chars().take(SAMPLE_CHARACTERS).collect());
        }
    }
    samples
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.shape == Shape::Records {
            return writeln!(f, "rows are records already; nothing needs mapping");
        }
        if let Some(preset) = self.preset {
            writeln!(f, "the columns are those of {preset}")?;
        }
        let lines: Vec<[&str; 4]> = std::iter::once(["column", "field", "by", "sample"])
            .chain(self.mapped.iter().map(|column| {
                let by = match column.by {
                    MappedBy::Guess => "guess",
                    MappedBy::Mapping => "mapping",
                    MappedBy::Preset => "preset",
                };
                [column.column.as_str(), column.field.name(), by, column.sample.as_deref().unwrap_or("")]
            }))
            .chain(
                self.constants
                    .iter()
                    .map(|constant| ["", constant.field.name(), "constant", &constant.value]),
            )
            .collect();
        let width = |part: usize| lines.iter().map(|line| line[part].chars().count()).max().unwrap_or(0);
        let widths = [width(0), width(1), width(2)];
        for [column, field, by, sample] in &lines {
            let line = format!("{column:0$}  {field:1$}  {by:2$}  {sample}", widths[0], widths[1], widths[2]);
            writeln!(f, "{}", line.trim_end())?;
        }
        let unmapped: Vec<&str> = self.unmapped.iter().map(|column| column.column.as_str()).collect();
        let absent: Vec<&str> = self.absent.iter().map(String::as_str).collect();
        for (title, names) in [("not mapped", unmapped), ("in the mapping, not in the file", absent)] {
            if !names.is_empty() {
                writeln!(f, "{title}: {}", names.join(", "))?;
            }
        }
        if let Some(missing) = self.missing {
            writeln!(f, "{missing}")?;
        }
        Ok(())
    }
}
