//! What a feed is and how often it is polled, as the operator configures it.

use serde::{Deserialize, Serialize};

use super::json_shape::JsonShape;
use crate::website::{BoardKind, JobBoard};

/// Poll interval of a board that was discovered on a website rather than configured.
const FOUND_BOARD_SECONDS: u32 = 900;

/// Kind of a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FeedFormat {
    /// News in RSS or Atom.
    News,
    /// The SEC's list of current filings: Form D and 8-K.
    Edgar,
    /// Greenhouse's job board of one company.
    Greenhouse,
    /// Lever's job board of one company.
    Lever,
    /// Ashby's job board of one company.
    Ashby,
    /// Workable's job board of one company.
    Workable,
    /// SmartRecruiters' job board of one company.
    SmartRecruiters,
    /// Recruitee's job board of one company.
    Recruitee,
    /// Any JSON list, mapped by the description's `json`.
    Json,
}

impl FeedFormat {
    /// The kind of job board, if it is one.
    pub fn board(self) -> Option<BoardKind> {
        Some(match self {
            Self::Greenhouse => BoardKind::Greenhouse,
            Self::Lever => BoardKind::Lever,
            Self::Ashby => BoardKind::Ashby,
            Self::Workable => BoardKind::Workable,
            Self::SmartRecruiters => BoardKind::SmartRecruiters,
            Self::Recruitee => BoardKind::Recruitee,
            Self::News | Self::Edgar | Self::Json => return None,
        })
    }
}

/// A feed as configured by the operator.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeedDescription {
    /// Name of the feed, also the source name of its claims.
    pub name: String,
    /// Format of the feed.
    pub kind: FeedFormat,
    /// URL; optional for job boards and SEC filings, which have a default.
    #[serde(default)]
    pub url: String,
    /// The company's identifier at its job board.
    #[serde(default)]
    pub token: String,
    /// Domain of the job board's company.
    #[serde(default)]
    pub company_domain: String,
    /// Name of that company, if the board does not give it.
    #[serde(default)]
    pub company_name: String,
    /// Poll interval.
    #[serde(default = "default_interval")]
    pub every_seconds: u32,
    /// Mapping of a JSON feed.
    #[serde(default)]
    pub json: JsonShape,
}

/// A new item is seen within a minute.
fn default_interval() -> u32 {
    45
}

impl FeedDescription {
    /// The feed of a job board that was discovered on a company's website.
    pub fn of_board(board: &JobBoard, company_domain: &str, company_name: &str) -> Self {
        let (kind, word) = match board.kind {
            BoardKind::Greenhouse => (FeedFormat::Greenhouse, "greenhouse"),
            BoardKind::Lever => (FeedFormat::Lever, "lever"),
            BoardKind::Ashby => (FeedFormat::Ashby, "ashby"),
            BoardKind::Workable => (FeedFormat::Workable, "workable"),
            BoardKind::SmartRecruiters => (FeedFormat::SmartRecruiters, "smartrecruiters"),
            BoardKind::Recruitee => (FeedFormat::Recruitee, "recruitee"),
        };
        Self {
            name: format!("{word}/{}", board.token),
            kind,
            url: String::new(),
            token: board.token.clone(),
            company_domain: company_domain.to_owned(),
            company_name: company_name.to_owned(),
            every_seconds: FOUND_BOARD_SECONDS,
            json: JsonShape::default(),
        }
    }

    /// What is wrong with the description, and what to write instead.
    pub fn fault(&self) -> Option<String> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/');
        if self.name.is_empty() || self.name.len() > 60 || !self.name.chars().all(is_plain) {
            return Some(
                "a feed's name must consist of letters, digits, - _ . and /, at most 60 characters".into(),
            );
        }
        if self.every_seconds < 5 {
            return Some(format!("{}: every_seconds must be at least 5", self.name));
        }
        let has_address = self.url.starts_with("https://") || self.url.starts_with("http://");
        if !self.url.is_empty() && !has_address {
            return Some(format!("{}: url must begin with https://", self.name));
        }
        match self.kind {
            FeedFormat::News | FeedFormat::Json if self.url.is_empty() => {
                Some(format!("{}: url is missing", self.name))
            }
            kind if kind.board().is_some() && self.token.is_empty() => Some(format!(
                "{}: token is missing; it is the company's identifier in the board's URL",
                self.name
            )),
            FeedFormat::Json => self.json.fault().map(|fault| format!("{}: {fault}", self.name)),
            _ => None,
        }
    }
}
