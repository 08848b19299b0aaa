//! What sources brought and cost in a period, added up from the history of all accounts.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{OutsideCall, Plan, Store, StoreError, UpstreamCall};

/// Outcomes of vendors for which no request was sent.
const NOT_SENT: [&str; 4] = ["known_miss", "left_alone", "busy", "over_budget"];
const HIT: &str = "hit";
const MISS: &str = "miss";
/// Sent and given up because another vendor was faster: neither an answer nor a fault of the vendor.
const OVERTAKEN: &str = "overtaken";

/// A period that ends now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Period {
    /// The last 7 days.
    #[serde(rename = "7d")]
    Week,
    /// The last 30 days.
    #[serde(rename = "30d")]
    Month,
    /// The last 90 days.
    #[serde(rename = "90d")]
    Quarter,
}

impl Period {
    /// Every period, the shortest first.
    pub const ALL: [Self; 3] = [Self::Week, Self::Month, Self::Quarter];

    /// How many days it has.
    pub const fn days(self) -> u32 {
        match self {
            Self::Week => 7,
            Self::Month => 30,
            Self::Quarter => 90,
        }
    }
}

/// What was asked of one source.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SourceFigure {
    /// Replies, and reasons for not asking, by outcome.
    pub outcomes: BTreeMap<String, u64>,
    /// Requests by their latency in milliseconds. A request ends within a minute, so that there are not many of them.
    latencies: BTreeMap<u64, u64>,
    /// What its requests cost, in millionths of a US dollar.
    pub cost_micros: i64,
    /// Calls of customers in which it gave what was asked for.
    pub calls: u64,
    /// What customers paid for these, in thousandths of credits.
    pub credits_thousandths: i64,
    /// The same at the price of a credit in the plan of each account, in millionths.
    pub paid_micros: i64,
}

impl SourceFigure {
    fn count(&self, is_counted: impl Fn(&str) -> bool) -> u64 {
        let counted = self.outcomes.iter().filter(|(outcome, _)| is_counted(outcome));
        counted.map(|(_, count)| count).sum()
    }

    /// Requests sent.
    pub fn asked(&self) -> u64 {
        self.count(|outcome| !NOT_SENT.contains(&outcome))
    }

    /// Replies that gave what was asked for.
    pub fn hits(&self) -> u64 {
        self.count(|outcome| outcome == HIT)
    }

    /// Replies that gave it or said that it is not known.
    pub fn answered(&self) -> u64 {
        self.count(|outcome| [HIT, MISS].contains(&outcome))
    }

    /// Requests that failed or were refused.
    pub fn errors(&self) -> u64 {
        self.count(|outcome| ![HIT, MISS, OVERTAKEN].contains(&outcome) && !NOT_SENT.contains(&outcome))
    }

    /// Times that it was passed over.
    pub fn skipped(&self) -> u64 {
        self.count(|outcome| NOT_SENT.contains(&outcome))
    }

    /// The latency that `percent` of the requests do not exceed; none without requests.
    pub fn latency_ms(&self, percent: u64) -> Option<u64> {
        let requests: u64 = self.latencies.values().sum();
        let (wanted, mut seen) = ((requests * percent).div_ceil(100), 0);
        self.latencies.iter().find_map(|(latency, count)| {
            seen += count;
            (seen >= wanted).then_some(*latency)
        })
    }

    fn add(&mut self, asked: &UpstreamCall) {
        *self.outcomes.entry(asked.outcome.clone()).or_default() += 1;
        self.cost_micros += asked.cost_micros;
        if asked.outcome != OVERTAKEN && !NOT_SENT.contains(&asked.outcome.as_str()) {
            *self.latencies.entry(asked.latency_ms).or_default() += 1;
        }
    }
}

/// What all sources were asked in a period.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SourceFigures {
    /// From when on calls are counted.
    pub since: Timestamp,
    /// Sources by name.
    pub sources: BTreeMap<String, SourceFigure>,
    /// Calls of customers that asked a source.
    pub calls: u64,
    /// What customers paid for these, in thousandths of credits.
    pub credits_thousandths: i64,
    /// The same at the price of a credit in the plan of each account, in millionths.
    pub paid_micros: i64,
    /// What all requests cost, in millionths of a US dollar.
    pub cost_micros: i64,
}

impl SourceFigures {
    /// Adds up the calls of a period. Begins no earlier than the history is kept, because what found nothing is deleted
    /// then and rates would be too high. `price` is that of a credit in a plan, in thousandths. Blocks on the database.
    pub fn of(
        store: &Store,
        now: Timestamp,
        period: Period,
        kept_days: u32,
        price: impl Fn(Plan) -> u32,
    ) -> Result<Self, StoreError> {
        let days = if kept_days == 0 { period.days() } else { period.days().min(kept_days) };
        let since = now - SignedDuration::from_hours(24 * i64::from(days));
        let mut figures = Self { since, ..Self::default() };
        // The call that began at this moment belongs to the period.
        let until = now + SignedDuration::from_micros(1);
        store.each_outside_call(since, until, |call| figures.add(&call, price(call.plan)))?;
        Ok(figures)
    }

    fn add(&mut self, call: &OutsideCall, price: u32) {
        let credits = call.credits.thousandths();
        let paid = credits.saturating_mul(i64::from(price));
        self.calls += 1;
        self.credits_thousandths += credits;
        self.paid_micros = self.paid_micros.saturating_add(paid);
        for asked in &call.upstream {
            self.cost_micros += asked.cost_micros;
            self.sources.entry(asked.provider.clone()).or_default().add(asked);
        }
        for (name, figure) in &mut self.sources {
            if call.upstream.iter().any(|asked| asked.provider == *name && asked.outcome == HIT) {
                figure.calls += 1;
                figure.credits_thousandths += credits;
                figure.paid_micros = figure.paid_micros.saturating_add(paid);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use store::Credits;

    use super::*;

    fn asked(provider: &str, outcome: &str, latency_ms: u64, cost_micros: i64) -> UpstreamCall {
        UpstreamCall {
            provider: provider.into(),
            fact: "mobile".into(),
            outcome: outcome.into(),
            started_ms: None,
            latency_ms,
            cost_micros,
        }
    }

    #[test]
    fn a_source_is_paid_for_where_it_gave_the_answer_and_costs_wherever_it_was_asked() {
        let mut figures = SourceFigures::default();
        let call = |credits, upstream| OutsideCall {
            plan: Plan::Pro,
            credits: Credits::from_thousandths(credits),
            upstream,
        };
        let both = vec![asked("atlas", "miss", 100, 10_000), asked("beacon", "hit", 300, 50_000)];
        figures.add(&call(4_000, both), 16);
        figures
            .add(&call(0, vec![asked("atlas", "failed", 900, 0), asked("beacon", "left_alone", 0, 0)]), 16);
        figures.add(&call(0, vec![asked("beacon", "overtaken", 50, 50_000)]), 16);
        let (atlas, beacon) = (&figures.sources["atlas"], &figures.sources["beacon"]);
        assert_eq!((atlas.asked(), atlas.answered(), atlas.hits(), atlas.errors()), (2, 1, 0, 1));
        assert_eq!((atlas.calls, atlas.paid_micros, atlas.cost_micros), (0, 0, 10_000));
        assert_eq!((beacon.asked(), beacon.answered(), beacon.hits(), beacon.errors()), (2, 1, 1, 0));
        assert_eq!((beacon.skipped(), beacon.latency_ms(50)), (1, Some(300)));
        assert_eq!((beacon.calls, beacon.paid_micros, beacon.cost_micros), (1, 64_000, 100_000));
        assert_eq!((figures.calls, figures.paid_micros, figures.cost_micros), (3, 64_000, 110_000));
    }

    #[test]
    fn latencies_are_those_that_a_share_of_the_requests_does_not_exceed() {
        let mut figure = SourceFigure::default();
        (1..=100).for_each(|latency| figure.add(&asked("atlas", "hit", latency, 0)));
        assert_eq!((figure.latency_ms(50), figure.latency_ms(95)), (Some(50), Some(95)));
        assert_eq!(SourceFigure::default().latency_ms(95), None);
    }
}
