//! Whether two signals tell of one event, whichever ids the records behind them have.

use super::{Signal, employer_key};
use crate::{funding_stage, identifiers::company_name::company_name_key};

impl Signal {
    /// Whether another signal of the same subject tells of the same event. Ids of signals are made from the ids of their
    /// records, so the signals of two records that are joined have different ids.
    pub fn is_same_event(&self, other: &Self) -> bool {
        if self.kind != other.kind || self.at != other.at {
            return false;
        }
        if let (Some(one), Some(two)) = (&self.change, &other.change) {
            let to = |signal: &Self| signal.company.as_ref().map(employer_key);
            let title = |title: &Option<String>| title.as_deref().unwrap_or_default().to_lowercase();
            return employer_key(&one.old_company) == employer_key(&two.old_company)
                && to(self) == to(other)
                && title(&one.new_title) == title(&two.new_title);
        }
        if let (Some(one), Some(two)) = (&self.funding, &other.funding) {
            let stages = [&one.round, &two.round].map(|round| funding_stage::word(round));
            return stages[0] == stages[1] && one.amount == two.amount;
        }
        if let (Some(one), Some(two)) = (&self.acquisition, &other.acquisition) {
            return (one.domain.is_some() && one.domain == two.domain)
                || company_name_key(&one.name) == company_name_key(&two.name);
        }
        if let (Some(one), Some(two)) = (&self.job, &other.job) {
            return one.url == two.url && one.title == two.title;
        }
        self.company_change.is_some() && self.company_change == other.company_change
    }
}
