//! Customs of writing a script in Latin letters.

/// Spellings of a text with probabilities; each place stands for one custom, which both parts of a name follow.
pub(super) type Customs = Vec<(String, f64)>;

/// Capitalised words, so that none of them counts as a particle.
pub(super) fn capitalised(text: &str) -> String {
    let mut starts = true;
    let letters = text.chars().map(|letter| {
        let made = if starts { letter.to_ascii_uppercase() } else { letter };
        starts = matches!(letter, ' ' | '-');
        made
    });
    letters.collect()
}
