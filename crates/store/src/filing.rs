//! Filing a claim: it joins the record it speaks of, or makes one.

use std::collections::{BTreeMap, BTreeSet};

use records::{Claim, keys::Key};

use crate::{
    change,
    likely::{self, Likely, Neighbours},
    people_seen,
    ready::Ready,
    record::{IngestReport, claims_of, exists},
    ruling, signal,
    sql::{Result, Sql, StoreError, params},
    subject::{Kind, Subject},
};

/// Records one key may lead to; a name at a large employer leads to several, a forged one to none.
pub(crate) const RECORDS_PER_KEY_MAX: i64 = 64;

/// What claims filed in one transaction need to know again and again. Nobody else writes meanwhile, so what was read
/// once stays true.
pub(crate) struct Filing {
    last_change: i64,
    has_aliases: bool,
    neighbours: Neighbours,
}

impl Filing {
    pub(crate) fn begin(sql: &mut dyn Sql) -> Result<Self> {
        let alias = sql.first("SELECT 1 FROM subject_alias LIMIT 1", &[], |row| row.int(0))?;
        Ok(Self {
            last_change: change::last(sql)?,
            has_aliases: alias.is_some(),
            neighbours: Neighbours::begin(sql)?,
        })
    }

    /// Files one claim.
    pub(crate) fn file(&mut self, sql: &mut dyn Sql, ready: &Ready, report: &mut IngestReport) -> Result<()> {
        let said = said_before(sql, &ready.claim)?;
        if repeats(&said, ready) {
            report.unchanged += 1;
            return Ok(());
        }
        report.claims += 1;
        let kind = ready.alone.kind();
        let mut candidates = Vec::new();
        for candidate in own_subjects(sql, ready, &said)?.into_iter().chain(matching_subjects(sql, ready)?) {
            if !ruling::is_apart(sql, &ready.claim, candidate.0)? {
                candidates.push(candidate);
            }
        }
        let Likely { sure: likely, doubtful } = self.neighbours.likely(sql, ready)?;
        let mut candidates = candidates.into_iter();
        let settled = candidates.next().map(|(subject, _)| subject);
        let Some(subject) = settled.or(likely.first().copied()) else {
            report.created += 1;
            let subject = self.create(sql, ready)?;
            self.insert_claim(sql, subject, ready)?;
            return likely::doubt(sql, subject, &doubtful);
        };
        self.insert_claim(sql, subject, ready)?;
        let mut merged = self.merge_again(sql, subject, kind)?;
        for (other, record) in candidates {
            // The claim fits both. They are one only if nothing else speaks against it: a mailbox without a name
            // fits everyone who shares it.
            if other != subject && merged.is_same_as(&record) && !ruling::are_apart(sql, subject, other)? {
                self.join(sql, subject, other)?;
                merged = self.merge_again(sql, subject, kind)?;
                report.joined += 1;
            }
        }
        for other in likely {
            let is_other = other != subject && exists(sql, other)?;
            if is_other
                && self.neighbours.are_one(sql, subject, other)?
                && !ruling::are_apart(sql, subject, other)?
            {
                self.join(sql, subject, other)?;
                self.merge_again(sql, subject, kind)?;
                report.joined += 1;
            }
        }
        report.updated += 1;
        likely::doubt(sql, subject, &doubtful)
    }

    /// Makes a record of claims, called after the first.
    pub(crate) fn create_of(&mut self, sql: &mut dyn Sql, claims: &[Claim]) -> Result<i64> {
        let mut attempt = 0;
        loop {
            if let Some(no) = self.try_create(sql, &Ready::of_claims(claims, attempt)?)? {
                return Ok(no);
            }
            attempt += 1;
        }
    }

    fn create(&mut self, sql: &mut dyn Sql, ready: &Ready) -> Result<i64> {
        let mut made = self.try_create(sql, ready)?;
        // A source may call another subject by an id it has used before.
        let mut attempt = 0;
        loop {
            if let Some(no) = made {
                return Ok(no);
            }
            attempt += 1;
            made = self.try_create(sql, &ready.renamed(attempt)?)?;
        }
    }

    /// Makes the record of a claim, unless its id is taken.
    fn try_create(&mut self, sql: &mut dyn Sql, ready: &Ready) -> Result<Option<i64>> {
        if self.has_aliases {
            let alias =
                sql.first("SELECT 1 FROM subject_alias WHERE id = ?1", params![&ready.id], |row| row.int(0))?;
            if alias.is_some() {
                return Ok(None);
            }
        }
        let subject = &ready.alone;
        let made = sql.first(
            "INSERT INTO subject (id, kind, label, employer, record, changed) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (id) DO NOTHING RETURNING no",
            params![
                &ready.id,
                subject.kind() as i64,
                &subject.label(),
                subject.employer(),
                &ready.record[..],
                self.last_change + 1
            ],
            |row| row.int(0),
        )?;
        let Some(no) = made else { return Ok(None) };
        self.last_change += 1;
        for key in &ready.keys {
            insert_key(sql, *key, no)?;
        }
        if let Subject::Company(company) = subject {
            signal::note_domains(sql, no, company)?;
        }
        signal::write_first(sql, no, &ready.signals)?;
        Ok(Some(no))
    }

    fn insert_claim(&mut self, sql: &mut dyn Sql, subject: i64, ready: &Ready) -> Result<()> {
        let claim = &ready.claim;
        sql.execute(
            "INSERT INTO claim (subject, source, reference, observed_at, digest, facts) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![
                subject,
                &claim.source,
                &claim.reference,
                claim.observed_at.as_microsecond(),
                ready.digest,
                &ready.facts[..]
            ],
        )?;
        self.neighbours.note(sql, subject, ready)
    }

    /// Files a claim in the place of what it said before.
    pub(crate) fn rewrite_claim(
        &mut self,
        sql: &mut dyn Sql,
        subject: i64,
        before: Claim,
        after: Claim,
    ) -> Result<()> {
        let (before, after) = (Ready::new(before)?, Ready::new(after)?);
        let (claim, at) = (&before.claim, before.claim.observed_at.as_microsecond());
        sql.execute(
            "DELETE FROM claim WHERE subject = ?1 AND source = ?2 AND reference = ?3 AND observed_at = ?4
               AND digest = ?5",
            params![subject, &claim.source, &claim.reference, at, before.digest],
        )?;
        let said = said_before(sql, &after.claim)?;
        let is_known = said.iter().any(|said| said.observed_at == at && said.digest == after.digest);
        if is_known { Ok(()) } else { self.insert_claim(sql, subject, &after) }
    }

    /// Computes a record again from its claims and brings its keys in line.
    pub(crate) fn merge_again(&mut self, sql: &mut dyn Sql, no: i64, kind: Kind) -> Result<Subject> {
        let (id, before) = stored(sql, no, kind)?;
        let claims = claims_of(sql, no)?;
        let after = Subject::of(&id, &claims);
        // Even when the record stays the same: what was derived from a record joined into it is gone.
        follow(sql, no, &after, &claims)?;
        if after == before {
            return Ok(after);
        }
        self.last_change += 1;
        sql.execute(
            "UPDATE subject SET label = ?2, employer = ?3, record = ?4, changed = ?5 WHERE no = ?1",
            params![no, &after.label(), after.employer(), &after.encode()?[..], self.last_change],
        )?;
        let (old, new): (BTreeSet<Key>, BTreeSet<Key>) =
            (before.keys().into_iter().collect(), after.keys().into_iter().collect());
        for key in old.difference(&new) {
            delete_key(sql, *key, no)?;
        }
        for key in new.difference(&old) {
            insert_key(sql, *key, no)?;
        }
        Ok(after)
    }

    /// Moves everything of `other` to `subject`; `other`'s id goes on answering.
    pub(crate) fn join(&mut self, sql: &mut dyn Sql, subject: i64, other: i64) -> Result<()> {
        let row = sql.first("SELECT id, kind FROM subject WHERE no = ?1", params![other], |row| {
            Ok((row.text(0)?, row.int(1)?))
        })?;
        let Some((id, kind)) = row else { return Ok(()) };
        self.neighbours.join(sql, subject, other)?;
        sql.execute("UPDATE claim SET subject = ?1 WHERE subject = ?2", params![subject, other])?;
        sql.execute("UPDATE subject_alias SET subject = ?1 WHERE subject = ?2", params![subject, other])?;
        people_seen::join(sql, subject, other)?;
        self.last_change += 1;
        sql.execute("UPDATE subject SET changed = ?2 WHERE no = ?1", params![subject, self.last_change])?;
        delete(sql, other)?;
        self.last_change += 1;
        sql.execute(
            "INSERT INTO subject_gone (changed, id, kind) VALUES (?1, ?2, ?3)",
            params![self.last_change, &id, kind],
        )?;
        sql.execute("INSERT INTO subject_alias (id, subject) VALUES (?1, ?2)", params![&id, subject])?;
        self.has_aliases = true;
        Ok(())
    }
}

/// When a source said something under one of its ids, and of whom.
struct Said {
    observed_at: i64,
    digest: i64,
    subject: i64,
}

/// What the source said under this id so far, in the order of its observations.
fn said_before(sql: &mut dyn Sql, claim: &Claim) -> Result<Vec<Said>> {
    sql.all(
        "SELECT observed_at, digest, subject FROM claim WHERE source = ?1 AND reference = ?2
         ORDER BY observed_at, no",
        params![&claim.source, &claim.reference],
        |row| Ok(Said { observed_at: row.int(0)?, digest: row.int(1)?, subject: row.int(2)? }),
    )
}

/// A source that says the same thing again has told nothing new, whenever it says it.
fn repeats(said: &[Said], ready: &Ready) -> bool {
    let at = ready.claim.observed_at.as_microsecond();
    let latest = said.iter().rfind(|said| said.observed_at <= at);
    latest.is_some_and(|said| said.digest == ready.digest)
        || said.iter().any(|said| said.observed_at == at && said.digest == ready.digest)
}

/// Subjects by their number, in the order they were made.
type Candidates = BTreeMap<i64, Subject>;

/// The subject this source's own id stood for so far. The id may be a row number that stands for someone else
/// in the next file, so it is not believed against everything else.
fn own_subjects(sql: &mut dyn Sql, ready: &Ready, said: &[Said]) -> Result<Vec<(i64, Subject)>> {
    let mut own = Vec::new();
    let kind = ready.alone.kind();
    for no in said.iter().map(|said| said.subject).collect::<BTreeSet<i64>>() {
        let stored = sql.first(
            "SELECT record FROM subject WHERE no = ?1 AND kind = ?2",
            params![no, kind as i64],
            |row| Subject::decode(kind, row.bytes(0)?),
        )?;
        let Some(subject) = stored else { continue };
        if ready.alone.may_be(&subject) || ruling::is_together(sql, &ready.claim, no)? {
            own.push((no, subject));
        }
    }
    Ok(own)
}

/// Subjects that share an identifier no two subjects share.
pub(crate) fn matching_subjects(sql: &mut dyn Sql, ready: &Ready) -> Result<Candidates> {
    let mut found = Candidates::new();
    let kind = ready.alone.kind();
    for key in &ready.strong_keys {
        let near = by_key(sql, kind, *key)?.into_iter();
        found.extend(near.filter(|(_, subject)| ready.alone.is_same_as(subject)));
    }
    if found.len() > 1 && ready.alone.is_known_by_name_alone() {
        found.clear();
    }
    Ok(found)
}

/// Subjects that a key leads to, a bounded number of them.
pub(crate) fn by_key(sql: &mut dyn Sql, kind: Kind, key: Key) -> Result<Vec<(i64, Subject)>> {
    sql.all(
        "SELECT s.no, s.record FROM subject_key k JOIN subject s ON s.no = k.subject
         WHERE k.key = ?1 AND s.kind = ?2 LIMIT ?3",
        params![key.0.cast_signed(), kind as i64, RECORDS_PER_KEY_MAX],
        |row| Ok((row.int(0)?, Subject::decode(kind, row.bytes(1)?)?)),
    )
}

fn insert_key(sql: &mut dyn Sql, key: Key, subject: i64) -> Result<()> {
    sql.execute(
        "INSERT INTO subject_key (key, subject) VALUES (?1, ?2) ON CONFLICT (key, subject) DO NOTHING",
        params![key.0.cast_signed(), subject],
    )?;
    Ok(())
}

fn delete_key(sql: &mut dyn Sql, key: Key, subject: i64) -> Result<()> {
    sql.execute(
        "DELETE FROM subject_key WHERE key = ?1 AND subject = ?2",
        params![key.0.cast_signed(), subject],
    )?;
    Ok(())
}

pub(crate) fn stored(sql: &mut dyn Sql, no: i64, kind: Kind) -> Result<(String, Subject)> {
    let row = sql.first("SELECT id, record FROM subject WHERE no = ?1", params![no], |row| {
        Ok((row.text(0)?, Subject::decode(kind, row.bytes(1)?)?))
    })?;
    row.ok_or(StoreError::NotFound("record"))
}

/// What is derived from a record follows it in the same transaction.
fn follow(sql: &mut dyn Sql, no: i64, subject: &Subject, claims: &[Claim]) -> Result<()> {
    if let Subject::Company(company) = subject {
        signal::note_domains(sql, no, company)?;
    }
    signal::derive(sql, no, subject, claims)
}

/// Deletes a subject with all that leads to it. Keys and blocks point at it by number alone, without a constraint that
/// would have to be looked up for each of them, so that whoever deletes a subject does it here.
pub(crate) fn delete(sql: &mut dyn Sql, no: i64) -> Result<()> {
    let row = sql.first("SELECT kind, record FROM subject WHERE no = ?1", params![no], |row| {
        Subject::decode(Kind::of_number(row.int(0)?)?, row.bytes(1)?)
    })?;
    let Some(record) = row else { return Ok(()) };
    for key in record.keys() {
        delete_key(sql, key, no)?;
    }
    likely::forget(sql, no)?;
    sql.execute("DELETE FROM subject WHERE no = ?1", params![no])?;
    Ok(())
}
