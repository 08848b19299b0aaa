//! Suggests a correction for an address with a mistyped domain.

use records::email::{self, EmailAddress};

/// Common mail domains that users mistype.
const COMMON_DOMAINS: &[&str] = &[
    "gmail.com",
    "googlemail.com",
    "yahoo.com",
    "yahoo.co.uk",
    "yahoo.fr",
    "yahoo.de",
    "hotmail.com",
    "hotmail.co.uk",
    "hotmail.fr",
    "hotmail.de",
    "outlook.com",
    "outlook.de",
    "outlook.fr",
    "live.com",
    "live.co.uk",
    "msn.com",
    "icloud.com",
    "me.com",
    "aol.com",
    "gmx.de",
    "gmx.net",
    "gmx.com",
    "gmx.at",
    "web.de",
    "t-online.de",
    "freenet.de",
    "orange.fr",
    "wanadoo.fr",
    "free.fr",
    "laposte.net",
    "libero.it",
    "mail.ru",
    "yandex.ru",
    "qq.com",
    "163.com",
    "protonmail.com",
    "proton.me",
    "comcast.net",
    "verizon.net",
    "btinternet.com",
    "virginmedia.com",
    "bluewin.ch",
];

/// Mistyped top-level domains and their corrections.
const MISTYPED_ENDINGS: &[(&str, &str)] = &[
    ("con", "com"),
    ("cmo", "com"),
    ("ocm", "com"),
    ("vom", "com"),
    ("xom", "com"),
    ("comm", "com"),
    ("coom", "com"),
    ("cim", "com"),
    ("copm", "com"),
    ("ner", "net"),
    ("nett", "net"),
    ("ogr", "org"),
    ("orgg", "org"),
];

/// The corrected address, if the domain looks mistyped.
pub fn did_you_mean(text: &str) -> Option<String> {
    let (local, domain) = text.trim().rsplit_once('@')?;
    let typed = domain.trim().trim_end_matches('.').to_lowercase();
    let domain = typed.replace(',', ".");
    let corrected = corrected_domain(&domain).or_else(|| (domain != typed).then_some(domain))?;
    let address = EmailAddress::parse(&format!("{}@{corrected}", local.trim())).ok()?;
    Some(address.address().to_owned())
}

fn corrected_domain(domain: &str) -> Option<String> {
    if email::is_free_provider(domain) {
        return None;
    }
    let typed = domain.len();
    // One typing error in a long domain. Short ones such as gmx.de would match too many others.
    let near = |known: &&&str| {
        typed.abs_diff(known.len()) <= 1 && known.len() >= 7 && strsim::osa_distance(domain, known) == 1
    };
    if let Some(known) = COMMON_DOMAINS.iter().find(near) {
        return Some((*known).to_owned());
    }
    let (name, ending) = domain.rsplit_once('.')?;
    let (_, right) = MISTYPED_ENDINGS.iter().find(|(mistyped, _)| *mistyped == ending)?;
    let repaired = format!("{name}.{right}");
    Some(corrected_domain(&repaired).unwrap_or(repaired))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_are_recognised() {
        for (typed, corrected) in [
            ("jane@gmial.com", "jane@gmail.com"),
            ("Jane@gmal.com", "jane@gmail.com"),
            ("jane@gmail.con", "jane@gmail.com"),
            ("jane@gmail.co", "jane@gmail.com"),
            ("jane@gmali.con", "jane@gmail.com"),
            ("jane@hotmial.com", "jane@hotmail.com"),
            ("jane@outlok.com", "jane@outlook.com"),
            ("jane@gmail,com", "jane@gmail.com"),
            ("jane@acme.con", "jane@acme.com"),
        ] {
            assert_eq!(did_you_mean(typed).as_deref(), Some(corrected), "{typed}");
        }
    }

    #[test]
    fn correct_domains_get_no_suggestion() {
        for typed in [
            "jane@gmail.com",
            "jane@mail.com",
            "jane@ymail.com",
            "jane@acme.com",
            "jane@gmx.ch",
            "jane",
            "@",
            "",
        ] {
            assert_eq!(did_you_mean(typed), None, "{typed}");
        }
    }
}
