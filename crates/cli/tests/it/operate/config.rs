//! `brimful config show`: every setting and where it comes from.

use serde_json::{Value, json};

use crate::process::Place;

fn setting<'a>(shown: &'a Value, name: &str) -> (&'a Value, &'a Value) {
    let entry = shown.as_array().unwrap().iter().find(|entry| entry["setting"] == name).expect(name);
    (&entry["value"], &entry["from"])
}

#[test]
fn each_layer_lies_on_the_one_before_and_is_named() {
    let place = Place::new()
        .with("BRIMFUL_SERVER__LOG", "debug")
        .with("BRIMFUL_SERVER__DATA", "from-environment")
        .with("BRIMFUL_API__TRIAL__DAYS", "14")
        .with("BRIMFUL_API__TRUSTED_PROXIES", "10.0.0.1, ::1");
    place.write(
        "brimful.toml",
        "[server]\nlisten = \"127.0.0.1:9000\"\nlog = \"warn\"\n[api.plans.pro]\nrequests_per_second = 7\n",
    );
    let shown = place.json(&["config", "show", "--data", "from-flag"]);
    assert_eq!(setting(&shown, "server.log_format"), (&json!("text"), &json!("default")));
    assert_eq!(setting(&shown, "server.listen"), (&json!("127.0.0.1:9000"), &json!("brimful.toml")));
    assert_eq!(setting(&shown, "api.plans.pro.requests_per_second"), (&json!(7), &json!("brimful.toml")));
    assert_eq!(setting(&shown, "server.log"), (&json!("debug"), &json!("BRIMFUL_SERVER__LOG")));
    assert_eq!(setting(&shown, "api.trial.days"), (&json!(14), &json!("BRIMFUL_API__TRIAL__DAYS")));
    assert_eq!(setting(&shown, "api.trusted_proxies").0, &json!(["10.0.0.1", "::1"]));
    assert_eq!(setting(&shown, "server.data"), (&json!("from-flag"), &json!("--data")));
}

#[test]
fn another_file_can_be_named() {
    let place = Place::new();
    place.write("brimful.toml", "[server]\nlog = \"warn\"\n");
    place.write("etc/other.toml", "[server]\nlog_format = \"json\"\n");
    let shown = place.json(&["config", "show", "--config", "etc/other.toml"]);
    assert_eq!(setting(&shown, "server.log"), (&json!("info"), &json!("default")));
    assert_eq!(setting(&shown, "server.log_format"), (&json!("json"), &json!("etc/other.toml")));
}

#[test]
fn without_json_it_is_a_table() {
    let place = Place::new();
    let table = place.run(&["config", "show"]).stdout;
    assert!(table.starts_with("SETTING"), "{table}");
    let listen = table.lines().find(|line| line.starts_with("server.listen")).unwrap();
    assert!(listen.ends_with("default"), "{listen}");
}

#[test]
fn the_server_obeys_what_is_shown() {
    let place = Place::new();
    place.write("brimful.toml", "[server]\ndata = \"elsewhere\"\nlog_format = \"json\"\n");
    let server = place.start(&["serve"]);
    server.signal("TERM");
    let mut server = server;
    server.wait();
    assert!(place.path("elsewhere/brimful.db").exists());
    let line = server.log().lines().next().map(str::to_owned).unwrap();
    assert!(serde_json::from_str::<Value>(&line).is_ok(), "{line}");
}
