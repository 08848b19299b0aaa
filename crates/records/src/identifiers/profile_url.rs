//! Profile addresses on the professional network and on other public sites.

mod site;

use std::borrow::Cow;

use thiserror::Error;
use unicode_normalization::UnicodeNormalization;

pub use site::profile;

const INPUT_LIMIT_BYTES: usize = 2_048;
const SLUG_LIMIT_CHARACTERS: usize = 200;
/// Maximum rounds of percent-decoding: addresses copied through several tools are encoded more than once.
const DECODE_ROUNDS: usize = 3;

/// Hosts of the network, each with the root of its canonical addresses.
const NETWORK_HOSTS: [(&str, &str); 2] =
    [("linkedin.com", "https://www.linkedin.com"), ("network.example", "https://network.example")];

/// Why a text is not the requested profile address, with the correction to make.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum InvalidProfileUrl {
    /// Empty input.
    #[error("the profile address is empty; give one such as https://www.linkedin.com/in/jane-doe")]
    Empty,
    /// Longer than any profile address.
    #[error("the profile address is too long; copy it again from the profile page")]
    TooLong,
    /// An address on another site.
    #[error(
        "this is not an address on the professional network; give one such as https://www.linkedin.com/in/jane-doe"
    )]
    OtherSite,
    /// A short link that only the network itself can resolve.
    #[error("a short link does not contain the profile's name; open it and give the address it redirects to")]
    ShortLink,
    /// A link inside a paid product of the network.
    #[error(
        "links of the sales and recruiter products are private; open the public profile and give its address"
    )]
    PrivateProduct,
    /// A company page, but a person's profile is required.
    #[error("this is the page of a company; give a person's profile, whose path begins with /in/")]
    CompanyNotPerson,
    /// A person's profile, but a company page is required.
    #[error("this is a person's profile; give a company page, whose path begins with /company/")]
    PersonNotCompany,
    /// A page of the network that is not a profile.
    #[error(
        "this page of the network is not a profile; a person's path begins with /in/, a company's with /company/"
    )]
    NotAProfile,
    /// The slug of the profile is missing or malformed.
    #[error("the profile's name in the address is missing or malformed; copy it again from the profile page")]
    BadSlug,
}

/// The target of a network address.
enum Page {
    Person(String),
    Company(String),
}

/// The canonical address of a person's profile on the professional network.
pub fn person_profile(input: &str) -> Result<String, InvalidProfileUrl> {
    match network_page(input)? {
        Page::Person(url) => Ok(url),
        Page::Company(_) => Err(InvalidProfileUrl::CompanyNotPerson),
    }
}

/// The canonical address of a company, school or showcase page on the professional network.
pub fn company_page(input: &str) -> Result<String, InvalidProfileUrl> {
    match network_page(input)? {
        Page::Company(url) => Ok(url),
        Page::Person(_) => Err(InvalidProfileUrl::PersonNotCompany),
    }
}

fn network_page(input: &str) -> Result<Page, InvalidProfileUrl> {
    let text = input.trim();
    if text.is_empty() {
        return Err(InvalidProfileUrl::Empty);
    }
    if text.len() > INPUT_LIMIT_BYTES {
        return Err(InvalidProfileUrl::TooLong);
    }
    let address = Address::read(text);
    // Exports often contain only the path.
    let host = match address.host.to_ascii_lowercase() {
        host if matches!(host.as_str(), "" | "in" | "pub" | "company") => {
            return page(NETWORK_HOSTS[0].1, text);
        }
        host => host,
    };
    if host == "lnkd.in" {
        return Err(InvalidProfileUrl::ShortLink);
    }
    let root = NETWORK_HOSTS.iter().find(|(name, _)| is_host_or_subdomain(&host, name));
    let (_, root) = root.ok_or(InvalidProfileUrl::OtherSite)?;
    page(root, address.path)
}

fn page(root: &str, path: &str) -> Result<Page, InvalidProfileUrl> {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let mut segments = path.split('/').map(str::trim).filter(|segment| !segment.is_empty());
    let mut kind = segments.next().unwrap_or_default().to_ascii_lowercase();
    if kind == "mwlite" {
        kind = segments.next().unwrap_or_default().to_ascii_lowercase();
    }
    let slug = segments.next().map(slug);
    let wanted = || slug.ok_or(InvalidProfileUrl::BadSlug)?;
    match kind.as_str() {
        "in" => Ok(Page::Person(format!("{root}/in/{}", wanted()?))),
        "pub" => old_person(root, &wanted()?, segments),
        "company" | "company-beta" => Ok(Page::Company(format!("{root}/company/{}", wanted()?))),
        "school" | "showcase" => Ok(Page::Company(format!("{root}/{kind}/{}", wanted()?))),
        "sales" | "talent" | "recruiter" | "cap" => Err(InvalidProfileUrl::PrivateProduct),
        _ => Err(InvalidProfileUrl::NotAProfile),
    }
}

/// `/pub/jane-doe/1a/2b3/4c5` is the former address of `/in/jane-doe-4c52b31a`.
fn old_person<'a>(
    root: &str,
    name: &str,
    tail: impl Iterator<Item = &'a str>,
) -> Result<Page, InvalidProfileUrl> {
    let tail: Vec<&str> = tail.collect();
    match tail.as_slice() {
        _ if name == "dir" => Err(InvalidProfileUrl::NotAProfile),
        [first, second, third, ..] if is_old_number(&[first, second, third]) => {
            let number = format!("{third}{second}{first}").to_ascii_lowercase();
            Ok(Page::Person(format!("{root}/in/{name}-{number}")))
        }
        _ => Ok(Page::Person(format!("{root}/in/{name}"))),
    }
}

fn is_old_number(parts: &[&str]) -> bool {
    parts.iter().all(|part| part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Decodes and folds a profile's slug; the network compares slugs without case.
fn slug(raw: &str) -> Result<String, InvalidProfileUrl> {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if (1..=SLUG_LIMIT_CHARACTERS).contains(&raw.len()) && raw.bytes().all(is_plain) {
        return Ok(raw.to_owned());
    }
    let mut text = Cow::Borrowed(raw);
    for _ in 0..DECODE_ROUNDS {
        if !text.contains('%') {
            break;
        }
        text = Cow::Owned(percent_decoded(&text).ok_or(InvalidProfileUrl::BadSlug)?);
    }
    let slug: String = match text.is_ascii() {
        // Internal member ids are case-sensitive.
        true if is_member_id(&text) => text.into_owned(),
        true => text.to_ascii_lowercase(),
        false => text.nfc().flat_map(char::to_lowercase).nfc().collect(),
    };
    let forbidden = |character: char| {
        matches!(
            character,
            '/' | '?' | '#' | '%' | '\\' | '<' | '>' | '"' | '{' | '}' | '|' | '^' | '`' | '@' | ',' | ';'
        ) || character.is_control()
            || character.is_whitespace()
    };
    let is_dots = slug.bytes().all(|byte| byte == b'.');
    if is_dots || slug.chars().any(forbidden) || slug.chars().count() > SLUG_LIMIT_CHARACTERS {
        return Err(InvalidProfileUrl::BadSlug);
    }
    Ok(slug)
}

fn is_member_id(slug: &str) -> bool {
    slug.len() >= 30 && (slug.starts_with("ACoAA") || slug.starts_with("ACwAA") || slug.starts_with("AEMAA"))
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let high = char::from(rest.next()?).to_digit(16)?;
        let low = char::from(rest.next()?).to_digit(16)?;
        bytes.push(u8::try_from(high * 16 + low).ok()?);
    }
    String::from_utf8(bytes).ok()
}

/// An address split into host and path.
struct Address<'a> {
    host: &'a str,
    path: &'a str,
}

impl<'a> Address<'a> {
    fn read(text: &'a str) -> Self {
        let text = text.trim();
        let after_scheme = match text.split_once(':') {
            Some((scheme, rest)) if scheme.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
                rest.strip_prefix("//")
            }
            _ => None,
        };
        let rest = after_scheme.or_else(|| text.strip_prefix("//")).unwrap_or(text);
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (host, path) = rest.split_at(end);
        let host = host.split_once(':').map_or(host, |(name, _)| name);
        Self { host: host.strip_suffix('.').unwrap_or(host), path }
    }
}

fn is_host_or_subdomain(host: &str, name: &str) -> bool {
    host.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_spelling_of_a_persons_profile_has_one_canonical_address() {
        let jane = "https://www.linkedin.com/in/jane-doe";
        for (input, expected) in [
            ("https://www.linkedin.com/in/jane-doe", jane),
            ("http://linkedin.com/in/jane-doe/", jane),
            ("linkedin.com/in/jane-doe", jane),
            ("//www.linkedin.com/in/jane-doe", jane),
            ("www.linkedin.com/in/Jane-Doe//", jane),
            ("https://de.linkedin.com/in/jane-doe/de", jane),
            ("https://m.linkedin.com/in/jane-doe?trk=x#about", jane),
            ("HTTPS://UK.LinkedIn.com/IN/jane-doe/details/experience/", jane),
            ("https://www.linkedin.com/mwlite/in/jane-doe", jane),
            ("https://www.linkedin.com:443/in/jane-doe", jane),
            ("in/jane-doe", jane),
            ("/in/jane-doe/", jane),
            (
                "https://www.linkedin.com/in/j%C3%BCrgen-m%C3%BCller",
                "https://www.linkedin.com/in/jürgen-müller",
            ),
            ("https://www.linkedin.com/in/j%25C3%25BCrgen", "https://www.linkedin.com/in/jürgen"),
            ("https://www.linkedin.com/in/JÜRGEN", "https://www.linkedin.com/in/jürgen"),
            ("https://www.linkedin.com/in/ju\u{308}rgen", "https://www.linkedin.com/in/jürgen"),
            (
                "https://www.linkedin.com/pub/jane-doe/1a/2b3/4c5",
                "https://www.linkedin.com/in/jane-doe-4c52b31a",
            ),
            (
                "http://in.linkedin.com/pub/jane-doe/24/605/730/",
                "https://www.linkedin.com/in/jane-doe-73060524",
            ),
            ("https://www.linkedin.com/pub/jane-doe", jane),
            ("network.example/in/Jane-Doe?x=1", "https://network.example/in/jane-doe"),
            ("https://www.network.example/in/jane-doe", "https://network.example/in/jane-doe"),
            (
                "https://www.linkedin.com/in/ACoAABcDeFgHiJkLmNoPqRsTuVwXyZ0123456789",
                "https://www.linkedin.com/in/ACoAABcDeFgHiJkLmNoPqRsTuVwXyZ0123456789",
            ),
        ] {
            assert_eq!(person_profile(input).as_deref(), Ok(expected), "{input}");
        }
    }

    #[test]
    fn every_spelling_of_a_company_page_has_one_canonical_address() {
        for (input, expected) in [
            ("https://www.linkedin.com/company/Acme-Inc/about/", "https://www.linkedin.com/company/acme-inc"),
            ("linkedin.com/company/1234", "https://www.linkedin.com/company/1234"),
            ("https://www.linkedin.com/company-beta/1234/", "https://www.linkedin.com/company/1234"),
            ("company/acme", "https://www.linkedin.com/company/acme"),
            ("https://www.linkedin.com/school/mit/", "https://www.linkedin.com/school/mit"),
            ("https://fr.linkedin.com/showcase/acme-cloud", "https://www.linkedin.com/showcase/acme-cloud"),
            ("https://network.example/company/acme", "https://network.example/company/acme"),
        ] {
            assert_eq!(company_page(input).as_deref(), Ok(expected), "{input}");
        }
    }

    #[test]
    fn addresses_that_are_not_a_persons_profile_are_rejected_with_the_correction() {
        let long_slug = format!("https://www.linkedin.com/in/{}", "a".repeat(201));
        for (input, expected) in [
            ("", InvalidProfileUrl::Empty),
            ("https://www.linkedin.com/company/acme", InvalidProfileUrl::CompanyNotPerson),
            ("https://www.linkedin.com/school/mit", InvalidProfileUrl::CompanyNotPerson),
            ("https://www.linkedin.com/sales/lead/ACwAAA,NAME_SEARCH", InvalidProfileUrl::PrivateProduct),
            ("https://www.linkedin.com/talent/profile/AEMAA", InvalidProfileUrl::PrivateProduct),
            ("https://www.linkedin.com/recruiter/profile/1,2", InvalidProfileUrl::PrivateProduct),
            ("https://www.linkedin.com/feed/", InvalidProfileUrl::NotAProfile),
            ("https://www.linkedin.com/profile/view?id=1", InvalidProfileUrl::NotAProfile),
            ("https://www.linkedin.com/pub/dir/jane/doe", InvalidProfileUrl::NotAProfile),
            ("https://www.linkedin.com", InvalidProfileUrl::NotAProfile),
            ("https://www.linkedin.com/in/", InvalidProfileUrl::BadSlug),
            ("https://www.linkedin.com/in/..", InvalidProfileUrl::BadSlug),
            ("https://www.linkedin.com/in/jane doe", InvalidProfileUrl::BadSlug),
            ("https://www.linkedin.com/in/%zz", InvalidProfileUrl::BadSlug),
            ("https://www.linkedin.com/in/%00", InvalidProfileUrl::BadSlug),
            ("https://www.linkedin.com/in/a%2Fb", InvalidProfileUrl::BadSlug),
            ("https://lnkd.in/abc", InvalidProfileUrl::ShortLink),
            ("https://evil-linkedin.com/in/jane", InvalidProfileUrl::OtherSite),
            ("https://linkedin.com.evil.com/in/jane", InvalidProfileUrl::OtherSite),
            ("jane-doe", InvalidProfileUrl::OtherSite),
            (&long_slug, InvalidProfileUrl::BadSlug),
        ] {
            assert_eq!(person_profile(input), Err(expected), "{input}");
        }
        assert_eq!(company_page("linkedin.com/in/jane"), Err(InvalidProfileUrl::PersonNotCompany));
    }

    proptest! {
        #[test]
        fn arbitrary_text_never_panics_and_the_canonical_form_is_stable(input in ".{0,40}") {
            for prefix in ["", "https://de.linkedin.com/in/", "network.example/company/", "linkedin.com/pub/"] {
                let input = format!("{prefix}{input}");
                if let Ok(url) = person_profile(&input) {
                    prop_assert_eq!(person_profile(&url), Ok(url));
                }
                if let Ok(url) = company_page(&input) {
                    prop_assert_eq!(company_page(&url), Ok(url));
                }
            }
        }

        #[test]
        fn encoded_names_have_a_stable_canonical_form(name in "[a-zA-Zäİß%0-9CB-]{1,12}") {
            if let Ok(url) = person_profile(&format!("linkedin.com/in/{name}")) {
                prop_assert_eq!(person_profile(&url), Ok(url));
            }
        }
    }
}
