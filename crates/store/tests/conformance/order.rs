//! The order in which claims come in makes no difference to what they amount to.

use std::collections::BTreeSet;

use ::records::{Claim, CompanyFacts, EmailFact, PersonFacts, keys::CompanyQuery};
use proptest::prelude::*;
use store::Store;

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

/// Every record as JSON, without its id, which depends on the claim that came first.
async fn records(claims: &[Claim], batch: usize) -> BTreeSet<String> {
    let store = Store::temporary().unwrap();
    for claims in claims.chunks(batch) {
        store.ingest(claims.to_vec()).await.unwrap();
    }
    let people = store.some_people(100).unwrap().into_iter().map(|mut record| {
        record.person.id.clear();
        serde_json::to_string(&record).unwrap()
    });
    let keys: Vec<_> = (0..3)
        .flat_map(|which| {
            let domain = Some(format!("company{which}.example"));
            CompanyQuery { domain, ..Default::default() }.keys()
        })
        .collect();
    let companies = store.companies_by_keys(&keys).unwrap().into_iter().map(|mut company| {
        company.id.clear();
        serde_json::to_string(&company).unwrap()
    });
    assert!(store.audit().unwrap().findings.is_empty());
    people.chain(companies).collect()
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
