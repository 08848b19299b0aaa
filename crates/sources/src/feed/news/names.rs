//! Names of companies and investors in headlines and sentences.

use super::{
    lexicon::{
        ADVERBS, APPOSITIONS, CLAUSE_ENDS, DESCRIPTORS, GENERIC, LEGAL_FORMS, NATIONALITIES, OPENINGS,
        PLACES, POSSESSIVE_NAMES, ROLES, SOFT_THINGS, THINGS, VERBS, WEAK_DESCRIPTORS, is_function_word,
        is_organisation_noun,
    },
    token::{Kind, Token},
};

const NAME_WORDS_MAX: usize = 5;
const INVESTOR_LIMIT: usize = 20;
/// Words at the start of an object among which the noun of a collection stands.
const COLLECTION_WORDS: usize = 4;

/// How a sentence is written, which decides how much its capitals say.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style<'a> {
    /// Every word of the headline has a capital.
    pub(super) is_title_case: bool,
    /// The text below the headline, in which names stand between words in lower case.
    pub(super) lead: &'a str,
}

/// The company that acts, from the words in front of the verb.
pub(super) fn subject(tokens: &[Token], style: Style<'_>) -> Option<String> {
    let mut tokens = tokens;
    while let Some((last, front)) = tokens.split_last()
        && last.is_word()
        && (ADVERBS.has(&last.lower) || last.is_in("has have on of"))
        && !front.is_empty()
    {
        tokens = front;
    }
    // `Orvik said on Tuesday that it has …`: the subject stands before the verb of the report.
    let ends_with_pronoun = tokens.last().is_some_and(|last| {
        last.is_in("it that they which who") || last.lower == "company" && !last.is_high()
    });
    if ends_with_pronoun {
        let is_relative = tokens.last().is_some_and(|last| last.is_in("which who"));
        let at = tokens.iter().rposition(is_report).filter(|_| !is_relative)?;
        return subject(&tokens[..at], style);
    }
    let mut parts: Vec<&[Token]> = tokens.split(|token| token.kind == Kind::Comma).collect();
    let has_trailing_comma = parts.last().is_some_and(|part| part.is_empty());
    parts.retain(|part| !part.is_empty());
    if parts.len() > 1 && parts[0].first().is_some_and(|first| OPENINGS.has(&first.lower)) {
        parts.remove(0);
    }
    // `Acme grows fast, raises $5M` and `Acme moves and raises $5M`: the subject belongs to the first verb.
    let first = *parts.first()?;
    let ends_with_and = parts.last()?.last().is_some_and(|last| last.is_in("and &"));
    let verb = first.iter().skip(1).position(|token| VERBS.has(&token.lower)).map(|at| at + 1);
    if has_trailing_comma || ends_with_and {
        if let Some(verb) = verb {
            return name(&first[..verb], style);
        }
        if ends_with_and {
            return None;
        }
    }
    match parts[..] {
        [only] => name(only, style),
        [first, second, ..] if has_trailing_comma => {
            if is_description(first) && !is_description(second) {
                return name(second, style);
            }
            name(first, style)
        }
        [first, .., last] => {
            let is_apposition = last.first().is_some_and(|word| APPOSITIONS.has(&word.lower));
            if is_apposition { name(first, style) } else { name(last, style) }
        }
        [] => None,
    }
}

fn is_report(token: &Token) -> bool {
    token.is_in(
        "said says announced announces confirmed confirms reported disclosed revealed reveals discloses told",
    )
}

/// Whether the words describe a company without naming it: `Portland Tea Chain`.
fn is_description(words: &[Token]) -> bool {
    let starts_apposition = words.first().is_some_and(|word| APPOSITIONS.has(&word.lower))
        && !words.first().is_some_and(|word| word.lower == "the" && word.is_high() && words.len() == 2);
    let ends_descriptor = words.len() > 1 && words.last().is_some_and(|last| DESCRIPTORS.has(&last.lower));
    starts_apposition || ends_descriptor
}

/// The words that may form the name of what is bought or invested in, and how many tokens they take.
pub(super) fn object(tokens: &[Token], style: Style<'_>) -> Option<(String, usize)> {
    let is_end = |token: &Token| {
        !token.is_word() || CLAUSE_ENDS.has(&token.lower) && (style.is_title_case || !token.is_high())
    };
    // An article after a name begins its description: `Unica Corp a maker of …`.
    let is_article =
        |at: usize| at > 0 && tokens[at].is_word() && matches!(tokens[at].text.as_str(), "a" | "an");
    let end = (0..tokens.len()).find(|at| is_end(&tokens[*at]) || is_article(*at)).unwrap_or(tokens.len());
    let phrase = &tokens[..end];
    if is_collection(tokens) {
        return None;
    }
    if let Some(found) = name_of_object(phrase, style) {
        return Some((found, end));
    }
    // `acquires tea chain, Green Kettle, for …`
    let rest =
        tokens.get(end + 1..).filter(|_| tokens.get(end).is_some_and(|next| next.kind == Kind::Comma))?;
    if !is_description(phrase) {
        return None;
    }
    let length = rest.iter().position(is_end).unwrap_or(rest.len());
    Some((name_of_object(&rest[..length], style)?, end + 1 + length))
}

/// Whether the words name several things: `Portfolio of 12 Apartment Communities`.
fn is_collection(tokens: &[Token]) -> bool {
    let noun = tokens
        .iter()
        .take(COLLECTION_WORDS)
        .position(|token| token.is_in("portfolio collection package bundle pair trio number"));
    noun.and_then(|at| tokens.get(at + 1)).is_some_and(|next| next.lower == "of")
}

fn name_of_object(phrase: &[Token], style: Style<'_>) -> Option<String> {
    let mut phrase = phrase;
    while let Some((last, front)) = phrase.split_last()
        && ADVERBS.has(&last.lower)
        && !front.is_empty()
    {
        phrase = front;
    }
    // `acquires Moss app`: the noun after the name repeats what the company is.
    if !style.is_title_case
        && let Some((last, front)) = phrase.split_last()
        && !last.is_high()
        && front.last().is_some_and(Token::is_high)
        && last.is_in("startup app platform chain marketplace")
    {
        phrase = front;
    }
    let last = phrase.last()?;
    // `acquires taste for risk`
    let is_written_name = last.text.contains('.') || last.text.contains(|c: char| c.is_ascii_digit());
    if phrase.len() == 1 && !last.is_high() && !is_written_name && !style.is_title_case {
        return None;
    }
    let is_hard = THINGS.has(&last.lower) && !SOFT_THINGS.has(&last.lower);
    if is_hard && !is_known(phrase) || THINGS.has(&last.lower) && !last.is_high() {
        return None;
    }
    name(phrase, style)
}

/// Names that consist of ordinary words.
fn is_known(words: &[Token]) -> bool {
    let is_marked = words.iter().all(Token::is_high);
    let words: Vec<&str> = words.iter().map(|word| word.lower.as_str()).collect();
    is_marked && matches!(words[..], ["target" | "block" | "gap" | "meta"] | ["best", "buy"])
}

/// The name in a phrase such as `Berlin-based fintech startup Moss`; `None` if there is no clear name.
pub(super) fn name(words: &[Token], style: Style<'_>) -> Option<String> {
    let mut words = words;
    while let Some((first, rest)) = words.split_first()
        && (first.is_in("a an its and fellow")
            || ADVERBS.has(&first.lower) && !rest.is_empty() && first.lower != "just")
    {
        words = rest;
    }
    let owner = words.iter().rposition(|word| word.is_possessive() && !POSSESSIVE_NAMES.has(&word.lower));
    if let Some(owner) = owner {
        let rest = &words[owner + 1..];
        let is_form = |word: &Token| is_organisation_noun(&word.lower);
        let is_plain = |word: &Token| {
            GENERIC.has(&word.lower)
                || THINGS.has(&word.lower)
                || DESCRIPTORS.has(&word.lower)
                || is_form(word)
        };
        match () {
            () if rest.is_empty() || rest.iter().all(is_form) || rest[0].is_in("of & and") => {}
            // `Abe's Market` is a name, `Acme's valuation` something of the company.
            () if rest.iter().all(is_plain) && !style.is_title_case && rest.iter().all(Token::is_high) => {}
            () if rest.iter().all(is_plain) => return None,
            () => words = rest,
        }
    }
    let words = if style.is_title_case { words } else { high_run(words)? };
    let words = after_descriptor(words, style);
    let words = first_of_two(words);
    let words = confirmed(words, style);
    if !is_name(words, style) {
        return None;
    }
    let text: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let text = text.join(" ");
    let text = text.trim_matches(['\'', '"', '“', '”', '‘', '’', ':', '.', ',']);
    (text.len() >= 2).then(|| text.to_owned())
}

/// The words with capitals at the end of a phrase in sentence case; a single word in lower case may be a name.
fn high_run(words: &[Token]) -> Option<&[Token]> {
    const JOINING: [&str; 10] = ["of", "and", "&", "the", "de", "van", "von", "for", "la", "du"];
    let last = words.last()?;
    if !last.is_high() {
        let is_plain = DESCRIPTORS.has(&last.lower)
            || THINGS.has(&last.lower)
            || GENERIC.has(&last.lower)
            || VERBS.has(&last.lower)
            || ROLES.has(&last.lower)
            || is_function_word(&last.lower)
            || last.lower.contains('-');
        let stands_alone = match words.len() {
            1 => true,
            length => DESCRIPTORS.has(&words[length - 2].lower),
        };
        return (stands_alone && !is_plain).then(|| &words[words.len() - 1..]);
    }
    let mut start = words.len() - 1;
    // `INTERSCHALT maritime systems AG`: a legal form ends a name whose other words may be in lower case.
    while LEGAL_FORMS.has(&words[start].lower) && start > 0 && !words[start - 1].is_high() {
        let high = (0..start).rev().find(|at| words[*at].is_high() || is_function_word(&words[*at].lower));
        match high.filter(|at| words[*at].is_high()) {
            Some(high) => start = high,
            None => return None,
        }
    }
    while start > 0 {
        let before = &words[start - 1];
        let joins = JOINING.contains(&before.lower.as_str()) && start > 1 && words[start - 2].is_high();
        if before.is_high() {
            start -= 1;
        } else if joins {
            start -= 2;
        } else {
            break;
        }
    }
    let before = start.checked_sub(1).map(|at| &words[at]);
    let is_part = before.is_some_and(|before| {
        before.is_in("of behind by from with for in to at on under than and after when before since if because while until why how")
            || ROLES.has(&before.lower)
            || VERBS.has(&before.lower)
    });
    (!is_part).then(|| &words[start..])
}

fn is_descriptor_ending(lower: &str) -> bool {
    [
        "-based",
        "-backed",
        "-focused",
        "-powered",
        "-owned",
        "-listed",
        "-headquartered",
        "-run",
        "-born",
        "-funded",
        "-led",
        "-founded",
        "-driven",
        "-native",
        "-traded",
        "-parent",
        "-maker",
    ]
    .iter()
    .any(|ending| lower.ends_with(ending))
}

/// The words after those that describe the company.
fn after_descriptor<'a>(words: &'a [Token], style: Style<'_>) -> &'a [Token] {
    let mut words = words;
    let names_nothing = |rest: &[Token]| rest.iter().all(|word| is_organisation_noun(&word.lower));
    let describes = |at: usize| {
        let word = &words[at];
        let rest = &words[at + 1..];
        if is_descriptor_ending(&word.lower) {
            return true;
        }
        let noun = word.lower.rsplit('-').next().unwrap_or_default();
        if !DESCRIPTORS.has(&word.lower) && !DESCRIPTORS.has(noun) && !noun.ends_with("maker")
            || names_nothing(rest)
        {
            return false;
        }
        if rest.first().is_some_and(|next| next.is_in("of & and for")) {
            return false;
        }
        let is_plain_kind = word.lower.ends_with("tech") || noun.ends_with("maker");
        if at == 0 {
            // A first word may belong to the name: `Builder Homesite`, `Network Optix`.
            return is_plain_kind
                || word.is_in("startup start-up giant unicorn neobank")
                || word.lower == "rival" && !style.is_title_case
                || word.is_in("retailer lender brokerage conglomerate manufacturer operator")
                    && !style.is_title_case;
        }
        if !WEAK_DESCRIPTORS.has(&word.lower) {
            return true;
        }
        let before = &words[at - 1];
        let is_kind = is_plain_kind
            || word.is_in("app site service tool network game rival owner parent insurer publisher miner airline broker")
                && !DESCRIPTORS.has(&before.lower);
        is_kind
            || !word.is_high()
            || !before.is_high()
            || NATIONALITIES.has(&before.lower)
            || GENERIC.has(&before.lower)
            || before.lower.contains('-')
    };
    if let Some(last) = (0..words.len().saturating_sub(1)).rev().find(|at| describes(*at)) {
        words = &words[last + 1..];
    }
    while let [first, rest @ ..] = words
        && !rest.is_empty()
        && NATIONALITIES.has(&first.lower)
        // These begin names more often than they tell the origin.
        && !first.is_in("us uk u.s u.k american british canadian australian european asian african nordic baltic swiss")
    {
        let next = &rest[0].lower;
        let is_part =
            is_organisation_noun(next) || THINGS.has(next) || GENERIC.has(next) || DESCRIPTORS.has(next);
        if is_part || rest[0].text == "&" {
            break;
        }
        words = rest;
    }
    words
}

/// The first of two names that `and` joins, unless both are one name.
fn first_of_two(words: &[Token]) -> &[Token] {
    let Some(at) = words.iter().position(|word| word.lower == "and").filter(|at| *at > 0) else {
        return words;
    };
    let pair = (words[at - 1].lower.as_str(), words.get(at + 1).map_or("", |next| next.lower.as_str()));
    let is_one = matches!(
        pair,
        ("johnson", "johnson")
            | ("procter", "gamble")
            | ("marks", "spencer")
            | ("smith", "wesson" | "nephew")
            | ("ernst", "young")
            | ("bath", "beyond")
            | ("barnes", "noble")
            | ("crate", "barrel")
            | ("abercrombie", "fitch")
    );
    if is_one { words } else { &words[..at] }
}

/// In title case, the longest end of the phrase that the text below uses as a name.
fn confirmed<'a>(words: &'a [Token], style: Style<'_>) -> &'a [Token] {
    if !style.is_title_case || words.len() < 2 || style.lead.is_empty() {
        return words;
    }
    let is_named = |words: &[Token]| {
        let text: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        let text = text.join(" ");
        style.lead.match_indices(&text).any(|(at, _)| {
            let before = style.lead[..at].trim_end();
            let word = before.rsplit(char::is_whitespace).next().unwrap_or_default();
            let is_start = before.is_empty() || before.ends_with(['.', ',', '"', '“', ':', ';', '—']);
            let is_lower = !word.starts_with(char::is_uppercase);
            let after = style.lead[at + text.len()..].chars().next();
            let is_edge = after.is_none_or(|c| !c.is_alphanumeric());
            let is_separate = before.len() < at || at == 0;
            (is_start || is_lower) && is_edge && is_separate
        })
    };
    (0..words.len())
        .map(|start| &words[start..])
        .find(|end| is_named(end) && !end.iter().all(|word| is_organisation_noun(&word.lower)))
        .unwrap_or(words)
}

/// Whether the words look like the name of a company.
fn is_name(words: &[Token], style: Style<'_>) -> bool {
    let Some((first, last)) = words.first().zip(words.last()) else { return false };
    if is_known(words) {
        return true;
    }
    let says_nothing = |word: &Token| {
        let lower = word.lower.as_str();
        GENERIC.has(lower)
            || PLACES.has(lower)
            || NATIONALITIES.has(lower)
            || THINGS.has(lower)
            || DESCRIPTORS.has(lower)
            || is_function_word(lower)
            || VERBS.has(lower) && style.is_title_case
            || matches!(lower, "the" | "of" | "and" | "&")
    };
    let has_clause = words.iter().enumerate().any(|(at, word)| {
        let lower = word.lower.as_str();
        // `Jos. A. Bank`
        let is_initial = matches!(word.text.as_str(), "A" | "A.") && at > 0 && !style.is_title_case;
        is_function_word(lower) && !is_initial
            || at > 0
                && VERBS.has(lower)
                && !is_organisation_noun(lower)
                && word.text != word.text.to_uppercase()
    });
    let phrase: Vec<&str> = words.iter().map(|word| word.lower.as_str()).collect();
    // In sentence case, capitals make a name of ordinary words: `Internet Brands`.
    let is_marked = !style.is_title_case && words.len() > 1 && words[1..].iter().all(Token::is_high);
    (1..=NAME_WORDS_MAX).contains(&words.len())
        && words.iter().all(Token::is_word)
        && words.iter().any(|word| word.text.chars().any(char::is_alphabetic))
        && !has_clause
        && (is_marked || !words.iter().all(says_nothing))
        && !(words.len() > 1
            && last.is_in("challenge appeal festival livestream team brothers sisters duo trio pair"))
        && !words.iter().any(|word| ROLES.has(&word.lower))
        && !PLACES.has(&phrase.join(" "))
        && !matches!(phrase[..], ["red", "cross"] | ["united", "way"] | ["salvation", "army"])
        && !first.text.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '.' | '%' | '-'))
        && !words.iter().any(|word| word.text.contains(['%', ',']))
        && !last.is_in("of and & the for")
        && !first.is_in("of & for up on")
}

/// The investors that a sentence names.
pub(super) fn investors(text: &str) -> Vec<String> {
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
    let lower = clause.to_ascii_lowercase();
    let end = ENDS.iter().filter_map(|end| lower.find(end)).min().unwrap_or(clause.len());
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
