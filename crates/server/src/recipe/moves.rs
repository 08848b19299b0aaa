//! Job changes in answers: the moves of people, and the moves to and from a company.

use engine::{Account, Candidate, EngineError, Leaver, newest_first};
use jiff::Timestamp;
use records::{Employer, PartialDate, Person, SignalKind};
use schemars::JsonSchema;
use serde::Serialize;
use store::{SignalFilter, StoredSignal};

use crate::{
    call::context::Context,
    recipe::time::{days_back, last_days},
};

/// Age up to which a move counts as recent.
const RECENT_DAYS: u32 = 180;
/// Maximum number of moves returned per company.
const MOVES_MAX: usize = 10;

/// A job change with the person's name.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UnmaskedMove {
    /// The person who moved, without contact values.
    pub person_unmasked: Person,
    /// The position they left.
    pub previous: PreviousRole,
    /// Current title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_role: Option<String>,
    /// The company they joined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company: Option<Employer>,
    /// Date of the move, as precisely as known.
    pub changed_at: PartialDate,
    /// When the move became known.
    pub observed_at: Timestamp,
    /// URL of the source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_url: Option<String>,
}

/// A position that a person left.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PreviousRole {
    /// Title of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Company of the position.
    pub company: Employer,
}

impl UnmaskedMove {
    /// The move of a signal; `None` if the person has no record. Blocks on the database.
    pub fn of(context: &Context, stored: StoredSignal) -> Result<Option<Self>, EngineError> {
        let StoredSignal { signal, observed_at, .. } = stored;
        let Some(change) = signal.change else { return Ok(None) };
        let Some(person) = context.engine().person_by_id(&change.person_id)? else { return Ok(None) };
        let post = change.announcement.map(|post| post.url);
        Ok(Some(Self {
            person_unmasked: person,
            previous: PreviousRole { title: change.old_title, company: change.old_company },
            new_role: change.new_title,
            company: signal.company,
            changed_at: change.changed_at,
            observed_at,
            source_url: post.or_else(|| signal.sources.into_iter().find_map(|source| source.url)),
        }))
    }
}

/// A person who joined or left a company.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AccountMove {
    /// Whether they joined or left.
    pub direction: Direction,
    /// The person, without contact values.
    pub person: Person,
    /// Title at the company.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The company they came from or went to; absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_company: Option<Employer>,
    /// Date of the move, as precisely as known.
    pub changed_at: PartialDate,
}

/// Whether a person joined or left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Joined the company.
    Hire,
    /// Left the company.
    Leaver,
}

/// Moves to and from a company within the last `RECENT_DAYS`, newest first.
pub async fn recent_moves(context: &Context, account: &Account) -> Result<Vec<AccountMove>, EngineError> {
    let (engine, since) = (context.engine(), days_back(context.now, RECENT_DAYS));
    let mut moves: Vec<(String, AccountMove)> = Vec::new();
    let joined =
        SignalFilter { companies: account.handles().to_vec(), ..last_days(context.now, RECENT_DAYS) };
    for stored in engine.signals(SignalKind::JobChange, &joined, None, MOVES_MAX)? {
        let Some(change) = stored.signal.change else { continue };
        let Some(person) = engine.person_by_id(&change.person_id)? else { continue };
        let hire = AccountMove {
            direction: Direction::Hire,
            title: change.new_title,
            other_company: Some(change.old_company),
            changed_at: change.changed_at,
            person,
        };
        moves.push((newest_first(stored.signal.at, &hire.person.id), hire));
    }
    let leavers = engine.leavers(account, since, context.now).await?;
    for Candidate { place, item: Leaver { record, left } } in leavers.0.into_iter().take(MOVES_MAX) {
        let Some(changed_at) = left.ended_at else { continue };
        let Some(person) = engine.person_by_id(&record.person.id)? else { continue };
        let other_company = person.company.clone();
        let direction = Direction::Leaver;
        moves.push((place, AccountMove { direction, title: left.title, other_company, changed_at, person }));
    }
    moves.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(moves.into_iter().take(MOVES_MAX).map(|(_, one)| one).collect())
}
