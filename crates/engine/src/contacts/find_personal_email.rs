//! The personal email of a person: an address at a free provider from their record, verified again when the last
//! check is too old.

use jiff::Timestamp;

use crate::{
    ContactQuery, Engine, EngineError, FoundEmail,
    contacts::{find_email::KNOWN_MAX, known_email::KnownEmail},
};

impl Engine {
    /// The personal email of a person who has a record; with `verified_only` one whose mailbox was proven within the
    /// last 30 days.
    pub async fn find_personal_email(
        &self,
        who: &ContactQuery,
        verified_only: bool,
        now: Timestamp,
    ) -> Result<FoundEmail, EngineError> {
        let emails = who.record.iter().flat_map(|record| &record.emails);
        let personal = emails.filter(|email| self.is_personal(email));
        let known = personal.filter_map(KnownEmail::of_record);
        let at_free_providers = known.filter(|known| {
            let domain = known.address.domain();
            self.is_free_provider(domain) && !contact::lists::is_disposable(domain)
        });
        let mut last = FoundEmail::nothing();
        for known in at_free_providers.take(KNOWN_MAX) {
            let found: FoundEmail = self.recheck_known(&known, now).await?.into();
            if found.email.as_ref().is_some_and(|email| email.verified || !verified_only) {
                return Ok(found);
            }
            last = FoundEmail { email: None, ..found };
        }
        Ok(last)
    }
}
