//! Bundles: a whole piece of research in one call at one price.

pub mod competitive_intel;
pub mod founder_research;
pub mod recruiter_pack;
pub mod relationship_graph;
pub mod sales_deck;

use engine::{EngineError, Feed};
use records::{Employer, PartialDate, Person, SignalKind};
use schemars::JsonSchema;
use serde::Serialize;
use store::SignalFilter;

use super::lookalike_accounts::Lookalike;
use crate::{context::Context, recipe::days_back};

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
    /// Where they came from, or went to.
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
    let (engine, window) = (
        context.engine(),
        SignalFilter {
            since: Some(days_back(context.now, RECENT_DAYS)),
            until: Some(context.now),
            ..SignalFilter::default()
        },
    );
    let here = Some(domain.to_owned());
    let hires =
        Feed { kind: SignalKind::JobChange, filter: SignalFilter { domain: here.clone(), ..window.clone() } };
    let leavers = Feed { kind: SignalKind::JobChange, filter: SignalFilter { from_domain: here, ..window } };
    let mut moves = Vec::new();
    for (direction, feed) in [(Direction::Hire, hires), (Direction::Leaver, leavers)] {
        for stored in engine.signals(feed.kind, &feed.filter, None, MOVES_MAX).await? {
            let at = stored.signal.at;
            let Some(change) = stored.signal.change else { continue };
            let Some(person) = engine.person_by_id(&change.person_id).await? else { continue };
            let (title, other_company) = match direction {
                Direction::Hire => (change.new_title, Some(change.old_company)),
                Direction::Leaver => (change.old_title, stored.signal.company),
            };
            let changed_at = change.changed_at;
            moves.push((at, AccountMove { direction, person, title, other_company, changed_at }));
        }
    }
    moves.sort_by(|(one, first), (other, second)| {
        other.cmp(one).then_with(|| first.person.id.cmp(&second.person.id))
    });
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
