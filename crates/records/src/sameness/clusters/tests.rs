use super::*;
use crate::{EmailFact, Location, PersonFacts, PrivateTraits};

const THRESHOLD: f64 = 11.0;

fn traits(name: &str, email: &str, profile: &str, employer: &str) -> Traits {
    let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Traits::of(&PersonFacts {
        full_name: text(name),
        emails: text(email).map(|address| EmailFact { address, ..Default::default() }).into_iter().collect(),
        network_url: text(profile),
        company_domain: text(employer),
        ..Default::default()
    })
}

fn groups(claims: &[Traits], ruled: impl Fn(usize, usize) -> Option<bool>) -> Vec<Vec<usize>> {
    let rows: Vec<Row<'_>> = claims.iter().map(|claim| vec![claim]).collect();
    clusters(&rows, ruled, THRESHOLD).groups
}

#[test]
fn a_mailbox_joins_claims_without_conflicting_given_names() {
    let claims = [
        traits("Ada Winter", "winters@acme.example", "", ""),
        traits("A. Winter", "winters@acme.example", "", ""),
        traits("Ben Carter", "winters@acme.example", "", ""),
    ];
    assert_eq!(groups(&claims, |_, _| None), [vec![0, 1], vec![2]]);
}

#[test]
fn a_claim_that_fits_two_groups_joins_the_first_and_the_other_link_is_reported_as_refused() {
    let claims = [
        traits("Ada Winter", "winters@acme.example", "", ""),
        traits("Ben Carter", "winters@acme.example", "", ""),
        traits("", "winters@acme.example", "", ""),
    ];
    let rows: Vec<Row<'_>> = claims.iter().map(|claim| vec![claim]).collect();
    let found = clusters(&rows, |_, _| None, THRESHOLD);
    assert_eq!(found.groups, [vec![0, 2], vec![1]]);
    assert_eq!(found.refused.iter().map(|(one, other, _)| (*one, *other)).collect::<Vec<_>>(), [(1, 2)]);
}

#[test]
fn a_profile_is_stronger_than_a_mailbox() {
    let claims = [
        traits("Ada Winter", "ada@acme.example", "https://network.example/in/ada", ""),
        traits("Ada Winter", "ada@acme.example", "https://network.example/in/other", ""),
        traits("Ada Winter", "", "https://network.example/in/other", ""),
    ];
    assert_eq!(groups(&claims, |_, _| None), [vec![0], vec![1, 2]]);
}

#[test]
fn a_ruling_overrides_all_other_evidence() {
    let claims = [
        traits("Ada Winter", "ada@acme.example", "", ""),
        traits("Ada Winter", "ada@acme.example", "", ""),
        traits("Bo Marsh", "", "", ""),
    ];
    let ruled = |one, other| match (one, other) {
        (0, 1) | (1, 0) => Some(false),
        (0, 2) | (2, 0) => Some(true),
        _ => None,
    };
    assert_eq!(groups(&claims, ruled), [vec![0, 2], vec![1]]);
}

#[test]
fn a_name_alone_joins_no_claims_however_rare_it_is() {
    let claims = [traits("Ottoline Quandt", "", "", ""), traits("Ottoline Quandt", "", "", "")];
    assert_eq!(groups(&claims, |_, _| None), [vec![0], vec![1]]);
    let colleagues = [
        traits("Ottoline Quandt", "", "", "acme.example"),
        traits("Ottoline Quandt", "", "", "acme.example"),
    ];
    assert_eq!(groups(&colleagues, |_, _| None), [vec![0, 1]]);
}

/// A row of a register with a national number, at one address.
fn registered(first: &str, number: &str, birth: &str, street: &str) -> Traits {
    let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Traits::of(&PersonFacts {
        first_name: text(first),
        last_name: text("Tylkowski"),
        location: Some(Location { city: text("Ashford"), ..Location::default() }),
        private: Some(PrivateTraits {
            birth_date: text(birth),
            national_id: text(number),
            house_number: text("14"),
            street: text(street),
            postcode: text("TN24 8RZ"),
            ..PrivateTraits::default()
        }),
        ..PersonFacts::default()
    })
}

#[test]
fn a_national_number_with_a_typo_is_one_number_beside_a_name_an_address_or_a_birth_date() {
    let one = registered("Robert", "9384379", "", "Mill Lane");
    let is_same = |other: &Traits| identifier_link(&one, other) == Some(Link::Profile);
    assert!(is_same(&registered("Mya", "9384397", "", "Mill Lane")), "two digits are swapped");
    assert!(is_same(&registered("Mya", "9324379", "", "Mill Lane")), "a digit is wrong");
    assert!(
        !is_same(&registered("Mya", "9384378", "", "Mill Lane")),
        "numbers of a family follow each other"
    );
    assert!(!is_same(&registered("Mya", "9384389", "", "Mill Lane")));
    assert!(is_same(&registered("Robert", "9384378", "", "Mill Lane")), "but not of one given name");
    assert!(is_same(&registered("Robert", "9384397", "", "")), "of namesakes");
    assert!(!is_same(&registered("Mya", "9384397", "", "")), "but not of others without an address");
}

#[test]
fn a_row_that_an_identifier_joined_under_another_name_keeps_no_other_row_out() {
    let claims = [
        registered("Robert", "9384379", "19290421", "Mill Lane"),
        registered("Robert", "9384379", "", "Mill Lane"),
        registered("Mya", "9384379", "19290421", "Mill Lane"),
        registered("Robert", "", "19290421", "Mill Lane"),
        registered("Mya", "", "19290421", "Mill Lane"),
    ];
    assert_eq!(groups(&claims, |_, _| None), [vec![0, 1, 2, 3], vec![4]], "and brings none in");
}

#[test]
fn a_short_form_joins_nobody_with_another_person_it_fits() {
    let at = |name: &str, email: &str| traits(name, email, "", "acme.example");
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    for (one, short, other) in
        [("Alexander", "Alex", "Alexandra"), ("Samuel", "Sam", "Samantha"), ("Ottoline", "O.", "Oswald")]
    {
        for order in orders {
            let [first, middle, last] = [one, short, other].map(|given| at(&format!("{given} Quandt"), ""));
            let named = [first, middle, last];
            let claims = order.map(|row| named[row].clone());
            let rows: Vec<Row<'_>> = claims.iter().map(|claim| vec![claim]).collect();
            let found = clusters(&rows, |_, _| None, THRESHOLD);
            assert_eq!(found.groups.len(), 3, "{short} fits {one} and {other} equally well");
            assert!(found.refused.iter().all(|(one, other, _)| order[*one] == 1 || order[*other] == 1));
            assert_eq!(found.refused.len(), 2, "both links wait for a review");
        }
    }
    let claims = [
        at("Alexander Quandt", ""),
        at("Alexandra Quandt", "alex.quandt@mail.example"),
        at("Alex Quandt", "alex.quandt@mail.example"),
    ];
    assert_eq!(groups(&claims, |_, _| None), [vec![0], vec![1, 2]], "the mailbox decides");
}
