//! Places: country names to codes, and free text to city, region and country.
//!
//! A location is parsed with tables, never guessed: a city without a country stays without one, and a part that cannot
//! be a place name is dropped.

mod atlas;
mod coordinates;
mod gazetteer;
mod keys;
mod region;

use std::{cell::RefCell, collections::HashMap};

use crate::Location;
use atlas::Atlas;
use gazetteer::Gazetteer;

pub use coordinates::Coordinates;
pub use keys::PlaceKeys;
pub use region::{Region, region, region_names, regions_named};

/// The longest text that can be the name of a city or region, in characters.
const LONGEST_NAME: usize = 60;

/// Written cities that a thread caches with their names.
const CITIES_CACHED_MAX: usize = 512;

/// Minimum Jaro-Winkler similarity of a suggested country.
const COUNTRY_SIMILARITY_MIN: f64 = 0.88;

/// The ISO 3166-1 alpha-2 code of a country given by code (alpha-2, alpha-3) or by name in English, German,
/// French, Spanish or its own language.
pub fn country_code(input: &str) -> Option<&'static str> {
    Atlas::shared().country(&atlas::key(input))
}

/// The English name of a country given by its ISO 3166-1 alpha-2 code.
pub fn country_name(code: &str) -> Option<&'static str> {
    Atlas::country_name(code)
}

/// Coordinates of a city, given the region and the ISO code of the country as far as they are known. Of several cities
/// with the name, one in the region is preferred, then the largest.
pub fn find_city(city: &str, region: Option<&str>, country: Option<&str>) -> Option<Coordinates> {
    Gazetteer::shared().find(city, region, country)
}

/// The name of the country most like a misspelt one.
pub fn similar_country(written: &str) -> Option<&'static str> {
    let wanted = atlas::key(written);
    let likeness = |name: &str| strsim::jaro_winkler(&wanted, &atlas::key(name));
    let names = Atlas::country_names().filter(|name| name.len() > 3).map(|name| (likeness(name), name));
    let (best, name) = names.max_by(|one, other| one.0.total_cmp(&other.0))?;
    (best >= COUNTRY_SIMILARITY_MIN).then_some(name)
}

/// Whether a text is the name of a country, a region or a city.
pub fn is_place_name(text: &str) -> bool {
    country_code(text).is_some() || !regions_named(text).is_empty() || Gazetteer::shared().has(text)
}

/// Known cities with similar names, best match first.
pub fn similar_cities(city: &str, country: Option<&str>) -> Vec<&'static str> {
    Gazetteer::shared().suggest(city, country)
}

/// The name that the table of cities has for a city; `None` if it is not in the table.
///
/// Cached by thread: a file names the same cities row after row, and looking one up costs more than the rest of a row's place.
pub fn city_name(place: &Location) -> Option<&'static str> {
    thread_local! {
        static KNOWN: RefCell<HashMap<String, Option<&'static str>>> = RefCell::default();
    }
    let city = place.city.as_deref()?;
    let (region, country) = (place.region.as_deref(), place.country.as_deref());
    let written = [city, region.unwrap_or_default(), country.unwrap_or_default()].join("\n");
    KNOWN.with_borrow_mut(|known| {
        if let Some(name) = known.get(&written) {
            return *name;
        }
        let name = Gazetteer::shared().known(city, region, country).map(|city| city.name);
        if known.len() >= CITIES_CACHED_MAX {
            known.clear();
        }
        known.insert(written, name);
        name
    })
}

/// Every other name of a city in the tables, with the name and country of the city.
pub fn city_aliases() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    Gazetteer::shared().aliases()
}

/// The place with its region by name where the source gives a code or another name, and the country is known; and with what a
/// source writes behind the city, as in `New York, NY`, in the parts where it belongs.
pub fn normal(place: &Location) -> Location {
    let place = &split_city(place).unwrap_or_else(|| place.clone());
    let known = place.region.as_deref().zip(place.country.as_deref());
    match known.and_then(|(written, country)| region(written, Some(country))) {
        Some(region) => Location { region: Some(region.name.to_owned()), ..place.clone() },
        None => place.clone(),
    }
}

/// The place with the region of its city, where city and country are stated and the region is not. Of several cities of
/// the country with the name, the largest is meant.
pub fn with_region(place: &Location) -> Location {
    let stated = place.city.as_deref().zip(place.country.as_deref()).filter(|_| place.region.is_none());
    let region = stated.and_then(|(city, country)| Gazetteer::shared().region_of(city, country));
    Location { region: region.map(str::to_owned).or_else(|| place.region.clone()), ..place.clone() }
}

/// The place with the region and country that are written behind the city; none if they are not, or contradict it.
fn split_city(place: &Location) -> Option<Location> {
    let parsed = parse_location(place.city.as_deref().filter(|city| city.contains(','))?);
    let fits = |stated: &Option<String>, found: &Option<String>| {
        stated.is_none() || found.is_none() || stated == found
    };
    let is_split = parsed.city.is_some() && (parsed.region.is_some() || parsed.country.is_some());
    (is_split && fits(&place.country, &parsed.country)).then(|| Location {
        city: parsed.city,
        region: place.region.clone().or(parsed.region),
        country: place.country.clone().or(parsed.country),
    })
}

/// Parses texts such as "San Francisco, CA", "Paris, Île-de-France, France" and "Greater London Area".
pub fn parse_location(text: &str) -> Location {
    let atlas = Atlas::shared();
    let parts: Vec<String> = text.split([',', ';', '|', '·', '\n', '(', ')']).filter_map(part).collect();
    let mut parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let mut location = Location::default();
    if take_district_of_columbia(&mut parts, &mut location) {
        return location;
    }
    take_country(atlas, &mut parts, &mut location);
    take_region(atlas, &mut parts, &mut location);
    place_rest(&parts, &mut location);
    location
}

/// A part of a location without postal codes, words about remote work and words for surroundings; none if nothing
/// remains that can be a name.
fn part(raw: &str) -> Option<String> {
    let raw = raw.trim().trim_matches(['-', '–', '/', '.', ' ']).trim();
    let words: Vec<&str> = raw.split_whitespace().filter(|word| !is_postal_code(word)).collect();
    let joined = without_surroundings(&words.join(" ")).to_owned();
    let remote = remote_prefix(&joined);
    let name = joined[remote..].trim_matches(['-', '–', '/', ' ', ':']).trim();
    let plausible = name.chars().any(char::is_alphabetic)
        && !name.chars().any(|c| c.is_ascii_digit() || matches!(c, '@' | '<' | '>' | '\\' | '{' | '}'))
        && name.chars().count() <= LONGEST_NAME;
    plausible.then(|| cased(name))
}

/// Four to six digits are a postal code; fewer are a house number and indicate a street.
fn is_postal_code(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    digits >= 4 && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
}

/// Length in bytes of a prefix about remote work.
fn remote_prefix(name: &str) -> usize {
    const REMOTE: &[&str] = &[
        "remote",
        "hybrid",
        "anywhere",
        "worldwide",
        "home office",
        "homeoffice",
        "on-site",
        "onsite",
        "global",
        "remoto",
        "télétravail",
        "teletravail",
        "fully remote",
        "100% remote",
        "emea",
        "apac",
        "dach",
        "latam",
    ];
    let lower = name.to_lowercase();
    if lower.len() != name.len() {
        return 0;
    }
    REMOTE
        .iter()
        .filter(|word| {
            lower.strip_prefix(**word).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        })
        .map(|word| word.len())
        .max()
        .unwrap_or(0)
}

/// "Greater London Area" is London.
fn without_surroundings(name: &str) -> &str {
    const BEFORE: &[&str] = &[
        "greater ",
        "großraum ",
        "grossraum ",
        "metro ",
        "région de ",
        "area metropolitana de ",
        "área metropolitana de ",
        "grand ",
    ];
    const AFTER: &[&str] = &[
        " metropolitan area",
        " metropolitan region",
        " bay area",
        " metro area",
        " area",
        " und umgebung",
        " et périphérie",
        " y alrededores",
        " metroplex",
        " region",
    ];
    let mut inner = name;
    for suffix in AFTER {
        if let Some(stripped) = strip_suffix_ignoring_case(inner, suffix) {
            inner = stripped;
            break;
        }
    }
    for prefix in BEFORE {
        // "Grand" begins many real names; it denotes surroundings only together with a suffix for surroundings.
        let always = *prefix != "grand ";
        if (always || inner.len() < name.len())
            && let Some(stripped) = strip_prefix_ignoring_case(inner, prefix)
        {
            return stripped;
        }
    }
    inner
}

fn strip_prefix_ignoring_case<'n>(name: &'n str, prefix: &str) -> Option<&'n str> {
    let head = name.get(..prefix.len())?;
    (head.to_lowercase() == prefix && name.len() > prefix.len()).then(|| &name[prefix.len()..])
}

fn strip_suffix_ignoring_case<'n>(name: &'n str, suffix: &str) -> Option<&'n str> {
    let start = name.len().checked_sub(suffix.len()).filter(|start| *start > 0)?;
    (name.get(start..)?.to_lowercase() == suffix).then(|| &name[..start])
}

/// A name in title case, if it is all upper-case or all lower-case. Short upper-case words are unchanged, since they
/// may be a code.
fn cased(name: &str) -> String {
    let mixed = name.chars().any(char::is_lowercase) && name.chars().any(char::is_uppercase);
    if mixed || name.chars().count() <= 3 {
        return name.to_owned();
    }
    let mut cased = String::with_capacity(name.len());
    let mut start = true;
    for character in name.chars() {
        if start {
            cased.extend(character.to_uppercase());
        } else {
            cased.extend(character.to_lowercase());
        }
        start = !character.is_alphabetic() && character != '\'';
    }
    cased
}

fn take_district_of_columbia(parts: &mut Vec<&str>, location: &mut Location) -> bool {
    let all = atlas::key(&parts.join(" "));
    let found = matches!(
        all.strip_suffix("usa").or(all.strip_suffix("unitedstates")).unwrap_or(&all),
        "washingtondc" | "washingtondistrictofcolumbia" | "washingtondcbaltimore"
    );
    if found {
        *location = Location {
            city: Some("Washington".to_owned()),
            region: Some("District of Columbia".to_owned()),
            country: Some("US".to_owned()),
        };
    }
    found
}

/// Removes the country from the parts: the last part, or the first in the order of postal forms.
fn take_country(atlas: &Atlas, parts: &mut Vec<&str>, location: &mut Location) {
    let Some(last) = parts.last() else { return };
    let last_key = atlas::key(last);
    let before: Vec<String> = parts[..parts.len() - 1].iter().map(|part| atlas::key(part)).collect();
    if let Some(country) = atlas.country(&last_key)
        && !reads_as_region(atlas, &last_key, country, &before)
    {
        // England is listed as a name of the United Kingdom and as one of its regions.
        let region =
            region::alone(&last_key).filter(|named| named.region.country == country && !named.is_city);
        location.region = region.map(|named| named.region.name.to_owned());
        location.country = Some(country.to_owned());
        parts.pop();
        return;
    }
    if parts.len() > 1
        && region::alone(&last_key).is_none_or(|named| named.is_city)
        && before[0].len() > 3
        && let Some(country) = atlas.country(&before[0])
    {
        location.country = Some(country.to_owned());
        parts.remove(0);
    }
}

/// Whether a word that is a country name is more likely a region, given the parts before it.
fn reads_as_region(atlas: &Atlas, key: &str, country: &'static str, before: &[String]) -> bool {
    let (Some(named), Some(previous)) = (region::alone(key), before.last()) else { return false };
    if named.region.country == country {
        return false;
    }
    // "Toronto, ON, CA": the region before it determines the country.
    if region::alone(previous).is_some_and(|inner| inner.region.country == country) {
        return false;
    }
    if key.len() > 2 {
        return true;
    }
    let city_of_country = before.iter().any(|part| atlas.is_city_of(part, country));
    !city_of_country && (before.len() == 1 || previous.ends_with("county"))
}

/// Removes a known region from the parts and sets the country it belongs to.
fn take_region(atlas: &Atlas, parts: &mut Vec<&str>, location: &mut Location) {
    let Some(last) = parts.last() else { return };
    let key = atlas::key(last);
    let named = match &location.country {
        Some(country) => region::in_country(&key, country),
        None => region::alone(&key),
    };
    let Some(named) = named.filter(|_| location.region.is_none()) else { return };
    let sole = parts.len() == 1;
    if sole && means_city(named, last, location) {
        return;
    }
    // A code alone is ambiguous, and Georgia after a city may be a country or a state.
    if sole && named.is_code && location.country.is_none() {
        parts.pop();
        return;
    }
    let determines_country = sole || atlas.country(&key).is_none() || key.len() <= 2;
    if determines_country {
        location.country = Some(named.region.country.to_owned());
    }
    if sole && matches!(key.as_str(), "newyork" | "washington") {
        // City and state have the same name; assume the city.
        return;
    }
    location.region = Some(named.region.name.to_owned());
    parts.pop();
}

/// Whether a name that stands alone means the city that has it. Without a country every known city does, except beside
/// the states and provinces of North America and Australia, which are written alone.
fn means_city(named: region::Named, written: &str, location: &Location) -> bool {
    let written_alone = matches!(named.region.country, "US" | "CA" | "AU");
    named.is_city
        || (!written_alone && location.country.is_none() && find_city(written, None, None).is_some())
}

/// Assigns the remaining parts by position: a city, then a region.
fn place_rest(parts: &[&str], location: &mut Location) {
    let anchored = location.country.is_some() || location.region.is_some();
    match parts {
        [city] => location.city = Some(expanded(city)),
        [city, region] | [city, .., region] if anchored || parts.len() == 2 => {
            location.city = Some(expanded(city));
            location.region.get_or_insert_with(|| (*region).to_owned());
        }
        _ => {}
    }
}

/// Expands cities that are commonly written as initials.
fn expanded(city: &str) -> String {
    match city {
        "NYC" | "nyc" => "New York".to_owned(),
        "SF" | "sf" => "San Francisco".to_owned(),
        _ => city.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(text: &str) -> [String; 3] {
        let location = parse_location(text);
        [location.city, location.region, location.country].map(Option::unwrap_or_default)
    }

    #[test]
    fn what_is_written_behind_a_city_is_its_region_and_country() {
        let normal = |city: &str, region: Option<&str>, country: Option<&str>| {
            let place = Location {
                city: Some(city.to_owned()),
                region: region.map(str::to_owned),
                country: country.map(str::to_owned),
            };
            let normal = super::normal(&place);
            [normal.city, normal.region, normal.country].map(Option::unwrap_or_default)
        };
        assert_eq!(normal("New York, NY", None, None), ["New York", "New York", "US"]);
        assert_eq!(normal("Washington, D.C.", None, None), ["Washington", "District of Columbia", "US"]);
        assert_eq!(normal("Palo Alto, Calif.", None, Some("US")), ["Palo Alto", "California", "US"]);
        assert_eq!(normal("Torino", Some("TO"), Some("IT")), ["Torino", "Piemonte", "IT"]);
        assert_eq!(normal("Munich, Germany", None, Some("FR"))[2], "FR", "a stated country is kept");
    }

    #[test]
    fn countries_are_found_by_code_and_name() {
        for (input, code) in [
            ("DE", "DE"),
            ("deu", "DE"),
            ("Germany", "DE"),
            ("Deutschland", "DE"),
            ("Allemagne", "DE"),
            ("alemania", "DE"),
            ("USA", "US"),
            ("U.S.", "US"),
            ("United States of America", "US"),
            ("EEUU", "US"),
            ("Vereinigte Staaten", "US"),
            ("États-Unis", "US"),
            ("UK", "GB"),
            ("England", "GB"),
            ("Great Britain", "GB"),
            ("The Netherlands", "NL"),
            ("Holland", "NL"),
            ("Österreich", "AT"),
            ("Oesterreich", "AT"),
            ("Schweiz", "CH"),
            ("España", "ES"),
            ("Espagne", "ES"),
            ("Türkiye", "TR"),
            ("Czechia", "CZ"),
            ("South Korea", "KR"),
            ("日本", "JP"),
            ("Россия", "RU"),
            ("Côte d'Ivoire", "CI"),
            ("Brasil", "BR"),
            ("México", "MX"),
            ("Polska", "PL"),
            ("Sverige", "SE"),
            ("GER", "DE"),
            ("Niemcy", "DE"),
            ("Almanya", "DE"),
            ("Duitsland", "DE"),
            ("Stati Uniti", "US"),
            ("Wielka Brytania", "GB"),
            ("İspanya", "ES"),
            ("Paesi Bassi", "NL"),
            ("Frankrike", "FR"),
            ("Włochy", "IT"),
        ] {
            assert_eq!(country_code(input), Some(code), "{input}");
        }
        for input in ["", "Atlantis", "XX", "Berlin", "Congo"] {
            assert_eq!(country_code(input), None, "{input}");
        }
    }

    #[test]
    fn written_locations_are_parsed() {
        for (text, expected) in [
            ("San Francisco, CA", ["San Francisco", "California", "US"]),
            ("San Francisco, CA 94105", ["San Francisco", "California", "US"]),
            ("San Francisco, California, United States", ["San Francisco", "California", "US"]),
            ("SAN FRANCISCO, CA, USA", ["San Francisco", "California", "US"]),
            ("San Francisco Bay Area", ["San Francisco", "", ""]),
            ("Berlin, Germany", ["Berlin", "", "DE"]),
            ("Berlin, DE", ["Berlin", "", "DE"]),
            ("Wilmington, DE", ["Wilmington", "Delaware", "US"]),
            ("Munich, Bavaria, DE", ["Munich", "Bayern", "DE"]),
            ("10115 Berlin, Deutschland", ["Berlin", "", "DE"]),
            ("Berlin", ["Berlin", "", ""]),
            ("Greater London Area", ["London", "", ""]),
            ("London, England, United Kingdom", ["London", "England", "GB"]),
            ("London, England", ["London", "England", "GB"]),
            ("Paris, Île-de-France, France", ["Paris", "Île-de-France", "FR"]),
            ("Lyon, Auvergne-Rhone-Alpes, France", ["Lyon", "Auvergne-Rhône-Alpes", "FR"]),
            ("Madrid, Comunidad de Madrid, España", ["Madrid", "Comunidad de Madrid", "ES"]),
            ("Toronto, ON", ["Toronto", "Ontario", "CA"]),
            ("Toronto, ON, CA", ["Toronto", "Ontario", "CA"]),
            ("Toronto, CA", ["Toronto", "", "CA"]),
            ("Ontario, Canada", ["", "Ontario", "CA"]),
            ("Ontario, CA", ["", "Ontario", "CA"]),
            ("Austin, Texas", ["Austin", "Texas", "US"]),
            ("Texas, United States", ["", "Texas", "US"]),
            ("California", ["", "California", "US"]),
            ("New York", ["New York", "", "US"]),
            ("New York, NY", ["New York", "New York", "US"]),
            ("NYC", ["New York", "", ""]),
            ("Washington, DC", ["Washington", "District of Columbia", "US"]),
            ("Washington D.C., USA", ["Washington", "District of Columbia", "US"]),
            ("Seattle, Washington", ["Seattle", "Washington", "US"]),
            ("Atlanta, Georgia", ["Atlanta", "Georgia", ""]),
            ("Atlanta, Georgia, United States", ["Atlanta", "Georgia", "US"]),
            ("Atlanta, GA", ["Atlanta", "Georgia", "US"]),
            ("Georgia", ["", "", "GE"]),
            ("Bangalore, IN", ["Bangalore", "", "IN"]),
            ("Bengaluru, Karnataka, India", ["Bengaluru", "Karnataka", "IN"]),
            ("Bayern, Deutschland", ["", "Bayern", "DE"]),
            ("United States", ["", "", "US"]),
            ("Germany, Berlin", ["Berlin", "", "DE"]),
            ("Remote", ["", "", ""]),
            ("Remote - Germany", ["", "", "DE"]),
            ("Berlin (Remote)", ["Berlin", "", ""]),
            ("Singapore", ["", "", "SG"]),
            ("Singapore, Singapore", ["Singapore", "", "SG"]),
            ("Luxembourg, Luxembourg", ["Luxembourg", "", "LU"]),
            ("Mexico City, Mexico", ["Mexico City", "", "MX"]),
            ("Hauptstraße 5, 80331 München, Germany", ["München", "", "DE"]),
            ("San Jose, Santa Clara County, CA", ["San Jose", "California", "US"]),
            ("some, random, words, here", ["", "", ""]),
            ("12345", ["", "", ""]),
            ("CA", ["", "", "CA"]),
            ("", ["", "", ""]),
        ] {
            assert_eq!(written(text), expected, "{text}");
        }
    }

    #[test]
    fn cities_are_found_by_any_name_and_distinguished_by_region_and_country() {
        let near = |found: Option<Coordinates>, latitude: f64, longitude: f64| {
            let expected = Coordinates::of_degrees(latitude, longitude).unwrap();
            found.is_some_and(|found| found.metres_to(expected) < 20_000)
        };
        for name in ["Munich", "München", "MUENCHEN", "munchen"] {
            assert!(near(find_city(name, None, Some("DE")), 48.14, 11.58), "{name}");
        }
        assert!(near(find_city("Wien", None, None), 48.21, 16.37));
        assert!(near(find_city("Paris", None, None), 48.85, 2.35));
        assert!(near(find_city("Paris", None, Some("US")), 33.66, -95.56));
        assert!(near(find_city("Portland", Some("Oregon"), Some("US")), 45.52, -122.68));
        assert!(near(find_city("Portland", Some("Maine"), Some("US")), 43.66, -70.26));
        assert!(near(find_city("Portland", Some("ME"), Some("US")), 43.66, -70.26));
        assert!(near(find_city("The Hague", None, Some("NL")), 52.08, 4.30));
        assert!(near(find_city("Frankfurt am Main", Some("Hesse"), Some("DE")), 50.11, 8.68));
        for (city, country) in [("Xanadoria", None), ("Munich", Some("FR")), ("", None), ("|", Some("DE"))] {
            assert_eq!(find_city(city, None, country), None, "{city}");
        }
    }

    #[test]
    fn a_misspelt_city_has_suggestions() {
        assert_eq!(similar_cities("Berlinn", Some("DE"))[0], "Berlin");
        assert_eq!(similar_cities("Amsterdan", None)[0], "Amsterdam");
        assert!(similar_cities("Qqqqqq", None).is_empty());
    }

    #[test]
    fn regions_of_the_gazetteer_are_known_where_the_country_is() {
        let countries: Vec<&str> = region_names().map(|(_, region)| region.country).collect();
        let unknown: Vec<String> = Gazetteer::shared()
            .region_names()
            .filter(|(country, name)| countries.contains(country) && !name.is_empty())
            .filter(|(country, name)| region(name, Some(country)).is_none())
            .map(|(country, name)| format!("{country} {name}"))
            .collect();
        assert_eq!(unknown, Vec::<String>::new());
    }

    proptest! {
        #[test]
        fn any_text_is_parsed_without_panic(text in ".*") {
            let location = parse_location(&text);
            prop_assert!(location.country.is_none_or(|code| country_code(&code) == Some(code.as_str())));
        }

        #[test]
        fn country_names_ignore_case_and_accents(index in 0usize..2000) {
            let names: Vec<&str> = Atlas::country_names().collect();
            let name = names[index % names.len()];
            let code = country_code(name);
            prop_assert!(code.is_some(), "{}", name);
            prop_assert_eq!(country_code(&any_ascii::any_ascii(name).to_lowercase()), code);
        }
    }
}
