//! Imports from the browser: a file in, its columns corrected, rows stored in the background, rejected ones told.

use std::{path::PathBuf, time::Duration};

use engine::Resolution;
use records::query::PersonQuery;
use store::ActOutcome;

use crate::support::{Browser, Page, TestServer};

const ROWS: &str = "Id,Full Name,Mail,Firm,Remark\n\
    1,Ada Fern,ada@fernworks.example,Fernworks,x\n\
    2,Ben Holt,ben@holtline.example,Holtline,y\n\
    3,,,,nobody\n";

/// Sends the file as the form of the page does; answers the path of the import.
async fn received(browser: &Browser, subject: &str, rows: &str) -> String {
    let token = browser.token().await;
    let fields = [("csrf", token.as_str()), ("subject", subject)];
    let sent = browser.upload("/operator/imports", &fields, ("leads.csv", rows)).await;
    assert_eq!(sent.status, 303, "{}", sent.text);
    sent.header("location").to_owned()
}

/// The fields of the form for the columns, as a browser would send them.
fn chosen(page: &Page) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    for row in page.text.split("name=\"head-").skip(1) {
        let place = row.split('"').next().unwrap();
        let heading = row.split("value=\"").nth(1).unwrap().split('"').next().unwrap();
        let select = row.split("</select>").next().unwrap();
        let option = select.split("<option ").find(|option| option.contains(" selected"));
        let value = option.unwrap().split("value=\"").nth(1).unwrap().split('"').next().unwrap();
        fields.push((format!("head-{place}"), heading.to_owned()));
        fields.push((format!("col-{place}"), value.to_owned()));
    }
    fields
}

async fn start(browser: &Browser, path: &str, columns: &[(String, String)], others: &[(&str, &str)]) -> Page {
    let path = path.split('?').next().unwrap();
    let mut fields: Vec<(&str, &str)> =
        columns.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    fields.extend(others);
    browser.submit(&format!("{path}/start"), &fields).await
}

/// Waits until an import is over.
async fn ended(browser: &Browser, path: &str) -> Page {
    let path = path.split('?').next().unwrap();
    for _ in 0..400 {
        let page = browser.get(path).await;
        if !page.text.contains("data-reload") {
            return page;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the import does not end");
}

fn files(server: &TestServer) -> Vec<String> {
    let folder: PathBuf = server.folder.path().join("imports");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.path().extension().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

#[tokio::test]
async fn a_file_is_mapped_corrected_imported_and_told_of() {
    let server = TestServer::start().await;
    let operator = server.operator("op@client.example").await;
    let people = server.store.counts().unwrap().people;
    let path = received(&operator, "people", ROWS).await;
    let page = operator.get(&path).await;
    for part in ["leads.csv", "ada@fernworks.example", "Holtline", "Start the import", "not started"] {
        assert!(page.text.contains(part), "{part}: {}", page.text);
    }
    let mut columns = chosen(&page);
    let field = |columns: &[(String, String)], place: &str| {
        columns.iter().find(|(name, _)| name == place).unwrap().1.clone()
    };
    assert_eq!(field(&columns, "col-1"), "fullName");
    assert_eq!(field(&columns, "col-2"), "email");
    assert_eq!(field(&columns, "col-4"), "-", "a remark is left out");
    assert_eq!(server.store.counts().unwrap().people, people, "nothing is stored yet");

    let wrong = start(&operator, &path, &columns, &[("subject", "people"), ("source", "")]).await;
    assert_eq!(wrong.status, 422, "{}", wrong.text);
    // The heading says little; the operator says what it is.
    columns.iter_mut().find(|(name, _)| name == "col-4").unwrap().1 = "title".to_owned();
    let wrong = start(&operator, &path, &columns, &[("subject", "people"), ("source", "")]).await;
    assert!(wrong.text.contains("value=\"title\" selected"), "the choice is kept: {}", wrong.text);
    let started = start(&operator, &path, &columns, &[("subject", "people"), ("source", "our-crm")]).await;
    assert_eq!(started.status, 303, "{}", started.text);

    let done = ended(&operator, &path).await;
    for part in [">done<", "our-crm", "2 rows", "2 made", "1 row<", "nobody"] {
        assert!(done.text.contains(part), "{part}: {}", done.text);
    }
    assert_eq!(server.store.counts().unwrap().people, people + 2);
    let ben = PersonQuery { email: Some("ben@holtline.example".to_owned()), ..PersonQuery::default() };
    let Resolution::Found(ben) = server.app.engine.person(&ben, 0.5, false).unwrap() else {
        panic!("not found")
    };
    assert_eq!(ben.record.person.title.as_deref(), Some("y"));
    assert_eq!(files(&server), ["csv", "json"], "the rejected rows and the note; the file is removed");

    let id = path.split('?').next().unwrap().rsplit('/').next().unwrap();
    let rejects = operator.get(&format!("/operator/imports/{id}/rejects")).await;
    assert_eq!(rejects.header("content-type"), "text/csv; charset=utf-8");
    let lines: Vec<&str> = rejects.text.lines().collect();
    assert!(lines[0].starts_with("Id,Full Name,") && lines[0].ends_with("line,reason"), "{lines:?}");
    assert!(lines.len() == 2 && lines[1].starts_with("3,,,,nobody,4,"), "{lines:?}");

    let acts = server.store.operator_acts(None, 100).unwrap();
    let by = server.account("op@client.example");
    let logged: Vec<_> = acts
        .iter()
        .filter(|act| act.action == "operator_start_import")
        .map(|act| (act.subject.as_deref(), act.outcome, act.by.as_ref().map(|by| by.0.clone())))
        .collect();
    assert_eq!(logged[0], (Some(id), ActOutcome::Done, Some(by.clone())), "{logged:?}");
    let sent = acts.iter().find(|act| act.action == "operator_receive_import").unwrap();
    let who = sent.by.as_ref().map(|by| by.0.clone());
    assert_eq!((sent.subject.as_deref(), sent.outcome, who), (Some(id), ActOutcome::Done, Some(by)));
    let page = operator.get("/operator/audit").await.text;
    assert!(page.contains(">Receive import<") && page.contains(">op@client.example</a>"), "{page}");

    let removed = operator.submit(&format!("/operator/imports/{id}/remove"), &[]).await;
    assert_eq!((removed.status, removed.header("location")), (303, "/operator/imports"));
    assert_eq!(files(&server), Vec::<String>::new());
    assert_eq!(operator.get(&format!("/operator/imports/{id}")).await.status, 404);
}

#[tokio::test]
async fn the_same_file_again_changes_nothing_and_companies_are_imported_too() {
    let server = TestServer::start().await;
    let operator = server.operator("op@client.example").await;
    for (round, told) in ["2 made", "0 made"].into_iter().enumerate() {
        let path = received(&operator, "people", ROWS).await;
        let columns = chosen(&operator.get(&path).await);
        start(&operator, &path, &columns, &[("subject", "people"), ("source", "our-crm")]).await;
        let done = ended(&operator, &path).await;
        assert!(done.text.contains(told), "round {round}: {}", done.text);
    }
    let companies = server.store.counts().unwrap().companies;
    let path = received(&operator, "companies", "Company,Website\nGlenrock,glenrock.example\n").await;
    let columns = chosen(&operator.get(&path).await);
    start(&operator, &path, &columns, &[("subject", "companies"), ("source", "register")]).await;
    assert!(ended(&operator, &path).await.text.contains("1 made"));
    assert_eq!(server.store.counts().unwrap().companies, companies + 1);
    let list = operator.get("/operator/imports").await.text;
    assert!(list.matches("leads.csv").count() == 3 && list.contains("register"), "{list}");
}

#[tokio::test]
async fn a_file_of_a_stranger_a_customer_or_a_forged_form_is_not_received() {
    let server = TestServer::start().await;
    let operator = server.operator("op@client.example").await;
    let customer = server.signed_in("ada@client.example").await;
    for (browser, status) in [(&operator, 403), (&customer, 404), (&server.browser(), 303)] {
        let fields = [("csrf", "0"), ("subject", "people")];
        let sent = browser.upload("/operator/imports", &fields, ("leads.csv", ROWS)).await;
        assert_eq!(sent.status, status, "{}", sent.text);
    }
    let late = operator.upload("/operator/imports", &[], ("leads.csv", ROWS)).await;
    assert_eq!(late.status, 403, "the token comes before the file");
    assert_eq!(files(&server), Vec::<String>::new());
    let path = received(&operator, "people", ROWS).await;
    assert_eq!(customer.get(&path).await.status, 404);
    let outside = operator.get("/operator/imports/..%2F..%2Fserver").await;
    assert_eq!(outside.status, 404, "an id leads nowhere else");
}

#[tokio::test]
async fn a_file_that_is_too_large_or_no_table_is_told_and_not_kept() {
    let server = TestServer::set_up(Vec::new(), |settings| settings.limits.import_bytes = 1_000).await;
    let operator = server.operator("op@client.example").await;
    let token = operator.token().await;
    let fields = [("csrf", token.as_str()), ("subject", "people")];
    let large = ROWS.repeat(50);
    let sent = operator.upload("/operator/imports", &fields, ("leads.csv", &large)).await;
    assert_eq!(sent.status, 422);
    assert!(sent.text.contains("larger than") && sent.text.contains("See the columns"), "{}", sent.text);
    assert_eq!(files(&server), Vec::<String>::new());
    let none = operator.upload("/operator/imports", &fields, ("", "")).await;
    assert!(none.status == 422 && none.text.contains("Choose a csv or xlsx file"), "{}", none.text);
    let path = received(&operator, "people", "a,b\n").await;
    let page = operator.get(&path).await;
    assert_eq!(page.status, 200, "{}", page.text);
    let columns = [("head-0".to_owned(), "a".to_owned()), ("col-0".to_owned(), "-".to_owned())];
    let refused = start(&operator, &path, &columns, &[("subject", "people"), ("source", "x")]).await;
    assert_eq!(refused.status, 422, "{}", refused.text);
}
