//! Feeds that are polled: news, filings, job boards, and whatever else speaks JSON.
//!
//! A [`FeedDescription`] says what is polled and how often; a [`FeedPoller`] polls it once and gives the claims that
//! are new, the [`FeedState`] to go on from, and when to come again. Requests are conditional; failures are followed
//! by ever longer pauses.

mod boards;
mod edgar;
mod form_d;
mod json;
mod listing;
mod news;
mod poll;
mod state;
mod syndication;

use serde::{Deserialize, Serialize};

pub use news::{News, NewsKind, read_news};
pub use poll::{FeedPoller, Polled};
pub use state::{FeedHealth, FeedState};

use crate::website::{BoardKind, JobBoard};

/// Time between two polls of a board that nobody asked for by name.
const FOUND_BOARD_SECONDS: u32 = 900;

/// How a report's fields are found in a JSON feed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct JsonShape {
    /// Where the list of items lies; empty when the answer itself is the list.
    pub items: String,
    /// Name of a report's field, such as `companyDomain`, and the path where it lies in an item.
    pub fields: std::collections::BTreeMap<String, String>,
    /// Fields that have the same value in every item, such as `kind`.
    pub constants: std::collections::BTreeMap<String, String>,
}

/// What sort of feed it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FeedKind {
    /// News in RSS or Atom.
    News,
    /// The SEC's list of current filings: Form D and 8-K.
    Edgar,
    /// Greenhouse's job board of one company.
    Greenhouse,
    /// Lever's.
    Lever,
    /// Ashby's.
    Ashby,
    /// Workable's.
    Workable,
    /// SmartRecruiters'.
    SmartRecruiters,
    /// Recruitee's.
    Recruitee,
    /// Any list in JSON, read as `json` says.
    Json,
}

impl FeedKind {
    /// The board it is, if it is one.
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

/// A feed as the operator describes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeedDescription {
    /// Its name, which is that of the source of its facts.
    pub name: String,
    /// What sort of feed it is.
    pub kind: FeedKind,
    /// Its address; job boards and the SEC's list have one of their own.
    #[serde(default)]
    pub url: String,
    /// The company's name at its job board.
    #[serde(default)]
    pub token: String,
    /// Domain of the company whose job board it is.
    #[serde(default)]
    pub company_domain: String,
    /// Name of that company, where the board does not say.
    #[serde(default)]
    pub company_name: String,
    /// Time between two polls.
    #[serde(default = "usual_interval")]
    pub every_seconds: u32,
    /// How a JSON feed is read.
    #[serde(default)]
    pub json: JsonShape,
}

/// A new item is to be seen within a minute.
fn usual_interval() -> u32 {
    45
}

impl FeedDescription {
    /// A job board that was found at a company's website.
    pub fn of_board(board: &JobBoard, company_domain: &str, company_name: &str) -> Self {
        let (kind, word) = match board.kind {
            BoardKind::Greenhouse => (FeedKind::Greenhouse, "greenhouse"),
            BoardKind::Lever => (FeedKind::Lever, "lever"),
            BoardKind::Ashby => (FeedKind::Ashby, "ashby"),
            BoardKind::Workable => (FeedKind::Workable, "workable"),
            BoardKind::SmartRecruiters => (FeedKind::SmartRecruiters, "smartrecruiters"),
            BoardKind::Recruitee => (FeedKind::Recruitee, "recruitee"),
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
            return Some("a feed's name is made of letters, digits, - _ . and /, at most 60".into());
        }
        if self.every_seconds < 5 {
            return Some(format!("{}: every_seconds is at least 5", self.name));
        }
        let has_address = self.url.starts_with("https://") || self.url.starts_with("http://");
        if !self.url.is_empty() && !has_address {
            return Some(format!("{}: url begins with https://", self.name));
        }
        match self.kind {
            FeedKind::News | FeedKind::Json if self.url.is_empty() => {
                Some(format!("{}: url is missing", self.name))
            }
            kind if kind.board().is_some() && self.token.is_empty() => Some(format!(
                "{}: token is missing; it is the company's name in the board's address",
                self.name
            )),
            FeedKind::Json => json::fault(&self.json).map(|fault| format!("{}: {fault}", self.name)),
            _ => None,
        }
    }
}
