//! HTML and XML read piece by piece, whatever state they are in.
//!
//! Pages and feeds in the wild are rarely well-formed, so nothing here fails: what makes no sense is text. No
//! entity is ever defined by a document, so none can grow.

use std::borrow::Cow;

/// How far into a document its encoding is looked for.
const HEAD_BYTES: usize = 2_048;
/// Attributes read per tag.
const ATTRIBUTE_LIMIT: usize = 64;
/// Elements of HTML whose content is no markup.
const RAW_ELEMENTS: [&str; 6] = ["script", "style", "textarea", "title", "noscript", "template"];

/// Which language a document is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    Html,
    Xml,
}

/// A piece of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    Start(Tag<'a>),
    End(Cow<'a, str>),
    /// Text with its entities resolved; of scripts and the like, as it stands.
    Text(Cow<'a, str>),
}

/// The beginning of an element; its name is in lower case in HTML.
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

/// The pieces of a document, one after the other.
pub(crate) struct Pieces<'a> {
    rest: &'a str,
    language: Language,
    /// The element whose raw content comes next.
    raw: Option<String>,
}

pub(crate) fn pieces(text: &str, language: Language) -> Pieces<'_> {
    Pieces { rest: text, language, raw: None }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        loop {
            if let Some(name) = self.raw.take() {
                let end = end_of_raw(self.rest, &name);
                let (content, rest) = self.rest.split_at(end);
                self.rest = rest;
                if !content.is_empty() {
                    return Some(Piece::Text(self.raw_text(content, &name)));
                }
            }
            if self.rest.is_empty() {
                return None;
            }
            if let Some(after) = self.rest.strip_prefix('<') {
                match self.markup(after) {
                    Some(Some(piece)) => return Some(piece),
                    Some(None) => continue,
                    None => {}
                }
            }
            // A lone `<` is text, and so is everything up to the next.
            let end =
                self.rest.char_indices().skip(1).find(|(_, c)| *c == '<').map_or(self.rest.len(), |(i, _)| i);
            let (text, rest) = self.rest.split_at(end);
            self.rest = rest;
            return Some(Piece::Text(unescaped(text)));
        }
    }
}

impl<'a> Pieces<'a> {
    fn raw_text(&self, content: &'a str, name: &str) -> Cow<'a, str> {
        if matches!(name, "title" | "textarea") { unescaped(content) } else { Cow::Borrowed(content) }
    }

    /// What stands after a `<`; nothing inside for what says nothing, nothing at all for what is no markup.
    fn markup(&mut self, after: &'a str) -> Option<Option<Piece<'a>>> {
        if let Some(comment) = after.strip_prefix("!--") {
            self.rest = comment.split_once("-->").map_or("", |(_, rest)| rest);
            return Some(None);
        }
        if let Some(data) = after.strip_prefix("![CDATA[") {
            let (text, rest) = data.split_once("]]>").unwrap_or((data, ""));
            self.rest = rest;
            return Some(Some(Piece::Text(Cow::Borrowed(text))));
        }
        if after.starts_with(['!', '?']) {
            self.rest = after.split_once('>').map_or("", |(_, rest)| rest);
            return Some(None);
        }
        if let Some(name) = after.strip_prefix('/') {
            let (name, rest) = name.split_once('>').unwrap_or((name, ""));
            self.rest = rest;
            let name = name.split_whitespace().next().unwrap_or_default();
            return Some(Some(Piece::End(self.cased(name))));
        }
        after
            .starts_with(|c: char| c.is_alphabetic() || c == '_')
            .then(|| Some(Piece::Start(self.tag(after))))
    }

    fn tag(&mut self, after: &'a str) -> Tag<'a> {
        let end = after.find(|c: char| c.is_whitespace() || matches!(c, '/' | '>')).unwrap_or(after.len());
        let name = self.cased(&after[..end]);
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
                tag.attributes.push((self.cased(name), value));
            }
            rest = after;
        }
        self.rest = rest;
        if self.language == Language::Html && !tag.is_empty && RAW_ELEMENTS.contains(&&*tag.name) {
            self.raw = Some(tag.name.clone().into_owned());
        }
        tag
    }

    fn cased(&self, name: &'a str) -> Cow<'a, str> {
        let has_upper = name.bytes().any(|byte| byte.is_ascii_uppercase());
        match self.language {
            Language::Html if has_upper => Cow::Owned(name.to_ascii_lowercase()),
            _ => Cow::Borrowed(name),
        }
    }
}

/// One attribute, its value with entities resolved, and what comes after it.
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

/// Where the raw content of an element ends.
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

/// Text with its entities resolved; those that are not known stand as they are.
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

/// Text in the encoding that its transport or its own head says it is in.
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

/// Words with one space between them.
pub(crate) fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a piece of HTML says to a reader.
pub(crate) fn plain_text(html: &str) -> String {
    let mut text = String::new();
    let mut hidden = false;
    for piece in pieces(html, Language::Html) {
        match piece {
            Piece::Start(tag) => {
                hidden = matches!(&*tag.name, "script" | "style" | "noscript" | "template") && !tag.is_empty;
                text.push(' ');
            }
            Piece::End(_) => {
                hidden = false;
                text.push(' ');
            }
            Piece::Text(words) if !hidden => text.push_str(&words),
            Piece::Text(_) => {}
        }
    }
    squeezed(&text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn html_of_every_state_is_read() {
        let html = "<!DOCTYPE html><HTML><head><TITLE>A &amp; B</TITLE><!-- <b>no</b> -->\
            <meta NAME=description content='It&#39;s <fine>'><script>if (a < b) { '</b>' }</script></head>\
            <body><a href=/x data-y>here</a> 1 < 2 <br/>end";
        let pieces: Vec<Piece<'_>> = pieces(html, Language::Html).collect();
        let tags: Vec<&Tag<'_>> = pieces
            .iter()
            .filter_map(|piece| match piece {
                Piece::Start(tag) => Some(tag),
                _ => None,
            })
            .collect();
        let names: Vec<&str> = tags.iter().map(|tag| &*tag.name).collect();
        assert_eq!(names, ["html", "head", "title", "meta", "script", "body", "a", "br"]);
        assert_eq!(tags[3].attribute("content"), Some("It's <fine>"));
        assert_eq!(tags[6].attribute("href"), Some("/x"));
        assert!(pieces.contains(&Piece::Text("A & B".into())));
        assert!(pieces.contains(&Piece::Text("if (a < b) { '</b>' }".into())));
        assert_eq!(plain_text(html), "A & B here 1 < 2 end");
    }

    #[test]
    fn xml_keeps_its_case_its_cdata_and_its_prefixes() {
        let xml = "<?xml version=\"1.0\"?><rss><pubDate>Mon</pubDate><dc:creator><![CDATA[A <b> & B]]></dc:creator>\
            <script>&lt;</script></rss>";
        let texts: Vec<String> = pieces(xml, Language::Xml)
            .filter_map(|piece| match piece {
                Piece::Text(text) => Some(text.into_owned()),
                _ => None,
            })
            .collect();
        assert_eq!(texts, ["Mon", "A <b> & B", "<"]);
        let ends =
            pieces(xml, Language::Xml).filter(|piece| *piece == Piece::End("dc:creator".into())).count();
        assert_eq!(ends, 1);
    }

    #[test]
    fn entities_that_a_document_defines_do_not_grow() {
        let xml =
            "<!DOCTYPE lolz [<!ENTITY lol \"lol\"><!ENTITY l2 \"&lol;&lol;\">]><a>&l2;&amp;&#x110000;&;</a>";
        let text: String = pieces(xml, Language::Xml)
            .filter_map(|piece| match piece {
                Piece::Text(text) => Some(text.into_owned()),
                _ => None,
            })
            .collect();
        assert!(text.ends_with("&l2;&&#x110000;&;"), "{text}");
    }

    proptest! {
        #[test]
        fn any_text_comes_to_an_end(text in "([<>/!?=\"'&;a-zA-Zäß \\-\\[\\]]|script|CDATA|<!--|]]>){0,80}") {
            for language in [Language::Html, Language::Xml] {
                prop_assert!(pieces(&text, language).count() <= text.len() + 1);
            }
            plain_text(&text);
        }
    }
}
