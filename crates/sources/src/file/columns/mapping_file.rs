//! The TOML form of a mapping, and its options.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Deserialize;

use crate::file::{DateOrder, MappingError, facts::dates::parse_instant};

/// The TOML structure of a mapping file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(in crate::file) struct MappingFile {
    pub(in crate::file) columns: BTreeMap<String, String>,
    pub(in crate::file) options: OptionsTable,
    pub(in crate::file) constants: BTreeMap<String, String>,
}

/// The `[options]` table as written.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(in crate::file) struct OptionsTable {
    delimiter: Option<String>,
    default_country: Option<String>,
    observed_at: Option<String>,
    list_separator: Option<String>,
    date_order: Option<DateOrder>,
    currency: Option<String>,
    pub(in crate::file) guess: Option<bool>,
}

/// Options that apply to every row of a file.
#[derive(Debug, Clone, Default)]
pub struct ImportOptions {
    /// Delimiter between cells.
    pub delimiter: Option<u8>,
    /// Country of phone numbers without a country code, if the row has no country.
    pub default_country: Option<&'static str>,
    /// Observation time of the facts, if the row has none.
    pub observed_at: Option<Timestamp>,
    /// Separator between the items of a list in a cell.
    pub list_separator: Option<char>,
    /// Order of day and month in `3/9/2024`.
    pub date_order: Option<DateOrder>,
    /// Currency of amounts without one, ISO 4217.
    pub currency: Option<String>,
}

impl OptionsTable {
    /// The options, or what is wrong with the first that is not valid.
    pub(in crate::file) fn check(self) -> Result<ImportOptions, MappingError> {
        let wrong = |option, message: &str| MappingError::Option { option, message: message.to_owned() };
        let one_character = |text: &str| {
            let mut characters = text.chars();
            characters.next().filter(|_| characters.next().is_none())
        };
        let delimiter = match self.delimiter.as_deref().map(|text| (text, one_character(text))) {
            None => None,
            Some(("tab", _)) => Some(b'\t'),
            Some((_, Some(c))) if c.is_ascii() && !matches!(c, '"' | '\n' | '\r') => Some(c as u8),
            Some(_) => {
                return Err(wrong("delimiter", "write one character such as \",\" or \";\", or \"tab\""));
            }
        };
        let list_separator = match self.list_separator.as_deref() {
            None => None,
            Some(text) => {
                Some(one_character(text).ok_or_else(|| wrong("list_separator", "write one character"))?)
            }
        };
        let default_country = match self.default_country.as_deref() {
            None => None,
            Some(text) => Some(
                records::place::country_code(text)
                    .ok_or_else(|| wrong("default_country", "write an ISO 3166 code such as \"DE\""))?,
            ),
        };
        let observed_at = match self.observed_at.as_deref() {
            None => None,
            Some(text) => Some(
                parse_instant(text, self.date_order)
                    .ok_or_else(|| wrong("observed_at", "write a date or time such as \"2024-03-01\""))?,
            ),
        };
        let is_code = |code: &String| code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase());
        if self.currency.as_ref().is_some_and(|code| !is_code(code)) {
            return Err(wrong("currency", "write an ISO 4217 code such as \"EUR\""));
        }
        let (date_order, currency) = (self.date_order, self.currency);
        Ok(ImportOptions { delimiter, default_country, observed_at, list_separator, date_order, currency })
    }
}
