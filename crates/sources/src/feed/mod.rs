//! Polled feeds: news, SEC filings, job boards and generic JSON lists.
//!
//! A [`FeedDescription`] defines what is polled and how often. A [`FeedPoller`] polls a feed once and returns the new
//! claims, the [`FeedState`] for the next poll and the time to wait until then. Requests are conditional (ETag,
//! Last-Modified); failures back off exponentially.

mod boards;
mod description;
mod edgar;
mod form_d;
mod json;
mod json_shape;
mod listing;
mod news;
mod poll;
mod state;
mod syndication;

pub use description::{FeedDescription, FeedFormat};
pub use json_shape::JsonShape;
pub use news::{News, NewsKind, read_news};
pub use poll::{FeedPoller, Polled};
pub use state::{FeedHealth, FeedState};
