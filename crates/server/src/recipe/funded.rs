//! Recently funded companies: filters for their rounds, and the person with a role there.

use engine::{DecisionMaker, EngineError, Feed, RoleSelector};
use records::{Company, FundingRound, Person, Signal, SignalKind, funding_stage};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::SignalFilter;

use crate::{
    call::{
        context::Context,
        request::{
            fault_code::FaultCode,
            validate::{Faults, nearest},
        },
    },
    recipe::{AccountOptions, TimeOptions},
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
    /// Minimum amount raised, in whole units of the round's currency.
    #[schemars(range(min = 0))]
    pub min_amount: Option<i64>,
}

impl RoundOptions {
    /// Signal feed of the matching rounds.
    pub fn feed(&self, context: &Context, days: u32) -> Feed {
        let filter = SignalFilter { min_amount: self.min_amount, ..self.time.filter(context.now, days) };
        Feed { kind: SignalKind::Funding, filter }
    }

    /// Adds the faults that the schema cannot express.
    pub fn check(&self, faults: &mut Faults) {
        self.time.check(faults);
        for (index, word) in self.rounds.iter().flatten().enumerate() {
            check_round(word, format!("/rounds/{index}"), faults);
        }
    }

    /// Whether a signal's round has one of the requested types.
    pub fn want(&self, signal: &Signal) -> bool {
        let Some(round) = &signal.funding else { return false };
        let stage = funding_stage::read(&round.round);
        self.rounds.as_ref().is_none_or(|wanted| wanted.iter().any(|word| funding_stage::read(word) == stage))
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
    /// The person with the requested role, or else the company's leader.
    pub decision_maker: DecisionMaker,
}

impl FundedAccount {
    /// The decision maker of the account.
    pub fn person(&self) -> Option<&Person> {
        Some(&self.decision_maker.person)
    }
}

/// The funded company of a signal with its round and the person in the requested role.
pub async fn funded_account(
    context: &Context,
    (feed, rounds): (&Feed, &RoundOptions),
    account: &AccountOptions,
    role: &RoleSelector,
    signal: Signal,
) -> Result<Option<FundedAccount>, EngineError> {
    let (engine, now) = (context.engine(), context.now);
    let wanted = |signal: &Signal| rounds.want(signal);
    let company = engine.account_of(feed, &signal, wanted, &account.icp(), now)?;
    let (Some(company), Some(funding)) = (company, signal.funding) else { return Ok(None) };
    let domain = company.domain.as_deref().unwrap_or_default();
    let found = engine.decision_maker(domain, role, account.accepted.terms(), now).await?;
    Ok(found.map(|decision_maker| FundedAccount { company, funding, decision_maker }))
}
