//! Public test suites of email syntax: each address is accepted or rejected as the suite expects, or the difference is
//! explained.
//!
//! An address is accepted here if a mail server on the internet would accept it. The suites also cover what RFC 5322
//! allows in message headers: comments, folded white space, domains in brackets.

#![allow(clippy::unwrap_used)]

use records::{
    domain::InvalidDomain,
    email::{EmailAddress, InvalidEmail},
};

/// Whether an address with a diagnosis is accepted, by the prefix of the diagnosis; the first match counts.
const EXPECTED: &[(&str, bool, &str)] = &[
    ("valid", true, "an address"),
    ("quoted", true, "an address whose local part needs quotes"),
    ("dnsWarn", true, "an address of a domain that may not exist, which a DNS look-up decides"),
    ("rfc5321QuotedString", true, "a quoted local part, which mail servers accept"),
    ("deprecatedQP", true, "a quoted pair, which is the character it quotes"),
    ("rfc5321AddressLiteral", false, "an IP address is not a mail domain"),
    ("rfc5321IPv6", false, "an IP address is not a mail domain"),
    ("rfc5321TLD", false, "a domain of one word or one that ends in a number has no mail on the internet"),
    ("rfc5322", false, "allowed in a header at most, never by a mail server"),
    ("cfws", false, "a comment or white space, which only a header may have"),
    ("deprecated", false, "a form that RFC 5322 keeps only for old headers"),
    ("err", false, "no address"),
    ("invalid", false, "no address"),
];

/// A reason to deviate from the diagnosis, and the addresses to which it applies.
type Difference = (&'static str, fn(&str, &Result<EmailAddress, InvalidEmail>) -> bool);

const DIFFERENCES: &[Difference] = &[
    ("white space around an address is cut away, because addresses are pasted", |text, read| {
        read.is_ok() && text != text.trim()
    }),
    ("an address is extracted from the name and brackets around it", |text, read| {
        read.is_ok() && text.contains('<')
    }),
    ("a dot at the end of a domain stands for the root of all domains", |text, read| {
        read.is_ok() && text.ends_with('.')
    }),
    ("a domain without a registered ending has no mail", |_, read| {
        matches!(
            read,
            Err(InvalidEmail::Domain(InvalidDomain::NoEnding(_) | InvalidDomain::UnknownEnding(_)))
        )
    }),
    ("a local part is never empty, even in quotes", |text, read| {
        text.starts_with("\"\"@") && *read == Err(InvalidEmail::MissingLocal)
    }),
    ("a control character would break the line it is sent in, even in quotes", |text, read| {
        text.starts_with('"')
            && matches!(read, Err(InvalidEmail::ForbiddenCharacter(one)) if one.is_control())
    }),
    ("quotes may hold letters of any script, by RFC 6531", |text, read| {
        read.is_ok() && text.starts_with('"') && !text.is_ascii()
    }),
    ("length is counted in the form that is sent: unquoted where possible, and composed", |text, read| {
        read.as_ref().is_ok_and(|read| read.address().len() < text.len())
    }),
];

fn expected(diagnosis: &str) -> bool {
    EXPECTED.iter().find(|(beginning, ..)| diagnosis.starts_with(beginning)).unwrap().1
}

/// Addresses of a suite that deviate from the expected result without a listed reason.
fn unexplained(suite: &str, least: usize) -> Vec<String> {
    let cases: Vec<(String, String)> = serde_json::from_str(suite).unwrap();
    assert!(cases.len() >= least, "{} cases", cases.len());
    let differs = |(address, diagnosis): &&(String, String)| {
        let read = EmailAddress::parse(address);
        let explained = || DIFFERENCES.iter().any(|(_, applies)| applies(address, &read));
        read.is_ok() != expected(diagnosis) && !explained()
    };
    cases.iter().filter(differs).map(|(address, diagnosis)| format!("{address:?} is {diagnosis}")).collect()
}

#[test]
fn the_isemail_suite_passes_except_for_explained_differences() {
    assert_eq!(unexplained(include_str!("data/isemail.json"), 180), Vec::<String>::new());
}

#[test]
fn the_email_validator_suite_passes_except_for_explained_differences() {
    assert_eq!(unexplained(include_str!("data/email_validator.json"), 110), Vec::<String>::new());
}
