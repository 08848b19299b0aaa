//! The list of disposable domains.
//!
//! Some of them are in the list of free providers, too. Such a domain counts as disposable: a check of an address there
//! says `disposable` and not `free_provider`, and the address is not answered as a personal one.

use std::sync::LazyLock;

static DISPOSABLE: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| include_str!("../data/disposable_domains.txt").lines().collect());

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
    fn the_list_is_sorted_for_binary_search() {
        assert!(DISPOSABLE.is_sorted());
    }
}
