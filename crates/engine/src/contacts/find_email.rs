//! The business email of a person: known addresses first, then the likeliest patterns, verified at the mail server.

use contact::{Evidence, Exchange, FindExplanation, FindOutcome, Reason, Status, TriedCandidate, candidates};
use jiff::Timestamp;
use records::{email::EmailAddress, identifier::Identity, name::Name, query::PersonQuery};
use store::{CacheUse, CheckEnd, ContactKind, ContactSearch, DeferredCheck, KeptSearch, NextSearch};
use tokio::time::Instant;

use crate::{
    ContactEmail, ContactQuery, EmailCheck, EmailOrigin, Engine, EngineError,
    contacts::{
        backoff::{after, next_attempt, seconds_until},
        known_email::{EmailLookup, KnownEmail, LEFT_OF_A_GUESS},
        search_outcome::{SearchOutcome, Searched},
        workplace::{Unasked, Workplace},
    },
};

/// Known addresses checked per person.
pub(crate) const KNOWN_MAX: usize = 3;
/// Least confidence of a returned address.
const LEAST_CONFIDENCE: f64 = 0.5;
/// The same for a guess that no mail server could be asked about, before its confidence is reduced.
const LEAST_CONFIDENCE_UNVERIFIED: f64 = 0.8;

/// Result of searching an email.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundEmail {
    /// The address, if one was found.
    pub email: Option<ContactEmail>,
    /// Meaning of the mail server's reply; absent if none was needed.
    pub reason: Option<Reason>,
    /// Whether the domain has a mail server; absent when DNS could not tell.
    pub mx_found: Option<bool>,
    /// Who runs the mail of the domain.
    pub provider: Option<String>,
    /// Seconds after which a new search may give another result.
    pub retry_after_seconds: Option<u64>,
    /// Whether the result came from the cache.
    pub cache: CacheUse,
    /// How the result came about; empty for suppressed people.
    pub explanation: FindExplanation,
    /// The check that a mail server put off, if the result may change by itself.
    pub deferred: Option<DeferredCheck>,
}

/// Which addresses may be returned.
#[derive(Debug, Clone, Copy)]
struct Terms {
    /// Only mailboxes proven within the last 30 days.
    verified_only: bool,
    /// Whether the person works elsewhere by now.
    has_left: bool,
    /// Whether a record places the person at the company.
    is_placed: bool,
}

impl Terms {
    /// Whether an address may be returned without proof. A guess needs a record that places the person at the company:
    /// at a server that accepts every address, any name would be found otherwise.
    fn admit_unproven(self, origin: EmailOrigin) -> bool {
        !self.verified_only && !self.has_left && (self.is_placed || origin == EmailOrigin::Records)
    }

    fn admit(self, email: &ContactEmail, reason: Option<Reason>) -> bool {
        let is_full = reason == Some(Reason::MailboxFull) && email.catch_all == Some(false);
        let exists = is_full && !self.verified_only && !self.has_left;
        email.verified || exists || self.admit_unproven(email.origin)
    }
}

/// A search for a person's email, and what was known of it before.
#[derive(Clone, Copy)]
struct Asking<'a> {
    who: &'a ContactQuery,
    name: &'a Name,
    workplace: &'a Workplace,
    /// How often a mail server has put it off.
    attempts: u32,
}

impl FoundEmail {
    pub(crate) fn nothing() -> Self {
        Self {
            email: None,
            reason: None,
            mx_found: None,
            provider: None,
            retry_after_seconds: None,
            cache: CacheUse::Miss,
            explanation: FindExplanation::default(),
            deferred: None,
        }
    }

    /// The same as the result of a search, which goes on by itself if a mail server put it off.
    fn of_question(self, who: &ContactQuery) -> Self {
        let unsettled = self.reason.is_some_and(|reason| reason.status() == Status::Unknown);
        let deferred = who.cache_key().filter(|_| unsettled).map(DeferredCheck::Search);
        Self { deferred, ..self }
    }

    /// The same after candidates that came into question before.
    fn after(mut self, mut tried: Vec<TriedCandidate>) -> Self {
        let is_new =
            |candidate: &TriedCandidate| tried.iter().all(|known| known.address != candidate.address);
        let new: Vec<_> = self.explanation.candidates.drain(..).filter(is_new).collect();
        tried.extend(new);
        self.explanation.candidates = tried;
        self
    }
}

impl From<EmailLookup> for FoundEmail {
    fn from(looked: EmailLookup) -> Self {
        Self {
            email: looked.email,
            reason: looked.reason,
            mx_found: looked.mx_found,
            provider: looked.provider,
            retry_after_seconds: looked.retry_after_seconds,
            cache: looked.cache,
            explanation: looked.explanation,
            deferred: None,
        }
    }
}

impl Engine {
    /// The business email of a person; with `verified_only` one whose mailbox was proven within the last 30 days.
    pub async fn find_business_email(
        &self,
        who: &ContactQuery,
        verified_only: bool,
        now: Timestamp,
    ) -> Result<FoundEmail, EngineError> {
        if self.is_suppressed(who)? {
            return Ok(FoundEmail::nothing());
        }
        let found = self.search_business_email(who, verified_only, now).await?;
        // An address built from a name may belong to a person on the suppression list.
        match &found.email {
            Some(email) if self.store.is_suppressed(&Identity::of_email(&email.address))? => {
                Ok(FoundEmail::nothing())
            }
            _ => Ok(found),
        }
    }

    async fn search_business_email(
        &self,
        who: &ContactQuery,
        verified_only: bool,
        now: Timestamp,
    ) -> Result<FoundEmail, EngineError> {
        let company = self.company_by_domain(who.domain.as_deref())?;
        let has_left = who.has_left(company.as_ref());
        let terms = Terms { verified_only, has_left, is_placed: who.is_placed(company.as_ref()) };
        let earlier = self.earlier_search(who)?;
        let at_work = who.emails_at_work(has_left).filter(|email| !self.is_personal(email));
        let of_record = at_work.filter_map(KnownEmail::of_record);
        let of_search = earlier.iter().filter_map(|(outcome, _)| outcome.proven_or_likely(terms));
        let seen = earlier.as_ref().map(|(outcome, kept)| (outcome.attempts(kept), kept.asked_at));
        let known: Vec<KnownEmail> = of_record.take(KNOWN_MAX).chain(of_search).collect();
        let mut last = FoundEmail::nothing();
        let (mut refused, mut tried) = (Vec::new(), Vec::new());
        for known in &known {
            let looked: FoundEmail = self.recheck_known(known, now).await?.into();
            let may_answer = |email: &ContactEmail| terms.admit(email, looked.reason);
            let unverified = looked.reason.is_some_and(|reason| reason.status() == Status::Unknown);
            // A server that gave no verdict on one address is not queried about others.
            if looked.email.as_ref().is_some_and(may_answer) || unverified {
                let email = looked.email.clone().filter(may_answer);
                let address = known.address.address().to_owned();
                let deferred = unverified.then_some(DeferredCheck::Verification(address));
                return Ok(FoundEmail { email, deferred, ..looked }.after(tried));
            }
            tried.extend(looked.explanation.candidates.clone());
            refused.extend(looked.email.is_none().then(|| known.address.clone()));
            last = FoundEmail { email: None, ..looked };
        }
        // An address found earlier that is now rejected is searched again.
        let unanswered = earlier.filter(|(outcome, _)| outcome.proven_or_likely(terms).is_none());
        let settled = unanswered.filter(|(outcome, kept)| outcome.is_settled(kept, now));
        if let Some((outcome, kept)) = settled {
            let outcome = outcome.still_waiting(&kept, now);
            return Ok(self.as_found(outcome, None, terms, CacheUse::Hit).after(tried).of_question(who));
        }
        match (&who.name, &who.domain) {
            (Some(name), Some(domain)) if !self.is_free_provider(domain) => {
                let found = self.find_by_pattern(who, (name, domain), refused, terms, (seen, now)).await?;
                Ok(found.after(tried).of_question(who))
            }
            _ => Ok(last.after(tried)),
        }
    }

    fn earlier_search(&self, who: &ContactQuery) -> Result<Option<(SearchOutcome, KeptSearch)>, EngineError> {
        let Some(question) = who.cache_key() else { return Ok(None) };
        let kept = self.store.contact_search(ContactKind::Email, &question)?;
        Ok(kept.and_then(|kept| Some((serde_json::from_str(&kept.outcome).ok()?, kept))))
    }

    async fn find_by_pattern(
        &self,
        who: &ContactQuery,
        (name, domain): (&Name, &str),
        refused: Vec<EmailAddress>,
        terms: Terms,
        (earlier, now): (Option<(u32, Timestamp)>, Timestamp),
    ) -> Result<FoundEmail, EngineError> {
        let Some(verifier) = &self.verifier else {
            return Ok(FoundEmail { reason: Some(Reason::Unreachable), ..FoundEmail::nothing() });
        };
        self.forget_erased_addresses()?;
        let workplace = self.workplace(who, domain)?;
        let attempts = earlier.map_or(0, |(attempts, _)| attempts);
        let asking = Asking { who, name, workplace: &workplace, attempts };
        // On the heap: the state of a search is large, and answers about many people hold many of them.
        let inquiry = Box::pin(async {
            // What another call stored since this one looked.
            let stored = self.earlier_search(who)?;
            let is_new = |kept: &KeptSearch| Some(kept.asked_at) != earlier.map(|(_, asked_at)| asked_at);
            if let Some((outcome, kept)) = stored.filter(|(_, kept)| is_new(kept)) {
                return Ok(outcome.still_waiting(&kept, now));
            }
            let mut unasked = self.unasked(&workplace, name, now)?;
            unasked.refused.extend(refused);
            let begun = Instant::now();
            let found = verifier.find(workplace.request(name, &unasked)).await;
            self.keep_searched(asking, found.into(), after(now, begun.elapsed())).await
        });
        let searches = &self.inquiries.searches;
        let searched = searches.run_within(verifier.call_limit(), &asking.question(), inquiry).await?;
        let outcome = searched.unwrap_or_else(|| FindOutcome::without_reply().into());
        Ok(self.as_found(outcome, Some(now), terms, CacheUse::Miss))
    }

    /// Repeats a search that a mail server put off, when no caller waits. `attempts` is the number of repetitions so
    /// far.
    pub(crate) async fn repeat_search(
        &self,
        question: &str,
        name: Option<&str>,
        attempts: u32,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        let Some(verifier) = &self.verifier else { return Ok(()) };
        let Some((who, name, domain)) = self.asked_person(question, name)? else {
            return Ok(self.store.give_up_search(ContactKind::Email, question, now).await?);
        };
        let workplace = self.workplace(&who, domain)?;
        let asking = Asking { who: &who, name: &name, workplace: &workplace, attempts };
        let inquiry = Box::pin(async {
            let unasked = self.unasked(&workplace, &name, now)?;
            let begun = Instant::now();
            let found = verifier.find_in_background(workplace.request(&name, &unasked)).await;
            self.keep_searched(asking, found.into(), after(now, begun.elapsed())).await
        });
        self.inquiries.searches.run(&asking.question(), inquiry).await.map(drop)
    }

    /// The person of a stored search; none who was joined, erased or suppressed since.
    fn asked_person<'a>(
        &self,
        question: &'a str,
        name: Option<&str>,
    ) -> Result<Option<(ContactQuery, Name, &'a str)>, EngineError> {
        let (Some(name), Some((person, domain))) = (name.and_then(Name::parse), question.rsplit_once(" at "))
        else {
            return Ok(None);
        };
        let who = match self.store.person_by_id(person)? {
            Some(record) => ContactQuery::of_person(record).at(domain.to_owned()),
            None => ContactQuery::of_stranger(PersonQuery {
                name: Some(name.clone()),
                company_domain: Some(domain.to_owned()),
                ..PersonQuery::default()
            }),
        };
        let is_same = who.cache_key().as_deref() == Some(question) && !self.is_suppressed(&who)?;
        Ok(is_same.then_some((who, name, domain)))
    }

    /// Stores a search with a check of each address that it settled, and schedules its repetition if the mail server put it
    /// off; returns its outcome with the time until then.
    async fn keep_searched(
        &self,
        asking: Asking<'_>,
        searched: Searched,
        now: Timestamp,
    ) -> Result<SearchOutcome, EngineError> {
        let Searched { mut outcome, asked, refused } = searched;
        for refused in refused {
            let check = outcome.check_of(self, &refused.address, refused.reason, refused.conversation);
            self.note_check(&check, (true, 0), now).await?;
        }
        if let Some(check) = outcome.check(self) {
            self.keep_check(&check, now).await?;
        }
        let attempts = (asked, asking.attempts);
        let retry = next_attempt(outcome.reason, outcome.retry_after_seconds, attempts, now);
        let next = match retry {
            Some(retry) => NextSearch::At { retry_at: retry.due_at, attempts: retry.attempts },
            None if outcome.reason.status() == Status::Unknown => NextSearch::Ended(CheckEnd::GivenUp),
            None => NextSearch::Ended(CheckEnd::Settled),
        };
        self.keep_search(asking, &outcome, (next, now)).await?;
        if let Some(retry) = retry {
            outcome.retry_after_seconds = Some(seconds_until(retry.due_at, now));
        }
        Ok(outcome)
    }

    /// Candidates of which a fresh verdict says that there is no such mailbox, and those of people on the suppression list.
    fn unasked(&self, workplace: &Workplace, name: &Name, now: Timestamp) -> Result<Unasked, EngineError> {
        let mut unasked = Unasked::default();
        let all = candidates(name, &workplace.mail_domain, &workplace.learned, workplace.traits());
        let addresses: Vec<&str> = all.iter().map(|candidate| candidate.address.address()).collect();
        let suppressed = self.store.suppressed_emails(&addresses)?;
        for candidate in &all {
            let address = &candidate.address;
            if suppressed.contains(&address.address()) {
                unasked.suppressed.push(address.clone());
            } else if self.is_known_refused(address, now)? {
                unasked.refused.push(address.clone());
            }
        }
        Ok(unasked)
    }

    /// Whether a fresh verdict says that there is no such mailbox.
    fn is_known_refused(&self, address: &EmailAddress, now: Timestamp) -> Result<bool, EngineError> {
        let about_mailbox = |reason: Reason| {
            matches!(
                reason,
                Reason::MailboxNotFound
                    | Reason::MailboxDisabled
                    | Reason::MailboxMoved
                    | Reason::AddressNotAllowed
            )
        };
        let last = self.last_check(address)?;
        Ok(last.is_some_and(|checked| about_mailbox(checked.check.reason) && checked.is_fresh(now)))
    }

    async fn keep_search(
        &self,
        asking: Asking<'_>,
        outcome: &SearchOutcome,
        (next, now): (NextSearch, Timestamp),
    ) -> Result<(), EngineError> {
        let Some(question) = asking.who.cache_key() else { return Ok(()) };
        let is_proven =
            outcome.reason.status() == Status::Deliverable && outcome.confidence >= LEAST_CONFIDENCE;
        let proven = outcome.address.clone().filter(|_| is_proven);
        let search = ContactSearch {
            kind: ContactKind::Email,
            question,
            domain: Some(asking.workplace.mail_domain.clone()),
            name: Some(asking.name.full()),
            proven,
            outcome: serde_json::to_string(outcome).map_err(|_| EngineError::GivenUp)?,
            asked_at: now,
            next,
        };
        Ok(self.store.keep_contact_search(search).await?)
    }

    /// A guess is returned only above the least confidence, which is higher if no server could be queried.
    fn as_found(
        &self,
        outcome: SearchOutcome,
        checked_at: Option<Timestamp>,
        terms: Terms,
        cache: CacheUse,
    ) -> FoundEmail {
        let status = outcome.reason.status();
        let (least, worth) = match status {
            Status::Unknown => (LEAST_CONFIDENCE_UNVERIFIED, LEFT_OF_A_GUESS),
            _ => (LEAST_CONFIDENCE, 1.0),
        };
        let address = outcome.address.as_deref().and_then(|text| EmailAddress::parse(text).ok());
        let likely = address.filter(|_| outcome.confidence >= least);
        let mut explanation = outcome.explanation;
        if status == Status::Unknown && likely.is_some() {
            explanation.add(Evidence::NotChecked, outcome.confidence * worth);
        }
        let email = likely.map(|address| ContactEmail {
            verified: status == Status::Deliverable,
            status,
            confidence: outcome.confidence * worth,
            catch_all: outcome.catch_all,
            free_provider: false,
            generic: records::role_mailbox::is_role(address.local()),
            last_validated_at: checked_at.filter(|_| status != Status::Unknown),
            origin: EmailOrigin::Pattern,
            address: address.address().to_owned(),
        });
        FoundEmail {
            email: email.filter(|email| terms.admit(email, Some(outcome.reason))),
            reason: Some(outcome.reason),
            mx_found: outcome.mx_found,
            provider: outcome.provider,
            retry_after_seconds: outcome.retry_after_seconds,
            cache,
            explanation,
            deferred: None,
        }
    }
}

impl Asking<'_> {
    /// What tells two searches from each other.
    fn question(&self) -> String {
        let by_name = || format!("{}@{}", self.name.full(), self.workplace.mail_domain);
        self.who.cache_key().unwrap_or_else(by_name)
    }
}

impl SearchOutcome {
    /// The address as a known one; none for a guess that no server could verify or that may not be returned.
    fn proven_or_likely(&self, terms: Terms) -> Option<KnownEmail> {
        let is_usable = match self.reason {
            Reason::MailboxExists => true,
            Reason::MailboxFull if self.catch_all == Some(false) => !terms.verified_only,
            _ => terms.admit_unproven(EmailOrigin::Pattern),
        };
        if self.reason.status() == Status::Unknown || self.confidence < LEAST_CONFIDENCE || !is_usable {
            return None;
        }
        KnownEmail::of_search(self.address.as_deref()?, self.confidence, self.explanation.clone())
    }

    /// The search result as a verification of the address found.
    fn check(&self, engine: &Engine) -> Option<EmailCheck> {
        let address = self.address.as_deref().filter(|_| self.reason.status() != Status::Unknown)?;
        let address = EmailAddress::parse(address).ok()?;
        let check = self.check_of(engine, &address, self.reason, self.explanation.conversation.clone());
        Some(EmailCheck { catch_all: self.catch_all, retry_after_seconds: self.retry_after_seconds, ..check })
    }

    /// What the search tells of one of its addresses.
    fn check_of(
        &self,
        engine: &Engine,
        address: &EmailAddress,
        reason: Reason,
        conversation: Vec<Exchange>,
    ) -> EmailCheck {
        let disposable = contact::lists::is_disposable(address.domain());
        EmailCheck {
            email: address.address().to_owned(),
            status: reason.status(),
            reason,
            syntax_valid: true,
            disposable,
            free_provider: engine.is_free_provider(address.domain()) && !disposable,
            generic: records::role_mailbox::is_role(address.local()),
            catch_all: None,
            mx_found: self.mx_found,
            provider: self.provider.clone(),
            did_you_mean: None,
            retry_after_seconds: None,
            conversation,
        }
    }
}
