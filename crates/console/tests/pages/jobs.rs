//! Bulk jobs and people on their pages: what they say of work that was accepted, is done, or is paid for.

use std::time::Duration;

use crate::support::{Browser, TestServer};

/// Starts a job about one person; answers the path of its page.
async fn started(browser: &Browser) -> String {
    let fields = [
        ("kind", "bulk_enrich"),
        ("csv", "email\nmarta.quist@tidewater.example"),
        ("columns", "1"),
        ("col-0", "email"),
        ("do", "start"),
        ("once", "once-1"),
    ];
    let sent = browser.submit("/bulk", &fields).await;
    assert_eq!(sent.status, 303, "{}", sent.text);
    sent.header("location").to_owned()
}

#[tokio::test]
async fn the_state_of_a_job_is_in_the_part_that_the_script_renews() {
    let server = TestServer::start().await;
    let ada = server.signed_in("ada@client.example").await;
    let path = started(&ada).await;
    for _ in 0..400 {
        let page = ada.get(&path).await.text;
        let (before, part) = page.split_once("id=\"job\"").unwrap();
        let main = before.split("<main").nth(1).unwrap();
        assert!(!main.contains("class=\"tag"), "a state that stays as it was: {main}");
        assert!(part.contains(&format!("data-at=\"{path}\"")), "a form is answered under another address");
        if part.contains("class=\"tag ok\">completed<") {
            assert!(!page.contains("data-reload"), "{page}");
            return;
        }
        assert!(part.contains("class=\"tag acc\""), "{part}");
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the job does not end");
}

#[tokio::test]
async fn an_accepted_job_is_called_accepted_in_the_log() {
    let server = TestServer::start().await;
    let ada = server.signed_in("ada@client.example").await;
    started(&ada).await;
    let accepted = ada.submit("/log", &[("status", "202")]).await.text;
    assert!(accepted.contains(">accepted</span>") && !accepted.contains(">not found</span>"), "{accepted}");
    let request = accepted.split("/log/req_").nth(1).unwrap().split('"').next().unwrap();
    let page = ada.get(&format!("/log/req_{request}")).await.text;
    assert!(page.contains(">accepted</span>") && page.contains("nothing was looked up"), "{page}");
    assert!(!page.contains("not in the records"), "{page}");
}

#[tokio::test]
async fn a_file_that_is_no_text_is_told_and_not_shown() {
    let server = TestServer::start().await;
    let ada = server.operator("ada@client.example").await;
    let token = ada.token().await;
    let fields = [("csrf", token.as_str()), ("kind", "bulk_enrich"), ("subject", "people")];
    for (content, found) in [
        ("%PDF-1.7\n1 0 obj,endobj\n", "This is a PDF document"),
        ("\0\u{1}\u{2}IHDR,\0\0\nx,\0", "This is a file that is not text"),
    ] {
        let told = ada.upload("/bulk", &fields, ("leads.csv", content)).await;
        assert_eq!(told.status, 422);
        let sent = ada.upload("/operator/imports", &fields, ("leads.csv", content)).await;
        let import = ada.get(sent.header("location")).await;
        for page in [&told, &import] {
            assert!(
                page.text.contains(found) && page.text.contains("save the table as csv"),
                "{}",
                page.text
            );
            assert!(!page.text.contains("endobj") && !page.text.contains("IHDR"), "{}", page.text);
        }
    }
}

#[tokio::test]
async fn a_record_that_is_paid_for_is_not_offered_as_if_it_were_new() {
    let server = TestServer::start().await;
    let ada = server.signed_in("ada@client.example").await;
    let job = started(&ada).await;
    let mut person = None;
    for _ in 0..400 {
        let page = ada.get(&job).await.text;
        person = page.split("/people/").nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned);
        if person.is_some() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    let path = format!("/people/{}", person.unwrap());
    let owned = ada.get(&path).await.text;
    assert!(owned.contains("whole record yours") && owned.contains("Ask for the record again"), "{owned}");
    assert!(!owned.contains("Open the whole record"), "{owned}");
    assert!(owned.contains(">Find the email<"), "what was not asked for is offered: {owned}");
    // A repeat is charged, as its button says.
    let before = server.store.balance(&server.account("ada@client.example")).unwrap();
    let again = ada.submit(&path, &[("ask", "enrich"), ("once", "once-2")]).await.text;
    assert!(again.contains("Charged 1 cr."), "{again}");
    let after = server.store.balance(&server.account("ada@client.example")).unwrap();
    assert_eq!(before.checked_sub(after).unwrap().to_string(), "1");
}
