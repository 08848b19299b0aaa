//! What a running server tells operators of itself.

use serde_json::Value;

use crate::{http, process::Place};

/// An account with a key for operators: its id, and the header of its calls.
fn operator(place: &Place) -> (String, String) {
    let made = place.json(&["account", "create", "--email", "op@here.example", "--data", "data"]);
    let account = made["account_id"].as_str().unwrap().to_owned();
    let scopes = ["keys", "create", &account, "--scopes", "read,operate", "--data", "data"];
    let key = place.json(&scopes)["key"].as_str().unwrap().to_owned();
    (account, format!("Bearer {key}"))
}

#[test]
fn settings_are_those_of_config_show_and_hold_no_secret() {
    let place = Place::new();
    place.write(
        "brimful.toml",
        "[api.signup]\nmode = \"invite\"\ninvite_codes = [\"sesame-4711\"]\n[probe]\nkey = \"geheim-4711\"\n",
    );
    let server = place.serve();
    let (account, bearer) = operator(&place);
    let headers = [("authorization", bearer.as_str())];
    let answer = http::send(&server.address, "GET", "/v1/operator/settings", &headers, "").unwrap().json();
    let text = answer.to_string();
    assert!(!text.contains("4711"), "{text}");
    let mode = |list: &Value| {
        let found = list.as_array().unwrap().iter().find(|one| one["setting"] == "api.signup.mode").cloned();
        found.unwrap()
    };
    assert_eq!(mode(&answer["results"])["value"], "invite");
    assert!(mode(&answer["results"])["from"].as_str().unwrap().ends_with("brimful.toml"));
    let shown = place.json(&["config", "show", "--data", "data"]);
    assert_eq!(mode(&shown), mode(&answer["results"]));
    assert!(!shown.to_string().contains("4711"));
    let log = http::send(&server.address, "GET", "/v1/operator/audit", &headers, "").unwrap().json();
    let first = &log["results"][0];
    assert_eq!((first["by"].as_str(), first["action"].as_str()), (Some("command_line"), Some("create_key")));
    assert!(first["subject"].as_str().unwrap().starts_with(&account), "{log}");
    assert!(!first["system_user"].as_str().unwrap().is_empty(), "{log}");
}

#[test]
fn health_over_http_has_every_check_of_doctor() {
    let place = Place::new();
    let server = place.serve();
    let (_, bearer) = operator(&place);
    let headers = [("authorization", bearer.as_str())];
    let read = || http::send(&server.address, "GET", "/v1/operator/health", &headers, "").unwrap().json();
    let mut health = read();
    for _ in 0..500 {
        if health["checking"] == false {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
        health = read();
    }
    let names = |list: &Value| -> Vec<String> {
        let checks = list["checks"].as_array().unwrap();
        checks.iter().map(|check| check["name"].as_str().unwrap().to_owned()).collect()
    };
    let doctor = place.json(&["doctor", "--data", "data"]);
    assert_eq!(names(&health), names(&doctor), "{health}");
    for name in ["files", "server", "dns", "mail port", "greeting"] {
        assert!(names(&health).iter().any(|known| known == name), "{name}: {health}");
    }
    let detail = |list: &Value, name: &str| {
        let checks = list["checks"].as_array().unwrap();
        checks.iter().find(|check| check["name"] == name).unwrap()["detail"].clone()
    };
    for name in ["files", "server", "greeting"] {
        assert_eq!(detail(&health, name), detail(&doctor, name));
    }
}
