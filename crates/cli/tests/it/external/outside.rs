//! A server with websites, vendors and feeds around it, all of them on loopback.

use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tokio::runtime::Runtime;
use world::net::{DnsOnLoopback, DnsQuestion, Zone, ZoneAnswer};

use crate::{
    http::{Caller, send},
    process::{Place, Server},
};

const PATIENCE: Duration = Duration::from_secs(20);

/// Knows two hosts, both on loopback.
struct Names;

impl Zone for Names {
    fn answer(&self, name: &str, question: DnsQuestion) -> ZoneAnswer {
        match (name, question) {
            ("harbor.example" | "api.vendor.example", DnsQuestion::Address) => {
                ZoneAnswer::Addresses(vec!["127.0.0.1".parse().unwrap()])
            }
            ("harbor.example", DnsQuestion::Mail) => ZoneAnswer::Mail(vec![(1, "aspmx.l.google.com".into())]),
            ("harbor.example" | "api.vendor.example", _) => ZoneAnswer::Nothing,
            _ => ZoneAnswer::NoSuchName,
        }
    }
}

/// Everything outside: DNS, and one web server that answers by host.
struct ExternalServers {
    _runtime: Runtime,
    dns: DnsOnLoopback,
    port: u16,
    requests: Arc<Mutex<Vec<String>>>,
}

impl ExternalServers {
    fn start() -> Self {
        let runtime = Runtime::new().unwrap();
        let dns = runtime.block_on(DnsOnLoopback::start(Arc::new(Names))).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&requests);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let kept = Arc::clone(&kept);
                std::thread::spawn(move || serve(stream, &kept));
            }
        });
        Self { _runtime: runtime, dns, port, requests }
    }

    fn request_count(&self, what: &str) -> usize {
        self.requests.lock().unwrap().iter().filter(|address| address.starts_with(what)).count()
    }
}

fn serve(mut stream: TcpStream, kept: &Mutex<Vec<String>>) {
    let mut bytes = [0; 8_192];
    let length = stream.read(&mut bytes).unwrap_or(0);
    let request = String::from_utf8_lossy(&bytes[..length]).to_lowercase();
    let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
    let host = request.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    let address = format!("{}{path}", host.split(':').next().unwrap_or_default());
    kept.lock().unwrap().push(address.clone());
    let (status, kind, body) = answer(&address);
    let head = format!("HTTP/1.1 {status} X\r\ncontent-type: {kind}\r\nconnection: close\r\n");
    let _ = write!(stream, "{head}content-length: {}\r\n\r\n{body}", body.len());
}

fn answer(address: &str) -> (u16, &'static str, String) {
    match address {
        "harbor.example/" => (
            200,
            "text/html",
            "<title>Harbor Systems | Ships</title><meta name=description content=Ships>\
             <script src=https://js.hs-scripts.com/1.js></script>\
             <a href=https://jobs.lever.co/harbor>Jobs</a>"
                .to_owned(),
        ),
        "api.vendor.example/board" => {
            let job = json!({ "id": 1, "title": "Ship Seller", "absolute_url": "https://boards.example/1",
                "location": { "name": "Hamburg, Germany" }, "first_published": "2026-01-02T00:00:00Z" });
            (200, "application/json", json!({ "jobs": [job] }).to_string())
        }
        address if address.starts_with("api.vendor.example/person?profile=") => {
            let person = json!({ "found": true, "name": "Ada Brandt", "title": "Head of Sales",
                "phone": "+4917612345678", "company": "harbor.example" });
            (200, "application/json", person.to_string())
        }
        address if address.starts_with("api.vendor.example/line/") => {
            (200, "application/json", json!({ "works": "true", "carrier": "Nordnet" }).to_string())
        }
        _ => (404, "text/plain", String::new()),
    }
}

const VENDOR: &str = r#"
    name = "acme"
    base_url = "http://api.vendor.example"
    auth = { kind = "bearer" }
    [[lookups]]
    facts = ["person", "mobile"]
    path = "/person"
    needs = [["network_url"]]
    query = { profile = "{network_url}" }
    price_usd = 0.1
    expects = ["found"]
    [lookups.fields]
    full_name = "name"
    title = "title"
    company_domain = "company"
    mobile = "phone"
    [[lookups]]
    facts = ["phone_check"]
    path = "/line/{phone}"
    needs = [["phone"]]
    price_usd = 0.01
    charged = "call"
    expects = ["works"]
    [lookups.fields]
    phone_valid = "works"
    carrier = "carrier"
"#;

fn place(outside: &ExternalServers) -> Place {
    let place = Place::new().with("ACME_KEY", "a-secret-key");
    place.write("acme.toml", VENDOR);
    let config = format!(
        r#"
        [api]
        metrics = "open"
        [network]
        dns = "{}"
        http_port = {}
        https_port = 1
        allow_private = ["127.0.0.0/8"]
        [waterfall.mobile]
        order = ["acme"]
        deadline_ms = 5000
        [[vendors]]
        file = "acme.toml"
        key_env = "ACME_KEY"
        [[feeds]]
        name = "harbor-jobs"
        kind = "greenhouse"
        token = "harbor"
        url = "http://api.vendor.example/board"
        company_domain = "harbor.example"
        company_name = "Harbor Systems"
        "#,
        outside.dns.address(),
        outside.port,
    );
    place.write("brimful.toml", config);
    place
}

fn post(server: &Server, key: &str, path: &str, body: &Value) -> Value {
    let bearer = format!("Bearer {key}");
    let headers = [("Authorization", bearer.as_str()), ("Content-Type", "application/json")];
    let answer = send(&server.address, "POST", path, &headers, &body.to_string()).unwrap();
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

#[test]
fn an_unknown_company_is_resolved_from_its_own_website_and_stored() {
    let outside = ExternalServers::start();
    let place = place(&outside);
    let (_, key) = place.account("ada@example.com", "100");
    let server = place.serve();
    let answer = post(&server, &key, "/v1/companies", &json!({ "domain": "www.harbor.example" }));
    assert_eq!(answer["company"]["name"], "Harbor Systems", "{answer}");
    assert_eq!(answer["company"]["emailProvider"], "Google Workspace", "{answer}");
    assert_eq!(answer["cost"]["credits"], 1);
    let technologies = answer["company"]["technologies"].to_string();
    assert!(technologies.contains("HubSpot"), "{technologies}");
    // The job board it links to is polled from then on; no server listens for https here.
    let metrics = || send(&server.address, "GET", "/metrics", &[], "").unwrap().body;
    let begun = Instant::now();
    while !metrics().contains("brimful_feed_failures{feed=\"lever/harbor\"}") {
        assert!(begun.elapsed() < PATIENCE, "{}", metrics());
        std::thread::sleep(Duration::from_millis(100));
    }
    let visits = outside.request_count("harbor.example/");
    let again = post(&server, &key, "/v1/companies", &json!({ "domain": "harbor.example" }));
    assert_eq!(again["company"]["id"], answer["company"]["id"]);
    assert_eq!(outside.request_count("harbor.example/"), visits, "it is known now");
    let unknown = post(&server, &key, "/v1/companies", &json!({ "domain": "nobody.example" }));
    assert_eq!((&unknown["found"], &unknown["cost"]["credits"]), (&json!(false), &json!(0)));
    server.stop();
}

#[test]
fn vendors_give_people_and_mobiles_and_upstream_calls_are_reported() {
    let outside = ExternalServers::start();
    let place = place(&outside);
    let (_, key) = place.account("ada@example.com", "100");
    let server = place.serve();
    let profile = json!({ "networkUrl": "https://www.linkedin.com/in/ada-brandt" });
    let mut question = profile.clone();
    question["explain"] = true.into();
    let person = post(&server, &key, "/v1/enrich", &question);
    assert_eq!(person["person"]["fullName"], "Ada Brandt", "{person}");
    assert_eq!(person["person"]["company"]["domain"], "harbor.example", "{person}");
    let requests = outside.request_count("api.vendor.example/person");
    assert_eq!(requests, 1);
    let upstream = &person["explain"]["upstream"];
    assert_eq!(
        (&upstream[0]["fact"], &upstream[0]["outcome"]),
        (&json!("person"), &json!("hit")),
        "{person}"
    );
    assert!(
        upstream[0].get("cost_usd").is_none(),
        "what a vendor takes is the operator's affair: {upstream}"
    );
    let history = Caller::new(&server.address, &key).get("/v1/me/history").json();
    assert_eq!(&history["results"][0]["upstream"], upstream, "{history}");
    let phone = post(&server, &key, "/v1/multi-source-phone", &profile);
    assert!(phone.to_string().contains("+4917612345678"), "{phone}");
    // An unverified mobile is checked at its carrier, once.
    assert_eq!(phone["carrier"], "Nordnet", "{phone}");
    assert!(phone["last_validated_at"].is_string(), "{phone}");
    post(&server, &key, "/v1/multi-source-phone", &profile);
    assert_eq!(outside.request_count("api.vendor.example/line/"), 1);
    server.stop();
    let shown = place.run(&["config", "show"]);
    assert!(!shown.stdout.contains("a-secret-key"), "{}", shown.stdout);
}

#[test]
fn a_new_posting_of_a_job_board_is_in_the_signal_feed_and_delivered_once() {
    let outside = ExternalServers::start();
    let place = place(&outside);
    let (_, key) = place.account("ada@example.com", "100");
    let server = place.serve();
    let bearer = format!("Bearer {key}");
    let deadline = Instant::now() + PATIENCE;
    loop {
        let path = "/v1/signals?kind=hiring&domain=harbor.example";
        let answer = send(&server.address, "GET", path, &[("Authorization", &bearer)], "").unwrap();
        let results = answer.json()["results"].clone();
        if results.as_array().is_some_and(|results| !results.is_empty()) {
            assert!(results.to_string().contains("Ship Seller"), "{results}");
            assert_eq!(results.as_array().unwrap().len(), 1);
            break;
        }
        assert!(Instant::now() < deadline, "{} {}", answer.body, server.log());
        std::thread::sleep(Duration::from_millis(50));
    }
    server.stop();
    let kept = crate::process::open_database(&place.path("data"));
    let state: String = kept.query_row("SELECT state FROM feed", [], |row| row.get(0)).unwrap();
    assert!(state.contains("Ship Seller"), "what was seen outlives the server: {state}");
}

#[test]
fn settings_that_cannot_work_are_refused_before_anything_is_served() {
    for (config, expected) in [
        ("[[feeds]]\nname = \"x\"\nkind = \"news\"", "url is missing"),
        ("[[feeds]]\nname = \"x\"\nkind = \"carrier-pigeon\"", "carrier-pigeon"),
        ("[[vendors]]\npreset = \"nobody\"\nkey_env = \"K\"", "no preset"),
        ("[[vendors]]\npreset = \"pdl\"\nkey_env = \"NOT_SET_ANYWHERE\"", "NOT_SET_ANYWHERE"),
    ] {
        let place = Place::new();
        place.write("brimful.toml", config);
        let sentence = place.refusal(&["serve", "--data", "data", "--listen", "127.0.0.1:0"]);
        assert!(sentence.contains(expected), "{sentence}");
    }
}
