//! When two records are one, and when they are not.

use ::records::{Claim, CompanyFacts, Location, PersonFacts, query::PersonQuery};
use store::{Effect, Store};

use crate::support::*;

async fn ingest(store: &Store, claims: Vec<Claim>) -> u64 {
    store.ingest(claims).await.unwrap().joined
}

fn people(store: &Store) -> u64 {
    store.counts().unwrap().people
}

/// Emails without a name.
fn addresses(emails: &[&str]) -> PersonFacts {
    let emails = emails.iter().flat_map(|email| named("", email).emails).collect();
    PersonFacts { emails, ..Default::default() }
}

#[test]
fn two_records_that_turn_out_to_be_one_are_joined_and_both_ids_go_on_answering() {
    on_every_engine(async |store| {
        let work = PersonFacts { network_url: profile("jo"), ..named("Jo Doe", "jo@acme.example") };
        ingest(&store, vec![person("1", work), person("2", named("Jo Doe", "jo@home.example"))]).await;
        let ids: Vec<String> =
            store.some_people(2).unwrap().into_iter().map(|record| record.person.id).collect();
        assert_eq!(ids.len(), 2);
        let bridge = PersonFacts { network_url: profile("jo"), ..named("Jo Doe", "jo@home.example") };
        assert_eq!(ingest(&store, vec![person("3", bridge)]).await, 1);
        assert_eq!(people(&store), 1);
        assert_eq!(store.audit().unwrap().findings, [], "nothing leads to the record that was joined");
        assert_eq!(store.claims_of(&ids[0]).unwrap().len(), 3);
        assert_eq!(store.claims_of(&ids[1]).unwrap(), store.claims_of(&ids[0]).unwrap());
        let jo = store.person_by_id(&ids[0]).unwrap();
        assert_eq!(jo.as_ref().map(|jo| jo.emails.len()), Some(2));
        assert_eq!(store.person_by_id(&ids[1]).unwrap(), jo);
        assert_eq!(store.person_by_id("per_never").unwrap(), None);
        assert_eq!(store.company_by_id(&ids[0]).unwrap(), None);
        for email in ["jo@acme.example", "jo@home.example"] {
            let query = PersonQuery { email: Some(email.into()), ..Default::default() };
            let found = store.people_by_keys(&query.keys()).unwrap();
            assert_eq!((found.len(), found[0].emails.len()), (1, 2), "{email}");
        }
    });
}

#[test]
fn an_id_that_was_joined_twice_still_answers() {
    on_every_engine(async |store| {
        let claims = (1..=3)
            .map(|number| person(&number.to_string(), named("Jo Doe", &format!("jo{number}@acme.example"))));
        ingest(&store, claims.collect()).await;
        let last = store.some_people(3).unwrap().pop().unwrap().person.id;
        let bridge = |reference: &str, emails: &[&str]| {
            person(reference, PersonFacts { full_name: Some("Jo Doe".into()), ..addresses(emails) })
        };
        assert_eq!(ingest(&store, vec![bridge("4", &["jo2@acme.example", "jo3@acme.example"])]).await, 1);
        assert_eq!(ingest(&store, vec![bridge("5", &["jo1@acme.example", "jo2@acme.example"])]).await, 1);
        assert_eq!(people(&store), 1);
        assert_eq!(store.claims_of(&last).unwrap().len(), 5);
    });
}

#[test]
fn a_person_with_more_rows_than_are_grouped_together_stays_one_and_strangers_stay_out() {
    on_every_engine(async |store| {
        let at_acme = |name: &str| PersonFacts {
            full_name: Some(name.into()),
            company_domain: Some("acme.example".into()),
            ..Default::default()
        };
        let mut claims: Vec<Claim> =
            (0..40).map(|row| person(&format!("row-{row}"), at_acme("Ottoline Quandt"))).collect();
        claims.push(person("stranger", at_acme("Barnaby Quandt")));
        claims.push(person("last", at_acme("Ottoline Quandt")));
        ingest(&store, claims).await;
        let mut rows: Vec<usize> = store
            .some_people(9)
            .unwrap()
            .iter()
            .map(|one| store.claims_of(&one.person.id).unwrap().len())
            .collect();
        rows.sort_unstable();
        assert_eq!(rows, [1, 41]);
    });
}

#[test]
fn a_shared_mailbox_does_not_join_people_of_different_names() {
    on_every_engine(async |store| {
        let ana = person("1", named("Ana Núñez", "office@acme.example"));
        let ben = person("2", named("Ben Carter", "office@acme.example"));
        assert_eq!(ingest(&store, vec![ana, ben]).await, 0);
        assert_eq!(people(&store), 2);
    });
}

#[test]
fn a_shared_mailbox_without_a_name_does_not_join_those_who_share_it() {
    on_every_engine(async |store| {
        let ana = person("1", named("Ana Núñez", "annben@acme.example"));
        let ben = person("2", named("Ben Carter", "annben@acme.example"));
        let nameless = person("3", addresses(&["annben@acme.example"]));
        assert_eq!(ingest(&store, vec![ana, ben, nameless]).await, 0);
        assert_eq!(people(&store), 2);
    });
}

#[test]
fn people_with_different_profiles_are_never_joined_by_an_email() {
    on_every_engine(async |store| {
        let of = |handle| PersonFacts { network_url: profile(handle), ..named("Jo Doe", "jo@acme.example") };
        let joined = ingest(
            &store,
            vec![
                person("1", of("jo-1")),
                person("2", of("jo-2")),
                person("3", named("Jo Doe", "jo@acme.example")),
            ],
        )
        .await;
        assert_eq!((joined, people(&store)), (0, 2));
    });
}

#[test]
fn a_former_profile_address_still_means_the_same_person() {
    on_every_engine(async |store| {
        let old = person("1", PersonFacts { network_url: profile("jo-roe"), ..Default::default() });
        let renamed = PersonFacts { network_url: profile("jo-doe"), ..Default::default() };
        let renamed = Claim { observed_at: second(5), ..person("1", renamed) };
        let outdated = PersonFacts { network_url: profile("jo-roe"), ..Default::default() };
        let outdated = Claim { source: "list".into(), ..person("77", outdated) };
        ingest(&store, vec![old, renamed, outdated]).await;
        assert_eq!(people(&store), 1);
    });
}

#[test]
fn a_source_may_correct_everything_about_its_own_row() {
    on_every_engine(async |store| {
        let before = person("1", named("Jo Doe", "jo@acme.example"));
        let married = PersonFacts { network_url: profile("jo"), ..named("Jo Roe", "jo@acme.example") };
        let moved = named("Jo Roe", "jo@other.example");
        ingest(
            &store,
            vec![
                before,
                Claim { observed_at: second(2), ..person("1", married) },
                Claim { observed_at: second(3), ..person("1", moved) },
            ],
        )
        .await;
        assert_eq!(people(&store), 1);
    });
}

#[test]
fn a_row_number_that_now_names_someone_else_does_not_mix_the_two() {
    on_every_engine(async |store| {
        let monday = vec![
            person("1", named("Ana Núñez", "ana@acme.example")),
            person("2", named("Ben Carter", "ben@acme.example")),
        ];
        let tuesday = [
            person("1", named("Cy Marsh", "cy@acme.example")),
            person("2", named("Ana Núñez", "ana@acme.example")),
            person("3", named("Ben Carter", "ben@acme.example")),
        ];
        ingest(&store, monday).await;
        let tuesday = tuesday.map(|claim| Claim { observed_at: second(60), ..claim });
        assert_eq!(ingest(&store, tuesday.to_vec()).await, 0);
        let mut people: Vec<String> = store
            .some_people(9)
            .unwrap()
            .iter()
            .map(|record| {
                let emails: Vec<&str> = record.emails.iter().map(|email| email.address.as_str()).collect();
                format!("{} {}", record.person.full_name, emails.join(" "))
            })
            .collect();
        people.sort_unstable();
        assert_eq!(
            people,
            ["Ana Núñez ana@acme.example", "Ben Carter ben@acme.example", "Cy Marsh cy@acme.example"]
        );
    });
}

#[test]
fn a_row_number_that_now_names_another_company_does_not_mix_the_two() {
    on_every_engine(async |store| {
        let firm = |reference: &str, name: &str, domain: &str, at| {
            let facts =
                CompanyFacts { name: Some(name.into()), domains: vec![domain.into()], ..Default::default() };
            Claim { observed_at: second(at), ..company(reference, facts) }
        };
        let joined = ingest(
            &store,
            vec![
                firm("1", "Acme", "acme.example", 1),
                firm("1", "Birch Foods", "birch.example", 2),
                firm("2", "Acme", "acme.example", 2),
                firm("2", "Acme Robotics", "acme.example", 3),
            ],
        )
        .await;
        assert_eq!((joined, store.counts().unwrap().companies), (0, 2));
    });
}

#[test]
fn companies_that_share_a_domain_or_a_page_are_one() {
    on_every_engine(async |store| {
        let page = Some("https://www.linkedin.com/company/acme".to_owned());
        let facts = |domains: &[&str], network_url: Option<String>| CompanyFacts {
            name: Some("Acme".into()),
            domains: domains.iter().map(|domain| (*domain).to_owned()).collect(),
            network_url,
            ..Default::default()
        };
        ingest(
            &store,
            vec![
                company("1", facts(&["acme.example"], None)),
                company("2", facts(&["acme.test"], page.clone())),
            ],
        )
        .await;
        assert_eq!(store.counts().unwrap().companies, 2);
        assert_eq!(ingest(&store, vec![company("3", facts(&["acme.example"], page))]).await, 1);
        assert_eq!(store.counts().unwrap().companies, 1);
    });
}

fn called(reference: &str, name: &str, domain: Option<&str>, country: Option<&str>) -> Claim {
    let facts = CompanyFacts {
        name: Some(name.into()),
        domains: domain.into_iter().map(str::to_owned).collect(),
        locations: country
            .map(|country| ::records::Location { country: Some(country.into()), ..Default::default() })
            .into_iter()
            .collect(),
        ..CompanyFacts::default()
    };
    company(reference, facts)
}

fn companies(store: &Store) -> u64 {
    store.counts().unwrap().companies
}

#[test]
fn a_company_known_by_name_alone_is_the_one_of_that_name_in_either_order() {
    on_every_engine(async |store| {
        let known = called("1", "Birchwood Robotics, Inc.", Some("birchwood.example"), Some("US"));
        ingest(&store, vec![known, called("2", "Birchwood Robotics", None, None)]).await;
        assert_eq!(companies(&store), 1);
        ingest(&store, vec![called("3", "Quarry Foods GmbH", None, Some("DE"))]).await;
        ingest(&store, vec![called("4", "Quarry Foods", Some("quarry.example"), None)]).await;
        assert_eq!(companies(&store), 2);
    });
}

#[test]
fn a_name_of_several_companies_or_of_another_country_joins_no_rows() {
    on_every_engine(async |store| {
        let one = called("1", "Summit", Some("summit-one.example"), None);
        let two = called("2", "Summit", Some("summit-two.example"), None);
        ingest(&store, vec![one, two, called("3", "Summit", None, None)]).await;
        assert_eq!(companies(&store), 3);
        let here = called("4", "Harbor Lines", Some("harbor.example"), Some("US"));
        ingest(&store, vec![here, called("5", "Harbor Lines", None, Some("NL"))]).await;
        assert_eq!(companies(&store), 5);
    });
}

/// A person with a town and no other facts.
fn townsman(reference: &str, given: &str, family: &str) -> Claim {
    person(
        reference,
        PersonFacts {
            first_name: Some(given.into()),
            last_name: Some(family.into()),
            location: Some(Location { city: Some("Ryde".into()), ..Location::default() }),
            ..PersonFacts::default()
        },
    )
}

#[test]
fn namesakes_in_a_town_where_many_have_the_name_are_not_taken_for_one() {
    on_every_engine(async |store| {
        let twice = || vec![townsman("a", "Ottoline", "Quandt"), townsman("b", "Ottoline", "Quandt")];
        ingest(&store, twice()).await;
        assert_eq!(people(&store), 1, "a rare name in a town is one person");

        let store = Store::temporary().unwrap();
        // Names that neither look nor sound alike.
        let names: Vec<String> = ('a'..='z')
            .flat_map(|first| ["blug", "dram", "fosk", "lint", "merb"].map(|rest| format!("{first}{rest}")))
            .collect();
        let mut crowd = Vec::new();
        for (number, name) in names.iter().enumerate() {
            crowd.push(townsman(&format!("given {number}"), "Ottoline", name));
            crowd.push(townsman(&format!("family {number}"), name, "Quandt"));
        }
        ingest(&store, crowd).await;
        let before = people(&store);
        assert!(before > 200, "{before}");
        ingest(&store, twice()).await;
        assert_eq!(people(&store), before + 2);
        assert_eq!(store.audit().unwrap().findings, []);
    });
}

/// A company with a name, from one of two sources; the second knows its website.
fn nomad(source: &str, domain: Option<&str>) -> Claim {
    let facts = CompanyFacts {
        name: Some("Nomad Alpha".into()),
        domains: domain.iter().map(|&domain| domain.to_owned()).collect(),
        locations: vec![Location { country: Some("US".into()), ..Location::default() }],
        ..CompanyFacts::default()
    };
    Claim { source: source.into(), ..company("1", facts) }
}

#[test]
fn the_oldest_id_survives_every_join_and_what_was_paid_stays_paid() {
    on_every_engine(async |store| {
        account(&store, "one", 9).await;
        ingest(&store, vec![nomad("crm", None)]).await;
        let id = store.companies_after(0, 9).unwrap()[0].record.id.clone();
        ingest(&store, vec![nomad("web", Some("nomad-alpha.example"))]).await;
        let companies = store.companies_after(0, 9).unwrap();
        assert_eq!(companies.len(), 1);
        assert_eq!(companies[0].record.id, id);
        assert_eq!(companies[0].record.domain.as_deref(), Some("nomad-alpha.example"));
    });
    on_every_engine(async |store| {
        account(&store, "one", 9).await;
        let row = |reference: &str, names: &[&str]| {
            let facts = CompanyFacts {
                name: Some("Nomad".into()),
                domains: names.iter().map(|name| (*name).to_owned()).collect(),
                ..CompanyFacts::default()
            };
            company(reference, facts)
        };
        ingest(&store, vec![row("1", &["a.example"]), row("2", &["b.example"])]).await;
        let ids: Vec<String> =
            store.companies_after(0, 9).unwrap().into_iter().map(|found| found.record.id).collect();
        let mut paid = call("one", "req_1", thousandths(1));
        paid.effects = vec![Effect::ItemsCharged { items: vec![format!("icp_1 {}", ids[1])] }];
        done(&store, paid).await;
        ingest(&store, vec![row("2", &["b.example", "a.example"])]).await;
        let left = store.companies_after(0, 9).unwrap();
        assert_eq!(left.iter().map(|found| &found.record.id).collect::<Vec<_>>(), [&ids[0]]);
        let item = format!("icp_1 {}", ids[0]);
        let charged = store.charged_items(&"acc_one".into(), "enrich", std::slice::from_ref(&item)).unwrap();
        assert!(charged.contains(&item), "paid under the id that was joined");
    });
}
