//! Funding stages: the canonical names and the words that sources use.

use super::fold;

/// The last of the stages that are in an order.
const LAST_ORDERED: &str = "series_j";

/// All stages, earliest first; those after [`LAST_ORDERED`] are not ordered.
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
    "series_i",
    "series_j",
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

/// Words of sources by stage. `round`, `funding`, `stage` and other fillers at the end do not count.
const ALIASES: &[(&str, &str)] = &[
    ("pre_seed", "preseed,friends_and_family,accelerator,incubator,accelerator_incubator,incubation"),
    (
        "seed",
        "series_seed,seed_vc,seed+,seed_plus,seed_extension,seed_2,seed_ii,seed_i,post_seed,late_seed,pre_series_a,pre_a,\
         seed_round_vc,seed_angel",
    ),
    ("angel", "business_angel,angel_group,individual,angel_individual,angel_investment"),
    (
        "venture",
        "venture_series_unknown,series_unknown,venture_capital,vc,unattributed,unattributed_vc,early_vc,late_vc,\
         early_stage_vc,later_stage_vc,late_stage_vc,early_stage_venture,late_stage_venture,early_stage,late_stage,bridge,\
         seed_or_venture,equity,equity_unattributed",
    ),
    ("convertible_note", "convertible,convertible_debt,convertible_notes,safe,note,bridge_note"),
    (
        "debt",
        "loan,venture_debt,line_of_credit,credit_line,debt_general,term_loan,credit_facility,mezzanine,bond,bonds,\
         structured_debt,bridge_loan,venture_loan,debt_refinancing,refinancing",
    ),
    ("grant", "grants,award,subsidy,research_grant,non_equity_assistance,government_grant"),
    (
        "crowdfunding",
        "crowd,equity_crowdfunding,product_crowdfunding,reward_crowdfunding,rewards_crowdfunding",
    ),
    (
        "private_equity",
        "pe,growth,growth_equity,growth_capital,pe_growth,buyout,lbo,mbo,leveraged_buyout,management_buyout,\
         buyout_lbo,pe_growth_expansion,recapitalization,growth_pe,expansion,growth_equity_vc,growth_equity_non_vc",
    ),
    (
        "corporate",
        "corporate_venture,corporate_minority,strategic,strategic_investment,strategic_investor,cvc,joint_venture",
    ),
    ("secondary", "secondary_market,secondary_transaction,secondary_sale,secondary_private"),
    (
        "ipo",
        "public,initial_public_offering,direct_listing,spac,spac_merger,reverse_merger,public_offering,went_public",
    ),
    (
        "post_ipo",
        "post_ipo_equity,post_ipo_debt,post_ipo_secondary,pipe,follow_on,follow_on_offering,secondary_offering,\
         public_equity_offering,private_investment_in_public_equity",
    ),
    ("other", "unknown,undisclosed,unspecified,not_disclosed,initial_coin_offering,ico,token_sale"),
];

/// The stage for a source's word; an unknown word is `other`.
pub fn read(written: &str) -> &'static str {
    find(written).unwrap_or("other")
}

/// Place of a stage in the order of stages, which a company passes through one after the other; `None` for a kind of round
/// that is raised at any time.
pub fn order(written: &str) -> Option<usize> {
    let stage = find(written)?;
    let last = STAGES.iter().position(|stage| *stage == LAST_ORDERED)?;
    STAGES[..=last].iter().position(|known| *known == stage)
}

/// A source's word in one spelling: lower case, with underscores between its words.
pub fn word(written: &str) -> String {
    fold::word_of_list(written)
}

/// The stage with this name or alias; `None` if there is none.
pub fn find(written: &str) -> Option<&'static str> {
    let word = word(written);
    let named = |word: &str| {
        let alias = || ALIASES.iter().find(|(_, words)| words.split(',').any(|alias| alias == word));
        STAGES.iter().copied().find(|stage| *stage == word).or_else(|| alias().map(|(stage, _)| *stage))
    };
    named(&word).or_else(|| named(without_filler(&word))).or_else(|| series(&word))
}

/// The word without words at its end that every round may have.
fn without_filler(word: &str) -> &str {
    let fillers = ["_round", "_funding", "_financing", "_stage", "_extended", "_extension", "_ext"];
    let shorter = fillers.iter().find_map(|filler| word.strip_suffix(filler)).filter(|word| !word.is_empty());
    shorter.map_or(word, without_filler)
}

/// The stage of a series by its letter: `series_c1`, `series_b_2`, `series_a_extension`, `c+`, `a_round`.
fn series(word: &str) -> Option<&'static str> {
    let short = without_filler(word);
    let parts = short.strip_prefix("series_").or_else(|| (!short.contains('_')).then_some(short))?;
    let letter = parts.split('_').next()?;
    let first = letter.get(..1)?;
    // `aa`, `c1`, `c+` and `b2` are rounds of the letter; other letters after it make another word.
    let rest = letter[1..].trim_start_matches(first);
    let is_series = rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'+');
    let stage = STAGES.iter().copied().find(|stage| stage.strip_prefix("series_") == Some(first));
    stage.filter(|_| is_series)
}

/// Whether two sources can mean the same kind of round. A kind that says nothing fits all, and `series_c+` fits the later
/// letters.
pub fn fits(one: &str, other: &str) -> bool {
    let (first, second) = (find(one), find(other));
    if first.is_some() && first == second {
        return true;
    }
    let (one, other) = (word(one), word(other));
    let says_nothing =
        |word: &str, stage: Option<&str>| word.is_empty() || matches!(stage, Some("venture" | "other"));
    if one == other || says_nothing(&one, first) || says_nothing(&other, second) {
        return true;
    }
    let later = |word: &str, stage: Option<&str>, other: Option<&str>| {
        let letter =
            |stage: Option<&str>| stage.and_then(|stage| stage.strip_prefix("series_")).map(str::to_owned);
        word.ends_with('+') && letter(stage).zip(letter(other)).is_some_and(|(least, other)| least <= other)
    };
    later(&one, first, second) || later(&other, second, first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_alias_is_read_in_any_spelling_and_means_one_stage() {
        let mut seen: Vec<&str> = STAGES.to_vec();
        for (stage, aliases) in ALIASES {
            assert!(STAGES.contains(stage), "{stage}");
            for alias in aliases.split(',') {
                assert!(!seen.contains(&alias), "{alias} is listed twice");
                seen.push(alias);
                for spelling in
                    [alias.to_owned(), alias.replace('_', " ").to_uppercase(), alias.replace('_', "-")]
                {
                    assert_eq!(find(&spelling), Some(*stage), "{spelling}");
                }
            }
        }
        for stage in STAGES {
            for spelling in [stage.replace('_', " "), stage.replace('_', "-"), format!("{stage} round")] {
                assert_eq!(find(&spelling), Some(*stage), "{spelling}");
            }
        }
    }

    #[test]
    fn words_of_sources_are_read() {
        for (written, stage) in [
            ("Seed Round (Extended)", "seed"),
            ("Series A (Extended)", "series_a"),
            ("Debt Financing Extension", "debt"),
            ("series-c+", "series_c"),
            ("series_c+", "series_c"),
            ("Series C1", "series_c"),
            ("Series B-2", "series_b"),
            ("Series A extension", "series_a"),
            ("Series AA", "series_a"),
            ("Series J", "series_j"),
            ("B", "series_b"),
            ("A Round", "series_a"),
            ("Series D Financing", "series_d"),
            ("Seed VC", "seed"),
            ("Pre-Series A", "seed"),
            ("Debt Financing", "debt"),
            ("Post-IPO Equity", "post_ipo"),
            ("Unattributed VC", "venture"),
            ("Private Equity Round", "private_equity"),
            ("angel", "angel"),
            ("crowd", "crowdfunding"),
            ("other", "other"),
            ("Venture - Series Unknown", "venture"),
        ] {
            assert_eq!(find(written), Some(stage), "{written}");
        }
        for unknown in ["", "banana", "series_k", "series", "series banana", "ab", "round", "+", "seedling"] {
            assert_eq!(find(unknown), None, "{unknown}");
            assert_eq!(read(unknown), "other");
        }
    }

    #[test]
    fn kinds_fit_when_they_can_be_one_round() {
        for (one, other, expected) in [
            ("Series A", "series_a", true),
            ("series_a", "series_b", false),
            ("series_c+", "Series E", true),
            ("series_c+", "series_b", false),
            ("unknown", "seed", true),
            ("venture", "series_b", true),
            ("", "debt", true),
            ("series_k", "series_k", true),
            ("series_k", "series_a", false),
            ("seed", "debt", false),
        ] {
            assert_eq!(fits(one, other), expected, "{one} {other}");
            assert_eq!(fits(other, one), expected, "{other} {one}");
        }
    }
}
