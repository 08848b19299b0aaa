//! Known addresses: whether mail still arrives, verified again when the last check is too old.

use contact::{ConfidenceStep, Evidence, Exchange, FindExplanation, Reason, Status, TriedCandidate};
use jiff::Timestamp;
use records::{ContactStatus, Email, email::EmailAddress};
use schemars::JsonSchema;
use serde::Serialize;
use store::CacheUse;

use crate::{
    CheckedEmail, Engine, EngineError,
    contacts::email_check::{FRESH_DAYS, KEPT_DAYS, fresh_days, is_younger},
};

/// Confidence that an address from a source is the person's, once its mailbox is verified.
const SURE_PROVEN: f64 = 0.97;
/// The same, if the server is a catch-all or the mailbox is full.
const SURE_UNPROVABLE: f64 = 0.85;
/// Factor for a check that is no longer fresh: on its first stale day and on the last day it is used.
const LEFT_OF_A_CHECK: (f64, f64) = (0.92, 0.75);
/// Factor on that confidence for an address that was never checked and cannot be checked now.
const LEFT_UNCHECKED: f64 = LEFT_OF_A_CHECK.1;
/// The same for a guess. It is lower, so that no guess is believed more than an address that a source stated.
pub(crate) const LEFT_OF_A_GUESS: f64 = 0.73;

/// An email address of a person, and how much is known about it.
#[derive(Debug, Clone, PartialEq)]
pub struct ContactEmail {
    /// The address.
    pub address: String,
    /// Whether its mailbox was proven within the last 30 days.
    pub verified: bool,
    /// Result of the last check; unknown when there was none.
    pub status: Status,
    /// How likely it reaches the person, 0 to 1.
    pub confidence: f64,
    /// Whether the server takes every address of the domain.
    pub catch_all: Option<bool>,
    /// Whether a person can have an address there.
    pub free_provider: bool,
    /// Whether it is the address of a role.
    pub generic: bool,
    /// When it was last checked; absent when it never was.
    pub last_validated_at: Option<Timestamp>,
    /// Where it comes from.
    pub origin: EmailOrigin,
}

impl ContactEmail {
    /// The status in the words of a record.
    pub fn contact_status(&self) -> ContactStatus {
        match self.status {
            Status::Deliverable => ContactStatus::Deliverable,
            Status::Risky => ContactStatus::Risky,
            Status::Unknown => ContactStatus::Unknown,
            Status::Undeliverable => ContactStatus::Undeliverable,
        }
    }
}

/// Where an address comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EmailOrigin {
    /// A source gave it.
    Records,
    /// It follows from the name and from how the company writes its addresses.
    Pattern,
}

/// A known address to check.
pub(crate) struct KnownEmail {
    pub(crate) address: EmailAddress,
    /// Status that a source claims, and when it was checked.
    claimed: Option<(ContactStatus, Timestamp)>,
    /// Confidence if the mailbox is verified, and if it cannot be verified.
    sure: (f64, f64),
    origin: EmailOrigin,
    /// What the confidence is made of, and how the address was found.
    found_by: FindExplanation,
}

/// Result of rechecking a known address.
pub(crate) struct EmailLookup {
    /// The address, if it may be returned.
    pub(crate) email: Option<ContactEmail>,
    pub(crate) reason: Option<Reason>,
    pub(crate) mx_found: Option<bool>,
    pub(crate) provider: Option<String>,
    pub(crate) retry_after_seconds: Option<u64>,
    pub(crate) cache: CacheUse,
    pub(crate) explanation: FindExplanation,
}

/// The newest check of an address: by its mail server or by a source.
struct AddressEvidence {
    status: Status,
    reason: Option<Reason>,
    catch_all: Option<bool>,
    mail: Option<(Option<bool>, Option<String>)>,
    at: Timestamp,
    conversation: Vec<Exchange>,
}

impl KnownEmail {
    /// An address of a record.
    pub(crate) fn of_record(email: &Email) -> Option<Self> {
        let checked_at = email.last_validated_at.filter(|_| email.status != ContactStatus::Unknown);
        let address = EmailAddress::parse(&email.address).ok()?;
        let stated = TriedCandidate {
            address: address.address().to_owned(),
            pattern: None,
            probability: SURE_PROVEN,
            reason: None,
        };
        let because = Evidence::StatedBySource;
        Some(Self {
            found_by: FindExplanation {
                candidates: vec![stated],
                confidence: vec![ConfidenceStep { because, confidence: SURE_PROVEN }],
                ..FindExplanation::default()
            },
            address,
            claimed: checked_at.map(|at| (email.status, at)),
            sure: (SURE_PROVEN, SURE_UNPROVABLE),
            origin: EmailOrigin::Records,
        })
    }

    /// An address that was found with this confidence before.
    pub(crate) fn of_search(address: &str, confidence: f64, found_by: FindExplanation) -> Option<Self> {
        Some(Self {
            address: EmailAddress::parse(address).ok()?,
            claimed: None,
            sure: (confidence, confidence),
            origin: EmailOrigin::Pattern,
            found_by,
        })
    }

    /// How the address was found, with a conversation about it and its meaning.
    fn explained(&self, conversation: Vec<Exchange>, reason: Option<Reason>) -> FindExplanation {
        let mut explanation = self.found_by.clone();
        for tried in &mut explanation.candidates {
            if tried.address == self.address.address() {
                tried.reason = reason.or(tried.reason);
            }
        }
        if !conversation.is_empty() {
            explanation.conversation = conversation;
        }
        explanation
    }

    fn claim(&self) -> Option<AddressEvidence> {
        let (status, at) = self.claimed?;
        let status = match status {
            ContactStatus::Deliverable => Status::Deliverable,
            ContactStatus::Risky => Status::Risky,
            ContactStatus::Undeliverable => Status::Undeliverable,
            ContactStatus::Unknown => return None,
        };
        let conversation = Vec::new();
        Some(AddressEvidence { status, reason: None, catch_all: None, mail: None, at, conversation })
    }
}

impl From<CheckedEmail> for AddressEvidence {
    fn from(checked: CheckedEmail) -> Self {
        let check = checked.check;
        Self {
            status: check.status,
            reason: Some(check.reason),
            catch_all: check.catch_all,
            mail: Some((check.mx_found, check.provider)),
            at: checked.validated_at,
            conversation: check.conversation,
        }
    }
}

impl AddressEvidence {
    /// Whether no new check is needed.
    fn is_fresh(&self, now: Timestamp) -> bool {
        let as_claimed = match self.status {
            Status::Undeliverable => Reason::MailboxNotFound,
            _ => Reason::MailboxExists,
        };
        is_younger(self.at, fresh_days(self.reason.unwrap_or(as_claimed)), now)
    }

    /// Factor on the confidence: 1 while fresh, then decreasing linearly.
    fn worth(&self, now: Timestamp) -> f64 {
        if is_younger(self.at, FRESH_DAYS, now) {
            return 1.0;
        }
        let (first, last) = LEFT_OF_A_CHECK;
        let days = now.duration_since(self.at).as_hours() as f64 / 24.0;
        let gone = (days - FRESH_DAYS as f64) / (KEPT_DAYS - FRESH_DAYS) as f64;
        first - (first - last) * gone.clamp(0.0, 1.0)
    }
}

impl Engine {
    /// Whether a known address may be returned: by the newest check while it is fresh, else by a new check at its
    /// mail server, else by a check of at most 90 days.
    pub(crate) async fn recheck_known(
        &self,
        known: &KnownEmail,
        now: Timestamp,
    ) -> Result<EmailLookup, EngineError> {
        let checks = [known.claim(), self.last_check(&known.address)?.map(AddressEvidence::from)];
        let last = checks.into_iter().flatten().max_by_key(|evidence| evidence.at);
        if let Some(fresh) = last.as_ref().filter(|evidence| evidence.is_fresh(now)) {
            return Ok(self.apply_evidence(known, fresh, CacheUse::Hit, now).await);
        }
        let checked = match self.check_now(&known.address, now).await {
            Ok(checked) => Some(checked),
            Err(EngineError::NoVerifier) => None,
            Err(error) => return Err(error),
        };
        let retry_after_seconds = checked.as_ref().and_then(|checked| checked.check.retry_after_seconds);
        let answer = match (checked, last) {
            (Some(checked), _) if checked.check.status != Status::Unknown => {
                self.apply_evidence(known, &checked.into(), CacheUse::Miss, now).await
            }
            (checked, Some(last)) => {
                let usable = is_younger(last.at, KEPT_DAYS, now);
                let older = self.apply_evidence(known, &last, CacheUse::Miss, now).await;
                let reason = Some(checked.map_or(Reason::Unreachable, |checked| checked.check.reason));
                EmailLookup { email: older.email.filter(|_| usable), reason, ..older }
            }
            (checked, None) => {
                let reason = checked.as_ref().map_or(Reason::Unreachable, |checked| checked.check.reason);
                let (mail, conversation) = checked
                    .map(|checked| {
                        let check = checked.check;
                        ((check.mx_found, check.provider), check.conversation)
                    })
                    .unwrap_or_default();
                let email = self.unchecked(known);
                let mut explanation = known.explained(conversation, Some(reason));
                explanation.add(Evidence::NotChecked, email.confidence);
                EmailLookup {
                    email: Some(email),
                    explanation,
                    reason: Some(reason),
                    mx_found: mail.0,
                    provider: mail.1,
                    retry_after_seconds: None,
                    cache: CacheUse::Miss,
                }
            }
        };
        Ok(EmailLookup { retry_after_seconds, ..answer })
    }

    /// Confidence and status of an address according to one check.
    async fn apply_evidence(
        &self,
        known: &KnownEmail,
        evidence: &AddressEvidence,
        cache: CacheUse,
        now: Timestamp,
    ) -> EmailLookup {
        let (mx_found, provider) = match (&evidence.mail, &self.verifier) {
            (Some(mail), _) => mail.clone(),
            // A source checked the mailbox; only the mail provider is looked up, in DNS.
            (None, Some(verifier)) => {
                let mail = verifier.domain_mail(known.address.domain()).await;
                (mail.mx_found, mail.provider)
            }
            (None, None) => (None, None),
        };
        let sure = match evidence.status {
            Status::Deliverable => Some(known.sure.0),
            Status::Risky => Some(known.sure.1),
            Status::Undeliverable | Status::Unknown => None,
        };
        let email = sure.map(|sure| ContactEmail {
            verified: evidence.status == Status::Deliverable && is_younger(evidence.at, FRESH_DAYS, now),
            status: evidence.status,
            confidence: sure * evidence.worth(now),
            catch_all: evidence.catch_all,
            last_validated_at: Some(evidence.at),
            ..self.unchecked(known)
        });
        let mut explanation = known.explained(evidence.conversation.clone(), evidence.reason);
        if let Some(sure) = sure.filter(|sure| *sure != known.sure.0) {
            explanation.add(Evidence::MailboxUnproven, sure);
        }
        if let Some(email) = email.as_ref().filter(|_| evidence.worth(now) < 1.0) {
            explanation.add(Evidence::OldCheck, email.confidence);
        }
        EmailLookup {
            email,
            reason: evidence.reason,
            mx_found,
            provider,
            retry_after_seconds: None,
            cache,
            explanation,
        }
    }

    /// An address that was never checked, with reduced confidence.
    fn unchecked(&self, known: &KnownEmail) -> ContactEmail {
        let address = &known.address;
        ContactEmail {
            address: address.address().to_owned(),
            verified: false,
            status: Status::Unknown,
            confidence: known.sure.0 * LEFT_UNCHECKED,
            catch_all: None,
            free_provider: self.is_free_provider(address.domain()),
            generic: records::role_mailbox::is_role(address.local()),
            last_validated_at: None,
            origin: known.origin,
        }
    }
}
