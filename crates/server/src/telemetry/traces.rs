//! Traces for OpenTelemetry: one span per call, sent in batches to a collector as OTLP over HTTP with JSON.
//!
//! Spans wait in a bounded queue and are sent in the background, so that a slow collector delays no call. A span holds no
//! personal data: neither what was asked nor what was answered.

use std::{
    str::FromStr,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use egress::{HeaderMap, HeaderName, HeaderValue, Request, RequestLimits, header};
use jiff::Timestamp;
use metrics::counter;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Clock, Entropy, UpstreamCall, new_id};

/// Spans that wait at most; more are dropped and counted.
const SPANS_MAX: usize = 8_192;
/// Spans of one request to the collector.
const SPANS_PER_REQUEST: usize = 512;
/// Time limit of a request to the collector.
const SEND_MAX: Duration = Duration::from_secs(10);
/// OTLP's number for a span of a server.
const KIND_SERVER: u8 = 2;
/// OTLP's number for a status that is an error.
const STATUS_ERROR: u8 = 2;

/// Where traces are sent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TraceSettings {
    /// URL of a collector that takes OTLP over HTTP, such as `http://127.0.0.1:4318/v1/traces`; empty for none.
    pub endpoint: String,
    /// Headers of each request to it, such as `authorization: Bearer …`.
    pub headers: Vec<String>,
    /// Share of the calls that are traced, 0 to 1; calls whose callers trace them are always traced.
    pub share: f64,
}

impl Default for TraceSettings {
    fn default() -> Self {
        Self { endpoint: String::new(), headers: Vec::new(), share: 1.0 }
    }
}

/// Where a call belongs among the traces of its caller, and whether its span is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TraceContext {
    trace: u128,
    span: u64,
    parent: Option<u64>,
}

/// A call that has ended.
pub struct CallSpan {
    /// Its place in a trace.
    pub context: TraceContext,
    /// Method of the request.
    pub method: &'static str,
    /// Path of the endpoint, without values.
    pub route: &'static str,
    /// Id of the endpoint.
    pub endpoint: &'static str,
    /// `req_…`
    pub request_id: String,
    /// Whether it is a sandbox call.
    pub sandbox: bool,
    /// Status of the answer.
    pub status: u16,
    /// When it came in.
    pub at: Timestamp,
    /// How long it took.
    pub took: Duration,
    /// The sources it asked.
    pub upstream: Vec<UpstreamCall>,
}

/// The spans of this process on their way to the collector; by default there is none, and no span is made.
#[derive(Default)]
pub struct Traces {
    collector: Option<Collector>,
    waiting: Mutex<Vec<CallSpan>>,
}

struct Collector {
    http: egress::Client,
    url: String,
    headers: HeaderMap,
    share: f64,
    instance: String,
}

impl Traces {
    /// Spans for the collector of these settings. Fails with what is wrong with a setting.
    pub fn new(settings: &TraceSettings, http: egress::Client) -> Result<Self, String> {
        let TraceSettings { endpoint, headers, share } = settings;
        if endpoint.is_empty() {
            return Ok(Self::default());
        }
        if !egress::Url::parse(endpoint).is_ok_and(|url| matches!(url.scheme(), "http" | "https")) {
            return Err(format!("traces.endpoint = \"{endpoint}\" is no URL of a collector"));
        }
        if !(0.0..=1.0).contains(share) {
            return Err(format!("traces.share = {share} is no share; give a number from 0 to 1"));
        }
        let header = |line: &String| header_line(line).ok_or("traces.headers needs lines of `name: value`");
        let collector = Collector {
            http,
            url: endpoint.clone(),
            headers: headers.iter().map(header).collect::<Result<_, _>>()?,
            share: *share,
            instance: new_id("srv", &Clock::System, &Entropy::System),
        };
        Ok(Self { collector: Some(collector), waiting: Mutex::default() })
    }

    /// The trace that a call belongs to, if its span is sent: that of its `traceparent` header if the caller traces the
    /// call, else a new one for the configured share of calls.
    pub fn begin(&self, headers: &HeaderMap, entropy: &Entropy) -> Option<TraceContext> {
        let collector = self.collector.as_ref()?;
        let mut drawn = [0; 32];
        entropy.fill(&mut drawn);
        let number = |from: usize| u64::from_le_bytes(drawn[from..from + 8].try_into().unwrap_or_default());
        // Zero stands for "no span" in the format.
        let span = number(0).max(1);
        match headers.get("traceparent").and_then(|value| parent(value.to_str().ok()?)) {
            Some(Parent { is_traced: false, .. }) => None,
            Some(Parent { trace, span: parent, .. }) => {
                Some(TraceContext { trace, span, parent: Some(parent) })
            }
            None => {
                let is_chosen = (number(24) as f64) < collector.share * u64::MAX as f64;
                let trace = (u128::from(number(8)) << 64 | u128::from(number(16))).max(1);
                is_chosen.then_some(TraceContext { trace, span, parent: None })
            }
        }
    }

    /// Adds the span of a call.
    pub fn push(&self, span: CallSpan) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < SPANS_MAX {
            waiting.push(span);
        } else {
            counter!("brimful_spans_dropped_total").increment(1);
        }
    }

    /// Sends a batch of the spans that wait; returns whether there are more. Those that could not be sent wait again; fails
    /// with the reason.
    pub async fn send(&self) -> Result<bool, String> {
        let Some(collector) = &self.collector else { return Ok(false) };
        let (batch, has_more) = {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            let count = waiting.len().min(SPANS_PER_REQUEST);
            (waiting.drain(..count).collect::<Vec<_>>(), !waiting.is_empty())
        };
        if batch.is_empty() {
            return Ok(false);
        }
        match collector.send(&batch).await {
            Ok(()) => Ok(has_more),
            Err(error) => {
                let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
                let room = SPANS_MAX.saturating_sub(waiting.len()).min(batch.len());
                counter!("brimful_spans_dropped_total").increment((batch.len() - room) as u64);
                waiting.splice(0..0, batch.into_iter().take(room));
                Err(error)
            }
        }
    }
}

impl Collector {
    async fn send(&self, spans: &[CallSpan]) -> Result<(), String> {
        let body = document(&self.instance, spans).to_string();
        let limits = RequestLimits { total: SEND_MAX, ..RequestLimits::default() };
        let mut request = Request::post(&self.url, body).limits(limits);
        request.headers.extend(self.headers.clone());
        let json = HeaderValue::from_static("application/json");
        let sent = self.http.send(request.header(header::CONTENT_TYPE, json)).await;
        match sent.map(|response| response.status) {
            Ok(status) if status.is_success() => Ok(()),
            Ok(status) => Err(format!("the collector of traces answers with status {}", status.as_u16())),
            Err(error) => Err(format!("the collector of traces cannot be reached: {error}")),
        }
    }
}

/// A header written as `name: value`.
fn header_line(line: &str) -> Option<(HeaderName, HeaderValue)> {
    let (name, value) = line.split_once(':')?;
    Some((HeaderName::from_str(name.trim()).ok()?, HeaderValue::from_str(value.trim()).ok()?))
}

/// What a `traceparent` header says.
struct Parent {
    trace: u128,
    span: u64,
    is_traced: bool,
}

/// Reads a `traceparent` header: version, trace, span and flags in hexadecimal digits.
fn parent(header: &str) -> Option<Parent> {
    let mut parts = header.trim().split('-');
    let mut next = |width: usize| {
        let is_hex = |part: &&str| part.len() == width && part.bytes().all(|byte| byte.is_ascii_hexdigit());
        parts.next().filter(is_hex).and_then(|part| u128::from_str_radix(part, 16).ok())
    };
    let (version, trace, span, flags) = (next(2)?, next(32)?, next(16)?, next(2)?);
    let is_valid = version != 0xff && trace != 0 && span != 0;
    is_valid.then_some(Parent { trace, span: span as u64, is_traced: flags & 1 == 1 })
}

fn document(instance: &str, spans: &[CallSpan]) -> Value {
    let version = env!("CARGO_PKG_VERSION");
    let resource = [
        attribute("service.name", json!({ "stringValue": "brimful" })),
        attribute("service.version", json!({ "stringValue": version })),
        attribute("service.instance.id", json!({ "stringValue": instance })),
    ];
    let spans: Vec<Value> = spans.iter().map(span).collect();
    let scope = json!({ "name": "brimful", "version": version });
    json!({ "resourceSpans": [{
        "resource": { "attributes": resource },
        "scopeSpans": [{ "scope": scope, "spans": spans }],
    }] })
}

fn span(call: &CallSpan) -> Value {
    let text = |name: &str, value: &str| attribute(name, json!({ "stringValue": value }));
    let mut attributes = vec![
        text("http.request.method", call.method),
        text("http.route", call.route),
        // A number of 64 bits is written as a text in this format.
        attribute("http.response.status_code", json!({ "intValue": call.status.to_string() })),
        text("brimful.endpoint", call.endpoint),
        text("brimful.request_id", &call.request_id),
        attribute("brimful.sandbox", json!({ "boolValue": call.sandbox })),
    ];
    if !call.upstream.is_empty() {
        let asked: Vec<Value> =
            call.upstream.iter().map(|asked| json!({ "stringValue": source(asked) })).collect();
        attributes.push(attribute("brimful.sources", json!({ "arrayValue": { "values": asked } })));
    }
    let start = call.at.as_nanosecond();
    let mut span = json!({
        "traceId": format!("{:032x}", call.context.trace),
        "spanId": format!("{:016x}", call.context.span),
        "name": format!("{} {}", call.method, call.route),
        "kind": KIND_SERVER,
        "startTimeUnixNano": start.to_string(),
        "endTimeUnixNano": (start + i128::try_from(call.took.as_nanos()).unwrap_or(0)).to_string(),
        "attributes": attributes,
    });
    if let Some(parent) = call.context.parent {
        span["parentSpanId"] = format!("{parent:016x}").into();
    }
    if call.status >= 500 {
        span["status"] = json!({ "code": STATUS_ERROR });
    }
    span
}

/// A source that was asked, as one line: what the call waited for, and how that ended.
fn source(asked: &UpstreamCall) -> String {
    let UpstreamCall { provider, fact, outcome, latency_ms, .. } = asked;
    format!("{provider} {fact} {outcome} {latency_ms} ms")
}

fn attribute(name: &str, value: Value) -> Value {
    json!({ "key": name, "value": value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_valid_parent_is_taken() {
        let valid = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        assert!(parent(valid).is_some_and(|parent| parent.is_traced && parent.span == 0x00f0_67aa_0ba9_02b7));
        let untraced = parent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00");
        assert!(untraced.is_some_and(|parent| !parent.is_traced));
        let zero = "00-00000000000000000000000000000000-00f067aa0ba902b7-01";
        let short = "00-4bf92f35-00f067aa0ba902b7-01";
        let version = "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        let sign = "00-+bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        for refused in [zero, short, version, sign, "", "x"] {
            assert!(parent(refused).is_none(), "{refused}");
        }
    }

    #[test]
    fn a_header_needs_a_name_and_a_value() {
        let (name, value) = header_line("Authorization: Bearer x:y").unwrap();
        assert_eq!((name.as_str(), value.to_str().unwrap()), ("authorization", "Bearer x:y"));
        assert!(header_line("no header").is_none());
    }
}
