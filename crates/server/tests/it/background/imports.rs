//! Imports of files that operators sent: they go on after a restart, and say why they were interrupted.

use std::{path::Path, time::Duration};

use serde_json::{Value, json};
use store::{Clock, Plan};

use crate::support::{Account, START, TestServer, faults};

const ID: &str = "imp_01hx3v5k2m8q9r7t6w4y1z0abc";
const ROWS: usize = 4_000;

/// Puts a file into the folder as the pages do, and a note that it waits.
fn waiting(folder: &Path, rows: &str) {
    let imports = folder.join("imports");
    std::fs::create_dir_all(&imports).unwrap();
    std::fs::write(imports.join(format!("{ID}.csv")), rows).unwrap();
    let order = json!({ "subject": "people", "source": "crm", "columns": null, "by": "acc_1", "at": START });
    let counts = json!({
        "accepted": 0, "unchanged": 0, "suppressed": 0, "rejected": 0, "created": 0, "updated": 0, "joined": 0,
    });
    let note = json!({
        "id": ID, "name": "leads.csv", "bytes": rows.len(), "received_at": START, "state": "waiting",
        "order": order, "rows": 0, "counts": counts, "ended_at": null, "fault": null,
    });
    std::fs::write(imports.join(format!("{ID}.json")), note.to_string()).unwrap();
}

async fn started(folder: &Path, clock: &Clock) -> TestServer {
    TestServer::with(|setup| {
        setup.folder = Some(folder.to_owned());
        setup.clock = clock.clone();
    })
    .await
}

async fn operator(server: &TestServer) -> Account {
    let account = server.account(Plan::Pro, 10).await;
    server.operator(&account).await
}

/// Reads the import until it is as wanted.
async fn until(account: &Account, wanted: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..4_000 {
        let import = account.get(&format!("/v1/operator/imports/{ID}")).await.ok();
        if wanted(&import) {
            return import;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the import does not come so far");
}

#[tokio::test]
async fn an_import_goes_on_after_a_restart_and_its_file_is_removed_at_the_end() {
    let (folder, clock) = (tempfile::tempdir().unwrap(), Clock::manual(START.parse().unwrap()));
    let mut rows = "Id,Full Name,Email\n0,,\n".to_owned();
    for number in 1..=ROWS {
        rows.push_str(&format!("{number},Person Number{number},person{number}@crowd.example\n"));
    }
    waiting(folder.path(), &rows);
    let server = started(folder.path(), &clock).await;
    let people = server.store.counts().unwrap().people;
    let account = operator(&server).await;
    let cut_off = until(&account, |import| import["rows"].as_u64() > Some(0)).await;
    assert_eq!(cut_off["state"], "running", "{cut_off}");
    server.stop().await;

    let server = started(folder.path(), &clock).await;
    let account = Account { client: server.anyone().with_key(&account.key), ..account };
    let done = until(&account, |import| import["state"] == "done").await;
    assert_eq!((&done["rows"], &done["counts"]["rejected"]), (&json!(ROWS + 1), &json!(1)), "{done}");
    assert_eq!(done["rejects"][0]["line"], 2, "{done}");
    assert!(server.store.counts().unwrap().people >= people.max(ROWS as u64));
    let names: Vec<String> = std::fs::read_dir(folder.path().join("imports"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(!names.contains(&format!("{ID}.csv")), "{names:?}");
    assert!(server.store.import_positions(10).unwrap().is_empty());
}

#[tokio::test]
async fn an_import_whose_file_is_gone_says_so_and_is_forgotten_after_a_week() {
    let (folder, clock) = (tempfile::tempdir().unwrap(), Clock::manual(START.parse().unwrap()));
    waiting(folder.path(), "Full Name,Email\nAda Fern,ada@fern.example\n");
    std::fs::remove_file(folder.path().join(format!("imports/{ID}.csv"))).unwrap();
    let server = started(folder.path(), &clock).await;
    let account = operator(&server).await;
    let failed = until(&account, |import| import["state"] == "failed").await;
    assert!(failed["fault"].as_str().unwrap().contains("send it again"), "{failed}");
    let again = json!({ "subject": "people", "source": "crm" });
    account.post(&format!("/v1/operator/imports/{ID}/start"), again).await.problem(422, "invalid_request");
    server.wait(8 * 24 * 3600);
    for _ in 0..400 {
        server.run_due().await;
        if account.get(&format!("/v1/operator/imports/{ID}")).await.status == 404 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the import is not forgotten");
}

#[tokio::test]
async fn a_file_that_is_no_text_is_not_received() {
    let server = TestServer::start().await;
    let operator = server.operator(&server.account(Plan::Pro, 0).await).await;
    for (content, fault, told) in [
        ("%PDF-1.7\n1 0 obj\n", "/csv: invalid_value", "This is a PDF document"),
        ("GIF89a,b\nc,d\n", "/csv: invalid_value", "This is an image"),
        ("\0\0\u{1}\u{2}IHDR\0\0", "/csv: control_character", ""),
    ] {
        let file = json!({ "name": "contacts.csv", "csv": content });
        let problem = operator.post("/v1/operator/imports", file).await.problem(422, "invalid_request");
        assert_eq!(faults(&problem), [fault]);
        assert!(problem["detail"].as_str().unwrap().starts_with(told), "{problem}");
    }
    assert_eq!(operator.get("/v1/operator/imports").await.ok()["files"], json!([]));
}
