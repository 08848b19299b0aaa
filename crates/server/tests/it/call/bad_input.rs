//! Bad input, for everything that takes a body and its twin: each gets the documented problem, and leaves no trace.

use proptest::prelude::*;
use reqwest::Method as Verb;
use serde_json::{Map, Value, json};
use server::{CATALOGUE, Sample, SignupMode};
use store::Plan;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::support::{Account, Answer, Client, TestServer, faults, own_path, twin_path, verb};

/// Larger than any request may be.
const TEN_MEGABYTES: usize = 10 << 20;
/// Deeper than any request is.
const DEEP: usize = 100_000;

/// One call of the catalogue that takes a body, ready to be called badly.
struct Target {
    verb: Verb,
    path: String,
    client: Client,
    example: Map<String, Value>,
    /// The schema of its body, by field.
    fields: Map<String, Value>,
}

struct Range {
    server: TestServer,
    account: Account,
    targets: Vec<Target>,
}

impl Range {
    async fn new() -> Self {
        let server = TestServer::with(|setup| {
            setup.settings.signup.mode = SignupMode::Open;
            setup.settings.limits.sandbox_calls_per_day = 100_000;
            // The sandbox is to be seen to refuse for the same reasons as the rest.
            setup.settings.limits.keyless_body_bytes = setup.settings.limits.body_bytes;
        })
        .await;
        let account = server.operator(&server.account(Plan::Scale, 100).await).await;
        let document: Value = serde_json::from_str(server.app.openapi()).unwrap();
        let sample = Sample::of(&server.store).unwrap();
        let mut targets = Vec::new();
        for entry in CATALOGUE.iter().filter(|entry| entry.spec.method.has_body()) {
            let schema = &document["paths"][entry.spec.path][verb(entry).as_str().to_lowercase()]["requestBody"]
                ["content"]["application/json"];
            let name = schema["schema"]["$ref"].as_str().unwrap().trim_start_matches('#');
            let fields = document.pointer(name).unwrap()["properties"].as_object().unwrap().clone();
            let mut example = (entry.example)(&sample).as_object().unwrap().clone();
            example.retain(|field, _| fields.contains_key(field));
            let target = |path: String, client: Client| Target {
                verb: verb(entry),
                path,
                client,
                example: example.clone(),
                fields: fields.clone(),
            };
            targets.push(target(own_path(&account, entry, &sample).await, account.client.clone()));
            if entry.spec.has_twin() {
                targets.push(target(twin_path(entry, &sample), server.anyone()));
            }
        }
        assert!(targets.len() >= 13);
        // Jobs that were made to have an id leave their traces before anything is counted.
        server.run_due().await;
        Self { server, account, targets }
    }

    /// Only those that take anything.
    async fn of_fields() -> Self {
        let mut range = Self::new().await;
        range.targets.retain(|target| !target.fields.is_empty());
        assert!(range.targets.len() >= 13);
        range
    }

    /// Only those that take text.
    async fn of_texts() -> Self {
        let mut range = Self::new().await;
        range.targets.retain(|target| !texts_of(target).is_empty());
        assert!(range.targets.len() >= 9);
        range
    }

    /// Sends something to every target, has the answer judged, and sees that nothing was left behind.
    async fn each(&self, send: impl AsyncFn(&Target) -> Answer, judge: impl Fn(&Target, &Answer)) {
        let before = (self.server.traces(&self.account), self.server.store.counts().unwrap());
        for target in &self.targets {
            let answer = send(target).await;
            judge(target, &answer);
        }
        assert_eq!((self.server.traces(&self.account), self.server.store.counts().unwrap()), before);
    }

    /// Sends a body to every target, which must be refused with this code.
    async fn refuses(&self, body: impl Into<Vec<u8>>, status: u16, code: &str) {
        let body = body.into();
        let send = async |target: &Target| target.send(body.clone()).await;
        self.each(send, |_, answer| drop(answer.problem(status, code))).await;
    }
}

impl Target {
    /// Sends bytes that claim to be JSON.
    async fn send(&self, body: impl Into<reqwest::Body>) -> Answer {
        let json = |request: reqwest::RequestBuilder| request.header("content-type", "application/json");
        self.client.send(self.verb.clone(), &self.path, |request| json(request).body(body.into())).await
    }

    /// The example with every field replaced.
    fn with_all(&self, value: impl Fn(&Value) -> Option<Value>) -> Map<String, Value> {
        let replaced = self.fields.iter().filter_map(|(field, schema)| Some((field.clone(), value(schema)?)));
        self.example.clone().into_iter().chain(replaced).collect()
    }
}

fn is_text(schema: &Value) -> bool {
    let kinds = &schema["type"];
    kinds == "string" || kinds.as_array().is_some_and(|kinds| kinds.contains(&"string".into()))
}

#[tokio::test]
async fn what_is_not_json_is_refused() {
    let range = Range::new().await;
    for body in
        ["{\"email\":", "{'email': 'a'}", "email=a", "{} {}", "{\"a\":1,}", "{\"a\":1e999}", "\u{feff}{}"]
    {
        range.refuses(body, 400, "invalid_json").await;
    }
    range.refuses(b"{\"a\":\"\xff\xfe\"}".as_slice(), 400, "invalid_json").await;
}

#[tokio::test]
async fn lone_surrogates_are_refused() {
    let range = Range::new().await;
    for body in [r#"{"a":"\ud800"}"#, r#"{"a":"\udc00 x"}"#, r#"{"\ud83d":1}"#] {
        range.refuses(body, 400, "invalid_json").await;
    }
}

#[tokio::test]
async fn a_field_named_twice_is_refused() {
    let range = Range::new().await;
    range.refuses(r#"{"email":"a@client.example","email":"b@client.example"}"#, 400, "invalid_json").await;
    range.refuses(r#"{"deep":[{"x":1,"x":2}]}"#, 400, "invalid_json").await;
}

#[tokio::test]
async fn nesting_without_end_is_refused() {
    let range = Range::new().await;
    range.refuses("[".repeat(DEEP), 400, "invalid_json").await;
    range.refuses(format!("{}{}", "[".repeat(DEEP), "]".repeat(DEEP)), 400, "invalid_json").await;
    range.refuses("{\"a\":".repeat(DEEP), 400, "invalid_json").await;
}

#[tokio::test]
async fn what_is_no_object_is_refused() {
    let range = Range::new().await;
    for body in ["[]", "[{}]", "\"text\"", "5", "true", "null"] {
        let send = async |target: &Target| target.send(body).await;
        range
            .each(send, |target, answer| {
                let problem = answer.problem(422, "invalid_request");
                assert_eq!(faults(&problem), [": wrong_type"], "{} {body}", target.path);
            })
            .await;
    }
}

#[tokio::test]
async fn ten_megabytes_are_refused() {
    let range = Range::new().await;
    let body = format!("{{\"a\":\"{}\"}}", "x".repeat(TEN_MEGABYTES));
    range.refuses(body, 413, "body_too_large").await;
}

#[tokio::test]
async fn a_caller_that_writes_to_the_end_before_reading_is_told_too() {
    let server = TestServer::start().await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = format!(
        "POST /v1/enrich HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: {TEN_MEGABYTES}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(&vec![b' '; TEN_MEGABYTES]).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    // Without a key the key is what is asked for first; what matters is that the answer arrives.
    assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
}

#[tokio::test]
async fn an_encoded_body_is_refused() {
    let range = Range::new().await;
    for coding in ["gzip", "br", "identity, deflate", "x"] {
        let send = async |target: &Target| {
            let body = b"\x1f\x8b\x08\0".as_slice();
            let encoded = |request: reqwest::RequestBuilder| {
                request.header("content-type", "application/json").header("content-encoding", coding)
            };
            target.client.send(target.verb.clone(), &target.path, |request| encoded(request).body(body)).await
        };
        let judge = |_: &Target, answer: &Answer| {
            answer.problem(415, "unsupported_encoding");
            assert_eq!(answer.header("accept-encoding"), "identity");
        };
        range.each(send, judge).await;
    }
}

#[tokio::test]
async fn a_body_whose_encoding_is_identity_is_read() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Scale, 10).await;
    let plain = |request: reqwest::RequestBuilder| {
        request.header("content-encoding", "Identity").json(&json!({ "email": "a@nowhere.example" }))
    };
    account.client.send(Verb::POST, "/v1/enrich", plain).await.ok();
}

#[tokio::test]
async fn another_content_type_is_refused() {
    let range = Range::new().await;
    for media in ["text/plain", "application/x-www-form-urlencoded", "application/xml", "json"] {
        let send = async |target: &Target| {
            let body = Value::Object(target.example.clone()).to_string();
            let finish = |request: reqwest::RequestBuilder| request.header("content-type", media).body(body);
            target.client.send(target.verb.clone(), &target.path, finish).await
        };
        range.each(send, |_, answer| drop(answer.problem(415, "unsupported_media_type"))).await;
    }
}

#[tokio::test]
async fn every_field_of_a_wrong_type_is_named_at_once() {
    let range = Range::of_fields().await;
    let wrong = |_: &Value| Some(json!([[1]]));
    let send = async |target: &Target| target.send(Value::from(target.with_all(wrong)).to_string()).await;
    range
        .each(send, |target, answer| {
            let said = faults(&answer.problem(422, "invalid_request"));
            for field in target.fields.keys() {
                // Of a field that is a list, what it lists is wrong.
                let (whole, part) = (format!("/{field}: wrong_type"), format!("/{field}/0"));
                let named = said.iter().any(|fault| *fault == whole || fault.starts_with(&part));
                assert!(named, "{} {field}: {said:?}", target.path);
            }
        })
        .await;
}

#[tokio::test]
async fn every_empty_text_is_named_at_once() {
    let range = Range::of_texts().await;
    for empty in ["", " \t "] {
        let blank = |schema: &Value| is_text(schema).then(|| empty.into());
        let send = async |target: &Target| target.send(Value::from(target.with_all(blank)).to_string()).await;
        range
            .each(send, |target, answer| {
                let said = faults(&answer.problem(422, "invalid_request"));
                for field in texts_of(target) {
                    let named = said.iter().any(|fault| fault.starts_with(&format!("/{field}: ")));
                    assert!(named, "{} {field}: {said:?}", target.path);
                }
            })
            .await;
    }
}

#[tokio::test]
async fn every_text_with_a_nul_is_named_at_once() {
    let range = Range::of_texts().await;
    let nul = |schema: &Value| is_text(schema).then(|| "a\u{0}b@client.example".into());
    let send = async |target: &Target| target.send(Value::from(target.with_all(nul)).to_string()).await;
    range
        .each(send, |target, answer| {
            let said = faults(&answer.problem(422, "invalid_request"));
            for field in texts_of(target) {
                assert!(said.contains(&format!("/{field}: control_character")), "{field}: {said:?}");
            }
        })
        .await;
}

fn texts_of(target: &Target) -> Vec<&String> {
    target.fields.iter().filter(|(_, schema)| is_text(schema)).map(|(field, _)| field).collect()
}

#[tokio::test]
async fn a_misspelt_field_is_refused_with_the_one_that_was_meant() {
    let range = Range::of_fields().await;
    let most = range.targets.iter().map(|target| target.fields.len()).max().unwrap();
    for position in 0..most {
        let send = async |target: &Target| {
            let mut request = target.example.clone();
            let field = target.fields.keys().cycle().nth(position).unwrap();
            request.insert(format!("{field}x"), 1.into());
            target.send(Value::from(request).to_string()).await
        };
        range
            .each(send, |target, answer| {
                let field = target.fields.keys().cycle().nth(position).unwrap();
                let problem = answer.problem(422, "unknown_field");
                assert_eq!(faults(&problem), [format!("/{field}x: unknown_field")]);
                let message = problem["errors"][0]["message"].as_str().unwrap();
                assert!(
                    message.contains(&format!("Did you mean \"{field}\"?")),
                    "{}: {message}",
                    target.path
                );
            })
            .await;
    }
}

#[tokio::test]
async fn a_thousand_faults_make_a_short_answer() {
    let range = Range::new().await;
    let many: Map<String, Value> = (0..1_000).map(|number| (format!("f{number}"), 1.into())).collect();
    let send = async |target: &Target| target.send(Value::from(many.clone()).to_string()).await;
    range
        .each(send, |_, answer| {
            assert_eq!(answer.status, 422);
            assert_eq!(faults(&answer.json()).len(), 100);
        })
        .await;
}

#[tokio::test]
async fn fields_in_the_query_of_a_post_are_not_ignored() {
    let range = Range::new().await;
    let send = async |target: &Target| {
        let body = Value::from(target.example.clone());
        let path = format!("{}?limit=1", target.path);
        target.client.send(target.verb.clone(), &path, |request| request.json(&body)).await
    };
    range
        .each(send, |_, answer| {
            let problem = answer.problem(422, "unknown_field");
            assert_eq!(faults(&problem), ["/limit: unknown_field"]);
        })
        .await;
}

/// JSON that looks a little like a request.
fn nearly_a_request() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        "\\PC{0,40}",
        Just("jonas@quill.example".to_owned()),
        Just("https://network.example/in/jonas-weber".to_owned()),
        Just("+12025550177".to_owned()),
        "[+0-9() -]{0,20}",
        "[a-z]{1,9}@[a-zé.]{1,12}",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text.prop_map(Value::from),
    ];
    let value =
        leaf.prop_recursive(3, 12, 4, |inner| prop::collection::vec(inner, 0..4).prop_map(Value::from));
    let field = prop::sample::select(vec![
        "networkUrl",
        "email",
        "phone",
        "fullName",
        "firstName",
        "lastName",
        "company_domain",
        "company_name",
        "domain",
        "name",
        "country",
        "emails",
        "platform",
        "kind",
        "min_confidence",
        "explain",
    ]);
    prop::collection::btree_map(field, value, 0..4)
        .prop_map(|members| members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
        .prop_map(Value::Object)
}

#[test]
fn whatever_is_sent_is_answered_or_refused_and_the_books_still_balance() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (server, account) = runtime.block_on(async {
        let server = TestServer::start().await;
        let account = server.account(Plan::Scale, 1_000).await;
        (server, account)
    });
    let paths = ["/v1/enrich", "/v1/companies", "/v1/reverse-email", "/v1/reverse-phone", "/v1/ad-audience"];
    let config = ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(path in prop::sample::select(paths.to_vec()), request in nearly_a_request())| {
        let answer = runtime.block_on(account.post(path, request.clone()));
        prop_assert!(matches!(answer.status, 200 | 422), "{path} {request}: {}", answer.text());
    });
    server.prove_books();
}
