//! Preview of an import.

use std::fmt;

use records::email::EmailAddress;
use serde::Serialize;

use super::{
    Compression, Encoding, Field, FileError, FileRow, Format, MappedBy, Mapping, MappingError, RowKind,
    RowReader, SAMPLE_ROWS, Shape,
    columns::bound::Bound,
    facts::{shaped::shape, values::one_line},
};

/// Length of a sample value.
const SAMPLE_CHARACTERS: usize = 40;

/// Most columns without a suggestion that the mapping file of the rest lists.
const REST_COLUMNS_MAX: usize = 20;

/// Preview of an import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ImportPlan {
    /// The kind of rows.
    pub subject: RowKind,
    /// File format.
    pub format: Format,
    /// Compression of the file.
    pub compression: Compression,
    /// Character encoding of the file.
    pub encoding: Encoding,
    /// Delimiter between cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delimiter: Option<char>,
    /// Whether rows are mapped or already records.
    pub shape: Shape,
    /// Title of the preset that maps the columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<&'static str>,
    /// Columns that are mapped to a field.
    pub mapped: Vec<PlannedColumn>,
    /// Values for rows without their own.
    pub constants: Vec<PlannedConstant>,
    /// Columns that are not mapped.
    pub unmapped: Vec<UnusedColumn>,
    /// Columns that are ignored on purpose.
    pub ignored: Vec<String>,
    /// Columns of the mapping that the sampled rows do not have.
    pub absent: Vec<String>,
    /// Why every row would be rejected, if no column identifies the subject.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<&'static str>,
    /// Number of rows examined.
    pub sampled_rows: usize,
}

/// A column that is mapped to a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlannedColumn {
    /// Name of the column.
    pub column: String,
    /// The field it is mapped to.
    pub field: Field,
    /// Origin of the mapping.
    pub by: MappedBy,
    /// Why it was guessed, unless by its well-known name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// First value in the sampled rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<String>,
}

/// A value for rows without their own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlannedConstant {
    /// The field it fills.
    pub field: Field,
    /// The value that is used.
    pub value: String,
}

/// A column that is not mapped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnusedColumn {
    /// Name of the column.
    pub column: String,
    /// What it seems to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// A field it could be mapped to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<Field>,
    /// First value in the sampled rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<String>,
}

/// Examines the first rows and describes what [`super::claims`] would do. Consumes no rows.
pub fn plan(reader: &mut RowReader, mapping: &Mapping) -> Result<ImportPlan, FileError> {
    let rows: Vec<FileRow> = reader.sample(SAMPLE_ROWS)?.cloned().collect();
    let shape = shape(mapping.subject(), rows.iter());
    let samples = samples(&rows, reader.columns().len());
    let mut mapping = mapping.clone();
    if shape == Shape::Columns {
        mapping.learn(reader)?;
    }
    let mut plan = ImportPlan {
        subject: mapping.subject(),
        format: reader.format(),
        compression: reader.compression(),
        encoding: reader.encoding(),
        delimiter: reader.delimiter(),
        shape,
        preset: mapping.preset_title(),
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
            Bound::Unmapped => {
                let hint = mapping.hint(&column);
                let (note, suggestion) =
                    (hint.map(|hint| hint.note.clone()), hint.and_then(|hint| hint.field));
                plan.unmapped.push(UnusedColumn { column, note, suggestion, sample });
            }
            Bound::To(bindings) => plan.mapped.extend(bindings.iter().map(|binding| {
                let reason = mapping.reason(&column).map(str::to_owned);
                let column = binding.item.map_or_else(|| column.clone(), |item| format!("{column}[{item}]"));
                PlannedColumn { column, field: binding.field, by: binding.by, reason, sample: sample.clone() }
            })),
        }
    }
    let constants = mapping.constants().iter();
    plan.constants =
        constants.map(|(field, value)| PlannedConstant { field: *field, value: value.clone() }).collect();
    plan.absent = mapping.absent(columns);
    plan.missing = missing_fields(&plan);
    // If no row is readable, each is rejected with its own reason, which is more helpful than the lack of columns. A
    // header without rows is refused like one with rows: the file may be no table at all.
    let are_unreadable = !rows.is_empty() && rows.iter().all(|row| row.fault.is_some());
    if plan.mapped.is_empty() && !columns.is_empty() && !are_unreadable {
        let is_address = |column: &String| EmailAddress::parse(column).is_ok();
        return Err(if columns.iter().any(is_address) {
            MappingError::NoHeader.into()
        } else {
            MappingError::NothingMapped { columns: columns.join(", ") }.into()
        });
    }
    Ok(plan)
}

/// Why every row would be rejected, if no column or constant identifies the subject.
fn missing_fields(plan: &ImportPlan) -> Option<&'static str> {
    let mapped = plan.mapped.iter().map(|column| column.field);
    let fields: Vec<Field> = mapped.chain(plan.constants.iter().map(|constant| constant.field)).collect();
    let has = |field: Field| fields.contains(&field);
    let has_any = |wanted: &[Field]| wanted.iter().any(|field| has(*field));
    match plan.subject {
        RowKind::People => {
            use Field::{BusinessEmail, Email, Mobile, NetworkUrl, PersonalEmail, Phone, Profile};
            let has_name = has_any(&[Field::FullName, Field::FirstName, Field::LastName]);
            let has_context = has_any(&[
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
                    || (has_name && has_context);
            (!is_named).then_some(
                "every row would be rejected: map a column to networkUrl, email or phone, or columns to a name and a \
                 company, place or birth date",
            )
        }
        RowKind::Companies => {
            let is_named =
                has_any(&[Field::Name, Field::LegalName, Field::Domain, Field::Website, Field::NetworkUrl]);
            (!is_named).then_some("every row would be rejected: map a column to name, domain or networkUrl")
        }
    }
}

fn samples(rows: &[FileRow], columns: usize) -> Vec<Option<String>> {
    let mut samples = vec![None; columns];
    for (column, value) in rows.iter().flat_map(FileRow::values) {
        if let Some(sample @ None) = samples.get_mut(column as usize)
            && !value.trim().is_empty()
        {
            // On one line and without control characters, which a terminal would interpret.
            *sample = Some(one_line(&value).chars().take(SAMPLE_CHARACTERS).collect());
        }
    }
    samples
}

impl ImportPlan {
    /// A mapping file for the columns that are left over: those that could have a field with it, the others with what
    /// they seem to be, to be filled in or ignored. `None` if no column is left over.
    pub fn mapping_of_rest(&self) -> Option<String> {
        if self.unmapped.is_empty() {
            return None;
        }
        let mut text = String::from("[columns]\n");
        let mut used: Vec<Field> = Vec::new();
        let (mut shown, mut hidden) = (0, 0);
        for UnusedColumn { column, note, suggestion, sample } in &self.unmapped {
            // A field that is listed is filled only from the columns listed for it.
            let field = suggestion.filter(|field| !used.contains(field));
            used.extend(field);
            shown += usize::from(field.is_none());
            if field.is_none() && shown > REST_COLUMNS_MAX {
                hidden += 1;
                continue;
            }
            let name = field.map_or("ignore", Field::name);
            let sample =
                sample.as_deref().filter(|_| note.is_none()).map(|sample| format!("for example {sample}"));
            let comment =
                note.clone().or(sample).map_or_else(String::new, |comment| format!("  # {comment}"));
            // A JSON string is a TOML string, too.
            let column = serde_json::Value::from(column.as_str());
            text.push_str(&format!("{column} = \"{name}\"{comment}\n"));
        }
        if hidden > 0 {
            text.push_str(&format!("# and {hidden} more columns\n"));
        }
        Some(text)
    }
}

impl fmt::Display for ImportPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.shape == Shape::Records {
            return writeln!(f, "rows are records already; nothing needs mapping");
        }
        if let Some(preset) = self.preset {
            writeln!(f, "the columns are those of {preset}")?;
        }
        let reasons: Vec<String> = self
            .mapped
            .iter()
            .map(|column| match (column.by, &column.reason) {
                (MappedBy::Guess, Some(reason)) => format!("guess: {reason}"),
                (MappedBy::Guess, None) => "guess".to_owned(),
                (MappedBy::Mapping, _) => "mapping".to_owned(),
                (MappedBy::Preset, _) => "preset".to_owned(),
            })
            .collect();
        let lines: Vec<[&str; 4]> = std::iter::once(["column", "field", "by", "sample"])
            .chain(self.mapped.iter().zip(&reasons).map(|(column, by)| {
                let sample = column.sample.as_deref().unwrap_or("");
                [column.column.as_str(), column.field.name(), by.as_str(), sample]
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
