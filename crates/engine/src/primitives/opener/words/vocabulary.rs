//! Words, numbers and dates that differ by language and not by sentence.

use records::{Department, PartialDate};

use crate::primitives::opener::facts::{Amount, Unit};

/// Words that differ by language and not by sentence.
pub(super) struct Vocabulary {
    pub(super) months: [&'static str; 12],
    /// Two to twelve.
    pub(super) numbers: [&'static str; 11],
    /// Between thousands, and the fewest digits of a number that has it.
    pub(super) thousands: (char, usize),
    pub(super) decimal: char,
    /// By the English name.
    pub(super) languages: &'static [(&'static str, &'static str)],
    /// By the English name.
    pub(super) cities: &'static [(&'static str, &'static str)],
    /// With their preposition, in the order of [`Department::ALL`].
    pub(super) departments: [&'static str; 24],
}

impl Vocabulary {
    /// Name of the month, if it is known.
    pub(super) fn month(&self, date: PartialDate) -> Option<&'static str> {
        let number = usize::try_from(date.earliest().month()).unwrap_or(1);
        self.months.get(number - 1).copied().filter(|_| date.is_exact_to_month())
    }

    /// Small numbers in letters, as in running text.
    pub(super) fn number(&self, number: u32) -> String {
        let word = usize::try_from(number).ok().and_then(|number| self.numbers.get(number.checked_sub(2)?));
        word.map_or_else(|| self.digits(i64::from(number)), |word| (*word).to_owned())
    }

    pub(super) fn digits(&self, number: i64) -> String {
        let digits = number.to_string();
        let (mark, fewest) = self.thousands;
        if digits.len() < fewest {
            return digits;
        }
        let mut written = String::new();
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                written.push(mark);
            }
            written.push(digit);
        }
        written
    }

    /// An amount in its unit, with at most one decimal.
    pub(super) fn amount(&self, amount: &Amount<'_>) -> String {
        match (amount.tenths / 10, amount.tenths % 10) {
            (whole, 0) => self.digits(whole),
            (whole, _) if amount.unit == Unit::One => self.digits(whole),
            (whole, tenth) => format!("{}{}{tenth}", self.digits(whole), self.decimal),
        }
    }

    pub(super) fn language<'a>(&self, english: &'a str) -> &'a str {
        known(self.languages, english)
    }

    pub(super) fn city<'a>(&self, english: &'a str) -> &'a str {
        known(self.cities, english)
    }

    pub(super) fn department(&self, department: Department) -> &'static str {
        let at = Department::ALL.iter().position(|known| *known == department);
        at.and_then(|at| self.departments.get(at)).copied().unwrap_or_default()
    }
}

/// The word of a table, or the word itself where the table has none.
fn known<'a>(table: &[(&'static str, &'static str)], english: &'a str) -> &'a str {
    table.iter().find(|(name, _)| *name == english).map_or(english, |(_, own)| own)
}

/// `one`, `one and two`, `one, two and three`.
pub(super) fn listed(names: &[&str], and: &str) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} {and} {last}", first.join(", ")),
    }
}

/// A part of a sentence that may be missing.
pub(super) fn part<T>(value: Option<T>, write: impl FnOnce(T) -> String) -> String {
    value.map(write).unwrap_or_default()
}
