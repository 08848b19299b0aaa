//! Filing claims, and finding what they amount to.

use ::records::{
    CompanyFacts, PersonFacts,
    matching::NameShares,
    name::Name,
    query::{CompanyQuery, PersonQuery},
    sameness::employer_value,
};
use store::{Candidates, Counts, IngestReport, Store};

use crate::support::*;

fn by_email(store: &Store, email: &str) -> Vec<::records::PersonRecord> {
    let query = PersonQuery { email: Some(email.into()), ..Default::default() };
    store.people_by_keys(&query.keys()).unwrap()
}

fn by_domain(store: &Store, domain: &str) -> Vec<::records::Company> {
    let query = CompanyQuery { domain: Some(domain.into()), ..Default::default() };
    store.companies_by_keys(&query.keys()).unwrap()
}

fn acme() -> CompanyFacts {
    CompanyFacts {
        name: Some("Acme".into()),
        domains: vec!["acme.example".into(), "acme.test".into()],
        ..Default::default()
    }
}

#[test]
fn a_claim_makes_a_record_that_its_identifiers_lead_to() {
    on_every_engine(async |store| {
        assert!(!store.has_records().unwrap());
        let facts = PersonFacts { network_url: profile("jo"), ..named("Jo Doe", "jo@acme.example") };
        let report = store.ingest(vec![person("1", facts), company("1", acme())]).await.unwrap();
        assert_eq!(report, IngestReport { claims: 2, created: 2, ..Default::default() });
        assert_eq!(store.counts().unwrap(), Counts { people: 1, companies: 1, claims: 2 });
        assert!(store.has_records().unwrap());
        let jo = by_email(&store, "jo@acme.example").remove(0);
        assert_eq!(jo.person.full_name, "Jo Doe");
        let query = PersonQuery { network_url: profile("jo"), ..Default::default() };
        assert_eq!(store.people_by_keys(&query.keys()).unwrap(), [jo]);
        assert_eq!(by_domain(&store, "acme.test"), by_domain(&store, "acme.example"));
        assert_eq!(by_domain(&store, "acme.test")[0].name, "Acme");
        assert!(by_email(&store, "nobody@acme.example").is_empty());
    });
}

#[test]
fn a_record_that_several_keys_lead_to_is_found_once() {
    on_every_engine(async |store| {
        let facts = PersonFacts { network_url: profile("jo"), ..named("Jo Doe", "jo@acme.example") };
        store.ingest(vec![person("1", facts)]).await.unwrap();
        let query = PersonQuery {
            network_url: profile("jo"),
            email: Some("jo@acme.example".into()),
            ..Default::default()
        };
        assert_eq!(store.people_by_keys(&query.keys()).unwrap().len(), 1);
        assert_eq!(store.count_known(&query.keys()).unwrap(), 2);
        let unknown = PersonQuery { email: Some("x@acme.example".into()), ..Default::default() };
        assert_eq!(store.count_known(&unknown.keys()).unwrap(), 0);
        // A person's key never leads to a company, nor the other way round.
        assert!(store.companies_by_keys(&query.keys()).unwrap().is_empty());
    });
}

#[test]
fn a_key_that_too_many_people_have_is_passed_over_and_named() {
    on_every_engine(async |store| {
        let at_acme = |number: u32| {
            let facts = PersonFacts {
                full_name: Some("Jo Doe".into()),
                network_url: profile(&format!("jo{number}")),
                company_domain: Some("acme.example".into()),
                ..Default::default()
            };
            person(&number.to_string(), facts)
        };
        let query = PersonQuery {
            name: Name::parse("Jo Doe"),
            company_domain: Some("acme.example".into()),
            ..Default::default()
        };
        let most = Candidates::PASSED_OVER_FROM - 1;
        store.ingest((0..most).map(at_acme).collect()).await.unwrap();
        let candidates = store.candidates(&query.keys()).unwrap();
        assert_eq!((candidates.people.len(), candidates.passed_over.len()), (most as usize, 0));
        store.ingest(vec![at_acme(most)]).await.unwrap();
        let candidates = store.candidates(&query.keys()).unwrap();
        assert!(candidates.people.is_empty() && !candidates.passed_over.is_empty());
        assert!(candidates.passed_over.iter().all(|key| query.keys().contains(key)));
        let shares = NameShares::default().with_passed_over(
            &query,
            &candidates.passed_over,
            Candidates::PASSED_OVER_FROM,
        );
        assert_eq!((shares.given_from, shares.family_from), (65, 65));
    });
}

#[test]
fn names_and_the_people_of_an_employer_are_counted() {
    on_every_engine(async |store| {
        let facts = |name: &str, number: u32, domain: &str| PersonFacts {
            company_domain: Some(domain.into()),
            ..named(name, &format!("p{number}@mail.example"))
        };
        let rows = [("Ana Lee", "acme.example"), ("Ana Roe", "acme.example"), ("Bea Lee", "birch.example")];
        let claims = rows
            .iter()
            .zip(0..)
            .map(|((name, domain), number)| person(&number.to_string(), facts(name, number, domain)));
        store.ingest(claims.collect()).await.unwrap();
        let shares = |name: &str, domain| {
            store.name_shares(&Name::parse(name).unwrap(), employer_value(domain, None)).unwrap()
        };
        // The lists of names count as 2,000 people.
        let ana_roe = shares("Ana Roe", Some("acme.example"));
        assert_eq!((ana_roe.given, ana_roe.family, ana_roe.stored), (2.0 / 2_003.0, 1.0 / 2_003.0, 2));
        let stranger = shares("Cy Moss", None);
        assert_eq!((stranger.given, stranger.family, stranger.stored), (0.0, 0.0, 0));
    });
}

#[test]
fn the_same_claims_twice_change_nothing() {
    on_every_engine(async |store| {
        let claims = vec![person("1", named("Jo Doe", "jo@acme.example")), company("1", acme())];
        store.ingest(claims.clone()).await.unwrap();
        let before = (by_email(&store, "jo@acme.example"), by_domain(&store, "acme.example"));
        let report = store.ingest(claims).await.unwrap();
        assert_eq!(report, IngestReport { unchanged: 2, ..Default::default() });
        assert_eq!(store.counts().unwrap().claims, 2);
        assert_eq!((by_email(&store, "jo@acme.example"), by_domain(&store, "acme.example")), before);
    });
}

#[test]
fn a_source_that_says_the_same_again_later_tells_nothing_new() {
    on_every_engine(async |store| {
        let mut claim = person("1", named("Jo Doe", "jo@acme.example"));
        store.ingest(vec![claim.clone()]).await.unwrap();
        claim.observed_at = second(100);
        let report = store.ingest(vec![claim]).await.unwrap();
        assert_eq!(report, IngestReport { unchanged: 1, ..Default::default() });
    });
}

#[test]
fn a_source_may_call_a_person_and_a_company_by_the_same_id() {
    on_every_engine(async |store| {
        let of_company = company("1", acme());
        let mut of_person = person("1", named("Jo Doe", "jo@acme.example"));
        of_person.observed_at = second(50);
        store.ingest(vec![of_company.clone(), of_person]).await.unwrap();
        let again = ::records::Claim { observed_at: second(100), ..of_company };
        let report = store.ingest(vec![again]).await.unwrap();
        assert_eq!(report, IngestReport { unchanged: 1, ..Default::default() });
    });
}

/// What one row says of Jo's work.
fn titled(title: &str, at: i64) -> ::records::Claim {
    let facts = PersonFacts {
        title: Some(title.into()),
        company_name: Some("Acme".into()),
        ..named("Jo Doe", "jo@acme.example")
    };
    ::records::Claim { observed_at: second(at), ..person("1", facts) }
}

#[test]
fn what_lies_between_two_equal_statements_is_heard_whichever_comes_first() {
    on_every_engine(async |store| {
        for claim in [titled("Engineer", 1), titled("Engineer", 3), titled("Manager", 2)] {
            store.ingest(vec![claim]).await.unwrap();
        }
        let jo = by_email(&store, "jo@acme.example").remove(0);
        assert_eq!(jo.person.title.as_deref(), Some("Engineer"), "the source repeated it after the other");
        let times: Vec<_> =
            store.claims_of(&jo.person.id).unwrap().iter().map(|claim| claim.observed_at).collect();
        assert_eq!(times, [second(1), second(2), second(3)]);
    });
}

#[test]
fn a_source_that_returns_to_an_earlier_statement_is_heard() {
    on_every_engine(async |store| {
        let claims = vec![titled("Engineer", 1), titled("Manager", 2), titled("Engineer", 3)];
        let report = store.ingest(claims.clone()).await.unwrap();
        assert_eq!((report.claims, report.created, report.updated), (3, 1, 2));
        let jo = by_email(&store, "jo@acme.example").remove(0);
        assert_eq!(jo.person.title.as_deref(), Some("Engineer"));
        assert_eq!(store.claims_of(&jo.person.id).unwrap(), claims);
    });
}

#[test]
fn claims_come_back_as_they_were_filed_oldest_first() {
    on_every_engine(async |store| {
        let late =
            ::records::Claim { observed_at: second(9), ..person("1", named("Jo Doe", "jo@x.example")) };
        let early = ::records::Claim {
            source: "event".into(),
            observed_at: second(2),
            ..person("badge-7", named("Jo Doe", "jo@x.example"))
        };
        store.ingest(vec![late.clone(), early.clone()]).await.unwrap();
        let id = by_email(&store, "jo@x.example").remove(0).person.id;
        assert_eq!(store.claims_of(&id).unwrap(), [early, late]);
        assert!(store.claims_of("per_never").unwrap().is_empty());
    });
}

#[test]
fn an_identifier_that_a_record_gains_leads_to_it_at_once() {
    on_every_engine(async |store| {
        store.ingest(vec![person("1", named("Jo Doe", "jo@acme.example"))]).await.unwrap();
        let mut more = named("Jo Doe", "jo@acme.example");
        more.emails.extend(named("", "jo@home.example").emails);
        let later = ::records::Claim { observed_at: second(5), ..person("1", more) };
        let report = store.ingest(vec![later]).await.unwrap();
        assert_eq!((report.created, report.updated), (0, 1));
        assert_eq!(by_email(&store, "jo@home.example"), by_email(&store, "jo@acme.example"));
    });
}

#[test]
fn the_same_data_gets_the_same_ids_in_another_store() {
    on_every_engine(async |store| {
        let other = Store::temporary().unwrap();
        let claims = vec![
            person("1", named("Jo Doe", "jo@acme.example")),
            person("2", named("Al Roe", "al@acme.example")),
            company("1", acme()),
        ];
        store.ingest(claims.clone()).await.unwrap();
        // Another store may know more, and take it in batches.
        for claim in claims {
            other.ingest(vec![person("0", named("Ed Poe", "ed@acme.example")), claim]).await.unwrap();
        }
        for email in ["jo@acme.example", "al@acme.example"] {
            assert_eq!(by_email(&store, email), by_email(&other, email));
        }
        assert_eq!(by_domain(&store, "acme.example"), by_domain(&other, "acme.example"));
    });
}

#[test]
fn a_person_and_a_company_may_have_the_same_reference() {
    on_every_engine(async |store| {
        let report = store
            .ingest(vec![person("1", named("Jo Doe", "jo@acme.example")), company("1", acme())])
            .await
            .unwrap();
        assert_eq!((report.created, report.joined), (2, 0));
    });
}

#[test]
fn people_are_handed_out_in_the_order_they_were_filed() {
    on_every_engine(async |store| {
        let claims = (0..5)
            .map(|number| person(&number.to_string(), named("Jo Doe", &format!("jo{number}@acme.example"))));
        store.ingest(claims.collect()).await.unwrap();
        let emails: Vec<String> = store
            .some_people(3)
            .unwrap()
            .into_iter()
            .map(|record| record.emails[0].address.clone())
            .collect();
        assert_eq!(emails, ["jo0@acme.example", "jo1@acme.example", "jo2@acme.example"]);
    });
}
