//! MCP at `/mcp` and as `brimful mcp`, message by message; `tests/clients/mcp` does the same with a published client.

use std::{
    io::{BufRead, BufReader, Write},
    process::Stdio,
};

use serde_json::{Value, json};

use crate::{
    http::{self, Answer, Caller},
    process::{Place, Server},
};

const PERSON: &str = "ada0@acme.example";

/// A server that knows three people, and the key of an account with this many credits.
fn setting(credits: &str) -> (Place, Server, String) {
    let place = Place::new();
    let rows: String = (0..3).map(|n| format!("Ada Number{n},ada{n}@acme.example,CTO\n")).collect();
    place.write("known.csv", format!("name,email,title\n{rows}"));
    place.json(&["import", "people", "known.csv", "--source", "crm", "--data", "data"]);
    let (_, key) = place.account("ada@customer.example", credits);
    let server = place.serve();
    server.wait_until_ready();
    (place, server, key)
}

fn message(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}

fn initialize() -> Value {
    let client = json!({ "name": "test", "version": "1" });
    message(
        "initialize",
        json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client }),
    )
}

fn tool_call(tool: &str, arguments: Value) -> Value {
    message("tools/call", json!({ "name": tool, "arguments": arguments }))
}

fn post(server: &Server, headers: &[(&str, &str)], body: &str) -> Answer {
    let usual = [
        ("Content-Type", "application/json"),
        ("Accept", "application/json, text/event-stream"),
        ("MCP-Protocol-Version", "2025-06-18"),
    ];
    http::send(&server.address, "POST", "/mcp", &[&usual[..], headers].concat(), body).unwrap()
}

/// The structured result of a tool, and whether it is a failure. The text says the same.
fn result(answer: &Value) -> (Value, bool) {
    let result = &answer["result"];
    let structured = result["structuredContent"].clone();
    let text: Value =
        serde_json::from_str(result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}")))
            .unwrap();
    assert_eq!(text, structured);
    (structured, result["isError"] == true)
}

fn call(server: &Server, key: Option<&str>, tool: &str, arguments: Value) -> (Value, bool) {
    let bearer = key.map(|key| format!("Bearer {key}"));
    let headers: Vec<(&str, &str)> = bearer.iter().map(|value| ("Authorization", value.as_str())).collect();
    let answer = post(server, &headers, &tool_call(tool, arguments).to_string());
    assert_eq!(answer.status, 200, "{}", answer.body);
    result(&answer.json())
}

#[test]
fn a_client_without_a_session_is_greeted_and_shown_the_tools() {
    let (_place, server, _) = setting("10");
    let greeted = post(&server, &[], &initialize().to_string());
    assert_eq!(greeted.status, 200, "{}", greeted.body);
    assert_eq!(greeted.header("mcp-session-id"), None, "another node would not know it");
    assert_eq!(greeted.json()["result"]["serverInfo"]["name"], "brimful");
    let noted = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(post(&server, &[], &noted.to_string()).status, 202);
    let listed = post(&server, &[], &message("tools/list", json!({})).to_string()).json();
    let tools = listed["result"]["tools"].as_array().unwrap();
    assert!(tools.len() >= 14, "{listed}");
    assert!(tools.iter().any(|tool| tool["name"] == "quote" && tool["annotations"]["readOnlyHint"] == true));
}

#[test]
fn a_call_costs_no_more_than_it_may_and_the_same_call_again_costs_nothing() {
    let (_place, server, key) = setting("10");
    let caller = Caller::new(&server.address, &key);
    let ask = |arguments| call(&server, Some(&key), "find_person", arguments);
    let (refused, is_error) = ask(json!({ "email": PERSON, "max_credits": 0.5 }));
    assert!(is_error, "{refused}");
    assert_eq!(refused["error"]["code"], "max_credits_exceeded", "{refused}");
    assert_eq!(refused["error"]["required"], 1);
    assert!(refused["error"]["next_step"].as_str().unwrap().contains("max_credits to 1"), "{refused}");
    assert_eq!(caller.balance(), 10.0);
    let (found, is_error) = ask(json!({ "email": PERSON, "max_credits": 1 }));
    assert!(!is_error, "{found}");
    assert_eq!(found["person"]["fullName"], "Ada Number0", "{found}");
    assert_eq!(found["cost"], json!({ "credits": 1, "balance_remaining": 9 }));
    assert!(found["person"].get("sources").is_none(), "{found}");
    let (again, _) = ask(json!({ "max_credits": 3, "email": PERSON, "fields": ["person.title"] }));
    assert_eq!(again["person"], json!({ "title": "CTO" }), "{again}");
    assert_eq!((&again["cost"]["credits"], &again["replayed"]), (&json!(0), &json!(true)));
    assert_eq!(caller.balance(), 9.0);
    let (fresh, _) = ask(json!({ "email": PERSON, "max_credits": 1, "idempotency_key": "another" }));
    assert_eq!(fresh["cost"]["credits"], 1, "{fresh}");
    let (explained, is_error) =
        call(&server, Some(&key), "explain_request", json!({ "request_id": found["request_id"] }));
    assert!(!is_error, "{explained}");
    assert_eq!(explained["charged"]["credits"], 1, "{explained}");
}

#[test]
fn a_list_is_refused_by_its_highest_price_and_told_the_limit_that_fits() {
    let (_place, server, key) = setting("100");
    let ask = |arguments| call(&server, Some(&key), "search_people", arguments);
    let filters = json!({ "titles": ["CTO"] });
    let (refused, is_error) = ask(json!({ "filters": filters, "limit": 20, "max_credits": 5 }));
    assert!(is_error && refused["error"]["largest_affordable_limit"] == 4, "{refused}");
    let (quote, is_error) = call(
        &server,
        Some(&key),
        "quote",
        json!({ "tool": "search_people", "arguments": { "filters": filters, "limit": 20 } }),
    );
    assert!(!is_error, "{quote}");
    assert_eq!(quote["would_cost"]["max_credits"], 21, "{quote}");
    assert_eq!(Caller::new(&server.address, &key).balance(), 100.0);
    let (found, is_error) = ask(json!({ "filters": filters, "limit": 4, "max_credits": 5 }));
    assert!(!is_error, "{found}");
    assert_eq!(found["results"].as_array().unwrap().len(), 3, "{found}");
    assert_eq!(found["cost"]["credits"], 4);
    let (again, _) = ask(json!({ "filters": filters, "limit": 4, "max_credits": 5 }));
    assert_eq!(again["cost"]["credits"], 0, "{again}");
}

#[test]
fn a_cap_of_the_key_holds_for_tools_too() {
    let (place, server, _) = setting("10");
    let (account, _) = place.account("capped@customer.example", "10");
    let made = place.json(&[
        "keys",
        "create",
        &account,
        "--scopes",
        "read,spend",
        "--monthly-cap",
        "1",
        "--data",
        "data",
    ]);
    let key = made["key"].as_str().unwrap();
    let ask = |n: u32| {
        call(
            &server,
            Some(key),
            "find_person",
            json!({ "email": format!("ada{n}@acme.example"), "max_credits": 5 }),
        )
    };
    assert!(!ask(0).1);
    let (refused, is_error) = ask(1);
    assert!(is_error && refused["error"]["code"] == "key_cap_reached", "{refused}");
    assert!(refused["error"]["next_step"].as_str().unwrap().contains("cap"), "{refused}");
}

#[test]
fn without_a_key_the_sandbox_answers_and_a_wrong_key_is_an_error() {
    let (_place, server, key) = setting("10");
    let (found, is_error) = call(&server, None, "company_signals", json!({ "kind": "funding", "limit": 2 }));
    assert!(!is_error && found["sandbox"] == true, "{found}");
    let (balance, is_error) = call(&server, None, "account_balance", json!({}));
    assert!(is_error && balance["error"]["code"] == "missing_key", "{balance}");
    let (refused, is_error) = call(&server, None, "search_people", json!({ "limit": 9, "max_credits": 2 }));
    assert!(is_error && refused["error"]["code"] == "max_credits_exceeded", "{refused}");
    let (kept, last) = key.split_at(key.len() - 1);
    let wrong = format!("{kept}{}", if last == "x" { "y" } else { "x" });
    let (refused, is_error) = call(&server, Some(&wrong), "company_signals", json!({ "kind": "funding" }));
    assert!(is_error && refused["error"]["code"] == "invalid_key", "{refused}");
    let by_header =
        post(&server, &[("X-Api-Key", &key)], &tool_call("account_balance", json!({})).to_string());
    assert_eq!(result(&by_header.json()).0["balance"], 10);
    let unset =
        post(&server, &[("Authorization", "Bearer ")], &tool_call("account_balance", json!({})).to_string());
    assert_eq!(result(&unset.json()).0["error"]["code"], "missing_key");
}

#[test]
fn wrong_arguments_are_named_and_free() {
    let (_place, server, key) = setting("10");
    for (tool, arguments, named) in [
        ("find_person", json!({ "email": PERSON }), "max_credits is missing"),
        ("find_person", json!({ "email": PERSON, "max_credits": "lots" }), "Max-Credits"),
        ("find_person", json!({ "email": PERSON, "max_credits": -1 }), "Max-Credits"),
        ("find_person", json!({ "email": PERSON, "max_credits": "1\r\nX: y" }), "Max-Credits"),
        ("find_person", json!({ "emial": PERSON, "max_credits": 1 }), "emial"),
        ("find_person", json!({ "email": 7, "max_credits": 1 }), "email"),
        (
            "find_person",
            json!({ "email": PERSON, "max_credits": 1, "idempotency_key": "\u{1F600}" }),
            "Idempotency-Key",
        ),
        ("find_person", json!({ "email": PERSON, "max_credits": 1, "preview": true }), "quote"),
        ("find_person", json!({ "email": PERSON, "max_credits": 1, "fields": {} }), "fields"),
        ("quote", json!({ "tool": "quote" }), "tool"),
        ("quote", json!({ "tool": "find_person", "arguments": [1] }), "arguments"),
        ("quote", json!({ "tool": "find_person", "email": PERSON }), "email"),
        ("explain_request", json!({ "request_id": "../../keys" }), "no call of this id"),
        ("company_signals", json!({ "kind": "weather" }), "kind"),
    ] {
        let (refused, is_error) = call(&server, Some(&key), tool, arguments.clone());
        assert!(is_error, "{tool} {arguments}: {refused}");
        assert!(refused["error"].to_string().contains(named), "{tool} {arguments}: {refused}");
        assert!(refused["error"]["next_step"].is_string(), "{refused}");
    }
    assert_eq!(Caller::new(&server.address, &key).balance(), 10.0);
    let unknown = post(&server, &[], &tool_call("find_persons", json!({})).to_string()).json();
    assert!(unknown["error"]["message"].as_str().unwrap().contains("find_person?"), "{unknown}");
}

#[test]
fn what_is_no_message_is_refused_and_browsers_of_other_origins_are_kept_out() {
    let (_place, server, key) = setting("10");
    let good = initialize().to_string();
    for (origin, status) in [
        ("https://evil.example", 403),
        ("http://localhost.evil.example", 403),
        ("null", 403),
        ("http://localhost:6274", 200),
        ("http://127.0.0.1:8080", 200),
    ] {
        assert_eq!(post(&server, &[("Origin", origin)], &good).status, status, "{origin}");
    }
    for body in ["", "{", "[]", "null", "{\"jsonrpc\":\"2.0\"}", &"[".repeat(40_000)] {
        let refused = post(&server, &[], body);
        assert!((400..500).contains(&refused.status), "{}: {}", refused.status, refused.body);
    }
    let large = "x".repeat(100_000);
    let bearer = format!("Bearer {key}");
    let large = tool_call("find_person", json!({ "fullName": large, "max_credits": 1 })).to_string();
    assert_eq!(post(&server, &[], &large).status, 413);
    assert_eq!(post(&server, &[("Authorization", &bearer)], &large).status, 200);
    let got = http::send(&server.address, "GET", "/mcp", &[("Accept", "text/event-stream")], "").unwrap();
    assert_eq!((got.status, got.header("allow")), (405, Some("POST")));
    let form = [("Content-Type", "text/plain")];
    assert_eq!(http::send(&server.address, "POST", "/mcp", &form, &good).unwrap().status, 415);
    let encoded = post(&server, &[("Content-Encoding", "gzip")], &good);
    assert_eq!(encoded.status, 415);
    assert!(encoded.body.contains("unsupported_encoding"), "{}", encoded.body);
}

#[test]
fn the_same_tools_are_there_over_standard_input_and_output() {
    let (place, server, key) = setting("10");
    let url = format!("http://{}", server.address);
    let talk = |key: &str, messages: &[Value]| -> (Vec<Value>, String) {
        let mut child = place
            .command(&["mcp"])
            .env("BRIMFUL_URL", &url)
            .env("BRIMFUL_KEY", key)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut answers = Vec::new();
        for message in messages {
            writeln!(input, "{message}").unwrap();
            if message.get("id").is_some() {
                answers.push(serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap());
            }
        }
        drop(input);
        assert_eq!(lines.count(), 0);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        (answers, String::from_utf8(output.stderr).unwrap())
    };
    let greeting = [initialize(), json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })];
    let messages = [
        &greeting[..],
        &[
            message("tools/list", json!({})),
            tool_call("find_person", json!({ "email": PERSON, "max_credits": 0 })),
            tool_call("find_person", json!({ "email": PERSON, "max_credits": 1 })),
            tool_call("explain_request", json!({ "request_id": "req_none/../.." })),
        ],
    ]
    .concat();
    let (answers, said) = talk(&key, &messages);
    let over_http = post(&server, &[], &message("tools/list", json!({})).to_string()).json();
    assert_eq!(answers[1]["result"]["tools"], over_http["result"]["tools"]);
    assert_eq!(result(&answers[2]).0["error"]["code"], "max_credits_exceeded");
    assert_eq!(result(&answers[3]).0["cost"], json!({ "credits": 1, "balance_remaining": 9 }));
    assert_eq!(result(&answers[4]).0["error"]["code"], "not_found");
    assert!(said.contains("your key") && !said.contains(&key), "{said}");
    let sandbox = [&greeting[..], &[tool_call("company_signals", json!({ "kind": "funding" }))]].concat();
    let (answers, said) = talk("", &sandbox);
    assert_eq!(result(&answers[1]).0["sandbox"], true);
    assert!(said.contains("sandbox"), "{said}");
    server.stop();
    let (answers, _) = talk(&key, &messages[..4]);
    assert_eq!(result(&answers[2]).0["error"]["code"], "unreachable");
}
