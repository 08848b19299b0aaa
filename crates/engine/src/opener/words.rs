//! Facts in words.

use records::{Money, PartialDate};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// `March 2026`, or the year alone where no more is known.
pub(super) fn month_words(date: PartialDate) -> String {
    let day = date.earliest();
    let month =
        MONTHS.get(usize::try_from(day.month() - 1).unwrap_or(0)).filter(|_| date.is_exact_to_month());
    month.map_or_else(|| day.year().to_string(), |month| format!("{month} {}", day.year()))
}

/// A stretch of time in whole years, or in months below two years.
pub(super) fn span_words(months: u32) -> String {
    match months {
        0 | 1 => "a month".to_owned(),
        2..12 => format!("{months} months"),
        12..18 => "a year".to_owned(),
        18..24 => "a year and a half".to_owned(),
        _ => format!("{} years", months / 12),
    }
}

/// An amount as people write it: `$12.5 million`.
pub(super) fn money_words(money: &Money) -> String {
    let amount = money.amount;
    let scaled = |unit: i64, name: &str| {
        let tenths = (amount * 10 + unit / 2) / unit;
        match tenths % 10 {
            0 => format!("{} {name}", tenths / 10),
            tenth => format!("{}.{tenth} {name}", tenths / 10),
        }
    };
    let number = match amount {
        1_000_000_000.. => scaled(1_000_000_000, "billion"),
        1_000_000.. => scaled(1_000_000, "million"),
        1_000.. => format!("{},{:03}", amount / 1_000, amount % 1_000),
        _ => amount.to_string(),
    };
    match money.currency.as_str() {
        "USD" => format!("${number}"),
        "EUR" => format!("€{number}"),
        "GBP" => format!("£{number}"),
        other => format!("{other} {number}"),
    }
}

/// How a company came by the money of a round: `raised a Series A of`.
pub(super) fn round_words(round: &str) -> String {
    match round {
        "grant" => "received a grant of".to_owned(),
        "debt" | "debt_financing" | "loan" => "took on debt financing of".to_owned(),
        "ipo" => "went public and raised".to_owned(),
        "pre_seed" => "raised a pre-seed round of".to_owned(),
        "seed" => "raised a seed round of".to_owned(),
        "angel" => "raised an angel round of".to_owned(),
        other => match other.strip_prefix("series_") {
            Some(letter) => format!("raised a Series {} of", letter.to_uppercase()),
            None => "raised".to_owned(),
        },
    }
}

/// A department as it is written in a sentence.
pub(super) fn department_words(word: &str) -> String {
    match word {
        "hr" | "it" => word.to_uppercase(),
        other => other.replace('_', " "),
    }
}

/// `one`, `one and two`, `one, two and three`.
pub(super) fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_as_people_write_them() {
        for (amount, currency, words) in [
            (12_500_000, "USD", "$12.5 million"),
            (12_000_000, "EUR", "€12 million"),
            (999_999, "GBP", "£999,999"),
            (1_250_000_000, "CHF", "CHF 1.3 billion"),
            (40_000, "SEK", "SEK 40,000"),
            (900, "USD", "$900"),
        ] {
            assert_eq!(money_words(&Money { amount, currency: currency.into() }), words);
        }
    }

    #[test]
    fn dates_and_spans_are_as_exact_as_they_are_known() {
        assert_eq!(month_words("2026-03-09".parse().unwrap()), "March 2026");
        assert_eq!(month_words("2019".parse().unwrap()), "2019");
        for (months, words) in
            [(1, "a month"), (7, "7 months"), (13, "a year"), (20, "a year and a half"), (61, "5 years")]
        {
            assert_eq!(span_words(months), words);
        }
    }

    #[test]
    fn lists_end_with_and() {
        let names = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(listed(&names), "a, b and c");
        assert_eq!(listed(&names[..2]), "a and b");
        assert_eq!(listed(&names[..1]), "a");
    }
}
