//! Mailboxes of roles and groups, such as info@: they belong to no one person.

/// Letters with a number that are the initials of a person, as in `ar20`.
const INITIALS_LETTERS: usize = 2;

/// Local parts of roles or groups. Sorted for binary search.
const ROLES: &[&str] = &[
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

/// Words with which the mailbox of a household begins or ends.
const HOUSEHOLDS: [&str; 6] = ["family", "familie", "famille", "familia", "famiglia", "household"];

/// Whether a local part is that of a role, a group or a household, also with a tag or number, as in `sales+eu` or `info2`.
pub fn is_role(local: &str) -> bool {
    let plain = local.split('+').next().unwrap_or(local);
    let name = plain.trim_end_matches(|digit: char| digit.is_ascii_digit());
    if name.len() < plain.len() && name.len() <= INITIALS_LETTERS {
        return false;
    }
    let first = name.split(['.', '-', '_']).next().unwrap_or(name);
    let listed = |word: &str| ROLES.binary_search(&word).is_ok();
    let is_household = HOUSEHOLDS.iter().any(|word| name.starts_with(word) || name.ends_with(word));
    let strong = ["info", "sales", "support", "noreply", "billing", "marketing", "jobs", "service"];
    listed(name) || is_household || (strong.contains(&first) && first.len() < name.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_distinguished_from_people() {
        for local in [
            "info",
            "sales+eu",
            "support2",
            "no-reply",
            "info.berlin",
            "kontakt",
            "webmaster",
            "thebraunfamily",
            "familie.braun",
        ] {
            assert!(is_role(local), "{local}");
        }
        for local in ["jane", "jane.doe", "informant", "testa", "peter.post", "hrvoje", "2", "ar20"] {
            assert!(!is_role(local), "{local}");
        }
    }

    #[test]
    fn the_list_is_sorted_for_binary_search() {
        assert!(ROLES.is_sorted(), "{:?}", ROLES.windows(2).find(|pair| pair[0] >= pair[1]));
    }
}
