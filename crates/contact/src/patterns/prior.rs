//! Prior probabilities of patterns, without known addresses.

use super::pattern::Pattern as P;

/// Weight of patterns not listed in a table.
const REST: f64 = 0.004;

/// Weights of the patterns by company size and country; not normalised.
pub(crate) fn weights(headcount: Option<u32>, country: Option<&str>) -> [f64; P::ALL.len()] {
    let named: &[(P, f64)] = match headcount.unwrap_or(60) {
        0..=12 => &[
            (P::First, 0.55),
            (P::FirstDotLast, 0.22),
            (P::InitialLast, 0.1),
            (P::FirstInitial, 0.045),
            (P::Last, 0.045),
            (P::FirstLast, 0.03),
            (P::InitialDotLast, 0.02),
        ],
        13..=120 => &[
            (P::FirstDotLast, 0.41),
            (P::InitialLast, 0.21),
            (P::First, 0.15),
            (P::InitialDotLast, 0.08),
            (P::FirstInitial, 0.05),
            (P::FirstLast, 0.045),
            (P::FirstUnderscoreLast, 0.025),
        ],
        _ => &[
            (P::FirstDotLast, 0.58),
            (P::InitialLast, 0.19),
            (P::InitialDotLast, 0.08),
            (P::FirstUnderscoreLast, 0.055),
            (P::FirstLast, 0.045),
            (P::LastDotFirst, 0.04),
            (P::First, 0.012),
        ],
    };
    let mut weights = [REST; P::ALL.len()];
    for (pattern, weight) in named {
        weights[pattern.number()] = *weight;
    }
    for (pattern, factor) in country_factors(country) {
        weights[pattern.number()] *= factor;
    }
    weights
}

/// Factors for patterns that a country uses more or less often than others.
fn country_factors(country: Option<&str>) -> &'static [(P, f64)] {
    match country {
        Some("DE" | "AT" | "CH" | "NL" | "BE") => &[(P::InitialDotLast, 1.4), (P::InitialLast, 0.85)],
        Some("FR" | "IT" | "ES") => &[(P::InitialDotLast, 1.3)],
        Some("US" | "CA" | "GB" | "AU" | "IN") => &[(P::InitialLast, 1.15)],
        Some("JP" | "CN" | "KR" | "TW" | "HU") => {
            &[(P::Last, 3.0), (P::LastDotFirst, 2.0), (P::LastInitial, 2.0), (P::LastFirst, 3.0)]
        }
        _ => &[],
    }
}
