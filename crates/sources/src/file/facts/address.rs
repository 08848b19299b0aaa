//! Splits a postal address in one cell into parts that can be compared.

#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::file) struct AddressParts {
    pub(in crate::file) house: Option<String>,
    pub(in crate::file) street: Option<String>,
    /// The text between street and postcode.
    pub(in crate::file) rest: Option<String>,
    pub(in crate::file) postcode: Option<String>,
}

/// Splits a street into name and house number.
pub(in crate::file) fn read_street(text: &str) -> AddressParts {
    let text = text.trim().trim_end_matches(',');
    let (house, street) = match (text.split_once(' '), text.rsplit_once(' ')) {
        (Some((first, street)), _) if is_house(first) => (Some(first), street),
        (_, Some((street, last))) if is_house(last) => (Some(last), street),
        _ => (None, text),
    };
    let kept = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    AddressParts { house: house.and_then(kept), street: kept(street), ..AddressParts::default() }
}

/// Splits an address at its commas: the street comes first, the postcode last.
pub(in crate::file) fn read_address(text: &str) -> AddressParts {
    let Some((street, rest)) = text.split_once(',') else { return read_street(text) };
    let rest = rest.trim();
    let (before, last) = rest.rsplit_once([' ', ',']).unwrap_or(("", rest));
    let (rest, postcode) = if is_postcode(last) { (before, Some(last.to_owned())) } else { (rest, None) };
    let rest = rest.trim_matches([' ', ',']);
    AddressParts { rest: (!rest.is_empty()).then(|| rest.to_owned()), postcode, ..read_street(street) }
}

/// Matches `12`, `12b` and `12-14`, but not numbered streets such as `3rd`.
fn is_house(word: &str) -> bool {
    const LONGEST: usize = 8;
    let word = word.trim_end_matches(',');
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    word.len() <= LONGEST
        && word.len() - digits.len() <= 1
        && word.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '/'))
}

fn is_postcode(word: &str) -> bool {
    matches!(word.len(), 4..=10)
        && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
        && word.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(address: &AddressParts) -> [&str; 4] {
        let AddressParts { house, street, rest, postcode } = address;
        [house, street, rest, postcode].map(|part| part.as_deref().unwrap_or(""))
    }

    #[test]
    fn a_house_number_is_found_before_or_after_the_street() {
        assert_eq!(parts(&read_street("1304 Poppy Hills Dr")), ["1304", "Poppy Hills Dr", "", ""]);
        assert_eq!(parts(&read_street("Hauptstraße 12b")), ["12b", "Hauptstraße", "", ""]);
        assert_eq!(parts(&read_street("3rd Avenue")), ["", "3rd Avenue", "", ""]);
        assert_eq!(parts(&read_street("Broadway")), ["", "Broadway", "", ""]);
    }

    #[test]
    fn an_address_in_one_cell_is_split() {
        let read = |text| read_address(text);
        assert_eq!(
            parts(&read("123 Main Street, Las Vegas NV 89132")),
            ["123", "Main Street", "Las Vegas NV", "89132"]
        );
        assert_eq!(
            parts(&read("7 wallaby place, delmar, cleveland, sa 2119")),
            ["7", "wallaby place", "delmar, cleveland, sa", "2119"]
        );
        assert_eq!(parts(&read("6371 E Foothill Dr, 95915")), ["6371", "E Foothill Dr", "", "95915"]);
        assert_eq!(parts(&read("Skyline, Toronto")), ["", "Skyline", "Toronto", ""]);
    }
}
