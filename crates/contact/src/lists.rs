//! Lists of disposable domains and of role addresses.

use std::sync::LazyLock;

static DISPOSABLE: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| include_str!("../data/disposable_domains.txt").lines().collect());

/// Local parts of roles or groups. Sorted for binary search.
const GENERIC: &[&str] = &[
    "abuse",
    "accounting",
    "accounts",
    "admin",
    "administration",
    "administrator",
    "all",
    "anfrage",
    "ap",
    "ar",
    "bestellung",
    "billing",
    "bookings",
    "bookkeeping",
    "buchhaltung",
    "buero",
    "career",
    "careers",
    "commercial",
    "compliance",
    "comptabilite",
    "contact",
    "contacto",
    "contactus",
    "contato",
    "contatti",
    "customercare",
    "customerservice",
    "customersupport",
    "datenschutz",
    "dev",
    "developers",
    "direccion",
    "direction",
    "dpo",
    "ecommerce",
    "editor",
    "einkauf",
    "empfang",
    "empleo",
    "enquiries",
    "enquiry",
    "events",
    "everyone",
    "facturacion",
    "faktura",
    "feedback",
    "finance",
    "frontdesk",
    "ftp",
    "general",
    "hallo",
    "hello",
    "help",
    "helpdesk",
    "hi",
    "hola",
    "hostmaster",
    "hr",
    "info",
    "information",
    "informatique",
    "inquiries",
    "inquiry",
    "investors",
    "invoice",
    "invoices",
    "it",
    "jobs",
    "kontakt",
    "kundenservice",
    "legal",
    "list",
    "mail",
    "mailbox",
    "mailer-daemon",
    "management",
    "marketing",
    "media",
    "news",
    "newsletter",
    "no-reply",
    "noc",
    "noreply",
    "office",
    "onlineshop",
    "operations",
    "order",
    "orders",
    "partner",
    "partners",
    "payments",
    "payroll",
    "people",
    "personal",
    "post",
    "postmaster",
    "press",
    "presse",
    "privacy",
    "procurement",
    "purchasing",
    "reception",
    "rechnung",
    "recruiting",
    "recruitment",
    "redaktion",
    "reply",
    "reservations",
    "returns",
    "root",
    "sales",
    "security",
    "service",
    "services",
    "shop",
    "soporte",
    "spam",
    "staff",
    "subscribe",
    "support",
    "team",
    "tech",
    "technik",
    "test",
    "training",
    "undisclosed-recipients",
    "unsubscribe",
    "usenet",
    "uucp",
    "ventas",
    "verkauf",
    "vertrieb",
    "verwaltung",
    "web",
    "webmaster",
    "welcome",
    "willkommen",
    "www",
];

/// Whether a mail domain, or a parent of it, is a disposable-address provider.
pub fn is_disposable(domain: &str) -> bool {
    let mut name = domain;
    loop {
        if DISPOSABLE.binary_search(&name).is_ok() {
            return true;
        }
        match name.split_once('.') {
            Some((_, parent)) if parent.contains('.') => name = parent,
            _ => return false,
        }
    }
}

/// Whether a local part is that of a role or a group, also with a tag or number, as in `sales+eu` or `info2`.
pub fn is_generic(local: &str) -> bool {
    let name =
        local.split('+').next().unwrap_or(local).trim_end_matches(|digit: char| digit.is_ascii_digit());
    let first = name.split(['.', '-', '_']).next().unwrap_or(name);
    let listed = |word: &str| GENERIC.binary_search(&word).is_ok();
    let strong = ["info", "sales", "support", "noreply", "billing", "marketing", "jobs", "service"];
    listed(name) || (strong.contains(&first) && first.len() < name.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disposable_domains_and_their_subdomains_are_known() {
        assert!(is_disposable("mailinator.com") && is_disposable("eu.mailinator.com"));
        for domain in ["gmail.com", "acme.com", "com", "", "mailinator.acme.com"] {
            assert!(!is_disposable(domain), "{domain}");
        }
    }

    #[test]
    fn roles_are_distinguished_from_people() {
        for local in ["info", "sales+eu", "support2", "no-reply", "info.berlin", "kontakt", "webmaster"] {
            assert!(is_generic(local), "{local}");
        }
        for local in ["jane", "jane.doe", "informant", "testa", "peter.post", "hrvoje", "2"] {
            assert!(!is_generic(local), "{local}");
        }
    }

    #[test]
    fn the_lists_are_sorted_for_binary_search() {
        assert!(DISPOSABLE.is_sorted());
        assert!(GENERIC.is_sorted(), "{:?}", GENERIC.windows(2).find(|pair| pair[0] >= pair[1]));
    }
}
