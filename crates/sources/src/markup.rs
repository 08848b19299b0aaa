//! Tokens of HTML pages, and their text.
//!
//! `html5gum` reads a page as a browser does, so that nothing here fails. It builds no tree: a hostile page cannot nest
//! too deep.

use html5gum::{DefaultEmitter, StartTag, StringReader, Tokenizer};

/// Prefix of a document that is searched for its encoding.
const HEAD_BYTES: usize = 2_048;
/// Elements whose text is not shown.
const HIDDEN_ELEMENTS: [&str; 4] = ["iframe", "noscript", "script", "style"];
/// The element whose content is not part of the page; scripts make copies of it.
const TEMPLATE: &str = "template";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MarkupToken {
    Start(Tag),
    End(String),
    /// Text with its entities resolved, except inside scripts and styles.
    Text(String),
}

/// A start tag; its name and those of its attributes are in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tag {
    pub(crate) name: String,
    tag: StartTag<()>,
}

impl Tag {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        let value = self.tag.attributes.get(name.as_bytes())?;
        std::str::from_utf8(value).ok().map(str::trim)
    }
}

/// Iterator over the tokens of a page, without comments and templates.
pub(crate) struct MarkupTokens<'a> {
    tokenizer: Tokenizer<StringReader<'a>>,
    is_template: bool,
}

pub(crate) fn tokens(html: &str) -> MarkupTokens<'_> {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    MarkupTokens { tokenizer: Tokenizer::new_with_emitter(html, emitter), is_template: false }
}

impl Iterator for MarkupTokens<'_> {
    type Item = MarkupToken;

    fn next(&mut self) -> Option<MarkupToken> {
        loop {
            let Ok(token) = self.tokenizer.next()?;
            match token {
                html5gum::Token::EndTag(tag) => {
                    let name = text(&tag.name);
                    self.is_template &= name != TEMPLATE;
                    if !self.is_template {
                        return Some(MarkupToken::End(name));
                    }
                }
                _ if self.is_template => {}
                html5gum::Token::StartTag(tag) => {
                    let name = text(&tag.name);
                    self.is_template = name == TEMPLATE;
                    return Some(MarkupToken::Start(Tag { name, tag }));
                }
                html5gum::Token::String(words) => return Some(MarkupToken::Text(text(&words))),
                html5gum::Token::Comment(_) | html5gum::Token::Doctype(_) | html5gum::Token::Error(_) => {}
            }
        }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Decodes text in the encoding of its `Content-Type` or of its own head; UTF-8 by default.
pub(crate) fn decoded(bytes: &[u8], content_type: &str) -> String {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD_BYTES)]).to_ascii_lowercase();
    let label = |text: &str, mark: &str| {
        let rest = text.split_once(mark)?.1.trim_start_matches(['"', '\'']);
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':')));
        Some(rest[..end.unwrap_or(rest.len())].to_owned())
    };
    let label = label(&content_type.to_ascii_lowercase(), "charset=")
        .or_else(|| label(&head, "encoding="))
        .or_else(|| label(&head, "charset="));
    let encoding = label.and_then(|label| encoding_rs::Encoding::for_label(label.as_bytes()));
    encoding.unwrap_or(encoding_rs::UTF_8).decode(bytes).0.into_owned()
}

/// The text with each run of whitespace replaced by one space.
pub(crate) fn collapse_whitespace(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The visible text of an HTML fragment.
pub(crate) fn plain_text(html: &str) -> String {
    let mut text = String::new();
    let mut hidden = false;
    for token in tokens(html) {
        match token {
            MarkupToken::Start(tag) => {
                hidden = HIDDEN_ELEMENTS.contains(&tag.name.as_str());
                text.push(' ');
            }
            MarkupToken::End(_) => {
                hidden = false;
                text.push(' ');
            }
            MarkupToken::Text(words) if !hidden => text.push_str(&words),
            MarkupToken::Text(_) => {}
        }
    }
    collapse_whitespace(&text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn malformed_html_is_tokenized() {
        let html = "<!DOCTYPE html><HTML><head><TITLE>A &amp; B</TITLE><!-- <b>no</b> -->\
            <meta NAME=description content='It&#39;s <fine>'><script>if (a < b) { '</b>' }</script></head>\
            <body><a href=/x data-y>here</a><template><b>no</b></template> 1 < 2 <br/>end";
        let tokens: Vec<MarkupToken> = tokens(html).collect();
        let tags: Vec<&Tag> = tokens
            .iter()
            .filter_map(|token| match token {
                MarkupToken::Start(tag) => Some(tag),
                _ => None,
            })
            .collect();
        let names: Vec<&str> = tags.iter().map(|tag| tag.name.as_str()).collect();
        assert_eq!(names, ["html", "head", "title", "meta", "script", "body", "a", "template", "br"]);
        assert_eq!(tags[3].attribute("content"), Some("It's <fine>"));
        assert_eq!(tags[6].attribute("href"), Some("/x"));
        assert!(tokens.contains(&MarkupToken::Text("A & B".into())));
        assert!(tokens.contains(&MarkupToken::Text("if (a < b) { '</b>' }".into())));
        assert_eq!(plain_text(html), "A & B here 1 < 2 end");
    }

    #[test]
    fn a_megabyte_of_ampersands_is_read_in_linear_time() {
        assert_eq!(tokens(&"&".repeat(1 << 20)).count(), 1);
    }

    proptest! {
        #[test]
        fn tokenizing_any_text_terminates(text in "([<>/!?=\"'&;a-zA-Zäß \\-\\[\\]]|script|CDATA|<!--|]]>){0,80}") {
            prop_assert!(tokens(&text).count() <= text.len() + 1);
            plain_text(&text);
        }
    }
}
