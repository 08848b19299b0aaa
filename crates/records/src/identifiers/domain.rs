//! Domains: from pasted hosts and URLs to the registrable domain in ASCII form.

use std::borrow::Cow;
use std::net::IpAddr;

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
use thiserror::Error;

/// Longer input is rejected before parsing.
const INPUT_LIMIT_BYTES: usize = 8_192;
const HOST_LIMIT_BYTES: usize = 253;
const LABEL_LIMIT_BYTES: usize = 63;

/// Endings that RFC 2606 and RFC 6761 reserve for documentation and tests; the public suffix list omits them.
const RESERVED_ENDINGS: [&str; 2] = ["example", "test"];

/// Why a text is not a domain, with the correction to make.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum InvalidDomain {
    /// Empty input.
    #[error("the domain is empty; give one such as acme.com")]
    Empty,
    /// An IP address.
    #[error("an IP address is not a domain; give a name such as acme.com")]
    IpAddress,
    /// An email address.
    #[error("this is an email address; give only the part after the @")]
    Email,
    /// A label or the whole name is longer than DNS allows.
    #[error("the domain is too long; a label has at most 63 characters, the whole at most 253")]
    TooLong,
    /// Characters or hyphens where DNS allows none, or an empty label.
    #[error("the domain has characters or dots where none may be; give one such as acme.com")]
    Malformed,
    /// One word without an ending.
    #[error("`{0}` has no ending such as .com; give the whole domain")]
    NoEnding(String),
    /// An ending that is not on the public internet, such as `.local`.
    #[error("`.{0}` is not a public ending; give a domain that can be reached on the internet")]
    UnknownEnding(String),
    /// A public suffix, such as `co.uk`.
    #[error("`{0}` is an ending under which domains are registered, not a domain; give one such as acme.{0}")]
    BareSuffix(String),
}

/// Whether a host has an ending that is reserved for documentation and tests, so that it belongs to no one.
pub fn is_reserved(host: &str) -> bool {
    RESERVED_ENDINGS.contains(&host.rsplit('.').next().unwrap_or(host))
}

/// The registrable domain of a host or URL: lower-case, in punycode, without subdomains.
pub fn registrable_domain(input: &str) -> Result<String, InvalidDomain> {
    let host = hostname(input)?;
    let name = without_www(&host);
    if let Some(domain) = psl::domain_str(name) {
        return Ok(domain.to_owned());
    }
    match psl::suffix(name.as_bytes()).ok_or(InvalidDomain::Malformed)?.typ() {
        // Private suffix: `wordpress.com` lets customers register names below it, but is itself a company's domain.
        Some(psl::Type::Private) => Ok(name.to_owned()),
        _ => Err(InvalidDomain::BareSuffix(name.to_owned())),
    }
}

/// A domain as what was registered, with subdomains, and the public ending that it was registered under.
pub(crate) fn without_ending(domain: &str) -> Option<(&str, &str)> {
    let ending = psl::suffix_str(domain)?;
    let name = domain.strip_suffix(ending)?.strip_suffix('.')?;
    (!name.is_empty()).then_some((name, ending))
}

/// The whole host name of a host or URL: lower-case, in punycode, with subdomains, on a public ending.
pub fn hostname(input: &str) -> Result<String, InvalidDomain> {
    let host = host_part(input)?;
    let ascii = to_ascii(host)?;
    let Some((_, ending)) = ascii.rsplit_once('.') else {
        return Err(InvalidDomain::NoEnding(ascii.into_owned()));
    };
    if ending.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(InvalidDomain::IpAddress);
    }
    let known = psl::suffix(ascii.as_bytes()).is_some_and(|suffix| suffix.is_known());
    if !known && !RESERVED_ENDINGS.contains(&ending) {
        return Err(InvalidDomain::UnknownEnding(ending.to_owned()));
    }
    Ok(ascii.into_owned())
}

/// Removes scheme, user, port, path and the root dot.
fn host_part(input: &str) -> Result<&str, InvalidDomain> {
    if input.len() > INPUT_LIMIT_BYTES {
        return Err(InvalidDomain::TooLong);
    }
    let text = input.trim();
    let is_scheme =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let after_scheme = match text.split_once(':') {
        Some((scheme, rest)) if is_scheme(scheme) => rest.strip_prefix("//"),
        _ => None,
    };
    let (scheme_given, rest) = match after_scheme.or_else(|| text.strip_prefix("//")) {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let host = match authority.rsplit_once('@') {
        Some((_, host)) if scheme_given => host,
        Some(_) => return Err(InvalidDomain::Email),
        None => authority,
    };
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    if host.starts_with('[') || bare.parse::<IpAddr>().is_ok() {
        return Err(InvalidDomain::IpAddress);
    }
    let host = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let host = host.strip_suffix('.').unwrap_or(host);
    if host.is_empty() { Err(InvalidDomain::Empty) } else { Ok(host) }
}

fn to_ascii(host: &str) -> Result<Cow<'_, str>, InvalidDomain> {
    // Fast path: most hosts are in normal form already, and UTS 46 processing is slow.
    if host.len() <= HOST_LIMIT_BYTES && host.as_bytes().split(|byte| *byte == b'.').all(is_plain_label) {
        return Ok(Cow::Borrowed(host));
    }
    let ascii = Uts46::new()
        .to_ascii(host.as_bytes(), AsciiDenyList::STD3, Hyphens::CheckFirstLast, DnsLength::Ignore)
        .map_err(|_| InvalidDomain::Malformed)?;
    if ascii.len() > HOST_LIMIT_BYTES || ascii.split('.').any(|label| label.len() > LABEL_LIMIT_BYTES) {
        return Err(InvalidDomain::TooLong);
    }
    if ascii.split('.').any(str::is_empty) {
        return Err(InvalidDomain::Malformed);
    }
    Ok(ascii)
}

/// Whether a label is ASCII and in normal form.
fn is_plain_label(label: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let ends = label.first().zip(label.last());
    ends.is_some_and(|(first, last)| is_letter(first) && is_letter(last))
        && label.len() <= LABEL_LIMIT_BYTES
        && label.iter().all(|byte| is_letter(byte) || *byte == b'-')
        && !label.starts_with(b"xn--")
}

/// Removes a leading `www.`, except from `www.com`, which is a registered domain.
fn without_www(host: &str) -> &str {
    match host.strip_prefix("www.") {
        Some(rest) if rest.contains('.') => rest,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_spelling_of_a_site_gives_its_registrable_domain() {
        for (input, expected) in [
            ("acme.com", "acme.com"),
            ("ACME.com", "acme.com"),
            ("  www.acme.com ", "acme.com"),
            ("https://www.acme.com/about?x=1#top", "acme.com"),
            ("http://acme.com:8080", "acme.com"),
            ("//cdn.acme.com/x", "acme.com"),
            ("acme.com.", "acme.com"),
            ("acme.com/jobs", "acme.com"),
            ("acme.com?ref=x", "acme.com"),
            ("https://user:secret@shop.acme.co.uk/", "acme.co.uk"),
            ("careers.acme.com.au", "acme.com.au"),
            ("bücher.de", "xn--bcher-kva.de"),
            ("BÜCHER.de", "xn--bcher-kva.de"),
            ("xn--bcher-kva.de", "xn--bcher-kva.de"),
            ("straße.de", "xn--strae-oqa.de"),
            ("www.食狮.中国", "xn--85x722f.xn--fiqs8s"),
            ("acme。com", "acme.com"),
            ("acme.example", "acme.example"),
            ("mail.acme.test", "acme.test"),
            ("acme.github.io", "acme.github.io"),
            ("www.wordpress.com", "wordpress.com"),
            ("www.com", "www.com"),
        ] {
            assert_eq!(registrable_domain(input).as_deref(), Ok(expected), "{input}");
        }
    }

    #[test]
    fn invalid_domains_are_rejected_with_the_reason() {
        let long_label = format!("{}.com", "a".repeat(64));
        let long_host = format!("{}com", "abcdefgh.".repeat(30));
        for (input, expected) in [
            ("", InvalidDomain::Empty),
            ("https://", InvalidDomain::Empty),
            (".", InvalidDomain::Empty),
            ("127.0.0.1", InvalidDomain::IpAddress),
            ("http://127.0.0.1:80/", InvalidDomain::IpAddress),
            ("[::1]:80", InvalidDomain::IpAddress),
            ("::1", InvalidDomain::IpAddress),
            ("1.2.3", InvalidDomain::IpAddress),
            ("jane@acme.com", InvalidDomain::Email),
            ("localhost", InvalidDomain::NoEnding("localhost".into())),
            ("Acme", InvalidDomain::NoEnding("acme".into())),
            ("printer.local", InvalidDomain::UnknownEnding("local".into())),
            ("com", InvalidDomain::NoEnding("com".into())),
            ("co.uk", InvalidDomain::BareSuffix("co.uk".into())),
            ("www.co.uk", InvalidDomain::BareSuffix("co.uk".into())),
            ("acme..com", InvalidDomain::Malformed),
            (".acme.com", InvalidDomain::Malformed),
            ("-acme.com", InvalidDomain::Malformed),
            ("ac me.com", InvalidDomain::Malformed),
            ("acme_x.com", InvalidDomain::Malformed),
            ("acme.com, other.com", InvalidDomain::Malformed),
            (&long_label, InvalidDomain::TooLong),
            (&long_host, InvalidDomain::TooLong),
        ] {
            assert_eq!(registrable_domain(input), Err(expected), "{input}");
        }
    }

    #[test]
    fn a_host_name_keeps_its_subdomains() {
        assert_eq!(hostname("https://Careers.Acme.com/x").as_deref(), Ok("careers.acme.com"));
        assert_eq!(hostname("mail.bücher.de").as_deref(), Ok("mail.xn--bcher-kva.de"));
    }

    proptest! {
        #[test]
        fn arbitrary_text_never_panics_and_the_normal_form_is_stable(input in ".{0,40}") {
            if let Ok(domain) = registrable_domain(&input) {
                prop_assert_eq!(registrable_domain(&domain), Ok(domain));
            }
        }

        #[test]
        fn a_plain_host_is_unchanged_by_uts46(host in "[a-z0-9.-]{1,20}|xn--[a-z0-9-]{1,8}|[a-z]{60,65}\\.com") {
            let plain = host.as_bytes().split(|byte| *byte == b'.').all(is_plain_label);
            let read = Uts46::new().to_ascii(
                host.as_bytes(), AsciiDenyList::STD3, Hyphens::CheckFirstLast, DnsLength::Ignore,
            );
            prop_assert!(!plain || read.is_ok_and(|read| read == host));
        }

        #[test]
        fn hosts_have_a_stable_normal_form(input in "(https?://)?(www\\.)?[a-zA-ZäßéИ0-9-]{1,9}(\\.[a-zü]{1,5})?\\.(com|co\\.uk|de|example|io)(/[a-z]*)?") {
            if let Ok(domain) = registrable_domain(&input) {
                prop_assert!(domain.is_ascii());
                prop_assert_eq!(registrable_domain(&domain), Ok(domain));
            }
        }
    }
}
