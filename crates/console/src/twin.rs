//! The Markdown twins of pages: the same content for agents, at the address with `.md` behind it, or where a client asks for
//! Markdown before HTML.

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, header},
};
use server::Published;

const MARKDOWN: &str = "text/markdown; charset=utf-8";

/// The page, or its Markdown if that is what was asked for.
pub(crate) fn choose(
    headers: &HeaderMap,
    is_twin: bool,
    markdown: impl FnOnce() -> String,
    page: impl FnOnce() -> Response<Body>,
) -> Response<Body> {
    if is_twin || prefers_markdown(headers) {
        return Published::new(MARKDOWN, markdown()).respond(headers);
    }
    let mut response = page();
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept"));
    response
}

/// Whether a client names Markdown, and before HTML if it names both.
fn prefers_markdown(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    match (accept.find("text/markdown"), accept.find("text/html")) {
        (Some(markdown), Some(html)) => markdown < html,
        (markdown, _) => markdown.is_some(),
    }
}

/// A table in Markdown. A bar in a cell is escaped, so that it does not end the cell.
pub(crate) fn table<const N: usize>(head: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> String {
    let line =
        |cells: [String; N]| format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|")).join(" | "));
    let mut table = line(head.map(str::to_owned)) + &line(head.map(|_| "---".to_owned()));
    rows.into_iter().for_each(|row| table.push_str(&line(row)));
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_does_not_end_a_cell() {
        let made = table(["A", "B"], [["1|2".to_owned(), "3".to_owned()]]);
        assert_eq!(made, "| A | B |\n| --- | --- |\n| 1\\|2 | 3 |\n");
    }
}
