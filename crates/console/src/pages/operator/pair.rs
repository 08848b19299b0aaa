//! Two records side by side, and the evidence that they are one.

use maud::{Markup, html};
use serde_json::Value;

use super::shown;
use crate::parts::{tag, words};

/// Items of a list that a cell shows.
const ITEMS_MAX: usize = 5;
/// Bits that are nothing but rounding.
const ROUNDING: f64 = 0.1;
/// Width of the longest bar, in per cent of the drawing; the axis stands in its middle.
const BAR_MAX: f64 = 47.0;

/// Both records, field by field.
pub(crate) fn sides(pair: &Value) -> Markup {
    let (one, other) = (record(&pair["one"]), record(&pair["other"]));
    let both =
        fields(one).into_iter().zip(fields(other)).map(|((label, one), (_, other))| (label, one, other));
    let rows = (sources(&pair["one"]), sources(&pair["other"]));
    let seen = |record: &Value| {
        let at = words::timestamp(&record["updatedAt"]);
        at.map(|at| format!(", seen {}", words::day(at))).unwrap_or_default()
    };
    html! {
        section.card.flush {
            div.row.sp { h2 { (name(&pair["one"])) " and " (name(&pair["other"])) } (verdict(pair)) }
            table.cards {
                thead { tr { th { span.vh { "Field" } } th { "One" (seen(one)) } th { "Other" (seen(other)) } } }
                tbody {
                    @for (label, one, other) in both {
                        @if !(one.is_empty() && other.is_empty()) {
                            tr class=[(one == other).then_some("same")] {
                                th scope="row" { (label) @if one == other { " " small { "same" } } }
                                td.brk data-l="One" { (dash(&one)) }
                                td.brk data-l="Other" { (dash(&other)) }
                            }
                        }
                    }
                    tr { th scope="row" { "Rows" } td.brk data-l="One" { (rows.0) } td.brk data-l="Other" { (rows.1) } }
                }
            }
        }
    }
}

/// What speaks for one and what for two, each with its weight.
pub(crate) fn evidence(pair: &Value) -> Markup {
    let mut parts: Vec<(&str, f64)> = pair["parts"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|part| (shown::text(&part["name"]), part["bits"].as_f64().unwrap_or(0.0)))
        .collect();
    parts.sort_by(|one, other| other.1.total_cmp(&one.1));
    // The parts are those of the two rows that fit best; the sum is about all rows of both records.
    let sum: f64 = parts.iter().map(|(_, bits)| bits).sum();
    let rest = pair["bits"].as_f64().map_or(0.0, |all| all - sum);
    let most = parts.iter().map(|(_, bits)| bits.abs()).fold(rest.abs().max(1.0), f64::max);
    let shared: Vec<&str> =
        pair["shared"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    html! {
        section.card.flush {
            div.row.sp { h2 { "Evidence" } span.s.q { "each bit doubles the odds" } }
            @if !shared.is_empty() {
                div.row.s { "Both have " span.brk { (shared.join(", ")) } @if pair["joined_by_identifiers"] == true { (tag::tag("ok", "joins them")) } }
            }
            @if let Some(alike) = pair["names_alike"].as_f64() {
                div.row.s { "Names alike " (tag::sure(alike)) }
            }
            @if parts.is_empty() {
                div.row.s.q { "Nothing was weighed: records of this kind are told by their identifiers." }
            } @else {
                table.cards {
                    thead { tr { th { "Compared" } th.m2 { span { "two" } span { "one" } } th.n { "Bits" } } }
                    tbody {
                        @for (name, bits) in &parts {
                            tr { td { span.b { (name.replace('_', " ")) } } td.w { (bar(*bits, most)) } td.n.b.r { (signed(*bits)) } }
                        }
                        @if rest.abs() >= ROUNDING {
                            tr { td { span.b { "other rows" } small { "what the rest of their rows says, such as two profiles" } } td.w { (bar(rest, most)) } td.n.b.r { (signed(rest)) } }
                        }
                        tr.b {
                            td { "In all" }
                            td.q.m { @if let Some(enough) = pair["enough"].as_f64() { (signed(enough)) " would join them" } }
                            td.n.r { (pair["bits"].as_f64().map(signed).unwrap_or_default()) }
                        }
                    }
                }
                p.hint.pad { "Birth dates and addresses take part; their values are shown nowhere." }
            }
        }
    }
}

/// A name that is stored in lower case, with capitals.
pub(crate) fn capitals(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .map_or_else(String::new, |first| format!("{}{}", first.to_uppercase(), letters.as_str()))
    };
    name.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

fn record(side: &Value) -> &Value {
    if side["person"].is_object() { &side["person"] } else { &side["company"] }
}

fn name(side: &Value) -> String {
    let record = record(side);
    let known = record["fullName"].as_str().or(record["name"].as_str()).filter(|name| !name.is_empty());
    known.map_or_else(|| capitals(shown::text(&side["name"])), str::to_owned)
}

fn verdict(pair: &Value) -> Markup {
    let bits = pair["bits"].as_f64();
    match (pair["joined"] == true, pair["kept_apart"] == true, bits) {
        (true, ..) => tag::tag("ok", "one record"),
        (_, true, _) => tag::tag("", "kept apart"),
        (.., Some(bits)) if bits < 0.0 => tag::tag("bad", "speaks against: two"),
        (.., Some(_)) => tag::tag("warn", "may be one"),
        _ => tag::tag("", "not weighed"),
    }
}

/// The values that people and companies are compared by. A record has the one or the other, so that its fields without a
/// value are left out.
fn fields(record: &Value) -> Vec<(&'static str, String)> {
    let text = |name: &str| shown::text(&record[name]).to_owned();
    let list = |name: &str| {
        let items = record[name].as_array().into_iter().flatten().filter_map(Value::as_str);
        items.take(ITEMS_MAX).collect::<Vec<_>>().join(", ")
    };
    let before =
        record["experience"].as_array().into_iter().flatten().filter(|job| job["endedAt"].is_string());
    let before = before.take(2).map(|job| {
        let date = |name: &str| job[name].as_str().map(words::date).unwrap_or_else(|| "?".to_owned());
        format!("{}, {} to {}", shown::text(&job["company"]["name"]), date("startedAt"), date("endedAt"))
    });
    let identifiers = record["identifiers"].as_array().into_iter().flatten();
    let identifiers =
        identifiers.map(|one| format!("{} {}", shown::text(&one["scheme"]), shown::text(&one["value"])));
    vec![
        ("Title", text("title")),
        ("Company", shown::text(&record["company"]["name"]).to_owned()),
        ("Since", record["startedAt"].as_str().map(words::date).unwrap_or_default()),
        ("Legal name", text("legalName")),
        ("Domain", text("domain")),
        ("Industry", text("industry")),
        ("People", words::employees(record).unwrap_or_default()),
        ("Founded", record["foundedYear"].as_i64().map(|year| year.to_string()).unwrap_or_default()),
        ("Place", words::place(&record["location"])),
        ("Email", text("email")),
        ("Phone", text("phone")),
        ("Profile", text("networkUrl").trim_start_matches("https://").to_owned()),
        ("Before", before.collect::<Vec<_>>().join("; ")),
        ("Skills", list("skills")),
        ("Languages", list("languages")),
        ("Other names", list("aliases")),
        ("Register", identifiers.take(ITEMS_MAX).collect::<Vec<_>>().join(", ")),
    ]
}

/// Rows of sources that a record is made of.
fn sources(side: &Value) -> String {
    let rows = side["rows"].as_array().into_iter().flatten().filter_map(Value::as_str);
    rows.map(|row| row.replacen(':', " ", 1)).collect::<Vec<_>>().join(", ")
}

fn dash(text: &str) -> &str {
    if text.is_empty() { "–" } else { text }
}

fn signed(bits: f64) -> String {
    let rounded = (bits * 10.0).round() / 10.0;
    format!("{}{}", if rounded > 0.0 { "+" } else { "" }, words::number(rounded))
}

/// A bar to the right of the axis for one, to the left for two.
fn bar(bits: f64, most: f64) -> Markup {
    let width = bits.abs() / most * BAR_MAX;
    let (class, x) = if bits < 0.0 { ("cbad", 50.0 - width) } else { ("cok", 50.0) };
    html! {
        svg.bar.ev height="14" aria-hidden="true" {
            line.ax x1="50%" x2="50%" y1="0" y2="14" {}
            rect class=(class) x=(format!("{x:.1}%")) width=(format!("{width:.1}%")) y="2" height="10" rx="3" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_agrees_is_told_in_a_word_and_what_neither_has_is_left_out() {
        let side = |title: &str| {
            json!({ "name": "marta quist", "rows": ["crm:1:2"],
            "person": { "fullName": "Marta Quist", "title": title, "location": { "city": "Ghent" } } })
        };
        let pair = json!({ "one": side("CEO"), "other": side("<b>"), "bits": 3.0, "parts": [] });
        let shown = sides(&pair).into_string();
        assert_eq!(shown.matches("<small>same</small>").count(), 1, "{shown}");
        assert!(
            shown.contains("&lt;b&gt;") && shown.contains("crm 1:2") && !shown.contains("Domain"),
            "{shown}"
        );
    }

    #[test]
    fn evidence_against_stands_to_the_left_with_a_true_minus() {
        let pair = json!({ "bits": -30.5, "enough": 13.4,
            "parts": [{ "name": "email", "bits": -30.0 }, { "name": "name", "bits": 2.5 }] });
        let shown = evidence(&pair).into_string();
        for text in ["x=\"3.0%\"", "−30", "+2.5", "+13.4 would join them", "other rows", "−3<", "−30.5"]
        {
            assert!(shown.contains(text), "{text} in {shown}");
        }
        assert!(shown.find("+2.5") < shown.find("−30"), "what speaks for one comes first");
        assert_eq!(capitals("lisa van hove"), "Lisa Van Hove");
    }
}
