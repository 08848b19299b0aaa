//! Amounts of money in news: `$12.5M`, `€3 million`, `USD 5m`, `10 million euros`.

use records::Money;

const SIGNS: [(&str, &str); 16] = [
    ("us$", "USD"),
    ("a$", "AUD"),
    ("au$", "AUD"),
    ("c$", "CAD"),
    ("ca$", "CAD"),
    ("s$", "SGD"),
    ("hk$", "HKD"),
    ("nz$", "NZD"),
    ("r$", "BRL"),
    ("$", "USD"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("¥", "JPY"),
    ("₹", "INR"),
    ("₩", "KRW"),
    ("₪", "ILS"),
];
const CODES: [(&str, &str); 22] = [
    ("usd", "USD"),
    ("eur", "EUR"),
    ("gbp", "GBP"),
    ("chf", "CHF"),
    ("sek", "SEK"),
    ("nok", "NOK"),
    ("dkk", "DKK"),
    ("aud", "AUD"),
    ("cad", "CAD"),
    ("sgd", "SGD"),
    ("inr", "INR"),
    ("jpy", "JPY"),
    ("pln", "PLN"),
    ("euros", "EUR"),
    ("euro", "EUR"),
    ("dollars", "USD"),
    ("pounds", "GBP"),
    ("rs", "INR"),
    ("rupees", "INR"),
    ("yen", "JPY"),
    ("kronor", "SEK"),
    ("brl", "BRL"),
];
/// Larger amounts are parse errors.
const AMOUNT_LIMIT: f64 = 1e12;

/// The first amount with a currency in a text.
pub(crate) fn amount(text: &str) -> Option<Money> {
    first_amount(text).map(|(money, _)| money)
}

/// The text after the first amount; the whole text if there is none.
pub(crate) fn after_amount(text: &str) -> &str {
    first_amount(text).map_or(text, |(_, end)| text.get(end..).unwrap_or_default())
}

/// The first amount and its end position.
fn first_amount(text: &str) -> Option<(Money, usize)> {
    let lower = text.to_ascii_lowercase();
    let mut from = 0;
    while let Some(start) = lower[from..].find(|c: char| c.is_ascii_digit()).map(|at| from + at) {
        let digits = lower[start..].find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',')));
        let end = digits.map_or(lower.len(), |length| start + length);
        let number = number(lower[start..end].trim_end_matches(['.', ',']));
        let (factor, unit_end) = factor(&lower, end);
        let before = lower[..start].trim_end();
        let currency = SIGNS
            .iter()
            .find(|(sign, _)| before.ends_with(sign))
            .or_else(|| CODES.iter().find(|(code, _)| ends_with_word(before, code)));
        let (currency, end) = match currency {
            Some((_, currency)) => (Some(*currency), unit_end),
            None => currency_after(&lower, unit_end),
        };
        if let Some((number, currency)) = number.zip(currency) {
            let amount = number * factor;
            // A small amount is the price of something else.
            if (1_000.0..AMOUNT_LIMIT).contains(&amount) {
                return Some((Money { amount: amount.round() as i64, currency: currency.to_owned() }, end));
            }
        }
        from = end.max(start + 1);
    }
    None
}

/// Parses `1,250,000`, `12.5` and `12,5`.
fn number(text: &str) -> Option<f64> {
    let is_grouped =
        text.split(',').skip(1).all(|group| group.split('.').next().is_some_and(|g| g.len() == 3));
    if text.contains(',') && is_grouped {
        return text.replace(',', "").parse().ok();
    }
    text.replace(',', ".").parse().ok()
}

/// The factor of the unit after a number, and its end position.
fn factor(lower: &str, at: usize) -> (f64, usize) {
    const UNITS: [(&str, f64); 16] = [
        ("thousand", 1e3),
        ("million", 1e6),
        ("billion", 1e9),
        ("millionen", 1e6),
        ("mio", 1e6),
        ("mrd", 1e9),
        ("mln", 1e6),
        ("bln", 1e9),
        ("crore", 1e7),
        ("lakh", 1e5),
        ("mn", 1e6),
        ("mm", 1e6),
        ("bn", 1e9),
        ("k", 1e3),
        ("m", 1e6),
        ("b", 1e9),
    ];
    let rest = &lower[at..];
    let trimmed = rest.trim_start_matches([' ', '-', '\u{a0}']);
    let skipped = rest.len() - trimmed.len();
    let word: String = trimmed.chars().take_while(char::is_ascii_alphabetic).collect();
    let unit = UNITS.iter().find(|(unit, _)| *unit == word);
    unit.map_or((1.0, at), |(unit, factor)| (*factor, at + skipped + unit.len()))
}

fn currency_after(lower: &str, at: usize) -> (Option<&'static str>, usize) {
    let rest = &lower[at..];
    let trimmed = rest.trim_start_matches([' ', '.', '-']);
    let skipped = rest.len() - trimmed.len();
    if let Some((sign, currency)) = SIGNS.iter().rev().find(|(sign, _)| trimmed.starts_with(sign)) {
        return (Some(*currency), at + skipped + sign.len());
    }
    let word: String = trimmed.chars().take_while(char::is_ascii_alphabetic).collect();
    let code = CODES.iter().find(|(code, _)| *code == word);
    code.map_or((None, at), |(code, currency)| (Some(*currency), at + skipped + code.len()))
}

fn ends_with_word(text: &str, word: &str) -> bool {
    text.trim_end_matches('.').strip_suffix(word).is_some_and(|front| !front.ends_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_parsed_in_all_notations() {
        for (text, amount, currency) in [
            ("$12M Series A", 12_000_000, "USD"),
            ("$12.5 million", 12_500_000, "USD"),
            ("€3m", 3_000_000, "EUR"),
            ("£4 million", 4_000_000, "GBP"),
            ("US$5m", 5_000_000, "USD"),
            ("USD 5 million", 5_000_000, "USD"),
            ("10 million euros", 10_000_000, "EUR"),
            ("$1.2B", 1_200_000_000, "USD"),
            ("$1.2bn", 1_200_000_000, "USD"),
            ("$500K", 500_000, "USD"),
            ("$1,250,000", 1_250_000, "USD"),
            ("12,5 Mio. Euro", 12_500_000, "EUR"),
            ("CHF 5 Mio", 5_000_000, "CHF"),
            ("Rs 20 crore", 200_000_000, "INR"),
            ("A$7m", 7_000_000, "AUD"),
            ("a $20-million round", 20_000_000, "USD"),
            ("24 stores and $9M", 9_000_000, "USD"),
        ] {
            let money = Money { amount, currency: currency.to_owned() };
            assert_eq!(super::amount(text), Some(money), "{text}");
        }
        for text in ["12 million users", "$5", "Series A", "", "in 2026", "$", "99%"] {
            assert_eq!(amount(text), None, "{text}");
        }
        assert_eq!(after_amount("$12M Series A"), " Series A");
    }
}
