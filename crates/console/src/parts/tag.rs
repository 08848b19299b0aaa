//! States: a dot and a word, never colour alone.

use maud::{Markup, html};
use serde_json::Value;

/// A word with the class of its state: `ok`, `warn`, `bad`, `acc` or none.
pub(crate) fn tag(class: &str, word: &str) -> Markup {
    html! { span class={ "tag " (class) } { (word) } }
}

/// How a call of the history ended.
pub(crate) fn outcome(call: &Value) -> Markup {
    let resolved = call["resolved"].as_u64().unwrap_or(0);
    match call["outcome"].as_str().unwrap_or_default() {
        "accepted" => tag("acc", "accepted"),
        "refused" => tag("bad", "refused"),
        "failed" => tag("bad", "failed"),
        "preview" => tag("", "preview"),
        "replayed" => tag("", "answered again"),
        _ if resolved > 1 => tag("ok", &format!("{resolved} found")),
        _ if resolved == 1 => tag("ok", "found"),
        _ if call["cache"] == "miss" => tag("", "not found"),
        _ => tag("", "answered"),
    }
}

/// The class of a state of an email, phone, job, delivery or webhook.
pub(crate) fn state(word: &str) -> Markup {
    let class = match word {
        "deliverable" | "verified" | "completed" | "delivered" | "active" | "found" | "enabled"
        | "resolved" => "ok",
        "risky" | "stale" | "unverified" | "paused" | "pending" | "waiting" | "rotating" => "warn",
        "undeliverable" | "failed" | "disabled" | "gone" | "refused" | "expired" | "revoked" => "bad",
        "running" | "queued" | "sending" | "live" => "acc",
        _ => "",
    };
    tag(class, &word.replace('_', " "))
}

/// How sure something is, from 0 to 1.
pub(crate) fn sure(share: f64) -> Markup {
    let share = share.clamp(0.0, 1.0);
    let class = if share >= 0.8 { "c1" } else { "c2" };
    html! {
        span.conf {
            svg aria-hidden="true" {
                rect.tr width="100%" height="6" rx="3" {}
                rect class=(class) width=(format!("{:.0}%", share * 100.0)) height="6" rx="3" {}
            }
            (format!("{:.0} %", share * 100.0))
        }
    }
}
