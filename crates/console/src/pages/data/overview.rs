//! The overview: balance, where the credits went, and what happened last.

use axum::{body::Body, http::Response};
use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use maud::{Markup, html};
use serde_json::Value;

use crate::{
    here::{Answer, Here},
    pages::{build::table as calls, public::start},
    parts::{
        chart::{self, Column},
        layout::{self, Nav},
        note, price, signal, tag, vessel, words,
    },
};

const PERIODS: [(&str, &str, i64); 3] = [("7", "7 days", 7), ("30", "30 days", 30), ("90", "90 days", 90)];
/// Endpoints with a colour of their own; the others share one.
const SERIES_MAX: usize = 4;
/// Days that a label of the chart covers.
const LABELS: usize = 5;

pub(crate) async fn show(here: Here) -> Response<Body> {
    let Some(account) = here.account() else { return start(&here) };
    let chosen = here.param("days").unwrap_or("30");
    let days = PERIODS.iter().find(|(name, ..)| *name == chosen).map_or(30, |(_, _, days)| *days);
    let now = here.app.clock.now();
    let since = (start_of_day(now) - SignedDuration::from_hours(24 * (days - 1))).to_string();
    let period = [("since", since.as_str())];
    let by = |name: &'static str| [("by", name), period[0]];
    let (by_day, by_endpoint) = (by("day_and_endpoint"), by("endpoint"));
    let (daily, endpoints, latest, signals) = tokio::join!(
        here.read("usage", &by_day),
        here.read("usage", &by_endpoint),
        here.read("history", &[("limit", "30")]),
        here.read("signals", &[("kind", "funding"), ("limit", "5")]),
    );
    let total = &daily.body["total"];
    let series = series(&endpoints);
    let columns = columns(&daily, &series, days, now);
    let spent = total["credits"].as_f64().unwrap_or(0.0);
    let (requests, charged) =
        (total["requests"].as_f64().unwrap_or(0.0), total["charged_requests"].as_f64().unwrap_or(0.0));
    let body = html! {
        div.head {
            div { h1 { "Overview" } p.q { "The last " (days) " days. Every credit below leads to the request that spent it." } }
            div.seg role="group" aria-label="Period" {
                @for (name, label, _) in PERIODS { a href=(format!("/?days={name}")) aria-current=[(name == chosen || days.to_string() == name).then_some("true")] { (label) } }
            }
        }
        @if account.trial_expired(now) { (note::warning("The trial is over. Choose a plan to go on: the operator of this server sets it.")) }
        dl.g4 {
            div.card.stat { dt { "Balance" } dd { (price::credits(account.balance)) } dd.s { (account.effective_plan(now)) " plan" @if let Some(end) = account.trial_ends_at { ", trial ends " (words::until(end, now)) } } }
            div.card.stat { dt { "Spent" } dd { (words::number(spent)) " " small { "cr" } } dd.s { (words::number((spent / days as f64 * 10.0).round() / 10.0)) " a day" } }
            div.card.stat { dt { "Calls" } dd { (words::number(requests)) } dd.s { (words::number(requests - charged)) " of them free" } }
            div.card.stat { dt { "Hit rate" } dd { (hit_rate(total)) } dd.s { (words::count(&total["found"])) " of " (words::count(&total["looked_up"])) " look-ups found something" } }
        }
        @if requests == 0.0 {
            (vessel::empty("No calls yet", "Your credits, and what they bought, are shown here.", html! { a.btn.pri href="/playground/enrich" { span { "Make the first call" } b { "1 cr" } } }))
        } @else {
            section.card {
                div.row.sp { h2 { "Where the credits went" } span.q.s { "credits by day" } }
                (chart::columns(&format!("Credits spent by day and endpoint in {days} days: {} in all", words::number(spent)), "cr", &series, &columns))
                (endpoint_table(&endpoints, &series))
            }
        }
        div.g2 {
            (burn_down(&here, &daily, days, now))
            section.card.flush {
                div.row.sp { h2 { "Latest requests" } a.s href="/log" { "All requests" } }
                @let rows: Vec<&Value> = latest.body["results"].as_array().into_iter().flatten().filter(|row| row["outcome"] != "preview").take(5).collect();
                @if rows.is_empty() { p.s.q.pad { "Nothing yet." } } @else { (calls::short(&here, &rows)) }
            }
        }
        @if signals.is_ok() {
            section.card.flush {
                div.row.sp { h2 { "Signals" } span.row { (tag::tag("acc", "funding")) a.s href="/signals" { "All signals" } } }
                (signal::table(&signals.body["results"], now))
            }
        }
    };
    layout::page(&here, Nav::Overview, "Overview", body)
}

fn start_of_day(at: Timestamp) -> Timestamp {
    let day = at.to_zoned(TimeZone::UTC).start_of_day();
    day.map_or(at, |day| day.timestamp())
}

/// The endpoints that spent most, and `other` for the rest.
fn series(endpoints: &Answer) -> Vec<String> {
    let mut rows: Vec<&Value> = endpoints.body["results"].as_array().into_iter().flatten().collect();
    rows.retain(|row| row["credits"].as_f64() > Some(0.0));
    rows.sort_by(|left, right| {
        right["credits"].as_f64().unwrap_or(0.0).total_cmp(&left["credits"].as_f64().unwrap_or(0.0))
    });
    let mut names: Vec<String> = rows
        .iter()
        .take(SERIES_MAX)
        .map(|row| row["endpoint"].as_str().unwrap_or_default().to_owned())
        .collect();
    names.resize(SERIES_MAX, String::new());
    names.push("other".to_owned());
    names
}

/// Credits of each day, of the named endpoints and of the rest together.
fn columns(daily: &Answer, series: &[String], days: i64, now: Timestamp) -> Vec<Column> {
    let rows: Vec<&Value> = daily.body["results"].as_array().into_iter().flatten().collect();
    let every = (days as usize / LABELS).max(1);
    let first = start_of_day(now) - SignedDuration::from_hours(24 * (days - 1));
    (0..days)
        .map(|day| {
            let on = (first + SignedDuration::from_hours(24 * day)).to_zoned(TimeZone::UTC);
            let date = on.date().to_string();
            let mut parts = vec![0.0; series.len()];
            for row in rows.iter().filter(|row| row["day"] == date.as_str()) {
                let place = series.iter().position(|name| row["endpoint"] == name.as_str());
                parts[place.unwrap_or(series.len() - 1)] += row["credits"].as_f64().unwrap_or(0.0);
            }
            let name = on.strftime("%-d %b").to_string();
            let label = ((days - 1 - day) as usize)
                .is_multiple_of(every)
                .then(|| if day == days - 1 { "Today".to_owned() } else { name.clone() });
            Column { label, name, parts }
        })
        .collect()
}

/// Of the calls that looked something up, those that found something; a dash if there were none.
fn hit_rate(totals: &Value) -> String {
    let [found, asked] = ["found", "looked_up"].map(|name| totals[name].as_f64().unwrap_or(0.0));
    words::per_cent(found, asked)
}

fn endpoint_table(endpoints: &Answer, series: &[String]) -> Markup {
    let mut rows: Vec<&Value> = endpoints.body["results"].as_array().into_iter().flatten().collect();
    rows.sort_by(|left, right| {
        right["credits"].as_f64().unwrap_or(0.0).total_cmp(&left["credits"].as_f64().unwrap_or(0.0))
    });
    html! {
        table.tight.cards {
            thead { tr { th { "Endpoint" } th.n { "Calls" } th.n { "Hit rate" } th.n { "Found" } th.n { "Spent" } } }
            tbody { @for row in rows.into_iter().take(12) {
                @let name = row["endpoint"].as_str().unwrap_or_default();
                @let place = series.iter().position(|known| known == name).unwrap_or(series.len() - 1);
                tr {
                    td { span.row { (chart::swatch(place)) a href=(format!("/log?endpoint={name}")) { (row["path"].as_str().map(words::endpoint).unwrap_or(name)) } } }
                    td.n data-l="Calls" { (words::count(&row["requests"])) }
                    td.n data-l="Hit rate" { (hit_rate(row)) }
                    td.n data-l="Found" { (words::count(&row["resolved"])) }
                    td.n.b.r.nw { (words::credits(&row["credits"])) }
                }
            } }
        }
    }
}

/// The balance of each day, worked back from today's, and as many days ahead at the same pace.
fn burn_down(here: &Here, daily: &Answer, days: i64, now: Timestamp) -> Markup {
    let Some(account) = here.account() else { return html! {} };
    let balance: f64 = account.balance.to_string().parse().unwrap_or(0.0);
    let spent_on = |day: i64| {
        let date = (now - SignedDuration::from_hours(24 * day)).to_zoned(TimeZone::UTC).date().to_string();
        let rows = daily.body["results"].as_array().into_iter().flatten();
        rows.filter(|row| row["day"] == date.as_str()).filter_map(|row| row["credits"].as_f64()).sum::<f64>()
    };
    let mut points = vec![balance];
    for day in 0..days {
        points.push(points.last().copied().unwrap_or(0.0) + spent_on(day));
    }
    points.reverse();
    let pace = (points[0] - balance) / days as f64;
    let ahead = (balance - pace * days as f64).max(0.0);
    let lasts = if pace > 0.0 { Some((balance / pace).floor()) } else { None };
    let (class, word) = match lasts {
        Some(left) if left < 7.0 => ("warn", "runs out soon"),
        _ => ("ok", "enough at this pace"),
    };
    let from = words::day(now - SignedDuration::from_hours(24 * days));
    let to = words::day(now + SignedDuration::from_hours(24 * days));
    html! {
        section.card {
            div.row.sp { h2 { "How long it lasts" } (tag::tag(class, word)) }
            (chart::burn_down(&format!("Balance without grants: {} today, about {} in {days} days at this pace", words::number(balance), words::number(ahead.round())), &points, Some(ahead), &from, &to))
            p.q.s {
                @match lasts {
                    Some(left) if left > 400.0 => "At this pace it lasts for more than a year.",
                    Some(left) => { "At " (words::number((pace * 10.0).round() / 10.0)) " cr a day, about " (words::number(left)) " days. Credits of coming months are not counted." }
                    None => "Nothing was spent, so nothing runs out.",
                }
            }
        }
    }
}
