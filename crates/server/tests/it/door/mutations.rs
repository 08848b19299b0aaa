//! Requests that are almost right: the example of every endpoint, changed at random. Each is answered or refused as the
//! document says, none fails on the server's side.
//!
//! `BRIMFUL_MUTATIONS` is how many are made of each example; what was sent is in the message of a failure.

use serde_json::{Value, json};
use server::{CATALOGUE, SignupMode};
use store::{Entropy, Plan};

use crate::support::{TestServer, own_example, own_path, verb};

const MUTATIONS: usize = 8;
/// Changes of one example at most.
const CHANGES_MAX: usize = 3;

fn below(random: &Entropy, end: usize) -> usize {
    let mut bytes = [0; 8];
    random.fill(&mut bytes);
    (u64::from_le_bytes(bytes) % end as u64) as usize
}

/// Values that parsers are known to stumble over.
fn hostile(random: &Entropy) -> Value {
    let texts = [
        "",
        " ",
        "\0",
        "\u{202e}drawkcab",
        "ﷺ",
        "ı",
        "a\u{300}",
        "=1+1",
        "../../etc/passwd",
        "' OR 1=1 --",
        "<script>",
        "%00",
        "http://[::1]/",
        "x@y",
        "@",
        "+",
        "1e400",
        "9999-12-31T23:59:60Z",
        "-0001-01-01",
        "{\"a\":1}",
        "null",
        "xn--a",
        "\u{feff}",
        "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    ];
    match below(random, 9) {
        0 => Value::Null,
        1 => json!(-1),
        2 => json!(u64::MAX),
        3 => json!(i64::MIN),
        4 => json!(1e308),
        5 => json!(true),
        6 => json!([]),
        7 => json!({}),
        _ => json!(texts[below(random, texts.len())]),
    }
}

/// Every place of a value, as JSON pointers.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                places(member, &format!("{at}/{}", name.replace('~', "~0").replace('/', "~1")), found);
            }
        }
        Value::Array(items) => {
            for (no, item) in items.iter().enumerate() {
                places(item, &format!("{at}/{no}"), found);
            }
        }
        _ => {}
    }
}

fn change_value(value: &mut Value, random: &Entropy) {
    let mut found = Vec::new();
    places(value, "", &mut found);
    let at = &found[below(random, found.len())];
    let Some(place) = value.pointer_mut(at) else { return };
    match below(random, 7) {
        0 => *place = json!([place.clone(), place.clone()]),
        1 => *place = json!({ "": place.clone() }),
        2 => {
            if let Some(text) = place.as_str() {
                *place = json!(text.repeat(2 + below(random, 398)));
            }
        }
        3 => {
            if let Some(text) = place.as_str() {
                let mut letters: Vec<char> = text.chars().collect();
                let other = char::from_u32(below(random, 0x2_0000) as u32).unwrap_or('\u{fffd}');
                let to = below(random, letters.len() + 1);
                letters.insert(to, other);
                *place = json!(letters.into_iter().collect::<String>());
            }
        }
        4 => {
            if let Some(members) = place.as_object_mut() {
                let unknown = format!("field{}", below(random, 100));
                members.insert(unknown, hostile(random));
            }
        }
        _ => *place = hostile(random),
    }
}

fn change_bytes(bytes: &mut Vec<u8>, random: &Entropy) {
    let at = below(random, bytes.len().max(1));
    match below(random, 4) {
        _ if bytes.is_empty() => bytes.push(b'{'),
        0 => bytes[at] ^= 1 << below(random, 8),
        1 => bytes.truncate(at),
        2 => bytes.insert(at, below(random, 256) as u8),
        _ => {
            let piece = bytes[at..].to_vec();
            bytes.extend(piece);
        }
    }
}

/// A body made of an example.
fn mutated(example: &Value, random: &Entropy) -> Vec<u8> {
    let mut value = example.clone();
    for _ in 0..1 + below(random, CHANGES_MAX) {
        change_value(&mut value, random);
    }
    let mut bytes = value.to_string().into_bytes();
    if below(random, 4) == 0 {
        change_bytes(&mut bytes, random);
    }
    bytes
}

/// A query string with a changed value, or a stray one.
fn mutated_query(path: &str, random: &Entropy) -> String {
    let encoded = |bytes: &[u8]| bytes.iter().map(|byte| format!("%{byte:02x}")).collect::<String>();
    let names = ["limit", "cursor", "q", "kind", "since", "id", "format", "domain", "from", ""];
    let name = names[below(random, names.len())];
    let value = match hostile(random) {
        Value::String(text) => text,
        other => other.to_string(),
    };
    let sign = if path.contains('?') { '&' } else { '?' };
    format!("{path}{sign}{name}={}", encoded(value.as_bytes()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_changed_request_fails_on_the_servers_side() {
    let count = std::env::var("BRIMFUL_MUTATIONS").map_or(MUTATIONS, |text| text.parse().unwrap());
    let (server, sample) = TestServer::of_the_world(|setup| {
        setup.settings.signup.mode = SignupMode::Open;
        setup.settings.limits.refused_keys_per_minute = 1_000_000;
    })
    .await;
    let mut sent = 0;
    for (number, entry) in CATALOGUE.iter().enumerate() {
        // Of its own, because some changed requests erase, close or rotate.
        let account = server.operator(&server.account(Plan::Scale, 1_000_000).await).await;
        let path = own_path(&account, entry, &sample).await;
        let example = own_example(&account, entry, &sample).await;
        for round in 0..count {
            let random = &Entropy::seeded((number * 1_000_003 + round) as u64);
            let (path, body) = match entry.spec.method.has_body() {
                true => (path.clone(), mutated(&example, random)),
                false => (mutated_query(&path, random), Vec::new()),
            };
            let text = String::from_utf8_lossy(&body).into_owned();
            let answer = account
                .send(verb(entry), &path, |request| match body.is_empty() {
                    true => request,
                    false => request.header("content-type", "application/json").body(body),
                })
                .await;
            sent += 1;
            let is_outside = answer.status == 503 && answer.text().contains("sources_unavailable");
            assert!(
                answer.status < 500 || is_outside,
                "{} round {round}: {} to {path} with {text}: {}",
                entry.spec.id,
                answer.status,
                answer.text()
            );
            if answer.status >= 400 {
                assert_eq!(answer.header("content-type"), "application/problem+json", "{path} {text}");
            }
        }
    }
    println!("{sent} changed requests");
    server.prove_books();
}
