//! What first lines say, without words: worked out once, and told in each language.

use records::{Department, Money, PartialDate};

/// A length of time as people tell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Span {
    /// Below a year.
    Months(u32),
    /// A year and a half.
    YearAndHalf,
    /// Whole years, within a month.
    Years(u32),
    /// Some months more than so many years.
    OverYears(u32),
    /// A month or two less than so many years.
    NearlyYears(u32),
}

impl Span {
    /// The span of so many months; none below one.
    pub(super) fn of(months: u32) -> Option<Self> {
        Some(match (months / 12, months % 12) {
            (0, 0) => return None,
            (0, rest @ 1..=10) => Self::Months(rest),
            (1, 5..=7) => Self::YearAndHalf,
            (years, 0 | 1) => Self::Years(years),
            (years, 2..10) => Self::OverYears(years),
            (years, _) => Self::NearlyYears(years + 1),
        })
    }
}

/// An amount as people tell it: tenths of a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Amount<'a> {
    pub(super) tenths: i64,
    pub(super) unit: Unit,
    pub(super) currency: &'a str,
}

/// What an amount is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    One,
    Million,
    Billion,
}

impl<'a> Amount<'a> {
    /// The amount, rounded to a tenth of a million or billion.
    pub(super) fn of(money: &'a Money) -> Option<Self> {
        let in_tenths_of =
            |unit: i64| money.amount / unit * 10 + (money.amount % unit * 10 + unit / 2) / unit;
        let (tenths, unit) = match money.amount {
            ..1 => return None,
            // What rounds up to a thousand million is told as a billion.
            999_950_000.. => (in_tenths_of(1_000_000_000), Unit::Billion),
            1_000_000.. => (in_tenths_of(1_000_000), Unit::Million),
            small => (small * 10, Unit::One),
        };
        Some(Self { tenths, unit, currency: &money.currency })
    }
}

/// The kind of a funding round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Round {
    Series(char),
    PreSeed,
    Seed,
    Angel,
    Grant,
    Debt,
    Listing,
    Other,
}

impl Round {
    pub(super) fn of(word: &str) -> Self {
        let mut series = word.strip_prefix("series_").unwrap_or_default().chars();
        match (word, series.next(), series.next()) {
            (_, Some(letter), None) if letter.is_ascii_alphabetic() => {
                Self::Series(letter.to_ascii_uppercase())
            }
            ("pre_seed", ..) => Self::PreSeed,
            ("seed", ..) => Self::Seed,
            ("angel", ..) => Self::Angel,
            ("grant", ..) => Self::Grant,
            ("debt" | "debt_financing" | "loan", ..) => Self::Debt,
            ("ipo", ..) => Self::Listing,
            _ => Self::Other,
        }
    }
}

/// How a person came to a company.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrival {
    /// For the first time.
    First,
    /// Again, after so long elsewhere where that is known.
    Back(Option<Span>),
}

/// The company left for a new one, and how long the stay there was where that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Left<'a> {
    pub(super) company: &'a str,
    pub(super) span: Option<Span>,
}

/// How long something has lasted: a span where the month is known, else the year it began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lasting {
    For(Span),
    Since(PartialDate),
}

/// One thing that a first line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fact<'a> {
    /// A new employer.
    Joined {
        company: Option<&'a str>,
        title: Option<&'a str>,
        when: Option<PartialDate>,
        arrival: Arrival,
        left: Option<Left<'a>>,
    },
    /// A new role of which it is not known whether the employer is new.
    NewRole { company: Option<&'a str>, title: Option<&'a str>, when: Option<PartialDate> },
    /// A higher role at the same employer.
    Promoted { company: &'a str, from: &'a str, to: &'a str, when: Option<PartialDate> },
    /// The present stay.
    Tenure { company: &'a str, lasting: Lasting, arrival: Arrival, formerly: Option<&'a str> },
    /// Several promotions within the present stay.
    Rose { company: &'a str, from: &'a str, to: &'a str },
    /// The last position before the present stay.
    Before { company: &'a str, arrival: Arrival, title: &'a str, earlier: &'a str },
    /// A position held beside the present one.
    Beside { title: &'a str, company: &'a str },
    /// A position of which it is not known whether it has ended.
    Experience { title: &'a str, company: &'a str },
    /// The last position of a person without a present one.
    Until { title: &'a str, company: &'a str, until: PartialDate },
    /// Money raised.
    Raised {
        company: &'a str,
        round: Round,
        amount: Option<Amount<'a>>,
        from: Vec<&'a str>,
        when: PartialDate,
    },
    /// A company bought.
    Bought { company: &'a str, bought: &'a str, when: PartialDate },
    /// Open positions, and the department with most of them.
    Openings { company: &'a str, count: u32, most: Option<(Department, u32)> },
    /// A school attended.
    Studied { school: &'a str, field: Option<&'a str> },
    /// A certification held.
    Certified { certification: &'a str },
    /// Skills of the profile.
    Skills { skills: Vec<&'a str> },
    /// Languages spoken, by their English names.
    Speaks { languages: Vec<&'a str> },
    /// Technologies in use.
    Uses { company: &'a str, technologies: Vec<&'a str> },
    /// Employees.
    Size { company: &'a str, people: u32 },
    /// Year of foundation.
    Founded { company: &'a str, year: i16 },
    /// Where the person is, and the headquarters.
    Place { city: &'a str, headquarters: Option<(&'a str, &'a str)> },
}

/// A fact with the field it is made from.
pub(super) struct Told<'a> {
    pub(super) field: String,
    pub(super) value: String,
    pub(super) fact: Fact<'a>,
}

/// A fact, the field it is made from, and the field's value.
pub(super) fn told(field: impl ToString, value: impl ToString, fact: Fact<'_>) -> Told<'_> {
    Told { field: field.to_string(), value: value.to_string(), fact }
}
