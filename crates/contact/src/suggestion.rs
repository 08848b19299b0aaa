//! The address that was probably meant by one with a slip of the finger in its domain.

use records::email::{self, EmailAddress};

/// Mail domains that many people have addresses at, and so mistype.
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

/// Endings that are typed for `com` and its kin by accident.
const SLIPPED_ENDINGS: &[(&str, &str)] = &[
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

/// The address that was probably meant, where the domain looks mistyped.
pub fn did_you_mean(text: &str) -> Option<String> {
    let (local, domain) = text.trim().rsplit_once('@')?;
    let typed = domain.trim().trim_end_matches('.').to_lowercase();
    let domain = typed.replace(',', ".");
    let meant = meant_domain(&domain).or_else(|| (domain != typed).then_some(domain))?;
    let address = EmailAddress::parse(&format!("{}@{meant}", local.trim())).ok()?;
    Some(address.address().to_owned())
}

fn meant_domain(domain: &str) -> Option<String> {
    if email::is_free_provider(domain) {
        return None;
    }
    let typed = domain.len();
    // One slip in a long name; a short one such as gmx.de would find a neighbour for everything.
    let near = |known: &&&str| {
        typed.abs_diff(known.len()) <= 1 && known.len() >= 7 && strsim::osa_distance(domain, known) == 1
    };
    if let Some(known) = COMMON_DOMAINS.iter().find(near) {
        return Some((*known).to_owned());
    }
    let (name, ending) = domain.rsplit_once('.')?;
    let (_, right) = SLIPPED_ENDINGS.iter().find(|(slipped, _)| *slipped == ending)?;
    let repaired = format!("{name}.{right}");
    Some(meant_domain(&repaired).unwrap_or(repaired))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_finger_are_recognised() {
        for (typed, meant) in [
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
            assert_eq!(did_you_mean(typed).as_deref(), Some(meant), "{typed}");
        }
    }

    #[test]
    fn what_looks_right_is_left_alone() {
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
