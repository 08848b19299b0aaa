//! Limits of the crawler.

use std::time::Duration;

/// Limits of reading one site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WebsiteOptions {
    /// Time limit for the whole site.
    pub deadline: Duration,
    /// Time limit for one page.
    pub page_timeout: Duration,
    /// Size limit of a page; larger ones are truncated.
    pub page_bytes: usize,
    /// Pages read besides the home page.
    pub further_pages: usize,
    /// Pause between two pages if robots.txt sets none.
    pub pause: Duration,
}

impl Default for WebsiteOptions {
    fn default() -> Self {
        Self {
            deadline: Duration::from_secs(12),
            page_timeout: Duration::from_secs(6),
            page_bytes: 2 << 20,
            further_pages: 3,
            pause: Duration::from_millis(200),
        }
    }
}
