//! Metadata, links and JSON-LD of a page.

use egress::Url;

use crate::markup::{MarkupToken, Tag, collapse_whitespace, tokens};

/// Most items of each kind kept per page.
const ITEM_LIMIT: usize = 2_000;
const LINKED_DATA_LIMIT: usize = 40;
const LINKED_DATA_LIMIT_BYTES: usize = 256 << 10;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PageLink {
    pub(crate) url: Url,
    pub(crate) words: String,
}

/// A parsed page.
#[derive(Debug, Clone)]
pub(crate) struct WebPage {
    pub(crate) url: Url,
    pub(crate) title: Option<String>,
    /// Name or property in lower case, with its content.
    pub(crate) meta: Vec<(String, String)>,
    /// URLs of scripts, style sheets, frames and images, in lower case.
    pub(crate) loaded: Vec<String>,
    pub(crate) icon: Option<Url>,
    pub(crate) links: Vec<PageLink>,
    /// `mailto:` and `tel:` links.
    pub(crate) contacts: Vec<String>,
    pub(crate) linked_data: Vec<serde_json::Value>,
    pub(crate) source: String,
}

impl WebPage {
    pub(crate) fn read(url: Url, source: String) -> Self {
        let mut page = Self {
            url,
            title: None,
            meta: Vec::new(),
            loaded: Vec::new(),
            icon: None,
            links: Vec::new(),
            contacts: Vec::new(),
            linked_data: Vec::new(),
            source: String::new(),
        };
        page.scan(&source);
        page.source = source;
        page
    }

    /// The content of a meta element.
    pub(crate) fn meta(&self, name: &str) -> Option<&str> {
        self.meta.iter().find(|(known, _)| known == name).map(|(_, content)| content.as_str())
    }

    fn scan(&mut self, source: &str) {
        let mut base = self.url.clone();
        let mut inside = String::new();
        let mut is_linked_data = false;
        let mut anchor: Option<(Url, String)> = None;
        for token in tokens(source) {
            match token {
                MarkupToken::Start(tag) => {
                    if tag.name == "base" {
                        base = tag.attribute("href").and_then(|href| base.join(href).ok()).unwrap_or(base);
                    }
                    is_linked_data = is_linked_data_script(&tag);
                    self.element(&tag, &base);
                    if tag.name == "a" {
                        self.push_link(anchor.take());
                        anchor = self.anchor(&tag, &base).map(|url| (url, String::new()));
                    }
                    inside = tag.name;
                }
                MarkupToken::Text(text) if is_linked_data => self.push_linked_data(&text),
                MarkupToken::Text(text) => {
                    if inside == "title" && self.title.is_none() {
                        self.title = Some(collapse_whitespace(&text)).filter(|title| !title.is_empty());
                    }
                    if let Some((_, words)) = &mut anchor {
                        words.push_str(&text);
                    }
                }
                MarkupToken::End(name) => {
                    (is_linked_data, inside) = (false, String::new());
                    if name == "a" {
                        self.push_link(anchor.take());
                    }
                }
            }
        }
        self.push_link(anchor);
    }

    fn element(&mut self, tag: &Tag, base: &Url) {
        match tag.name.as_str() {
            "meta" => {
                let name = tag.attribute("name").or_else(|| tag.attribute("property"));
                let content =
                    tag.attribute("content").map(collapse_whitespace).filter(|content| !content.is_empty());
                if let Some((name, content)) = name.zip(content).filter(|_| self.meta.len() < ITEM_LIMIT) {
                    self.meta.push((name.to_ascii_lowercase(), content));
                }
            }
            "script" | "iframe" | "img" | "source" | "video" => self.push_loaded(tag.attribute("src")),
            "link" => {
                self.push_loaded(tag.attribute("href"));
                let relation = tag.attribute("rel").unwrap_or_default().to_ascii_lowercase();
                let is_icon = relation.split_whitespace().any(|word| word.ends_with("icon"));
                let is_better = relation.contains("apple-touch-icon") || self.icon.is_none();
                if is_icon && is_better {
                    let icon = tag.attribute("href").and_then(|href| base.join(href).ok());
                    self.icon = icon.filter(|url| url.scheme().starts_with("http")).or(self.icon.take());
                }
            }
            _ => {}
        }
    }

    fn push_loaded(&mut self, address: Option<&str>) {
        let address = address.filter(|address| !address.is_empty() && !address.starts_with("data:"));
        if let Some(address) = address.filter(|_| self.loaded.len() < ITEM_LIMIT) {
            self.loaded.push(address.to_ascii_lowercase());
        }
    }

    fn anchor(&mut self, tag: &Tag, base: &Url) -> Option<Url> {
        let href = tag.attribute("href")?;
        let url = base.join(href).ok()?;
        match url.scheme() {
            "http" | "https" => Some(url),
            "mailto" | "tel" if self.contacts.len() < ITEM_LIMIT => {
                self.contacts.push(href.to_owned());
                None
            }
            _ => None,
        }
    }

    fn push_link(&mut self, link: Option<(Url, String)>) {
        if let Some((url, words)) = link.filter(|_| self.links.len() < ITEM_LIMIT) {
            self.links.push(PageLink { url, words: collapse_whitespace(&words) });
        }
    }

    fn push_linked_data(&mut self, text: &str) {
        if self.linked_data.len() >= LINKED_DATA_LIMIT || text.len() > LINKED_DATA_LIMIT_BYTES {
            return;
        }
        // Some sites still wrap scripts in comments for very old browsers.
        let text = text.trim().trim_start_matches("<!--").trim_end_matches("-->").trim();
        let text = text.trim_start_matches("//<![CDATA[").trim_end_matches("//]]>").trim_end_matches(';');
        if let Ok(value) = serde_json::from_str(text) {
            self.linked_data.push(value);
        }
    }
}

fn is_linked_data_script(tag: &Tag) -> bool {
    let kind = tag.attribute("type").unwrap_or_default();
    tag.name == "script" && kind.to_ascii_lowercase().starts_with("application/ld+json")
}
