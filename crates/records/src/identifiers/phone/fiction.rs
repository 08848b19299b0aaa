//! Number ranges that regulators reserve for films, books and examples.
//!
//! They are never assigned, so a demo can show them; by the numbering plan alone many of them would be invalid.

use crate::LineType;
use crate::LineType::{Landline, Mobile, MobileOrLandline, Other};

/// A range of numbers reserved for fiction.
pub(super) struct Range {
    /// E.164 up to the free digits; `x` is any digit an area code may have there.
    prefix: &'static str,
    free_digits: usize,
    pub(super) line_type: LineType,
    /// None if the area code determines the country.
    pub(super) country: Option<[u8; 2]>,
}

const fn range(prefix: &'static str, free_digits: usize, line_type: LineType, country: &[u8; 2]) -> Range {
    Range { prefix, free_digits, line_type, country: Some(*country) }
}

const RANGES: &[Range] = &[
    // North American Numbering Plan: 555-0100 to 555-0199 in every area.
    Range { prefix: "+1xxx55501", free_digits: 2, line_type: MobileOrLandline, country: None },
    // United Kingdom, Ofcom.
    range("+447700900", 3, Mobile, b"GB"),
    range("+441632960", 3, Landline, b"GB"),
    range("+442079460", 3, Landline, b"GB"),
    range("+441134960", 3, Landline, b"GB"),
    range("+441144960", 3, Landline, b"GB"),
    range("+441154960", 3, Landline, b"GB"),
    range("+441164960", 3, Landline, b"GB"),
    range("+441174960", 3, Landline, b"GB"),
    range("+441184960", 3, Landline, b"GB"),
    range("+441214960", 3, Landline, b"GB"),
    range("+441314960", 3, Landline, b"GB"),
    range("+441414960", 3, Landline, b"GB"),
    range("+441514960", 3, Landline, b"GB"),
    range("+441614960", 3, Landline, b"GB"),
    range("+441914980", 3, Landline, b"GB"),
    range("+442896496", 3, Landline, b"GB"),
    range("+442920180", 3, Landline, b"GB"),
    range("+443069990", 3, Other, b"GB"),
    range("+448081570", 3, Other, b"GB"),
    range("+449098790", 3, Other, b"GB"),
    // Australia, ACMA.
    range("+6125550", 4, Landline, b"AU"),
    range("+6127010", 4, Landline, b"AU"),
    range("+6135550", 4, Landline, b"AU"),
    range("+6137010", 4, Landline, b"AU"),
    range("+6175550", 4, Landline, b"AU"),
    range("+6177010", 4, Landline, b"AU"),
    range("+6185550", 4, Landline, b"AU"),
    range("+6187010", 4, Landline, b"AU"),
    range("+61491570006", 0, Mobile, b"AU"),
    range("+61491570110", 0, Mobile, b"AU"),
    range("+61491570156", 0, Mobile, b"AU"),
    range("+61491570157", 0, Mobile, b"AU"),
    range("+61491570158", 0, Mobile, b"AU"),
    range("+61491570159", 0, Mobile, b"AU"),
    range("+61491570313", 0, Mobile, b"AU"),
    range("+61491570737", 0, Mobile, b"AU"),
    // Germany, Bundesnetzagentur, notice 148/2021.
    range("+493023125", 3, Landline, b"DE"),
    range("+496990009", 3, Landline, b"DE"),
    range("+494066969", 3, Landline, b"DE"),
    range("+492214710", 3, Landline, b"DE"),
    range("+498999998", 3, Landline, b"DE"),
    range("+4915228817386", 0, Mobile, b"DE"),
    range("+4915228895456", 0, Mobile, b"DE"),
    range("+4915254599371", 0, Mobile, b"DE"),
    range("+491729925904", 0, Mobile, b"DE"),
    range("+491729968532", 0, Mobile, b"DE"),
    range("+491729973185", 0, Mobile, b"DE"),
    range("+491729973186", 0, Mobile, b"DE"),
    range("+491729980752", 0, Mobile, b"DE"),
    range("+491749091317", 0, Mobile, b"DE"),
    range("+491749464308", 0, Mobile, b"DE"),
    range("+4917139200", 2, Mobile, b"DE"),
    range("+49176040690", 2, Mobile, b"DE"),
    // France, Arcep.
    range("+3319900", 4, Landline, b"FR"),
    range("+3326191", 4, Landline, b"FR"),
    range("+3335301", 4, Landline, b"FR"),
    range("+3346571", 4, Landline, b"FR"),
    range("+3353649", 4, Landline, b"FR"),
    range("+3363998", 4, Mobile, b"FR"),
    // Ireland, ComReg.
    range("+3532091", 5, Other, b"IE"),
];

/// The fictional range a number in E.164 form falls into.
pub(super) fn range_of(e164: &str) -> Option<&'static Range> {
    RANGES.iter().find(|range| {
        e164.len() == range.prefix.len() + range.free_digits
            && range.prefix.bytes().zip(e164.bytes()).all(|(wanted, given)| wanted == given || wanted == b'x')
            // Area codes of the only plan with `x` begin with 2 to 9.
            && (range.country.is_some() || e164.as_bytes().get(2).is_some_and(|digit| (b'2'..=b'9').contains(digit)))
    })
}

#[cfg(test)]
mod tests {
    use crate::LineType;
    use crate::identifiers::phone::{InvalidPhone, PhoneNumber};

    #[test]
    fn numbers_reserved_for_fiction_are_accepted_with_their_line_type() {
        for (input, country, line_type) in [
            ("+1 415 555 0100", Some("US"), LineType::MobileOrLandline),
            ("(212) 555-0199", Some("US"), LineType::MobileOrLandline),
            ("+1 416 555 0123", Some("CA"), LineType::MobileOrLandline),
            ("+1 555 555 0123", None, LineType::MobileOrLandline),
            ("+44 7700 900123", Some("GB"), LineType::Mobile),
            ("020 7946 0999", Some("GB"), LineType::Landline),
            ("01632 960001", Some("GB"), LineType::Landline),
            ("+44 161 496 0000", Some("GB"), LineType::Landline),
            ("+44 191 498 0345", Some("GB"), LineType::Landline),
            ("+44 28 9649 6123", Some("GB"), LineType::Landline),
            ("+44 8081 570123", Some("GB"), LineType::Other),
            ("+61 2 5550 1234", Some("AU"), LineType::Landline),
            ("+61 491 570 156", Some("AU"), LineType::Mobile),
            ("+49 30 23125 123", Some("DE"), LineType::Landline),
            ("0221 4710 999", Some("DE"), LineType::Landline),
            ("+49 152 28817386", Some("DE"), LineType::Mobile),
            ("+49 171 3920012", Some("DE"), LineType::Mobile),
            ("+33 1 99 00 12 34", Some("FR"), LineType::Landline),
            ("06 39 98 12 34", Some("FR"), LineType::Mobile),
            ("+353 20 91 23456", Some("IE"), LineType::Other),
        ] {
            let phone = PhoneNumber::parse(input, country).unwrap_or_else(|fault| panic!("{input}: {fault}"));
            assert!(phone.is_fictional(), "{input}");
            assert_eq!((phone.country(), phone.line_type()), (country, line_type), "{input}");
            assert_eq!(PhoneNumber::parse(phone.e164(), None), Ok(phone), "{input}");
        }
    }

    #[test]
    fn adjacent_numbers_are_validated_by_the_numbering_plan() {
        assert!(!PhoneNumber::parse("+44 7700 100123", None).is_ok_and(|phone| phone.is_fictional()));
        assert_eq!(PhoneNumber::parse("+1 115 555 0123", None), Err(InvalidPhone::NotAssigned));
        assert!(!PhoneNumber::parse("+1 415 555 2671", None).is_ok_and(|phone| phone.is_fictional()));
    }
}
