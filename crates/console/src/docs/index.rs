//! The front page of the documentation.

use super::page::Page;
use crate::parts::price;

/// The Markdown of the front page.
pub(super) fn markdown(pages: &[Page]) -> String {
    let mut parts = vec![
        "# Documentation".to_owned(),
        "brimful answers questions about people and companies and charges only for what it finds. Begin with the \
         [first call](/docs/first-call.md), or try any endpoint in the [playground](/playground), where the sandbox needs \
         no key."
            .to_owned(),
        "- [Prices](/pricing) of plans and calls\n- [Error codes](/problems)\n- OpenAPI: [the whole \
         document](/openapi.json), [a small one for agents](/openapi-agents.json)\n- For agents: [/llms.txt](/llms.txt), \
         [/llms-full.txt](/llms-full.txt), and every page here with `.md` at the end of its address"
            .to_owned(),
    ];
    let mut part = "";
    for page in pages {
        if page.part != part {
            part = page.part;
            parts.push(format!("## {part}"));
            parts.push(String::new());
        }
        let price =
            page.endpoint.map(|entry| format!(" ({})", price::short(entry.spec.price))).unwrap_or_default();
        if let Some(list) = parts.last_mut() {
            list.push_str(&format!("- [{}]({}.md){price}: {}\n", page.title, page.path, page.about));
        }
    }
    parts.join("\n\n") + "\n"
}
