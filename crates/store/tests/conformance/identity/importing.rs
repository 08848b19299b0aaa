//! Imports that own the folder log their key-index changes: none is lost, whatever other writers do in between.

use std::{
    collections::BTreeSet,
    path::Path,
    sync::mpsc::{SyncSender, sync_channel},
};

use ::records::{
    Claim, PersonRecord,
    identifier::{Identifier, IdentifierKind},
    keys::Key,
    query::PersonQuery,
};
use store::{ErasureTarget, FilePart, FileParts, PartsFiled, PreparedClaims, Store};

use crate::support::*;

/// A claim about one of the people of this test; every third says more of the one before.
fn claim(number: usize) -> Claim {
    let person_no = number - usize::from(number % 3 == 2);
    person(&number.to_string(), named(&format!("Jo Doe{person_no}"), &mail(person_no)))
}

fn mail(person_no: usize) -> String {
    format!("jo{person_no}@acme.example")
}

fn part(claims: Vec<Claim>) -> FilePart {
    FilePart { claims: PreparedClaims::new(claims).unwrap().into(), rows: 0, position: None }
}

fn keys(email: &str) -> Vec<Key> {
    PersonQuery { email: Some(email.into()), ..PersonQuery::default() }.keys()
}

fn found(store: &Store, email: &str) -> Vec<PersonRecord> {
    store.people_by_keys(&keys(email)).unwrap()
}

/// An import that is under way, a part for each call.
struct Import {
    store: Store,
    parts: Option<SyncSender<FilePart>>,
    open: Option<FileParts>,
}

impl Import {
    fn begin(folder: &Path) -> Self {
        let (parts, ready) = sync_channel(1);
        let store = Store::open_for_import(folder).unwrap();
        Self { store, parts: Some(parts), open: Some(FileParts::alone(ready)) }
    }

    async fn step(&mut self) -> PartsFiled {
        let mut filed = self.store.ingest_parts(self.open.take().unwrap(), 1).await.unwrap();
        self.open = filed.more.take();
        filed
    }

    async fn file(&mut self, claims: Vec<Claim>) -> u64 {
        self.parts.as_ref().unwrap().send(part(claims)).unwrap();
        self.step().await.report.claims
    }

    async fn end(mut self) {
        self.parts = None;
        while self.open.is_some() {
            self.step().await;
        }
    }
}

fn clusters(store: &Store) -> BTreeSet<BTreeSet<String>> {
    let rows = |person: &PersonRecord| {
        let claims = store.claims_of(&person.person.id).unwrap();
        claims.into_iter().map(|claim| claim.reference).collect()
    };
    store.some_people(1_000).unwrap().iter().map(rows).collect()
}

#[test]
fn an_import_that_has_the_store_alone_files_what_any_other_does() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let mut import = Import::begin(folder.path());
        for first in (0..60).step_by(4) {
            assert_eq!(import.file((first..first + 4).map(claim).collect()).await, 4);
        }
        // A repeated claim is unchanged, whether the first was filed a moment ago or long since.
        assert_eq!(import.file(vec![claim(2), claim(59)]).await, 0);
        let store = import.store.clone();
        import.end().await;

        let other = Store::temporary().unwrap();
        other.ingest((0..60).map(claim).collect()).await.unwrap();
        assert_eq!(clusters(&store), clusters(&other));
        for person_no in (0..60).filter(|person_no| person_no % 3 != 2) {
            let [one] = &found(&store, &mail(person_no))[..] else { panic!("{person_no} is not one") };
            assert_eq!(found(&other, &mail(person_no)), std::slice::from_ref(one));
            assert_eq!(store.person_by_id(&one.person.id).unwrap().as_ref(), Some(one));
        }
        assert_eq!(store.audit().unwrap().findings, []);
    });
}

#[test]
fn people_filed_by_an_import_that_was_cut_off_are_found() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let mut import = Import::begin(folder.path());
        import.file((0..6).map(claim).collect()).await;
        import.file((6..9).map(claim).collect()).await;
        assert!(found(&import.store, &mail(0)).is_empty());
        drop(import);
        let store = Store::open(folder.path()).unwrap();
        for person_no in [0, 1, 3, 4, 6, 7] {
            assert_eq!(found(&store, &mail(person_no)).len(), 1, "{person_no}");
        }
        assert_eq!(store.audit().unwrap().findings, []);
    });
}

#[test]
fn an_import_hears_of_what_others_write_in_between() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let other = Store::open(folder.path()).unwrap();
        let mut import = Import::begin(folder.path());
        import.file((0..6).map(claim).collect()).await;
        // One joins a person of the import, one is new, and one person of the import is erased.
        let more = ["0", "new"].map(|name| {
            let email = if name == "new" { "new@acme.example".into() } else { mail(0) };
            Claim { source: "form".into(), ..person(name, named("Jo Doe0", &email)) }
        });
        other.ingest(more.to_vec()).await.unwrap();
        let target = ErasureTarget::Identifier(Identifier::parse(IdentifierKind::Email, &mail(3)).unwrap());
        assert_eq!(other.erase(target, None, start()).await.unwrap().people, 1);

        import.file(vec![person("6", named("Jo Doe0", &mail(0)))]).await;
        import.file(vec![person("7", named("Jo Doe0", "new@acme.example"))]).await;
        import.end().await;
        let rows = |email: &str| {
            let [one] = &found(&other, email)[..] else { panic!("{email} is not one") };
            other.claims_of(&one.person.id).unwrap().len()
        };
        assert_eq!((rows(&mail(0)), rows("new@acme.example"), rows(&mail(4))), (3, 2, 2));
        assert!(found(&other, &mail(3)).is_empty());
        assert_eq!(other.audit().unwrap().findings, []);
    });
}
