//! `/llms.txt` and `/llms-full.txt`: where everything is, and everything in one text.

use std::{fmt::Write, sync::LazyLock};

use server::Published;

use super::{library::pages, page::BASE};

const PLAIN: &str = "text/plain; charset=utf-8";
const HEAD: &str = "# brimful\n\n> People and companies from one identifier: explained, and billed by outcome. Self-hosted HTTP API; \
                    JSON in, JSON out; `Authorization: Bearer KEY`.\n\nEvery charging call also exists under `/v1/sandbox/…`: free, \
                    without a key, over made-up data. `\"preview\": true` answers the price of a call first. What is not found \
                    costs nothing. Send an `Idempotency-Key` with every POST, so that a retry is charged once.\n";

/// The list of pages.
pub(super) fn short() -> &'static Published {
    static TEXT: LazyLock<Published> = LazyLock::new(|| {
        let mut text = format!(
            "{HEAD}\n## Machine-readable\n\n- [OpenAPI for agents](/openapi-agents.json): a dozen calls, small\n- [OpenAPI](/openapi.json): \
             every call\n- [Everything in one text](/llms-full.txt)\n- [Prices of this server](/pricing.md)\n- \
             [Errors](/problems.md)\n"
        );
        let mut part = "";
        for page in pages().iter().filter(|page| !page.part.is_empty()) {
            if page.part != part {
                part = page.part;
                let _ = write!(text, "\n## {part}\n\n");
            }
            let _ = writeln!(text, "- [{}]({}.md): {}", page.title, page.path, page.about);
        }
        Published::new(PLAIN, text)
    });
    &TEXT
}

/// Every page, one after the other.
pub(super) fn full() -> &'static Published {
    static TEXT: LazyLock<Published> = LazyLock::new(|| {
        let mut text =
            format!("{HEAD}\nSamples name the server `{BASE}`; replace it with the address of yours.\n");
        for page in pages().iter().filter(|page| !page.part.is_empty()) {
            let _ = write!(text, "\n---\n\n{}", page.markdown);
        }
        Published::new(PLAIN, text)
    });
    &TEXT
}
