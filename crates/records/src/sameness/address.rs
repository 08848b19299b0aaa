//! Evidence of postal addresses. The parts of an address depend on each other: what a street says about a place, its
//! postcode and its city have said before.

use strsim::osa_distance;

use super::{
    odds::{Odds, same_or, text},
    traits::Traits,
};

const STREET: Odds = Odds { same: 0.7, close: 0.15, differs: -2.0 };
const CITY: Odds = Odds { same: 0.7, close: 0.12, differs: -1.6 };
const UNIT: Odds = Odds { same: 0.7, close: 0.1, differs: -0.8 };

const STREET_SHARE: f64 = 0.0015;
const CITY_SHARE: f64 = 0.004;
const POSTCODE_SHARE: f64 = 0.003;
const UNIT_SHARE: f64 = 0.003;

const HOUSE_SAME_RATE: f64 = 0.8;
const HOUSE_SHARE: f64 = 0.02;
const DIFFERENT_HOUSE_BITS: f64 = -1.5;
const POSTCODE_SAME_RATE: f64 = 0.8;
/// Postcodes that differ by one edit, as those of neighbours do.
const POSTCODE_TYPO_RATE: f64 = 0.1;
const POSTCODE_TYPO_SHARE: f64 = 0.02;
const DIFFERENT_POSTCODE_BITS: f64 = -2.0;
/// Factor for the evidence of a postcode if the city agrees too, because the two are not independent.
const POSTCODE_WITH_CITY_FACTOR: f64 = 0.7;
const REGION_SAME_RATE: f64 = 0.85;
const REGION_SHARE: f64 = 0.3;
const DIFFERENT_REGION_BITS: f64 = -1.2;
/// People move abroad less often than a large employer has namesakes in two countries.
const DIFFERENT_COUNTRY_BITS: f64 = -5.0;
/// Factor for the evidence of a shared town if the employer is shared too.
const COLLEAGUE_TOWN_FACTOR: f64 = 0.2;
/// One in how many people lives at an address: a whole address says no more.
const ADDRESS_ONE_IN: f64 = 50_000.0;

/// Evidence of an address, and whether it is that of one household.
pub(super) struct AddressEvidence {
    pub(super) bits: f64,
    pub(super) is_household: bool,
}

pub(super) fn evidence(one: &Traits, other: &Traits, colleagues: bool) -> AddressEvidence {
    let street = text(&one.street, &other.street, &STREET, STREET_SHARE);
    let house =
        same_or(&one.house, &other.house, (HOUSE_SAME_RATE / HOUSE_SHARE).log2(), DIFFERENT_HOUSE_BITS);
    // The same house number in another street, or in one that is unknown, is a coincidence.
    let house = if street <= 0.0 { house.min(0.0) } else { house };
    let city = text(&one.city, &other.city, &CITY, CITY_SHARE.max(one.learned.city).max(other.learned.city));
    let postcode = match (one.postcode.is_empty(), other.postcode.is_empty()) {
        (false, false) => match osa_distance(&one.postcode, &other.postcode) {
            0 => (POSTCODE_SAME_RATE / POSTCODE_SHARE).log2(),
            1 => (POSTCODE_TYPO_RATE / POSTCODE_TYPO_SHARE).log2(),
            _ => DIFFERENT_POSTCODE_BITS,
        },
        _ => 0.0,
    };
    let place = if city > 0.0 && postcode > 0.0 {
        city + POSTCODE_WITH_CITY_FACTOR * postcode
    } else {
        city + postcode
    };
    let unit = text(&one.unit, &other.unit, &UNIT, UNIT_SHARE);
    let region =
        same_or(&one.region, &other.region, (REGION_SAME_RATE / REGION_SHARE).log2(), DIFFERENT_REGION_BITS);
    let country = same_or(&one.country, &other.country, 0.0, DIFFERENT_COUNTRY_BITS);
    let town = place + region + country;
    // Colleagues live near each other, so a shared town adds little to a shared employer.
    let town = if colleagues && town > 0.0 { town * COLLEAGUE_TOWN_FACTOR } else { town };
    let bits = (street + house + town + unit).min(ADDRESS_ONE_IN.log2());
    AddressEvidence { bits, is_household: bits > 0.0 && (street > 0.0 || house > 0.0) }
}
