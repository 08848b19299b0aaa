use super::*;
use crate::{EmailFact, PersonFacts};

const ENOUGH: f64 = 11.0;

fn says(name: &str, email: &str, profile: &str, employer: &str) -> Traits {
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
    clusters(&rows, ruled, ENOUGH).groups
}

#[test]
fn a_mailbox_joins_whoever_has_no_other_given_name() {
    let claims = [
        says("Ada Winter", "office@acme.example", "", ""),
        says("A. Winter", "office@acme.example", "", ""),
        says("Ben Carter", "office@acme.example", "", ""),
    ];
    assert_eq!(groups(&claims, |_, _| None), [vec![0, 1], vec![2]]);
}

#[test]
fn a_claim_that_fits_two_goes_with_the_first_and_the_other_is_told_as_refused() {
    let claims = [
        says("Ada Winter", "office@acme.example", "", ""),
        says("Ben Carter", "office@acme.example", "", ""),
        says("", "office@acme.example", "", ""),
    ];
    let rows: Vec<Row<'_>> = claims.iter().map(|claim| vec![claim]).collect();
    let found = clusters(&rows, |_, _| None, ENOUGH);
    assert_eq!(found.groups, [vec![0, 2], vec![1]]);
    assert_eq!(found.refused.iter().map(|(one, other, _)| (*one, *other)).collect::<Vec<_>>(), [(1, 2)]);
}

#[test]
fn a_profile_is_stronger_than_a_mailbox() {
    let claims = [
        says("Ada Winter", "ada@acme.example", "https://network.example/in/ada", ""),
        says("Ada Winter", "ada@acme.example", "https://network.example/in/other", ""),
        says("Ada Winter", "", "https://network.example/in/other", ""),
    ];
    assert_eq!(groups(&claims, |_, _| None), [vec![0], vec![1, 2]]);
}

#[test]
fn what_somebody_has_decided_goes_before_everything() {
    let claims = [
        says("Ada Winter", "ada@acme.example", "", ""),
        says("Ada Winter", "ada@acme.example", "", ""),
        says("Bo Marsh", "", "", ""),
    ];
    let ruled = |one, other| match (one, other) {
        (0, 1) | (1, 0) => Some(false),
        (0, 2) | (2, 0) => Some(true),
        _ => None,
    };
    assert_eq!(groups(&claims, ruled), [vec![0, 2], vec![1]]);
}

#[test]
fn a_name_alone_joins_nobody_however_rare() {
    let claims = [says("Ottoline Quandt", "", "", ""), says("Ottoline Quandt", "", "", "")];
    assert_eq!(groups(&claims, |_, _| None), [vec![0], vec![1]]);
    let colleagues =
        [says("Ottoline Quandt", "", "", "acme.example"), says("Ottoline Quandt", "", "", "acme.example")];
    assert_eq!(groups(&colleagues, |_, _| None), [vec![0, 1]]);
}
