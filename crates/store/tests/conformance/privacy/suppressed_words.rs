//! A suppressed person stays out of every text that customers and operators submit afterwards.

use ::records::identifier::IdentifierKind;
use jiff::Timestamp;
use store::{
    NewBulkItem, NewBulkJob, NewWebhook, SavedIcp, Store, StoreError, WatchList, WatchListChange,
    WatchTarget, column_decisions,
};

use crate::{
    erasing_columns::{connect, rows_with},
    saved_icps::new_icp,
    support::*,
    suppression::{entry, suppress},
};

/// Columns that a caller fills with words of their own, all of which are submitted below.
const SUBMITTED: [(&str, &str); 11] = [
    ("api_key", "name"),
    ("bulk_item", "own_row"),
    ("bulk_item", "reference"),
    ("bulk_item", "request"),
    ("history", "asked"),
    ("saved_icp", "filters"),
    ("saved_icp", "name"),
    ("suppression", "reason"),
    ("watch_entry", "entry"),
    ("watch_list", "name"),
    ("webhook", "url"),
];
/// Columns that hold a person's data by another way, and what keeps suppressed people out of them.
const ELSEWHERE: [(&str, &str); 18] = [
    ("bulk_item.answer", "an answer of the engine, which finds no suppressed person"),
    ("charged_item", "ids of results"),
    ("claim", "the gate of filing; tests of `suppression`"),
    ("contact_bought", "contacts in answers of the engine, which finds no suppressed person"),
    ("contact_search", "the gate of its table; tests of `erasing`"),
    ("delivery", "events made of answers and of names that are stored"),
    ("delivery_attempt", "the same, and what a receiver answered"),
    ("feed", "addresses and texts of feeds"),
    ("history.found", "ids of records"),
    ("history.upstream", "hosts and vendors that were asked"),
    ("import_position", "a digest"),
    ("late_verdict", "only for checks that are stored"),
    ("ledger", "refuses every address; tests of `grants`"),
    ("operator_act", "ids, of which other words are not kept, and operators' own names on the machine"),
    ("privacy_request", "the wish of the person, until it is decided"),
    ("reply", "answers and what is stored; keys are hashed"),
    ("ruling_row", "references of rows that are stored"),
    ("webhook.", "secrets of the customer"),
];

#[test]
fn every_swept_column_has_a_gate() {
    for decision in column_decisions().iter().filter(|decision| decision.is_swept) {
        let name = format!("{}.{}", decision.table, decision.column);
        let is_submitted = SUBMITTED.contains(&(decision.table, decision.column));
        let is_derived = ["subject", "signal", "recheck", "verification", "watch_match"];
        let is_elsewhere = ELSEWHERE.iter().any(|(place, _)| name.starts_with(place));
        assert!(is_submitted || is_elsewhere || is_derived.contains(&decision.table), "{name}");
    }
}

async fn submit_everywhere(store: &Store, no: usize, words: &str) {
    let text = format!("about {words}");
    let id = |prefix: &str| format!("{prefix}_{no}");
    let key = store::NewKey { name: text.clone(), ..new_key(&id("k")) };
    assert_eq!(store.create_key(&"acc_ada".into(), key, start()).await.unwrap().name, "(erased)");
    let item = |asked: &str| NewBulkItem {
        reference: Some(text.clone()),
        row: Some(serde_json::json!({ "Owner": "Ines", "Note": text, "No": 7 }).to_string().into_bytes()),
        request: serde_json::json!({ "fullName": asked }).to_string().into_bytes(),
        about: Default::default(),
        faults: None,
    };
    // The second asks about another person, and only its row names this one.
    let items = vec![item(&text), item("Bo Ek")];
    let job = NewBulkJob { id: id("bulk"), endpoint: "bulk_enrich", webhook: None, items };
    store.submit_bulk_job(&"acc_ada".into(), &"key_1".into(), job, second(6)).await.unwrap();
    let items = store.bulk_items(&"acc_ada".into(), &id("bulk"), 0, 10).unwrap();
    assert_eq!(items[0].row, None, "the row of a question about them");
    let left = items[1].row.as_deref().map(String::from_utf8_lossy);
    assert_eq!(left.as_deref(), Some(r#"{"Owner":"Ines","Note":"(erased)","No":7}"#));
    let asked = serde_json::json!({ "email": words, "titles": [text, "Engineer"] }).to_string();
    store.note_calls(vec![refused_call(&id("req_free"), &asked)].into(), None).await.unwrap();
    let kept = store.history_row(&"acc_ada".into(), &id("req_free")).unwrap().unwrap().asked.unwrap();
    assert_eq!(kept, r#"{"email":"(erased)","titles":["(erased)","Engineer"]}"#);
    assert_eq!(store.storable(&asked).unwrap(), Some(kept));
    let filters = serde_json::json!({ "titles": [text, "Engineer"] }).to_string();
    let icp = SavedIcp { name: text.clone(), filters, ..new_icp(&id("icp"), 6) };
    assert_eq!(
        store.save_icp(&"acc_ada".into(), icp).await.unwrap().filters,
        r#"{"titles":["(erased)","Engineer"]}"#
    );
    let list = WatchList {
        id: id("wl"),
        name: text.clone(),
        target: WatchTarget::Contacts,
        kinds: Vec::new(),
        entries: 0,
        created_at: Timestamp::UNIX_EPOCH,
        updated_at: Timestamp::UNIX_EPOCH,
        last_run_at: None,
    };
    let entries =
        vec![serde_json::json!({ "email": text }).to_string(), r#"{"email":"max@acme.example"}"#.into()];
    let made = store.create_watch_list(&"acc_ada".into(), list, entries.clone()).await.unwrap();
    assert_eq!((made.name.as_str(), made.entries), ("(erased)", 1));
    let change = WatchListChange { name: Some(text.clone()), entries: Some(entries), ..Default::default() };
    let changed = store.change_watch_list(&"acc_ada".into(), &made.id, change, second(7)).await.unwrap();
    assert_eq!((changed.name.as_str(), changed.entries), ("(erased)", 1));
    let url = format!("https://hooks.example/?for={words}");
    let hook = NewWebhook { id: id("wh"), url, secret: "whsec_a".into(), is_chosen: false, events: None };
    let refused = store.ensure_webhook(&"acc_ada".into(), hook, second(100), start()).await;
    assert!(matches!(refused, Err(StoreError::Refused(_))), "{refused:?}");
    let mut reason = entry(&id("sup"));
    reason.reason = text;
    let target = crate::suppression::identifier(IdentifierKind::Email, "other@acme.example");
    store.erase(store::ErasureTarget::Identifier(target), Some(reason), second(8)).await.unwrap();
}

#[test]
fn words_that_hold_a_suppressed_contact_are_not_stored() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let spellings = [
        "jane@acme.example",
        "JANE@acme.example",
        "+12025550143",
        "+1 (202) 555-0143",
        "linkedin.com/in/jane-doe",
    ];
    block_on(async {
        account(&store, "ada", 5).await;
        suppress(&store, "sup_e", IdentifierKind::Email, "jane@acme.example").await;
        suppress(&store, "sup_p", IdentifierKind::Phone, "+12025550143").await;
        suppress(&store, "sup_u", IdentifierKind::Profile, "https://linkedin.com/in/jane-doe").await;
        for (no, words) in spellings.iter().enumerate() {
            submit_everywhere(&store, no, words).await;
        }
    });
    let connection = connect(folder.path());
    for decision in column_decisions() {
        for text in ["jane@acme", "5550143", "555-0143", "jane-doe"] {
            let rows = rows_with(&connection, decision.table, decision.column, text);
            assert_eq!(rows, 0, "{text} in {}.{}", decision.table, decision.column);
        }
    }
    for (table, column) in SUBMITTED.iter().filter(|(table, _)| *table != "webhook") {
        let rows: i64 = connection
            .query_row(&format!("SELECT COUNT({column}) FROM {table}"), [], |row| row.get(0))
            .unwrap();
        // A reference leaves with the contact that it names.
        assert!(rows > 0 || *column == "reference", "nothing was submitted to {table}.{column}");
    }
}

#[test]
fn a_row_keeps_the_cells_that_name_no_suppressed_person() {
    let store = Store::temporary().unwrap();
    let kept = |no: usize, row: serde_json::Value| {
        let item = NewBulkItem {
            reference: None,
            row: Some(row.to_string().into_bytes()),
            request: br#"{"email":"bo@acme.example"}"#.to_vec(),
            about: Default::default(),
            faults: None,
        };
        let id = format!("bulk_{no}");
        let job = NewBulkJob { id: id.clone(), endpoint: "bulk_enrich", webhook: None, items: vec![item] };
        block_on(store.submit_bulk_job(&"acc_ada".into(), &"key_1".into(), job, second(6)).into_future())
            .unwrap();
        let row = store.bulk_items(&"acc_ada".into(), &id, 0, 1).unwrap().remove(0).row;
        row.map(|row| serde_json::from_slice::<serde_json::Value>(&row).unwrap())
    };
    block_on(async {
        account(&store, "ada", 5).await;
        suppress(&store, "sup_e", IdentifierKind::Email, "jane@acme.example").await;
        suppress(&store, "sup_p", IdentifierKind::Phone, "+12025550143").await;
    });
    let json = |value| Some(value);
    let cases = [
        (
            serde_json::json!({ "mail": "jane@acme.example", "city": "Oslo" }),
            json(serde_json::json!({ "mail": "(erased)", "city": "Oslo" })),
        ),
        (
            serde_json::json!({ "phone": 12_025_550_143_u64, "size": 40 }),
            json(serde_json::json!({ "size": 40 })),
        ),
        (
            serde_json::json!({ "jane@acme.example": "yes", "city": "Oslo" }),
            json(serde_json::json!({ "city": "Oslo" })),
        ),
        (
            serde_json::json!({ "tags": ["a", "+1 202 555 0143", 12_025_550_143_u64] }),
            json(serde_json::json!({ "tags": ["a", "(erased)"] })),
        ),
        (
            serde_json::json!({ "mail": "max@acme.example", "note": null }),
            json(serde_json::json!({ "mail": "max@acme.example", "note": null })),
        ),
    ];
    for (no, (row, expected)) in cases.into_iter().enumerate() {
        assert_eq!(kept(no, row.clone()), expected, "{row}");
    }
}
