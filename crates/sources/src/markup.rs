//! Tolerant tokenizer for HTML and XML.
//!
//! Pages and feeds in the wild are rarely well-formed, so nothing here fails: invalid markup becomes text. Entities
//! defined by a document are ignored, so they cannot expand without bound.

use std::borrow::Cow;

/// Prefix of a document that is searched for its encoding.
const HEAD_BYTES: usize = 2_048;
/// Attributes read per tag.
const ATTRIBUTE_LIMIT: usize = 64;
/// HTML elements whose content is raw text.
const RAW_ELEMENTS: [&str; 6] = ["script", "style", "textarea", "title", "noscript", "template"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    Html,
    Xml,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    Start(Tag<'a>),
    End(Cow<'a, str>),
    /// Text with its entities resolved, except inside scripts and styles.
    Text(Cow<'a, str>),
}

/// A start tag; in HTML its name is in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tag<'a> {
    pub(crate) name: Cow<'a, str>,
    attributes: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    pub(crate) is_empty: bool,
}

impl Tag<'_> {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.trim())
    }
}

/// Iterator over the tokens of a document.
pub(crate) struct Tokens<'a> {
    rest: &'a str,
    language: Language,
    /// The element whose raw content follows.
    raw: Option<String>,
}

pub(crate) fn tokens(text: &str, language: Language) -> Tokens<'_> {
    Tokens { rest: text, language, raw: None }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            if let Some(name) = self.raw.take() {
                let end = end_of_raw(self.rest, &name);
                let (content, rest) = self.rest.split_at(end);
                self.rest = rest;
                if !content.is_empty() {
                    return Some(Token::Text(self.raw_text(content, &name)));
                }
            }
            if self.rest.is_empty() {
                return None;
            }
            if let Some(after) = self.rest.strip_prefix('<') {
                match self.markup(after) {
                    Some(Some(token)) => return Some(token),
                    Some(None) => continue,
                    None => {}
                }
            }
            // A lone `<` is text, and so is everything up to the next one.
            let end =
                self.rest.char_indices().skip(1).find(|(_, c)| *c == '<').map_or(self.rest.len(), |(i, _)| i);
            let (text, rest) = self.rest.split_at(end);
            self.rest = rest;
            return Some(Token::Text(unescaped(text)));
        }
    }
}

impl<'a> Tokens<'a> {
    fn raw_text(&self, content: &'a str, name: &str) -> Cow<'a, str> {
        if matches!(name, "title" | "textarea") { unescaped(content) } else { Cow::Borrowed(content) }
    }

    /// Parses after a `<`: `Some(None)` for a comment or declaration, `None` if it is not markup.
    fn markup(&mut self, after: &'a str) -> Option<Option<Token<'a>>> {
        if let Some(comment) = after.strip_prefix("!--") {
            self.rest = comment.split_once("-->").map_or("", |(_, rest)| rest);
            return Some(None);
        }
        if let Some(data) = after.strip_prefix("![CDATA[") {
            let (text, rest) = data.split_once("]]>").unwrap_or((data, ""));
            self.rest = rest;
            return Some(Some(Token::Text(Cow::Borrowed(text))));
        }
        if after.starts_with(['!', '?']) {
            self.rest = after.split_once('>').map_or("", |(_, rest)| rest);
            return Some(None);
        }
        if let Some(name) = after.strip_prefix('/') {
            let (name, rest) = name.split_once('>').unwrap_or((name, ""));
            self.rest = rest;
            let name = name.split_whitespace().next().unwrap_or_default();
            return Some(Some(Token::End(self.normalize_case(name))));
        }
        after
            .starts_with(|c: char| c.is_alphabetic() || c == '_')
            .then(|| Some(Token::Start(self.tag(after))))
    }

    fn tag(&mut self, after: &'a str) -> Tag<'a> {
        let end = after.find(|c: char| c.is_whitespace() || matches!(c, '/' | '>')).unwrap_or(after.len());
        let name = self.normalize_case(&after[..end]);
        let mut tag = Tag { name, attributes: Vec::new(), is_empty: false };
        let mut rest = &after[end..];
        loop {
            rest = rest.trim_start();
            if let Some(after) = rest.strip_prefix('>') {
                rest = after;
                break;
            }
            if rest.is_empty() {
                break;
            }
            if let Some(after) = rest.strip_prefix('/') {
                tag.is_empty = after.trim_start().starts_with('>');
                rest = after;
                continue;
            }
            let (name, value, after) = attribute(rest);
            if tag.attributes.len() < ATTRIBUTE_LIMIT && !name.is_empty() {
                tag.attributes.push((self.normalize_case(name), value));
            }
            rest = after;
        }
        self.rest = rest;
        if self.language == Language::Html && !tag.is_empty && RAW_ELEMENTS.contains(&&*tag.name) {
            self.raw = Some(tag.name.clone().into_owned());
        }
        tag
    }

    fn normalize_case(&self, name: &'a str) -> Cow<'a, str> {
        let has_upper = name.bytes().any(|byte| byte.is_ascii_uppercase());
        match self.language {
            Language::Html if has_upper => Cow::Owned(name.to_ascii_lowercase()),
            _ => Cow::Borrowed(name),
        }
    }
}

/// One attribute, its value with entities resolved, and the rest of the text.
fn attribute(text: &str) -> (&str, Cow<'_, str>, &str) {
    let end = text
        .char_indices()
        .skip(1)
        .find(|(_, c)| c.is_whitespace() || matches!(c, '=' | '>' | '/'))
        .map_or(text.len(), |(index, _)| index);
    let (name, rest) = text.split_at(end);
    let Some(value) = rest.trim_start().strip_prefix('=') else { return (name, Cow::Borrowed(""), rest) };
    let value = value.trim_start();
    for quote in ['"', '\''] {
        if let Some(quoted) = value.strip_prefix(quote) {
            let (value, rest) = quoted.split_once(quote).unwrap_or((quoted, ""));
            return (name, unescaped(value), rest);
        }
    }
    let end = value.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(value.len());
    (name, unescaped(&value[..end]), &value[end..])
}

/// End of an element's raw content.
fn end_of_raw(text: &str, name: &str) -> usize {
    let mut from = 0;
    while let Some(found) = text[from..].find("</") {
        let start = from + found;
        let after = text[start + 2..].get(..name.len());
        if after.is_some_and(|after| after.eq_ignore_ascii_case(name)) {
            return start;
        }
        from = start + 2;
    }
    text.len()
}

/// The text with its entities resolved; unknown ones stay as they are.
pub(crate) fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut resolved = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        resolved.push_str(before);
        let name = after.split_once(';').filter(|(name, _)| name.len() <= 10);
        match name.and_then(|(name, rest)| Some((entity(name)?, rest))) {
            Some((character, after)) => {
                resolved.push(character);
                rest = after;
            }
            None => {
                resolved.push('&');
                rest = after;
            }
        }
    }
    resolved.push_str(rest);
    Cow::Owned(resolved)
}

fn entity(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).filter(|c| !c.is_control() || c.is_whitespace());
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "ndash" => '–',
        "mdash" => '—',
        "hellip" => '…',
        "middot" => '·',
        "bull" => '•',
        "lsquo" => '‘',
        "rsquo" => '’',
        "ldquo" => '“',
        "rdquo" => '”',
        "raquo" => '»',
        "laquo" => '«',
        "copy" => '©',
        "reg" => '®',
        "trade" => '™',
        "euro" => '€',
        "pound" => '£',
        "yen" => '¥',
        "auml" => 'ä',
        "ouml" => 'ö',
        "uuml" => 'ü',
        "Auml" => 'Ä',
        "Ouml" => 'Ö',
        "Uuml" => 'Ü',
        "szlig" => 'ß',
        "eacute" => 'é',
        "egrave" => 'è',
        "agrave" => 'à',
        "ccedil" => 'ç',
        "ntilde" => 'ñ',
        "oslash" => 'ø',
        "aring" => 'å',
        _ => return None,
    })
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
    for token in tokens(html, Language::Html) {
        match token {
            Token::Start(tag) => {
                hidden = matches!(&*tag.name, "script" | "style" | "noscript" | "template") && !tag.is_empty;
                text.push(' ');
            }
            Token::End(_) => {
                hidden = false;
                text.push(' ');
            }
            Token::Text(words) if !hidden => text.push_str(&words),
            Token::Text(_) => {}
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
            <body><a href=/x data-y>here</a> 1 < 2 <br/>end";
        let tokens: Vec<Token<'_>> = tokens(html, Language::Html).collect();
        let tags: Vec<&Tag<'_>> = tokens
            .iter()
            .filter_map(|token| match token {
                Token::Start(tag) => Some(tag),
                _ => None,
            })
            .collect();
        let names: Vec<&str> = tags.iter().map(|tag| &*tag.name).collect();
        assert_eq!(names, ["html", "head", "title", "meta", "script", "body", "a", "br"]);
        assert_eq!(tags[3].attribute("content"), Some("It's <fine>"));
        assert_eq!(tags[6].attribute("href"), Some("/x"));
        assert!(tokens.contains(&Token::Text("A & B".into())));
        assert!(tokens.contains(&Token::Text("if (a < b) { '</b>' }".into())));
        assert_eq!(plain_text(html), "A & B here 1 < 2 end");
    }

    #[test]
    fn xml_names_keep_case_and_prefixes_and_cdata_is_text() {
        let xml = "<?xml version=\"1.0\"?><rss><pubDate>Mon</pubDate><dc:creator><![CDATA[A <b> & B]]></dc:creator>\
            <script>&lt;</script></rss>";
        let texts: Vec<String> = tokens(xml, Language::Xml)
            .filter_map(|token| match token {
                Token::Text(text) => Some(text.into_owned()),
                _ => None,
            })
            .collect();
        assert_eq!(texts, ["Mon", "A <b> & B", "<"]);
        let ends =
            tokens(xml, Language::Xml).filter(|token| *token == Token::End("dc:creator".into())).count();
        assert_eq!(ends, 1);
    }

    #[test]
    fn entities_defined_by_a_document_are_not_expanded() {
        let xml =
            "<!DOCTYPE lolz [<!ENTITY lol \"lol\"><!ENTITY l2 \"&lol;&lol;\">]><a>&l2;&amp;&#x110000;&;</a>";
        let text: String = tokens(xml, Language::Xml)
            .filter_map(|token| match token {
                Token::Text(text) => Some(text.into_owned()),
                _ => None,
            })
            .collect();
        assert!(text.ends_with("&l2;&&#x110000;&;"), "{text}");
    }

    proptest! {
        #[test]
        fn tokenizing_any_text_terminates(text in "([<>/!?=\"'&;a-zA-Zäß \\-\\[\\]]|script|CDATA|<!--|]]>){0,80}") {
            for language in [Language::Html, Language::Xml] {
                prop_assert!(tokens(&text, language).count() <= text.len() + 1);
            }
            plain_text(&text);
        }
    }
}
