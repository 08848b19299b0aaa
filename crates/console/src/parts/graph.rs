//! Drawings of people: who worked together, and the seats of a buying committee.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use maud::{Markup, html};
use serde_json::Value;

use super::{tag, words};

/// People drawn around a person.
const AROUND_MAX: usize = 8;
/// People listed below.
const LISTED_MAX: usize = 12;
/// Seats of each ring of a committee.
const SEATS: usize = 3;
const RINGS: [(&str, &str, f64); 3] =
    [("decision_maker", "decides", 78.0), ("influencer", "influences", 141.0), ("user", "uses", 204.0)];

/// Who worked with a person; the closer, the longer together.
pub(crate) fn coworkers(answer: &Value) -> Markup {
    let all: Vec<&Value> = answer["coworkers"].as_array().into_iter().flatten().collect();
    let months = |coworker: &Value| coworker["shared"]["months"].as_f64().unwrap_or(0.0);
    let most = all.iter().map(|coworker| months(coworker)).fold(1.0, f64::max);
    let name = |person: &Value| person["fullName"].as_str().unwrap_or_default().to_owned();
    let around: Vec<(f64, f64, f64, String)> = all
        .iter()
        .take(AROUND_MAX)
        .enumerate()
        .map(|(place, coworker)| {
            let angle = TAU * place as f64 / all.len().clamp(1, AROUND_MAX) as f64 - FRAC_PI_2;
            let share = months(coworker) / most;
            let radius = 106.0 - 48.0 * share;
            (
                150.0 + radius * angle.cos(),
                125.0 + radius * angle.sin(),
                1.5 + 2.0 * share,
                words::initials(&name(&coworker["person"])),
            )
        })
        .collect();
    html! {
        @if all.is_empty() { p.s.q { "No colleagues are known." } } @else {
            svg.pic viewBox="0 0 300 250" width="100%" role="img" aria-label=(format!("{} people who worked with {}; the same as a table below", around.len(), name(&answer["person"]))) {
                circle.arc cx="150" cy="125" r="58" {} circle.arc cx="150" cy="125" r="106" {}
                @for (x, y, width, _) in &around { line.ed x1="150" y1="125" x2=(format!("{x:.0}")) y2=(format!("{y:.0}")) stroke-width=(format!("{width:.1}")) {} }
                @for (x, y, _, letters) in &around { circle.seat cx=(format!("{x:.0}")) cy=(format!("{y:.0}")) r="17" {} text.k x=(format!("{x:.0}")) y=(format!("{:.0}", y + 4.0)) { (letters) } }
                circle.me cx="150" cy="125" r="23" {} text.on x="150" y="129" { (words::initials(&name(&answer["person"]))) }
            }
            table.tight { tbody { @for coworker in all.iter().take(LISTED_MAX) {
                tr { td { a.b href=(format!("/people/{}", coworker["person"]["id"].as_str().unwrap_or_default())) { (name(&coworker["person"])) } small { (coworker["person"]["title"].as_str().unwrap_or_default()) } }
                    td.n { (words::number(months(coworker))) " months" small { (coworker["shared"]["company"]["name"].as_str().unwrap_or_default()) } } }
            } } }
        }
    }
}

/// The seats of a buying committee, filled and empty.
pub(crate) fn committee(answer: &Value) -> Markup {
    let committee = &answer["committee"];
    let seat = |radius: f64, place: usize| {
        let angle = PI - PI * (0.17 + 0.33 * place as f64);
        (230.0 + radius * angle.cos(), 236.0 - radius * angle.sin())
    };
    let people = |role: &str| -> Vec<&Value> { committee[role].as_array().into_iter().flatten().collect() };
    let told: Vec<String> = RINGS
        .iter()
        .map(|(role, word, _)| format!("{word} {} of {SEATS}", people(role).len().min(SEATS)))
        .collect();
    html! {
        div.comm {
            div.pad {
                svg.pic viewBox="0 0 460 258" width="100%" role="img" aria-label=(format!("Seats filled: {}", told.join(", "))) {
                    @for (role, word, radius) in RINGS {
                        path.arc d=(format!("M{:.0} 236A{radius} {radius} 0 0 1 {:.0} 236", 230.0 - radius, 230.0 + radius)) {}
                        @for place in 0..SEATS {
                            @let (x, y) = seat(radius, place);
                            @if let Some(person) = people(role).get(place) {
                                circle.seat cx=(format!("{x:.0}")) cy=(format!("{y:.0}")) r="21" {}
                                text.k x=(format!("{x:.0}")) y=(format!("{:.0}", y + 4.0)) { (words::initials(person["fullName"].as_str().unwrap_or_default())) }
                            } @else {
                                circle.seat.no cx=(format!("{x:.0}")) cy=(format!("{y:.0}")) r="21" {}
                                text x=(format!("{x:.0}")) y=(format!("{:.0}", y + 4.0)) { "?" }
                            }
                        }
                        // On alternate sides, so that the words do not touch.
                        text x=(format!("{:.0}", if role == "influencer" { 230.0 + radius } else { 230.0 - radius })) y="252" { (word) }
                    }
                }
                p.s.q { (told.join(", ")) "." }
            }
            table.tight.cards {
                thead { tr { th { "Seat" } th { "Person" } th.n { "Fit" } } }
                tbody { @for (role, word, _) in RINGS {
                    @let seated = people(role);
                    @for person in &seated {
                        tr { td.q.nw { (words::label(word)) }
                            td { a.b href=(format!("/people/{}", person["id"].as_str().unwrap_or_default())) { (person["fullName"].as_str().unwrap_or_default()) } small { (person["title"].as_str().unwrap_or_default()) } }
                            td.n.r { (tag::sure(person["score"].as_f64().unwrap_or(0.0))) } }
                    }
                    @if seated.is_empty() { tr { td.q.nw { (words::label(word)) } td.q { "empty" small { "no known person fits" } } td {} } }
                } }
            }
        }
    }
}
