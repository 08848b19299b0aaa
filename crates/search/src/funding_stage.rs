//! Funding stages: the canonical names and the aliases used by sources.

use crate::fold;

/// All stages, earliest first; those after `series_h` are not ordered.
pub const STAGES: &[&str] = &[
    "pre_seed",
    "seed",
    "angel",
    "series_a",
    "series_b",
    "series_c",
    "series_d",
    "series_e",
    "series_f",
    "series_g",
    "series_h",
    "venture",
    "convertible_note",
    "debt",
    "grant",
    "crowdfunding",
    "private_equity",
    "corporate",
    "secondary",
    "ipo",
    "post_ipo",
    "other",
];

/// The stage for a source's word; an unknown word is `other`.
pub(crate) fn read(written: &str) -> &'static str {
    find(written).unwrap_or("other")
}

/// The stage with this name or alias; `None` if there is none.
pub fn find(written: &str) -> Option<&'static str> {
    let word = fold::word_of_list(written);
    let word = match word.as_str() {
        "preseed" => "pre_seed",
        "series_seed" | "seed_round" => "seed",
        "angel_round" => "angel",
        "venture_series_unknown" | "series_unknown" | "venture_round" | "venture_capital" => "venture",
        "convertible" => "convertible_note",
        "debt_financing" | "loan" => "debt",
        "equity_crowdfunding" | "product_crowdfunding" => "crowdfunding",
        "pe" => "private_equity",
        "corporate_round" => "corporate",
        "secondary_market" => "secondary",
        "public" | "initial_public_offering" => "ipo",
        "post_ipo_equity" | "post_ipo_debt" | "post_ipo_secondary" => "post_ipo",
        _ => word.as_str(),
    };
    // Lists of rounds abbreviate a series to its letter.
    let series = (word.len() == 1).then(|| format!("series_{word}"));
    let word = series.as_deref().unwrap_or(word);
    STAGES.iter().copied().find(|stage| *stage == word)
}
