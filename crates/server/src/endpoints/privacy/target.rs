//! Target of an erasure or suppression, and the shared erasure procedure.

use std::time::Duration;

use records::identifier::{Identifier, IdentifierKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Erased, ErasureTarget, NewSuppression, Store, StoreError, new_id};

use crate::call::{
    context::Context,
    problem::Problem,
    request::{fault_code::FaultCode, validate::Faults},
};

/// Maximum time that an answer waits for compaction. Compaction continues in the background after that.
const CLEANING_WAIT_MAX: Duration = Duration::from_secs(10);
/// Polling interval while waiting for compaction.
const CLEANING_LOOK_EVERY: Duration = Duration::from_millis(50);

/// Identifier of the person or company: exactly one of these fields.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct NamedBy {
    /// Email of the person.
    #[schemars(length(min = 1, max = 320))]
    pub email: Option<String>,
    /// Phone number of the person, with country code.
    #[schemars(length(min = 1, max = 60))]
    pub phone: Option<String>,
    /// URL of a public profile of the person.
    #[schemars(length(min = 1, max = 500))]
    pub profile: Option<String>,
    /// Domain of a company: selects the company, its current employees, and all people with an email at the domain.
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

    /// Adds faults unless exactly one identifier is given; `others` is the number of identifiers outside this struct.
    pub fn check(&self, others: usize, faults: &mut Faults) {
        let given = self.given();
        if given.len() + others != 1 {
            faults.add(
                "",
                FaultCode::MissingIdentifier,
                "Name exactly one: an email, a phone, a profile or a domain.",
            );
        }
        for (kind, text) in given {
            if let Err(error) = Identifier::parse(kind, text) {
                let message = crate::recipe::person_input::sentence(&error.to_string());
                faults.add(format!("/{}", kind.as_str()), FaultCode::InvalidValue, message);
            }
        }
    }

    /// The parsed identifier. After `check` it is `None` only if the request used another field.
    pub fn identifier(&self) -> Option<Identifier> {
        let (kind, text) = self.given().into_iter().next()?;
        Identifier::parse(kind, text).ok()
    }
}

/// Counts of erased rows.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ErasedView {
    /// Erased people.
    pub people: u64,
    /// Erased companies.
    pub companies: u64,
    /// Erased open positions.
    pub jobs: u64,
    /// Erased claims about them.
    pub claims: u64,
    /// Erased signals about them.
    pub signals: u64,
    /// Erased entries of lists, jobs, caches, stored answers and events that named them.
    pub rows: u64,
    /// Whether compaction has already removed the bytes from disk; otherwise it follows shortly.
    pub cleaned: bool,
    /// Ids of imports whose files wait on this server. An erasure does not look into files, so that they may still name the
    /// person; rows about people on the suppression list are dropped when they are imported.
    /// `DELETE /v1/operator/imports/{id}` removes a file.
    pub waiting_imports: Vec<String>,
}

/// Erases the target; with a reason, also adds it to the suppression list. Returns the counts and the id of the entry.
pub async fn erase_target(
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
    // The erasure is done by now, and is answered also when the folder of imports cannot be read.
    let waiting_imports = services.imports.with_files().unwrap_or_else(|error| {
        tracing::warn!(%error, "the folder of imports cannot be read");
        Vec::new()
    });
    Ok((ErasedView { people, companies, jobs, claims, signals, rows, cleaned, waiting_imports }, id))
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
