//! Search over guides and endpoints, answered by the server: title before heading before text.

use std::sync::LazyLock;

use axum::{
    body::Body,
    http::{Response, StatusCode},
};
use maud::html;

use super::{
    frame,
    library::pages,
    markdown::{self, Section},
    page::{BASE, Page},
};
use crate::{
    here::Here,
    parts::layout::{self, Nav},
};

/// Most words that are searched for.
const WORDS_MAX: usize = 8;
/// Results shown.
const RESULTS_MAX: usize = 30;
/// Characters of a text around a word that was found.
const AROUND: usize = 70;
/// Points of a word in a title, at its start, in a heading and in a text.
const IN_TITLE: u32 = 40;
const AS_TITLE: u32 = 40;
const IN_HEADING: u32 = 12;
const IN_TEXT: u32 = 1;
/// Times a word counts in the text of one section.
const TIMES_MAX: usize = 5;

/// A page as it is searched, in lower case.
struct Indexed {
    path: &'static str,
    title: &'static str,
    part: &'static str,
    about: &'static str,
    folded_title: String,
    sections: Vec<(Section, String, String)>,
}

/// A page that was found, and the section that fits best.
pub(super) struct Found {
    pub(super) path: String,
    pub(super) title: String,
    part: &'static str,
    excerpt: String,
    points: u32,
}

fn index() -> &'static [Indexed] {
    static INDEX: LazyLock<Vec<Indexed>> = LazyLock::new(|| {
        let searched = pages().iter().filter(|page| !page.part.is_empty());
        let of = |page: &'static Page| {
            let sections = markdown::render(&page.markdown, BASE).sections.into_iter().map(|section| {
                let (heading, text) = (section.heading.to_lowercase(), section.text.to_lowercase());
                (section, heading, text)
            });
            let folded_title = match page.endpoint {
                Some(entry) => format!("{} {} {}", page.title, entry.spec.path, entry.spec.id).to_lowercase(),
                None => page.title.to_lowercase(),
            };
            Indexed {
                path: &page.path,
                title: &page.title,
                part: page.part,
                about: &page.about,
                folded_title,
                sections: sections.collect(),
            }
        };
        searched.map(of).collect()
    });
    &INDEX
}

/// Pages that have every word, the best first.
pub(super) fn find(query: &str) -> Vec<Found> {
    let query: String = query.chars().take(frame::QUERY_MAX).collect::<String>().to_lowercase();
    let words: Vec<&str> = query.split_whitespace().take(WORDS_MAX).collect();
    if words.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<Found> = index().iter().filter_map(|page| of_page(page, &query, &words)).collect();
    found.sort_by(|one, other| other.points.cmp(&one.points).then_with(|| one.path.cmp(&other.path)));
    found.truncate(RESULTS_MAX);
    found
}

fn of_page(page: &Indexed, query: &str, words: &[&str]) -> Option<Found> {
    let mut points = 0;
    let mut best: (u32, Option<&(Section, String, String)>) = (0, None);
    let mut in_sections = vec![false; words.len()];
    for section in &page.sections {
        let mut own = 0;
        for (place, word) in words.iter().enumerate() {
            let in_heading = if section.0.level > 1 && section.1.contains(word) { IN_HEADING } else { 0 };
            let times = section.2.matches(word).take(TIMES_MAX).count() as u32;
            in_sections[place] |= in_heading + times > 0;
            own += in_heading + times * IN_TEXT;
        }
        points += own;
        if own > best.0 {
            best = (own, Some(section));
        }
    }
    for (place, word) in words.iter().enumerate() {
        match page.folded_title.contains(word) {
            true => points += IN_TITLE,
            false if in_sections[place] => {}
            false => return None,
        }
    }
    if page.folded_title.starts_with(query.trim()) {
        points += AS_TITLE;
    }
    let section = best.1.map(|(section, ..)| section).filter(|section| !section.id.is_empty());
    let is_in_title = words.iter().all(|word| page.folded_title.contains(word));
    let (path, title) = match section.filter(|_| !is_in_title) {
        Some(section) => {
            (format!("{}#{}", page.path, section.id), format!("{}: {}", page.title, section.heading))
        }
        None => (page.path.to_owned(), page.title.to_owned()),
    };
    let excerpt = best
        .1
        .filter(|_| !is_in_title)
        .and_then(|(section, _, folded)| excerpt(&section.text, folded, words));
    Some(Found {
        path,
        title,
        part: page.part,
        excerpt: excerpt.unwrap_or_else(|| page.about.to_owned()),
        points,
    })
}

/// The words around the first one that was found.
fn excerpt(text: &str, folded: &str, words: &[&str]) -> Option<String> {
    let at = words.iter().filter_map(|word| folded.find(word)).min()?;
    // Lower case may differ in length, so that the place is counted in characters.
    let at = folded[..at].chars().count();
    let start = at.saturating_sub(AROUND);
    let part: String = text.chars().skip(start).take(2 * AROUND).collect();
    let part = part.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(format!("{}{part} …", if start > 0 { "… " } else { "" }))
}

/// The page of results.
pub(super) fn show(here: &Here) -> Response<Body> {
    let query: String = here.param("q").unwrap_or_default().chars().take(frame::QUERY_MAX).collect();
    let found = find(&query);
    let body = html! {
        h1 { "Search" }
        (frame::search_field(&query, "Search again"))
        @if query.trim().is_empty() {
            p { "Type a word, such as " code { "webhook" } " or " code { "find-email" } "." }
        } @else if found.is_empty() {
            p role="status" { "Nothing found for “" (query) "”. Fewer words find more; " a href="/docs" { "all pages" } "." }
        } @else {
            p role="status" { (found.len()) @if found.len() == 1 { " page" } @else { " pages" } }
            ul.found { @for one in &found {
                li { a.b href=(one.path) { (one.title) } " " span.q.s { (one.part) } p.s { (one.excerpt) } }
            } }
        }
    };
    layout::with_status(
        here,
        StatusCode::OK,
        Nav::Docs,
        "Search the docs",
        frame::around(None, html! {}, body),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_comes_before_a_heading_and_a_heading_before_a_text() {
        for (query, first) in [
            ("find email", "/docs/endpoints/find-email"),
            ("/v1/enrich", "/docs/endpoints/enrich"),
            ("search_people", "/docs/endpoints/search-people"),
            ("webhooks", "/docs/webhooks"),
            ("searching", "/docs/search"),
            ("BILLING", "/docs/billing"),
        ] {
            let found = find(query);
            assert_eq!(found.first().map(|one| one.path.split('#').next().unwrap()), Some(first), "{query}");
        }
    }

    #[test]
    fn odd_queries_find_nothing_and_do_no_harm() {
        for query in ["", "   ", "zzzzqqq", "<script>", "İİİ ß", &"word ".repeat(10_000)] {
            assert!(find(query).len() <= RESULTS_MAX);
        }
        assert!(find("zzzzqqq").is_empty());
    }
}
