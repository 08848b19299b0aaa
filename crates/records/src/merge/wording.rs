//! Comparison of titles by meaning instead of spelling.

/// The sorted significant words of a title, so that "VP, Sales" and "Vice President of Sales" are equal.
pub(super) fn title_key(title: &str) -> String {
    let folded = any_ascii::any_ascii(title).to_ascii_lowercase();
    let mut words: Vec<&str> = Vec::new();
    for word in folded.split(|c: char| !c.is_ascii_alphanumeric()) {
        match word {
            "" | "of" | "the" | "and" | "for" | "in" | "at" | "de" | "der" | "des" | "du" | "la" => {}
            _ => match spelled_out(word) {
                [] => words.push(word),
                spelled => words.extend(spelled),
            },
        }
    }
    words.sort_unstable();
    words.dedup();
    words.join(" ")
}

fn spelled_out(word: &str) -> &'static [&'static str] {
    match word {
        "vp" => &["vice", "president"],
        "svp" => &["senior", "vice", "president"],
        "evp" => &["executive", "vice", "president"],
        "sr" => &["senior"],
        "jr" => &["junior"],
        "mgr" => &["manager"],
        "dir" => &["director"],
        "eng" => &["engineer"],
        "ceo" => &["chief", "executive", "officer"],
        "cto" => &["chief", "technology", "officer"],
        "cfo" => &["chief", "financial", "officer"],
        "coo" => &["chief", "operating", "officer"],
        "cmo" => &["chief", "marketing", "officer"],
        "cro" => &["chief", "revenue", "officer"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_long_forms_of_a_title_have_equal_keys() {
        assert_eq!(title_key("VP, Sales"), title_key("Vice President of Sales"));
        assert_eq!(title_key("CTO"), title_key("Chief Technology Officer"));
        assert_ne!(title_key("Engineer"), title_key("Senior Engineer"));
    }
}
