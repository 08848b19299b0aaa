//! Who must not be kept stays out, whatever a later source calls them.

use ::records::{
    Claim, CompanyFacts, EmailFact, ExperienceFact, PersonFacts, PhoneFact,
    identifier::{Identifier, IdentifierKind, Identity},
    name::Name,
    query::PersonQuery,
};
use rusqlite::params;
use sha2::{Digest, Sha256};
use store::{Entropy, ErasureTarget, NewSuppression, Store, StoreError};

use crate::support::*;

pub fn identifier(kind: IdentifierKind, text: &str) -> Identifier {
    Identifier::parse(kind, text).unwrap()
}

pub fn entry(id: &str) -> NewSuppression {
    NewSuppression::new(id.into(), "is_suppressed for".into(), &Entropy::seeded(7))
}

pub fn email_fact(address: &str) -> EmailFact {
    EmailFact { address: address.into(), ..EmailFact::default() }
}

fn phone_fact(number: &str) -> PhoneFact {
    PhoneFact { number: number.into(), ..PhoneFact::default() }
}

/// Jane, for target one source has every kind of identifier.
pub fn jane() -> PersonFacts {
    PersonFacts {
        full_name: Some("Jane Doe".into()),
        company_name: Some("Acme".into()),
        company_domain: Some("acme.example".into()),
        network_url: profile("jane-doe"),
        profiles: vec!["https://github.com/janedoe".into()],
        emails: vec![email_fact("jane@acme.example"), email_fact("jane.doe@gmail.com")],
        phones: vec![phone_fact("+12025550143")],
        experience: vec![ExperienceFact {
            company_domain: Some("oldco.example".into()),
            title: Some("Buyer".into()),
            ended_at: Some("2020-01".parse().unwrap()),
            ..ExperienceFact::default()
        }],
        ..PersonFacts::default()
    }
}

pub async fn suppress(store: &Store, id: &str, kind: IdentifierKind, text: &str) -> store::Erased {
    let target = ErasureTarget::Identifier(identifier(kind, text));
    store.erase(target, Some(entry(id)), second(5)).await.unwrap()
}

#[test]
fn a_person_suppressed_by_one_identifier_stays_out_by_each_other_one() {
    on_every_engine(async |store| {
        store.ingest(vec![person("1", jane())]).await.unwrap();
        let erased = suppress(&store, "sup_1", IdentifierKind::Phone, "+1 202 555 0143").await;
        assert_eq!((erased.people, erased.claims), (1, 1));
        assert_eq!(store.counts().unwrap().people, 0);
        let name = || Some("Jane Doe".to_owned());
        let again = [
            ("the same row", jane()),
            (
                "a business email",
                PersonFacts { emails: vec![email_fact("jane@acme.example")], ..named("J D", "x@y.example") },
            ),
            (
                "a business email with a tag",
                PersonFacts {
                    emails: vec![email_fact("jane+events@acme.example")],
                    ..named("J D", "x@y.example")
                },
            ),
            (
                "a personal email in another spelling",
                PersonFacts { emails: vec![email_fact("janedoe@gmail.com")], ..PersonFacts::default() },
            ),
            (
                "a phone",
                PersonFacts {
                    full_name: name(),
                    phones: vec![phone_fact("+12025550143")],
                    ..PersonFacts::default()
                },
            ),
            (
                "a profile",
                PersonFacts { full_name: name(), network_url: profile("jane-doe"), ..PersonFacts::default() },
            ),
            (
                "another profile",
                PersonFacts {
                    full_name: name(),
                    profiles: vec!["https://github.com/janedoe".into()],
                    ..PersonFacts::default()
                },
            ),
            (
                "the name at the domain",
                PersonFacts {
                    full_name: name(),
                    company_domain: Some("acme.example".into()),
                    ..PersonFacts::default()
                },
            ),
            (
                "the name at the company",
                PersonFacts {
                    full_name: Some("DOE, Jane".into()),
                    company_name: Some("Acme Inc.".into()),
                    ..PersonFacts::default()
                },
            ),
            (
                "the name at a past employer",
                PersonFacts {
                    full_name: name(),
                    company_domain: Some("oldco.example".into()),
                    ..PersonFacts::default()
                },
            ),
        ];
        for (by, facts) in again {
            let report = store.ingest(vec![person(by, facts)]).await.unwrap();
            assert_eq!((report.suppressed, report.claims, report.created), (1, 0, 0), "by {by}");
        }
        let counts = store.counts().unwrap();
        assert_eq!((counts.people, counts.claims), (0, 0));
    });
}

/// The hash of a row from before HMAC was used.
fn nested_hash(secret: &[u8], identifier: &Identifier) -> Vec<u8> {
    let content = format!("{}\0{}", identifier.kind().as_str(), identifier.value());
    let inner = Sha256::new_with_prefix(secret).chain_update(content).finalize();
    Sha256::new_with_prefix(inner).chain_update(secret).finalize().to_vec()
}

#[test]
fn a_row_from_before_hmac_still_suppresses() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let address = identifier(IdentifierKind::Email, "jane@acme.example");
    block_on(async {
        suppress(&store, "sup_1", IdentifierKind::Email, "jane@acme.example").await;
        let database = crate::support::open_files(folder.path());
        let secret: Vec<u8> =
            database.query_row("SELECT secret FROM suppression_secret", [], |row| row.get(0)).unwrap();
        assert_eq!(database.execute("DELETE FROM suppressed", []).unwrap(), 1);
        let report = store.ingest(vec![person("1", named("Jane Doe", "jane@acme.example"))]).await.unwrap();
        assert_eq!((report.suppressed, report.created), (0, 1), "without its row no person is suppressed");
        store.erase(ErasureTarget::Identifier(address.clone()), None, second(6)).await.unwrap();
        let old = nested_hash(&secret, &address);
        database.execute("INSERT INTO suppressed (hash, entry) VALUES (?1, 'sup_1')", params![old]).unwrap();
        let report = store.ingest(vec![person("1", named("Jane Doe", "jane@acme.example"))]).await.unwrap();
        assert_eq!((report.suppressed, report.created), (1, 0));
        suppress(&store, "sup_2", IdentifierKind::Email, "jane@acme.example").await;
        let hash: Vec<u8> = database
            .query_row("SELECT hash FROM suppressed WHERE entry = 'sup_2'", [], |row| row.get(0))
            .unwrap();
        assert_ne!(hash, old, "new rows are HMACs");
        assert_eq!(hash.len(), old.len());
    });
}

#[test]
fn others_come_in_as_before() {
    on_every_engine(async |store| {
        store.ingest(vec![person("1", jane())]).await.unwrap();
        suppress(&store, "sup_1", IdentifierKind::Email, "jane@acme.example").await;
        let colleague = PersonFacts {
            company_domain: Some("acme.example".into()),
            ..named("Joe Roe", "joe@acme.example")
        };
        let namesake = PersonFacts {
            company_domain: Some("other.example".into()),
            ..named("Jane Doe", "jane@other.example")
        };
        let company = CompanyFacts {
            name: Some("Acme".into()),
            domains: vec!["acme.example".into()],
            ..CompanyFacts::default()
        };
        let claims =
            vec![person("2", colleague), person("3", namesake), crate::support::company("4", company)];
        let report = store.ingest(claims).await.unwrap();
        assert_eq!((report.suppressed, report.created), (0, 3));
    });
}

#[test]
fn a_namesake_at_the_same_employer_who_has_a_record_keeps_it() {
    on_every_engine(async |store| {
        let namesake = |title: &str| PersonFacts {
            title: Some(title.into()),
            network_url: profile("other-jane"),
            company_domain: Some("acme.example".into()),
            ..named("Jane Doe", "jane2@acme.example")
        };
        store.ingest(vec![person("1", jane()), person("2", namesake("Clerk"))]).await.unwrap();
        let erased = suppress(&store, "sup_1", IdentifierKind::Email, "jane@acme.example").await;
        assert_eq!(erased.people, 1);
        let report = store.ingest(vec![person("2", namesake("Director"))]).await.unwrap();
        assert_eq!((report.suppressed, report.updated), (0, 1));
    });
}

#[test]
fn what_others_share_is_not_kept_out_with_a_suppressed_person() {
    on_every_engine(async |store| {
        let switchboard = |name: &str, email: &str| PersonFacts {
            phones: vec![phone_fact("+442079460123")],
            ..named(name, email)
        };
        let people = [("1", "Jane Doe", "jane@acme.example"), ("2", "Pablo Ferreira", "pf@acme.example")];
        let claims = people.map(|(id, name, email)| person(id, switchboard(name, email)));
        store.ingest(claims.to_vec()).await.unwrap();
        suppress(&store, "sup_1", IdentifierKind::Email, "jane@acme.example").await;
        let report =
            store.ingest(vec![person("3", switchboard("Gudrun Eklund", "ge@acme.example"))]).await.unwrap();
        assert_eq!((report.suppressed, report.created), (0, 1));
    });
}

#[test]
fn a_domain_keeps_out_its_company_its_present_staff_and_people_with_mail_there() {
    on_every_engine(async |store| {
        let at = |domain: &str, name: &str, email: &str| PersonFacts {
            company_domain: Some(domain.into()),
            ..named(name, email)
        };
        let acme = || CompanyFacts {
            name: Some("Acme".into()),
            domains: vec!["acme.example".into(), "acme-group.example".into()],
            ..CompanyFacts::default()
        };
        let former = PersonFacts {
            experience: vec![ExperienceFact {
                company_domain: Some("acme.example".into()),
                ended_at: Some("2020-01".parse().unwrap()),
                ..ExperienceFact::default()
            }],
            ..at("other.example", "Ann Poe", "ann@other.example")
        };
        let claims = || {
            vec![
                crate::support::company("c", acme()),
                person("1", at("acme.example", "Jane Doe", "jane@gmail.com")),
                person("2", at("third.example", "Joe Roe", "joe@mail.acme.example")),
                person("3", at("acme-group.example", "Bo Moe", "bo@acme-group.example")),
                person("4", former.clone()),
            ]
        };
        store.ingest(claims()).await.unwrap();
        let erased = suppress(&store, "sup_1", IdentifierKind::Domain, "www.acme.example").await;
        assert_eq!((erased.people, erased.companies), (3, 1));
        let report = store.ingest(claims()).await.unwrap();
        assert_eq!((report.suppressed, report.unchanged), (4, 1));
        let by_name = CompanyFacts { name: Some("ACME Ltd".into()), ..CompanyFacts::default() };
        let elsewhere = CompanyFacts { domains: vec!["acme.test".into()], ..by_name.clone() };
        let named = [("d", by_name), ("e", elsewhere)].map(|(id, facts)| crate::support::company(id, facts));
        let report = store.ingest(named.to_vec()).await.unwrap();
        assert_eq!(
            (report.suppressed, report.created),
            (1, 1),
            "a name alone is enough, unless it is another's"
        );
        assert_eq!(store.some_people(9).unwrap()[0].person.full_name, "Ann Poe");
    });
}

#[test]
fn contacts_of_a_suppressed_person_are_left_out_of_a_company_s_record() {
    on_every_engine(async |store| {
        let firm = || CompanyFacts {
            name: Some("Acme".into()),
            domains: vec!["acme.example".into()],
            emails: vec!["info@acme.example".into(), "jane@acme.example".into()],
            phone: Some("+12025550143".into()),
            ..CompanyFacts::default()
        };
        store.ingest(vec![crate::support::company("c", firm()), person("1", jane())]).await.unwrap();
        suppress(&store, "sup_1", IdentifierKind::Email, "jane@acme.example").await;
        for _ in 0..2 {
            let records = format!("{:?}", store.companies_after(0, 9).unwrap());
            assert!(!records.contains("jane@acme.example") && !records.contains("+12025550143"), "{records}");
            let again = Claim { observed_at: second(9), ..crate::support::company("c", firm()) };
            assert_eq!(store.ingest(vec![again]).await.unwrap().unchanged, 1, "the rest is as it was");
        }
    });
}

#[test]
fn the_list_shows_how_much_it_keeps_out_and_never_the_people() {
    on_every_engine(async |store| {
        store.ingest(vec![person("1", jane())]).await.unwrap();
        suppress(&store, "sup_1", IdentifierKind::Email, "jane@acme.example").await;
        suppress(&store, "sup_2", IdentifierKind::Phone, "+12025550199").await;
        let listed = store.suppressions(None, 10).unwrap();
        let listed: Vec<_> =
            listed.iter().map(|one| (one.id.as_str(), one.kind.as_str(), one.identifiers)).collect();
        // Two addresses, a phone, two profiles, and the name at two domains and one company.
        assert_eq!(listed, [("sup_1", "email", 8), ("sup_2", "phone", 1)]);
        assert_eq!(store.suppressions(Some((second(5), "sup_1")), 10).unwrap().len(), 1);
        assert!(!format!("{listed:?}").contains("jane"));
    });
}

#[test]
fn a_person_taken_off_the_list_may_be_filed_again() {
    on_every_engine(async |store| {
        store.ingest(vec![person("1", jane())]).await.unwrap();
        suppress(&store, "sup_1", IdentifierKind::Email, "jane@acme.example").await;
        assert_eq!(store.remove_suppression("sup_1").await.unwrap().id, "sup_1");
        let gone = store.remove_suppression("sup_1").await;
        assert!(matches!(gone, Err(StoreError::NotFound("suppression"))), "{gone:?}");
        assert_eq!(store.ingest(vec![person("1", jane())]).await.unwrap().created, 1);
    });
}

#[test]
fn a_query_about_a_suppressed_person_is_recognised_before_a_vendor_is_asked() {
    on_every_engine(async |store| {
        store.ingest(vec![person("1", jane())]).await.unwrap();
        let is_suppressed = |query: PersonQuery| store.is_suppressed(&Identity::of_question(&query)).unwrap();
        let by_name = || PersonQuery {
            name: Name::parse("jane doe"),
            company_domain: Some("acme.example".into()),
            ..PersonQuery::default()
        };
        assert!(!is_suppressed(by_name()));
        suppress(&store, "sup_1", IdentifierKind::Profile, "linkedin.com/in/jane-doe").await;
        assert!(is_suppressed(by_name()));
        assert!(is_suppressed(PersonQuery {
            email: Some("jane@acme.example".into()),
            ..PersonQuery::default()
        }));
        assert!(!is_suppressed(PersonQuery {
            email: Some("joe@acme.example".into()),
            ..PersonQuery::default()
        }));
    });
}
