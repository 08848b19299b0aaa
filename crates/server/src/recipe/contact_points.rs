//! Contact data of a person, for answers that promise a contact.

use engine::{ContactEmail, EngineError, Mobile, PhoneStatus, Reach, Status};
use jiff::Timestamp;
use records::{EmailKind, Person, PersonRecord};
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
    /// Whether the email is a business or a personal one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_kind: Option<EmailKind>,
    /// Result of the last check of the email.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_status: Option<Status>,
    /// When the mail server confirmed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_last_validated_at: Option<Timestamp>,
    /// Mobile number in E.164 form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mobile: Option<String>,
    /// Whether the line of the mobile number was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mobile_status: Option<PhoneStatus>,
    /// When the mobile number was last validated, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mobile_last_validated_at: Option<Timestamp>,
    /// Number of people in the records who have the mobile number, if several do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mobile_shared_by: Option<u32>,
}

impl ContactPoints {
    /// Contact data of a person: a verified business email, otherwise a verified personal one, and a mobile number whose line
    /// was checked; `None` if there is neither.
    ///
    /// A preview asks no mail server and no vendor, and counts everyone as reachable.
    pub async fn to(context: &Context, record: &PersonRecord) -> Result<Option<Self>, EngineError> {
        if context.guesses() {
            return Ok(Some(Self::of(None, None, context.now)));
        }
        let Reach { email, mobile } = context.engine().reach(record, context.now).await?;
        if email.is_none() && mobile.is_none() {
            return Ok(None);
        }
        Ok(Some(Self::of(email, mobile, context.now)))
    }

    /// The contact data as contacts of a person that the caller pays for.
    pub fn bought(&self, person: &Person) -> Vec<BoughtContact> {
        BoughtContact::of(&person.id, self.email.as_ref(), self.mobile.as_ref())
    }

    fn of(email: Option<ContactEmail>, mobile: Option<Mobile>, now: Timestamp) -> Self {
        let kind = |email: &ContactEmail| match email.free_provider {
            true => EmailKind::Personal,
            false => EmailKind::Business,
        };
        Self {
            email_kind: email.as_ref().map(kind),
            email_last_validated_at: email.as_ref().and_then(|email| email.last_validated_at),
            email_status: email.as_ref().map(|email| email.status),
            email: email.map(|email| email.address),
            mobile_status: mobile.as_ref().map(|mobile| mobile.status(now)),
            mobile_shared_by: mobile.as_ref().and_then(|mobile| mobile.shared_by),
            mobile_last_validated_at: mobile.as_ref().and_then(|mobile| mobile.last_validated_at),
            mobile: mobile.map(|mobile| mobile.number),
        }
    }
}
