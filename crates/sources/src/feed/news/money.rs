//! Amounts of money in news: `$12.5M`, `€3 million`, `USD 5m`, `10 million euros`, `$10M-$12M`.

use std::ops::Range;

use records::Money;

const SIGNS: [(&str, &str); 27] = [
    ("us$", "USD"),
    ("au$", "AUD"),
    ("ca$", "CAD"),
    ("cad$", "CAD"),
    ("aud$", "AUD"),
    ("usd$", "USD"),
    ("hk$", "HKD"),
    ("nz$", "NZD"),
    ("nt$", "TWD"),
    ("mx$", "MXN"),
    ("s$", "SGD"),
    ("a$", "AUD"),
    ("c$", "CAD"),
    ("r$", "BRL"),
    ("$", "USD"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("¥", "JPY"),
    ("₹", "INR"),
    ("₩", "KRW"),
    ("₪", "ILS"),
    ("₽", "RUB"),
    ("₺", "TRY"),
    ("₦", "NGN"),
    ("₱", "PHP"),
    ("฿", "THB"),
    ("₫", "VND"),
];
const CODES: [(&str, &str); 64] = [
    ("usd", "USD"),
    ("eur", "EUR"),
    ("gbp", "GBP"),
    ("chf", "CHF"),
    ("sek", "SEK"),
    ("nok", "NOK"),
    ("dkk", "DKK"),
    ("isk", "ISK"),
    ("aud", "AUD"),
    ("cad", "CAD"),
    ("nzd", "NZD"),
    ("sgd", "SGD"),
    ("hkd", "HKD"),
    ("inr", "INR"),
    ("jpy", "JPY"),
    ("cny", "CNY"),
    ("rmb", "CNY"),
    ("yuan", "CNY"),
    ("krw", "KRW"),
    ("pln", "PLN"),
    ("czk", "CZK"),
    ("huf", "HUF"),
    ("ron", "RON"),
    ("ils", "ILS"),
    ("nis", "ILS"),
    ("shekels", "ILS"),
    ("aed", "AED"),
    ("dirhams", "AED"),
    ("sar", "SAR"),
    ("zar", "ZAR"),
    ("rand", "ZAR"),
    ("ngn", "NGN"),
    ("naira", "NGN"),
    ("kes", "KES"),
    ("ksh", "KES"),
    ("brl", "BRL"),
    ("reais", "BRL"),
    ("mxn", "MXN"),
    ("pesos", "MXN"),
    ("try", "TRY"),
    ("lira", "TRY"),
    ("rub", "RUB"),
    ("rubles", "RUB"),
    ("roubles", "RUB"),
    ("idr", "IDR"),
    ("myr", "MYR"),
    ("rm", "MYR"),
    ("thb", "THB"),
    ("baht", "THB"),
    ("php", "PHP"),
    ("euros", "EUR"),
    ("euro", "EUR"),
    ("dollars", "USD"),
    ("dollar", "USD"),
    ("pounds", "GBP"),
    ("francs", "CHF"),
    ("rs", "INR"),
    ("rupees", "INR"),
    ("yen", "JPY"),
    ("won", "KRW"),
    ("kronor", "SEK"),
    ("kroner", "NOK"),
    ("zloty", "PLN"),
    ("bgn", "BGN"),
];
/// Currencies named by two words, of which the last alone is another currency.
const NAMED: [(&str, &str); 10] = [
    ("u.s. dollars", "USD"),
    ("us dollars", "USD"),
    ("canadian dollars", "CAD"),
    ("australian dollars", "AUD"),
    ("singapore dollars", "SGD"),
    ("hong kong dollars", "HKD"),
    ("swiss francs", "CHF"),
    ("swedish kronor", "SEK"),
    ("danish kroner", "DKK"),
    ("danish crowns", "DKK"),
];
/// Larger amounts are parse errors.
const AMOUNT_LIMIT: f64 = 1e12;

/// The first amount with a currency in a text.
#[cfg(test)]
fn amount(text: &str) -> Option<Money> {
    amounts(text).into_iter().next().map(|(_, money)| money)
}

/// The amounts with a currency in a text, and their places. A range counts as one amount, its lower end.
pub(super) fn amounts(text: &str) -> Vec<(Range<usize>, Money)> {
    let lower = text.to_ascii_lowercase();
    let mut found: Vec<(Range<usize>, Money)> = Vec::new();
    let mut from = 0;
    while let Some(start) = lower[from..].find(|c: char| c.is_ascii_digit()).map(|at| from + at) {
        let end = digits_end(&lower, start);
        let Some((range, money)) = amount_at(&lower, start, from) else {
            from = end.max(start + 1);
            continue;
        };
        from = range.end;
        match found.last_mut() {
            // The upper end of a range is left out.
            Some((before, _)) if is_range(&lower[before.end..range.start]) => before.end = range.end,
            _ => found.push((range, money)),
        }
    }
    found
}

fn is_range(between: &str) -> bool {
    matches!(between.trim(), "-" | "–" | "—" | "to") && (between.len() < 4 || between.trim() == "to")
}

fn digits_end(lower: &str, start: usize) -> usize {
    let digits = lower[start..].find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',')));
    let end = digits.map_or(lower.len(), |length| start + length);
    start + lower[start..end].trim_end_matches(['.', ',']).len()
}

/// The amount whose number begins here; its currency is not looked for before `from`.
fn amount_at(lower: &str, start: usize, from: usize) -> Option<(Range<usize>, Money)> {
    // Part of a word, such as `B2B`, or of a number.
    let before = &lower[from..start];
    let is_inside = before.ends_with(|c: char| c.is_alphabetic()) && code_before(before).is_none();
    if is_inside {
        return None;
    }
    let end = digits_end(lower, start);
    let mut number = number(&lower[start..end])?;
    let (mut factor_found, mut unit_end) = factor(lower, end);
    if factor_found == 1.0 {
        // `$10-12M`: the unit after the range holds for both ends.
        if let Some((unit, end)) = factor_of_range(lower, unit_end) {
            (factor_found, unit_end) = (unit, end);
        }
    }
    number *= factor_found;
    let trimmed = before.trim_end();
    let sign = SIGNS.iter().find(|(sign, _)| trimmed.ends_with(sign));
    let (currency, range) = match sign.copied().or_else(|| code_before(trimmed)) {
        Some((sign, currency)) => {
            let at = trimmed.rfind(sign).unwrap_or(trimmed.len());
            // `$5M USD` names the currency again, or more precisely.
            let (after, after_end) = currency_after(lower, unit_end);
            let is_precise = sign == "$" && after.is_some();
            let currency = if is_precise { after.unwrap_or(currency) } else { currency };
            let end = if after == Some(currency) { after_end } else { unit_end };
            (currency, from + at..end)
        }
        None => {
            let (currency, end) = currency_after(lower, unit_end);
            (currency?, start..end)
        }
    };
    // A small amount is the price of something else.
    let is_plausible = (1_000.0..AMOUNT_LIMIT).contains(&number);
    is_plausible.then(|| (range, Money { amount: number.round() as i64, currency: currency.to_owned() }))
}

/// The code of a currency at the end of the text: `EUR 12`, `Rs. 20`, `EUR12`.
fn code_before(text: &str) -> Option<(&'static str, &'static str)> {
    let text = text.trim_end().trim_end_matches('.');
    let is_code = |code: &str| {
        text.strip_suffix(code).is_some_and(|front| !front.ends_with(|c: char| c.is_alphanumeric()))
    };
    CODES.iter().find(|(code, _)| !matches!(*code, "won" | "try" | "php") && is_code(code)).copied()
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
    const UNITS: [(&str, f64); 27] = [
        ("thousand", 1e3),
        ("million", 1e6),
        ("millions", 1e6),
        ("billion", 1e9),
        ("billions", 1e9),
        ("millionen", 1e6),
        ("milliarden", 1e9),
        ("mil", 1e6),
        ("bil", 1e9),
        ("mio", 1e6),
        ("mrd", 1e9),
        ("mln", 1e6),
        ("bln", 1e9),
        ("crore", 1e7),
        ("crores", 1e7),
        ("cr", 1e7),
        ("lakh", 1e5),
        ("lakhs", 1e5),
        ("lac", 1e5),
        ("mn", 1e6),
        ("mm", 1e6),
        ("mi", 1e6),
        ("bn", 1e9),
        ("k", 1e3),
        ("m", 1e6),
        ("b", 1e9),
        ("tn", 1e12),
    ];
    let rest = &lower[at..];
    let trimmed = rest.trim_start_matches([' ', '-', '\u{a0}']);
    let skipped = rest.len() - trimmed.len();
    let word: String = trimmed.chars().take_while(char::is_ascii_alphabetic).collect();
    let unit = UNITS.iter().find(|(unit, _)| *unit == word);
    unit.map_or((1.0, at), |(unit, factor)| {
        let end = at + skipped + unit.len();
        // The dot of an abbreviation, as in `Mio. Euro`.
        let is_short = matches!(*unit, "mio" | "mrd" | "mln" | "bln" | "cr" | "mn" | "bn");
        (*factor, if is_short && lower[end..].starts_with(". ") { end + 1 } else { end })
    })
}

/// The factor after the upper end of a range, if the text goes on with one.
fn factor_of_range(lower: &str, at: usize) -> Option<(f64, usize)> {
    let rest = &lower[at..];
    let upper = ["-", "–", "—", " to ", " - ", " – "].iter().find_map(|mark| rest.strip_prefix(mark))?;
    let upper = upper.trim_start_matches(['$', '€', '£', '₹', '¥']);
    let start = lower.len() - upper.len();
    if !upper.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let (factor, end) = factor(lower, digits_end(lower, start));
    (factor > 1.0).then_some((factor, end))
}

fn currency_after(lower: &str, at: usize) -> (Option<&'static str>, usize) {
    let rest = &lower[at..];
    let trimmed = rest.trim_start_matches([' ', '.', '-', '\u{a0}']);
    let skipped = rest.len() - trimmed.len();
    let is_sign = |sign: &str| sign != "$" && !sign.ends_with('$') && trimmed.starts_with(sign);
    if let Some((sign, currency)) = SIGNS.iter().find(|(sign, _)| is_sign(sign)) {
        return (Some(*currency), at + skipped + sign.len());
    }
    if let Some((name, currency)) = NAMED.iter().find(|(name, _)| trimmed.starts_with(name)) {
        return (Some(*currency), at + skipped + name.len());
    }
    let word: String = trimmed.chars().take_while(char::is_ascii_alphabetic).collect();
    let code = CODES.iter().find(|(code, _)| *code == word && !matches!(*code, "try" | "rs" | "rm"));
    code.map_or((None, at), |(code, currency)| (Some(*currency), at + skipped + code.len()))
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
            ("Rs. 45 lakh", 4_500_000, "INR"),
            ("₹75 Cr", 750_000_000, "INR"),
            ("A$7m", 7_000_000, "AUD"),
            ("a $20-million round", 20_000_000, "USD"),
            ("24 stores and $9M", 9_000_000, "USD"),
            ("EUR12mn", 12_000_000, "EUR"),
            ("EUR 12 mn", 12_000_000, "EUR"),
            ("SEK 140 million", 140_000_000, "SEK"),
            ("¥300 million", 300_000_000, "JPY"),
            ("RMB 200 million", 200_000_000, "CNY"),
            ("30 million Swiss francs", 30_000_000, "CHF"),
            ("C$15 million", 15_000_000, "CAD"),
            ("$15 million CAD", 15_000_000, "CAD"),
            ("$5M USD", 5_000_000, "USD"),
            ("$10M-$12M", 10_000_000, "USD"),
            ("$10-12M", 10_000_000, "USD"),
            ("$10 to $12 million", 10_000_000, "USD"),
            ("€3–4 million", 3_000_000, "EUR"),
            ("100 million kronor", 100_000_000, "SEK"),
        ] {
            let money = Money { amount, currency: currency.to_owned() };
            assert_eq!(super::amount(text), Some(money), "{text}");
            assert_eq!(amounts(text).len(), 1, "{text}");
        }
        for text in
            ["12 million users", "$5", "Series A", "", "in 2026", "$", "99%", "B2B 2000", "won 3000 games"]
        {
            assert_eq!(amount(text), None, "{text}");
        }
        assert_eq!(amounts("$12M Series A")[0].0, 0..4);
        assert_eq!(amounts("raises $100M at $1B valuation").len(), 2);
    }
}
