//! Bundles: a whole piece of research in one call at one price.

pub mod competitive_intel;
pub mod founder_research;
pub mod recruiter_pack;
pub mod relationship_graph;
pub mod sales_deck;

use engine::{Candidate, EngineError, Leaver, newest_first};
use records::{Employer, PartialDate, Person, SignalKind};
use schemars::JsonSchema;
use serde::Serialize;
use store::SignalFilter;

use super::combos::lookalike_accounts::Lookalike;
use crate::{
    call::context::Context,
    recipe::time::{days_back, last_days},
};

/// How far back a move is recent.
const RECENT_DAYS: u32 = 180;
/// Moves told of one company.
const MOVES_MAX: usize = 10;

/// Somebody who came to a company or left it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AccountMove {
    /// Whether they came or went.
    pub direction: Direction,
    /// Who, without contact values.
    pub person: Person,
    /// The title there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Where they came from, or went to; absent where nobody knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_company: Option<Employer>,
    /// When, as exactly as it is known.
    pub changed_at: PartialDate,
}

/// Whether somebody came or went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// They came.
    Hire,
    /// They went.
    Leaver,
}

/// The moves to and from a company within the last months, the newest first.
pub async fn recent_moves(context: &Context, domain: &str) -> Result<Vec<AccountMove>, EngineError> {
    let (engine, since) = (context.engine(), days_back(context.now, RECENT_DAYS));
    let mut moves: Vec<(String, AccountMove)> = Vec::new();
    for domain in engine.company_domains(domain).await? {
        let filter = SignalFilter { domain: Some(domain), ..last_days(context.now, RECENT_DAYS) };
        for stored in engine.signals(SignalKind::JobChange, &filter, None, MOVES_MAX).await? {
            let Some(change) = stored.signal.change else { continue };
            let Some(person) = engine.person_by_id(&change.person_id).await? else { continue };
            let hire = AccountMove {
                direction: Direction::Hire,
                title: change.new_title,
                other_company: Some(change.old_company),
                changed_at: change.changed_at,
                person,
            };
            moves.push((newest_first(stored.signal.at, &hire.person.id), hire));
        }
    }
    let leavers = engine.leavers(domain, since, context.now).await?;
    for Candidate { place, item: Leaver { record, left } } in leavers.0.into_iter().take(MOVES_MAX) {
        let Some(changed_at) = left.ended_at else { continue };
        let Some(person) = engine.person_by_id(&record.person.id).await? else { continue };
        let other_company = person.company.clone();
        let direction = Direction::Leaver;
        moves.push((place, AccountMove { direction, title: left.title, other_company, changed_at, person }));
    }
    moves.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(moves.into_iter().take(MOVES_MAX).map(|(_, one)| one).collect())
}

/// Companies like one, the most alike first.
pub async fn similar_companies(
    context: &Context,
    company: &records::Company,
    count: usize,
) -> Result<Vec<Lookalike>, EngineError> {
    let alike = context
        .engine()
        .lookalikes(vec![company.clone()], engine::CompanyFilters::default(), context.now)
        .await?;
    Ok(alike.0.into_iter().take(count).map(|candidate| Lookalike::from(candidate.item)).collect())
}
