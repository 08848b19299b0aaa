//! Job boards that a page links to.

use serde::{Deserialize, Serialize};

use super::page::WebPage;

const BOARD_LIMIT: usize = 10;

/// A supported job board service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardKind {
    /// Greenhouse (greenhouse.io).
    Greenhouse,
    /// Lever (lever.co).
    Lever,
    /// Ashby (ashbyhq.com).
    Ashby,
    /// Workable (workable.com).
    Workable,
    /// SmartRecruiters (smartrecruiters.com).
    SmartRecruiters,
    /// Recruitee (recruitee.com).
    Recruitee,
}

/// A company's job board.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobBoard {
    /// The service that hosts it.
    pub kind: BoardKind,
    /// The company's identifier there.
    pub token: String,
}

/// The boards that a page links to or embeds.
pub(crate) fn boards(page: &WebPage) -> Vec<JobBoard> {
    let links = page.links.iter().map(|link| link.url.as_str());
    let mut boards: Vec<JobBoard> =
        links.chain(page.loaded.iter().map(String::as_str)).filter_map(board).collect();
    boards.sort();
    boards.dedup();
    boards.truncate(BOARD_LIMIT);
    boards
}

/// The board that a URL belongs to.
fn board(address: &str) -> Option<JobBoard> {
    let rest = address.split_once("//").map_or(address, |(_, rest)| rest);
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let host = host.to_ascii_lowercase();
    let parts: Vec<&str> = path.split(['/', '?', '#']).filter(|part| !part.is_empty()).collect();
    let first = parts.first().copied();
    let (kind, token) = match host.as_str() {
        "boards.greenhouse.io"
        | "job-boards.greenhouse.io"
        | "boards.eu.greenhouse.io"
        | "job-boards.eu.greenhouse.io" => {
            // An embedded board has its company in the query.
            let named = path.split(['?', '&']).find_map(|part| part.strip_prefix("for="));
            (BoardKind::Greenhouse, if first == Some("embed") { named } else { first })
        }
        "jobs.lever.co" | "jobs.eu.lever.co" => (BoardKind::Lever, first),
        "jobs.ashbyhq.com" => (BoardKind::Ashby, first),
        "apply.workable.com" => (BoardKind::Workable, first.filter(|token| *token != "api")),
        "careers.smartrecruiters.com" | "jobs.smartrecruiters.com" => (BoardKind::SmartRecruiters, first),
        _ => {
            let company = host.strip_suffix(".recruitee.com").filter(|token| !token.contains('.'));
            (BoardKind::Recruitee, company.filter(|token| !matches!(*token, "www" | "api" | "app" | "docs")))
        }
    };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '%');
    let token = token.filter(|token| token.len() <= 100 && token.chars().all(is_plain))?;
    Some(JobBoard { kind, token: token.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_company_token_is_read_from_board_urls() {
        for (address, kind, token) in [
            ("https://boards.greenhouse.io/harbor/jobs/1", BoardKind::Greenhouse, "harbor"),
            ("https://job-boards.greenhouse.io/harbor", BoardKind::Greenhouse, "harbor"),
            ("https://boards.greenhouse.io/embed/job_board/js?for=harbor", BoardKind::Greenhouse, "harbor"),
            ("https://jobs.lever.co/harbor/abc?x=1", BoardKind::Lever, "harbor"),
            ("https://jobs.ashbyhq.com/Harbor", BoardKind::Ashby, "Harbor"),
            ("https://apply.workable.com/harbor/", BoardKind::Workable, "harbor"),
            ("https://careers.smartrecruiters.com/HarborInc/x", BoardKind::SmartRecruiters, "HarborInc"),
            ("https://harbor.recruitee.com/o/sales", BoardKind::Recruitee, "harbor"),
        ] {
            assert_eq!(board(address), Some(JobBoard { kind, token: token.into() }), "{address}");
        }
        for address in
            ["https://jobs.lever.co/", "https://www.recruitee.com", "https://harbor.example/jobs", "x"]
        {
            assert_eq!(board(address), None, "{address}");
        }
    }
}
