//! Companies suggested while a name or a domain is typed.
#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod common;

use common::*;
use records::Company;

fn sized(id: &str, name: &str, domain: &str, size: u32) -> Company {
    Company { employee_count: Some(size), ..company(id, name, domain) }
}

#[test]
fn suggestions_are_ranked_by_fit_then_size_over_all_segments() {
    let firms = [
        sized("exact", "Acme", "acme.example", 5),
        sized("large", "Acme Rockets", "rockets.example", 500),
        sized("small", "Acme Anvils", "anvils.example", 50),
        sized("domain", "Anvil Works", "acmeworks.example", 20),
        sized("within", "The Acme Group", "group.example", 9_000),
        sized("none", "Zebra", "zebra.example", 1),
    ];
    let index = index(&[], &firms[..3]);
    // A second commit makes a second segment.
    firms[3..].iter().for_each(|firm| index.put_company(firm, None).unwrap());
    index.commit(2).unwrap();
    let suggest = |text: &str, limit: usize| index.companies().suggest(text, limit).unwrap();
    assert_eq!(suggest("acme", 10), ["exact", "large", "small", "domain", "within"]);
    assert_eq!(suggest("acme", 2), ["exact", "large"]);
    assert_eq!(suggest("ÁCME r", 10), ["large"]);
    assert_eq!(suggest("acme group", 10), ["within"]);
    assert_eq!(suggest("rockets.example", 10), ["large"]);
    assert_eq!(suggest("", 10), Vec::<String>::new());
    assert_eq!(suggest("acme", 0), Vec::<String>::new());
    index.remove_company("exact").unwrap();
    index.commit(3).unwrap();
    assert_eq!(suggest("acme", 1), ["large"]);
}

#[test]
fn a_company_is_found_by_every_name_it_has() {
    let firm = Company {
        legal_name: Some("Borealis Holding GmbH".into()),
        former_names: vec!["Zenith".into()],
        aliases: vec!["Polar Trading".into()],
        ..company("one", "Acme", "acme.example")
    };
    let index = index(&[], &[firm]);
    for typed in ["acm", "boreal", "zen", "polar tr", "holding"] {
        assert_eq!(index.companies().suggest(typed, 10).unwrap(), ["one"], "{typed}");
    }
}
