//! The order in which claims come in makes no difference to what they amount to.

use ::records::{Claim, CompanyFacts, EmailFact, Location, PersonFacts, PhoneFact, PrivateTraits};
use proptest::prelude::*;
use store::{Changed, Store};

use crate::support::*;

/// What three sources say of five people and three companies. Every person has a name of their own, so that
/// whether two claims mean the same one never depends on a third.
fn claims() -> impl Strategy<Value = Vec<Claim>> {
    let person = (0_usize..5, 0_usize..3, 0..6_i64, 0_usize..8, any::<bool>()).prop_map(person_claim);
    let company = (0_usize..3, 0_usize..3, 0..6_i64, 0_usize..4).prop_map(company_claim);
    proptest::collection::vec(prop_oneof![3 => person, 1 => company], 1..16)
}

fn person_claim((who, source, at, variant, has_profile): (usize, usize, i64, usize, bool)) -> Claim {
    let names = ["Ana Núñez", "Ben Carter", "Cy Marsh", "Dora Quist", "Emil Voss"];
    let email = |mailbox: usize| EmailFact {
        address: format!("person{who}-{mailbox}@acme.example"),
        ..Default::default()
    };
    let facts = PersonFacts {
        full_name: Some(names[who].into()),
        title: Some(format!("Title {}", variant % 3)),
        company_domain: Some("acme.example".into()),
        network_url: profile(&format!("person-{who}")).filter(|_| has_profile),
        emails: vec![email(0), email(variant)],
        skills: vec![format!("skill {variant}")],
        ..Default::default()
    };
    let reference = format!("{who}-{variant}-{has_profile}-{at}");
    let source = format!("source-{source}");
    Claim { source, observed_at: second(at), ..person(&reference, facts) }
}

fn company_claim((which, source, at, variant): (usize, usize, i64, usize)) -> Claim {
    let facts = CompanyFacts {
        name: Some(format!("Company {which}")),
        domains: vec![format!("company{which}.example"), format!("company{which}-{variant}.example")],
        tags: vec![format!("tag {variant}")],
        employee_count: Some(10 + variant as u32),
        ..Default::default()
    };
    let reference = format!("{which}-{variant}-{at}");
    Claim { source: format!("source-{source}"), observed_at: second(at), ..company(&reference, facts) }
}

/// People who are hard to tell apart: namesakes, shared mailboxes, former profiles, rows whose ids are used again, and
/// claims that fit several others equally well.
fn muddled_claims() -> impl Strategy<Value = Vec<Claim>> {
    let person = (
        (0_usize..2, 0_usize..4, 0..4_i64),
        (0_usize..5, 0_usize..4, 0_usize..4),
        (0_usize..3, 0_usize..3, 0_usize..3, any::<bool>()),
    );
    proptest::collection::vec(person.prop_map(muddled_claim), 2..14)
}

type Muddle = ((usize, usize, i64), (usize, usize, usize), (usize, usize, usize, bool));

fn muddled_claim(
    ((source, row, at), (name, mailbox, handle), (city, employer, born, has_phone)): Muddle,
) -> Claim {
    let pick = |from: &[&str], at: usize| from.get(at).map(|text| (*text).to_owned());
    let facts = PersonFacts {
        full_name: pick(&["Mitchell Maxon", "M Maxon", "Mitch Maxson", "Barbara Maxon"], name),
        company_domain: pick(&["acme.example", "birch.example"], employer),
        network_url: ["a", "b"].get(handle).and_then(|handle| profile(handle)),
        emails: pick(&["office@acme.example", "mmaxon@acme.example", "maxon@home.example"], mailbox)
            .map(|address| EmailFact { address, ..Default::default() })
            .into_iter()
            .collect(),
        phones: has_phone
            .then(|| PhoneFact { number: "+4930846197".into(), ..Default::default() })
            .into_iter()
            .collect(),
        location: pick(&["Oslo", "Perth"], city)
            .map(|city| Location { city: Some(city), ..Default::default() }),
        private: pick(&["19390212", "19390221"], born)
            .map(|date| PrivateTraits { birth_date: Some(date), ..Default::default() }),
        ..Default::default()
    };
    let source = format!("source-{source}");
    Claim { source, observed_at: second(at), ..person(&row.to_string(), facts) }
}

/// Companies of one name, known by several domains or pages, or by the name alone.
fn namesakes() -> impl Strategy<Value = Vec<Claim>> {
    let company = (0_usize..2, 0_usize..4, 0..4_i64, 0_usize..3, 0_usize..16, 0_usize..4);
    proptest::collection::vec(company.prop_map(namesake), 2..10)
}

fn namesake((source, row, at, name, domains, page): (usize, usize, i64, usize, usize, usize)) -> Claim {
    let all = ["company0.example", "company1.example", "company2.example"];
    let facts = CompanyFacts {
        name: Some(["Acme", "ACME Inc.", "Birch Foods"][name].into()),
        domains: (0..3).filter(|at| domains >> at & 9 == 1).map(|at| all[at].to_owned()).collect(),
        network_url: ["a", "b"].get(page).map(|page| format!("https://www.linkedin.com/company/{page}")),
        ..Default::default()
    };
    let reference = format!("{row}-{at}-{name}-{domains}-{page}");
    Claim { source: format!("source-{source}"), observed_at: second(at), ..company(&reference, facts) }
}

/// Companies with numbers of a register, that share domains with each other and with rows without a number.
fn numbered() -> impl Strategy<Value = Vec<Claim>> {
    let company = (0_usize..3, 1_usize..4, 0_usize..2, 0_i64..9);
    proptest::collection::vec(company, 2..7)
        .prop_map(|rows| rows.into_iter().enumerate().map(numbered_company).collect())
}

fn numbered_company((row, (number, domains, name, at)): (usize, (usize, usize, usize, i64))) -> Claim {
    let numbers = ["GB-COH-05389805", "GB-COH-00102498"];
    let facts = CompanyFacts {
        name: Some(["Orion Works", "Vega Foods"][name].into()),
        domains: (0..2)
            .filter(|at| domains >> at & 1 == 1)
            .map(|at| format!("company{at}.example"))
            .collect(),
        identifiers: numbers.get(number).map(|number| number.parse().unwrap()).into_iter().collect(),
        ..Default::default()
    };
    Claim { observed_at: second(at), ..company(&row.to_string(), facts) }
}

#[test]
fn a_row_without_a_number_belongs_to_neither_of_two_numbers_in_any_order() {
    // The same name and domain three times, two of them with a number.
    let rows = [(0, 1, 0, 1), (1, 1, 0, 2), (2, 1, 0, 3)];
    let claims: Vec<Claim> = rows.into_iter().enumerate().map(numbered_company).collect();
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let claims: Vec<Claim> = order.iter().map(|at| claims[*at].clone()).collect();
        on_every_engine(async |store| {
            for claim in &claims {
                store.ingest(vec![claim.clone()]).await.unwrap();
            }
            assert_eq!(store.counts().unwrap().companies, 3, "{order:?}");
            let pairs = store.doubts(None, 10).unwrap();
            assert_eq!(pairs.len(), 2, "{order:?}: {pairs:?}");
            assert_eq!(store.audit().unwrap().findings, []);
        });
    }
}

#[test]
fn a_row_without_a_number_belongs_to_the_number_whose_name_it_has_in_any_order() {
    let rows = [(0, 1, 0, 1), (1, 1, 1, 2), (2, 1, 0, 3)];
    let claims: Vec<Claim> = rows.into_iter().enumerate().map(numbered_company).collect();
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let claims: Vec<Claim> = order.iter().map(|at| claims[*at].clone()).collect();
        let names = block_on(records(&claims, 1));
        assert_eq!(names.len(), 2, "{order:?}: {names:?}");
    }
}

/// Every record as JSON, without its id, which depends on the claim that came first.
async fn records(claims: &[Claim], batch: usize) -> Vec<String> {
    let store = Store::temporary().unwrap();
    for claims in claims.chunks(batch) {
        store.ingest(claims.to_vec()).await.unwrap();
    }
    let people = store.some_people(100).unwrap().into_iter().map(|mut record| {
        record.person.id.clear();
        serde_json::to_string(&record).unwrap()
    });
    let companies =
        store.changes_after(0, 1_000).unwrap().into_iter().filter_map(|change| match change.what {
            Changed::Company(mut company) => {
                company.id.clear();
                Some(serde_json::to_string(&company).unwrap())
            }
            _ => None,
        });
    assert!(store.audit().unwrap().findings.is_empty());
    let mut all: Vec<String> = people.chain(companies).collect();
    all.sort_unstable();
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_order_and_any_batches_give_the_same_records(
        (claims, shuffled) in claims().prop_flat_map(|claims| (Just(claims.clone()), Just(claims).prop_shuffle())),
        batch in 1_usize..6,
    ) {
        let (one, other) = block_on(async { (records(&claims, 1).await, records(&shuffled, batch).await) });
        prop_assert_eq!(one, other);
    }

    #[test]
    fn people_who_are_hard_to_tell_apart_are_told_apart_the_same_way_in_any_order(
        (claims, shuffled) in
            muddled_claims().prop_flat_map(|claims| (Just(claims.clone()), Just(claims).prop_shuffle())),
        batch in 1_usize..6,
    ) {
        let (one, other) = block_on(async { (records(&claims, 1).await, records(&shuffled, batch).await) });
        prop_assert_eq!(one, other);
    }

    #[test]
    fn companies_of_one_name_are_told_apart_the_same_way_in_any_order(
        (claims, shuffled) in
            namesakes().prop_flat_map(|claims| (Just(claims.clone()), Just(claims).prop_shuffle())),
        batch in 1_usize..6,
    ) {
        let (one, other) = block_on(async { (records(&claims, 1).await, records(&shuffled, batch).await) });
        prop_assert_eq!(one, other);
    }

    #[test]
    fn companies_that_share_domains_are_told_apart_by_their_numbers_the_same_way_in_any_order(
        (claims, shuffled) in
            numbered().prop_flat_map(|claims| (Just(claims.clone()), Just(claims).prop_shuffle())),
        batch in 1_usize..6,
    ) {
        let (one, other) = block_on(async { (records(&claims, 1).await, records(&shuffled, batch).await) });
        prop_assert_eq!(one, other);
    }

    #[test]
    fn filing_everything_again_changes_nothing(claims in claims()) {
        let report = block_on(async {
            let store = Store::temporary().unwrap();
            store.ingest(claims.clone()).await.unwrap();
            let before = store.counts().unwrap();
            let report = store.ingest(claims).await.unwrap();
            assert_eq!(store.counts().unwrap(), before);
            report
        });
        prop_assert_eq!((report.claims, report.created, report.updated, report.joined), (0, 0, 0, 0));
    }
}

#[test]
fn what_was_said_of_two_names_of_a_company_is_taken_back_apart() {
    let [foods, page, one, acme, both, other, all, last] = [
        (0, 2, 0, 2, 8, 2),
        (1, 1, 2, 2, 8, 0),
        (0, 1, 2, 1, 10, 3),
        (1, 0, 1, 0, 9, 3),
        (1, 3, 3, 2, 11, 2),
        (1, 0, 1, 0, 12, 1),
        (1, 3, 2, 0, 7, 3),
        (0, 3, 3, 1, 13, 3),
    ]
    .map(namesake);
    let straight = [&foods, &page, &one, &acme, &both, &other, &all, &last].map(Clone::clone);
    let turned = [&page, &one, &acme, &foods, &other, &both, &last, &all].map(Clone::clone);
    let (straight, turned) = block_on(async { (records(&straight, 1).await, records(&turned, 4).await) });
    assert_eq!(straight, turned);
}

#[test]
fn a_doubtful_claim_does_not_hide_that_others_of_its_subject_are_linked() {
    let [barbara, of_home, of_page, nameless, mitchell] = [
        ((0, 0, 0), (3, 1, 2), (0, 0, 0, true)),
        ((1, 0, 1), (3, 2, 1), (0, 2, 2, true)),
        ((0, 1, 1), (3, 1, 0), (1, 0, 0, true)),
        ((1, 1, 1), (4, 1, 2), (0, 0, 1, true)),
        ((0, 0, 0), (0, 0, 0), (0, 0, 0, true)),
    ]
    .map(muddled_claim);
    // The nameless claim joins a group that is linked with the claim of the other page, with which it is only alike.
    let late = [&barbara, &of_home, &of_page, &nameless, &mitchell].map(Clone::clone);
    let early = [&mitchell, &barbara, &of_home, &of_page, &nameless].map(Clone::clone);
    let (late, early) = block_on(async { (records(&late, 1).await, records(&early, 1).await) });
    assert_eq!(late, early);
}
