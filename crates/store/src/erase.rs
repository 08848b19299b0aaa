//! Erasing somebody: records with what follows from them, then every text that names them.
//!
//! The transaction that removes a record also notes what it is recognised by; sweeping goes on from there in small
//! steps, and after a crash (`job.rs`).

mod acts;
mod columns;
mod finder;
mod job;
mod plain;
mod proof;
mod redact;
mod sweep;
mod trace;

use std::collections::BTreeSet;

use jiff::Timestamp;
use records::{
    Claim, Facts, PersonRecord,
    domain::registrable_domain,
    identifier::{Identifier, IdentifierKind, strip_contacts},
    keys::{CompanyQuery, Key, PersonQuery},
};
use serde::Serialize;

use crate::{
    NewSuppression, Store, change,
    filing::{Filing, by_key, stored},
    leads::Leads,
    record::{claims_of, decode, subject_by_id},
    sql::{Result, Sql, StoreError, params},
    subject::{Kind, Subject},
    suppression,
};
pub(crate) use acts::ERASED_QUESTION;
pub use columns::{ColumnDecision, column_decisions};
pub(crate) use job::UnderWay;
use job::{Part, add_part, begin, joined};
pub use proof::ErasureProof;
pub use sweep::ColumnLeft;
use trace::Trace;

/// Records erased in one transaction, which bounds how long other writes wait; an employer may have more people.
const AT_ONCE: usize = 10;
/// Domains of one company that are erased with it.
const DOMAINS_MAX: usize = 16;
/// Records read at a time while people are looked for by the domain of their mail.
const PAGE: usize = 1_000;

/// Who is to be erased.
#[derive(Debug, Clone)]
pub enum Whom {
    /// Whoever has this identifier. A domain means the company, the people who work there now, and everybody with
    /// mail there.
    Identifier(Identifier),
    /// The record of this id.
    Record(String),
}

/// What was erased.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Erased {
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
    /// Rows of lists, jobs, caches, answers and events that named them.
    pub rows: u64,
    /// What to look for to prove it; never to be kept.
    #[serde(skip)]
    pub traces: BTreeSet<String>,
    /// Which cleaning removes their bytes from the disk.
    #[serde(skip)]
    pub cleaning: i64,
    /// The same in the forms by which texts are searched.
    #[serde(skip)]
    pub(crate) trace: Trace,
}

impl Store {
    /// Erases somebody. With an entry for the list, whatever they are recognised by is kept out from now on.
    pub async fn erase(
        &self,
        whom: Whom,
        keep_out: Option<NewSuppression>,
        now: Timestamp,
    ) -> Result<Erased> {
        let store = self.clone();
        // On a thread of its own: it reads much, and goes on when the caller has gone away.
        joined(tokio::task::spawn_blocking(move || store.erase_and_wait(whom, keep_out, now)).await)
    }

    fn erase_and_wait(&self, whom: Whom, keep_out: Option<NewSuppression>, now: Timestamp) -> Result<Erased> {
        let at = now.as_microsecond();
        let targets = self.all_domains(whom)?;
        // First, so that nothing more comes in while people are looked for.
        let run = self.write_and_wait(move |sql| {
            if let Some(entry) = &keep_out {
                targets.iter().try_for_each(|whom| list(sql, entry, whom, at))?;
            }
            begin(sql, &targets, keep_out.as_ref(), at)
        })?;
        self.carry_out(run)
    }

    /// Removes the records of one target.
    fn remove_target(&self, run: i64, whom: &Whom, entry: Option<&str>) -> Result<Erased> {
        let mut with_mail_there = match whom {
            Whom::Identifier(identifier) if identifier.kind() == IdentifierKind::Domain => {
                self.people_with_mail_at(identifier.value())?
            }
            _ => BTreeSet::new(),
        };
        let mut erased = Erased::default();
        loop {
            let further: BTreeSet<i64> = with_mail_there.iter().copied().take(AT_ONCE).collect();
            with_mail_there.retain(|no| !further.contains(no));
            let (whom, entry) = (whom.clone(), entry.map(str::to_owned));
            let some =
                self.write_and_wait(move |sql| erase_some(sql, run, &whom, &further, entry.as_deref()))?;
            let is_over = some.people + some.companies + some.jobs == 0 && with_mail_there.is_empty();
            erased += some;
            if is_over {
                return Ok(erased);
            }
        }
    }

    /// The same, for each domain of a company that has several.
    fn all_domains(&self, whom: Whom) -> Result<Vec<Whom>> {
        let domain = match &whom {
            Whom::Identifier(identifier) if identifier.kind() == IdentifierKind::Domain => identifier.value(),
            _ => return Ok(vec![whom]),
        };
        let query = CompanyQuery { domain: Some(domain.to_owned()), ..CompanyQuery::default() };
        let companies = self.companies_by_keys(&query.keys())?.into_iter();
        let meant = companies.filter(|company| company.domains.iter().any(|known| known == domain));
        let further = meant.flat_map(|company| company.domains).filter(|known| known != domain);
        let further = further.filter_map(|text| Identifier::parse(IdentifierKind::Domain, &text).ok());
        let further: BTreeSet<Identifier> = further.take(DOMAINS_MAX).collect();
        Ok(std::iter::once(whom).chain(further.into_iter().map(Whom::Identifier)).collect())
    }

    fn people_with_mail_at(&self, domain: &str) -> Result<BTreeSet<i64>> {
        let (mut found, mut after) = (BTreeSet::new(), 0);
        loop {
            let page = self.read(|sql| {
                sql.all(
                    "SELECT no, record FROM subject WHERE kind = ?1 AND no > ?2 ORDER BY no LIMIT ?3",
                    params![Kind::Person as i64, after, PAGE as i64],
                    |row| Ok((row.int(0)?, decode::<PersonRecord>(row.bytes(1)?)?)),
                )
            })?;
            let Some((last, _)) = page.last() else { return Ok(found) };
            after = *last;
            let has_mail_there = |record: &PersonRecord| {
                record.emails.iter().any(|email| {
                    let host = email.address.rsplit_once('@').map_or("", |(_, host)| host);
                    registrable_domain(host).is_ok_and(|known| known == domain)
                })
            };
            found.extend(page.iter().filter(|(_, record)| has_mail_there(record)).map(|(no, _)| *no));
        }
    }
}

impl std::ops::AddAssign for Erased {
    fn add_assign(&mut self, mut other: Self) {
        self.people += other.people;
        self.companies += other.companies;
        self.jobs += other.jobs;
        self.claims += other.claims;
        self.signals += other.signals;
        self.rows += other.rows;
        self.traces.append(&mut other.traces);
        self.trace.extend(other.trace);
        self.cleaning = self.cleaning.max(other.cleaning);
    }
}

fn list(sql: &mut dyn Sql, entry: &NewSuppression, whom: &Whom, at: i64) -> Result<()> {
    match whom {
        Whom::Identifier(identifier) => {
            suppression::insert(sql, entry, identifier.kind().word(), at)?;
            suppression::take_in(sql, &entry.id, [identifier])
        }
        Whom::Record(id) => {
            subject_by_id(sql, id)?.ok_or(StoreError::NotFound("record"))?;
            suppression::insert(sql, entry, "id", at)
        }
    }
}

fn erase_some(
    sql: &mut dyn Sql,
    run: i64,
    whom: &Whom,
    further: &BTreeSet<i64>,
    entry: Option<&str>,
) -> Result<Erased> {
    // Records that an import has filed a moment ago are to be found as well.
    Leads::take_in(sql, None)?;
    let (mut erased, mut trace) = (Erased::default(), Trace::default());
    let mut reached = further.clone();
    match whom {
        Whom::Identifier(identifier) => {
            trace = Trace::of_identifier(identifier);
            reached.extend(reached_by(sql, identifier)?);
        }
        Whom::Record(id) => reached.extend(subject_by_id(sql, id)?),
    }
    let mut removed = Vec::new();
    for no in reached {
        removed.extend(remove(sql, no, &mut trace, &mut erased)?);
    }
    // Once all of them are gone: what is still there then is somebody else's.
    for subject in &removed {
        if let Some(entry) = entry {
            keep_out_also(sql, entry, subject)?;
        }
        for identifier in &subject.identity().own {
            if is_shared(sql, identifier)? {
                trace.leave_out(identifier);
            }
        }
    }
    strip_companies(sql, &trace)?;
    add_part(sql, run, &Part::of(trace))?;
    Ok(erased)
}

/// Records that an identifier leads to, a bounded number of them.
fn reached_by(sql: &mut dyn Sql, identifier: &Identifier) -> Result<BTreeSet<i64>> {
    let value = identifier.value().to_owned();
    let query = match identifier.kind() {
        IdentifierKind::Domain => return reached_by_domain(sql, &value),
        IdentifierKind::Email => PersonQuery { email: Some(value), ..PersonQuery::default() },
        IdentifierKind::Phone => PersonQuery { phone: Some(value), ..PersonQuery::default() },
        IdentifierKind::Profile => PersonQuery { network_url: Some(value), ..PersonQuery::default() },
        IdentifierKind::Name => return Ok(BTreeSet::new()),
    };
    let mut found = BTreeSet::new();
    for key in query.keys() {
        // A key is a hash and may lead to somebody else, too.
        let people = by_key(sql, Kind::Person, key)?.into_iter();
        let meant = people.filter(|(_, subject)| subject.identity().own.contains(identifier));
        found.extend(meant.map(|(no, _)| no));
    }
    Ok(found)
}

fn reached_by_domain(sql: &mut dyn Sql, domain: &str) -> Result<BTreeSet<i64>> {
    let mut found = BTreeSet::new();
    let query = CompanyQuery { domain: Some(domain.to_owned()), ..CompanyQuery::default() };
    for key in query.keys() {
        let companies = by_key(sql, Kind::Company, key)?.into_iter();
        let is_meant = |subject: &Subject| {
            subject.identity().domains.iter().any(|identifier| identifier.value() == domain)
        };
        found.extend(companies.filter(|(_, subject)| is_meant(subject)).map(|(no, _)| no));
    }
    found.extend(sql.all(
        "SELECT s.no FROM subject_key k JOIN subject s ON s.no = k.subject
         WHERE k.key = ?1 AND s.employer = ?2 ORDER BY k.subject LIMIT ?3",
        params![Key::employer(domain), domain, AT_ONCE as i64],
        |row| row.int(0),
    )?);
    found.extend(sql.all(
        "SELECT DISTINCT subject FROM signal WHERE domain = ?1 AND kind = 'hiring' LIMIT ?2",
        params![domain, AT_ONCE as i64],
        |row| row.int(0),
    )?);
    Ok(found)
}

/// Removes a record with everything that hangs on it, and notes what it is told by.
fn remove(sql: &mut dyn Sql, no: i64, trace: &mut Trace, erased: &mut Erased) -> Result<Option<Subject>> {
    let kind = sql.first("SELECT kind FROM subject WHERE no = ?1", params![no], |row| row.int(0))?;
    let Some(kind) = kind.map(Kind::of_number).transpose()? else { return Ok(None) };
    let (id, subject) = stored(sql, no, kind)?;
    let claims = claims_of(sql, no)?;
    match &subject {
        Subject::Person(record) => {
            trace.add_person(record);
            // A record shows less than its claims hold: what lost against a newer claim is theirs, too.
            let each = claims.iter().map(|claim| Subject::of(&id, std::slice::from_ref(claim)));
            for alone in each {
                if let Subject::Person(record) = alone {
                    trace.add_person(&record);
                }
            }
            erased.people += 1;
        }
        Subject::Company(company) => {
            trace.add_company(company);
            erased.companies += 1;
        }
        Subject::Job(_) => erased.jobs += 1,
    }
    let aliases =
        sql.all("SELECT id FROM subject_alias WHERE subject = ?1", params![no], |row| row.text(0))?;
    let signals = sql.all("SELECT id FROM signal WHERE subject = ?1", params![no], |row| row.text(0))?;
    erased.claims += claims.len() as u64;
    erased.signals += signals.len() as u64;
    trace.ids.extend(aliases.into_iter().chain(signals).chain([id.clone()]));
    // Taken while the record is still there: if it was the last to change, its number must not be given again.
    let gone = change::last(sql)? + 1;
    let mut filing = Filing::begin(sql)?;
    filing.delete(sql, no)?;
    filing.finish(sql)?;
    sql.execute(
        "INSERT INTO subject_gone (changed, id, kind) VALUES (?1, ?2, ?3)",
        params![gone, &id, kind as i64],
    )?;
    forget_rulings(sql, &claims)?;
    Ok(Some(with_claims(subject, &claims)))
}

/// A source may call a row by an address; what was decided about rows that are gone is of no use.
fn forget_rulings(sql: &mut dyn Sql, claims: &[Claim]) -> Result<()> {
    for claim in claims {
        sql.execute(
            "DELETE FROM ruling_row WHERE source = ?1 AND reference = ?2
               AND NOT EXISTS (SELECT 1 FROM claim WHERE source = ?1 AND reference = ?2)",
            params![&claim.source, &claim.reference],
        )?;
    }
    Ok(())
}

/// The record with every identifier that any of its claims has.
fn with_claims(subject: Subject, claims: &[Claim]) -> Subject {
    let Subject::Person(mut record) = subject else { return subject };
    for claim in claims {
        if let (Facts::Person(_), Subject::Person(alone)) =
            (&claim.facts, Subject::of("", std::slice::from_ref(claim)))
        {
            record.emails.extend(alone.emails);
            record.phones.extend(alone.phones);
            record.person.profiles.extend(alone.person.profiles);
            record.person.network_url = record.person.network_url.take().or(alone.person.network_url);
        }
    }
    Subject::Person(record)
}

/// Keeps out whatever else those who were erased are recognised by, unless others share it: the number of a
/// switchboard is nobody's own. Colleagues are not kept out with a person.
fn keep_out_also(sql: &mut dyn Sql, entry: &str, subject: &Subject) -> Result<()> {
    let identity = subject.identity();
    for identifier in &identity.own {
        if !is_shared(sql, identifier)? {
            suppression::take_in(sql, entry, [identifier])?;
        }
    }
    if subject.kind() == Kind::Company {
        suppression::take_in(sql, entry, &identity.domains)?;
    }
    suppression::take_in(sql, entry, &identity.names)
}

/// Whether a record that is still there has it, too.
fn is_shared(sql: &mut dyn Sql, identifier: &Identifier) -> Result<bool> {
    Ok(!reached_by(sql, identifier)?.is_empty())
}

/// Takes their contacts out of what is said of their companies.
fn strip_companies(sql: &mut dyn Sql, trace: &Trace) -> Result<()> {
    let mut companies = BTreeSet::new();
    for domain in &trace.domains {
        let query = CompanyQuery { domain: Some(domain.clone()), ..CompanyQuery::default() };
        for key in query.keys() {
            companies.extend(by_key(sql, Kind::Company, key)?.into_iter().map(|(no, _)| no));
        }
    }
    let mut filing = Filing::begin(sql)?;
    for no in companies {
        let mut any = false;
        for mut claim in claims_of(sql, no)? {
            let before = claim.clone();
            if strip_contacts(&mut claim.facts, |identifier| trace.has(identifier)) {
                filing.rewrite_claim(sql, no, before, claim)?;
                any = true;
            }
        }
        if any {
            filing.merge_again(sql, no, Kind::Company)?;
        }
    }
    filing.finish(sql)
}
