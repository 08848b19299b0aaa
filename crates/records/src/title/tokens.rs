//! Splits a title into folded words and the gaps between them.

/// The separator between a word and the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    /// Only blanks or hyphens: both words may belong to one phrase.
    Blank,
    /// A bracket or a spaced dash: a new phrase about the same position.
    Soft,
    /// A comma, slash or bar: possibly another position.
    Hard,
}

/// One word: its range in the folded text and the gap before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) gap: Gap,
}

/// A title as folded words joined by single blanks, so that a phrase is a slice.
#[derive(Debug)]
pub(super) struct Tokens {
    text: String,
    tokens: Vec<Token>,
}

/// Maximum number of words; a headline may be a page long, and its end is not part of the title.
const MAX_TOKENS: usize = 32;

/// Minimum length of an abbreviation that repeats the words before it.
const MIN_INITIALS: usize = 2;

/// Endings that add the other gender to a word: `Leiter/in`, `Ingénieur(e)`.
const GENDER_ENDINGS: &[&str] =
    &["in", "innen", "e", "ne", "a", "o", "as", "os", "r", "n", "trice", "rice", "euse", "se", "ere", "es"];

impl Tokens {
    /// Folds and splits a title.
    pub(super) fn of(title: &str) -> Self {
        let mut builder = Builder::new(title.len());
        let mut rest = title;
        while let Some(character) = rest.chars().next() {
            if builder.tokens.len() >= MAX_TOKENS {
                break;
            }
            if builder.in_word()
                && let Some(skipped) = gender_ending(rest)
            {
                rest = &rest[skipped..];
                continue;
            }
            let after = &rest[character.len_utf8()..];
            builder.push(character, after);
            rest = after;
        }
        builder.close();
        Self { text: builder.text, tokens: builder.tokens }
    }

    pub(super) fn all(&self) -> &[Token] {
        &self.tokens
    }

    /// The folded text from one word to the end of another.
    pub(super) fn phrase(&self, first: usize, last: usize) -> &str {
        &self.text[self.tokens[first].start..self.tokens[last].end]
    }

    /// Whether a word after a bracket has the initials of the words before it: `Chief Executive Officer (CEO)`.
    pub(super) fn abbreviates_previous(&self, at: usize) -> bool {
        let token = self.tokens[at];
        if token.gap != Gap::Soft {
            return false;
        }
        let initials = &self.text.as_bytes()[token.start..token.end];
        (MIN_INITIALS..=at).contains(&initials.len())
            && self.tokens[at - initials.len()..at]
                .iter()
                .zip(initials)
                .all(|(word, initial)| self.text.as_bytes()[word.start] == *initial)
    }
}

/// Length of a gender ending, with its mark, at the start of `rest`, if there is one.
fn gender_ending(rest: &str) -> Option<usize> {
    let mark = rest.chars().next()?;
    if !matches!(mark, '/' | '(' | '*' | ':' | '_' | '·') {
        return None;
    }
    let ending = rest[mark.len_utf8()..].trim_start_matches('-');
    let ending_start = rest.len() - ending.len();
    let letters = ending.find(|c: char| !c.is_alphabetic()).unwrap_or(ending.len());
    let word = &ending[..letters];
    if !GENDER_ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(word)) {
        return None;
    }
    let end = ending_start + letters;
    match mark {
        '(' => rest[end..].starts_with(')').then_some(end + 1),
        _ => (!rest[end..].starts_with(['/', '\''])).then_some(end),
    }
}

struct Builder {
    text: String,
    tokens: Vec<Token>,
    word_start: Option<usize>,
    letters_since_dot: usize,
    gap: Gap,
}

impl Builder {
    fn new(capacity: usize) -> Self {
        Self {
            text: String::with_capacity(capacity + 8),
            tokens: Vec::with_capacity(8),
            word_start: None,
            letters_since_dot: 0,
            gap: Gap::Blank,
        }
    }

    fn in_word(&self) -> bool {
        self.word_start.is_some_and(|start| self.text.len() > start + 1)
    }

    fn push(&mut self, character: char, after: &str) {
        if character.is_ascii() {
            self.push_ascii(character, after);
        } else if is_combining_mark(character) {
            // A decomposed accent belongs to the letter before it.
        } else {
            match character {
                '–' | '—' | '·' | '•' => self.separate(Gap::Soft),
                '|' | '、' | '，' | '／' => self.separate(Gap::Hard),
                '’' | '‘' | '\u{a0}' => self.close(),
                _ => {
                    for folded in any_ascii::any_ascii_char(character).chars() {
                        self.push_ascii(folded, after);
                    }
                }
            }
        }
    }

    fn push_ascii(&mut self, character: char, after: &str) {
        match character {
            'a'..='z' | '0'..='9' => self.letter(character),
            'A'..='Z' => self.letter(character.to_ascii_lowercase()),
            '.' => self.dot(),
            '&' | '+' => self.word("and"),
            '@' => self.word("at"),
            ',' | ';' | '/' | '|' | '\\' | '\n' => self.separate(Gap::Hard),
            '(' | ')' | '[' | ']' | ':' => self.separate(Gap::Soft),
            '-' if self.word_start.is_none() && after.starts_with(' ') => self.separate(Gap::Soft),
            _ => self.close(),
        }
    }

    fn letter(&mut self, letter: char) {
        if self.word_start.is_none() {
            if !self.text.is_empty() {
                self.text.push(' ');
            }
            self.word_start = Some(self.text.len());
            self.letters_since_dot = 0;
        }
        self.text.push(letter);
        self.letters_since_dot += 1;
    }

    /// `C.E.O.` is one word; `Sr.Engineer` is two.
    fn dot(&mut self) {
        if self.letters_since_dot != 1 {
            self.close();
        }
        self.letters_since_dot = 0;
    }

    fn word(&mut self, word: &str) {
        self.close();
        for letter in word.chars() {
            self.letter(letter);
        }
        self.close();
    }

    fn separate(&mut self, gap: Gap) {
        self.close();
        self.gap = self.gap.max(gap);
    }

    fn close(&mut self) {
        if let Some(start) = self.word_start.take() {
            // The tables write the English loan word only in its masculine form.
            if self.text.ends_with("managerin") {
                self.text.truncate(self.text.len() - "in".len());
            }
            self.tokens.push(Token { start, end: self.text.len(), gap: self.gap });
            self.gap = Gap::Blank;
        }
    }
}

fn is_combining_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}')
}
