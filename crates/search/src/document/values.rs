//! Short texts of many fields in one piece: a record has about ninety, and an allocation for each would cost more
//! than the rest of indexing it.

/// Stands between the values of a field, never within one.
pub(crate) const SEPARATOR: char = '\u{1f}';

/// The longest value; a longer one is no name of anything.
const VALUE_BYTES_MAX: usize = 200;

/// Values of a record and their bytes, mostly.
const USUAL_VALUES: usize = 32;
const USUAL_BYTES: usize = 512;

/// Values as they come.
#[derive(Debug, Clone)]
pub(super) struct Loose<F> {
    text: String,
    spans: Vec<(F, usize, usize)>,
}

/// Values, those of one field side by side.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Values<F> {
    text: String,
    groups: Vec<(F, usize, usize)>,
}

impl<F> Default for Loose<F> {
    fn default() -> Self {
        Self { text: String::with_capacity(USUAL_BYTES), spans: Vec::with_capacity(USUAL_VALUES) }
    }
}

impl<F> Default for Values<F> {
    fn default() -> Self {
        Self { text: String::new(), groups: Vec::new() }
    }
}

impl<F: Copy + Ord> Loose<F> {
    /// Adds what is written to the end of the text as one value.
    pub(super) fn write(&mut self, field: F, write: impl FnOnce(&mut String)) {
        let start = self.text.len();
        write(&mut self.text);
        let length = self.text.len() - start;
        let is_parted = || self.text.as_bytes()[start..].contains(&(SEPARATOR as u8));
        if length == 0 || length > VALUE_BYTES_MAX || is_parted() {
            self.text.truncate(start);
        } else {
            self.spans.push((field, start, self.text.len()));
        }
    }

    pub(super) fn push(&mut self, field: F, value: &str) {
        self.write(field, |text| text.push_str(value));
    }

    /// Sorts the values by field.
    pub(super) fn grouped(self) -> Values<F> {
        self.into_groups(|_, _, _| true)
    }

    /// Sorts the values by field, each once, without those that are known already.
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
    /// The values of each field in one text, with a separator between them.
    pub(crate) fn groups(&self) -> impl Iterator<Item = (F, &str)> {
        self.groups.iter().map(|(field, start, end)| (*field, &self.text[*start..*end]))
    }

    /// Every value.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (F, &str)> {
        self.groups().flat_map(|(field, text)| text.split(SEPARATOR).map(move |value| (field, value)))
    }

    /// The values of a field.
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
    fn values_are_found_by_field_whatever_the_order_they_came_in() {
        let mut loose = Loose::default();
        for (field, value) in [(2, "b"), (1, "x"), (2, "a"), (1, "x"), (3, ""), (1, "y\u{1f}z")] {
            loose.push(field, value);
        }
        let all = loose.clone().grouped();
        assert_eq!(all.iter().collect::<Vec<_>>(), [(1, "x"), (1, "x"), (2, "b"), (2, "a")]);
        let known = {
            let mut known = Loose::default();
            known.push(2, "b");
            known.grouped()
        };
        let distinct = loose.distinct(Some(&known));
        assert_eq!(distinct.iter().collect::<Vec<_>>(), [(1, "x"), (2, "a")]);
        assert!(distinct.contains(2, "a") && !distinct.contains(2, "b") && !distinct.contains(3, ""));
    }
}
