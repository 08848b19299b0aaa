//! Headers of register numbers, and the register that each one belongs to.
//!
//! Codes are those of org-id.guide where it has one.

use super::header_words::split_words;

/// Scheme, and the headers of its numbers as words; alternatives are separated by commas.
const HEADERS: &[(&str, &str)] = &[
    ("XI-LEI", "lei, lei code, lei number, legal entity identifier"),
    ("US-SEC", "cik, cik str, cik number, cik code, central index key, issuer cik, company cik, filer cik"),
    (
        "GB-COH",
        "company number, company no, companies house number, company house number, crn, company registration number, \
         uk company number, companies house id",
    ),
    ("US-NPI", "npi, npi number, national provider identifier, organization npi, provider npi"),
    ("US-DOT", "dot number, usdot, usdot number, us dot number, dot no, usdot no"),
    (
        "US-EIN",
        "ein, ein number, employer identification number, employer identification number ein, fein, irs number",
    ),
    ("FR-SIREN", "siren, numero siren, siren number, no siren"),
    ("BR-CNPJ", "cnpj, cnpj number, numero cnpj, cnpj basico"),
    ("ORCID", "orcid, orcid id, orcid identifier, orcid url, orcid uri"),
    ("NO-BRC", "organisasjonsnummer, orgnr, org nr, organisasjonsnr, orgnummer"),
    ("US-UEI", "uei, uei number, unique entity id, unique entity identifier, sam uei"),
];

/// The scheme of the register numbers in a column, by its header.
pub(crate) fn scheme_of(header: &str) -> Option<&'static str> {
    let words = split_words(header).join(" ");
    let matches = |headers: &str| headers.split(',').any(|known| known.trim() == words);
    HEADERS.iter().find(|(_, headers)| matches(headers)).map(|(scheme, _)| *scheme)
}

/// Whether a value has the form of a scheme's numbers. A header such as `company number` is used by many registers,
/// so the header alone does not decide.
pub(crate) fn has_form(scheme: &str, value: &str) -> bool {
    let value = value.trim();
    let bare = if value.contains("://") { value.rsplit('/').next().unwrap_or(value) } else { value };
    let plain: String = bare.chars().filter(|c| !matches!(c, '-' | '.' | ' ' | '/')).collect();
    let length = plain.len();
    let is_number = !plain.is_empty() && plain.bytes().all(|byte| byte.is_ascii_digit());
    let is_code = !plain.is_empty() && plain.bytes().all(|byte| byte.is_ascii_alphanumeric());
    match scheme {
        "XI-LEI" => is_code && length == 20 && plain[18..].bytes().all(|byte| byte.is_ascii_digit()),
        "US-SEC" => is_number && length <= 10,
        "GB-COH" => {
            let letters = plain.bytes().take_while(u8::is_ascii_alphabetic).count();
            is_code
                && length == 8
                && letters <= 2
                && plain[letters..].bytes().all(|byte| byte.is_ascii_alphanumeric())
        }
        "US-NPI" => is_number && length == 10 && plain.starts_with(['1', '2']),
        "US-DOT" => is_number && (1..=8).contains(&length),
        "US-EIN" | "FR-SIREN" | "NO-BRC" => is_number && length == 9,
        // The first eight digits name the company, all fourteen one of its establishments.
        "BR-CNPJ" => (is_number || is_code) && matches!(length, 8 | 14),
        "ORCID" => length == 16 && plain[..15].bytes().all(|byte| byte.is_ascii_digit()),
        "US-UEI" => is_code && length == 12,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_registers_name_their_scheme() {
        for (header, scheme) in [
            ("LEI", "XI-LEI"),
            ("lei_code", "XI-LEI"),
            ("cik_str", "US-SEC"),
            ("CIK", "US-SEC"),
            (" CompanyNumber", "GB-COH"),
            ("company_number", "GB-COH"),
            ("NPI", "US-NPI"),
            ("DOT_NUMBER", "US-DOT"),
            ("Employer Identification Number (EIN)", "US-EIN"),
            ("ein", "US-EIN"),
            ("siren", "FR-SIREN"),
            ("CNPJ", "BR-CNPJ"),
            ("orcid", "ORCID"),
            ("organisasjonsnummer", "NO-BRC"),
            ("UEI", "US-UEI"),
        ] {
            assert_eq!(scheme_of(header), Some(scheme), "{header}");
        }
        for header in [
            "Replacement NPI",
            "LoanNumber",
            "id",
            "number",
            "Parent LEI",
            "LouLEI",
            "company",
            "Phone Number",
        ] {
            assert_eq!(scheme_of(header), None, "{header}");
        }
    }

    #[test]
    fn values_have_the_form_of_their_register() {
        for (scheme, value) in [
            ("XI-LEI", "21380013Y56DETNBF423"),
            ("US-SEC", "0000789019"),
            ("US-SEC", "789019"),
            ("GB-COH", "08209948"),
            ("GB-COH", "SC123456"),
            ("US-NPI", "1811775901"),
            ("US-DOT", "123456"),
            ("US-EIN", "91-2197729"),
            ("FR-SIREN", "552 100 554"),
            ("BR-CNPJ", "19.131.243/0001-97"),
            ("ORCID", "https://orcid.org/0000-0002-1825-0097"),
            ("NO-BRC", "923609016"),
            ("US-UEI", "ABCDEFGH1234"),
        ] {
            assert!(has_form(scheme, value), "{scheme} {value}");
        }
        for (scheme, value) in [
            ("GB-COH", "HRB 12345"),
            ("XI-LEI", "short"),
            ("US-NPI", "3811775901"),
            ("NO-BRC", ""),
            ("US-EIN", "12"),
        ] {
            assert!(!has_form(scheme, value), "{scheme} {value}");
        }
    }
}
