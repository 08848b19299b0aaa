//! Phone numbers in ranges that regulators reserve for fiction, so that they are never assigned.

use crate::{rng::Rng, words::geography::City};

/// Up to this many people every mobile number is unique; larger worlds reuse the ranges.
const UNIQUE_UP_TO: u64 = 50_000;

/// Area codes of the United States and Canada: 555-0100 to 555-0199 is fictional in each.
const US_AREAS: &str = "201202203205206207208209210212213214215216217218219224225228229231234239240248251252253254256260262267269270272276281301302303304305307308309310312313314315316317318319320321323325330331334336337339346347351352360361364380385386401402404405406407408409410412413414415417419423424425430432434435440442443458463464469470475478479480484501502503504505507508509510512513515516517518520530531534539540541551559561562563567570571573574575580585586601602603605606607608609610612614615616617618619620623626628629630631636641646650651657660661662667669678681682701702703704706707708712713714715716717718719720724725727731732734737740743747754757760762763765769770772773774775779781785786801802803804805806808810812813814815816817818828830831832843845847848850854856857858859860862863864865870872878901903904906907908909910912913914915916917918919920925928929930931934936937938940941947949951952954956959970971972973978979980984985989";
const CA_AREAS: &str = "204226236249250289306343365403416418431437438450506514519548579581587604613639647705709778780807819825867873902905";
/// The Australian fictional mobile numbers are single numbers, not ranges.
const AU_MOBILES: &[&str] =
    &["491570006", "491570156", "491570157", "491570158", "491570159", "491570110", "491570313", "491570737"];

/// The number of fictional mobile numbers of a country.
fn mobile_capacity(country: &str) -> u64 {
    match country {
        "US" => US_AREAS.len() as u64 / 3 * 100,
        "CA" => CA_AREAS.len() as u64 / 3 * 100,
        "GB" => 1_000,
        "DE" => 200,
        "FR" => 10_000,
        "AU" => AU_MOBILES.len() as u64,
        _ => 0,
    }
}

/// Number of people who have a mobile number, of the people in a country and in the whole world.
pub(crate) fn mobile_owners(country: &str, staff: u64, people: u64) -> u64 {
    match (mobile_capacity(country), mobile_share(staff)) {
        (0, _) => 0,
        (_, wanted) if people > UNIQUE_UP_TO => wanted,
        (capacity, wanted) => wanted.min(capacity),
    }
}

fn mobile_share(staff: u64) -> u64 {
    staff * 78 / 100
}

/// The mobile number of the person at this index in the shuffled list of a country's people, if they have one.
pub(crate) fn mobile(country: &str, place: u64, staff: u64, people: u64) -> Option<String> {
    (place < mobile_owners(country, staff, people))
        .then(|| mobile_number(country, place % mobile_capacity(country)))
}

/// As [`mobile`], but from the end of the country's range, and only the numbers that `taken` others leave free.
pub(crate) fn spare_mobile(country: &str, place: u64, staff: u64, taken: u64) -> Option<String> {
    let capacity = mobile_capacity(country);
    let owners = mobile_share(staff).min(capacity.saturating_sub(taken));
    (place < owners).then(|| mobile_number(country, capacity - 1 - place))
}

fn mobile_number(country: &str, index: u64) -> String {
    match country {
        "US" => north_american(area(US_AREAS, index / 100), index % 100),
        "CA" => north_american(area(CA_AREAS, index / 100), index % 100),
        "GB" => format!("+447700900{index:03}"),
        "DE" if index < 100 => format!("+4917139200{index:02}"),
        "DE" => format!("+49176040690{:02}", index - 100),
        "FR" => format!("+3363998{index:04}"),
        _ => format!("+61{}", AU_MOBILES[index as usize]),
    }
}

/// Whether a fictional number is a mobile. In North America the number does not tell; such numbers count as mobiles.
#[cfg(feature = "net")]
pub(crate) fn is_mobile(number: &str) -> bool {
    const STARTS: [&str; 6] = ["+1", "+447700900", "+4917139200", "+49176040690", "+3363998", "+614"];
    STARTS.iter().any(|start| number.starts_with(start))
}

/// A landline number in this city, if its country reserves any for fiction.
pub(crate) fn landline(city: &City, rng: &mut Rng) -> Option<String> {
    let country = city.country().code;
    if country == "IE" {
        return Some(format!("+3532091{:05}", rng.below(100_000)));
    }
    if city.area.is_empty() {
        return None;
    }
    let area = city.area;
    Some(match (country, area) {
        ("US" | "CA", _) => north_american(area, rng.below(100)),
        ("GB", "20") => format!("+442079460{:03}", rng.below(1_000)),
        ("GB", "29") => format!("+442920180{:03}", rng.below(1_000)),
        ("GB", _) => format!("+44{area}4960{:03}", rng.below(1_000)),
        ("DE", _) => format!("+49{area}{}{:03}", german_block(area)?, rng.below(1_000)),
        ("FR", _) => format!("+33{area}{}{:04}", french_block(area)?, rng.below(10_000)),
        ("AU", _) => format!("+61{area}{}{:04}", rng.pick(&["5550", "7010"]), rng.below(10_000)),
        _ => return None,
    })
}

fn area(list: &'static str, index: u64) -> &'static str {
    let start = index as usize * 3;
    &list[start..start + 3]
}

fn north_american(area: &str, line: u64) -> String {
    format!("+1{area}55501{line:02}")
}

fn german_block(area: &str) -> Option<&'static str> {
    Some(match area {
        "30" => "23125",
        "69" => "90009",
        "40" => "66969",
        "221" => "4710",
        "89" => "99998",
        _ => return None,
    })
}

fn french_block(area: &str) -> Option<&'static str> {
    Some(match area {
        "1" => "9900",
        "2" => "6191",
        "3" => "5301",
        "4" => "6571",
        "5" => "3649",
        _ => return None,
    })
}

/// Whether a number is in a range reserved for fiction.
#[cfg(any(test, feature = "net"))]
pub(crate) fn is_fictional(number: &str) -> bool {
    let Some(digits) = number.strip_prefix('+') else { return false };
    let shape = |prefix: &str, length: usize| digits.starts_with(prefix) && digits.len() == length;
    (digits.len() == 11 && digits.starts_with('1') && &digits[4..9] == "55501")
        || shape("447700900", 12)
        || shape("442079460", 12)
        || shape("442920180", 12)
        || (digits.starts_with("441") && digits.len() == 12 && &digits[5..9] == "4960")
        || ["4930", "4969", "4940", "4989"].iter().any(|area| {
            digits.strip_prefix(area).is_some_and(|rest| {
                rest.len() == 8 && german_block(&area[2..]).is_some_and(|block| rest.starts_with(block))
            })
        })
        || shape("492214710", 12)
        || shape("4917139200", 12)
        || shape("49176040690", 13)
        || (1..=5).any(|zone: u8| {
            french_block(&zone.to_string()).is_some_and(|block| shape(&format!("33{zone}{block}"), 11))
        })
        || shape("3363998", 11)
        || shape("3532091", 12)
        || digits.strip_prefix("61").is_some_and(|rest| {
            AU_MOBILES.contains(&rest)
                || (rest.len() == 9 && (&rest[1..5] == "5550" || &rest[1..5] == "7010"))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{rng::Purpose, words::geography::CITIES};

    #[test]
    fn all_generated_numbers_are_fictional() {
        for country in ["US", "CA", "GB", "DE", "FR", "AU"] {
            let capacity = mobile_capacity(country);
            let numbers: std::collections::BTreeSet<String> =
                (0..capacity).filter_map(|place| mobile(country, place, capacity * 2, 10)).collect();
            assert_eq!(numbers.len() as u64, capacity, "{country}");
            assert!(numbers.iter().all(|number| is_fictional(number)), "{country}");
        }
        for (index, city) in CITIES.iter().enumerate() {
            let number = landline(city, &mut Rng::new(1, index as u64, Purpose::Contacts));
            assert!(number.as_deref().is_none_or(is_fictional), "{number:?}");
        }
        assert!(!is_fictional("+12125551234") && !is_fictional("+4915112345678"));
    }
}
