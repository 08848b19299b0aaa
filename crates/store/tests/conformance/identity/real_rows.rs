//! Rows as real files have them: families at one address, shared mailboxes, registers, renamed companies and chains.

use ::records::{
    Claim, CompanyFacts, EmailFact, Facts, Location, PersonFacts, PhoneFact, PrivateTraits,
    query::CompanyQuery,
};
use proptest::prelude::*;
use store::Store;

use crate::support::*;

fn text(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

/// A row of names, birth date, street, town and postcode.
fn row([first, last, birth, street, city, postcode]: [&str; 6]) -> PersonFacts {
    PersonFacts {
        first_name: text(first),
        last_name: text(last),
        location: text(city).map(|city| Location { city: Some(city), ..Location::default() }),
        private: Some(PrivateTraits {
            birth_date: text(birth),
            street: text(street),
            postcode: text(postcode),
            ..PrivateTraits::default()
        }),
        ..PersonFacts::default()
    }
}

/// Files the rows in both directions, and a second time, and returns how many people there are each time.
fn people_in_any_order(rows: &[PersonFacts]) -> Vec<u64> {
    let claims: Vec<Claim> =
        rows.iter().enumerate().map(|(number, facts)| person(&number.to_string(), facts.clone())).collect();
    let mut counts = Vec::new();
    for claims in [claims.clone(), claims.iter().rev().cloned().collect()] {
        block_on(async {
            let store = Store::temporary().unwrap();
            for claim in &claims {
                store.ingest(vec![claim.clone()]).await.unwrap();
            }
            counts.push(store.counts().unwrap().people);
            store.ingest(claims).await.unwrap();
            counts.push(store.counts().unwrap().people);
            assert_eq!(store.audit().unwrap().findings, []);
        });
    }
    counts
}

#[test]
fn a_family_at_one_address_stays_a_family() {
    fn at_home(first: &str) -> PersonFacts {
        row([first, "Ellwood", "", "14 Mill Lane", "Ashford", "TN24 8RZ"])
    }
    let family: Vec<PersonFacts> = ["Robert", "Roberta", "Martin", "Ida"].map(at_home).into();
    assert_eq!(people_in_any_order(&family), [4; 4]);
    let shared = |first: &str| PersonFacts {
        emails: vec![EmailFact { address: "ellwoods@mail.example".into(), ..EmailFact::default() }],
        phones: vec![PhoneFact { number: "+441233555010".into(), ..PhoneFact::default() }],
        ..at_home(first)
    };
    let family: Vec<PersonFacts> = ["Robert", "Martin", "Ida"].map(shared).into();
    assert_eq!(people_in_any_order(&family), [3; 4]);
}

#[test]
fn people_who_share_a_birthday_and_a_family_name_are_two() {
    let born = |first, last, birth| row([first, last, birth, "", "", ""]);
    let rows = [
        born("Daniela", "Hartwig", "19710603"),
        born("Gerald", "Hartwig", "19710603"),
        born("Gisela", "Moor", "19580921"),
        born("Manuela", "Moor", "19580921"),
    ];
    assert_eq!(people_in_any_order(&rows), [4; 4]);
    let years = [born("Henrik", "Castle", "19620101"), born("Henrik", "Dorn", "19620101")];
    assert_eq!(people_in_any_order(&years), [2; 4]);
}

#[test]
fn colleagues_who_read_one_mailbox_of_a_role_are_two() {
    let at = |name: &str, email: &str| {
        let domain = email.split_once('@').map(|(_, domain)| domain.to_owned());
        PersonFacts { company_domain: domain, ..named(name, email) }
    };
    let rows = [
        at("Lena Brandt", "info@brandt-dach.example"),
        at("Leo Brandt", "info@brandt-dach.example"),
        at("Karla Weiss", "office@weiss-bau.example"),
        at("Karl Weiss", "office@weiss-bau.example"),
        at("Olga Stein", "sales@stein-shop.example"),
        at("O. Sander", "sales@stein-shop.example"),
    ];
    assert_eq!(people_in_any_order(&rows), [6; 4]);
}

#[test]
fn a_row_with_less_meets_the_row_with_more() {
    let edda = [
        row(["Edda", "Marlow", "", "", "Linz", ""]),
        row(["Edda", "Marlow", "19680317", "", "Linz", "4020"]),
    ];
    assert_eq!(people_in_any_order(&edda), [1; 4]);
    let lone = [
        row(["Ostermann-Vale", "", "", "", "Linz", "4020"]),
        row(["Edmund", "Ostermann-Vale", "19680317", "", "Linz", "4020"]),
    ];
    assert_eq!(people_in_any_order(&lone), [1; 4]);
    let other = [
        row(["Bertram", "", "", "", "Linz", "4020"]),
        row(["Edmund", "Ostermann-Vale", "19680317", "", "Linz", "4020"]),
    ];
    assert_eq!(people_in_any_order(&other), [2; 4]);
}

fn company_row(name: &str, city: &str, phone: &str, ids: &[&str]) -> CompanyFacts {
    CompanyFacts {
        name: text(name),
        phone: text(phone),
        identifiers: ids.iter().map(|id| id.parse().unwrap()).collect(),
        locations: text(city)
            .map(|city| Location { city: Some(city), country: Some("US".into()), ..Location::default() })
            .into_iter()
            .collect(),
        ..CompanyFacts::default()
    }
}

fn companies(rows: &[(&str, CompanyFacts)]) -> Store {
    let store = Store::temporary().unwrap();
    block_on(async {
        for (reference, facts) in rows {
            store.ingest(vec![company(reference, facts.clone())]).await.unwrap();
        }
    });
    assert_eq!(store.audit().unwrap().findings, []);
    store
}

fn named_companies(store: &Store, name: &str) -> Vec<::records::Company> {
    let query = CompanyQuery { name: text(name), ..CompanyQuery::default() };
    let mut found = store.companies_by_keys(&query.keys()).unwrap();
    found.retain(|company| company.names().any(|known| known == name));
    found
}

#[test]
fn companies_of_one_name_in_a_register_stay_apart() {
    let rows = [
        ("1001", company_row("ABC Trucking LLC", "Dallas", "+12145550101", &[])),
        ("1002", company_row("ABC Trucking LLC", "Columbus", "+16145550102", &[])),
        ("1003", company_row("ABC Trucking LLC", "Miami", "+13055550103", &[])),
        ("1004", company_row("ABC Trucking Inc", "Boise", "+12085550104", &[])),
    ];
    assert_eq!(companies(&rows).counts().unwrap().companies, 4);
    let registered =
        ["US-SEC-1", "US-SEC-2", "US-SEC-2"].map(|id| company_row("Quandt Optics Inc", "Dallas", "", &[id]));
    let rows: Vec<_> = ["a", "b", "c"].into_iter().zip(registered).collect();
    assert_eq!(companies(&rows).counts().unwrap().companies, 2);
}

#[test]
fn a_misspelt_company_joins_in_its_town() {
    let at = |name: &str| company_row(name, "Kassel", "", &[]);
    let rows = [("3", at("Orbis Maschinenbau GmbH")), ("4", at("Orbis Maschienenbau GmbH"))];
    assert_eq!(companies(&rows).counts().unwrap().companies, 1);
}

#[test]
fn a_renamed_company_keeps_its_old_name() {
    let at = |name: &str, domain: &str, former: &[&str]| CompanyFacts {
        name: text(name),
        domains: vec![domain.into()],
        former_names: former.iter().map(|name| (*name).to_owned()).collect(),
        ..CompanyFacts::default()
    };
    let store = Store::temporary().unwrap();
    let before = [
        ("1", at("Bluefern Analytics", "bluefern.example", &[])),
        ("2", at("Otterdale", "otterdale.example", &[])),
        ("3", at("Marrow & Pike", "marrowpike.example", &[])),
    ];
    let after = [
        ("1", at("Greyfern AI", "bluefern.example", &[])),
        ("2", at("Fjordline Labs", "fjordline.example", &["Otterdale"])),
        ("3", at("Marrow & Pike", "marrow.example", &[])),
    ];
    block_on(async {
        for (seconds, rows) in [(0, before), (10, after)] {
            let claims = rows.into_iter().map(|(reference, facts)| Claim {
                observed_at: second(seconds),
                ..company(reference, facts)
            });
            store.ingest(claims.collect()).await.unwrap();
        }
    });
    assert_eq!(store.counts().unwrap().companies, 3);
    for (old, new) in [("Bluefern Analytics", "Greyfern AI"), ("Otterdale", "Fjordline Labs")] {
        let found = named_companies(&store, old);
        assert_eq!((found.len(), found[0].name.as_str()), (1, new));
        assert_eq!(found[0].former_names, [old]);
    }
    let domains = named_companies(&store, "Marrow & Pike")[0].domains.clone();
    assert_eq!(domains.len(), 2, "{domains:?}");
}

#[test]
fn a_chain_with_very_many_outlets_is_filed_in_linear_time() {
    let outlet = |number: usize, shared: bool| CompanyFacts {
        name: Some("Kettle Coffee".into()),
        domains: if shared { vec!["kettle.example".into()] } else { Vec::new() },
        locations: vec![Location { city: Some(format!("Town {number}")), ..Location::default() }],
        ..CompanyFacts::default()
    };
    let time = |outlets: usize| {
        let claims: Vec<Claim> =
            (0..outlets).map(|number| company(&number.to_string(), outlet(number, true))).collect();
        let store = Store::temporary().unwrap();
        let start = std::time::Instant::now();
        block_on(async {
            for batch in claims.chunks(500) {
                store.ingest(batch.to_vec()).await.unwrap();
            }
        });
        assert_eq!(store.counts().unwrap().companies, 1);
        start.elapsed().as_secs_f64()
    };
    let (few, many) = (time(1_000), time(6_000));
    assert!(many < few * 6.0 * 3.0, "1,000 outlets took {few:.2} s, 6,000 {many:.2} s");
}

#[derive(Debug, Clone)]
struct Registered {
    name: &'static str,
    domain: &'static str,
    id: &'static str,
}

fn registered() -> impl Strategy<Value = Registered> {
    let pick = |values: &'static [&'static str]| prop::sample::select(values);
    (
        pick(&["Norvex Ltd", "Norvex Group", "Halden"]),
        pick(&["", "norvex.example", "halden.example"]),
        pick(&["", "GB-COH-00000001", "GB-COH-00000002", "US-SEC-7"]),
    )
        .prop_map(|(name, domain, id)| Registered { name, domain, id })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn no_two_values_of_one_scheme_are_ever_one_record(rows in prop::collection::vec(registered(), 1..9)) {
        let claims = |rows: &[Registered]| -> Vec<Claim> {
            let claim = |(number, row): (usize, &Registered)| {
                company(&number.to_string(), CompanyFacts {
                    name: text(row.name),
                    domains: text(row.domain).into_iter().collect(),
                    identifiers: text(row.id).map(|id| id.parse().unwrap()).into_iter().collect(),
                    ..CompanyFacts::default()
                })
            };
            rows.iter().enumerate().map(claim).collect()
        };
        let store = Store::temporary().unwrap();
        block_on(async {
            for claim in claims(&rows) {
                store.ingest(vec![claim]).await.unwrap();
            }
        });
        let mut exported = Vec::new();
        for row in &rows {
            exported.extend(named_companies(&store, row.name));
        }
        for company in exported {
            let schemes: Vec<&String> = company.identifiers.iter().map(|id| &id.scheme).collect();
            let distinct: std::collections::BTreeSet<_> = schemes.iter().collect();
            prop_assert_eq!(schemes.len(), distinct.len(), "{:?}", company);
        }
        let facts_are_kept = claims(&rows).iter().all(|claim| matches!(claim.facts, Facts::Company(_)));
        prop_assert!(facts_are_kept);
    }
}
