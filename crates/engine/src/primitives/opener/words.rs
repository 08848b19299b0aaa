//! Formats facts as English text.

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
        1_000.. => u32::try_from(amount).map_or_else(|_| amount.to_string(), counted),
        _ => amount.to_string(),
    };
    match money.currency.as_str() {
        "USD" => format!("${number}"),
        "EUR" => format!("€{number}"),
        "GBP" => format!("£{number}"),
        other => format!("{other} {number}"),
    }
}

/// How a company came by the money of a round: `raised a Series A of €12 million`, or without a sum where none is
/// known.
pub(super) fn round_words(round: &str, money: Option<&str>) -> String {
    let of = |words: &str| match money {
        Some(money) => format!("{words} of {money}"),
        None => words.to_owned(),
    };
    let series = round.strip_prefix("series_").filter(|letter| letter.len() == 1);
    match (round, series) {
        (_, Some(letter)) => of(&format!("raised a Series {}", letter.to_uppercase())),
        ("grant", _) => of("received a grant"),
        ("debt" | "debt_financing" | "loan", _) => of("took on debt financing"),
        ("pre_seed", _) => of("raised a pre-seed round"),
        ("seed", _) => of("raised a seed round"),
        ("angel", _) => of("raised an angel round"),
        ("ipo", _) => {
            money.map_or("went public".to_owned(), |money| format!("went public and raised {money}"))
        }
        _ => format!("raised {}", money.unwrap_or("new funding")),
    }
}

/// A number as people write it: `12,500`.
pub(super) fn counted(number: u32) -> String {
    let digits = number.to_string();
    let mut words = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            words.push(',');
        }
        words.push(digit);
    }
    words
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
    fn a_round_is_written_with_and_without_its_amount() {
        for (round, money, words) in [
            ("series_a", Some("€12 million"), "raised a Series A of €12 million"),
            ("series_a", None, "raised a Series A"),
            ("series_unknown", Some("$2 million"), "raised $2 million"),
            ("seed", None, "raised a seed round"),
            ("ipo", None, "went public"),
            ("grant", Some("$50,000"), "received a grant of $50,000"),
            ("venture", None, "raised new funding"),
        ] {
            assert_eq!(round_words(round, money), words);
        }
    }

    #[test]
    fn large_numbers_have_commas() {
        let written = [7, 950, 1_200, 40_000, 1_000_000].map(counted);
        assert_eq!(written, ["7", "950", "1,200", "40,000", "1,000,000"]);
    }

    #[test]
    fn lists_end_with_and() {
        let names = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(listed(&names), "a, b and c");
        assert_eq!(listed(&names[..2]), "a and b");
        assert_eq!(listed(&names[..1]), "a");
    }
}
