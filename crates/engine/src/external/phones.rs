//! Mobiles and checks of phone lines from vendors.

use jiff::Timestamp;
use records::{ContactStatus, LineType, Phone};
use sources::{
    vendor::VendorOutcome,
    waterfall::{Hit, VendorAttempt, WaterfallResult},
};
use store::Store;

use super::{sources::ExternalSources, upstream::UpstreamLog, vendor_subject};
use crate::{
    ContactQuery, EngineError,
    contacts::mobile::{AttemptOutcome, LineCheck, PhoneAttempt},
};

/// What the vendors know of a person's mobile.
#[derive(Debug, Default)]
pub(crate) struct VendorPhone {
    /// The phone, and the vendor that gave it.
    pub(crate) phone: Option<(Phone, String)>,
    /// Vendors that were queried.
    pub(crate) attempts: Vec<PhoneAttempt>,
}

impl ExternalSources {
    /// The mobile of a person. What the vendors answered is stored for later calls.
    pub(crate) async fn mobile(
        &self,
        store: &Store,
        who: &ContactQuery,
        now: Timestamp,
        log: &UpstreamLog,
    ) -> Result<VendorPhone, EngineError> {
        let Some(gathered) = self.ask_vendors(vendor_subject::mobile(who), log).await else {
            return Ok(VendorPhone::default());
        };
        let claims = gathered.claims(now);
        if !claims.is_empty() {
            store.ingest(claims).await?;
        }
        Ok(VendorPhone {
            phone: phone_of(&gathered, now),
            attempts: gathered.attempts.iter().filter_map(|one| phone_attempt(&gathered, one)).collect(),
        })
    }

    /// What a carrier says about a number; none if no carrier answered.
    pub(crate) async fn check_line(&self, number: &str, log: &UpstreamLog) -> Option<LineCheck> {
        let gathered = self.ask_vendors(vendor_subject::line(number), log).await?;
        let hit = gathered.best()?;
        let line = &hit.answer.phone;
        Some(LineCheck {
            provider: hit.provider.clone(),
            valid: line.valid,
            line_type: line.line_type,
            carrier: line.carrier.clone(),
        })
    }
}

/// The phone that a vendor gave; one that it calls valid was checked now.
fn phone_of(gathered: &WaterfallResult, now: Timestamp) -> Option<(Phone, String)> {
    let best = gathered.best()?;
    let phone = best.answer.person.phones.first()?;
    let is_checked = phone.status == Some(ContactStatus::Deliverable);
    let phone = Phone {
        number: phone.number.clone(),
        line_type: phone.line_type.unwrap_or(LineType::Unknown),
        carrier: phone.carrier.clone(),
        status: phone.status.unwrap_or_default(),
        last_validated_at: phone.last_validated_at.or(is_checked.then_some(now)),
    };
    Some((phone, best.provider.clone()))
}

/// An attempt as shown in responses; vendors that were skipped are left out.
fn phone_attempt(gathered: &WaterfallResult, attempt: &VendorAttempt) -> Option<PhoneAttempt> {
    let of_vendor = |hit: &&Hit| hit.provider == attempt.provider;
    let is_checked = |hit: &Hit| hit.answer.is_confirmed(gathered.fact);
    let given = gathered.answers.iter().find(of_vendor);
    let outcome = match attempt.outcome {
        VendorOutcome::Hit if given.is_some_and(is_checked) => AttemptOutcome::Found,
        VendorOutcome::Hit => AttemptOutcome::Unverified,
        // It gave a number, such as a landline, in the place of a mobile.
        VendorOutcome::Miss if given.is_some_and(|hit| !hit.answer.person.phones.is_empty()) => {
            AttemptOutcome::NotMobile
        }
        VendorOutcome::Miss | VendorOutcome::KnownMiss => AttemptOutcome::NotFound,
        VendorOutcome::TimedOut | VendorOutcome::Overtaken => AttemptOutcome::TimedOut,
        VendorOutcome::OverBudget => return None,
        _ => AttemptOutcome::Failed,
    };
    Some(PhoneAttempt { provider: attempt.provider.clone(), outcome, latency_ms: attempt.latency_ms })
}
