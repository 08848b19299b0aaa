//! Contact points of a person, for endpoints that promise a person with a contact.

use std::{future::Future, time::Duration};

use jiff::Timestamp;
use records::PersonRecord;
use tokio::time::timeout;

use crate::{ContactEmail, ContactQuery, Engine, EngineError, FoundEmail, Mobile};

/// Timeout of one person's mail server in a response about many people.
const EMAIL_TIMEOUT: Duration = Duration::from_secs(8);

/// How a person can be reached.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reach {
    /// A verified email: a business one, else a personal one.
    pub email: Option<ContactEmail>,
    /// A mobile whose line was checked.
    pub mobile: Option<Mobile>,
}

impl Engine {
    /// Finds a verified business email, else a verified personal one, and a mobile.
    pub async fn reach(&self, record: &PersonRecord, now: Timestamp) -> Result<Reach, EngineError> {
        let who = ContactQuery::of_person(record.clone());
        let mobile = self.mobile_in_passing(&who, now).await?;
        let mut email = in_time(self.find_business_email(&who, true, now)).await?;
        if email.is_none() {
            email = in_time(self.find_personal_email(&who, true, now)).await?;
        }
        Ok(Reach { email, mobile })
    }
}

/// The email of a search, if it ends in time.
async fn in_time(
    search: impl Future<Output = Result<FoundEmail, EngineError>>,
) -> Result<Option<ContactEmail>, EngineError> {
    match timeout(EMAIL_TIMEOUT, search).await {
        Ok(found) => Ok(found?.email),
        Err(_) => Ok(None),
    }
}
