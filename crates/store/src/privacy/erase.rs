//! Erasing a person: deletes the records and derived rows, then redacts every text that names the person.
//!
//! The transaction that removes a record also notes what it is recognised by; sweeping goes on from there in small
//! steps, and after a crash (`job.rs`).

mod acts;
mod columns;
mod decision;
mod document;
mod finder;
mod job;
mod look;
mod plain;
mod proof;
mod redact;
mod remove;
mod sweep;
mod target;
mod trace;
pub(crate) mod under_way;

use std::collections::BTreeSet;

use jiff::Timestamp;
use records::{
    PersonRecord,
    domain::registrable_domain,
    identifier::{Identifier, IdentifierKind, strip_contacts},
    keys::Key,
    query::CompanyQuery,
};

use crate::{
    NewSuppression, Store,
    identity::{filing::Filing, key_index::KeyIndex},
    privacy::suppression,
    sql::{Result, Sql, StoreError, params, scope::Scope},
    subjects::{
        codec::decode,
        ids::SubjectId,
        rows::{all_claims_of, by_key, subject_by_id},
        subject::{Kind, Subject},
    },
};
pub(crate) use acts::ERASED_QUESTION;
pub use columns::{ColumnDecision, column_decisions};
pub(crate) use decision::ERASED_WORDS;
use job::{ErasurePart, add_part, begin, joined};
pub(crate) use plain::{is_host, is_plain, local_before, numbers_in, plain};
pub use proof::ErasureProof;
use remove::remove;
pub use sweep::ColumnLeft;
pub use target::{Erased, ErasureTarget};
use trace::Trace;

/// Records erased in one transaction, which bounds how long other writes wait; an employer may have more people.
const ERASE_BATCH_RECORDS: usize = 10;
/// Domains of one company that are erased with it.
const DOMAINS_MAX: usize = 16;
/// Records read at a time while people are looked for by the domain of their mail.
const PAGE: usize = 1_000;

impl Store {
    /// Erases a target. With an entry for the suppression list, its identifiers are suppressed from now on.
    pub async fn erase(
        &self,
        target: ErasureTarget,
        keep_out: Option<NewSuppression>,
        now: Timestamp,
    ) -> Result<Erased> {
        let store = self.clone();
        // On a thread of its own: it reads much, and goes on when the caller has gone away.
        joined(tokio::task::spawn_blocking(move || store.erase_and_wait(target, keep_out, now)).await)
    }

    fn erase_and_wait(
        &self,
        target: ErasureTarget,
        keep_out: Option<NewSuppression>,
        now: Timestamp,
    ) -> Result<Erased> {
        let at = now.as_microsecond();
        let targets = self.all_domains(target)?;
        // First, so that nothing more comes in while people are looked for.
        let run = self.write_and_wait(Scope::Records, move |sql| {
            if let Some(entry) = &keep_out {
                targets.iter().try_for_each(|target| list(sql, entry, target, at))?;
            }
            begin(sql, &targets, keep_out.as_ref(), at)
        })?;
        self.carry_out(run)
    }

    /// Removes the records of one target.
    fn remove_target(&self, run: i64, target: &ErasureTarget, entry: Option<&str>) -> Result<Erased> {
        let mut with_mail_there = match target {
            ErasureTarget::Identifier(identifier) if identifier.kind() == IdentifierKind::Domain => {
                self.people_with_mail_at(identifier.value())?
            }
            _ => BTreeSet::new(),
        };
        let mut erased = Erased::default();
        loop {
            let further: BTreeSet<SubjectId> =
                with_mail_there.iter().copied().take(ERASE_BATCH_RECORDS).collect();
            with_mail_there.retain(|subject| !further.contains(subject));
            let (target, entry) = (target.clone(), entry.map(str::to_owned));
            let some = self.write_and_wait(Scope::Records, move |sql| {
                erase_some(sql, run, &target, &further, entry.as_deref())
            })?;
            let is_over = some.people + some.companies + some.jobs == 0 && with_mail_there.is_empty();
            erased += some;
            if is_over {
                return Ok(erased);
            }
        }
    }

    /// The same, for each domain of a company that has several.
    fn all_domains(&self, target: ErasureTarget) -> Result<Vec<ErasureTarget>> {
        let domain = match &target {
            ErasureTarget::Identifier(identifier) if identifier.kind() == IdentifierKind::Domain => {
                identifier.value()
            }
            _ => return Ok(vec![target]),
        };
        let query = CompanyQuery { domain: Some(domain.to_owned()), ..CompanyQuery::default() };
        let companies = self.companies_by_keys(&query.keys())?.into_iter();
        let meant = companies.filter(|company| company.domains.iter().any(|known| known == domain));
        let further = meant.flat_map(|company| company.domains).filter(|known| known != domain);
        let further = further.filter_map(|text| Identifier::parse(IdentifierKind::Domain, &text).ok());
        let further: BTreeSet<Identifier> = further.take(DOMAINS_MAX).collect();
        Ok(std::iter::once(target).chain(further.into_iter().map(ErasureTarget::Identifier)).collect())
    }

    fn people_with_mail_at(&self, domain: &str) -> Result<BTreeSet<SubjectId>> {
        let (mut found, mut after) = (BTreeSet::new(), SubjectId(0));
        loop {
            let page = self.read(|sql| {
                sql.all(
                    "SELECT no, record FROM subject WHERE kind = ?1 AND no > ?2 ORDER BY no LIMIT ?3",
                    params![Kind::Person as i64, after, PAGE as i64],
                    |row| Ok((SubjectId(row.int(0)?), decode::<PersonRecord>(row.bytes(1)?)?)),
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
            found.extend(
                page.iter().filter(|(_, record)| has_mail_there(record)).map(|(subject, _)| *subject),
            );
        }
    }
}

fn list(sql: &mut dyn Sql, entry: &NewSuppression, target: &ErasureTarget, at: i64) -> Result<()> {
    match target {
        ErasureTarget::Identifier(identifier) => {
            suppression::insert(sql, entry, identifier.kind().as_str(), at)?;
            suppression::take_in(sql, &entry.id, [identifier])
        }
        ErasureTarget::Record(id) => {
            subject_by_id(sql, id)?.ok_or(StoreError::NotFound("record"))?;
            suppression::insert(sql, entry, "id", at)
        }
    }
}

fn erase_some(
    sql: &mut dyn Sql,
    run: i64,
    target: &ErasureTarget,
    further: &BTreeSet<SubjectId>,
    entry: Option<&str>,
) -> Result<Erased> {
    // Records that an import has filed a moment ago are to be found as well.
    KeyIndex::apply_log(sql, None)?;
    let (mut erased, mut trace) = (Erased::default(), Trace::default());
    let mut reached = further.clone();
    match target {
        ErasureTarget::Identifier(identifier) => {
            trace = Trace::of_identifier(identifier);
            reached.extend(reached_by(sql, identifier)?);
        }
        ErasureTarget::Record(id) => reached.extend(subject_by_id(sql, id)?),
    }
    let mut removed = Vec::new();
    for subject in reached {
        removed.extend(remove(sql, subject, &mut trace, &mut erased)?);
    }
    // After all of them are deleted: what is left then belongs to other subjects.
    for record in &removed {
        if let Some(entry) = entry {
            keep_out_also(sql, entry, record)?;
        }
        for identifier in &record.identity().own {
            if is_shared(sql, identifier)? {
                trace.leave_out(identifier);
            }
        }
    }
    strip_companies(sql, &trace)?;
    add_part(sql, run, &ErasurePart::of(trace))?;
    Ok(erased)
}

/// Records that an identifier leads to, a bounded number of them.
fn reached_by(sql: &mut dyn Sql, identifier: &Identifier) -> Result<BTreeSet<SubjectId>> {
    let value = identifier.value().to_owned();
    let mut kind = Kind::Person;
    let key = match identifier.kind() {
        IdentifierKind::Domain => return reached_by_domain(sql, &value),
        IdentifierKind::Email => Key::email(&value),
        IdentifierKind::Phone => Key::phone(&value),
        IdentifierKind::Profile => Key::profile(&value),
        IdentifierKind::External => match value.parse() {
            Ok(id) if by_key(sql, Kind::Person, Key::of_person(&id))?.is_empty() => {
                kind = Kind::Company;
                Key::of_company(&id)
            }
            Ok(id) => Key::of_person(&id),
            Err(_) => return Ok(BTreeSet::new()),
        },
        IdentifierKind::Name => return Ok(BTreeSet::new()),
    };
    // A key is a hash and may also match another subject.
    let subjects = by_key(sql, kind, key)?.into_iter();
    let meant = subjects.filter(|(_, record)| record.identity().own.contains(identifier));
    Ok(meant.map(|(subject, _)| subject).collect())
}

fn reached_by_domain(sql: &mut dyn Sql, domain: &str) -> Result<BTreeSet<SubjectId>> {
    let mut found = BTreeSet::new();
    let query = CompanyQuery { domain: Some(domain.to_owned()), ..CompanyQuery::default() };
    for key in query.keys() {
        let companies = by_key(sql, Kind::Company, key)?.into_iter();
        let is_meant = |record: &Subject| {
            record.identity().domains.iter().any(|identifier| identifier.value() == domain)
        };
        found.extend(companies.filter(|(_, record)| is_meant(record)).map(|(subject, _)| subject));
    }
    found.extend(sql.all(
        "SELECT s.no FROM subject_key k JOIN subject s ON s.no = k.subject
         WHERE k.key = ?1 AND s.employer = ?2 ORDER BY k.subject LIMIT ?3",
        params![Key::employer(domain), domain, ERASE_BATCH_RECORDS as i64],
        |row| row.int(0).map(SubjectId),
    )?);
    found.extend(sql.all(
        "SELECT DISTINCT subject FROM signal WHERE domain = ?1 AND kind = 'hiring' LIMIT ?2",
        params![domain, ERASE_BATCH_RECORDS as i64],
        |row| row.int(0).map(SubjectId),
    )?);
    Ok(found)
}

/// Keeps out whatever else those who were erased are recognised by, unless others share it: the number of a
/// switchboard is shared. Colleagues of a person are not suppressed.
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

/// Removes the person's contacts from the claims about their companies.
fn strip_companies(sql: &mut dyn Sql, trace: &Trace) -> Result<()> {
    let mut companies = BTreeSet::new();
    for domain in &trace.domains {
        let query = CompanyQuery { domain: Some(domain.clone()), ..CompanyQuery::default() };
        for key in query.keys() {
            companies.extend(by_key(sql, Kind::Company, key)?.into_iter().map(|(subject, _)| subject));
        }
    }
    let mut filing = Filing::begin(sql)?;
    for subject in companies {
        let mut any = false;
        for mut claim in all_claims_of(sql, subject)? {
            let before = claim.clone();
            if strip_contacts(&mut claim.facts, |identifier| trace.has(identifier)) {
                filing.rewrite_claim(sql, subject, before, claim)?;
                any = true;
            }
        }
        if any {
            filing.merge_again(sql, subject, Kind::Company)?;
        }
    }
    filing.finish(sql)
}
