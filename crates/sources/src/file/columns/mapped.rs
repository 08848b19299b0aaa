//! The values of a row by field, with lists split.

use std::collections::BTreeSet;

use jiff::Timestamp;
use records::PartialDate;

use super::{
    bound::Binding,
    field::{Cardinality, Field},
};
use crate::file::{
    CellValue, DateOrder, FileRow, ImportOptions, Mapping,
    facts::{
        dates::{expand_birth_year, parse_date, parse_instant},
        values::{Band, MAX_LIST_ITEMS, clean, one_line, parse_band, split_list},
    },
    warning::{WarningKind, Warnings},
};

/// A value, with the index of the list item it belongs to.
#[derive(Clone, Copy)]
struct MappedValue<'a> {
    field: Field,
    group: usize,
    text: &'a str,
}

/// The values of a row in the order of its cells, constants last.
pub(in crate::file) struct Mapped<'a> {
    values: Vec<MappedValue<'a>>,
    pub(in crate::file) options: &'a ImportOptions,
}

impl<'a> Mapped<'a> {
    /// Assigns the cells to fields; `bindings` has an entry for every column.
    pub(in crate::file) fn new(
        row: &'a FileRow,
        bindings: &[Vec<Binding>],
        mapping: &'a Mapping,
        warnings: &mut Warnings,
    ) -> Self {
        let mut mapped = Self { values: Vec::with_capacity(row.cells().count()), options: mapping.options() };
        for (column, cell) in row.cells() {
            for binding in bindings.get(column as usize).into_iter().flatten() {
                mapped.add(*binding, cell, warnings);
            }
        }
        for (field, value) in mapping.constants() {
            if mapped.first(*field).is_none() {
                let binding =
                    Binding { field: *field, item: None, group: 0, by: crate::file::MappedBy::Mapping };
                mapped.add(binding, CellValue::Text(value), warnings);
            }
        }
        mapped
    }

    fn add(&mut self, binding: Binding, cell: CellValue<'a>, warnings: &mut Warnings) {
        let Binding { field, item, group, .. } = binding;
        let value = |text| MappedValue { field, group, text };
        let before = self.values.len();
        match (cell, field.cardinality()) {
            (CellValue::Text(text), cardinality @ (Cardinality::Many | Cardinality::ManyByComma)) => {
                let Some(text) = clean(text) else { return };
                let by_comma = cardinality == Cardinality::ManyByComma;
                let items = split_list(text, self.options.list_separator, by_comma);
                self.values.extend(items.into_iter().map(value));
            }
            _ => {
                let wanted =
                    cell.items().enumerate().filter(|(index, _)| item.is_none_or(|item| item == *index));
                self.values.extend(wanted.filter_map(|(_, text)| clean(text)).map(value));
            }
        }
        if self.values.len() - before > MAX_LIST_ITEMS {
            self.values.truncate(before + MAX_LIST_ITEMS);
            let message = format!("only the first {MAX_LIST_ITEMS} items of a list are kept");
            warnings.add(WarningKind::TooManyItems, field.name(), message);
        }
    }

    /// The first value of a field.
    pub(in crate::file) fn first(&self, field: Field) -> Option<&'a str> {
        self.all(field).next()
    }

    /// Every value of a field.
    pub(in crate::file) fn all(&self, field: Field) -> impl Iterator<Item = &'a str> {
        self.values.iter().filter(move |value| value.field == field).map(|value| value.text)
    }

    /// Sub-rows: for each object of a list that has any of these fields, its values.
    pub(in crate::file) fn groups(&self, fields: &[Field]) -> Vec<Self> {
        let of_fields = |value: &&MappedValue<'a>| fields.contains(&value.field);
        let groups: BTreeSet<usize> = self.values.iter().filter(of_fields).map(|value| value.group).collect();
        let of_group = |group: usize| {
            let values = self.values.iter().filter(of_fields).filter(|value| value.group == group);
            Self { values: values.copied().collect(), options: self.options }
        };
        groups.into_iter().map(of_group).collect()
    }

    /// The first value of a field, on one line.
    pub(in crate::file) fn text(&self, field: Field) -> Option<String> {
        self.first(field).map(one_line).filter(|text| !text.is_empty())
    }

    /// All values of a field, each on one line.
    pub(in crate::file) fn texts(&self, field: Field) -> Vec<String> {
        self.all(field).map(one_line).filter(|text| !text.is_empty()).collect()
    }

    /// The first value of a field as a date.
    pub(in crate::file) fn date(&self, field: Field, warnings: &mut Warnings) -> Option<PartialDate> {
        const ADVICE: &str = "not a date; write 2024, 2024-03 or 2024-03-09";
        let date = parse_date(self.first(field)?, self.options.date_order).ok_or(ADVICE);
        warnings.keep(WarningKind::InvalidDate, field.name(), date)
    }

    /// The first value of a field as the digits of a date of birth, year first. A text that is not a date but has that
    /// many digits is kept.
    pub(in crate::file) fn birth_date(&self, field: Field) -> Option<String> {
        const DIGITS: usize = 8;
        let text = expand_birth_year(self.first(field)?);
        // The comparison of people tolerates a swapped day and month.
        let order = self.options.date_order.or(Some(DateOrder::MonthFirst));
        let date = parse_date(&text, order).map(|date| date.to_string());
        let digits: String = date.as_deref().unwrap_or(&text).chars().filter(char::is_ascii_digit).collect();
        (digits.len() == DIGITS).then_some(digits)
    }

    /// The first value of a field as a time.
    pub(in crate::file) fn instant(&self, field: Field, warnings: &mut Warnings) -> Option<Timestamp> {
        const ADVICE: &str = "not a date or time; write 2024-03-09 or 2024-03-09T10:00:00Z";
        let instant = parse_instant(self.first(field)?, self.options.date_order).ok_or(ADVICE);
        warnings.keep(WarningKind::InvalidDate, field.name(), instant)
    }

    /// The first value of a field as a number or range.
    pub(in crate::file) fn band(&self, field: Field, warnings: &mut Warnings) -> Option<Band> {
        const ADVICE: &str = "not a number; write 1234, 11-50 or 10001+";
        warnings.keep(WarningKind::InvalidNumber, field.name(), parse_band(self.first(field)?).ok_or(ADVICE))
    }
}
