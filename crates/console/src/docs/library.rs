//! Every page of the documentation, made once.

use std::sync::LazyLock;

use serde_json::Value;
use server::{CATALOGUE, group_words};

use super::{
    endpoint,
    guides::GUIDES,
    index, objects,
    page::{Page, endpoint_path},
    schema::{self, Uses},
};

/// All pages, in reading order.
pub(super) fn pages() -> &'static [Page] {
    static PAGES: LazyLock<Vec<Page>> = LazyLock::new(make);
    &PAGES
}

/// The page with this address.
pub(super) fn page(path: &str) -> Option<&'static Page> {
    pages().iter().find(|page| page.path == path)
}

/// The OpenAPI document that the reference is made from.
pub(super) fn document() -> &'static Value {
    static DOCUMENT: LazyLock<Value> = LazyLock::new(|| server::openapi_document(CATALOGUE));
    &DOCUMENT
}

fn make() -> Vec<Page> {
    let mut pages = Vec::new();
    for guide in GUIDES {
        pages.push(Page {
            path: format!("/docs/{}", guide.name),
            title: guide.title().to_owned(),
            about: guide.about.to_owned(),
            part: guide.part,
            markdown: as_served(guide.text),
            endpoint: None,
        });
    }
    let uses = Uses::of(document(), CATALOGUE);
    for entry in CATALOGUE {
        pages.push(Page {
            path: endpoint_path(entry),
            title: server::endpoint_title(entry.spec),
            about: format!("{}.", entry.spec.summary),
            part: group_words(entry.spec.group).0,
            markdown: endpoint::markdown(entry, document(), &uses),
            endpoint: Some(entry),
        });
    }
    pages.push(Page {
        path: schema::OBJECTS.to_owned(),
        title: "Objects".to_owned(),
        about: "Objects that several calls take or answer.".to_owned(),
        part: "Reference",
        markdown: objects::markdown(document(), &uses),
        endpoint: None,
    });
    pages.push(Page {
        path: "/docs/events".to_owned(),
        title: "Events".to_owned(),
        about: "Every kind of event that a webhook is sent, with its payload.".to_owned(),
        part: "Reference",
        markdown: objects::events(document(), &uses),
        endpoint: None,
    });
    let front = Page {
        path: "/docs".to_owned(),
        title: "Documentation".to_owned(),
        about: "Guides, and a page for every endpoint.".to_owned(),
        part: "",
        markdown: index::markdown(&pages),
        endpoint: None,
    };
    pages.insert(0, front);
    pages
}

/// The text of a guide as it is served. Links to files that are in the repository only become their words; links to other
/// guides begin with `/docs/`, as the text is also part of a longer one at another address.
fn as_served(text: &str) -> String {
    let mut parts = text.split("](../");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        if let Some(open) = out.rfind('[') {
            out.remove(open);
        }
        out.push_str(part.split_once(')').map_or(part, |(_, rest)| rest));
    }
    GUIDES.iter().fold(out, |text, guide| {
        text.replace(&format!("]({}.md", guide.name), &format!("](/docs/{}.md", guide.name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_what_is_served_and_others_become_words() {
        let text = "Read [the changelog](../CHANGELOG.md), [bulk](bulk.md#x) and [x](../a/b.md#c).";
        assert_eq!(as_served(text), "Read the changelog, [bulk](/docs/bulk.md#x) and x.");
    }

    #[test]
    fn every_guide_of_the_folder_is_in_the_table_and_has_a_title() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .filter_map(|file| {
                file.unwrap().file_name().into_string().unwrap().strip_suffix(".md").map(str::to_owned)
            })
            .collect();
        files.sort();
        let mut names: Vec<&str> = GUIDES.iter().map(|guide| guide.name).collect();
        names.sort_unstable();
        assert_eq!(files, names, "add a line to docs/guides.rs");
        for guide in GUIDES {
            assert!(guide.text.starts_with("# "), "{}", guide.name);
        }
    }
}
