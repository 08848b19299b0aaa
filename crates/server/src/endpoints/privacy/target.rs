//! Who is to be erased or kept out, as requests name them, and the one way in which that is done.

use std::time::Duration;

use records::identifier::{Identifier, IdentifierKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Erased, ErasureTarget, NewSuppression, Store, StoreError, new_id};

use crate::call::{context::Context, problem::Problem, request::validate::Faults};

/// How long an answer waits for the bytes to be gone; they go all the same when it does not.
const CLEANING_WAIT_MAX: Duration = Duration::from_secs(10);
/// How often it looks.
const CLEANING_LOOK_EVERY: Duration = Duration::from_millis(50);

/// By what somebody is named: exactly one of these.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct NamedBy {
    /// An email of theirs.
    #[schemars(length(min = 1, max = 320))]
    pub email: Option<String>,
    /// A phone of theirs, with country code.
    #[schemars(length(min = 1, max = 60))]
    pub phone: Option<String>,
    /// Address of a public profile of theirs.
    #[schemars(length(min = 1, max = 500))]
    pub profile: Option<String>,
    /// A company's domain: the company, whoever works there now, and whoever has mail there.
    #[schemars(length(min = 1, max = 300))]
    pub domain: Option<String>,
}

impl NamedBy {
    fn given(&self) -> Vec<(IdentifierKind, &str)> {
        let fields = [
            (IdentifierKind::Email, &self.email),
            (IdentifierKind::Phone, &self.phone),
            (IdentifierKind::Profile, &self.profile),
            (IdentifierKind::Domain, &self.domain),
        ];
        fields.into_iter().filter_map(|(kind, text)| Some((kind, text.as_deref()?))).collect()
    }

    /// Faults in how somebody is named; `others` is how many other ways the request has used.
    pub fn check(&self, others: usize, faults: &mut Faults) {
        let given = self.given();
        if given.len() + others != 1 {
            faults.add(
                "",
                "missing_identifier",
                "Name exactly one: an email, a phone, a profile or a domain.",
            );
        }
        for (kind, text) in given {
            if let Err(error) = Identifier::parse(kind, text) {
                let message = crate::recipe::person_input::sentence(&error.to_string());
                faults.add(format!("/{}", kind.as_str()), "invalid_value", message);
            }
        }
    }

    /// The identifier. The request was checked, so there is one unless another way was used.
    pub fn identifier(&self) -> Option<Identifier> {
        let (kind, text) = self.given().into_iter().next()?;
        Identifier::parse(kind, text).ok()
    }
}

/// What was erased.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ErasedView {
    /// People.
    pub people: u64,
    /// Companies.
    pub companies: u64,
    /// Open positions.
    pub jobs: u64,
    /// Claims behind them.
    pub claims: u64,
    /// Signals about them.
    pub signals: u64,
    /// Entries of lists, jobs, caches, kept answers and events that named them.
    pub rows: u64,
    /// Whether the bytes are gone from the disk, too; else they go within moments.
    pub cleaned: bool,
}

/// Erases somebody; with a reason, they are kept out from now on. Says under which entry.
pub async fn erase(
    context: &Context,
    whom: ErasureTarget,
    keep_out: Option<String>,
) -> Result<(ErasedView, Option<String>), Problem> {
    let services = &context.services;
    let entry = keep_out.map(|reason| {
        NewSuppression::new(new_id("sup", &services.clock, &services.entropy), reason, &services.entropy)
    });
    let id = entry.as_ref().map(|entry| entry.id.clone());
    let erased = context.store().erase(whom, entry, context.now).await?;
    let cleaned = wait_until_cleaned(context.store(), &erased).await?;
    let Erased { people, companies, jobs, claims, signals, rows, .. } = erased;
    Ok((ErasedView { people, companies, jobs, claims, signals, rows, cleaned }, id))
}

async fn wait_until_cleaned(store: &Store, erased: &Erased) -> Result<bool, StoreError> {
    let looks = CLEANING_WAIT_MAX.as_millis() / CLEANING_LOOK_EVERY.as_millis();
    for _ in 0..looks {
        if store.is_cleaned(erased.cleaning)? {
            return Ok(true);
        }
        tokio::time::sleep(CLEANING_LOOK_EVERY).await;
    }
    Ok(false)
}
