//! Checks an unverified mobile at its carrier.

use jiff::Timestamp;
use records::LineType;
use sources::vendor::Fact;
use tokio::time::{Instant, timeout};

use super::mobile::{AttemptOutcome, LineCheck, Mobile, PhoneAttempt, PhoneStatus};
use crate::{
    ContactQuery, Engine, EngineError,
    contacts::find_phone::{CACHE, SOURCE_TIMEOUT, attempt, outcome_of},
};

impl Engine {
    /// The mobile after a check at its carrier; none if it is not a mobile or not in service. One that was checked within
    /// the year, or whose carrier cannot be queried, is returned unchanged.
    pub(crate) async fn proven(
        &self,
        who: &ContactQuery,
        mobile: Mobile,
        attempts: &mut Vec<PhoneAttempt>,
        now: Timestamp,
    ) -> Result<Option<Mobile>, EngineError> {
        let needs_check = mobile.status(now) != PhoneStatus::Verified && !mobile.is_shared();
        if !self.external.gives(Fact::PhoneCheck) || !needs_check {
            return Ok(Some(mobile));
        }
        let question = format!("check {}", mobile.number);
        let began = Instant::now();
        if let Some(known) = self.kept_mobile(&question, now)? {
            let outcome = if known.is_some() { AttemptOutcome::Found } else { AttemptOutcome::OutOfDate };
            attempts.push(attempt(CACHE, outcome, began));
            return Ok(known);
        }
        let check = timeout(SOURCE_TIMEOUT, self.external.check_line(&mobile.number, &self.upstream)).await;
        let Some(check) = check.ok().flatten() else {
            return Ok(Some(mobile));
        };
        let provider = check.provider.clone();
        let checked = as_checked(mobile, check, now);
        attempts.push(attempt(&provider, outcome_of(&checked), began));
        let proven = checked.ok();
        self.keep_mobile(question, who, proven.clone(), now).await?;
        Ok(proven)
    }
}

fn as_checked(mobile: Mobile, check: LineCheck, now: Timestamp) -> Result<Mobile, AttemptOutcome> {
    if check.valid == Some(false) {
        return Err(AttemptOutcome::OutOfDate);
    }
    match check.line_type {
        None | Some(LineType::Mobile | LineType::MobileOrLandline | LineType::Unknown) => {}
        Some(_) => return Err(AttemptOutcome::NotMobile),
    }
    Ok(Mobile { carrier: check.carrier.or(mobile.carrier), last_validated_at: Some(now), ..mobile })
}
