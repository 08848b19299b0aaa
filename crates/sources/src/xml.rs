//! Tokens of XML documents.
//!
//! Feeds in the wild are rarely well-formed: tags may be left open and characters unescaped, and what cannot be read at
//! all ends the document. Entities defined by a document are ignored, so they cannot expand without bound.

use std::borrow::Cow;

use quick_xml::{
    Reader,
    escape::{resolve_html5_entity, unescape_with},
    events::{BytesEnd, BytesRef, BytesStart, Event},
};

pub(crate) enum XmlToken<'a> {
    Start(Tag<'a>),
    End(BytesEnd<'a>),
    /// Text with its entities resolved.
    Text(String),
}

pub(crate) struct Tag<'a> {
    pub(crate) tag: BytesStart<'a>,
    pub(crate) is_empty: bool,
}

impl Tag<'_> {
    pub(crate) fn attribute(&self, name: &str) -> Option<String> {
        let mut attributes = self.tag.html_attributes();
        // Comparing each name with all before it would be quadratic.
        let found = attributes.with_checks(false).flatten().find(|attribute| attribute.key.0 == name)?;
        // URLs often have ampersands that are not escaped.
        let value = unescape_with(&found.value, resolve_html5_entity).unwrap_or(Cow::Borrowed(&found.value));
        Some(value.trim().to_owned())
    }
}

/// Iterator over the tokens of a document.
pub(crate) struct XmlTokens<'a> {
    reader: Reader<&'a [u8]>,
    /// The event that ended a text.
    ahead: Option<Event<'a>>,
}

pub(crate) fn tokens(text: &str) -> XmlTokens<'_> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    XmlTokens { reader, ahead: None }
}

impl<'a> Iterator for XmlTokens<'a> {
    type Item = XmlToken<'a>;

    fn next(&mut self) -> Option<XmlToken<'a>> {
        let mut text = String::new();
        loop {
            let event = self.ahead.take();
            let event = event.unwrap_or_else(|| self.reader.read_event().unwrap_or(Event::Eof));
            match event {
                Event::Text(part) => text.push_str(&part),
                Event::GeneralRef(reference) => push_resolved(&mut text, &reference),
                other if !text.is_empty() => {
                    self.ahead = Some(other);
                    return Some(XmlToken::Text(text));
                }
                Event::Start(tag) => return Some(XmlToken::Start(Tag { tag, is_empty: false })),
                Event::Empty(tag) => return Some(XmlToken::Start(Tag { tag, is_empty: true })),
                Event::End(tag) => return Some(XmlToken::End(tag)),
                Event::CData(data) => return Some(XmlToken::Text(data.into_inner().into_owned())),
                Event::Eof => return None,
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            }
        }
    }
}

/// Appends what a reference stands for; an unknown one stays as it is.
fn push_resolved(text: &mut String, reference: &BytesRef<'_>) {
    let character = reference.resolve_char_ref().ok().flatten();
    if let Some(character) = character.filter(|c| !c.is_control() || c.is_whitespace()) {
        text.push(character);
    } else if let Some(resolved) = resolve_html5_entity(reference) {
        text.push_str(resolved);
    } else {
        text.extend(["&", reference, ";"]);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(xml: &str) -> Vec<String> {
        let text = |token| match token {
            XmlToken::Text(text) => Some(text),
            _ => None,
        };
        tokens(xml).filter_map(text).collect()
    }

    #[test]
    fn names_keep_case_and_prefixes_and_cdata_is_text() {
        let xml = "<?xml version=\"1.0\"?><rss><pubDate>Mon</pubDate><dc:creator><![CDATA[A <b> & B]]></dc:creator>\
            <script>&lt;</script></rss>";
        assert_eq!(texts(xml), ["Mon", "A <b> & B", "<"]);
        let is_end =
            |token: &XmlToken<'_>| matches!(token, XmlToken::End(end) if end.name().0 == "dc:creator");
        assert_eq!(tokens(xml).filter(is_end).count(), 1);
    }

    #[test]
    fn malformed_xml_is_tokenized() {
        let xml =
            "<rss><a>Q&A & R&eacute;sum&#233;<b></a></c><link href='/?a=1&b=2' rel=self /><d>cut off <e";
        assert_eq!(texts(xml), ["Q&A & Résumé", "cut off "]);
        let mut tags = tokens(xml).filter_map(|token| match token {
            XmlToken::Start(tag) => Some(tag),
            _ => None,
        });
        let link = tags.find(|tag| tag.tag.name().0 == "link").unwrap();
        assert!(link.is_empty);
        assert_eq!(link.attribute("href").as_deref(), Some("/?a=1&b=2"));
        assert_eq!(link.attribute("rel").as_deref(), Some("self"));
    }

    #[test]
    fn entities_defined_by_a_document_are_not_expanded() {
        let xml =
            "<!DOCTYPE lolz [<!ENTITY lol \"lol\"><!ENTITY l2 \"&lol;&lol;\">]><a>&l2;&amp;&#x110000;&;</a>";
        assert_eq!(texts(xml), ["&l2;&&#x110000;&;"]);
    }

    #[test]
    fn a_megabyte_of_ampersands_is_read_in_linear_time() {
        assert_eq!(tokens(&"&".repeat(1 << 20)).count(), 1);
    }

    proptest! {
        #[test]
        fn tokenizing_any_text_terminates(text in "([<>/!?=\"'&;a-zA-Zäß \\-\\[\\]]|CDATA|<!--|]]>){0,80}") {
            prop_assert!(tokens(&text).count() <= text.len() + 1);
        }
    }
}
