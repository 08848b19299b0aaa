//! How somebody can be reached, as answers that promise a contact show it.

use engine::{ContactEmail, EngineError, Mobile, Reach};
use jiff::Timestamp;
use records::PersonRecord;
use schemars::JsonSchema;
use serde::Serialize;

use crate::call::context::Context;

/// How somebody can be reached: by email, by mobile, or both.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ContactPoints {
    /// An email whose mailbox is proven: at the company where there is one, else a personal one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// When the mail server confirmed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_last_validated_at: Option<Timestamp>,
    /// A mobile, E.164.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mobile: Option<String>,
    /// When the mobile was last checked, where somebody says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mobile_last_validated_at: Option<Timestamp>,
}

impl ContactPoints {
    /// The ways to a person: a proven business email, else a proven personal one, and a mobile; none where there is
    /// no way at all.
    pub async fn to(context: &Context, record: &PersonRecord) -> Result<Option<Self>, EngineError> {
        let Reach { email, mobile } = context.engine().reach(record, context.now).await?;
        if email.is_none() && mobile.is_none() {
            return Ok(None);
        }
        Ok(Some(Self::of(email, mobile)))
    }

    /// The same, where a mobile counts only when somebody checked it.
    pub async fn verified_to(context: &Context, record: &PersonRecord) -> Result<Option<Self>, EngineError> {
        let ways = Self::to(context, record).await?;
        Ok(ways.and_then(|mut ways| {
            if ways.mobile_last_validated_at.is_none() {
                ways.mobile = None;
            }
            (ways.email.is_some() || ways.mobile.is_some()).then_some(ways)
        }))
    }

    fn of(email: Option<ContactEmail>, mobile: Option<Mobile>) -> Self {
        Self {
            email_last_validated_at: email.as_ref().and_then(|email| email.last_validated_at),
            email: email.map(|email| email.address),
            mobile_last_validated_at: mobile.as_ref().and_then(|mobile| mobile.last_validated_at),
            mobile: mobile.map(|mobile| mobile.number),
        }
    }
}
