//! How a person can be reached, for answers that promise somebody and a way to reach them.

use std::{future::Future, time::Duration};

use jiff::Timestamp;
use records::PersonRecord;
use tokio::time::timeout;

use crate::{ContactEmail, ContactQuery, Engine, EngineError, FoundEmail, Mobile};

/// How long one person's mail server may keep an answer about many people waiting.
const EMAIL_TIMEOUT: Duration = Duration::from_secs(8);

/// How a person can be reached.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reach {
    /// An email whose mailbox is proven: at the company where there is one, else a personal one.
    pub email: Option<ContactEmail>,
    /// A mobile.
    pub mobile: Option<Mobile>,
}

impl Engine {
    /// How a person can be reached: by a proven business email, else a proven personal one, and by a mobile.
    pub async fn reach(&self, record: &PersonRecord, now: Timestamp) -> Result<Reach, EngineError> {
        let who = ContactQuery::of_person(record.clone());
        let mobile = self.find_mobile(&who, now).await?.mobile;
        let mut email = proven(self.find_business_email(&who, now)).await?;
        if email.is_none() {
            email = proven(self.find_personal_email(&who, now)).await?;
        }
        Ok(Reach { email, mobile })
    }
}

/// The email of a search that ends in time and is proven.
async fn proven(
    search: impl Future<Output = Result<FoundEmail, EngineError>>,
) -> Result<Option<ContactEmail>, EngineError> {
    match timeout(EMAIL_TIMEOUT, search).await {
        Ok(found) => Ok(found?.email.filter(|email| email.verified)),
        Err(_) => Ok(None),
    }
}
