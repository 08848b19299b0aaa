//! Spellings of one part of a name, with the style they follow.

/// Which words of a name are used, and how they are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Style {
    /// The single word of the name.
    Plain,
    /// All words without separator.
    Joined,
    /// All words joined by hyphens.
    Hyphenated,
    /// Only the first word.
    FirstWord,
    /// Only the last word, without particles.
    LastWord,
    /// The initials of all words, such as `jp` for Jean-Pierre.
    Initials,
    /// All words with their apostrophes, such as `o'brien`.
    Apostrophe,
    /// The name after a leading initial, such as `robert` for J. Robert.
    NameInUse,
    /// The nickname given with the name.
    Nickname,
    /// A usual short form of the given name.
    ShortForm,
    /// The formal name behind a short form.
    FormalName,
    /// Another name that tables list as a form of the given name.
    OtherName,
}

impl Style {
    /// All styles, in the order of their numbers.
    pub(crate) const ALL: [Self; 12] = [
        Self::Plain,
        Self::Joined,
        Self::Hyphenated,
        Self::FirstWord,
        Self::LastWord,
        Self::Initials,
        Self::Apostrophe,
        Self::NameInUse,
        Self::Nickname,
        Self::ShortForm,
        Self::FormalName,
        Self::OtherName,
    ];
    pub(crate) const COUNT: usize = Self::ALL.len();

    pub(crate) fn number(self) -> usize {
        self as usize
    }

    /// Whether the person chooses it. The other styles are a custom of the company.
    pub(crate) fn is_personal(self) -> bool {
        matches!(self, Self::Nickname | Self::ShortForm | Self::FormalName | Self::OtherName)
    }
}

/// One spelling of a name part, with its prior probability.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Spelling {
    pub(crate) letters: String,
    /// What patterns with an initial use: the first letter, or several for a double name.
    pub(crate) initial: String,
    pub(crate) style: Style,
    pub(crate) weight: f64,
    /// Highest confidence that an existing mailbox with this spelling is the person's. It is below 1 where people of
    /// another name use the spelling, too.
    pub(crate) ceiling: f64,
}

impl Spelling {
    /// A spelling that only people of this name use.
    pub(crate) fn new(letters: String, style: Style, weight: f64) -> Self {
        let initial = letters.get(..1).unwrap_or_default().to_owned();
        Self { letters, initial, style, weight, ceiling: 1.0 }
    }

    /// A part that a name lacks.
    pub(crate) const fn missing() -> Self {
        Self {
            letters: String::new(),
            initial: String::new(),
            style: Style::Plain,
            weight: 1.0,
            ceiling: 1.0,
        }
    }

    /// The initials of a double name.
    pub(crate) fn of_initials(letters: String, weight: f64) -> Self {
        Self { initial: letters.clone(), letters, style: Style::Initials, weight, ceiling: 1.0 }
    }
}
