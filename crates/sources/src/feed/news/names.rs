//! Names of companies and investors in headlines.

const NAME_WORDS_MAX: usize = 5;
const INVESTOR_LIMIT: usize = 20;

/// Words that describe a company in front of its name.
const DESCRIPTORS: [&str; 44] = [
    "startup",
    "start-up",
    "company",
    "firm",
    "platform",
    "maker",
    "provider",
    "unicorn",
    "giant",
    "developer",
    "fintech",
    "healthtech",
    "edtech",
    "insurtech",
    "proptech",
    "biotech",
    "saas",
    "app",
    "rival",
    "competitor",
    "business",
    "group",
    "specialist",
    "scaleup",
    "scale-up",
    "marketplace",
    "agency",
    "vendor",
    "chain",
    "brand",
    "retailer",
    "operator",
    "manufacturer",
    "builder",
    "lender",
    "bank",
    "studio",
    "lab",
    "neobank",
    "exchange",
    "player",
    "pioneer",
    "leader",
    "spinout",
];

/// Labels in front of a headline.
const KICKERS: [&str; 12] = [
    "exclusive",
    "breaking",
    "news",
    "funding",
    "deal",
    "update",
    "scoop",
    "deals",
    "startup news",
    "m&a",
    "report",
    "funding news",
];

/// Words that show that something has not happened yet or is uncertain.
const SPECULATION: [&str; 22] = [
    "in talks",
    "talks to",
    "reportedly",
    "rumor",
    "rumour",
    "may acquire",
    "might",
    "could acquire",
    "could buy",
    "considering",
    "considers",
    "explores",
    "exploring",
    "wants to",
    "plans to raise",
    "seeks to",
    "looking to",
    "eyes ",
    "bids for",
    "bid for",
    "offers to",
    "aims to",
];

/// Whether a headline reports a plan or rumour rather than an event.
pub(crate) fn is_speculation(title: &str) -> bool {
    let lower = title.to_lowercase();
    title.trim_end().ends_with('?')
        || lower.starts_with("how ")
        || lower.starts_with("why ")
        || lower.starts_with("what ")
        || SPECULATION.iter().any(|phrase| lower.contains(phrase))
}

/// The name in a phrase such as `Berlin-based fintech startup Moss`; `None` if there is no clear name.
pub(crate) fn company(phrase: &str) -> Option<String> {
    let phrase = without_kicker(phrase.trim());
    // Text after a comma describes the company.
    let phrase = phrase.split([',', '(', '–', '—', '|']).next().unwrap_or(phrase).trim();
    let words: Vec<&str> = phrase.split_whitespace().collect();
    let last = words.iter().rposition(|word| is_descriptor(word));
    let name = match last {
        // A descriptor at the end is part of the name, as in `Bain Company`.
        Some(last) if last + 1 < words.len() => &words[last + 1..],
        _ => &words[..],
    };
    let name = after_lower_case(name);
    let text = name.join(" ").trim_matches(['\'', '"', '“', '”', '‘', '’', ':', '.']).to_owned();
    let text = text.strip_suffix("'s").or_else(|| text.strip_suffix("’s")).unwrap_or(&text).to_owned();
    let is_name = (1..=NAME_WORDS_MAX).contains(&name.len())
        && text.chars().any(char::is_alphabetic)
        && text.len() >= 2
        && !matches!(
            text.to_lowercase().as_str(),
            "it" | "startup" | "company" | "the" | "we" | "they" | "who"
        );
    is_name.then_some(text)
}

/// The words after the last one in lower case, which does not belong to a name of several words.
fn after_lower_case<'a>(words: &'a [&'a str]) -> &'a [&'a str] {
    const JOINING: [&str; 8] = ["of", "and", "&", "the", "de", "van", "von", "for"];
    let is_lower = |word: &str| word.chars().next().is_some_and(char::is_lowercase);
    // A single word in lower case may be a name.
    if words.len() <= 1 {
        return words;
    }
    let last =
        words.iter().rposition(|word| is_lower(word) && !JOINING.contains(word) && !word.contains('.'));
    match last {
        Some(last) if last + 1 < words.len() => &words[last + 1..],
        Some(_) => &[],
        None => words,
    }
}

fn is_descriptor(word: &str) -> bool {
    let lower = word.to_lowercase();
    DESCRIPTORS.contains(&lower.as_str())
        || lower.ends_with("-based")
        || lower.ends_with("-backed")
        || lower.ends_with("-focused")
        || lower.ends_with("-powered")
        || lower.ends_with("-owned")
}

fn without_kicker(phrase: &str) -> &str {
    match phrase.split_once(':') {
        Some((kicker, rest)) if KICKERS.contains(&kicker.trim().to_lowercase().as_str()) => rest.trim(),
        _ => phrase,
    }
}

/// The investors that a sentence names.
pub(crate) fn investors(text: &str) -> Vec<String> {
    const BEGINNINGS: [&str; 8] = [
        "led by ",
        "co-led by ",
        "participation from ",
        "participation by ",
        "backing from ",
        "investment from ",
        "funding from ",
        "joined by ",
    ];
    let mut found: Vec<String> = Vec::new();
    let lower = text.to_ascii_lowercase();
    let mut places: Vec<usize> = BEGINNINGS
        .iter()
        .flat_map(|start| lower.match_indices(start).map(|(at, _)| at + start.len()))
        .collect();
    places.sort_unstable();
    for place in places {
        let clause = &text[place..];
        for name in names_in(clause) {
            if !found.contains(&name) && found.len() < INVESTOR_LIMIT {
                found.push(name);
            }
        }
    }
    found
}

/// The names in an enumeration, up to its end.
fn names_in(clause: &str) -> Vec<String> {
    const ENDS: [&str; 20] = [
        ". ",
        "; ",
        " with ",
        " to ",
        " at ",
        " as ",
        " which ",
        " who ",
        " that ",
        " in a ",
        " after ",
        " bringing ",
        " valuing ",
        " for ",
        " – ",
        " — ",
        " - ",
        " | ",
        "\n",
        " will ",
    ];
    let end = ENDS.iter().filter_map(|end| clause.find(end)).min().unwrap_or(clause.len());
    let clause = clause[..end].trim().trim_end_matches('.');
    let parts =
        clause.split(", ").flat_map(|part| part.split(" and ")).flat_map(|part| part.split(" alongside "));
    let mut names = Vec::new();
    for part in parts {
        let part = part.trim().trim_start_matches("and ").trim_start_matches("existing investors ");
        let part = part.trim_start_matches("existing investor ").trim_start_matches("investors ");
        let starts_high = part.chars().next().is_some_and(|c| c.is_uppercase() || c.is_ascii_digit());
        let words = part.split_whitespace().count();
        if !starts_high || words > NAME_WORDS_MAX {
            // The first part that is not a name ends the enumeration.
            break;
        }
        names.push(part.to_owned());
    }
    names
}
