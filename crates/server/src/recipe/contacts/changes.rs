//! Changes of the caller's contacts: a new job, a new title, or an engagement spike.

use engine::{Candidate, EngineError, Listed, newest_first};
use jiff::{SignedDuration, Timestamp};
use records::{Experience, Person, PersonRecord, SignalKind, keys::Key};
use schemars::JsonSchema;
use serde::Serialize;
use store::StoredSignal;

use crate::{
    call::{context::Context, problem::Problem},
    recipe::{
        IcpOptions, TimeOptions,
        contacts::{Contact, ContactMatch},
    },
};

/// Default time window for changes, in days.
pub const DAYS_DEFAULT: u32 = 90;
/// Maximum number of changes per contact: a job, a title and a spike.
pub const CHANGES_MAX: u64 = 3;
/// Days that are compared with the baseline.
const SPIKE_DAYS: i64 = 7;
/// Weeks of the baseline.
const QUIET_WEEKS: i64 = 8;
/// Minimum number of events of a spike, however low the baseline.
const SPIKE_EVENTS_MIN: u64 = 5;
/// Minimum ratio of a spike to the average week of the baseline.
const SPIKE_FACTOR: u64 = 3;

/// Kind of change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// Moved to another company.
    JobChange,
    /// New title at the same company.
    TitleChange,
    /// Far more engagement than usual.
    EngagementSpike,
}

/// A champion with a change.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PowerUser {
    /// The contact as sent in the request.
    pub contact: Contact,
    /// Kind of change.
    pub change: ChangeKind,
    /// Description of the change.
    pub detail: String,
    /// When it changed.
    pub at: Timestamp,
    /// When the change became known.
    pub observed_at: Timestamp,
    /// The person, without contact values; absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<Person>,
}

/// A change, and the contact that changed.
type FoundContact = ContactMatch<PowerUser>;

/// All changes of the contacts, newest first; with `observed_since`, those that became known at or after it. Blocks on the
/// database.
pub fn changes_of_contacts(
    context: &Context,
    contacts: Vec<Contact>,
    (since, observed_since): (Timestamp, Option<Timestamp>),
) -> Result<Listed<FoundContact>, Problem> {
    let mut found: Vec<Candidate<FoundContact>> = Vec::new();
    for contact in contacts {
        let record = context.engine().identified(&contact.query())?;
        let mut changes = Vec::new();
        if let Some(record) = &record {
            changes.extend(job_change(context, record, since)?);
            changes.extend(title_change(context, record, since)?);
        }
        changes.extend(spike(context, &contact, record.as_ref())?);
        for ContactChange { item, change, at, observed_at, detail } in changes {
            let place = newest_first(at, &item);
            let is_old = observed_since.is_some_and(|since| observed_at < since);
            if is_old || found.iter().any(|known| known.item.item == item) {
                continue;
            }
            let person = None;
            let what = PowerUser { contact: contact.clone(), change, detail, at, observed_at, person };
            let person_id = record.as_ref().map(|record| record.person.id.clone());
            found.push(Candidate {
                place,
                item: ContactMatch { contact: contact.clone(), what, item, person_id },
            });
        }
    }
    found.sort_by(|one, other| one.place.cmp(&other.place));
    Ok(Listed(found))
}

/// A change of one contact, with the id under which it is charged once.
struct ContactChange {
    item: String,
    change: ChangeKind,
    at: Timestamp,
    observed_at: Timestamp,
    detail: String,
}

fn job_change(
    context: &Context,
    record: &PersonRecord,
    since: Timestamp,
) -> Result<Option<ContactChange>, EngineError> {
    let moves = context.engine().moves_of(&record.person.id, SignalKind::JobChange, since, context.now)?;
    let Some(StoredSignal { signal, observed_at, .. }) = moves.into_iter().next() else { return Ok(None) };
    let Some(change) = &signal.change else { return Ok(None) };
    let at = |title: Option<&String>, company: Option<&String>| match (title, company) {
        (Some(title), Some(company)) => format!("{title} at {company}"),
        (Some(one), None) | (None, Some(one)) => one.clone(),
        (None, None) => "an unknown position".to_owned(),
    };
    let joined = signal.company.as_ref().and_then(|company| company.name.as_ref());
    let detail = format!(
        "from {} to {}",
        at(change.old_title.as_ref(), change.old_company.name.as_ref()),
        at(change.new_title.as_ref(), joined)
    );
    let change = ChangeKind::JobChange;
    Ok(Some(ContactChange { item: signal.id, change, at: signal.at, observed_at, detail }))
}

/// New title at the same company: from the two newest dated positions, or else from a promotion signal.
/// Blocks on the database.
fn title_change(
    context: &Context,
    record: &PersonRecord,
    since: Timestamp,
) -> Result<Option<ContactChange>, EngineError> {
    let risen = context.engine().moves_of(&record.person.id, SignalKind::Promotion, since, context.now)?;
    if let Some(mut change) = dated_title_change(record, since, context.now) {
        // The signal of the same change tells when it became known.
        let known = risen.iter().find(|stored| stored.signal.at == change.at);
        change.observed_at = known.map_or(change.at, |stored| stored.observed_at);
        return Ok(Some(change));
    }
    Ok(risen.into_iter().find_map(|StoredSignal { signal, observed_at, .. }| {
        let change = signal.change?;
        let detail = format!("from {} to {}", change.old_title?, change.new_title?);
        let change = ChangeKind::TitleChange;
        Some(ContactChange { item: signal.id, change, at: signal.at, observed_at, detail })
    }))
}

fn dated_title_change(record: &PersonRecord, since: Timestamp, now: Timestamp) -> Option<ContactChange> {
    let person = &record.person;
    let mut dated: Vec<&Experience> =
        person.experience.iter().filter(|position| position.started_at.is_some()).collect();
    dated.sort_by_key(|position| std::cmp::Reverse(position.started_at));
    let [newest, before, ..] = dated.as_slice() else { return None };
    let same_company = newest.company.domain.is_some() && newest.company.domain == before.company.domain;
    let (new, old) = (newest.title.as_ref()?, before.title.as_ref()?);
    if !same_company || new == old {
        return None;
    }
    let day = newest.started_at?.earliest();
    let at = day.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp();
    let item = format!("title {} {day} {new}", person.id);
    let (change, detail) = (ChangeKind::TitleChange, format!("from {old} to {new}"));
    (at >= since && at < now).then_some(ContactChange { item, change, at, observed_at: at, detail })
}

/// Detects an engagement spike: the last week compared with the baseline weeks.
fn spike(
    context: &Context,
    contact: &Contact,
    record: Option<&PersonRecord>,
) -> Result<Option<ContactChange>, Problem> {
    let mut keys: Vec<Key> = contact.query().keys();
    keys.extend(record.map(records::keys::person_keys).unwrap_or_default());
    keys.sort();
    keys.dedup();
    let (store, account, now) = (context.store(), context.account_id(), context.now);
    let week = now - SignedDuration::from_hours(24 * SPIKE_DAYS);
    let quiet = week - SignedDuration::from_hours(24 * 7 * QUIET_WEEKS);
    let (lately, last) = store.engagement(account, &keys, week, now + SignedDuration::from_hours(2))?;
    let (before, _) = store.engagement(account, &keys, quiet, week)?;
    if lately < SPIKE_EVENTS_MIN || lately * QUIET_WEEKS.unsigned_abs() < before * SPIKE_FACTOR {
        return Ok(None);
    }
    let usual = before as f64 / QUIET_WEEKS as f64;
    let who = record.map(|record| record.person.id.clone());
    let who = who.or_else(|| keys.first().map(|key| key.0.to_string())).unwrap_or_default();
    // Keyed by week, so that one spike is charged once a week at most.
    let item = format!("spike {who} {}", now.as_second() / (7 * 86_400));
    let detail = format!("{lately} events within 7 days, against {usual:.1} in a usual week");
    // Dated by its last event. Dated by the request time, it would change position between pages.
    let at = last.unwrap_or(now);
    Ok(Some(ContactChange { item, change: ChangeKind::EngagementSpike, at, observed_at: at, detail }))
}

/// A change with its charge key and the person; `None` if the person's company does not match. Blocks on the database.
pub fn power_user(
    context: &Context,
    companies: &IcpOptions,
    found: FoundContact,
) -> Result<Option<(String, PowerUser)>, EngineError> {
    let person = match &found.person_id {
        Some(id) => context.engine().person_by_id(id)?,
        None => None,
    };
    let company = person.as_ref().and_then(|person| person.company.as_ref());
    let passes = companies.pass(context, company)?;
    Ok(passes.then_some((found.item, PowerUser { person, ..found.what })))
}

/// Changes of contacts that the endpoint has not yet charged, newest first, each with its charge key; and whether there
/// are more than `limit`. Blocks on the database.
pub fn unpaid(
    context: &Context,
    endpoint: &str,
    contacts: Vec<Contact>,
    limit: usize,
) -> Result<(Vec<(String, PowerUser)>, bool), Problem> {
    let since = TimeOptions::default().start(context.now, DAYS_DEFAULT);
    let Listed(changed) = changes_of_contacts(context, contacts, (since, None))?;
    let items: Vec<String> = changed.iter().map(|found| found.item.item.clone()).collect();
    let paid = context.store().charged_items(context.account_id(), endpoint, &items)?;
    let mut unpaid = changed.into_iter().filter(|found| !paid.contains(&found.item.item));
    let mut found = Vec::new();
    for candidate in unpaid.by_ref().take(limit) {
        found.extend(power_user(context, &IcpOptions::default(), candidate.item)?);
    }
    Ok((found, unpaid.next().is_some()))
}
