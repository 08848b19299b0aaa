//! `brimful probe`: asks mail servers for an installation with its key, over HTTPS, and answers nothing else.

use std::{
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    sync::Arc,
};

use serde_json::json;
use tokio::runtime::Runtime;
use world::net::{DnsOnLoopback, DnsQuestion, Zone, ZoneAnswer};

use crate::{
    http::{Caller, send},
    process::Place,
};

const KEY: &str = "0123456789abcdef0123456789abcdef";

/// One mail domain and the host of the probe, both on loopback.
struct Names;

impl Zone for Names {
    fn answer(&self, name: &str, question: DnsQuestion) -> ZoneAnswer {
        match (name, question) {
            ("acme.example", DnsQuestion::Mail) => ZoneAnswer::Mail(vec![(1, "mx.acme.example".into())]),
            ("mx.acme.example" | "probe.example", DnsQuestion::Address) => {
                ZoneAnswer::Addresses(vec!["127.0.0.1".parse().unwrap()])
            }
            ("acme.example" | "mx.acme.example" | "probe.example", _) => ZoneAnswer::Nothing,
            _ => ZoneAnswer::NoSuchName,
        }
    }
}

/// A mail server with one mailbox, `anna.weber`.
fn mail_server() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            std::thread::spawn(move || converse(stream));
        }
    });
    port
}

fn converse(mut stream: TcpStream) {
    let lines = BufReader::new(stream.try_clone().unwrap()).lines();
    let _ = stream.write_all(b"220 mx.acme.example ESMTP\r\n");
    for line in lines.map_while(Result::ok) {
        let reply = match line.to_lowercase() {
            line if line.starts_with("rcpt") && !line.contains("<anna.weber@") => "550 5.1.1 User unknown",
            line if line.starts_with("quit") => "221 2.0.0 Bye",
            _ => "250 2.0.0 Ok",
        };
        if stream.write_all(format!("{reply}\r\n").as_bytes()).is_err() {
            return;
        }
    }
}

/// The settings of a machine in this network. Lists are read in both forms.
fn place(dns: &DnsOnLoopback, smtp_port: u16) -> Place {
    Place::new()
        .with("BRIMFUL_NETWORK__DNS", &dns.address().to_string())
        .with("BRIMFUL_NETWORK__SMTP_PORT", &smtp_port.to_string())
        .with("BRIMFUL_NETWORK__ALLOW_PRIVATE", r#"["127.0.0.0/8", "10.0.0.0/8"]"#)
}

#[test]
fn an_installation_without_the_port_verifies_and_finds_through_a_probe() {
    let runtime = Runtime::new().unwrap();
    let dns = runtime.block_on(DnsOnLoopback::start(Arc::new(Names))).unwrap();
    let made = rcgen::generate_simple_self_signed(["probe.example".to_owned()]).unwrap();
    let host = place(&dns, mail_server()).with("BRIMFUL_PROBE__KEY", KEY);
    let certificate = host.write("cert.pem", made.cert.pem());
    let key = host.write("key.pem", made.signing_key.serialize_pem());
    let host = host
        .with("BRIMFUL_PROBE__TLS_CERT", certificate.to_str().unwrap())
        .with("BRIMFUL_PROBE__TLS_KEY", key.to_str().unwrap());
    let probe = host.start(&["probe"]);
    let port = probe.address.rsplit(':').next().unwrap();

    // The discard port: nothing listens there, as where the port is closed.
    let closed = place(&dns, 9)
        .with("BRIMFUL_NETWORK__PROBE_URL", &format!("https://probe.example:{port}"))
        .with("BRIMFUL_NETWORK__PROBE_KEY", KEY)
        .with("BRIMFUL_NETWORK__PROBE_CA", certificate.to_str().unwrap());
    let (_, api_key) = closed.account("ada@customer.example", "20");
    let server = closed.serve();
    let caller = Caller::new(&server.address, &api_key);
    let verdict =
        |email: &str| caller.post("/v1/verify-email", &json!({ "email": email, "explain": true })).json();
    let exists = verdict("anna.weber@acme.example");
    assert_eq!(exists["reason"], "mailbox_exists", "{exists}");
    assert!(exists["explain"]["conversation"].as_array().unwrap().len() > 3, "{exists}");
    assert_eq!(verdict("karl.niemand@acme.example")["reason"], "mailbox_not_found");
    let found = json!({ "firstName": "Anna", "lastName": "Weber", "domain": "acme.example" });
    let found = caller.post("/v1/find-email", &found).json();
    assert_eq!(found["email"], "anna.weber@acme.example", "{found}");

    drop(probe);
    let unknown = verdict("bruno.keller@acme.example");
    assert_eq!(
        (&unknown["reason"], &unknown["cost"]["credits"]),
        (&json!("unreachable"), &json!(0)),
        "{unknown}"
    );
}

#[test]
fn a_probe_answers_only_its_key_and_only_questions_about_mail() {
    let runtime = Runtime::new().unwrap();
    let dns = runtime.block_on(DnsOnLoopback::start(Arc::new(Names))).unwrap();
    let host = place(&dns, mail_server()).with("BRIMFUL_PROBE__KEY", KEY);
    let probe = host.start(&["probe"]);
    let question = |addresses: &[&str]| {
        json!({
            "domain": "acme.example", "addresses": addresses, "until_accepted": false, "in_background": false
        })
    };
    let own = Caller::new(&probe.address, KEY);
    let answer = own.post("/v1/probe", &question(&["anna.weber@acme.example"]));
    assert_eq!((answer.status, &answer.json()["results"][0]["reason"]), (200, &json!("mailbox_exists")));
    let other = Caller::new(&probe.address, "another key of the same length...");
    assert_eq!(other.post("/v1/probe", &question(&[])).status, 401);
    assert_eq!(send(&probe.address, "POST", "/v1/probe", &[], "{}").unwrap().status, 401);
    assert_eq!(own.post("/v1/enrich", &json!({})).status, 404);
    assert_eq!(own.get("/v1/probe").status, 405);
    assert_eq!(own.post("/v1/probe", &question(&["anna@elsewhere.example"])).status, 422);
    assert_eq!(own.post("/v1/probe", &question(&["a@acme.example"; 65])).status, 422);
    assert_eq!(own.post("/v1/probe", &json!({ "domain": "x" })).status, 422);
    probe.stop();
}

#[test]
fn a_probe_needs_a_key_and_does_not_listen_openly_without_tls() {
    let host = Place::new();
    assert!(host.refusal(&["probe"]).contains("probe.key"));
    let host = host.with("BRIMFUL_PROBE__KEY", KEY);
    let refusal = host.refusal(&["probe", "--listen", "0.0.0.0:0"]);
    assert!(refusal.contains("probe.tls_cert"), "{refusal}");
    let shown = host.run(&["config", "show"]).stdout;
    assert!(!shown.contains(KEY), "{shown}");
}
