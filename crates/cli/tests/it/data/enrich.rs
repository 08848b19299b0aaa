//! `brimful enrich`: a table in, the same table with answers out, and a break costs nothing.

use serde_json::json;
use server::{Table, TableLimits, WorkbookWriter};

use crate::{
    http::Caller,
    process::{Finished, Place, Server},
};

const HEADER: &str = "No;Contact;Work Email;Notes";

/// A place that knows ten people, a server, and an account with this many credits.
fn setting(credits: &str) -> (Place, Server, String) {
    let place = Place::new().with("BRIMFUL_API__PLANS__SCALE__REQUESTS_PER_SECOND", "0");
    let rows: String = (0..10).map(|n| format!("Person Number{n},person{n}@acme.example\n")).collect();
    place.write("known.csv", format!("name,email\n{rows}"));
    place.json(&["import", "people", "known.csv", "--source", "crm", "--data", "data"]);
    let (_, key) = place.account("ada@customer.example", credits);
    let server = place.serve();
    (place, server, key)
}

/// A table of this many people, the first ten of them known; the last row has no identifier.
fn table(place: &Place, people: usize) {
    let rows: String =
        (0..people).map(|n| format!("{n};Person Number{n};person{n}@acme.example;\"a; b\"\n")).collect();
    place.write("in.csv", format!("{HEADER}\n{rows}{people};Nobody At All;n/a;\n"));
}

fn enrich(place: &Place, server: &Server, key: &str, more: &[&str]) -> Finished {
    let url = format!("http://{}", server.address);
    place.run(&[&["enrich", "in.csv", "--server", &url, "--key", key], more].concat())
}

/// The cells of a line; no cell of these tables holds a comma.
fn cells(line: &str) -> Vec<&str> {
    line.split(',').map(|cell| cell.trim_matches('"')).collect()
}

#[test]
fn every_row_and_column_stays_and_gains_what_was_found() {
    let (place, server, key) = setting("100");
    table(&place, 12);
    let quote = enrich(&place, &server, &key, &["--dry-run"]);
    assert_eq!((quote.code, quote.stdout.as_str()), (Some(0), ""));
    assert!(quote.stderr.contains("Work Email as businessEmail"), "{}", quote.stderr);
    assert!(quote.stderr.contains("at most 12 credits; the balance is 100"), "{}", quote.stderr);
    let finished = enrich(&place, &server, &key, &[]);
    assert_eq!(finished.code, Some(0), "{}", finished.stderr);
    let lines: Vec<&str> = finished.stdout.lines().collect();
    assert_eq!(lines.len(), 14);
    assert!(lines[0].starts_with("No,Contact,Work Email,Notes,brimful_status,"), "{}", lines[0]);
    let first = cells(lines[1]);
    assert_eq!(&first[..5], ["0", "Person Number0", "person0@acme.example", "a; b", "resolved"]);
    assert_eq!(first[8], "Person Number0");
    assert_eq!(cells(lines[12])[4], "not_found");
    assert_eq!(cells(lines[13])[4], "no_identifier");
    assert!(finished.stderr.contains("done: 10 credits"), "{}", finished.stderr);
    assert_eq!(Caller::new(&server.address, &key).balance(), 90.0);
    assert!(!place.path("in.csv.brimful-state").exists());
    let again = enrich(&place, &server, &key, &[]);
    assert_eq!((again.code, again.stdout == finished.stdout), (Some(0), true), "{}", again.stderr);
    assert!(again.stderr.contains("done: 0 credits, 10 were paid before"), "{}", again.stderr);
    assert_eq!(Caller::new(&server.address, &key).balance(), 90.0);
}

#[test]
fn no_more_is_spent_than_allowed_and_the_rest_can_follow() {
    let (place, server, key) = setting("10000");
    table(&place, 1_200);
    let finished = enrich(&place, &server, &key, &["--max-credits", "600"]);
    assert_eq!(finished.code, Some(7), "{}", finished.stderr);
    let statuses = |text: &str, wanted: &str| text.lines().filter(|line| cells(line)[4] == wanted).count();
    assert_eq!(statuses(&finished.stdout, "resolved"), 10);
    assert!(statuses(&finished.stdout, "max_credits") > 0);
    let finished = enrich(&place, &server, &key, &[]);
    assert_eq!(finished.code, Some(0), "{}", finished.stderr);
    assert_eq!(
        (statuses(&finished.stdout, "resolved"), statuses(&finished.stdout, "not_found")),
        (10, 1_190)
    );
    assert_eq!(Caller::new(&server.address, &key).balance(), 9_990.0, "nothing was paid for twice");
}

#[test]
fn what_the_balance_does_not_cover_follows_after_a_top_up() {
    let (place, server, key) = setting("4");
    table(&place, 10);
    let finished = enrich(&place, &server, &key, &[]);
    assert_eq!(finished.code, Some(7), "{}", finished.stderr);
    assert!(finished.stderr.contains("Top up"), "{}", finished.stderr);
    assert_eq!(finished.stdout.matches("insufficient_credits").count(), 6);
    let accounts = place.json(&["account", "list", "--data", "data"]);
    let account = accounts[0]["id"].as_str().unwrap().to_owned();
    place.json(&["credits", "grant", &account, "100", "--data", "data"]);
    let finished = enrich(&place, &server, &key, &[]);
    assert_eq!(finished.code, Some(0), "{}", finished.stderr);
    assert_eq!(finished.stdout.matches(",resolved,").count(), 10);
    assert!(finished.stderr.contains("done: 6 credits, 4 were paid before"), "{}", finished.stderr);
    assert_eq!(Caller::new(&server.address, &key).balance(), 94.0);
}

#[test]
fn a_command_that_was_killed_goes_on_without_paying_twice() {
    let (place, server, key) = setting("10000");
    table(&place, 2_000);
    let url = format!("http://{}", server.address);
    let mut killed = 0;
    for wait in [30, 60, 120] {
        let mut child = place
            .command(&["enrich", "in.csv", "--server", &url, "--key", &key])
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait));
        killed += usize::from(child.try_wait().unwrap().is_none());
        let _ = child.kill();
        let _ = child.wait();
    }
    let finished = enrich(&place, &server, &key, &[]);
    assert_eq!(finished.code, Some(0), "{}", finished.stderr);
    assert_eq!(finished.stdout.lines().count(), 2_002);
    assert_eq!(Caller::new(&server.address, &key).balance(), 9_990.0);
    assert!(killed > 0, "it was never killed in the middle");
}

/// The output of a table asked with a call, as lines of cells, and what it cost.
fn ask(place: &Place, server: &Server, key: &str, call: &str) -> (Vec<Vec<String>>, f64) {
    let caller = Caller::new(&server.address, key);
    let before = caller.balance();
    let finished = enrich(place, server, key, &["--with", call]);
    assert_eq!(finished.code, Some(0), "{call}: {}", finished.stderr);
    let lines = finished.stdout.lines().map(|line| cells(line).into_iter().map(str::to_owned).collect());
    (lines.collect(), before - caller.balance())
}

#[test]
fn a_table_is_asked_with_every_call_and_equal_rows_are_charged_once() {
    let place = Place::new().with("BRIMFUL_API__PLANS__SCALE__REQUESTS_PER_SECOND", "0");
    let people: String = (0..4)
        .map(|n| format!("Person Number{n},person{n}@acme.example,+1202555010{n},acme.example\n"))
        .collect();
    place.write("known.csv", format!("name,email,mobile,company domain\n{people}"));
    place.json(&["import", "people", "known.csv", "--source", "crm", "--data", "data"]);
    place.write("companies.csv", "name,domain\nAcme Works,acme.example\n");
    place.json(&["import", "companies", "companies.csv", "--source", "crm", "--data", "data"]);
    let (_, key) = place.account("ada@customer.example", "1000");
    let server = place.serve();
    let row = |n: usize| format!("{n},Person Number{n},person{n}@acme.example,+1202555010{n},acme.example\n");
    let rows: String = [0, 1, 2, 3, 0, 0, 9].into_iter().map(row).collect();
    place.write("in.csv", format!("No,Full Name,Work Email,Mobile,Company Domain\n{rows}"));
    for (call, price) in [("reverse-email", 1.0), ("reverse-phone", 2.0)] {
        let (lines, cost) = ask(&place, &server, &key, call);
        let statuses: Vec<&str> = lines.iter().skip(1).map(|line| line[5].as_str()).collect();
        let expected = ["resolved", "resolved", "resolved", "resolved", "resolved", "resolved", "not_found"];
        assert_eq!(statuses, expected, "{call}");
        assert_eq!(lines[1][9], "Person Number0", "{call}: {:?}", lines[1]);
        assert_eq!((lines[3][0].as_str(), lines[7][0].as_str()), ("2", "9"), "the order stays");
        assert_eq!(cost, 4.0 * price, "{call}: who stands there three times is charged once");
    }
    for (call, most) in [("find-email", "14"), ("find-phone", "84")] {
        let quote = enrich(&place, &server, &key, &["--with", call, "--dry-run"]);
        assert!(quote.stderr.contains(&format!("at most {most} credits")), "{call}: {}", quote.stderr);
        assert!(quote.stderr.contains("Company Domain as companyDomain"), "{call}: {}", quote.stderr);
    }
    place.write("in.csv", "Contact,Email\na,first@@acme.example\nb,first@@acme.example\nc,\n");
    let (lines, cost) = ask(&place, &server, &key, "verify-email");
    assert_eq!((lines[0][5].as_str(), lines[1][5].as_str()), ("brimful_verdict", "undeliverable"));
    assert_eq!((lines[3][2].as_str(), cost), ("no_identifier", 0.5));
    place.write("in.csv", "Company,Website\nAcme,https://www.acme.example/about\nNone,none.example\n");
    let (lines, cost) = ask(&place, &server, &key, "companies");
    assert_eq!((lines[1][2].as_str(), lines[1][6].as_str()), ("resolved", "Acme Works"), "{:?}", lines[1]);
    assert_eq!((lines[2][2].as_str(), cost), ("not_found", 1.0), "{:?}", lines[2]);
    let nothing = enrich(&place, &server, &key, &["--with", "reverse-phone"]);
    assert!(nothing.stderr.contains("no column names a phone number"), "{}", nothing.stderr);
    assert!(!place.path("in.csv.brimful-companies-state").exists());
}

#[test]
fn another_table_under_the_same_state_is_refused() {
    let (place, server, key) = setting("100");
    table(&place, 3);
    place.write("in.csv.brimful-state", "{\"table\":\"of something else\"}\n");
    let finished = enrich(&place, &server, &key, &[]);
    assert_eq!((finished.code, finished.stdout.as_str()), (Some(1), ""));
    assert!(finished.stderr.contains("remove it to start over"), "{}", finished.stderr);
    assert_eq!(Caller::new(&server.address, &key).balance(), 100.0);
}

#[test]
fn a_table_that_was_enriched_is_asked_by_what_was_found() {
    let (place, server, key) = setting("100");
    place.write("in.csv", "Contact,Mail\nPerson Number1,person1@acme.example\n");
    let first = enrich(&place, &server, &key, &[]);
    assert_eq!(first.code, Some(0), "{}", first.stderr);
    // Without the column that the person was found by.
    let lines: Vec<String> = first
        .stdout
        .lines()
        .map(|line| {
            line.split(',')
                .enumerate()
                .filter(|(at, _)| *at != 1)
                .map(|(_, cell)| cell)
                .collect::<Vec<_>>()
                .join(",")
        })
        .collect();
    place.write("in.csv", lines.join("\n"));
    let again = enrich(&place, &server, &key, &["--with", "reverse-email"]);
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    assert!(again.stderr.contains("brimful_email as email"), "{}", again.stderr);
    let header = again.stdout.lines().next().unwrap();
    assert!(header.contains("brimful_status,") && header.contains(",brimful_status_2,"), "{header}");
    assert!(again.stdout.lines().nth(1).unwrap().matches("resolved").count() == 2, "{}", again.stdout);
}

/// The rows of a file, headings first.
fn rows_of(place: &Place, name: &str) -> Vec<Vec<String>> {
    let limits = TableLimits {
        rows: 1_000,
        columns: 100,
        bytes: 1 << 20,
        heading: 200,
        cell: 10_000,
        unpacked: 8 << 20,
    };
    let table = Table::read(std::fs::read(place.path(name)).unwrap(), limits).unwrap();
    std::iter::once(table.columns).chain(table.rows).collect()
}

#[test]
fn a_workbook_goes_in_and_comes_out_as_a_workbook_or_as_csv() {
    let (place, server, key) = setting("100");
    let headings = ["Contact", "Work Email", "Owner", "brimful_email"].map(str::to_owned);
    let mut workbook = WorkbookWriter::new(&headings, 0, jiff::Timestamp::UNIX_EPOCH).unwrap();
    for cells in [
        json!(["Person Number0", "person0@acme.example", "Ines", "=1+1"]),
        json!(["Nobody At All", "n/a", 7, null]),
    ] {
        workbook.push(cells.as_array().unwrap()).unwrap();
    }
    let mut file = Vec::new();
    workbook.save(&mut file).unwrap();
    place.write("in.csv", file);
    for out in ["out.xlsx", "out.csv"] {
        let finished = enrich(&place, &server, &key, &["--out", out]);
        assert_eq!((finished.code, finished.stdout.as_str()), (Some(0), ""), "{}", finished.stderr);
        let rows = rows_of(&place, out);
        assert_eq!(rows.len(), 3);
        assert_eq!(rows[0][..5], ["Contact", "Work Email", "Owner", "brimful_email", "brimful_status"]);
        assert!(rows[0].contains(&"brimful_email_2".to_owned()), "{:?}", rows[0]);
        assert_eq!(rows[1][..5], ["Person Number0", "person0@acme.example", "Ines", "=1+1", "resolved"]);
        assert_eq!(rows[2][..5], ["Nobody At All", "n/a", "7", "", "no_identifier"]);
    }
    let same = enrich(&place, &server, &key, &["--out", "in.csv"]);
    assert_eq!(same.code, Some(2), "{}", same.stderr);
    assert!(same.stderr.contains("--out names the table itself"), "{}", same.stderr);
    let missing = enrich(&place, &server, &key, &["--out", "no/such/out.xlsx"]);
    assert!(missing.stderr.contains("cannot write no/such/out.xlsx"), "{}", missing.stderr);
}

#[test]
fn a_workbook_is_imported() {
    let place = Place::new();
    let headings = ["name", "email"].map(str::to_owned);
    let mut workbook = WorkbookWriter::new(&headings, 0, jiff::Timestamp::UNIX_EPOCH).unwrap();
    workbook.push(&["Ada Fern".into(), "ada@fernworks.example".into()]).unwrap();
    let mut file = Vec::new();
    workbook.save(&mut file).unwrap();
    place.write("people.xlsx", file);
    let report = place.json(&["import", "people", "people.xlsx", "--source", "crm", "--data", "data"]);
    assert_eq!(report[0]["filed"]["created"], 1, "{report}");
}
