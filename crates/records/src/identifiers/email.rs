//! Email addresses: a normal form for answers and an identity that is equal for all spellings of one mailbox.

use std::borrow::Cow;
use std::fmt;
use std::sync::LazyLock;

use thiserror::Error;
use unicode_normalization::UnicodeNormalization;

use crate::identifiers::domain::{self, InvalidDomain};

const LOCAL_LIMIT_BYTES: usize = 64;
const ADDRESS_LIMIT_BYTES: usize = 254;
const INPUT_LIMIT_BYTES: usize = 1_024;

/// Mail domains whose hosts deliver `name+tag` to `name`.
const PLUS_TAG_DOMAINS: [&str; 22] = [
    "fastmail.com",
    "fastmail.fm",
    "gmail.com",
    "googlemail.com",
    "hey.com",
    "hotmail.com",
    "hotmail.co.uk",
    "hotmail.de",
    "hotmail.fr",
    "icloud.com",
    "live.com",
    "mac.com",
    "mailbox.org",
    "me.com",
    "msn.com",
    "outlook.com",
    "outlook.de",
    "pm.me",
    "posteo.de",
    "proton.me",
    "protonmail.com",
    "runbox.com",
];

static FREE_MAIL_DOMAINS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| include_str!("../../data/free_mail_domains.txt").lines().collect());

/// Why a text is not an email address, with the correction to make.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum InvalidEmail {
    /// Empty input.
    #[error("the email is empty; give one such as jane@acme.com")]
    Empty,
    /// There is no `@`.
    #[error("the email has no @; give one such as jane@acme.com")]
    MissingAt,
    /// The part before the `@` is empty.
    #[error("the email has nothing before the @; give one such as jane@acme.com")]
    MissingLocal,
    /// More than one address.
    #[error("there is more than one address; give one at a time")]
    Several,
    /// The part before the `@` begins or ends with a dot or has two in a row.
    #[error("the part before the @ begins or ends with a dot, or has two in a row")]
    MisplacedDot,
    /// A character that is not allowed before the `@`.
    #[error("the part before the @ has a character that is not allowed there: {0:?}")]
    ForbiddenCharacter(char),
    /// A quoted part with a quote or backslash that is not escaped.
    #[error("the quoted part before the @ has a quote or backslash that is not escaped")]
    BadQuoting,
    /// Longer than mail servers accept.
    #[error("the email is too long; at most 64 characters before the @ and 254 in all")]
    TooLong,
    /// The part after the `@` is not a domain.
    #[error("the part after the @ is not a mail domain: {0}")]
    Domain(#[from] InvalidDomain),
}

/// An email address in its normal form.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EmailAddress {
    address: String,
    /// Byte position of the `@` between local part and domain.
    at: usize,
    /// Stored only if it differs from `address`, which is rare.
    identity: Option<String>,
}

impl EmailAddress {
    /// Parses an address, also in the form `Name <address>` or a `mailto:` link.
    pub fn parse(input: &str) -> Result<Self, InvalidEmail> {
        if input.len() > INPUT_LIMIT_BYTES {
            return Err(InvalidEmail::TooLong);
        }
        let text = bare_address(input)?;
        let (local, host) = text.rsplit_once('@').ok_or(InvalidEmail::MissingAt)?;
        if local.is_empty() {
            return Err(InvalidEmail::MissingLocal);
        }
        let mut address = normal_local(local)?;
        if address.len() > LOCAL_LIMIT_BYTES {
            return Err(InvalidEmail::TooLong);
        }
        let at = address.len();
        let domain = mail_domain(host)?;
        address.push('@');
        address.push_str(&domain);
        if address.len() > ADDRESS_LIMIT_BYTES {
            return Err(InvalidEmail::TooLong);
        }
        let identity = identity_of(&address[..at], &domain).filter(|identity| *identity != address);
        Ok(Self { address, at, identity })
    }

    /// The normal form: lower-case, domain in punycode.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The identity of the mailbox: equal for every spelling of its address.
    pub fn identity(&self) -> &str {
        self.identity.as_deref().unwrap_or(&self.address)
    }

    /// The part before the `@`, quotes included where the address needs them.
    pub fn local(&self) -> &str {
        &self.address[..self.at]
    }

    /// The part after the `@`, in punycode.
    pub fn domain(&self) -> &str {
        &self.address[self.at + 1..]
    }

    /// Whether the domain belongs to a free mail provider.
    pub fn is_free_provider(&self) -> bool {
        is_free_provider(self.domain())
    }
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.address)
    }
}

/// The identity of an address that is already in normal form, as every address in a record is.
pub fn identity_of_normal(address: &str) -> Cow<'_, str> {
    let identity = address.rsplit_once('@').and_then(|(local, domain)| identity_of(local, domain));
    identity.map_or(Cow::Borrowed(address), Cow::Owned)
}

/// Whether a mail domain in normal form belongs to a free mail provider.
pub fn is_free_provider(domain: &str) -> bool {
    FREE_MAIL_DOMAINS.binary_search(&domain).is_ok()
}

/// Extracts the address from `Name <address>` and `mailto:address?subject=…`.
fn bare_address(input: &str) -> Result<&str, InvalidEmail> {
    let mut text = input.trim();
    if let Some(open) = text.rfind('<')
        && let Some(inside) = text[open + 1..].strip_suffix('>')
    {
        text = inside.trim();
    }
    if text.get(..7).is_some_and(|scheme| scheme.eq_ignore_ascii_case("mailto:")) {
        text = text[7..].split('?').next().unwrap_or_default().trim();
    }
    match text {
        "" => Err(InvalidEmail::Empty),
        _ if text.starts_with('"') => Ok(text),
        _ if text.matches('@').count() > 1 && text.contains([',', ';', ' ']) => Err(InvalidEmail::Several),
        _ => Ok(text),
    }
}

/// Rejects a path or port after the host, which the domain parser would drop silently.
fn mail_domain(host: &str) -> Result<String, InvalidEmail> {
    if host.contains(['/', '?', '#', '\\', ':']) || host.starts_with(char::is_whitespace) {
        return Err(InvalidDomain::Malformed.into());
    }
    Ok(domain::hostname(host)?)
}

fn normal_local(local: &str) -> Result<String, InvalidEmail> {
    let content = match local.strip_prefix('"') {
        Some(rest) => unquoted(rest.strip_suffix('"').ok_or(InvalidEmail::BadQuoting)?)?,
        None => {
            check_dot_atom(local)?;
            if local.is_ascii() {
                return Ok(local.to_ascii_lowercase());
            }
            let wide = folded(local);
            if check_dot_atom(&wide).is_ok() {
                return Ok(wide);
            }
            // NFKC produced a forbidden character. Keep the original one, which only looks like it, with NFC alone.
            let folded: String = local.nfc().flat_map(char::to_lowercase).nfc().collect();
            // NFC can produce a forbidden character too: a semicolon from the Greek question mark.
            check_dot_atom(&folded)?;
            return Ok(folded);
        }
    };
    let content = folded(&content);
    if check_dot_atom(&content).is_ok() {
        return Ok(content);
    }
    let mut quoted = String::with_capacity(content.len() + 2);
    quoted.push('"');
    for character in content.chars() {
        if matches!(character, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(character);
    }
    quoted.push('"');
    Ok(quoted)
}

/// Folds case, because mail servers ignore it in practice, and applies NFKC, so that composed, decomposed and
/// full-width spellings are equal.
fn folded(local: &str) -> String {
    if local.is_ascii() {
        return local.to_ascii_lowercase();
    }
    local.nfkc().flat_map(char::to_lowercase).nfkc().collect()
}

fn unquoted(text: &str) -> Result<String, InvalidEmail> {
    let mut content = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => return Err(InvalidEmail::BadQuoting),
            '\\' => content.push(characters.next().ok_or(InvalidEmail::BadQuoting)?),
            _ => content.push(character),
        }
    }
    match content.chars().find(|character| character.is_control()) {
        Some(control) => Err(InvalidEmail::ForbiddenCharacter(control)),
        None if content.is_empty() => Err(InvalidEmail::MissingLocal),
        None => Ok(content),
    }
}

fn check_dot_atom(local: &str) -> Result<(), InvalidEmail> {
    let doubled = local.as_bytes().windows(2).any(|pair| pair == b"..");
    if doubled || local.starts_with('.') || local.ends_with('.') {
        return Err(InvalidEmail::MisplacedDot);
    }
    let allowed = |character: char| match character {
        '.' => true,
        _ if character.is_ascii() => {
            character.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&(character as u8))
        }
        // Zero-width and directional marks would make different addresses look the same.
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => false,
        _ => !character.is_control() && !character.is_whitespace(),
    };
    match local.chars().find(|&character| !allowed(character)) {
        Some(forbidden) => Err(InvalidEmail::ForbiddenCharacter(forbidden)),
        None => Ok(()),
    }
}

fn identity_of(local: &str, domain: &str) -> Option<String> {
    if !PLUS_TAG_DOMAINS.contains(&domain) || local.starts_with('"') {
        return None;
    }
    let name = match local.split_once('+') {
        Some((name, _)) if !name.is_empty() => name,
        _ => local,
    };
    if !matches!(domain, "gmail.com" | "googlemail.com") {
        return Some(format!("{name}@{domain}"));
    }
    let mut identity: String = name.chars().filter(|&character| character != '.').collect();
    identity.push_str("@gmail.com");
    Some(identity)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn address(input: &str) -> String {
        EmailAddress::parse(input).unwrap().address().to_owned()
    }

    #[test]
    fn spellings_of_an_address_have_one_normal_form() {
        for (input, expected) in [
            ("jane@acme.com", "jane@acme.com"),
            (" Jane.Doe@ACME.com ", "jane.doe@acme.com"),
            ("Jane Doe <Jane@acme.com>", "jane@acme.com"),
            ("\"Doe, Jane\" <jane@acme.com>", "jane@acme.com"),
            ("<jane@acme.com>", "jane@acme.com"),
            ("mailto:jane@acme.com?subject=Hi", "jane@acme.com"),
            ("MAILTO:Jane@acme.com", "jane@acme.com"),
            ("jane@bücher.de", "jane@xn--bcher-kva.de"),
            ("Jörg@bücher.de", "jörg@xn--bcher-kva.de"),
            ("jo\u{308}rg@acme.com", "jörg@acme.com"),
            ("ｊａｎｅ@ａｃｍｅ.com", "jane@acme.com"),
            ("jane+news@acme.com", "jane+news@acme.com"),
            ("\"jane\"@acme.com", "jane@acme.com"),
            ("\"jane doe\"@acme.com", "\"jane doe\"@acme.com"),
            ("\"a@b\"@acme.com", "\"a@b\"@acme.com"),
            ("\"a\\\"b\"@acme.com", "\"a\\\"b\"@acme.com"),
            ("o'brien@acme.com.", "o'brien@acme.com"),
            ("jane@mail.acme.example", "jane@mail.acme.example"),
        ] {
            assert_eq!(address(input), expected, "{input}");
        }
    }

    #[test]
    fn local_part_and_domain_are_in_normal_form() {
        let email = EmailAddress::parse("Jane@Mail.Acme.com").unwrap();
        assert_eq!((email.local(), email.domain()), ("jane", "mail.acme.com"));
        assert_eq!(email.to_string(), "jane@mail.acme.com");
    }

    #[test]
    fn one_mailbox_has_one_identity() {
        for (input, expected) in [
            ("j.a.n.e+shop@gmail.com", "jane@gmail.com"),
            ("Jane@googlemail.com", "jane@gmail.com"),
            ("jane+shop@outlook.com", "jane@outlook.com"),
            ("jane.doe@outlook.com", "jane.doe@outlook.com"),
            ("jane+shop@acme.com", "jane+shop@acme.com"),
            ("j.doe@acme.com", "j.doe@acme.com"),
            ("+49123@gmail.com", "+49123@gmail.com"),
        ] {
            assert_eq!(EmailAddress::parse(input).unwrap().identity(), expected, "{input}");
        }
    }

    #[test]
    fn invalid_addresses_are_rejected_with_the_reason() {
        let long_local = format!("{}@acme.com", "a".repeat(65));
        let long_address = format!("{}@{}com", "a".repeat(60), "abcdefgh.".repeat(22));
        for (input, expected) in [
            ("", InvalidEmail::Empty),
            ("mailto:", InvalidEmail::Empty),
            ("jane", InvalidEmail::MissingAt),
            ("@acme.com", InvalidEmail::MissingLocal),
            ("\"\"@acme.com", InvalidEmail::MissingLocal),
            ("jane@", InvalidEmail::Domain(InvalidDomain::Empty)),
            ("jane@localhost", InvalidEmail::Domain(InvalidDomain::NoEnding("localhost".into()))),
            ("jane@127.0.0.1", InvalidEmail::Domain(InvalidDomain::IpAddress)),
            ("jane@[127.0.0.1]", InvalidEmail::Domain(InvalidDomain::IpAddress)),
            ("jane@acme.com/x", InvalidEmail::Domain(InvalidDomain::Malformed)),
            ("jane@ acme.com", InvalidEmail::Domain(InvalidDomain::Malformed)),
            (".jane@acme.com", InvalidEmail::MisplacedDot),
            ("jane.@acme.com", InvalidEmail::MisplacedDot),
            ("ja..ne@acme.com", InvalidEmail::MisplacedDot),
            ("jane doe@acme.com", InvalidEmail::ForbiddenCharacter(' ')),
            ("a@b@acme.com", InvalidEmail::ForbiddenCharacter('@')),
            ("jane\u{200b}@acme.com", InvalidEmail::ForbiddenCharacter('\u{200b}')),
            ("jane\0@acme.com", InvalidEmail::ForbiddenCharacter('\0')),
            ("jane\u{37e}@acme.com", InvalidEmail::ForbiddenCharacter(';')),
            ("a@acme.com, b@acme.com", InvalidEmail::Several),
            ("\"jane@acme.com", InvalidEmail::BadQuoting),
            (&long_local, InvalidEmail::TooLong),
            (&long_address, InvalidEmail::TooLong),
        ] {
            assert_eq!(EmailAddress::parse(input), Err(expected), "{input}");
        }
    }

    #[test]
    fn free_mail_providers_are_distinguished_from_employers() {
        for domain in
            ["gmail.com", "gmx.de", "proton.me", "tutanota.com", "yahoo.co.jp", "qq.com", "orange.fr"]
        {
            assert!(is_free_provider(domain), "{domain}");
        }
        for domain in [
            "daum.net",
            "nate.com",
            "docomo.ne.jp",
            "ezweb.ne.jp",
            "sympatico.ca",
            "walla.co.il",
            "inbox.lv",
            "sunrise.ch",
        ] {
            assert!(is_free_provider(domain), "{domain}");
        }
        for domain in ["acme.com", "microsoft.com", "facebook.com", "ethz.ch", "gmail.com.acme.com", ""] {
            assert!(!is_free_provider(domain), "{domain}");
        }
        assert!(EmailAddress::parse("Jane@GMAIL.com").unwrap().is_free_provider());
    }

    #[test]
    fn the_list_of_free_providers_is_sorted_and_in_normal_form() {
        assert!(FREE_MAIL_DOMAINS.is_sorted());
        for listed in FREE_MAIL_DOMAINS.iter() {
            assert!(listed.is_ascii() && !listed.bytes().any(|byte| byte.is_ascii_uppercase()), "{listed}");
        }
    }

    proptest! {
        #[test]
        fn arbitrary_text_never_panics_and_the_normal_form_is_stable(input in ".{0,24}(@.{0,24})?") {
            if let Ok(email) = EmailAddress::parse(&input) {
                prop_assert_eq!(EmailAddress::parse(email.address()), Ok(email.clone()));
            }
        }

        #[test]
        fn locals_of_every_kind_have_a_stable_normal_form(local in "\"?[a-zA-ZÄßİΣé.+\" \\\\@-]{1,12}\"?", host in "(gmail\\.com|acme\\.de|googlemail\\.com)") {
            if let Ok(email) = EmailAddress::parse(&format!("{local}@{host}")) {
                prop_assert_eq!(EmailAddress::parse(email.address()), Ok(email.clone()));
                let identity = EmailAddress::parse(email.identity());
                prop_assert_eq!(identity.map(|again| again.identity().to_owned()), Ok(email.identity().to_owned()));
            }
        }
    }
}
