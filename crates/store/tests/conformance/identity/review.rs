//! Review pairs and rulings: what waits for an operator, and decisions that hold.

use ::records::{Claim, CompanyFacts, Location, PersonFacts, PrivateTraits, keys::Key};
use store::{Store, StoreError, TwoValues};

use crate::support::*;

/// A person with a rare name, a place and a postcode.
fn resident(reference: &str, first: &str, last: &str, postcode: &str) -> Claim {
    let location = Location { city: Some("Ghent".into()), ..Location::default() };
    let private = PrivateTraits { postcode: Some(postcode.into()), ..PrivateTraits::default() };
    let facts = PersonFacts {
        first_name: Some(first.into()),
        last_name: Some(last.into()),
        location: Some(location),
        private: Some(private),
        ..PersonFacts::default()
    };
    person(reference, facts)
}

async fn ids(store: &Store, claims: Vec<Claim>) -> Vec<String> {
    store.ingest(claims).await.unwrap();
    store.some_people(100).unwrap().into_iter().map(|record| record.person.id).collect()
}

fn row(reference: &str) -> (String, String) {
    (person(reference, PersonFacts::default()).source, reference.to_owned())
}

fn word(reference: &str) -> String {
    let (source, reference) = row(reference);
    format!("{source}:{reference}")
}

/// Two rows of one household, of which one has no given name.
fn nearly_one() -> Vec<Claim> {
    let at = |reference: &str, first: &str| {
        let facts = PersonFacts {
            first_name: (!first.is_empty()).then(|| first.into()),
            last_name: Some("Ellwood".into()),
            private: Some(PrivateTraits {
                street: Some("Mill Lane".into()),
                house_number: Some("14".into()),
                postcode: Some("TN24 8RZ".into()),
                ..PrivateTraits::default()
            }),
            ..PersonFacts::default()
        };
        person(reference, facts)
    };
    vec![at("1", "Marta"), at("2", "")]
}

#[test]
fn two_rows_just_below_the_threshold_are_left_to_review() {
    on_every_engine(async |store| {
        let ids = ids(&store, nearly_one()).await;
        assert_eq!(ids.len(), 2, "{:?}", store.explain_pair(&word("1"), &word("2")));
        let doubts = store.doubts(None, 10).unwrap();
        assert_eq!(doubts.len(), 1, "{:?}", store.explain_pair(&ids[0], &ids[1]).unwrap());
        assert_eq!([&doubts[0].one.0, &doubts[0].other.0], [&ids[0], &ids[1]]);
        store.keep_apart(&ids[0], &ids[1]).await.unwrap();
        assert_eq!(store.doubts(None, 10).unwrap(), []);
        assert!(store.explain_pair(&ids[0], &ids[1]).unwrap().kept_apart);
    });
}

#[test]
fn those_merged_by_hand_stay_one_and_leave_the_list() {
    on_every_engine(async |store| {
        let ids = ids(&store, nearly_one()).await;
        store.merge_by_hand(&ids[0], &ids[1], TwoValues::Refused).await.unwrap();
        assert_eq!((store.counts().unwrap().people, store.doubts(None, 10).unwrap().len()), (1, 0));
        assert_eq!(store.person_by_id(&ids[1]).unwrap().unwrap().person.id, ids[0]);
        // The row comes again under another name, with nothing that would tell whose it is.
        let renamed = person("2", named("Someone Else", ""));
        store.ingest(vec![renamed]).await.unwrap();
        assert_eq!(store.counts().unwrap().people, 1);
        assert!(store.explain_pair(&word("1"), &word("2")).unwrap().joined);
    });
}

#[test]
fn a_row_split_off_stays_apart_whatever_is_imported_and_has_its_old_id_again() {
    on_every_engine(async |store| {
        let joined = |reference: &str| {
            person(
                reference,
                PersonFacts { network_url: profile("jo"), ..named("Jo Doe", "jo@acme.example") },
            )
        };
        store.ingest(vec![person("1", named("Jo Doe", "jo@home.example")), joined("2")]).await.unwrap();
        let before: Vec<String> =
            store.some_people(9).unwrap().into_iter().map(|record| record.person.id).collect();
        store.merge_by_hand(&before[0], &before[1], TwoValues::Refused).await.unwrap();
        let id = store.split_by_hand(&before[0], vec![word("2")]).await.unwrap();
        assert_eq!(id, before[1]);
        assert_eq!(store.person_by_id(&id).unwrap().unwrap().emails.len(), 1);
        assert_eq!(store.person_by_id(&before[0]).unwrap().unwrap().emails.len(), 1);
        // Both rows are imported again, and one with an identifier of each.
        let bridge = PersonFacts { network_url: profile("jo"), ..named("Jo Doe", "jo@home.example") };
        store
            .ingest(vec![joined("2"), person("1", named("Jo Doe", "jo@home.example")), person("3", bridge)])
            .await
            .unwrap();
        assert_eq!(store.counts().unwrap().people, 2);
        assert!(store.explain_pair(&before[0], &id).unwrap().kept_apart);
        // A later ruling overrides the earlier one.
        store.merge_by_hand(&before[0], &id, TwoValues::Refused).await.unwrap();
        assert_eq!(store.counts().unwrap().people, 1);
        assert_eq!(store.claims_of(&id).unwrap().len(), 3);
        assert_eq!(store.audit().unwrap().findings, []);
    });
}

#[test]
fn any_two_records_or_rows_can_be_explained() {
    on_every_engine(async |store| {
        let claims = vec![
            resident("1", "Odile", "Vandersteen", "9000"),
            resident("2", "Odile", "Vandersteen", "9000"),
            resident("3", "Bram", "Peeters", "1000"),
        ];
        assert_eq!(ids(&store, claims).await.len(), 2);
        let joined = store.explain_pair(&word("1"), &word("2")).unwrap();
        assert!(joined.joined && joined.bits > joined.enough, "{joined:?}");
        assert!(joined.parts.iter().any(|part| part.name == "name" && part.bits > 0.0), "{joined:?}");
        let strangers = store.explain_pair(&word("1"), &word("3")).unwrap();
        assert!(!strangers.joined && strangers.bits < Some(0.0), "{strangers:?}");
        assert!(matches!(store.explain_pair(&word("1"), "crm:none"), Err(StoreError::NotFound(_))));
    });
}

#[test]
fn what_cannot_be_decided_is_refused_with_a_reason() {
    on_every_engine(async |store| {
        let ids = ids(&store, nearly_one()).await;
        let refused = |result: Result<String, StoreError>| matches!(result, Err(StoreError::Refused(_)));
        assert!(refused(store.split_by_hand(&ids[0], vec![word("1")]).await), "all of its rows");
        assert!(refused(store.split_by_hand(&ids[0], vec![word("2")]).await), "another's row");
        assert!(refused(store.split_by_hand(&ids[0], vec![]).await), "none of its rows");
        assert!(refused(store.keep_apart(&ids[0], &ids[0]).await.map(|()| String::new())));
        assert!(matches!(
            store.merge_by_hand(&ids[0], "per_none", TwoValues::Refused).await,
            Err(StoreError::NotFound(_))
        ));
        assert_eq!(store.counts().unwrap().people, 2);
    });
}

#[test]
fn records_with_two_values_of_one_register_are_merged_only_if_one_replaced_the_other() {
    on_every_engine(async |store| {
        let firm = |reference: &str, numbers: &[&str]| {
            let identifiers = numbers.iter().map(|number| number.parse().unwrap()).collect();
            company(reference, CompanyFacts { name: Some("Orion".into()), identifiers, ..Default::default() })
        };
        let numbers = [&["GB-COH-05389805"][..], &["GB-COH-00102498"], &["US-SEC-0000320193"]];
        let firms = numbers.iter().enumerate().map(|(no, numbers)| firm(&no.to_string(), numbers));
        store.ingest(firms.collect()).await.unwrap();
        let id = |number: &str| {
            let found = store.companies_by_keys(&[Key::of_company(&number.parse().unwrap())]).unwrap();
            found[0].id.clone()
        };
        let ids = numbers.map(|numbers| id(numbers[0]));
        let refused = store.merge_by_hand(&ids[0], &ids[1], TwoValues::Refused).await;
        assert!(matches!(refused, Err(StoreError::Refused(why)) if why.contains("--replaced-number")));
        assert_eq!(store.counts().unwrap().companies, 3);
        // Two registers may both know one company.
        store.merge_by_hand(&ids[0], &ids[2], TwoValues::Refused).await.unwrap();
        assert_eq!(store.counts().unwrap().companies, 2);
        store.merge_by_hand(&ids[0], &ids[1], TwoValues::Replaced).await.unwrap();
        assert_eq!(store.counts().unwrap().companies, 1);
    });
}

#[test]
fn two_with_profiles_of_their_own_are_two_however_much_else_they_share() {
    on_every_engine(async |store| {
        let namesake = |reference: &str, network_url: Option<String>| {
            let facts = PersonFacts {
                network_url,
                company_domain: Some("acme.example".into()),
                location: Some(Location { city: Some("Ghent".into()), ..Location::default() }),
                ..named("Odile Vandersteen", "")
            };
            person(reference, facts)
        };
        let nobodys = (3..8).map(|reference| namesake(&reference.to_string(), None));
        let claims = vec![namesake("1", profile("odile")), namesake("2", profile("odile-vandersteen"))];
        store.ingest(claims.into_iter().chain(nobodys).collect()).await.unwrap();
        assert!(!store.explain_pair(&word("1"), &word("2")).unwrap().joined);
    });
}
