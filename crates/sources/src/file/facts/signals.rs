//! Imports signals from files: each row is a report, its columns named like the fields of a report.

use jiff::Timestamp;
use records::{Claim, signal::SignalReport};
use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    dates::{parse_date, parse_instant},
    values::{LARGEST_AMOUNT, clean, split_list},
};
use crate::file::{ClaimCounts, Columns, FileError, FileRow, Preset, Reject, RowReader};

/// Other names of report fields in exports, reduced to letters and digits in lower case.
const SYNONYMS: &[(&str, &str)] = &[
    ("acquiredat", "date"),
    ("acquiredcompany", "targetName"),
    ("acquirer", "companyName"),
    ("acquirerdomain", "companyDomain"),
    ("amountusd", "amount"),
    ("announcedat", "date"),
    ("announcedon", "date"),
    ("applicantcount", "applicants"),
    ("changedat", "date"),
    ("company", "companyName"),
    ("domain", "companyDomain"),
    ("fundedat", "date"),
    ("fundingroundtype", "round"),
    ("jobtitle", "title"),
    ("jobtype", "kind"),
    ("leadinvestors", "investors"),
    ("linkedinurl", "networkUrl"),
    ("name", "fullName"),
    ("newtitle", "title"),
    ("person", "fullName"),
    ("postedat", "date"),
    ("previouscompany", "oldCompanyName"),
    ("previouscompanydomain", "oldCompanyDomain"),
    ("previoustitle", "oldTitle"),
    ("price", "amount"),
    ("profileurl", "networkUrl"),
    ("raised", "amount"),
    ("raisedamountusd", "amount"),
    ("reference", "id"),
    ("sourceurl", "url"),
    ("startedat", "date"),
    ("target", "targetName"),
    ("type", "kind"),
    ("website", "companyDomain"),
];

const FIELDS: &[&str] = &[
    "kind",
    "id",
    "observedAt",
    "date",
    "companyName",
    "companyDomain",
    "round",
    "amount",
    "currency",
    "investors",
    "targetName",
    "targetDomain",
    "title",
    "location",
    "url",
    "applicants",
    "closedAt",
    "fullName",
    "networkUrl",
    "oldTitle",
    "oldCompanyName",
    "oldCompanyDomain",
    "text",
];

/// Preview of how columns are mapped to report fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SignalPlan {
    /// Title of the preset that maps the columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<&'static str>,
    /// Pairs of column and field.
    pub mapped: Vec<(String, &'static str)>,
    /// Columns that are not mapped.
    pub unmapped: Vec<String>,
}

/// The claims of a file of signals, one row at a time.
pub struct SignalClaims {
    reader: RowReader,
    source: String,
    observed_at: Timestamp,
    preset: Option<&'static Preset>,
    row: FileRow,
    counts: ClaimCounts,
    failure: Option<FileError>,
}

/// Examines the first rows and describes how columns would be mapped. Consumes no rows.
pub fn signal_plan(reader: &mut RowReader, preset: Option<&'static Preset>) -> Result<SignalPlan, FileError> {
    reader.sample(crate::file::SAMPLE_ROWS)?.for_each(drop);
    let title = preset.map(|preset| preset.title.as_str());
    let mut plan = SignalPlan { preset: title, mapped: Vec::new(), unmapped: Vec::new() };
    for column in reader.columns().names() {
        match field_for(column, preset) {
            Some(field) => plan.mapped.push((column.clone(), field)),
            None => plan.unmapped.push(column.clone()),
        }
    }
    Ok(plan)
}

/// Makes a claim of every row that reports a signal. Call [`SignalClaims::finish`] at the end to learn whether the
/// file was read completely.
pub fn signal_claims(
    reader: RowReader,
    preset: Option<&'static Preset>,
    source: &str,
    observed_at: Timestamp,
) -> SignalClaims {
    SignalClaims {
        reader,
        source: source.to_owned(),
        observed_at,
        preset,
        row: FileRow::default(),
        counts: ClaimCounts::default(),
        failure: None,
    }
}

impl SignalClaims {
    /// The final statistics, or the error that stopped reading.
    pub fn finish(mut self) -> Result<ClaimCounts, FileError> {
        let columns = self.reader.columns().names();
        self.counts.unmapped_columns =
            columns.iter().filter(|column| field_for(column, self.preset).is_none()).cloned().collect();
        self.failure.map_or(Ok(self.counts), Err)
    }
}

impl Iterator for SignalClaims {
    type Item = Result<Claim, Reject>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failure.is_some() {
            return None;
        }
        match self.reader.read(&mut self.row) {
            Ok(true) => {}
            Ok(false) => return None,
            Err(failure) => {
                self.failure = Some(failure);
                return None;
            }
        }
        self.counts.rows += 1;
        let (row, columns) = (&self.row, self.reader.columns());
        let claim = report(row, columns, self.preset)
            .and_then(|report| report.into_claim(&self.source, row.number, self.observed_at));
        let claim = claim.map_err(|reason| Reject {
            line: row.line,
            reference: row.number.to_string(),
            reasons: vec![reason],
            row: crate::file::claims::original(row, columns),
        });
        match claim {
            Ok(_) => self.counts.claims += 1,
            Err(_) => self.counts.rejected += 1,
        }
        Some(claim)
    }
}

fn field_for(column: &str, preset: Option<&'static Preset>) -> Option<&'static str> {
    if let Some(preset) = preset {
        return preset
            .signal_field(column)
            .and_then(|wanted| FIELDS.iter().copied().find(|field| *field == wanted));
    }
    let folded: String =
        column.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let named = FIELDS.iter().copied().find(|field| field.to_lowercase() == folded);
    named.or_else(|| SYNONYMS.iter().find(|(name, _)| *name == folded).map(|(_, field)| *field))
}

fn report(row: &FileRow, columns: &Columns, preset: Option<&'static Preset>) -> Result<SignalReport, String> {
    if let Some(fault) = &row.fault {
        return Err(fault.clone());
    }
    let mut object = Map::new();
    for (column, cell) in row.cells() {
        let Some(field) = field_for(columns.name(column), preset) else { continue };
        let items: Vec<&str> = cell.items().filter_map(clean).collect();
        let Some(text) = items.first() else { continue };
        let value = match field {
            "investors" if items.len() > 1 => items.into(),
            "investors" => split_list(text, None, true).into(),
            "amount" | "applicants" => {
                whole_number(text).ok_or(format!("{field}: \"{text}\" is not a whole number"))?.into()
            }
            "date" | "closedAt" => {
                let date = parse_date(text, None)
                    .ok_or(format!("{field}: \"{text}\" is not a date; write 2024-03-09"))?;
                date.to_string().into()
            }
            "observedAt" => {
                let time =
                    parse_instant(text, None).ok_or(format!("{field}: \"{text}\" is not a date or time"))?;
                time.to_string().into()
            }
            "kind" => text.to_lowercase().replace([' ', '_'], "-").into(),
            _ => Value::from(*text),
        };
        object.entry(field).or_insert(value);
    }
    for (field, value) in preset.iter().flat_map(|preset| &preset.constants) {
        object.entry(field).or_insert_with(|| value.as_str().into());
    }
    serde_json::from_value(Value::Object(object)).map_err(|error| error.to_string())
}

fn whole_number(text: &str) -> Option<i64> {
    let digits: String = text.chars().filter(|c| !matches!(c, ',' | ' ' | '_' | '$' | '€' | '£')).collect();
    if digits.contains(['e', 'E']) {
        // Spreadsheets write large amounts in scientific notation.
        let amount: f64 = digits.parse().ok()?;
        return (amount.fract() == 0.0 && amount.abs() < LARGEST_AMOUNT).then_some(amount as i64);
    }
    let whole = digits
        .split_once('.')
        .filter(|(_, rest)| rest.bytes().all(|b| b == b'0'))
        .map_or(&*digits, |(w, _)| w);
    whole.parse().ok()
}

#[cfg(test)]
mod tests {
    use records::Facts;

    use super::*;
    use crate::file::{Format, ReadOptions};

    fn claims_in(text: &'static str, format: Format) -> Vec<Result<Claim, Reject>> {
        let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
        let reader = RowReader::from_stream(Box::new(text.as_bytes()), options).unwrap();
        signal_claims(reader, None, "news", "2026-11-01T00:00:00Z".parse().unwrap()).collect()
    }

    #[test]
    fn amounts_are_parsed_in_the_notations_of_people_and_spreadsheets() {
        for (text, amount) in [
            ("2.6E+12", Some(2_600_000_000_000)),
            ("1,250,000.00", Some(1_250_000)),
            ("$5 000", Some(5_000)),
            ("1e40", None),
            ("e", None),
            ("12.5", None),
        ] {
            assert_eq!(whole_number(text), amount, "{text}");
        }
    }

    #[test]
    fn rows_of_csv_become_claims_about_their_companies() {
        let rows = claims_in(
            "Type,Company,Website,Funding Round Type,Raised Amount USD,Announced On,Lead Investors\n\
             funding,Acme,www.acme.example,Series A,\"12,000,000\",2026-10-02,Harbour; Pine\n\
             funding,Acme,www.acme.example,Series A,plenty,2026-10-02,\n\
             merger,Acme,www.acme.example,,,,\n",
            Format::Csv,
        );
        let Facts::Company(facts) = &rows[0].as_ref().unwrap().facts else { panic!("no company") };
        assert_eq!(facts.domains, ["acme.example"]);
        assert_eq!(facts.funding_rounds[0].round, "series_a");
        assert_eq!(facts.funding_rounds[0].amount.as_ref().unwrap().amount, 12_000_000);
        assert_eq!(facts.funding_rounds[0].investors, ["Harbour", "Pine"]);
        assert!(rows[1].as_ref().unwrap_err().reasons[0].contains("amount"));
        assert!(rows[2].as_ref().unwrap_err().reasons[0].contains("merger"));
    }

    #[test]
    fn json_lines_may_mix_kinds_of_signals() {
        let rows = claims_in(
            r#"{"kind":"hiring","title":"Sales Engineer","companyDomain":"acme.example","applicants":7}
{"kind":"job-change","networkUrl":"network.example/in/ada","companyDomain":"acme.example","date":"2026-10-01"}
{"kind":"acquisition","companyName":"Acme","targetName":"Bolt","date":"2026-09"}
"#,
            Format::Jsonl,
        );
        assert!(matches!(rows[0].as_ref().unwrap().facts, Facts::Job(_)));
        assert!(matches!(rows[1].as_ref().unwrap().facts, Facts::Person(_)));
        assert!(matches!(rows[2].as_ref().unwrap().facts, Facts::Company(_)));
    }
}
