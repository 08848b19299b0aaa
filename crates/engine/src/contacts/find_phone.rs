//! The mobile of a person: from the records, then from vendors in their configured order.

use std::time::Duration;

use contact::describe_phone;
use jiff::Timestamp;
use records::{ContactStatus, LineType, Phone, identifier::Identity, keys::Key, phone::PhoneNumber};
use serde::{Deserialize, Serialize};
use sources::vendor::Fact;
use store::{CacheUse, CheckEnd, ContactKind, ContactSearch, NextSearch};
use tokio::time::{Instant, timeout};

use super::mobile::{AttemptOutcome, CHECKED_DAYS, Mobile, PhoneAttempt, PhoneStatus};
use crate::{ContactQuery, Engine, EngineError, Unavailable, contacts::email_check::is_younger};

/// Shorter than for a mobile, for "not found": every update of a source may bring a mobile.
const NEGATIVE_KEPT_DAYS: i64 = 7;
/// Timeout of the vendors.
pub(crate) const SOURCE_TIMEOUT: Duration = Duration::from_secs(15);
/// People counted who have a number.
const SHARERS_COUNTED: u32 = 20;
/// Name of the records among the attempts.
const RECORDS: &str = "records";
/// Name of all vendors together among the attempts, when none of them was asked in time.
const VENDORS: &str = "vendors";
/// Name of the cache among the attempts.
pub(crate) const CACHE: &str = "cache";

/// Result of searching a mobile.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundPhone {
    /// The mobile, if one was found.
    pub mobile: Option<Mobile>,
    /// Every source that was queried, in order.
    pub attempts: Vec<PhoneAttempt>,
    /// Whether the result came from the records or the cache.
    pub cache: CacheUse,
}

impl FoundPhone {
    /// Why nothing was found: what the records have against their number, else what the last source said.
    pub fn why_not(&self) -> Option<AttemptOutcome> {
        let outcomes = || self.attempts.iter().map(|attempt| attempt.outcome);
        let told =
            |outcome: &AttemptOutcome| !matches!(outcome, AttemptOutcome::Found | AttemptOutcome::NotFound);
        let last = outcomes().rfind(|outcome| *outcome != AttemptOutcome::Found);
        outcomes().find(told).or(last).filter(|_| self.mobile.is_none())
    }
}

/// Result of a search as stored.
#[derive(Serialize, Deserialize)]
struct SearchOutcome {
    mobile: Option<Mobile>,
}

impl Engine {
    /// The mobile of a person whose line was checked. Without `verified_only` also one that was not, if no source has a
    /// better one.
    pub async fn find_mobile(
        &self,
        who: &ContactQuery,
        verified_only: bool,
        now: Timestamp,
    ) -> Result<FoundPhone, EngineError> {
        let began = Instant::now();
        let of_record = self.mobile_of_record(who, now)?;
        let mut attempts = vec![attempt(RECORDS, outcome_at(&of_record, now), began)];
        let mut found = None;
        if let Ok(mobile) = of_record {
            found = self.proven(who, mobile, &mut attempts, now).await?;
        }
        let is_verified = |mobile: &Mobile| mobile.is_proven(now);
        if found.as_ref().is_some_and(is_verified) {
            return Ok(FoundPhone { mobile: found, attempts, cache: CacheUse::Hit });
        }
        if !self.external.gives(Fact::Mobile) || self.is_suppressed(who)? {
            let cache = if found.is_some() { CacheUse::Hit } else { CacheUse::Miss };
            return Ok(FoundPhone { mobile: found.filter(|_| !verified_only), attempts, cache });
        }
        let of_vendors = self.mobile_elsewhere(who, attempts, now).await?;
        let any = found.or(of_vendors.mobile.clone()).filter(|_| !verified_only);
        let best = of_vendors.mobile.filter(is_verified).or(any);
        if best.is_none() && nobody_answered(&of_vendors.attempts) {
            return Err(Unavailable("no vendor of mobiles answered".to_owned()).into());
        }
        Ok(FoundPhone { mobile: best, ..of_vendors })
    }

    /// The mobile that [`Engine::find_mobile`] answers, as far as it is certain without asking outside. Blocks on the database.
    pub fn known_mobile(
        &self,
        who: &ContactQuery,
        verified_only: bool,
        now: Timestamp,
    ) -> Result<Option<Mobile>, EngineError> {
        let of_record = self.mobile_of_record(who, now)?.ok();
        if let Some(proven) = of_record.filter(|mobile| mobile.is_proven(now)) {
            return Ok(Some(proven));
        }
        let Some(question) = who.cache_key() else { return Ok(None) };
        let kept = self.kept_mobile(&question, now)?.flatten();
        Ok(kept.filter(|mobile| !verified_only || mobile.is_proven(now)))
    }

    /// The checked mobile of a person as part of a larger answer: none if no vendor answers.
    pub async fn mobile_in_passing(
        &self,
        who: &ContactQuery,
        now: Timestamp,
    ) -> Result<Option<Mobile>, EngineError> {
        match self.find_mobile(who, true, now).await {
            Ok(found) => Ok(found.mobile),
            Err(EngineError::Unavailable(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The mobile that the cache or the vendors have, after the attempts so far.
    async fn mobile_elsewhere(
        &self,
        who: &ContactQuery,
        mut attempts: Vec<PhoneAttempt>,
        now: Timestamp,
    ) -> Result<FoundPhone, EngineError> {
        let began = Instant::now();
        let question = who.cache_key();
        if let Some(mobile) =
            question.as_deref().map_or(Ok(None), |question| self.kept_mobile(question, now))?
        {
            let outcome = if mobile.is_some() { AttemptOutcome::Found } else { AttemptOutcome::NotFound };
            attempts.push(attempt(CACHE, outcome, began));
            return Ok(FoundPhone { mobile, attempts, cache: CacheUse::Hit });
        }
        let mobile = self.mobile_of_vendors(who, &mut attempts, now).await?;
        let failed = |attempt: &PhoneAttempt| {
            matches!(attempt.outcome, AttemptOutcome::Failed | AttemptOutcome::TimedOut)
        };
        // "Not found" is cached only if every source answered.
        if let Some(question) = question.filter(|_| mobile.is_some() || !attempts.iter().any(failed)) {
            self.keep_mobile(question, who, mobile.clone(), now).await?;
        }
        Ok(FoundPhone { mobile, attempts, cache: CacheUse::Miss })
    }

    async fn mobile_of_vendors(
        &self,
        who: &ContactQuery,
        attempts: &mut Vec<PhoneAttempt>,
        now: Timestamp,
    ) -> Result<Option<Mobile>, EngineError> {
        let began = Instant::now();
        // On the heap, as the state of an email search is.
        let asking = Box::pin(self.external.mobile(&self.store, who, now, &self.upstream));
        let found = timeout(SOURCE_TIMEOUT, asking).await;
        let (answer, mut reported) = match found {
            Ok(Err(error)) => {
                tracing::warn!(%error, "what vendors know of a mobile could not be stored");
                (Err(AttemptOutcome::Failed), Vec::new())
            }
            Ok(Ok(found)) => {
                let usable = |(phone, vendor): (Phone, String)| usable(&phone, &vendor, who);
                (found.phone.map_or(Err(AttemptOutcome::NotFound), usable), found.attempts)
            }
            Err(_) => (Err(AttemptOutcome::TimedOut), Vec::new()),
        };
        if reported.is_empty() {
            reported.push(attempt(VENDORS, outcome_of(&answer), began));
        }
        // A vendor that gave a number which is no mobile has not found one.
        if let (Err(outcome), Some(last)) = (&answer, reported.last_mut())
            && matches!(last.outcome, AttemptOutcome::Found | AttemptOutcome::Unverified)
        {
            last.outcome = *outcome;
        }
        attempts.append(&mut reported);
        match answer {
            Ok(mobile) if !self.store.is_suppressed(&Identity::of_phone(&mobile.number))? => {
                let mobile = self.with_sharers(mobile)?;
                self.proven(who, mobile, attempts, now).await
            }
            _ => Ok(None),
        }
    }

    /// The best mobile of a record: one checked within the year, then one never checked, then one checked longer ago, and
    /// last one that several people have.
    fn mobile_of_record(
        &self,
        who: &ContactQuery,
        now: Timestamp,
    ) -> Result<Result<Mobile, AttemptOutcome>, EngineError> {
        let rank = |mobile: &Mobile| match mobile.status(now) {
            _ if mobile.is_shared() => 3,
            PhoneStatus::Verified => 0,
            PhoneStatus::Unverified => 1,
            PhoneStatus::Stale => 2,
        };
        let (mut mobiles, mut outcome) = (Vec::new(), AttemptOutcome::NotFound);
        for phone in who.record.iter().flat_map(|record| &record.phones) {
            match usable(phone, RECORDS, who) {
                Ok(mobile) => mobiles.push(self.with_sharers(mobile)?),
                // A number that no longer works tells more than one that is no mobile.
                Err(refused) if outcome != AttemptOutcome::OutOfDate => outcome = refused,
                Err(_) => {}
            }
        }
        Ok(mobiles.into_iter().min_by_key(rank).ok_or(outcome))
    }

    /// The mobile with how many people of the records have it.
    fn with_sharers(&self, mobile: Mobile) -> Result<Mobile, EngineError> {
        let people = self.store.people_with_key(Key::phone(&mobile.number), SHARERS_COUNTED)?;
        Ok(Mobile { shared_by: (people > 1).then_some(people), ..mobile })
    }

    /// The cached result of a search, until it expires.
    pub(crate) fn kept_mobile(
        &self,
        question: &str,
        now: Timestamp,
    ) -> Result<Option<Option<Mobile>>, EngineError> {
        let Some(kept) = self.store.contact_search(ContactKind::Phone, question)? else { return Ok(None) };
        let Ok(SearchOutcome { mobile }) = serde_json::from_str(&kept.outcome) else { return Ok(None) };
        let is_checked = mobile.as_ref().is_some_and(|mobile: &Mobile| mobile.last_validated_at.is_some());
        let days = if is_checked { CHECKED_DAYS } else { NEGATIVE_KEPT_DAYS };
        Ok(is_younger(kept.asked_at, days, now).then_some(mobile))
    }

    pub(crate) async fn keep_mobile(
        &self,
        question: String,
        who: &ContactQuery,
        mobile: Option<Mobile>,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        let search = ContactSearch {
            kind: ContactKind::Phone,
            question,
            domain: who.domain.clone(),
            name: who.name.as_ref().map(ToString::to_string),
            proven: None,
            outcome: serde_json::to_string(&SearchOutcome { mobile }).map_err(|_| EngineError::GivenUp)?,
            asked_at: now,
            next: NextSearch::Ended(CheckEnd::Settled),
        };
        Ok(self.store.keep_contact_search(search).await?)
    }
}

/// Whether every source beside the records and the cache failed.
fn nobody_answered(attempts: &[PhoneAttempt]) -> bool {
    let mut outside =
        attempts.iter().filter(|attempt| ![RECORDS, CACHE].contains(&attempt.provider.as_str()));
    let failed =
        |attempt: &PhoneAttempt| matches!(attempt.outcome, AttemptOutcome::Failed | AttemptOutcome::TimedOut);
    outside.next().is_some_and(failed) && outside.all(failed)
}

pub(crate) fn attempt(provider: &str, outcome: AttemptOutcome, began: Instant) -> PhoneAttempt {
    let latency_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    PhoneAttempt { provider: provider.to_owned(), outcome, latency_ms }
}

/// The outcome of a number of the records or of a vendor: one that was not checked does not end the search.
fn outcome_at(answer: &Result<Mobile, AttemptOutcome>, now: Timestamp) -> AttemptOutcome {
    match answer.as_ref().map(|mobile| mobile.status(now)) {
        Ok(_) if answer.as_ref().is_ok_and(Mobile::is_shared) => AttemptOutcome::Shared,
        Ok(PhoneStatus::Verified) => AttemptOutcome::Found,
        Ok(PhoneStatus::Unverified) => AttemptOutcome::Unverified,
        Ok(PhoneStatus::Stale) => AttemptOutcome::OutOfDate,
        Err(outcome) => *outcome,
    }
}

pub(crate) fn outcome_of(answer: &Result<Mobile, AttemptOutcome>) -> AttemptOutcome {
    answer.as_ref().err().copied().unwrap_or(AttemptOutcome::Found)
}

/// A phone as a mobile of a person, or why it cannot be returned.
fn usable(phone: &Phone, source: &str, who: &ContactQuery) -> Result<Mobile, AttemptOutcome> {
    let number = PhoneNumber::parse(&phone.number, None).map_err(|_| AttemptOutcome::NotMobile)?;
    // No carrier assigns such a number.
    if number.is_fictional() && who.is_real() {
        return Err(AttemptOutcome::Fictional);
    }
    let facts = describe_phone(&number);
    // The source's line type is used only if the numbering plan does not determine it.
    let line_type = match (facts.line_type, phone.line_type) {
        (LineType::MobileOrLandline | LineType::Unknown, claimed) if claimed != LineType::Unknown => claimed,
        (by_plan, _) => by_plan,
    };
    if line_type != LineType::Mobile {
        return Err(AttemptOutcome::NotMobile);
    }
    if phone.status == ContactStatus::Undeliverable {
        return Err(AttemptOutcome::OutOfDate);
    }
    Ok(Mobile {
        number: number.e164().to_owned(),
        line_type,
        carrier: phone.carrier.clone().or_else(|| facts.carrier.map(str::to_owned)),
        country: facts.country.map(str::to_owned),
        last_validated_at: phone.last_validated_at,
        source: source.to_owned(),
        shared_by: None,
    })
}
