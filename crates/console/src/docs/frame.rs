//! The frame of a page of the documentation: contents, table of contents, previous and next.

use axum::{body::Body, http::Response};
use maud::{Markup, html};

use super::{
    library::pages,
    markdown::{self, Section},
    page::Page,
};
use crate::{
    here::Here,
    parts::layout::{self, Nav},
};

/// Headings up to which a table of contents also shows those of the third level.
const CONTENTS_DEEP_MAX: usize = 20;

/// Longest text that is searched for, in characters.
pub(super) const QUERY_MAX: usize = 100;

/// A page.
pub(super) fn show(here: &Here, page: &'static Page, base: &str) -> Response<Body> {
    let rendered = markdown::render(&page.markdown, base);
    let body = html! {
        div.row.sp {
            p.s.q { a href="/docs" { "Docs" } @if !page.part.is_empty() { " / " (page.part) } }
            div.row {
                @if let Some(entry) = page.endpoint {
                    a.btn.pri.sm href=(format!("/playground/{}", entry.spec.id)) { span { "Try it" } }
                }
                a.btn.sm href=(format!("{}.md", page.path)) { span { "Markdown" } }
            }
        }
        (rendered.markup)
        (neighbours(page))
    };
    layout::page(here, Nav::Docs, &page.title, around(Some(page), contents(&rendered.sections), body))
}

/// The article with what stands beside it.
pub(super) fn around(current: Option<&Page>, contents: Markup, article: Markup) -> Markup {
    html! {
        div.docs {
            article.doc { (article) }
            div.toc { (contents) }
            (navigation(current))
        }
    }
}

fn contents(sections: &[Section]) -> Markup {
    let below: Vec<&Section> = sections.iter().filter(|section| section.level > 1).collect();
    let deepest = if below.len() > CONTENTS_DEEP_MAX { 2 } else { 3 };
    let shown: Vec<&&Section> = below.iter().filter(|section| section.level <= deepest).collect();
    html! {
        @if shown.len() > 1 {
            nav aria-label="On this page" {
                h2.s { "On this page" }
                ul { @for section in shown {
                    li class=[(section.level > 2).then_some("in")] { a href=(format!("#{}", section.id)) { (section.heading) } }
                } }
            }
        }
    }
}

/// All pages by part; the part of the current page is open.
fn navigation(current: Option<&Page>) -> Markup {
    let all: Vec<&Page> = pages().iter().filter(|page| !page.part.is_empty()).collect();
    let mut parts: Vec<&str> = Vec::new();
    for page in &all {
        if !parts.contains(&page.part) {
            parts.push(page.part);
        }
    }
    let is_current = |page: &Page| current.is_some_and(|current| current.path == page.path);
    let is_open = |part: &str| current.is_some_and(|current| current.part == part);
    html! {
        nav.dnav #docs-nav aria-label="Documentation" {
            (search_field("", "Documentation"))
            @for part in parts {
                details open[is_open(part)] {
                    summary { (part) }
                    ul { @for page in all.iter().filter(|page| page.part == part) {
                        li { a href=(page.path) aria-current=[is_current(page).then_some("page")] { (page.title) } }
                    } }
                }
            }
            p.s { a href="/pricing" { "Prices" } " · " a href="/problems" { "Error codes" } }
        }
    }
}

fn neighbours(page: &Page) -> Markup {
    let at = pages().iter().position(|one| one.path == page.path).unwrap_or(0);
    let before = at.checked_sub(1).and_then(|at| pages().get(at));
    let after = pages().get(at + 1);
    html! {
        nav.near2 aria-label="Previous and next page" {
            @if let Some(page) = before { a href=(page.path) rel="prev" { span.s.q { "Previous" } " " (page.title) } } @else { span {} }
            @if let Some(page) = after { a href=(page.path) rel="next" { span.s.q { "Next" } " " (page.title) } }
        }
    }
}

/// The field to search with. It is a GET, so that a result can be linked to; it holds nothing secret.
pub(super) fn search_field(query: &str, name: &str) -> Markup {
    html! {
        form.find method="get" action="/docs/find" role="search" aria-label=(name) {
            input type="search" name="q" value=(query) aria-label="Search the documentation" placeholder="Search the docs"
                maxlength=(QUERY_MAX);
            button.btn type="submit" { span { "Search" } }
        }
    }
}
