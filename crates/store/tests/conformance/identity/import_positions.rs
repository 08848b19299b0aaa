//! How far a file was read: kept with the claims it made, until its import comes to its end.

use jiff::SignedDuration;
use store::{FilePart, FileParts, ImportPosition, PreparedClaims, Store};

use crate::support::*;

fn at(file: &str, rows: u64, days: i64) -> Option<ImportPosition> {
    let at = start() + SignedDuration::from_hours(24 * days);
    Some(ImportPosition { file: file.into(), rows, at })
}

async fn file(store: &Store, claims: PreparedClaims, position: Option<ImportPosition>) {
    let (parts, ready) = std::sync::mpsc::sync_channel(1);
    parts.send(FilePart { claims: claims.into(), rows: 1, position }).unwrap();
    drop(parts);
    assert!(store.ingest_parts(FileParts::new(ready), 10).await.unwrap().more.is_none());
}

#[test]
fn a_position_is_kept_with_the_claims_of_its_rows_and_forgotten_at_the_end() {
    on_every_engine(async |store| {
        let ready = |reference: &str| {
            PreparedClaims::new(vec![person(reference, named("Jo Doe", "jo@acme.example"))]).unwrap()
        };
        assert_eq!(store.import_position("a").unwrap(), 0);
        file(&store, ready("1"), at("a", 100, 0)).await;
        file(&store, ready("2"), at("a", 200, 1)).await;
        file(&store, ready("3"), at("b", 7, 1)).await;
        assert_eq!((store.import_position("a").unwrap(), store.import_position("b").unwrap()), (200, 7));
        assert_eq!(store.counts().unwrap().claims, 3);
        store.forget_import_position("a".into()).await.unwrap();
        assert_eq!((store.import_position("a").unwrap(), store.import_position("b").unwrap()), (0, 7));
    });
}

#[test]
fn parts_are_filed_until_they_are_enough_and_the_rest_is_handed_back() {
    on_every_engine(async |store| {
        let (parts, ready) = std::sync::mpsc::sync_channel(3);
        for rows in 1..=3 {
            let claim = person(&rows.to_string(), named("Jo Doe", &format!("jo{rows}@acme.example")));
            let claims = PreparedClaims::new(vec![claim]).unwrap();
            parts.send(FilePart { claims: claims.into(), rows, position: at("a", rows, 0) }).unwrap();
        }
        let some = store.ingest_parts(FileParts::new(ready), 2).await.unwrap();
        assert_eq!((some.report.claims, some.rows, store.import_position("a").unwrap()), (2, Some(2), 2));
        // The file reader has stalled after the third part: others may write meanwhile.
        let some = store.ingest_parts(some.more.unwrap(), 2).await.unwrap();
        assert_eq!((some.report.claims, some.rows), (1, Some(3)));
        drop(parts);
        let end = store.ingest_parts(some.more.unwrap(), 2).await.unwrap();
        assert_eq!((end.report.claims, end.rows, end.more.is_none()), (0, None, true));
        assert_eq!(store.import_position("a").unwrap(), 3);
    });
}

#[test]
fn an_import_not_resumed_for_three_months_begins_anew() {
    on_every_engine(async |store| {
        let nothing = || PreparedClaims::new(Vec::new()).unwrap();
        file(&store, nothing(), at("old", 5, 0)).await;
        file(&store, nothing(), at("new", 5, 90)).await;
        assert_eq!(store.import_position("old").unwrap(), 5);
        file(&store, nothing(), at("new", 6, 91)).await;
        assert_eq!((store.import_position("old").unwrap(), store.import_position("new").unwrap()), (0, 6));
    });
}
