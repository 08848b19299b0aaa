//! A table from a file, and which column is which field.

use serde_json::{Map, Value};
use server::{Table, TableLimits};

/// Rows of a job.
pub(crate) const ROWS_MAX: usize = 500;
/// Columns of a table: each is drawn with its samples and a choice of fields.
pub(crate) const COLUMNS_MAX: usize = 200;
/// How much of a file is read. The form with its rows must be no larger than one that is read.
pub(crate) const LIMITS: TableLimits = TableLimits {
    rows: ROWS_MAX,
    columns: COLUMNS_MAX,
    bytes: 3 << 19,
    heading: HEADING_CHARACTERS_MAX,
    cell: CELL_CHARACTERS_MAX,
    unpacked: 32 << 20,
};
/// Characters of a heading and of a cell that the API takes as a caller's own.
const HEADING_CHARACTERS_MAX: usize = 200;
const CELL_CHARACTERS_MAX: usize = 10_000;
/// Members of an item that ask nothing: its reference and the person's own row.
const OWN: [&str; 2] = ["ref", "row"];
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
    ("bulk_find_phone", "Find mobiles", &["firstName", "lastName", SPLIT_NAME, "domain", "company_name"]),
    ("bulk_reverse_email", "Who has an email", &["email"]),
    ("bulk_reverse_phone", "Who has a phone", &["phone"]),
];

/// The column of full names in a job whose items take given and family name only.
const SPLIT_NAME: &str = "full name";

/// Words of a heading that mean a field, the more exact first.
const WORDS: [(&str, &[&str]); 12] = [
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
    ("fullName", FULL_NAME),
    (SPLIT_NAME, FULL_NAME),
    ("country", &["country", "countrycode"]),
    ("domain", &["domain", "website", "site", "companydomain", "url"]),
    ("name", &["name", "company", "companyname", "org", "account"]),
];

const FULL_NAME: &[&str] = &["fullname", "name", "contact", "contactname", "person"];

/// A table whose columns are used as fields.
pub(crate) struct Sheet(pub(crate) Table);

impl Sheet {
    fn cells(&self, column: usize) -> impl Iterator<Item = &str> {
        self.0
            .rows
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
            self.0.columns.get(column)?.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
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

    /// The items of a job, one for each row. `columns` has the field of each column; the row's number is its reference, and the
    /// whole row is given back with what is found.
    pub(crate) fn items(&self, columns: &[String]) -> Vec<Value> {
        let item = |(number, row): (usize, &Vec<String>)| {
            let mut item = Map::new();
            item.insert("ref".to_owned(), (number + 1).to_string().into());
            for (field, cell) in
                columns.iter().zip(row).filter(|(field, cell)| !field.is_empty() && !cell.is_empty())
            {
                match (field.as_str(), server::split_name(cell)) {
                    (SPLIT_NAME, Some((first, last))) => {
                        item.insert("firstName".to_owned(), plain(&first).into());
                        item.insert("lastName".to_owned(), plain(&last).into());
                    }
                    // Half of a name asks nothing.
                    (SPLIT_NAME, None) => {}
                    _ => drop(item.insert(field.clone(), plain(cell).into())),
                }
            }
            let own = self.0.columns.iter().zip(row).map(|(name, cell)| (name.clone(), plain(cell).into()));
            item.insert("row".to_owned(), Value::Object(own.collect()));
            Value::Object(item)
        };
        self.0.rows.iter().enumerate().map(item).collect()
    }
}

/// A cell without control characters, which the API refuses with the whole job.
fn plain(cell: &str) -> String {
    let is_text = |letter: &char| !letter.is_control() || matches!(letter, '\t' | '\n' | '\r');
    cell.chars().filter(is_text).collect()
}

/// Whether an item asks for something.
pub(crate) fn asks(item: &Value) -> bool {
    item.as_object().is_some_and(|members| members.keys().any(|name| !OWN.contains(&name.as_str())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_guessed_by_heading_and_by_value() {
        let text = "Full Name;Org;Contact address;Notes\nGrace Allen;Sylenmo;grace@sylenmo.example;x\n;;;y\n";
        let sheet = Sheet(Table::read(text.as_bytes().to_vec(), LIMITS).unwrap());
        let fields = KINDS[0].2;
        let guesses: Vec<_> = (0..4).map(|column| sheet.guess(column, fields)).collect();
        assert_eq!(guesses, [Some("fullName"), Some("company_name"), Some("email"), None]);
        let columns = ["fullName", "company_name", "email", ""].map(str::to_owned);
        let items = sheet.items(&columns);
        assert_eq!(items[0]["email"], "grace@sylenmo.example");
        assert_eq!((&items[0]["ref"], &items[1]["ref"]), (&"1".into(), &"2".into()));
        assert_eq!(items[1]["row"]["Notes"], "y", "a row that asks nothing is given back, too");
        assert!(asks(&items[0]) && !asks(&items[1]));
    }

    #[test]
    fn full_names_are_split_where_mobiles_are_found() {
        let text = "Full Name,Website\nGrace Allen,sylenmo.example\nCher,sylenmo.example\n";
        let sheet = Sheet(Table::read(text.as_bytes().to_vec(), LIMITS).unwrap());
        let (_, _, fields) = KINDS.into_iter().find(|(endpoint, ..)| *endpoint == "bulk_find_phone").unwrap();
        let guesses: Vec<_> = (0..2).map(|column| sheet.guess(column, fields)).collect();
        assert_eq!(guesses, [Some(SPLIT_NAME), Some("domain")]);
        let columns: Vec<String> = guesses.iter().flatten().map(|field| (*field).to_owned()).collect();
        let items = sheet.items(&columns);
        assert_eq!((&items[0]["firstName"], &items[0]["lastName"]), (&"Grace".into(), &"Allen".into()));
        assert!(items[1].get("firstName").is_none() && items[0].get("full name").is_none());
    }
}
