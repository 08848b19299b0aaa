//! Countries and cities of the world: real places with their languages, legal forms and names.

use records::{Location, Money};

use crate::words::locale::Locale;

/// The language of names and titles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    English,
    German,
    French,
    Spanish,
}

pub(crate) struct Country {
    pub(crate) code: &'static str,
    pub(crate) currency: &'static str,
    pub(crate) language: Language,
    /// Languages that nearly all inhabitants speak.
    pub(crate) spoken: &'static [&'static str],
    pub(crate) small_forms: &'static [&'static str],
    pub(crate) large_forms: &'static [&'static str],
    /// Naming traditions of the inhabitants, with weights.
    pub(crate) names: &'static [(u32, Locale)],
}

use Language::{English, French, German, Spanish};

#[rustfmt::skip]
pub(crate) const COUNTRIES: &[Country] = &[
    Country { code: "US", currency: "USD", language: English, spoken: &["English"], small_forms: &["LLC", "LLC", "Inc."], large_forms: &["Inc.", "Corp.", "Inc."],
        names: &[(66, Locale::English), (13, Locale::Spanish), (6, Locale::Indian), (6, Locale::Chinese), (3, Locale::German), (3, Locale::Italian), (2, Locale::Irish), (1, Locale::Polish)] },
    Country { code: "GB", currency: "GBP", language: English, spoken: &["English"], small_forms: &["Ltd"], large_forms: &["Ltd", "plc", "Limited"],
        names: &[(82, Locale::English), (8, Locale::Indian), (4, Locale::Polish), (3, Locale::Irish), (2, Locale::Chinese), (1, Locale::French)] },
    Country { code: "DE", currency: "EUR", language: German, spoken: &["German", "English"], small_forms: &["GmbH", "UG (haftungsbeschränkt)", "GmbH & Co. KG"], large_forms: &["GmbH", "AG", "SE", "GmbH & Co. KG"],
        names: &[(84, Locale::German), (7, Locale::Turkish), (4, Locale::Polish), (2, Locale::Italian), (2, Locale::English), (1, Locale::Arabic)] },
    Country { code: "FR", currency: "EUR", language: French, spoken: &["French", "English"], small_forms: &["SARL", "SAS", "EURL"], large_forms: &["SAS", "SA"],
        names: &[(87, Locale::French), (7, Locale::Arabic), (3, Locale::Spanish), (2, Locale::Italian), (1, Locale::English)] },
    Country { code: "ES", currency: "EUR", language: Spanish, spoken: &["Spanish", "English"], small_forms: &["S.L.", "S.L.U."], large_forms: &["S.A.", "S.L."],
        names: &[(94, Locale::Spanish), (2, Locale::French), (2, Locale::Arabic), (2, Locale::Italian)] },
    Country { code: "NL", currency: "EUR", language: English, spoken: &["Dutch", "English"], small_forms: &["B.V."], large_forms: &["B.V.", "N.V."],
        names: &[(86, Locale::Dutch), (5, Locale::Turkish), (4, Locale::English), (3, Locale::Arabic), (2, Locale::German)] },
    Country { code: "CA", currency: "CAD", language: English, spoken: &["English"], small_forms: &["Inc.", "Ltd."], large_forms: &["Inc.", "Corp."],
        names: &[(58, Locale::English), (20, Locale::French), (9, Locale::Indian), (9, Locale::Chinese), (2, Locale::Italian), (2, Locale::Polish)] },
    Country { code: "AU", currency: "AUD", language: English, spoken: &["English"], small_forms: &["Pty Ltd"], large_forms: &["Pty Ltd", "Ltd"],
        names: &[(76, Locale::English), (8, Locale::Chinese), (7, Locale::Indian), (5, Locale::Italian), (4, Locale::Irish)] },
    Country { code: "IE", currency: "EUR", language: English, spoken: &["English"], small_forms: &["Ltd"], large_forms: &["Ltd", "plc"],
        names: &[(80, Locale::Irish), (13, Locale::English), (7, Locale::Polish)] },
    Country { code: "AT", currency: "EUR", language: German, spoken: &["German", "English"], small_forms: &["GmbH", "OG", "e.U."], large_forms: &["GmbH", "AG"],
        names: &[(90, Locale::German), (5, Locale::Turkish), (5, Locale::Polish)] },
    Country { code: "CH", currency: "CHF", language: German, spoken: &["German", "English", "French"], small_forms: &["GmbH", "AG"], large_forms: &["AG", "SA"],
        names: &[(66, Locale::German), (20, Locale::French), (14, Locale::Italian)] },
];

/// A city with its weight in random choices and its country as an index into [`COUNTRIES`].
pub(crate) struct City {
    pub(crate) name: &'static str,
    region: &'static str,
    country: usize,
    weight: u32,
    /// Area codes of fixed lines, without the leading zero.
    pub(crate) area: &'static str,
}

const fn city(
    country: usize,
    weight: u32,
    name: &'static str,
    region: &'static str,
    area: &'static str,
) -> City {
    City { name, region, country, weight, area }
}

const US: usize = 0;
const GB: usize = 1;
const DE: usize = 2;
const FR: usize = 3;
const ES: usize = 4;
const NL: usize = 5;
const CA: usize = 6;
const AU: usize = 7;
const IE: usize = 8;
const AT: usize = 9;
const CH: usize = 10;

#[rustfmt::skip]
pub(crate) const CITIES: &[City] = &[
    city(US, 60, "New York", "New York", "212"), city(US, 36, "Los Angeles", "California", "213"),
    city(US, 32, "Chicago", "Illinois", "312"), city(US, 24, "Houston", "Texas", "713"),
    city(US, 40, "San Francisco", "California", "415"), city(US, 28, "Austin", "Texas", "512"),
    city(US, 24, "Boston", "Massachusetts", "617"), city(US, 22, "Seattle", "Washington", "206"),
    city(US, 20, "Denver", "Colorado", "303"), city(US, 20, "Atlanta", "Georgia", "404"),
    city(US, 18, "Dallas", "Texas", "214"), city(US, 16, "Phoenix", "Arizona", "602"),
    city(US, 16, "Miami", "Florida", "305"), city(US, 14, "Philadelphia", "Pennsylvania", "215"),
    city(US, 12, "Portland", "Oregon", "503"), city(US, 12, "San Diego", "California", "619"),
    city(US, 12, "Minneapolis", "Minnesota", "612"), city(US, 10, "Nashville", "Tennessee", "615"),
    city(US, 10, "Raleigh", "North Carolina", "919"), city(US, 10, "Salt Lake City", "Utah", "801"),
    city(US, 8, "Columbus", "Ohio", "614"), city(US, 8, "Kansas City", "Missouri", "816"),
    city(US, 8, "Tampa", "Florida", "813"), city(US, 6, "Boise", "Idaho", "208"),
    city(US, 6, "Pittsburgh", "Pennsylvania", "412"), city(US, 6, "Milwaukee", "Wisconsin", "414"),
    city(GB, 44, "London", "England", "20"), city(GB, 14, "Manchester", "England", "161"),
    city(GB, 10, "Birmingham", "England", "121"), city(GB, 10, "Leeds", "England", "113"),
    city(GB, 8, "Bristol", "England", "117"), city(GB, 8, "Edinburgh", "Scotland", "131"),
    city(GB, 8, "Glasgow", "Scotland", "141"), city(GB, 5, "Cardiff", "Wales", "29"),
    city(GB, 5, "Liverpool", "England", "151"), city(GB, 5, "Sheffield", "England", "114"),
    city(GB, 4, "Nottingham", "England", "115"),
    city(DE, 22, "Berlin", "Berlin", "30"), city(DE, 18, "Munich", "Bavaria", "89"),
    city(DE, 15, "Hamburg", "Hamburg", "40"), city(DE, 11, "Cologne", "North Rhine-Westphalia", "221"),
    city(DE, 11, "Frankfurt am Main", "Hesse", "69"), city(DE, 8, "Stuttgart", "Baden-Württemberg", ""),
    city(DE, 7, "Düsseldorf", "North Rhine-Westphalia", ""), city(DE, 5, "Leipzig", "Saxony", ""),
    city(DE, 5, "Nuremberg", "Bavaria", ""), city(DE, 4, "Hanover", "Lower Saxony", ""),
    city(FR, 36, "Paris", "Île-de-France", "1"), city(FR, 12, "Lyon", "Auvergne-Rhône-Alpes", "4"),
    city(FR, 8, "Marseille", "Provence-Alpes-Côte d'Azur", "4"), city(FR, 7, "Toulouse", "Occitanie", "5"),
    city(FR, 7, "Bordeaux", "Nouvelle-Aquitaine", "5"), city(FR, 6, "Nantes", "Pays de la Loire", "2"),
    city(FR, 6, "Lille", "Hauts-de-France", "3"), city(FR, 4, "Strasbourg", "Grand Est", "3"),
    city(ES, 20, "Madrid", "Community of Madrid", ""), city(ES, 18, "Barcelona", "Catalonia", ""),
    city(ES, 7, "Valencia", "Valencian Community", ""), city(ES, 5, "Seville", "Andalusia", ""),
    city(ES, 4, "Bilbao", "Basque Country", ""),
    city(NL, 14, "Amsterdam", "North Holland", ""), city(NL, 8, "Rotterdam", "South Holland", ""),
    city(NL, 5, "Utrecht", "Utrecht", ""), city(NL, 4, "Eindhoven", "North Brabant", ""),
    city(CA, 20, "Toronto", "Ontario", "416"), city(CA, 11, "Montreal", "Quebec", "514"),
    city(CA, 11, "Vancouver", "British Columbia", "604"), city(CA, 7, "Calgary", "Alberta", "403"),
    city(CA, 5, "Ottawa", "Ontario", "613"),
    city(AU, 14, "Sydney", "New South Wales", "2"), city(AU, 12, "Melbourne", "Victoria", "3"),
    city(AU, 7, "Brisbane", "Queensland", "7"), city(AU, 5, "Perth", "Western Australia", "8"),
    city(IE, 12, "Dublin", "Leinster", ""), city(IE, 4, "Cork", "Munster", ""),
    city(IE, 3, "Galway", "Connacht", ""),
    city(AT, 9, "Vienna", "Vienna", ""), city(AT, 4, "Graz", "Styria", ""), city(AT, 3, "Linz", "Upper Austria", ""),
    city(CH, 9, "Zurich", "Zurich", ""), city(CH, 5, "Geneva", "Geneva", ""), city(CH, 4, "Basel", "Basel-Stadt", ""),
    city(CH, 3, "Bern", "Bern", ""),
];

impl City {
    pub(crate) fn country(&self) -> &'static Country {
        &COUNTRIES[self.country]
    }

    pub(crate) fn country_index(&self) -> usize {
        self.country
    }

    /// An amount in whole units of the country's currency.
    pub(crate) fn money(&self, amount: i64) -> Money {
        Money { amount, currency: self.country().currency.to_owned() }
    }

    pub(crate) fn location(&self) -> Location {
        Location {
            city: Some(self.name.to_owned()),
            region: Some(self.region.to_owned()),
            country: Some(self.country().code.to_owned()),
        }
    }
}

/// A city of any country, chosen by weight.
pub(crate) fn any_city(draw: u64) -> usize {
    pick_city(draw, |_| true)
}

/// A city of one country, chosen by weight.
pub(crate) fn city_in(country: usize, draw: u64) -> usize {
    pick_city(draw, |city| city.country == country)
}

fn pick_city(draw: u64, wanted: impl Fn(&City) -> bool) -> usize {
    let total: u64 = CITIES.iter().filter(|city| wanted(city)).map(|city| u64::from(city.weight)).sum();
    let mut left = draw % total.max(1);
    let mut last = 0;
    for (index, city) in CITIES.iter().enumerate().filter(|(_, city)| wanted(city)) {
        last = index;
        if left < u64::from(city.weight) {
            break;
        }
        left -= u64::from(city.weight);
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_country_has_a_city_and_every_city_can_be_drawn() {
        for country in 0..COUNTRIES.len() {
            assert_eq!(CITIES[city_in(country, 12_345)].country, country);
        }
        let seen: std::collections::BTreeSet<usize> = (0..2_000).map(any_city).collect();
        assert_eq!(seen.len(), CITIES.len());
    }
}
