//! The pages of what several endpoints share: objects, and the events of webhooks.

use serde_json::Value;

use super::schema::{self, Uses, Writer};

/// The Markdown of the page of objects.
pub(super) fn markdown(document: &Value, uses: &Uses) -> String {
    let writer = Writer { document, uses };
    let sections: Vec<String> = uses.shared().filter_map(|name| writer.section(name, "##")).collect();
    format!(
        "# Objects\n\nObjects that several calls take or answer. A fact that is not known is an absent field, never null. \
         Times are RFC 3339 in UTC, phones E.164, countries ISO 3166 codes.\n\n{}",
        sections.join("\n")
    )
}

/// The Markdown of the page of events.
pub(super) fn events(document: &Value, uses: &Uses) -> String {
    let writer = Writer { document, uses };
    let mut parts = vec![
        "# Events".to_owned(),
        "What a webhook is sent: a POST with `type`, `timestamp` and `data`. [Webhooks](/docs/webhooks.md) says how to \
         receive and verify them."
            .to_owned(),
    ];
    for (kind, item) in document["webhooks"].as_object().into_iter().flatten() {
        let about = item["post"]["description"].as_str().unwrap_or_default();
        let event =
            item.pointer("/post/requestBody/content/application~1json/schema").and_then(schema::name_of);
        let data = event.map(|name| &writer.named(name)["properties"]["data"]).and_then(schema::name_of);
        let data = data.map(|name| writer.table(writer.named(name), |_| true)).unwrap_or_default();
        parts.push(format!("## {kind}\n\n{about} Its `data`:\n\n{data}"));
    }
    let is_inner = |name: &&str| !name.ends_with("Event") && !name.ends_with("Data");
    let own: Vec<String> =
        uses.own("(events)").filter(is_inner).filter_map(|name| writer.section(name, "##")).collect();
    parts.extend(own);
    parts.join("\n\n") + "\n"
}
