//! Values of many fields in one string. A record has about ninety, and an allocation for each would cost more than the
//! rest of indexing.

/// Separates the values of a field; never part of a value.
pub(crate) const SEPARATOR: char = '\u{1f}';

/// Maximum length of a value; longer ones are dropped, because they are not names.
const VALUE_BYTES_MAX: usize = 200;

/// Initial capacity: number of values of a typical record, and their bytes.
const USUAL_VALUES: usize = 32;
const USUAL_BYTES: usize = 512;

/// Values in the order of insertion.
#[derive(Debug, Clone)]
pub(super) struct ValuesBuilder<F> {
    text: String,
    spans: Vec<(F, usize, usize)>,
}

/// Values grouped by field.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Values<F> {
    text: String,
    groups: Vec<(F, usize, usize)>,
}

impl<F> Default for ValuesBuilder<F> {
    fn default() -> Self {
        Self { text: String::with_capacity(USUAL_BYTES), spans: Vec::with_capacity(USUAL_VALUES) }
    }
}

impl<F> Default for Values<F> {
    fn default() -> Self {
        Self { text: String::new(), groups: Vec::new() }
    }
}

impl<F: Copy + Ord> ValuesBuilder<F> {
    /// Adds the text that `write` appends as one value. Empty, too long and separated values are dropped.
    pub(super) fn write(&mut self, field: F, write: impl FnOnce(&mut String)) {
        let start = self.text.len();
        write(&mut self.text);
        let length = self.text.len() - start;
        let has_separator = || self.text.as_bytes()[start..].contains(&(SEPARATOR as u8));
        if length == 0 || length > VALUE_BYTES_MAX || has_separator() {
            self.text.truncate(start);
        } else {
            self.spans.push((field, start, self.text.len()));
        }
    }

    pub(super) fn push(&mut self, field: F, value: &str) {
        self.write(field, |text| text.push_str(value));
    }

    /// Groups the values by field.
    pub(super) fn grouped(self) -> Values<F> {
        self.into_groups(|_, _, _| true)
    }

    /// Groups the distinct values by field, without those in `known`.
    pub(super) fn distinct(self, known: Option<&Values<F>>) -> Values<F> {
        self.into_groups(|group, field, value| {
            !group.split(SEPARATOR).any(|own| own == value)
                && !known.is_some_and(|known| known.contains(field, value))
        })
    }

    fn into_groups(mut self, keep: impl Fn(&str, F, &str) -> bool) -> Values<F> {
        self.spans.sort_unstable_by_key(|(field, start, _)| (*field, *start));
        let mut text = String::with_capacity(self.text.len() + self.spans.len());
        let mut groups: Vec<(F, usize, usize)> = Vec::new();
        for (field, start, end) in self.spans {
            let value = &self.text[start..end];
            match groups.last_mut().filter(|(last, ..)| *last == field) {
                Some((_, start, end)) if keep(&text[*start..], field, value) => {
                    text.push(SEPARATOR);
                    text.push_str(value);
                    *end = text.len();
                }
                None if keep("", field, value) => {
                    let start = text.len();
                    text.push_str(value);
                    groups.push((field, start, text.len()));
                }
                _ => {}
            }
        }
        Values { text, groups }
    }
}

impl<F: Copy + Ord> Values<F> {
    /// The values of each field as one string with separators.
    pub(crate) fn groups(&self) -> impl Iterator<Item = (F, &str)> {
        self.groups.iter().map(|(field, start, end)| (*field, &self.text[*start..*end]))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (F, &str)> {
        self.groups().flat_map(|(field, text)| text.split(SEPARATOR).map(move |value| (field, value)))
    }

    pub(crate) fn of(&self, field: F) -> impl Iterator<Item = &str> {
        let group = self.groups.binary_search_by_key(&field, |(known, ..)| *known).ok();
        let text = group.map(|at| &self.text[self.groups[at].1..self.groups[at].2]);
        text.into_iter().flat_map(|text| text.split(SEPARATOR))
    }

    pub(crate) fn contains(&self, field: F, value: &str) -> bool {
        self.of(field).any(|own| own == value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_grouped_by_field_in_any_insertion_order() {
        let mut builder = ValuesBuilder::default();
        for (field, value) in [(2, "b"), (1, "x"), (2, "a"), (1, "x"), (3, ""), (1, "y\u{1f}z")] {
            builder.push(field, value);
        }
        let all = builder.clone().grouped();
        assert_eq!(all.iter().collect::<Vec<_>>(), [(1, "x"), (1, "x"), (2, "b"), (2, "a")]);
        let known = {
            let mut known = ValuesBuilder::default();
            known.push(2, "b");
            known.grouped()
        };
        let distinct = builder.distinct(Some(&known));
        assert_eq!(distinct.iter().collect::<Vec<_>>(), [(1, "x"), (2, "a")]);
        assert!(distinct.contains(2, "a") && !distinct.contains(2, "b") && !distinct.contains(3, ""));
    }
}
