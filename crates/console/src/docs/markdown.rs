//! Markdown to markup: headings with anchors, tables that fit a phone, code to copy. HTML in the text is shown as text.

use maud::{Escaper, Markup, PreEscaped, html};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::{collections::HashSet, fmt::Write};

use super::{
    guides,
    page::{BASE, endpoint_named},
};
use crate::parts::code;

/// Ids that the frame of a page uses.
const RESERVED: [&str; 7] = ["main", "nav", "cmd", "help", "palette", "docs-nav", "contents"];
/// Languages whose samples are alternatives of each other when they follow one another.
const ALTERNATIVES: [(&str, &str); 3] = [("sh", "curl"), ("python", "Python"), ("ts", "TypeScript")];

/// A heading with the plain text below it.
pub(super) struct Section {
    /// Level of the heading; 1 is the title.
    pub(super) level: u8,
    /// Where a link leads to it; empty for the title.
    pub(super) id: String,
    pub(super) heading: String,
    pub(super) text: String,
}

/// A rendered text.
pub(super) struct Rendered {
    pub(super) markup: Markup,
    pub(super) sections: Vec<Section>,
}

/// Renders a text for a server at `base`.
pub(super) fn render(markdown: &str, base: &str) -> Rendered {
    let events: Vec<Event<'_>> = Parser::new_ext(markdown, Options::ENABLE_TABLES).collect();
    let mut writer = Writer { base, ..Writer::default() };
    let mut at = 0;
    while at < events.len() {
        at = writer.take(&events, at);
    }
    Rendered { markup: PreEscaped(writer.out), sections: writer.sections }
}

#[derive(Default)]
struct Writer<'a> {
    base: &'a str,
    out: String,
    sections: Vec<Section>,
    ids: HashSet<String>,
    /// Where the heading that is being written begins in `out`, and its words.
    heading: Option<(usize, String)>,
    /// Whether each open link is written as one.
    links: Vec<bool>,
    /// The table that is being written: its columns, and the column of the next cell.
    columns: Vec<String>,
    column: usize,
    is_head: bool,
    /// Where the cell of a table's head begins in `out`, and its words.
    cell: usize,
    cell_words: String,
    codes: usize,
}

impl Writer<'_> {
    /// Writes the event at a place; returns the place of the next one.
    fn take(&mut self, events: &[Event<'_>], at: usize) -> usize {
        match &events[at] {
            Event::Start(Tag::CodeBlock(_)) => return self.code(events, at),
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(*tag),
            // In the repository a guide is linked by the name of its file; here it has a title.
            Event::Text(text) if !self.links.is_empty() => self.text(guides::title(text).unwrap_or(text)),
            Event::Text(text) => self.text(text),
            Event::Code(text) => self.inline_code(text),
            Event::SoftBreak => self.text("\n"),
            Event::HardBreak => self.out.push_str("<br>"),
            Event::Rule => self.out.push_str("<hr>"),
            Event::Html(text) | Event::InlineHtml(text) => self.text(text),
            // Notation that is not switched on.
            _ => {}
        }
        at + 1
    }

    fn text(&mut self, text: &str) {
        escape(&mut self.out, text);
        if self.is_head {
            self.cell_words.push_str(text);
        }
        if let Some((_, words)) = &mut self.heading {
            words.push_str(text);
        } else if let Some(section) = self.sections.last_mut() {
            section.text.push_str(text);
            section.text.push(' ');
        }
    }

    fn inline_code(&mut self, text: &str) {
        let leads_to = endpoint_named(text).filter(|_| self.heading.is_none() && self.links.is_empty());
        if let Some(path) = leads_to {
            let _ = write!(self.out, "<a href=\"{path}\">");
        }
        self.out.push_str("<code>");
        self.text(text);
        self.out.push_str("</code>");
        if leads_to.is_some() {
            self.out.push_str("</a>");
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        let text = match tag {
            Tag::Paragraph => "<p>",
            Tag::Heading { .. } => {
                self.heading = Some((self.out.len(), String::new()));
                return;
            }
            Tag::BlockQuote(_) => "<blockquote>",
            Tag::List(None) => "<ul>",
            Tag::List(Some(_)) => "<ol>",
            Tag::Item => "<li>",
            Tag::Emphasis => "<em>",
            Tag::Strong => "<strong>",
            Tag::Link { dest_url, .. } => return self.start_link(dest_url),
            Tag::Table(_) => {
                self.columns.clear();
                "<table class=\"cards\">"
            }
            Tag::TableHead => {
                (self.is_head, self.column) = (true, 0);
                "<thead><tr>"
            }
            Tag::TableRow => {
                self.column = 0;
                "<tr>"
            }
            Tag::TableCell => return self.start_cell(),
            _ => return,
        };
        self.out.push_str(text);
    }

    fn end(&mut self, tag: TagEnd) {
        let text = match tag {
            TagEnd::Paragraph => "</p>",
            TagEnd::Heading(level) => return self.end_heading(level),
            TagEnd::BlockQuote(_) => "</blockquote>",
            TagEnd::List(false) => "</ul>",
            TagEnd::List(true) => "</ol>",
            TagEnd::Item => "</li>",
            TagEnd::Emphasis => "</em>",
            TagEnd::Strong => "</strong>",
            TagEnd::Link => match self.links.pop() {
                Some(true) => "</a>",
                _ => return,
            },
            TagEnd::Table => "</tbody></table>",
            TagEnd::TableHead => {
                self.is_head = false;
                "</tr></thead><tbody>"
            }
            TagEnd::TableRow => "</tr>",
            TagEnd::TableCell => return self.end_cell(),
            _ => return,
        };
        self.out.push_str(text);
    }

    fn start_cell(&mut self) {
        self.cell = self.out.len();
        if self.is_head {
            return;
        }
        // On a phone a row is a card, whose first cell is its title and whose others have the name of their column.
        match self.columns.get(self.column).filter(|name| self.column > 0 && !name.is_empty()) {
            Some(name) => {
                let name = html! { (name) }.into_string();
                let _ = write!(self.out, "<td data-l=\"{name}\"><span>");
            }
            None => self.out.push_str("<td><span>"),
        }
        if let Some(section) = self.sections.last_mut() {
            section.text.push(' ');
        }
    }

    fn end_cell(&mut self) {
        self.column += 1;
        if !self.is_head {
            self.out.push_str("</span></td>");
            return;
        }
        let inner = self.out.split_off(self.cell);
        // A column without a name is no header.
        let tag = if inner.is_empty() { "td" } else { "th" };
        let _ = write!(self.out, "<{tag}>{inner}</{tag}>");
        self.columns.push(std::mem::take(&mut self.cell_words));
    }

    fn start_link(&mut self, target: &str) {
        let link = self.heading.is_none().then(|| address(target)).flatten();
        self.links.push(link.is_some());
        if let Some(link) = link {
            self.out.push_str("<a href=\"");
            escape(&mut self.out, &link);
            self.out.push_str("\">");
        }
    }

    fn end_heading(&mut self, level: HeadingLevel) {
        let Some((start, words)) = self.heading.take() else { return };
        let inner = self.out.split_off(start);
        let level = level as u8;
        if level == 1 {
            let _ = write!(self.out, "<h1>{inner}</h1>");
            self.sections.push(Section { level, id: String::new(), heading: words, text: String::new() });
            return;
        }
        let id = self.id_of(&words);
        let anchor =
            html! { a.anchor href={ "#" (id) } aria-label={ "Link to " (words) } { "#" } }.into_string();
        let _ = write!(self.out, "<h{level} id=\"{id}\">{inner} {anchor}</h{level}>");
        self.sections.push(Section { level, id, heading: words, text: String::new() });
    }

    /// The id of a heading: its words in lower case with hyphens, as code hosts make it.
    fn id_of(&mut self, words: &str) -> String {
        let words = words.to_lowercase();
        let letters = words.chars().filter_map(|letter| match letter {
            ' ' => Some('-'),
            letter if letter.is_alphanumeric() || letter == '-' || letter == '_' => Some(letter),
            _ => None,
        });
        let plain: String = letters.collect();
        let (mut id, mut number) = (plain.clone(), 0);
        while id.is_empty() || RESERVED.contains(&id.as_str()) || !self.ids.insert(id.clone()) {
            number += 1;
            id = format!("{plain}-{number}");
        }
        id
    }

    /// Writes the code block at a place with the alternatives that follow it; returns the place after them.
    fn code(&mut self, events: &[Event<'_>], mut at: usize) -> usize {
        let mut blocks: Vec<(String, String)> = Vec::new();
        while let Some(Event::Start(Tag::CodeBlock(kind))) = events.get(at) {
            let language = language(kind);
            let is_alternative = |name: &str| ALTERNATIVES.iter().any(|(known, _)| *known == name);
            let is_other = blocks.iter().all(|(known, _)| *known != language && is_alternative(known));
            if !(blocks.is_empty() || is_other && is_alternative(&language)) {
                break;
            }
            let mut text = String::new();
            at += 1;
            while let Some(Event::Text(part)) = events.get(at) {
                text.push_str(part);
                at += 1;
            }
            at += 1;
            blocks.push((language, text.trim_end().replace(BASE, self.base)));
        }
        self.write_code(&blocks);
        at
    }

    fn write_code(&mut self, blocks: &[(String, String)]) {
        if let Some(section) = self.sections.last_mut() {
            blocks.iter().for_each(|(_, text)| section.text.push_str(text));
        }
        let first = self.codes + 1;
        self.codes += blocks.len();
        let id = |place: usize| format!("code-{}", first + place);
        let name = |language: &str| {
            let known = ALTERNATIVES.iter().find(|(known, _)| *known == language);
            known.map_or_else(|| language.to_owned(), |(_, name)| (*name).to_owned())
        };
        let label = |place: usize| format!("Sample {}", first + place);
        let markup = if let [(_, text)] = blocks {
            code::block(&id(0), &label(0), text)
        } else {
            html! { div.tabs { @for (place, (language, text)) in blocks.iter().enumerate() {
                @let tab = format!("tab-{}", first + place);
                input type="radio" name=(format!("tabs-{first}")) id=(tab) checked[place == 0];
                label for=(tab) { (name(language)) }
                div { (code::block(&id(place), &format!("{} in {}", label(place), name(language)), text)) }
            } } }
        };
        self.out.push_str(&markup.into_string());
    }
}

fn language(kind: &CodeBlockKind<'_>) -> String {
    let info: &CowStr<'_> = match kind {
        CodeBlockKind::Fenced(info) => info,
        CodeBlockKind::Indented => return String::new(),
    };
    info.split_whitespace().next().unwrap_or_default().to_owned()
}

/// Where a link leads on this server; none for what is not served. A page is named without the ending of its twin.
fn address(target: &str) -> Option<String> {
    if target.starts_with("https://") || target.starts_with("http://") || target.starts_with('#') {
        return Some(target.to_owned());
    }
    if target.contains(':') || target.starts_with("..") || target.starts_with("//") {
        return None;
    }
    let (path, fragment) = target.split_once('#').map_or((target, None), |(path, id)| (path, Some(id)));
    let path = path.strip_suffix(".md").unwrap_or(path);
    let path = if path.starts_with('/') { path.to_owned() } else { format!("/docs/{path}") };
    Some(fragment.map_or_else(|| path.clone(), |id| format!("{path}#{id}")))
}

fn escape(out: &mut String, text: &str) {
    // Writing into a string does not fail.
    let _ = Escaper::new(out).write_str(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html_of(markdown: &str) -> String {
        render(markdown, "https://here.example").markup.into_string()
    }

    #[test]
    fn markup_in_a_text_is_shown_and_not_run() {
        for text in [
            "<script>alert(1)</script>",
            "a <img src=x onerror=alert(1)> b",
            "[x](javascript:alert(1))",
            "[x](data:text/html,<script>)",
            "[x](//evil.example)",
            "![x](javascript:alert(1))",
            "# a <b onmouseover=alert(1)>",
            "| <script> | \" onclick=\"x |\n|---|---|\n| <script> | <i> |",
            "```sh\"><script>\n</pre><script>\n```",
            "`</code><script>`",
        ] {
            let html = html_of(text);
            for bad in
                ["<script", "<img", "<b ", "href=\"javascript", "href=\"data", "href=\"//", "\" onclick"]
            {
                assert!(!html.contains(bad), "{text}: {html}");
            }
        }
    }

    #[test]
    fn headings_have_ids_of_their_own() {
        let rendered =
            render("# T\n\n## Is it well?\n\nx\n\n## Is it well?\n\n## main\n\n### `a_b` & c", "x");
        let ids: Vec<&str> = rendered.sections.iter().map(|section| section.id.as_str()).collect();
        assert_eq!(ids, ["", "is-it-well", "is-it-well-1", "main-1", "a_b--c"]);
    }

    #[test]
    fn links_lead_to_pages_and_calls_to_their_reference() {
        let html =
            html_of("[a](mail.md#b) [c](/docs/endpoints/enrich.md) [d](../README.md) `POST /v1/enrich` `x`");
        assert!(
            html.contains("href=\"/docs/mail#b\"") && html.contains("href=\"/docs/endpoints/enrich\""),
            "{html}"
        );
        assert!(
            html.contains("<a href=\"/docs/endpoints/enrich\"><code>POST /v1/enrich</code></a>"),
            "{html}"
        );
        assert!(!html.contains("README") && html.contains(" d "), "{html}");
    }

    #[test]
    fn a_guide_that_is_named_by_its_file_is_shown_by_its_title() {
        let html = html_of("See [billing.md](billing.md) and [none.md](none.md).");
        assert!(
            html.contains("<a href=\"/docs/billing\">Billing</a>") && html.contains(">none.md</a>"),
            "{html}"
        );
    }

    #[test]
    fn samples_of_one_call_are_alternatives_and_name_this_server() {
        let html =
            html_of("```sh\ncurl http://127.0.0.1:8080/x\n```\n\n```python\np\n```\n\n```json\n{}\n```");
        assert_eq!(html.matches("type=\"radio\"").count(), 2, "{html}");
        assert!(html.contains("https://here.example/x"), "{html}");
    }
}
