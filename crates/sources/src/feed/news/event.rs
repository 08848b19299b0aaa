//! The event that a news item reports.

use records::{Money, PartialDate, SignalKind, signal::SignalReport};

/// Kind of event that an item reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NewsKind {
    /// A funding round.
    Funding,
    /// An acquisition.
    Acquisition,
}

/// The event that an item reports.
#[derive(Debug, Clone, PartialEq)]
pub struct News {
    /// Funding or acquisition.
    pub kind: NewsKind,
    /// The company that raised money, or the buyer.
    pub company: String,
    /// The company that was acquired.
    pub target: Option<String>,
    /// Money raised, or the price.
    pub amount: Option<Money>,
    /// Kind of the round, such as `series_a`.
    pub round: Option<String>,
    /// Names of the investors.
    pub investors: Vec<String>,
    /// Confidence of the extraction, 0 to 1.
    pub confidence: f64,
}

impl News {
    /// The event as a signal report.
    pub(crate) fn report(self, id: &str, url: Option<String>, date: PartialDate) -> SignalReport {
        let (amount, currency) = self.amount.map_or((None, None), |m| (Some(m.amount), Some(m.currency)));
        SignalReport {
            kind: Some(match self.kind {
                NewsKind::Funding => SignalKind::Funding,
                NewsKind::Acquisition => SignalKind::Acquisition,
            }),
            id: Some(id.to_owned()),
            date: Some(date),
            company_name: Some(self.company),
            target_name: self.target,
            round: self.round,
            amount,
            currency,
            investors: self.investors,
            url,
            ..SignalReport::default()
        }
    }
}
