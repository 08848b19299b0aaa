//! How a person can be reached, for answers that promise somebody and a way to reach them.

use std::time::Duration;

use jiff::Timestamp;
use records::PersonRecord;
use tokio::time::timeout;

use crate::{ContactEmail, ContactQuery, Engine, EngineError, Mobile};

/// How long one person's mail server may keep an answer about many people waiting.
const EMAIL_TIMEOUT: Duration = Duration::from_secs(8);

/// How a person can be reached.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reach {
    /// A business email whose mailbox is proven.
    pub email: Option<ContactEmail>,
    /// A mobile.
    pub mobile: Option<Mobile>,
}

impl Reach {
    /// Whether there is any way at all.
    pub fn is_possible(&self) -> bool {
        self.email.is_some() || self.mobile.is_some()
    }
}

impl Engine {
    /// How a person can be reached, by a proven business email and by a mobile.
    pub async fn reach(&self, record: &PersonRecord, now: Timestamp) -> Result<Reach, EngineError> {
        let who = ContactQuery::of_person(record.clone());
        let mobile = self.find_mobile(&who, now).await?.mobile;
        let email = match timeout(EMAIL_TIMEOUT, self.find_business_email(&who, now)).await {
            Ok(found) => found?.email.filter(|email| email.verified),
            Err(_) => None,
        };
        Ok(Reach { email, mobile })
    }
}
