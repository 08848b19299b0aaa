//! A table from a file, and which column is which field.

use serde_json::{Map, Value};

/// Rows of a job.
pub(crate) const ROWS_MAX: usize = 500;
/// Columns of a table: each is drawn with its samples and a choice of fields.
pub(crate) const COLUMNS_MAX: usize = 200;
/// Sample values of a column.
const SAMPLES: usize = 3;

/// Kinds of jobs: the endpoint, the label, and the fields of its items.
pub(crate) const KINDS: [(&str, &str, &[&str]); 7] = [
    (
        "bulk_enrich",
        "People",
        &[
            "fullName",
            "firstName",
            "lastName",
            "email",
            "phone",
            "networkUrl",
            "company_domain",
            "company_name",
        ],
    ),
    ("bulk_companies", "Companies", &["domain", "name", "networkUrl", "country"]),
    ("bulk_verify_email", "Verify emails", &["email"]),
    ("bulk_find_email", "Find emails", &["firstName", "lastName", "fullName", "domain", "networkUrl"]),
    ("bulk_find_phone", "Find mobiles", &["firstName", "lastName", "fullName", "domain", "networkUrl"]),
    ("bulk_reverse_email", "Who has an email", &["email"]),
    ("bulk_reverse_phone", "Who has a phone", &["phone"]),
];

/// Words of a heading that mean a field, the more exact first.
const WORDS: [(&str, &[&str]); 11] = [
    ("networkUrl", &["networkurl", "profile", "linkedin", "profileurl"]),
    ("email", &["email", "workemail", "mail", "emailaddress"]),
    ("phone", &["phone", "mobile", "telephone", "phonenumber", "tel"]),
    ("firstName", &["firstname", "givenname", "first"]),
    ("lastName", &["lastname", "familyname", "surname", "last"]),
    ("company_domain", &["companydomain", "domain", "website", "site", "url", "companywebsite"]),
    (
        "company_name",
        &["companyname", "company", "org", "organisation", "organization", "employer", "account"],
    ),
    ("fullName", &["fullname", "name", "contact", "contactname", "person"]),
    ("country", &["country", "countrycode"]),
    ("domain", &["domain", "website", "site", "companydomain", "url"]),
    ("name", &["name", "company", "companyname", "org", "account"]),
];

/// A table.
pub(crate) struct Sheet {
    pub(crate) headings: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Sheet {
    /// Reads a text with a heading line, separated by whatever its heading line has most of; nothing from one without rows
    /// or with more than [`COLUMNS_MAX`] columns.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let text = text.trim_start_matches('\u{feff}');
        let first = text.lines().next()?;
        let delimiter = [b',', b';', b'\t', b'|']
            .into_iter()
            .max_by_key(|mark| first.bytes().filter(|byte| byte == mark).count())?;
        if first.bytes().filter(|byte| *byte == delimiter).count() >= 2 * COLUMNS_MAX {
            return None;
        }
        let mut reader =
            csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(text.as_bytes());
        let headings: Vec<String> =
            reader.headers().ok()?.iter().map(|heading| heading.trim().to_owned()).collect();
        if headings.len() > COLUMNS_MAX {
            return None;
        }
        let rows: Vec<Vec<String>> = reader
            .records()
            .filter_map(Result::ok)
            .map(|row| {
                row.iter().take(headings.len()).map(|cell| cell.trim().to_owned()).collect::<Vec<String>>()
            })
            .filter(|row: &Vec<String>| row.iter().any(|cell| !cell.is_empty()))
            .collect();
        (!headings.is_empty() && !rows.is_empty()).then_some(Self { headings, rows })
    }

    fn cells(&self, column: usize) -> impl Iterator<Item = &str> {
        self.rows
            .iter()
            .filter_map(move |row| row.get(column))
            .map(String::as_str)
            .filter(|cell| !cell.is_empty())
    }

    /// Some values of a column.
    pub(crate) fn samples(&self, column: usize) -> String {
        let samples: Vec<String> =
            self.cells(column).take(SAMPLES).map(|cell| cell.chars().take(40).collect()).collect();
        if samples.is_empty() { "all empty".to_owned() } else { samples.join(" · ") }
    }

    /// The field that a column most likely is: by its heading, else by its values.
    pub(crate) fn guess(&self, column: usize, fields: &[&'static str]) -> Option<&'static str> {
        let heading: String =
            self.headings.get(column)?.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
        let by_heading =
            WORDS.iter().find(|(field, words)| fields.contains(field) && words.contains(&heading.as_str()));
        if let Some((field, _)) = by_heading {
            return Some(field);
        }
        let is = |test: fn(&str) -> bool| {
            let (all, fitting) = self
                .cells(column)
                .take(50)
                .fold((0, 0), |(all, fitting), cell| (all + 1, fitting + usize::from(test(cell))));
            all > 0 && fitting * 10 >= all * 8
        };
        let guess = match () {
            () if is(|cell| cell.contains('@') && cell.contains('.')) => "email",
            () if is(|cell| cell.starts_with("http") && cell.contains("/in/")) => "networkUrl",
            () if is(|cell| {
                cell.starts_with('+') && cell.chars().filter(char::is_ascii_digit).count() >= 7
            }) =>
            {
                "phone"
            }
            () if is(|cell| {
                !cell.contains(' ') && cell.contains('.') && cell.chars().any(char::is_alphabetic)
            }) =>
            {
                if fields.contains(&"domain") {
                    "domain"
                } else {
                    "company_domain"
                }
            }
            () => return None,
        };
        fields.iter().find(|field| **field == guess).copied()
    }

    /// The items of a job. `columns` has the field of each column; the row's number is its reference.
    pub(crate) fn items(&self, columns: &[String]) -> Vec<Value> {
        let item = |(number, row): (usize, &Vec<String>)| {
            let mut item = Map::new();
            item.insert("ref".to_owned(), (number + 1).to_string().into());
            for (field, cell) in
                columns.iter().zip(row).filter(|(field, cell)| !field.is_empty() && !cell.is_empty())
            {
                item.insert(field.clone(), cell.as_str().into());
            }
            Value::Object(item)
        };
        let items = self.rows.iter().take(ROWS_MAX).enumerate().map(item);
        // A row with a reference alone asks for nothing.
        items.filter(|item| item.as_object().is_some_and(|members| members.len() > 1)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_very_many_columns_is_not_read() {
        let of = |columns: usize| {
            Sheet::read(&format!("{}\n{}\n", vec!["a"; columns].join(","), vec!["x"; columns].join(",")))
        };
        assert!(of(COLUMNS_MAX).is_some());
        assert!(of(COLUMNS_MAX + 1).is_none() && of(100_000).is_none());
    }

    #[test]
    fn columns_are_guessed_by_heading_and_by_value() {
        let sheet =
            Sheet::read("Full Name;Org;Contact address;Notes\nGrace Allen;Sylenmo;grace@sylenmo.example;x\n")
                .unwrap();
        let fields = KINDS[0].2;
        let guesses: Vec<_> = (0..4).map(|column| sheet.guess(column, fields)).collect();
        assert_eq!(guesses, [Some("fullName"), Some("company_name"), Some("email"), None]);
        let columns = ["fullName", "company_name", "email", ""].map(str::to_owned);
        let items = sheet.items(&columns);
        assert_eq!(items[0]["email"], "grace@sylenmo.example");
        assert_eq!(items[0]["ref"], "1");
    }
}
