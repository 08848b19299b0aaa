//! `brimful account`, `keys` and `credits`, beside a running server.

use serde_json::{Value, json};

use crate::{
    http::{self, Caller},
    process::{Place, within_a_second},
};

#[test]
fn a_new_account_can_call_the_running_server_at_once() {
    let place = Place::new();
    let server = place.serve();
    let (account, key) = place.account("ada@customer.example", "2.5");
    let me = Caller::new(&server.address, &key).get("/v1/me").json();
    assert_eq!((&me["account_id"], &me["plan"]), (&json!(account), &json!("scale")));
    assert_eq!(me["balance"], json!(2.5));
}

#[test]
fn a_revoked_key_is_dead_within_a_second() {
    let place = Place::new();
    let (_, first) = place.account("ada@customer.example", "5");
    let server = place.serve();
    let made = place.json(&["keys", "create", "ada@customer.example", "--name", "second", "--data", "data"]);
    let caller = Caller::new(&server.address, made["key"].as_str().unwrap());
    assert_eq!(caller.get("/v1/me").status, 200);
    let id = made["details"]["id"].as_str().unwrap();
    let revoked = place.json(&["keys", "revoke", "ada@customer.example", id, "--data", "data"]);
    assert!(revoked["revoked_at"].is_string(), "{revoked}");
    within_a_second(|| caller.get("/v1/me").status == 401);
    assert_eq!(caller.get("/v1/me").json()["code"], "revoked_key");
    assert_eq!(Caller::new(&server.address, &first).get("/v1/me").status, 200);
}

#[test]
fn a_rotated_key_is_followed_by_a_new_one() {
    let place = Place::new();
    let (account, old) = place.account("ada@customer.example", "5");
    let server = place.serve();
    let keys = place.json(&["keys", "list", &account, "--data", "data"]);
    let id = keys[0]["id"].as_str().unwrap();
    let rotated = place.json(&["keys", "rotate", &account, id, "--overlap-seconds", "0", "--data", "data"]);
    let new = Caller::new(&server.address, rotated["key"].as_str().unwrap());
    assert_eq!(new.get("/v1/me").status, 200);
    let old = Caller::new(&server.address, &old);
    within_a_second(|| old.get("/v1/me").status == 401);
    assert_eq!(old.get("/v1/me").json()["code"], "expired_key");
    assert_eq!(rotated["replaced"]["id"], json!(id));
}

#[test]
fn a_key_has_the_scopes_it_was_made_with() {
    let place = Place::new();
    place.account("ada@customer.example", "5");
    let server = place.serve();
    let made = place.json(&["keys", "create", "ada@customer.example", "--scopes", "read", "--data", "data"]);
    assert_eq!(made["details"]["scopes"], json!(["read"]));
    let caller = Caller::new(&server.address, made["key"].as_str().unwrap());
    assert_eq!(caller.get("/v1/me").status, 200);
    let refused = caller.post("/v1/enrich", &json!({ "email": "jo@acme.example" }));
    assert_eq!((refused.status, &refused.json()["code"]), (403, &json!("scope_required")));
}

#[test]
fn granted_credits_are_there_within_a_second() {
    let place = Place::new();
    let (account, key) = place.account("ada@customer.example", "5");
    let server = place.serve();
    let caller = Caller::new(&server.address, &key);
    assert_eq!(caller.balance(), 5.0);
    let granted = place.json(&["credits", "grant", &account, "10.125", "--data", "data"]);
    assert_eq!(granted["balance"], json!(15.125));
    within_a_second(|| caller.balance() == 15.125);
    place.json(&["credits", "grant", &account, "-15", "--reason", "a mistake", "--data", "data"]);
    within_a_second(|| caller.balance() == 0.125);
    let statement = place.json(&["credits", "statement", &account, "--data", "data"]);
    let movements = statement["movements"].as_array().unwrap();
    let credits: Vec<&Value> = movements.iter().map(|line| &line["credits"]).collect();
    assert_eq!(credits, [&json!(5), &json!(10.125), &json!(-15)]);
    assert_eq!(movements[2]["reason"], "a mistake");
    assert_eq!((&statement["opening"], &statement["closing"]), (&json!(0), &json!(0.125)));
}

#[test]
fn a_plan_is_changed_while_the_server_runs() {
    let place = Place::new();
    let (account, key) = place.account("ada@customer.example", "5");
    let server = place.serve();
    place.json(&["account", "set-plan", &account, "free", "--data", "data"]);
    let caller = Caller::new(&server.address, &key);
    within_a_second(|| caller.get("/v1/me").json()["plan"] == "free");
    let list = place.json(&["account", "list", "--data", "data"]);
    assert_eq!((&list[0]["id"], &list[0]["plan"]), (&json!(account), &json!("free")));
}

#[test]
fn without_json_a_person_can_read_it() {
    let place = Place::new();
    let (account, _) = place.account("ada@customer.example", "5");
    let list = place.run(&["account", "list", "--data", "data"]).stdout;
    let lines: Vec<&str> = list.lines().collect();
    assert!(lines[0].starts_with("ACCOUNT") && lines[0].ends_with("CREDITS"), "{list}");
    assert!(lines[1].starts_with(&account) && lines[1].ends_with('5'), "{list}");
    let keys = place.run(&["keys", "list", &account, "--data", "data"]).stdout;
    assert!(keys.contains("first key") && keys.contains("active"), "{keys}");
    let statement = place.run(&["credits", "statement", &account, "--data", "data"]).stdout;
    assert!(statement.contains("opening grant"), "{statement}");
    let granted = place.run(&["credits", "grant", &account, "1", "--data", "data"]).stdout;
    assert_eq!(granted, format!("1 credit was granted; {account} has 6 credits\n"));
    let withdrawn = place.run(&["credits", "grant", &account, "-2.5", "--data", "data"]).stdout;
    assert_eq!(withdrawn, format!("2.5 credits were withdrawn; {account} has 3.5 credits\n"));
    let statement = place.run(&["credits", "statement", &account, "--data", "data"]).stdout;
    assert!(statement.contains("granted by the operator"), "{statement}");
    assert!(statement.contains("withdrawn by the operator"), "{statement}");
}

#[test]
fn an_impossible_request_is_refused_with_a_reason() {
    let place = Place::new();
    let (account, _) = place.account("ada@customer.example", "5");
    let refusals: [(&[&str], &str); 6] = [
        (&["account", "create", "--email", "ada@customer.example"], "an account with this email exists"),
        (&["account", "create", "--email", "no address"], "--email is no email address"),
        (&["credits", "grant", "nobody@customer.example", "5"], "there is no account nobody@customer"),
        (
            &["credits", "grant", &account, "-6"],
            "the account has 5 credits, and a balance does not go below zero: 6 cannot be withdrawn",
        ),
        (&["keys", "revoke", &account, "key_never"], "no such key"),
        (&["keys", "rotate", &account, "key_never"], "the account has no key key_never"),
    ];
    for (arguments, expected) in refusals {
        let sentence = place.refusal(&[arguments, &["--data", "data"]].concat());
        assert!(sentence.contains(expected), "{arguments:?}: {sentence}");
    }
}

#[test]
fn every_command_that_takes_credits_says_what_is_wrong_with_an_amount() {
    let place = Place::new();
    let (account, _) = place.account("ada@customer.example", "5");
    let keys = place.json(&["keys", "list", &account, "--data", "data"]);
    let key = keys[0]["id"].as_str().unwrap();
    let email = ["--email", "eve@customer.example"];
    let create = |credits: &str| [&["account", "create"], &email[..], &[credits]].concat().join(" ");
    let (fraction, huge) = ("at most three decimals", "the largest amount is 9223372036854775.807");
    let beyond = "99999999999999999999";
    let refused = [
        (create("--credits=-1"), "an account does not start below 0"),
        (create("--credits=1.2345"), fraction),
        (create(&format!("--credits={beyond}")), huge),
        (format!("credits grant {account} 0"), "0 credits move nothing"),
        (format!("credits grant {account} 1.2345"), fraction),
        (format!("credits grant {account} {beyond}"), huge),
        (format!("credits grant {account} -{beyond}"), huge),
        ("credits refund req_x --credits=0".to_owned(), "a refund is more than 0"),
        ("credits refund req_x --credits=-1".to_owned(), "a refund is more than 0"),
        ("credits refund req_x --credits=1e3".to_owned(), fraction),
        (format!("credits refund req_x --credits={beyond}"), huge),
        (format!("keys create {account} --monthly-cap=-1"), "a cap is not below 0"),
        (format!("keys create {account} --monthly-cap=1000000001"), "a cap is at most 1000000000"),
        (format!("keys cap {account} {key} 0.0001"), fraction),
        (format!("keys cap {account} {key} {beyond}"), huge),
    ];
    for (command, expected) in refused {
        let arguments: Vec<&str> = command.split(' ').chain(["--data", "data"]).collect();
        let usage = place.run(&arguments);
        assert_eq!(usage.code, Some(2), "{command}: {}{}", usage.stdout, usage.stderr);
        assert!(usage.stderr.contains(expected), "{command}: {}", usage.stderr);
    }
    assert_eq!(place.json(&["account", "list", "--data", "data"])[0]["balance"], 5);
}

#[test]
fn an_operator_has_the_operators_pages_until_it_is_taken_away() {
    let place = Place::new();
    let (account, _) = place.account("ada@customer.example", "5");
    let server = place.serve();
    let set = place.json(&["account", "operator", "ada@customer.example", "--data", "data"]);
    assert_eq!(set, json!({ "account_id": account, "email": "ada@customer.example", "operator": true }));
    let reset = place.json(&["account", "reset-password", &account, "--data", "data"]);
    let login = json!({ "email": "ada@customer.example", "password": reset["password"] }).to_string();
    let headers = [("content-type", "application/json")];
    let answer = http::send(&server.address, "POST", "/v1/login", &headers, &login).unwrap();
    let cookie = answer.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let headers = [("accept", "text/html"), ("cookie", cookie.as_str())];
    let open = || http::send(&server.address, "GET", "/operator/audit", &headers, "").unwrap();
    let log = open();
    assert_eq!(log.status, 200);
    assert!(log.body.contains("Make operator") && log.body.contains(&account), "{}", log.body);
    assert!(
        log.body.contains("<small>command line</small>") && !log.body.contains("not known"),
        "{}",
        log.body
    );
    place.json(&["account", "operator", &account, "--off", "--data", "data"]);
    assert_eq!(open().status, 404);
}
