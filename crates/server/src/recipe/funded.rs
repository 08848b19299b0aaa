//! Recently funded companies: filters for their rounds, and the person with a role there.

use engine::{DecisionMaker, EngineError, Feed, RoleSelector};
use jiff::Timestamp;
use records::{Company, FundingRound, SignalKind, currency, funding_stage};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{SignalFilter, StoredSignal};

use crate::{
    call::{
        context::Context,
        request::{
            fault_code::FaultCode,
            validate::{Faults, nearest},
        },
    },
    recipe::{
        AccountOptions, TimeOptions,
        answer::rates::{check_currency, minimum},
        paging::Resolved,
    },
};

/// Default time window for funding rounds, in days.
pub const DAYS_DEFAULT: u32 = 90;

/// Filters for funding rounds.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct RoundOptions {
    /// Time window; the last 90 days if omitted.
    #[serde(flatten)]
    pub time: TimeOptions,
    /// Round types, such as `series_a`.
    #[schemars(length(max = 30), inner(length(min = 1, max = 60)))]
    pub rounds: Option<Vec<String>>,
    /// Minimum amount raised, in whole units of `currency`. Rounds in other currencies are converted at the reference
    /// rates whose date the answer names.
    #[schemars(range(min = 0))]
    pub min_amount: Option<i64>,
    /// Currency of `min_amount`, ISO 4217; USD if omitted.
    #[schemars(length(min = 3, max = 3))]
    pub currency: Option<String>,
}

impl RoundOptions {
    /// Signal feed of the matching rounds.
    pub fn feed(&self, context: &Context, days: u32) -> Feed {
        let filter = SignalFilter {
            min_micro_dollars: minimum(self.min_amount, self.currency.as_deref()),
            rounds: self.rounds.iter().flatten().map(|word| funding_stage::read(word)).collect(),
            has_company: true,
            ..self.time.filter(context.now, days)
        };
        Feed { kind: SignalKind::Funding, filter }
    }

    /// Adds the faults that the schema cannot express.
    pub fn check(&self, faults: &mut Faults) {
        self.time.check(faults);
        check_currency(self.currency.as_deref(), faults);
        for (index, word) in self.rounds.iter().flatten().enumerate() {
            check_round(word, format!("/rounds/{index}"), faults);
        }
    }

    /// The currency of the minimum amount, if one is given.
    pub fn currency(&self) -> Option<&str> {
        self.min_amount.map(|_| self.currency.as_deref().unwrap_or(currency::DEFAULT))
    }
}

/// Adds a fault for a word that names no kind of round.
pub fn check_round(word: &str, pointer: String, faults: &mut Faults) {
    if funding_stage::find(word).is_none() {
        let hint = nearest(word, funding_stage::STAGES.iter().copied()).unwrap_or("series_a");
        let message = format!("No round is called this. Did you mean \"{hint}\"?");
        faults.add(pointer, FaultCode::NotOneOf, message);
    }
}

/// A funded company with its decision maker.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FundedAccount {
    /// The company.
    pub company: Company,
    /// The funding round.
    pub funding: FundingRound,
    /// When the round became known.
    pub observed_at: Timestamp,
    /// The person with the requested role, or else the company's leader.
    pub decision_maker: DecisionMaker,
}

/// The funded company of a signal with its round and the person in the requested role.
pub async fn funded_account(
    context: &Context,
    feed: &Feed,
    account: &AccountOptions,
    role: &RoleSelector,
    stored: StoredSignal,
) -> Result<Option<Resolved<FundedAccount>>, EngineError> {
    let (engine, now) = (context.engine(), context.now);
    let StoredSignal { signal, observed_at, .. } = stored;
    let funded = engine.account_of(feed, &signal, &account.icp(), now)?;
    let (Some(funded), Some(funding)) = (funded, signal.funding) else { return Ok(None) };
    let found = engine.decision_maker(&funded, role, account.accepted.terms(), now).await?;
    let Some(company) = funded.into_company() else { return Ok(None) };
    Ok(found.map(|decision_maker| {
        let person = decision_maker.person.clone();
        let id = format!("{} {}", signal.id, person.id);
        Resolved::naming(id, &person, FundedAccount { company, funding, observed_at, decision_maker })
    }))
}
