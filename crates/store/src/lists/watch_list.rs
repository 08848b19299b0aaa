//! Watch lists: profiles or companies an account keeps an eye on.

use jiff::Timestamp;
use records::{
    Signal, SignalKind,
    query::{CompanyQuery, PersonQuery},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    AccountId, Store, Stored,
    accounts::cap,
    ambient::from_micros,
    privacy::suppression::SuppressionGate,
    sql::{Duplicate, Result, Row, Sql, StoreError, params, write::Write},
    subjects::codec::decode,
};

/// What a list watches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WatchTarget {
    /// Professional-network profiles.
    Profiles,
    /// Company domains.
    Domains,
    /// People the owner knows, and whatever changes about them.
    Contacts,
}

impl WatchTarget {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Profiles => "profiles",
            Self::Domains => "domains",
            Self::Contacts => "contacts",
        }
    }

    fn from_stored(word: &str) -> Result<Self> {
        Ok(match word {
            "domains" => Self::Domains,
            "contacts" => Self::Contacts,
            "profiles" => Self::Profiles,
            _ => return Err(StoreError::Damaged { what: "watch list", why: format!("unknown word {word}") }),
        })
    }
}

/// A watch list without its entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatchList {
    /// `wl_…`
    pub id: String,
    /// The owner's name for it.
    pub name: String,
    /// What it watches.
    pub target: WatchTarget,
    /// Which signals count.
    pub kinds: Vec<SignalKind>,
    /// How many entries it has.
    pub entries: u64,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// When it was last run.
    pub last_run_at: Option<Timestamp>,
}

/// What a list is changed to; what is left out stays.
#[derive(Debug, Clone, Default)]
pub struct WatchListChange {
    /// Another name.
    pub name: Option<String>,
    /// Other kinds of signals.
    pub kinds: Option<Vec<SignalKind>>,
    /// Other entries, in normal form.
    pub entries: Option<Vec<String>>,
}

/// A signal about an entry that the list has not answered yet.
#[derive(Debug, Clone)]
pub struct WatchMatch {
    /// The entry.
    pub entry: String,
    /// Id of the person or company it is about.
    pub subject_id: String,
    /// What happened.
    pub signal: Signal,
}

fn kinds_text(kinds: &[SignalKind]) -> String {
    kinds.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(",")
}

fn read_list(row: &dyn Row) -> Result<WatchList> {
    let kinds = row.text(3)?;
    Ok(WatchList {
        id: row.text(0)?,
        name: row.text(1)?,
        target: WatchTarget::from_stored(&row.text(2)?)?,
        kinds: SignalKind::ALL
            .into_iter()
            .filter(|kind| kinds.split(',').any(|word| word == kind.as_str()))
            .collect(),
        entries: row.int(4)?.unsigned_abs(),
        created_at: from_micros(row.int(5)?),
        updated_at: from_micros(row.int(6)?),
        last_run_at: row.int_or_null(7)?.map(from_micros),
    })
}

fn list_of(sql: &mut dyn Sql, account: &AccountId, id: &str) -> Result<WatchList> {
    sql.first(
        "SELECT l.id, l.name, l.target, l.kinds, (SELECT COUNT(*) FROM watch_entry e WHERE e.list = l.id),
                l.created_at, l.updated_at, l.last_run_at
         FROM watch_list l WHERE l.account_id = ?1 AND l.id = ?2",
        params![account, id],
        read_list,
    )?
    .ok_or(StoreError::NotFound("watch list"))
}

fn put_entries(sql: &mut dyn Sql, id: &str, target: WatchTarget, entries: &[String]) -> Result<()> {
    sql.execute("DELETE FROM watch_entry WHERE list = ?1", params![id])?;
    let gate = SuppressionGate::open(sql)?;
    for entry in entries {
        // No answer would ever tell of a suppressed person, so that watching one is not stored.
        if gate.is_in(sql, entry)? {
            continue;
        }
        let keys = match target {
            WatchTarget::Profiles => {
                PersonQuery { network_url: Some(entry.clone()), ..PersonQuery::default() }.keys()
            }
            WatchTarget::Domains => {
                CompanyQuery { domain: Some(entry.clone()), ..CompanyQuery::default() }.keys()
            }
            WatchTarget::Contacts => contact_keys(entry),
        };
        let key = keys.first().map_or(0, |key| key.0.cast_signed());
        sql.execute(
            "INSERT INTO watch_entry (list, entry, key) VALUES (?1, ?2, ?3) ON CONFLICT (list, entry) DO NOTHING",
            params![id, entry, key],
        )?;
    }
    Ok(())
}

/// The keys of a contact, which is kept as JSON with its identifiers in normal form.
fn contact_keys(entry: &str) -> Vec<records::keys::Key> {
    let contact: serde_json::Value = serde_json::from_str(entry).unwrap_or_default();
    let text = |name: &str| contact.get(name).and_then(|value| value.as_str()).map(str::to_owned);
    PersonQuery { network_url: text("networkUrl"), email: text("email"), ..PersonQuery::default() }.keys()
}

impl Store {
    /// Makes a watch list.
    pub fn create_watch_list(
        &self,
        account: &AccountId,
        list: WatchList,
        entries: Vec<String>,
    ) -> Write<WatchList> {
        let account = account.to_owned();
        self.change(move |sql| {
            let name = SuppressionGate::open(sql)?.words(sql, &list.name)?;
            sql.execute(
                "INSERT INTO watch_list (id, account_id, name, target, kinds, created_at, updated_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)",
                params![
                    &list.id,
                    &account,
                    &name,
                    list.target.as_str(),
                    kinds_text(&list.kinds).as_str(),
                    list.created_at.as_microsecond()
                ],
            )?;
            put_entries(sql, &list.id, list.target, &entries)?;
            cap::check(sql, &account, Stored::WatchLists, list.created_at)?;
            cap::check(sql, &account, Stored::WatchEntries, list.created_at)?;
            list_of(sql, &account, &list.id)
        })
    }

    /// An account's watch list.
    pub fn watch_list(&self, account: &AccountId, id: &str) -> Result<WatchList> {
        self.read(|sql| list_of(sql, account, id))
    }

    /// The entries of a list, in order.
    pub fn watch_entries(&self, account: &AccountId, id: &str) -> Result<Vec<String>> {
        self.read(|sql| {
            list_of(sql, account, id)?;
            sql.all("SELECT entry FROM watch_entry WHERE list = ?1 ORDER BY entry", params![id], |row| {
                row.text(0)
            })
        })
    }

    /// A page of an account's lists, newest first, before (`created_at`, `id`).
    pub fn watch_lists(
        &self,
        account: &AccountId,
        before: Option<(Timestamp, &str)>,
        limit: usize,
    ) -> Result<Vec<WatchList>> {
        let (at, id) = before.map_or((i64::MAX, ""), |(at, id)| (at.as_microsecond(), id));
        self.read(|sql| {
            sql.all(
                "SELECT l.id, l.name, l.target, l.kinds, (SELECT COUNT(*) FROM watch_entry e WHERE e.list = l.id),
                        l.created_at, l.updated_at, l.last_run_at
                 FROM watch_list l
                 WHERE l.account_id = ?1 AND (l.created_at < ?2 OR (l.created_at = ?2 AND l.id > ?3))
                 ORDER BY l.created_at DESC, l.id LIMIT ?4",
                params![account, at, id, limit as i64],
                read_list,
            )
        })
    }

    /// Changes a watch list.
    pub fn change_watch_list(
        &self,
        account: &AccountId,
        id: &str,
        change: WatchListChange,
        now: Timestamp,
    ) -> Write<WatchList> {
        let (account, id) = (account.to_owned(), id.to_owned());
        self.change(move |sql| {
            let list = list_of(sql, &account, &id)?;
            let kinds = kinds_text(change.kinds.as_ref().unwrap_or(&list.kinds));
            let name = change.name.as_ref().unwrap_or(&list.name);
            let name = SuppressionGate::open(sql)?.words(sql, name)?;
            sql.execute(
                "UPDATE watch_list SET name = ?2, kinds = ?3, updated_at = ?4 WHERE id = ?1",
                params![&id, &name, kinds.as_str(), now.as_microsecond()],
            )?;
            if let Some(entries) = &change.entries {
                put_entries(sql, &id, list.target, entries)?;
                // An account beyond its cap, as after a lower plan, can still make its lists smaller.
                if entries.len() as u64 > list.entries {
                    cap::check(sql, &account, Stored::WatchEntries, now)?;
                }
            }
            list_of(sql, &account, &id)
        })
    }

    /// Removes a watch list with everything it has answered.
    pub fn delete_watch_list(&self, account: &AccountId, id: &str) -> Write<WatchList> {
        let (account, id) = (account.to_owned(), id.to_owned());
        self.change(move |sql| {
            let list = list_of(sql, &account, &id)?;
            sql.execute("DELETE FROM watch_list WHERE id = ?1", params![&id])?;
            Ok(list)
        })
    }

    /// What has happened to a list's entries that the list has not answered yet, newest first: since the first time, and
    /// since the second if it became known after the list was made. A company is meant by all its domains. Each signal
    /// once, even when it is about two entries, as a move from one to the other is.
    pub fn watch_matches(
        &self,
        account: &AccountId,
        id: &str,
        [since, news_since]: [Timestamp; 2],
        limit: usize,
    ) -> Result<Vec<WatchMatch>> {
        self.read(|sql| {
            let list = list_of(sql, account, id)?;
            let kinds = format!(",{},", kinds_text(&list.kinds));
            let statement = match list.target {
                // Changes of contacts are not signals and are not read here.
                WatchTarget::Contacts => return Ok(Vec::new()),
                WatchTarget::Profiles => {
                    "SELECT MIN(e.entry), u.id, s.record, s.at, s.no FROM watch_entry e
                     JOIN subject_key k ON k.key = e.key JOIN signal s ON s.subject = k.subject
                     JOIN subject u ON u.no = s.subject
                     WHERE e.list = ?1 AND (s.at >= ?2 OR (s.at >= ?5 AND s.observed_at >= ?6)) AND ?3 LIKE '%,' || s.kind || ',%'
                       AND NOT EXISTS (SELECT 1 FROM watch_match m WHERE m.list = ?1 AND m.signal = s.id)
                     GROUP BY u.id, s.record, s.at, s.no ORDER BY s.at DESC, s.no DESC LIMIT ?4"
                }
                WatchTarget::Domains => {
                    "WITH named (entry, domain) AS (
                         SELECT entry, entry FROM watch_entry WHERE list = ?1
                         UNION
                         SELECT e.entry, other.domain FROM watch_entry e JOIN company_domain own ON own.domain = e.entry
                         JOIN company_domain other ON other.subject = own.subject WHERE e.list = ?1)
                     SELECT MIN(e.entry), u.id, s.record, s.at, s.no FROM named e
                     JOIN signal s ON s.domain = e.domain OR s.from_domain = e.domain
                     JOIN subject u ON u.no = s.subject
                     WHERE (s.at >= ?2 OR (s.at >= ?5 AND s.observed_at >= ?6)) AND ?3 LIKE '%,' || s.kind || ',%'
                       AND NOT EXISTS (SELECT 1 FROM watch_match m WHERE m.list = ?1 AND m.signal = s.id)
                     GROUP BY u.id, s.record, s.at, s.no ORDER BY s.at DESC, s.no DESC LIMIT ?4"
                }
            };
            let params = params![
                id,
                since.as_microsecond(),
                kinds.as_str(),
                limit as i64,
                news_since.as_microsecond(),
                list.created_at.as_microsecond()
            ];
            sql.all(statement, params, |row| {
                Ok(WatchMatch {
                    entry: row.text(0)?,
                    subject_id: row.text(1)?,
                    signal: decode(row.bytes(2)?)?,
                })
            })
        })
    }
}

/// Notes what a run of a list has answered; a second run that answers the same at the same time fails, and so does
/// one whose list is gone by now.
pub(crate) fn note_matches(sql: &mut dyn Sql, list: &str, signals: &[String], at: i64) -> Result<()> {
    if sql.execute("UPDATE watch_list SET last_run_at = ?2 WHERE id = ?1", params![list, at])? == 0 {
        return Err(StoreError::NotFound("watch list"));
    }
    for signal in signals {
        sql.execute(
            "INSERT INTO watch_match (list, signal, at) VALUES (?1, ?2, ?3)",
            params![list, signal, at],
        )
        .map_err(|error| match error {
            StoreError::Duplicate(_) => StoreError::Duplicate(Duplicate::WatchMatch),
            other => other,
        })?;
    }
    Ok(())
}
