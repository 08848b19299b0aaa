//! RSS and Atom feeds.

use jiff::Timestamp;

use crate::{
    markup::{collapse_whitespace, plain_text},
    xml::{XmlToken, tokens},
};

const ENTRY_LIMIT: usize = 500;
const SUMMARY_LIMIT_BYTES: usize = 20_000;

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct FeedEntry {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) link: Option<String>,
    pub(crate) summary: String,
    pub(crate) published: Option<Timestamp>,
    /// Category terms.
    pub(crate) categories: Vec<String>,
}

/// The entries in document order; `None` if the text is not a feed.
pub(crate) fn entries(text: &str) -> Option<Vec<FeedEntry>> {
    let mut found: Vec<FeedEntry> = Vec::new();
    let mut is_feed = false;
    let mut entry: Option<FeedEntry> = None;
    let mut element = String::new();
    let mut content = String::new();
    for token in tokens(text) {
        match token {
            XmlToken::Start(tag) => {
                let name = tag.tag.local_name().as_ref().to_owned();
                is_feed |= matches!(&*name, "rss" | "feed" | "RDF");
                match (&mut entry, name.as_str()) {
                    (None, "item" | "entry") => entry = Some(FeedEntry::default()),
                    (Some(entry), "link") => {
                        let is_main = tag.attribute("rel").is_none_or(|relation| relation == "alternate");
                        if is_main && entry.link.is_none() {
                            entry.link = tag.attribute("href");
                        }
                    }
                    (Some(entry), "category") => {
                        entry.categories.extend(tag.attribute("term"));
                    }
                    _ => {}
                }
                // Content may contain markup of its own, which must not replace the enclosing element.
                if !tag.is_empty && is_entry_element(&name) {
                    element = name;
                    content.clear();
                }
            }
            XmlToken::Text(text) => {
                if content.len() < SUMMARY_LIMIT_BYTES {
                    content.push_str(&text);
                    content.push(' ');
                }
            }
            XmlToken::End(tag) => {
                let name = tag.local_name();
                let name = name.as_ref();
                if matches!(name, "item" | "entry") {
                    found.extend(entry.take().map(FeedEntry::with_fallback_id));
                    if found.len() >= ENTRY_LIMIT {
                        break;
                    }
                } else if name == element {
                    if let Some(entry) = &mut entry {
                        entry.set_field(&element, &content);
                    }
                    element.clear();
                }
            }
        }
    }
    is_feed.then_some(found)
}

fn is_entry_element(name: &str) -> bool {
    matches!(
        name,
        "title"
            | "link"
            | "guid"
            | "id"
            | "description"
            | "summary"
            | "content"
            | "encoded"
            | "pubDate"
            | "published"
            | "updated"
            | "date"
            | "category"
    )
}

impl FeedEntry {
    fn set_field(&mut self, element: &str, content: &str) {
        let text = content.trim();
        match element {
            "title" if self.title.is_empty() => self.title = plain_text(text),
            "link" if self.link.is_none() && !text.is_empty() => self.link = Some(text.to_owned()),
            "guid" | "id" => self.id = text.to_owned(),
            "description" | "summary" | "content" | "encoded" if self.summary.len() < text.len() => {
                self.summary = collapse_whitespace(text);
            }
            // The publication date is preferred to the date of the last update.
            "pubDate" | "published" | "date" => self.published = time(text).or(self.published),
            "updated" if self.published.is_none() => self.published = time(text),
            "category" if !text.is_empty() => self.categories.push(text.to_owned()),
            _ => {}
        }
    }

    fn with_fallback_id(mut self) -> Self {
        if self.id.is_empty() {
            self.id = self.link.clone().unwrap_or_else(|| self.title.clone());
        }
        self
    }
}

/// A time in RFC 2822, RFC 3339, or starting with a date.
pub(crate) fn time(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    if let Ok(time) = text.parse::<Timestamp>() {
        return Some(time);
    }
    if let Ok(zoned) = jiff::fmt::rfc2822::parse(text) {
        return Some(zoned.timestamp());
    }
    let day = text.get(..10)?.parse::<jiff::civil::Date>().ok()?;
    day.to_zoned(jiff::tz::TimeZone::UTC).ok().map(|zoned| zoned.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rss_is_parsed_with_cdata_and_markup() {
        let rss = r#"<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>https://n.example</link>
            <item><title><![CDATA[Acme raises $5M &amp; more]]></title><link>https://n.example/1</link>
            <guid isPermaLink="false">n-1</guid><pubDate>Mon, 02 Nov 2026 08:00:00 GMT</pubDate>
            <description>&lt;p&gt;Led by &lt;b&gt;Pine&lt;/b&gt;&lt;/p&gt;</description><category>Funding</category></item>
            <item><title>Second</title><link>https://n.example/2</link></item></channel></rss>"#;
        let entries = entries(rss).unwrap();
        assert_eq!(entries.len(), 2);
        assert_eq!(entries[0].title, "Acme raises $5M & more");
        assert_eq!(
            (entries[0].id.as_str(), entries[0].link.as_deref()),
            ("n-1", Some("https://n.example/1"))
        );
        assert_eq!(entries[0].published.unwrap().to_string(), "2026-11-02T08:00:00Z");
        assert_eq!(plain_text(&entries[0].summary), "Led by Pine");
        assert_eq!(entries[1].id, "https://n.example/2");
    }

    #[test]
    fn atom_is_parsed_with_links_and_categories() {
        let atom = r#"<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><entry><title>D - ACME INC</title>
            <link rel="self" href="https://f.example/self"/><link rel="alternate" href="https://f.example/1"/>
            <summary type="html"> &lt;b&gt;Filed:&lt;/b&gt; 2026-11-02 </summary><updated>2026-11-02T18:03:57-05:00</updated>
            <category term="D"/><id>urn:1</id></entry></feed>"#;
        let entry = entries(atom).unwrap().remove(0);
        assert_eq!(entry.link.as_deref(), Some("https://f.example/1"));
        assert_eq!((entry.id.as_str(), entry.categories), ("urn:1", vec!["D".to_owned()]));
        assert_eq!(entry.published.unwrap().to_string(), "2026-11-02T23:03:57Z");
    }

    #[test]
    fn a_text_that_is_not_a_feed_is_distinguished_from_an_empty_feed() {
        assert_eq!(entries("<html><body>down</body></html>"), None);
        assert_eq!(entries("<rss><channel></channel></rss>"), Some(Vec::new()));
        assert_eq!(entries(""), None);
    }
}
