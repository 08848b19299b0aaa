//! A server with people to ask for, an account that pays, and the audit after a fault.

use serde_json::{Value, json};

use crate::{
    http::Caller,
    process::{Place, Server, open_database},
};

/// Credits the account starts with.
pub const CREDITS: i64 = 10_000;
const PEOPLE: usize = 20;

/// A folder with people and an account; its key.
pub fn fill(place: &Place) -> String {
    let rows = (0..PEOPLE).map(|no| format!("Person Number{no},person{no}@acme.example\n"));
    place.write("people.csv", format!("full_name,email\n{}", rows.collect::<String>()));
    let import = ["import", "people", "people.csv", "--source", "crm", "--data", "data", "--json"];
    let imported = place.run(&import);
    assert_eq!(imported.code, Some(0), "{}", imported.stderr);
    place.account("ada@customer.example", &CREDITS.to_string()).1
}

/// The call that belongs to a number: each finds a person, and costs a credit.
pub fn question(number: usize) -> Value {
    json!({ "email": format!("person{}@acme.example", number % PEOPLE) })
}

/// A number of times, which the long form sets by a variable.
pub fn times(variable: &str, short: usize) -> usize {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(short)
}

/// Proves that the books add up, and that exactly so many calls were charged.
pub fn audit(place: &Place, charged: usize) {
    let doctor = place.json(&["doctor", "--data", "data"]);
    assert_eq!(doctor["ok"], true, "{doctor}");
    let data = open_database(&place.path("data"));
    let (count, sum): (i64, i64) = data
        .query_row(
            "SELECT COUNT(*), COALESCE(SUM(amount), 0) FROM ledger WHERE request_id IS NOT NULL",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .unwrap();
    assert_eq!((count, sum), (charged as i64, charged as i64 * 1_000));
}

/// Sends a call under its key until it is answered, after a restart; it is charged once in all.
pub fn settle(server: &Server, key: &str, number: usize, name: &str) {
    let caller = Caller::new(&server.address, key);
    let answer = caller.post_once("/v1/enrich", &question(number), name).unwrap();
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(answer.json()["cost"]["credits"], 1);
}
