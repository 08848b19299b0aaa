//! Bulk jobs and people on their pages: what they say of work that was accepted, is done, or is paid for.

use std::time::Duration;

use serde_json::{Value, json};
use server::{Table, TableLimits, WorkbookWriter};

use crate::support::{Browser, Page, TestServer};

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
    let paid = ada.submit(&path, &[("ask", "enrich"), ("once", "once-2")]).await;
    let again = ada.get(paid.header("location")).await.text;
    assert!(again.contains("Charged 1 cr."), "{again}");
    let after = server.store.balance(&server.account("ada@client.example")).unwrap();
    assert_eq!(before.checked_sub(after).unwrap().to_string(), "1");
}

/// A workbook with these rows, the first of which are its headings.
fn workbook(rows: &[&[Value]]) -> Vec<u8> {
    let (headings, rows) = rows.split_first().unwrap();
    let headings: Vec<String> = headings.iter().map(|heading| heading.as_str().unwrap().to_owned()).collect();
    let mut workbook = WorkbookWriter::new(&headings, 0, jiff::Timestamp::UNIX_EPOCH).unwrap();
    rows.iter().for_each(|row| workbook.push(row).unwrap());
    let mut file = Vec::new();
    workbook.save(&mut file).unwrap();
    file
}

fn table(file: Vec<u8>) -> Table {
    Table::read(
        file,
        TableLimits {
            rows: 1_000,
            columns: 1_000,
            bytes: 1 << 20,
            heading: 200,
            cell: 10_000,
            unpacked: 8 << 20,
        },
    )
    .unwrap()
}

/// The fields of the form with the columns, as a browser would send them to start the job.
fn choices(page: &Page) -> Vec<(String, String)> {
    let csv = page.text.split("<textarea name=\"csv\"").nth(1).unwrap().split_once('>').unwrap().1;
    let csv = csv.split("</textarea>").next().unwrap();
    let csv = csv.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let mut fields = vec![("csv".to_owned(), csv), ("do".to_owned(), "start".to_owned())];
    for name in ["columns", "rows", "once"] {
        fields.push((name.to_owned(), page.hidden(name).unwrap()));
    }
    for select in page.text.split("name=\"col-").skip(1) {
        let column = select.split('"').next().unwrap();
        let option = select.split("</select>").next().unwrap();
        let option = option.split("<option ").find(|option| option.contains(" selected")).unwrap_or_default();
        let value = option.split("value=\"").nth(1).unwrap_or("\"").split('"').next().unwrap();
        fields.push((format!("col-{column}"), value.to_owned()));
    }
    fields
}

async fn completed(browser: &Browser, path: &str) {
    for _ in 0..400 {
        if browser.get(path).await.text.contains("class=\"tag ok\">completed<") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the job does not end");
}

#[tokio::test]
async fn a_table_comes_back_with_its_own_columns_first_and_a_row_for_each_of_its_rows() {
    let server = TestServer::start().await;
    let ada = server.signed_in("ada@client.example").await;
    let token = ada.token().await;
    let rows: [&[Value]; 4] = [
        &["Full Name", "Website", "Owner", "Since", "email"].map(Value::from),
        &[json!("Marta Quist"), json!("tidewater.example"), json!("Ines"), json!(2024), json!("=1+1")],
        &[json!("No Such Person"), json!("tidewater.example"), json!("Tom"), Value::Null, Value::Null],
        &[Value::Null, Value::Null, json!("Una & <b>Co</b>"), Value::Null, Value::Null],
    ];
    let own = ["Full Name", "Website", "Owner", "Since", "email"];
    let csv = "Full Name,Website,Owner,Since,email\nMarta Quist,tidewater.example,Ines,2024,=1+1\n\
               No Such Person,tidewater.example,Tom,,\n,,Una & <b>Co</b>,,\n";
    for (name, content) in [("leads.xlsx", workbook(&rows)), ("leads.csv", csv.as_bytes().to_vec())] {
        let fields = [("csrf", token.as_str()), ("kind", "bulk_enrich")];
        let priced = ada.upload("/bulk", &fields, (name, content)).await;
        assert_eq!(priced.status, 200, "{}", priced.text);
        let mut fields = choices(&priced);
        fields.push(("kind".to_owned(), "bulk_enrich".to_owned()));
        fields.iter_mut().filter(|(name, _)| name == "col-4").for_each(|field| field.1 = String::new());
        assert!(fields.contains(&("col-0".to_owned(), "fullName".to_owned())), "{fields:?}");
        let fields: Vec<(&str, &str)> =
            fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let started = ada.submit("/bulk", &fields).await;
        assert_eq!(started.status, 303, "{}", started.text);
        let job = started.header("location").to_owned();
        completed(&ada, &job).await;

        let xlsx = ada.submit(&format!("{job}/workbook"), &[]).await;
        let media = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
        assert_eq!(xlsx.header("content-type"), media);
        assert!(xlsx.header("content-disposition").contains(".xlsx"), "{:?}", xlsx.headers);
        let csv = ada.submit(&format!("{job}/download"), &[]).await;
        assert!(csv.text.contains(",'=1+1,"), "no cell is a formula: {}", csv.text);
        for (format, file) in [("xlsx", xlsx.body), ("csv", csv.body)] {
            let table = table(file);
            assert_eq!(table.columns[..5], own, "{name} as {format}");
            assert_eq!(table.columns[5..9], ["index", "ref", "status", "credits"]);
            assert!(table.columns.contains(&"email_2".to_owned()), "{:?}", table.columns);
            assert_eq!(table.rows.len(), 3, "one row for each that was sent");
            assert_eq!(table.rows[0][..4], ["Marta Quist", "tidewater.example", "Ines", "2024"]);
            assert_eq!(table.rows[0][4].trim_start_matches('\''), "=1+1");
            let statuses: Vec<&str> = table.rows.iter().map(|row| row[7].as_str()).collect();
            assert_eq!(statuses, ["resolved", "not_found", "invalid"]);
            assert_eq!(table.rows[2][2], "Una & <b>Co</b>");
            let name = table.columns.iter().position(|column| column == "fullName").unwrap();
            assert_eq!(table.rows[0][name], "Marta Quist");
        }
    }
}

#[tokio::test]
async fn a_longer_table_says_what_is_left_out_and_keeps_saying_so() {
    let server = TestServer::start().await;
    let ada = server.signed_in("ada@client.example").await;
    let token = ada.token().await;
    let rows: String = (0..620).map(|number| format!("p{number}@acme.example,{number}\n")).collect();
    let fields = [("csrf", token.as_str()), ("kind", "bulk_enrich")];
    let first = ada.upload("/bulk", &fields, ("leads.csv", format!("email,No\n{rows}"))).await;
    let fields = choices(&first);
    let mut fields: Vec<(&str, &str)> =
        fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    fields.retain(|(name, _)| *name != "do");
    fields.push(("kind", "bulk_enrich"));
    let again = ada.submit("/bulk", &fields).await;
    for page in [first, again] {
        assert!(page.text.contains("Beyond one job") && page.text.contains("−120"), "{}", page.text);
        assert!(page.text.contains("brimful enrich"), "{}", page.text);
        assert!(page.text.contains("p499@acme.example") && !page.text.contains("p500@acme.example"));
    }
}

#[tokio::test]
async fn a_hostile_workbook_is_told_and_nothing_is_asked() {
    let server = TestServer::start().await;
    let ada = server.signed_in("ada@client.example").await;
    let token = ada.token().await;
    let whole = workbook(&[&[json!("email")], &[json!("ada@acme.example")]]);
    let cut = whole[..whole.len() / 2].to_vec();
    let long = json!("x".repeat(30_000));
    let row = [long];
    let mut rows: Vec<&[Value]> = vec![&row; 1_200];
    let heading = [json!("email")];
    rows[0] = &heading;
    let large = workbook(&rows);
    assert!(large.len() < 1 << 20, "{} bytes", large.len());
    for (content, found) in [
        (cut, "cut off or damaged"),
        (b"PK".to_vec(), "The table has no rows"),
        (large, "unpacks to more than 32 MB"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec(), "an old Excel workbook"),
    ] {
        let fields = [("csrf", token.as_str()), ("kind", "bulk_enrich")];
        let told = ada.upload("/bulk", &fields, ("leads.xlsx", content)).await;
        assert_eq!(told.status, 422, "{found}: {}", told.text);
        assert!(told.text.contains(found), "{found}: {}", told.text);
    }
}
