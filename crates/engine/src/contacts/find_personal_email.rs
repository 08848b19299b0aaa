//! The personal email of a person: an address at a free provider from their record, verified again when the last
//! check is too old.

use jiff::Timestamp;

use crate::{
    ContactQuery, Engine, EngineError, FoundEmail,
    contacts::{find_email::KNOWN_MAX, known_email::KnownEmail},
};

impl Engine {
    /// The personal email of a person who has a record.
    pub async fn find_personal_email(
        &self,
        who: &ContactQuery,
        now: Timestamp,
    ) -> Result<FoundEmail, EngineError> {
        let emails = who.record.iter().flat_map(|record| &record.emails);
        let personal = emails.filter(|email| self.is_personal(email));
        let known = personal.filter_map(KnownEmail::of_record);
        let at_free_providers = known.filter(|known| self.is_free_provider(known.address.domain()));
        let mut last = FoundEmail::nothing();
        for known in at_free_providers.take(KNOWN_MAX) {
            let found: FoundEmail = self.recheck_known(&known, now).await?.into();
            if found.email.is_some() {
                return Ok(found);
            }
            last = found;
        }
        Ok(last)
    }
}
