//! Learns address patterns from the known addresses of a domain.

use std::collections::{BTreeMap, BTreeSet};

use records::{
    name::{Agreement, Name, family_agreement, given_agreement},
    role_mailbox,
};

use super::{
    letters::Accents,
    pattern::Pattern,
    prior,
    reading::readings,
    spelling::{Spellings, has_expandable_accents},
    style::{Spelling, Style},
    variant::SHORT_FORM_PROBABILITY,
};

/// Share of addresses that follow a company's main pattern, and the prior probability of that share.
const CONSISTENCY: [(f64, f64); 3] = [(0.985, 0.72), (0.9, 0.2), (0.6, 0.08)];
/// Share of the addresses outside the main pattern that match no pattern.
const UNEXPLAINED_SHARE: f64 = 0.35;
/// Weight of a style's prior, in observations.
const STYLE_STRENGTH: f64 = 1.0;
/// Weight of the prior of styles that a person chooses, in observations: what colleagues chose says little.
const PERSONAL_STRENGTH: f64 = 40.0;
/// Highest factor by which colleagues' choices raise the probability of a style that a person chooses.
const PERSONAL_FACTOR_MAX: f64 = 6.0;
/// Highest probability of all spellings that a person chooses.
const PERSONAL_MAX: f64 = 0.8;
/// Maximum number of observations used.
const OBSERVATION_LIMIT: u32 = 400;

/// Patterns and spelling styles observed in a domain's known addresses.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LearnedPatterns {
    /// Count per set of matching patterns, as a bit set; a short name may match several.
    explained: BTreeMap<u32, u32>,
    unexplained: u32,
    given_styles: [u32; Style::COUNT],
    family_styles: [u32; Style::COUNT],
    accents_expanded: u32,
    accents_dropped: u32,
    /// Known local parts with the names of the people who have them.
    holders: BTreeMap<String, Vec<Name>>,
    /// Local parts of people with the same name as the person searched.
    of_namesakes: BTreeSet<String>,
}

/// Probability of each pattern for the next address.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Expectation {
    pub(crate) patterns: [f64; Pattern::ALL.len()],
}

impl LearnedPatterns {
    /// Learns from the names and local parts of a domain's known addresses.
    pub fn of<'a>(pairs: impl IntoIterator<Item = (&'a Name, &'a str)>) -> Self {
        let mut learned = Self::default();
        for (name, local) in pairs {
            learned.add(name, local);
        }
        learned
    }

    /// Learns from one more address. Role addresses are ignored.
    pub fn add(&mut self, name: &Name, local: &str) {
        if self.count() >= OBSERVATION_LIMIT || role_mailbox::is_role(local) || local.starts_with('"') {
            return;
        }
        let bare = local.split('+').next().unwrap_or(local);
        self.holders.entry(bare.to_owned()).or_default().push(name.clone());
        if self.explain(name, bare)
            || self.explain(name, bare.trim_end_matches(|digit: char| digit.is_ascii_digit()))
        {
            return;
        }
        self.unexplained += 1;
    }

    /// Marks a local part as that of another person with the name that will be searched.
    pub fn add_namesake(&mut self, local: &str) {
        self.of_namesakes.insert(local.to_owned());
    }

    /// Whether a local part is known to belong to another person than the one with this name.
    pub(crate) fn is_taken(&self, local: &str, name: &Name) -> bool {
        let is_another = |holder: &Name| {
            given_agreement(holder, name) == Agreement::Different
                || family_agreement(holder, name) == Agreement::Different
        };
        let holders = self.holders.get(local).map_or(&[][..], Vec::as_slice);
        self.of_namesakes.contains(local) || (!holders.is_empty() && holders.iter().all(is_another))
    }

    /// Number of addresses learned from.
    pub fn count(&self) -> u32 {
        self.explained.values().sum::<u32>() + self.unexplained
    }

    /// Records all patterns and styles that produce a local part from the likeliest reading of a name that can; false
    /// if none can.
    fn explain(&mut self, name: &Name, local: &str) -> bool {
        readings(name, None).iter().any(|(reading, _)| self.explain_reading(reading, local))
    }

    fn explain_reading(&mut self, name: &Name, local: &str) -> bool {
        let mut patterns = 0;
        let mut ways: Vec<(Style, Style, f64)> = Vec::new();
        let mut accents_seen = (false, false);
        let mut had_choice = (false, false);
        for accents in [Accents::Expanded, Accents::Dropped] {
            let spellings = Spellings::of(name, accents, None);
            had_choice = (spellings.given.len() > 1, spellings.family.len() > 1);
            for given in &spellings.given {
                for family in &spellings.family {
                    let fitting = Pattern::ALL.iter().filter(|pattern| {
                        let made = pattern.local(&given.letters, &given.initial, &family.letters);
                        made.is_some_and(|made| made == local)
                    });
                    for pattern in fitting {
                        patterns |= 1 << pattern.number();
                        ways.push((given.style, family.style, given.weight * family.weight));
                        match accents {
                            Accents::Expanded => accents_seen.0 = true,
                            Accents::Dropped => accents_seen.1 = true,
                        }
                    }
                }
            }
        }
        let best = ways.iter().max_by(|one, other| one.2.total_cmp(&other.2));
        let Some(&(given, family, _)) = best else { return false };
        *self.explained.entry(patterns).or_default() += 1;
        // Only a name with several spellings is evidence for a style.
        self.given_styles[given.number()] += u32::from(had_choice.0);
        self.family_styles[family.number()] += u32::from(had_choice.1);
        if has_expandable_accents(name) && accents_seen.0 != accents_seen.1 {
            self.accents_expanded += u32::from(accents_seen.0);
            self.accents_dropped += u32::from(accents_seen.1);
        }
        true
    }

    /// Posterior over hypotheses (main pattern and consistency), given the observations.
    pub(crate) fn expectation(&self, headcount: Option<u32>, country: Option<&str>) -> Expectation {
        let mut prior = prior::weights(headcount, country);
        let total: f64 = prior.iter().sum();
        prior.iter_mut().for_each(|weight| *weight /= total);
        let mut hypotheses = Vec::with_capacity(Pattern::ALL.len() * CONSISTENCY.len());
        for main_pattern in Pattern::ALL {
            for (consistency, share) in CONSISTENCY {
                let evidence = self.log_likelihood(main_pattern, consistency, &prior);
                hypotheses.push((
                    main_pattern,
                    consistency,
                    (prior[main_pattern.number()] * share).ln() + evidence,
                ));
            }
        }
        let best = hypotheses.iter().map(|(_, _, weight)| *weight).fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = hypotheses.iter().map(|(_, _, weight)| (weight - best).exp()).sum();
        let mut patterns = [0.0; Pattern::ALL.len()];
        for (main_pattern, consistency, weight) in hypotheses {
            let posterior = (weight - best).exp() / total;
            for pattern in Pattern::ALL {
                patterns[pattern.number()] += posterior * chance(pattern, main_pattern, consistency, &prior);
            }
        }
        Expectation { patterns }
    }

    fn log_likelihood(
        &self,
        main_pattern: Pattern,
        consistency: f64,
        prior: &[f64; Pattern::ALL.len()],
    ) -> f64 {
        let explained = self.explained.iter().map(|(patterns, count)| {
            let fitting = Pattern::ALL.iter().filter(|pattern| patterns & (1 << pattern.number()) != 0);
            let chance: f64 = fitting.map(|pattern| chance(*pattern, main_pattern, consistency, prior)).sum();
            f64::from(*count) * chance.ln()
        });
        let unexplained = f64::from(self.unexplained) * ((1.0 - consistency) * UNEXPLAINED_SHARE).ln();
        explained.sum::<f64>() + unexplained
    }

    /// Probability that accents are expanded (`ü` to `ue`).
    pub(crate) fn chance_of_expanded(&self, country: Option<&str>) -> f64 {
        let expected = match country {
            Some("DE" | "AT" | "CH" | "LI") => 0.93,
            Some("DK" | "NO") => 0.6,
            Some(_) => 0.25,
            None => 0.5,
        };
        let seen = f64::from(self.accents_expanded + self.accents_dropped);
        (expected * STYLE_STRENGTH + f64::from(self.accents_expanded)) / (STYLE_STRENGTH + seen)
    }

    /// Probability of each spelling of a name part, given the styles observed in the domain. A company's custom is
    /// learned quickly, what a person chooses slowly.
    pub(crate) fn style_chances(&self, spellings: &[Spelling], is_family: bool) -> Vec<f64> {
        let seen = if is_family { &self.family_styles } else { &self.given_styles };
        let count = |spelling: &Spelling| f64::from(seen[spelling.style.number()]);
        let chosen: f64 = Style::ALL
            .iter()
            .filter(|style| style.is_personal())
            .map(|style| f64::from(seen[style.number()]))
            .sum();
        let all: f64 = seen.iter().map(|count| f64::from(*count)).sum();
        let expected = (SHORT_FORM_PROBABILITY * PERSONAL_STRENGTH + chosen) / (PERSONAL_STRENGTH + all);
        let factor = (expected / SHORT_FORM_PROBABILITY).min(PERSONAL_FACTOR_MAX);
        let weight_of = |is_personal: bool| -> f64 {
            let fitting = spellings.iter().filter(|spelling| spelling.style.is_personal() == is_personal);
            fitting.map(|spelling| spelling.weight).sum()
        };
        let (personal, custom) = (weight_of(true), weight_of(false));
        let personal_chance = (personal * factor).min(PERSONAL_MAX);
        let evidence: f64 =
            spellings.iter().filter(|spelling| !spelling.style.is_personal()).map(count).sum();
        let chance = |spelling: &Spelling| {
            if spelling.style.is_personal() {
                return personal_chance * spelling.weight / personal;
            }
            let share = spelling.weight / custom;
            (1.0 - personal_chance) * (share * STYLE_STRENGTH + count(spelling)) / (STYLE_STRENGTH + evidence)
        };
        spellings.iter().map(chance).collect()
    }
}

/// Probability that an address follows a pattern in a company with a given main pattern.
fn chance(
    pattern: Pattern,
    main_pattern: Pattern,
    consistency: f64,
    prior: &[f64; Pattern::ALL.len()],
) -> f64 {
    let stray = (1.0 - consistency) * (1.0 - UNEXPLAINED_SHARE) * prior[pattern.number()];
    if pattern == main_pattern { consistency + stray } else { stray }
}
