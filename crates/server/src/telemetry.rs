//! Call metrics in Prometheus format. Labels never contain personal data.

pub(crate) mod traces;

use std::{sync::OnceLock, time::Duration};

use metrics::{counter, gauge, histogram};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use store::{Attempt, CacheUse, Credits, DeliveryVerdict, Node, Store};

const SECONDS: &[f64] =
    &[0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0];

/// The Prometheus recorder, installed by the first server in the process.
pub fn recorder() -> PrometheusHandle {
    static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();
    RECORDER
        .get_or_init(|| {
            let builder = PrometheusBuilder::new();
            let recorder = builder.set_buckets(SECONDS).unwrap_or_default().build_recorder();
            let handle = recorder.handle();
            if metrics::set_global_recorder(recorder).is_err() {
                tracing::warn!("another metrics recorder is installed; /metrics stays empty");
            }
            describe();
            handle
        })
        .clone()
}

fn describe() {
    metrics::describe_counter!("brimful_requests_total", "Calls by endpoint, status and mode");
    metrics::describe_histogram!("brimful_request_seconds", "Time to answer by endpoint");
    metrics::describe_counter!(
        "brimful_charged_thousandths_total",
        "Thousandths of a credit charged by endpoint"
    );
    metrics::describe_counter!("brimful_cache_total", "Charged calls by endpoint and cache use");
    metrics::describe_counter!("brimful_task_runs_total", "Runs of background tasks by task and outcome");
    metrics::describe_histogram!("brimful_task_seconds", "Time a run of a background task took");
    metrics::describe_counter!("brimful_webhook_attempts_total", "Attempts to deliver events by outcome");
    metrics::describe_counter!(
        "brimful_clock_jumps_total",
        "Jumps of the machine's clock by what became of them"
    );
    metrics::describe_gauge!(
        "brimful_mail_port_blocked",
        "1 while no mail server can be reached on the SMTP port"
    );
    metrics::describe_counter!(
        "brimful_history_dropped_total",
        "Calls that cost nothing and are not in the history, because too many waited to be written"
    );
    metrics::describe_counter!(
        "brimful_spans_dropped_total",
        "Spans that were not sent, because too many waited for the collector of traces"
    );
    metrics::describe_gauge!("brimful_write_queue", "Changes waiting for the store's writer");
}

/// Counts an answered call.
pub fn answered(endpoint: &'static str, sandbox: bool, status: u16, took: Duration) {
    let mode = if sandbox { "sandbox" } else { "live" };
    counter!("brimful_requests_total", "endpoint" => endpoint, "mode" => mode, "status" => status.to_string())
        .increment(1);
    histogram!("brimful_request_seconds", "endpoint" => endpoint, "mode" => mode).record(took.as_secs_f64());
}

/// Counts calls that are missing in the history.
pub fn calls_not_noted(count: u64) {
    counter!("brimful_history_dropped_total").increment(count);
}

/// Counts a settled call.
pub fn settled(endpoint: &'static str, credits: Credits, cache: CacheUse) {
    let thousandths = u64::try_from(credits.thousandths()).unwrap_or(0);
    counter!("brimful_charged_thousandths_total", "endpoint" => endpoint).increment(thousandths);
    counter!("brimful_cache_total", "endpoint" => endpoint, "cache" => cache.as_str()).increment(1);
}

/// Counts a run of a background task.
pub fn task_ran(task: &'static str, outcome: &'static str, took: Duration) {
    counter!("brimful_task_runs_total", "task" => task, "outcome" => outcome).increment(1);
    histogram!("brimful_task_seconds", "task" => task).record(took.as_secs_f64());
}

/// Counts a jump of the system clock.
pub fn clock_jumped(outcome: &'static str) {
    counter!("brimful_clock_jumps_total", "outcome" => outcome).increment(1);
}

/// Counts a delivery attempt of a webhook event.
pub fn attempted(attempt: &Attempt) {
    let outcome = match attempt.verdict {
        DeliveryVerdict::Delivered => "delivered",
        DeliveryVerdict::Retry(_) => "retry",
        DeliveryVerdict::GiveUp { .. } | DeliveryVerdict::Gone => "given_up",
    };
    counter!("brimful_webhook_attempts_total", "outcome" => outcome).increment(1);
}

/// The metrics page in Prometheus text format.
pub fn page(handle: &PrometheusHandle, store: &Store, live_nodes: &[Node]) -> String {
    gauge!("brimful_write_queue").set(u32::try_from(store.queue_depth()).unwrap_or(u32::MAX));
    handle.run_upkeep();
    let mut page = handle.render();
    if !live_nodes.is_empty() {
        push_nodes(&mut page, live_nodes);
    }
    page
}

/// How far the search index of each live node is behind the last commit. Written anew for each page, because the recorder
/// would go on telling of nodes that are gone.
fn push_nodes(page: &mut String, nodes: &[Node]) {
    let mut push = |name: &str, meaning: &str, value: fn(&Node) -> f64| {
        page.push_str(&format!("# HELP {name} {meaning}\n# TYPE {name} gauge\n"));
        for node in nodes {
            let (label, address) = (&node.name, &node.address);
            page.push_str(&format!("{name}{{node=\"{label}\",address=\"{address}\"}} {}\n", value(node)));
        }
    };
    push(
        "brimful_node_index_behind_changes",
        "Committed changes that the search index of a live node lacks",
        |node| node.behind_changes as f64,
    );
    push(
        "brimful_node_index_behind_seconds",
        "For how long the search index of a live node has lacked any committed change",
        |node| node.behind_for.as_secs_f64(),
    );
}
