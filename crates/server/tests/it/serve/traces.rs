//! Spans of calls at a collector of traces.

use serde_json::{Value, json};
use server::{TraceSettings, Traces};
use store::Plan;

use crate::support::{Receiver, Reply, TestServer, loopback_client};

async fn traced(collector: &Receiver, share: f64) -> TestServer {
    let settings = TraceSettings {
        endpoint: collector.url(),
        headers: vec!["authorization: Bearer collector".into()],
        share,
    };
    TestServer::with(|setup| setup.traces = Traces::new(&settings, loopback_client()).unwrap()).await
}

fn spans(body: &Value) -> &Vec<Value> {
    body["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().unwrap()
}

fn attribute<'a>(span: &'a Value, name: &str) -> &'a Value {
    let attributes = span["attributes"].as_array().unwrap();
    &attributes.iter().find(|attribute| attribute["key"] == name).unwrap()["value"]
}

#[tokio::test]
async fn each_call_is_a_span_that_names_no_person() {
    let collector = Receiver::start(Reply::Status(200)).await;
    let server = traced(&collector, 1.0).await;
    let account = server.account(Plan::Pro, 10).await;
    let answer = account.post("/v1/reverse-phone", json!({ "phone": "+12025550143" })).await;
    answer.ok();
    account.post("/v1/reverse-phone", json!({ "phone": "k.brandt@harbor.example" })).await;
    server.turn(10).await;
    let received = collector.wait_for(1).await;
    assert_eq!(received[0].header("authorization"), "Bearer collector");
    assert_eq!(received[0].header("content-type"), "application/json");
    let body = received[0].json();
    let [found, refused] = &spans(&body)[..] else { panic!("two spans: {body}") };
    assert_eq!(found["name"], "POST /v1/reverse-phone");
    assert_eq!(attribute(found, "brimful.request_id")["stringValue"], answer.header("x-request-id"));
    assert_eq!(attribute(found, "http.response.status_code")["intValue"], "200");
    assert_eq!(attribute(refused, "http.response.status_code")["intValue"], "422");
    let nanos = |name: &str| found[name].as_str().unwrap().parse::<u128>().unwrap();
    assert!(nanos("startTimeUnixNano") <= nanos("endTimeUnixNano"));
    assert_ne!(found["traceId"], refused["traceId"]);
    let text = body.to_string();
    for personal in ["5550143", "brandt", "harbor", &account.key] {
        assert!(!text.contains(personal), "{personal}");
    }
}

#[tokio::test]
async fn a_call_joins_the_trace_of_its_caller() {
    let collector = Receiver::start(Reply::Status(200)).await;
    let server = traced(&collector, 0.0).await;
    let caller = server.anyone();
    caller.get("/v1/sandbox/signals").await;
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    caller.with("traceparent", &format!("00-{trace}-00f067aa0ba902b7-00")).get("/v1/sandbox/signals").await;
    caller.with("traceparent", &format!("00-{trace}-00f067aa0ba902b7-01")).get("/v1/sandbox/signals").await;
    server.turn(10).await;
    let received = collector.wait_for(1).await;
    let body = received[0].json();
    let [span] = &spans(&body)[..] else { panic!("only the call that its caller traces: {body}") };
    assert_eq!((&span["traceId"], &span["parentSpanId"]), (&json!(trace), &json!("00f067aa0ba902b7")));
}

#[tokio::test]
async fn spans_wait_for_a_collector_that_is_down() {
    let collector = Receiver::start(Reply::Status(503)).await;
    let server = traced(&collector, 1.0).await;
    server.anyone().get("/v1/sandbox/signals").await;
    server.turn(10).await;
    collector.answer(Reply::Status(200));
    server.turn(10).await;
    let received = collector.received();
    let last = received.last().unwrap().json();
    assert!(received.len() > 1 && spans(&last).len() == 1, "{} requests", received.len());
}

#[test]
fn settings_that_cannot_work_are_refused() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let _inside = runtime.enter();
    let refused = |settings: TraceSettings| Traces::new(&settings, loopback_client()).is_err();
    let good =
        || TraceSettings { endpoint: "http://127.0.0.1:4318/v1/traces".into(), ..TraceSettings::default() };
    assert!(!refused(good()));
    assert!(!refused(TraceSettings::default()));
    assert!(refused(TraceSettings { endpoint: "collector:4318".into(), ..good() }));
    assert!(refused(TraceSettings { share: 1.5, ..good() }));
    assert!(refused(TraceSettings { headers: vec!["authorization".into()], ..good() }));
}
