//! From one listing of a job board to the next: what is new, what changed, what is gone.

use std::collections::BTreeMap;

use jiff::{Timestamp, tz::TimeZone};
use records::{Claim, Facts, JobFacts, PartialDate};

use super::{FeedDescription, FeedState, boards::Posting};

/// Positions remembered per board.
pub(crate) const POSTING_LIMIT: usize = 20_000;

/// The claims that a whole listing amounts to, compared with the one before.
pub(crate) fn compare(
    feed: &FeedDescription,
    postings: Vec<Posting>,
    state: &mut FeedState,
    now: Timestamp,
) -> Vec<Claim> {
    // A board that was full and is empty at once has more often failed than stopped hiring: it is believed when it
    // says so twice.
    if postings.is_empty() && !state.postings.is_empty() && !state.is_suddenly_empty {
        state.is_suddenly_empty = true;
        return Vec::new();
    }
    state.is_suddenly_empty = false;
    let mut open: BTreeMap<String, JobFacts> = BTreeMap::new();
    let mut claims = Vec::new();
    for posting in postings.into_iter().take(POSTING_LIMIT) {
        let facts = completed(feed, posting.facts);
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

/// The facts with the company that the operator named.
fn completed(feed: &FeedDescription, facts: JobFacts) -> JobFacts {
    let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    JobFacts {
        company_domain: given(&feed.company_domain).or(facts.company_domain),
        company_name: given(&feed.company_name).or(facts.company_name),
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
