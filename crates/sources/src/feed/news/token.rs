//! Splits a headline or sentence into words, amounts and breaks.

use records::Money;

use super::{lexicon::LEGAL_FORMS, money::amounts};

/// Longest remark in brackets that is left out.
const REMARK_LIMIT_BYTES: usize = 80;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    Word,
    Money(Money),
    Comma,
    /// A dash between words, which may stand for a pair of commas.
    Dash,
    /// A colon.
    Colon,
    /// The end of a sentence, or a bar between title and site.
    Stop,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    pub(super) text: String,
    pub(super) lower: String,
    pub(super) kind: Kind,
    /// A quotation mark stands in front of the word.
    pub(super) is_quoted: bool,
}

impl Token {
    fn new(text: &str, kind: Kind) -> Self {
        Self { text: text.to_owned(), lower: text.to_lowercase().replace('’', "'"), kind, is_quoted: false }
    }

    /// Whether the word is one of these, which spaces separate.
    pub(super) fn is_in(&self, words: &str) -> bool {
        words.split(' ').any(|word| word == self.lower)
    }

    pub(super) fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }

    pub(super) fn money(&self) -> Option<&Money> {
        match &self.kind {
            Kind::Money(money) => Some(money),
            _ => None,
        }
    }

    /// Whether the word is written as a name is: with a capital or digit, also inside as in `eBay`.
    pub(super) fn is_high(&self) -> bool {
        let mut chars = self.text.chars();
        chars.next().is_some_and(|c| c.is_uppercase() || c.is_ascii_digit())
            || self.text.chars().skip(1).any(char::is_uppercase) && !self.text.contains('-')
            || matches!(
                self.text.as_str(),
                "&" | "plc" | "oyj" | "asa" | "gmbh" | "ltd" | "inc" | "llc" | "spa"
            )
    }

    pub(super) fn is_possessive(&self) -> bool {
        self.is_word() && (self.lower.ends_with("'s") || self.lower.ends_with("s'"))
    }

    /// The text without the ending of a possessive.
    pub(super) fn owner(&self) -> &str {
        let text = self.text.as_str();
        ["'s", "’s", "'", "’", "'S", "’S"].iter().find_map(|end| text.strip_suffix(end)).unwrap_or(text)
    }
}

/// The tokens of a text. Remarks in brackets are left out.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let text = joined_decimals(&without_remarks(text));
    let mut found = Vec::new();
    let mut from = 0;
    for (range, money) in amounts(&text) {
        words(&text[from..range.start], &mut found);
        let end = text[range.end..].find(|c: char| !matches!(c, '+')).map_or(text.len(), |at| range.end + at);
        found.push(Token::new(&text[range.start..range.end], Kind::Money(money)));
        from = end;
    }
    words(&text[from..], &mut found);
    joined_legal_forms(paired_dashes(without_tickers(found)))
}

/// Joins the number in `EUR20 .4 m`, as newswires that separate all marks write it.
fn joined_decimals(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(" .").or_else(|| rest.find(" ,")) {
        let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let is_number = is_digit(rest[..at].chars().next_back()) && is_digit(rest[at + 2..].chars().next());
        joined.push_str(&rest[..at]);
        joined.push_str(if is_number { &rest[at + 1..at + 2] } else { &rest[at..at + 2] });
        rest = &rest[at + 2..];
    }
    joined.push_str(rest);
    joined
}

/// Leaves out `HEL : ABC1V`.
fn without_tickers(tokens: Vec<Token>) -> Vec<Token> {
    const EXCHANGES: [&str; 17] = [
        "HEL", "NYSE", "NASDAQ", "OMX", "LSE", "TSX", "ASX", "LON", "STO", "OTC", "AMEX", "BSE", "NSE",
        "CPH", "OSL", "ETR", "OTCQB",
    ];
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let is_colon = tokens.get(at + 1).is_some_and(|next| next.kind == Kind::Colon);
        let has_code =
            tokens.get(at + 2).is_some_and(|code| code.is_word() && code.text == code.text.to_uppercase());
        if EXCHANGES.contains(&tokens[at].text.to_uppercase().as_str()) && is_colon && has_code {
            at += 3;
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

fn words(text: &str, found: &mut Vec<Token>) {
    let mut spaced = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '—' | '―' | '|' | '•' | '…' => spaced.extend([' ', c, ' ']),
            '\u{a0}' => spaced.push(' '),
            _ => spaced.push(c),
        }
    }
    let spaced = spaced.replace("--", " — ").replace("...", " … ").replace("(", " ").replace(")", " ");
    let pieces: Vec<&str> = spaced.split_whitespace().collect();
    for (at, piece) in pieces.iter().enumerate() {
        match *piece {
            "-" | "–" | "—" | "―" => {
                found.push(Token::new(piece, Kind::Dash));
                continue;
            }
            "|" | "•" | "…" | "/" | "»" | ">" => {
                found.push(Token::new(piece, Kind::Stop));
                continue;
            }
            _ => {}
        }
        // `Brakov 's` of newswires that separate all marks.
        if matches!(*piece, "'s" | "’s")
            && let Some(owner) = found.last_mut().filter(|last| last.is_word())
        {
            *owner = Token::new(&format!("{}'s", owner.text), Kind::Word);
            continue;
        }
        let is_quote = |c: char| matches!(c, '"' | '“' | '”' | '‘' | '«' | '»' | '[' | ']' | '„' | '`');
        let front = piece.trim_start_matches(|c: char| is_quote(c) || matches!(c, '\'' | '’' | ',' | '-'));
        let core =
            front.trim_end_matches(|c: char| is_quote(c) || matches!(c, '.' | ',' | ':' | ';' | '!' | '?'));
        let core = core.strip_suffix(['\'', '’']).filter(|core| !core.ends_with('s')).unwrap_or(core);
        let tail = &front[core.len().min(front.len())..];
        if !core.is_empty() {
            let is_quoted = piece.starts_with(|c: char| is_quote(c) || matches!(c, '\'' | '’'));
            let mut token = Token { is_quoted, ..Token::new(core, Kind::Word) };
            // The dot of `J. Hilburn` and `St. Teresa` belongs to the name.
            if tail.starts_with('.') && is_abbreviation(core) {
                token.text.push('.');
            }
            found.push(token);
        }
        let next_is_high = pieces.get(at + 1).is_none_or(|next| {
            next.trim_start_matches(is_quote)
                .chars()
                .next()
                .is_some_and(|c| c.is_uppercase() || c.is_ascii_digit())
        });
        if tail.contains(',') || core.is_empty() && piece.starts_with(',') {
            found.push(Token::new(",", Kind::Comma));
        } else if tail.contains(':') {
            found.push(Token::new(":", Kind::Colon));
        } else if tail.contains([';', '?'])
            || tail.contains('.') && next_is_high && !is_abbreviation(core)
            || tail.contains('!') && core.is_empty()
        {
            found.push(Token::new(tail, Kind::Stop));
        }
    }
}

fn is_abbreviation(core: &str) -> bool {
    let lower = core.to_lowercase();
    let is_short_name = lower.len() <= 3
        && core.starts_with(char::is_uppercase)
        && core.chars().skip(1).all(char::is_lowercase)
        && !matches!(core, "It" | "Us");
    lower.chars().count() <= 1
        || is_short_name
        || lower.contains('.')
        || matches!(
            lower.as_str(),
            "inc"
                | "co"
                | "corp"
                | "ltd"
                | "mr"
                | "mrs"
                | "ms"
                | "dr"
                | "st"
                | "vs"
                | "no"
                | "bros"
                | "jan"
                | "feb"
                | "aug"
                | "sept"
                | "sep"
                | "oct"
                | "nov"
                | "dec"
                | "approx"
                | "mio"
                | "rs"
                | "sen"
                | "gov"
                | "rep"
        )
}

/// Leaves out `(NASDAQ: ACM)`, `[Updated]` and the like.
fn without_remarks(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::with_capacity(text.len());
    while let Some(start) = rest.find(['(', '[']) {
        // `401(k)` is a word.
        if rest[..start].ends_with(char::is_alphanumeric) {
            kept.push_str(&rest[..=start]);
            rest = &rest[start + 1..];
            continue;
        }
        let close = if rest[start..].starts_with('(') { ')' } else { ']' };
        let Some(length) = rest[start..].find(close).filter(|length| *length <= REMARK_LIMIT_BYTES) else {
            break;
        };
        kept.push_str(&rest[..start]);
        rest = &rest[start + length + 1..];
    }
    kept.push_str(rest);
    kept
}

/// Replaces a pair of dashes by commas: `Acme – a maker of pens – raises`.
fn paired_dashes(mut tokens: Vec<Token>) -> Vec<Token> {
    let dashes: Vec<usize> =
        (0..tokens.len()).filter(|at| tokens[*at].kind == Kind::Dash && *at > 0).collect();
    if let [first, second] = dashes[..]
        && second > first + 1
        // `Newswire - 25 Feb 2009 - Acme …` is a dateline.
        && !tokens[first + 1..second].iter().any(|token| token.text.starts_with(|c: char| c.is_ascii_digit()))
    {
        for at in [first, second] {
            tokens[at] = Token::new(",", Kind::Comma);
        }
    }
    tokens
}

/// Removes the comma in `Acme, Inc.`.
fn joined_legal_forms(tokens: Vec<Token>) -> Vec<Token> {
    let is_form = |at: usize| {
        tokens.get(at).is_some_and(|next| {
            next.is_word()
                && next.is_high()
                && LEGAL_FORMS.has(&next.lower)
                && next.lower != "company"
                && next.lower != "group"
        })
    };
    let keeps: Vec<bool> =
        (0..tokens.len()).map(|at| tokens[at].kind != Kind::Comma || !is_form(at + 1)).collect();
    let mut keeps = keeps.into_iter();
    let mut tokens = tokens;
    tokens.retain(|_| keeps.next().unwrap_or(true));
    tokens
}
