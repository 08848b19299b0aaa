//! Compares two listings of a job board: new, changed and closed jobs.

use std::collections::BTreeMap;

use jiff::{Timestamp, tz::TimeZone};
use records::{Claim, Facts, JobFacts, PartialDate};

use super::{FeedDescription, FeedState, boards::Posting};

/// Most jobs kept per board.
pub(crate) const POSTING_LIMIT: usize = 20_000;

/// The claims that result from a complete listing, compared with the previous one.
pub(crate) fn compare(
    feed: &FeedDescription,
    postings: Vec<Posting>,
    state: &mut FeedState,
    now: Timestamp,
) -> Vec<Claim> {
    // A board that is suddenly empty has more often failed than closed all its jobs: it is believed only when the next
    // listing is empty too.
    if postings.is_empty() && !state.postings.is_empty() && !state.is_suddenly_empty {
        state.is_suddenly_empty = true;
        return Vec::new();
    }
    state.is_suddenly_empty = false;
    let mut open: BTreeMap<String, JobFacts> = BTreeMap::new();
    let mut claims = Vec::new();
    for posting in postings.into_iter().take(POSTING_LIMIT) {
        let facts = with_company(feed, posting.facts);
        if state.postings.get(&posting.id) != Some(&facts) {
            claims.push(claim(feed, &posting.id, facts.clone(), now));
        }
        open.insert(posting.id, facts);
    }
    let today = PartialDate::day(now.to_zoned(TimeZone::UTC).date());
    for (id, facts) in std::mem::take(&mut state.postings) {
        if !open.contains_key(&id) {
            claims.push(claim(feed, &id, JobFacts { closed_at: Some(today), ..facts }, now));
        }
    }
    state.postings = open;
    claims
}

/// Adds the company that the operator configured.
fn with_company(feed: &FeedDescription, facts: JobFacts) -> JobFacts {
    let configured = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    JobFacts {
        company_domain: configured(&feed.company_domain).or(facts.company_domain),
        company_name: configured(&feed.company_name).or(facts.company_name),
        ..facts
    }
}

fn claim(feed: &FeedDescription, id: &str, facts: JobFacts, now: Timestamp) -> Claim {
    Claim {
        source: feed.name.clone(),
        reference: format!("{}:{id}", feed.token),
        observed_at: now,
        facts: Facts::Job(Box::new(facts)),
    }
}
