//! Contact data of a person, for answers that promise a contact.

use engine::{ContactEmail, EngineError, Mobile, Reach, Status};
use jiff::Timestamp;
use records::{Person, PersonRecord};
use schemars::JsonSchema;
use serde::Serialize;
use store::BoughtContact;

use crate::call::context::Context;

/// Contact data of a person: email, mobile number or both.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ContactPoints {
    /// Verified email: a business email if there is one, otherwise a personal one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Result of the last check of the email.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_status: Option<Status>,
    /// When the mail server confirmed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_last_validated_at: Option<Timestamp>,
    /// Mobile number in E.164 form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mobile: Option<String>,
    /// When the mobile number was last validated, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mobile_last_validated_at: Option<Timestamp>,
}

impl ContactPoints {
    /// Contact data of a person: a verified business email, otherwise a verified personal one, and a mobile number;
    /// `None` if there is neither.
    ///
    /// A preview asks no mail server and no vendor, and counts everyone as reachable.
    pub async fn to(context: &Context, record: &PersonRecord) -> Result<Option<Self>, EngineError> {
        if context.guesses() {
            return Ok(Some(Self::of(None, None)));
        }
        let Reach { email, mobile } = context.engine().reach(record, context.now).await?;
        if email.is_none() && mobile.is_none() {
            return Ok(None);
        }
        Ok(Some(Self::of(email, mobile)))
    }

    /// Like `to`, but without mobile numbers that were never validated.
    pub async fn verified_to(context: &Context, record: &PersonRecord) -> Result<Option<Self>, EngineError> {
        let ways = Self::to(context, record).await?;
        if context.guesses() {
            return Ok(ways);
        }
        Ok(ways.and_then(|mut ways| {
            if ways.mobile_last_validated_at.is_none() {
                ways.mobile = None;
            }
            (ways.email.is_some() || ways.mobile.is_some()).then_some(ways)
        }))
    }

    /// The contact data as contacts of a person that the caller pays for.
    pub fn bought(&self, person: &Person) -> Vec<BoughtContact> {
        BoughtContact::of(&person.id, self.email.as_ref(), self.mobile.as_ref())
    }

    fn of(email: Option<ContactEmail>, mobile: Option<Mobile>) -> Self {
        Self {
            email_last_validated_at: email.as_ref().and_then(|email| email.last_validated_at),
            email_status: email.as_ref().map(|email| email.status),
            email: email.map(|email| email.address),
            mobile_last_validated_at: mobile.as_ref().and_then(|mobile| mobile.last_validated_at),
            mobile: mobile.map(|mobile| mobile.number),
        }
    }
}
