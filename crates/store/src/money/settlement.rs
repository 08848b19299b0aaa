//! One settlement: charge, history, people seen and idempotent reply, all durable together or none of them.

use std::collections::BTreeSet;

use jiff::Timestamp;

use crate::{
    AccountId, BulkOutcome, CacheUse, CallDetail, CallOutcome, ChargeLine, Credits, KeyId, Lock, NewEvent,
    Reply, ReplyKey, Store, UpstreamCall,
    accounts::key_cap,
    bulk,
    lists::{saved_icp, schedule, watch_list::note_matches},
    money::{
        bought, charged_item,
        history::call::{NewRow, insert},
        ledger::{balance, charge},
        paid_for, people_seen,
        reply::{self, NewReply},
    },
    sql::{Result, Sql, StoreError, scope::Scope, write::Write},
    subjects::{ids::SubjectId, rows::subject_by_id},
    webhook,
};

/// What is answered.
pub enum SettledAnswer {
    /// These bytes.
    Bytes(Vec<u8>),
    /// What this change comes to, made in the transaction that settles the call.
    Write(Write<Vec<u8>>),
}

/// Something that becomes true exactly when an answer is paid for.
#[derive(Debug, Clone)]
pub enum Effect {
    /// A watch list has answered these signals and will not answer them again.
    WatchListAnswered {
        /// The list.
        list: String,
        /// Ids of the signals.
        signals: Vec<String>,
    },
    /// The account has paid for these items and will not pay for them again; fails if one was paid for meanwhile.
    ItemsCharged {
        /// Ids of the items.
        items: Vec<String>,
    },
    /// The account was answered these items without a charge, and is not answered them again where it asks for new
    /// ones.
    ItemsAnswered {
        /// Ids of the items.
        items: Vec<String>,
    },
    /// A watch list that watches by itself has spent the price of this call; fails when its budget does not suffice.
    WatchListSpent {
        /// The list.
        list: String,
        /// Months since the year 0.
        month: i64,
    },
    /// A saved ICP was run.
    SavedIcpRun {
        /// The saved ICP.
        id: String,
    },
    /// An item of a bulk job was answered under a lease; undoes the whole settlement when that was lost.
    BulkItemAnswered(Box<BulkOutcome>),
    /// An event for a webhook that the price of this call pays for; undoes the whole settlement when the webhook takes
    /// no events.
    Event(Box<NewEvent>),
}

/// Items that an account pays for once at an endpoint, however often they are answered.
pub struct ChargedOnce {
    /// The items of the answer.
    pub items: Vec<String>,
    /// The price of the answer and what it is made of, by how many of its items are charged now.
    pub price: Box<dyn Fn(u64) -> (Credits, Vec<ChargeLine>) + Send>,
}

/// What an answer cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// Credits charged.
    pub credits: Credits,
    /// Balance left.
    pub balance: Credits,
}

/// A call that is about to be answered.
pub struct Settlement {
    /// `req_…`
    pub request_id: String,
    /// Who pays.
    pub account_id: AccountId,
    /// With which key.
    pub key_id: KeyId,
    /// When the call came in.
    pub at: Timestamp,
    /// Which endpoint.
    pub endpoint: &'static str,
    /// Status of the answer.
    pub status: u16,
    /// The price; with `once`, the highest price.
    pub credits: Credits,
    /// The items of the answer, if each of them is charged once.
    pub once: Option<ChargedOnce>,
    /// Time from the call's arrival to its settlement.
    pub latency_us: i64,
    /// Whether caches answered; none if nothing was looked up.
    pub cache: Option<CacheUse>,
    /// Items resolved.
    pub resolved: u64,
    /// Upstream calls.
    pub upstream: Vec<UpstreamCall>,
    /// Ids of the people in the answer.
    pub people: Vec<String>,
    /// What the history keeps beside the price.
    pub detail: CallDetail,
    /// What else becomes true with this answer.
    pub effects: Vec<Effect>,
    /// Under which key the answer is kept for a replay.
    pub reply: Option<ReplyKey>,
    /// Whether the answer is also kept without a key, to be had again by its request id.
    pub keeps_answer: bool,
    /// Seals the answer before it is kept, when it holds a secret.
    pub lock: Option<Lock>,
    /// What is answered.
    pub answer: SettledAnswer,
    /// Makes the bytes that are sent from the answer and what it cost; run inside the transaction.
    pub render: Render,
}

/// Makes the bytes that are sent from an answer and what it cost.
pub type Render = Box<dyn FnOnce(Vec<u8>, Cost) -> Vec<u8> + Send>;

/// How a settlement ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settled {
    /// Charged and recorded; these are the bytes to send.
    Done {
        /// Body.
        body: Vec<u8>,
        /// What it cost.
        cost: Cost,
    },
    /// The balance is too small; nothing was written.
    InsufficientBalance {
        /// Balance.
        balance: Credits,
    },
    /// The same idempotency key was settled meanwhile; nothing was written.
    Replayed(Reply),
}

impl Store {
    /// Charges and records a call.
    pub async fn settle(&self, settlement: Settlement) -> Result<Settled> {
        let scope = match settlement.answer {
            SettledAnswer::Bytes(_) => Scope::Account(settlement.account_id.as_str().to_owned()),
            SettledAnswer::Write(_) => Scope::State,
        };
        match settlement.checks_first() {
            true => self.write_checked(scope, move |sql| settle(sql, settlement)).await,
            false => self.write_in(scope, move |sql| settle(sql, settlement)).await,
        }
    }
}

impl Settlement {
    /// Whether everything that may fail comes before the first write: an effect may be refused, and a change may fail.
    fn checks_first(&self) -> bool {
        matches!(self.answer, SettledAnswer::Bytes(_)) && self.effects.is_empty()
    }
}

/// The answer on its way to the caller.
enum Body {
    /// The bytes that are sent.
    Made(Vec<u8>),
    /// What this change comes to.
    Pending(Write<Vec<u8>>, Render),
}

fn settle(sql: &mut dyn Sql, mut call: Settlement) -> Result<Settled> {
    if call.credits < Credits::ZERO {
        return Err(StoreError::OutOfRange);
    }
    if let Some(wanted) = &call.reply
        && let Some(kept) =
            reply::by_key(sql, call.account_id.as_str(), &wanted.key, call.at.as_microsecond())?
    {
        return Ok(Settled::Replayed(kept));
    }
    let answer = std::mem::replace(&mut call.answer, SettledAnswer::Bytes(Vec::new()));
    let render = std::mem::replace(&mut call.render, Box::new(|bytes, _| bytes));
    // Read in the transaction that charges, so that of two equal calls at a time only one is charged.
    let new = price_new_items(sql, &mut call)?;
    let is_charged = call.credits > Credits::ZERO;
    let mut people = People::default();
    for person in &call.people {
        people.subject(sql, person)?;
    }
    let mut bought = Vec::new();
    for contact in call.detail.bought.iter().filter(|_| is_charged) {
        bought.push((people.subject(sql, &contact.person)?, contact));
    }
    let (balance, cap) = match is_charged {
        true => key_cap::covering(sql, &call.account_id, &call.key_id, call.credits, call.at)?,
        false => (balance(sql, &call.account_id)?, None),
    };
    let Some(left) = balance.checked_sub(call.credits).filter(|left| *left >= Credits::ZERO) else {
        return Ok(Settled::InsufficientBalance { balance });
    };
    let cost = Cost { credits: call.credits, balance: left };
    // Made before anything is written: an answer that cannot be made leaves nothing to undo.
    let body = match answer {
        SettledAnswer::Bytes(bytes) => Body::Made(render(bytes, cost)),
        SettledAnswer::Write(change) => Body::Pending(change, render),
    };
    if is_charged {
        let paid = charge(sql, &call.account_id, call.credits, call.endpoint, &call.request_id, call.at)?;
        if paid != Some(left) {
            return Err(StoreError::Engine("the balance changed within its own transaction".into()));
        }
        if let Some(cap) = cap {
            key_cap::spend(sql, &cap, call.credits, call.at)?;
        }
    }
    let at = call.at.as_microsecond();
    add_to_history(sql, &call, at)?;
    for person in &call.people {
        let subject = people.subject(sql, person)?;
        people_seen::note(sql, &call.account_id, subject, at, call.endpoint)?;
    }
    bought::note(sql, &call.account_id, &bought, call.endpoint, &call.request_id, at)?;
    charged_item::note(sql, &call.account_id, call.endpoint, &new, (&call.request_id, at))?;
    for effect in &call.effects {
        apply(sql, effect, &call, at)?;
    }
    let body = match body {
        Body::Made(bytes) => bytes,
        Body::Pending(change, render) => render(change.run(sql)?, cost),
    };
    // An answer that is paid for already was kept with the call that paid for it.
    let keeps_answer = call.keeps_answer && (call.once.is_none() || cost.credits > Credits::ZERO);
    if call.reply.is_some() || keeps_answer {
        let locked = call.lock.map(|lock| lock(&body));
        let kept = NewReply {
            owner: call.account_id.as_str(),
            request_id: &call.request_id,
            key: call.reply.as_ref(),
            status: call.status,
            sealed: locked.is_some(),
            body: locked.as_ref().unwrap_or(&body),
            at,
        };
        reply::keep(sql, &kept)?;
    }
    Ok(Settled::Done { body, cost })
}

/// The people of an answer as they are stored.
#[derive(Default)]
struct People(Vec<(String, SubjectId)>);

impl People {
    /// The subject of a person; an alias id means the record it was joined into. A person who was erased while the answer
    /// was made must not be returned or charged.
    fn subject(&mut self, sql: &mut dyn Sql, person: &str) -> Result<SubjectId> {
        if let Some((_, subject)) = self.0.iter().find(|(id, _)| id == person) {
            return Ok(*subject);
        }
        let subject = subject_by_id(sql, person)?.ok_or(StoreError::Erased)?;
        self.0.push((person.to_owned(), subject));
        Ok(subject)
    }
}

/// Lowers the price to that of the items that the account has not paid for, and returns them.
fn price_new_items(sql: &mut dyn Sql, call: &mut Settlement) -> Result<Vec<String>> {
    let Some(ChargedOnce { items, price }) = &call.once else { return Ok(Vec::new()) };
    let paid = charged_item::charged(sql, &call.account_id, call.endpoint, items)?;
    // An answer may name an item twice.
    let new: BTreeSet<String> = items.iter().filter(|item| !paid.contains(*item)).cloned().collect();
    (call.credits, call.detail.lines) = price(new.len() as u64);
    Ok(new.into_iter().collect())
}

fn add_to_history(sql: &mut dyn Sql, call: &Settlement, at: i64) -> Result<()> {
    let row = NewRow {
        request_id: &call.request_id,
        account_id: &call.account_id,
        key_id: &call.key_id,
        at,
        endpoint: call.endpoint,
        status: call.status,
        outcome: CallOutcome::of_status(call.status),
        code: None,
        credits: call.credits,
        latency_us: call.latency_us,
        cache: call.cache,
        resolved: call.resolved,
        upstream: &call.upstream,
        asked: call.detail.asked.as_deref(),
        found: &call.detail.found,
        lines: &call.detail.lines,
        replays: None,
    };
    insert(sql, &row)
}

fn apply(sql: &mut dyn Sql, effect: &Effect, call: &Settlement, at: i64) -> Result<()> {
    match effect {
        Effect::ItemsCharged { items } => {
            charged_item::note(sql, &call.account_id, call.endpoint, items, (&call.request_id, at))
        }
        Effect::ItemsAnswered { items } => {
            charged_item::note_answered(sql, &call.account_id, call.endpoint, items, at)
        }
        Effect::WatchListSpent { list, month } => {
            schedule::spend(sql, list, *month, call.credits.thousandths())
        }
        Effect::Event(event) => {
            webhook::emit_charged(sql, &call.account_id, event, at)?;
            paid_for::note_event(sql, event, &call.request_id)
        }
        Effect::BulkItemAnswered(outcome) => {
            bulk::settle_item(sql, outcome, &call.request_id, call.credits.thousandths(), at)
        }
        Effect::WatchListAnswered { list, signals } => {
            note_matches(sql, list, signals, at)?;
            // Matches that another list of the account has answered are paid for.
            if call.credits > Credits::ZERO {
                paid_for::note_matches(sql, list, signals, &call.request_id)?;
            }
            Ok(())
        }
        Effect::SavedIcpRun { id } => saved_icp::note_run(sql, id, at),
    }
}
