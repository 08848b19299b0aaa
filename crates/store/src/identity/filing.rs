//! Filing a claim: it is added to the subject it is about, or creates one.

mod claim_cache;
pub(crate) mod companies;
mod company_evidence;
mod contested;
mod known;
pub(crate) mod moved;
mod narrowest;
mod openings;
mod people;
pub(crate) mod prior_claims;
mod read_ahead;
mod second_look;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::Timestamp;
use records::{Claim, keys::Key};

use self::{
    claim_cache::ClaimCache,
    known::Known,
    moved::move_state,
    prior_claims::{Novelty, PriorClaims},
};
use crate::subjects::rows::{last_subject, note_last_subject, stored};
use crate::{
    identity::{
        agreement::Agreement,
        commonness::Commonness,
        evidence,
        ingest_report::IngestReport,
        key_index::KeyIndex,
        prepare::{PreparedClaim, traits},
        ruling::Rulings,
    },
    sql::{BatchedTable, Result, Sql, params},
    subjects::{
        change,
        ids::{ChangeNumber, ClaimId, NO_PROFILE, SubjectId},
        rows::{CLAIMS_PER_SOURCE_MAX, all_claims_of, all_numbered_claims_of, claims_of, exists},
        signal::derive,
        subject::{Kind, Subject},
    },
};

/// Whether an id is an alias.
const ALIAS: &str = "SELECT 1 FROM subject_alias WHERE id = ?1";

/// State and caches of one filing transaction. There is a single writer, so what was read once stays valid.
pub(crate) struct Filing {
    /// When the claims became known, for the records and signals that they make; 0 if they are not news.
    learned_at: i64,
    last_change: ChangeNumber,
    last_subject: SubjectId,
    /// Whether a subject was deleted, whose number is not given again.
    gives_up_numbers: bool,
    last_claim: ClaimId,
    has_aliases: bool,
    /// Ids that were looked up: whether another subject has them as aliases.
    aliases: HashMap<String, bool>,
    rulings: Rulings,
    key_index: KeyIndex,
    commonness: Commonness,
    agreement: Agreement,
    claim_cache: ClaimCache,
    prior_claims: PriorClaims,
    /// What companies and jobs are known by.
    companies: HashMap<SubjectId, Known>,
    /// Whether there are open positions on record; none before it was asked.
    has_positions: Option<bool>,
    /// Stored claims, and companies, that all evidence of claims was compared with: what filing costs.
    compared: usize,
    /// Subjects whose record is merged at the end of the transaction, with their turn: one that gets many claims is merged
    /// once, and signals are written in the order in which their claims came.
    unmerged: BTreeMap<SubjectId, (usize, Kind)>,
}

impl Filing {
    pub(crate) fn begin(sql: &mut dyn Sql) -> Result<Self> {
        KeyIndex::apply_log(sql, None)?;
        Self::with_key_index(sql, |_, _| Ok(KeyIndex::default()))
    }

    /// Begins the next transaction of an import that owns the folder, with the key index of the previous one.
    pub(crate) fn resume(sql: &mut dyn Sql, kept: Option<KeyIndex>) -> Result<Self> {
        Self::with_key_index(sql, |sql, subjects| KeyIndex::of_import(sql, kept, subjects))
    }

    fn with_key_index(
        sql: &mut dyn Sql,
        key_index: impl FnOnce(&mut dyn Sql, i64) -> Result<KeyIndex>,
    ) -> Result<Self> {
        let alias = sql.first("SELECT 1 FROM subject_alias LIMIT 1", &[], |row| row.int(0))?;
        let last_claim = sql.first("SELECT COALESCE(MAX(no), 0) FROM claim", &[], |row| row.int(0))?;
        let last_subject = last_subject(sql)?;
        Ok(Self {
            learned_at: 0,
            last_change: change::last(sql)?,
            last_subject,
            gives_up_numbers: false,
            last_claim: ClaimId(last_claim.unwrap_or(0)),
            has_aliases: alias.is_some(),
            aliases: HashMap::new(),
            rulings: Rulings::read(sql)?,
            key_index: key_index(sql, last_subject.as_count())?.after(last_subject),
            commonness: Commonness::default(),
            agreement: Agreement::read(sql)?,
            claim_cache: ClaimCache::default(),
            prior_claims: PriorClaims::default(),
            companies: HashMap::new(),
            has_positions: None,
            compared: 0,
            unmerged: BTreeMap::new(),
        })
    }

    /// The same for claims that become known now: what they make is new.
    pub(crate) fn learned_at(self, now: Timestamp) -> Self {
        Self { learned_at: now.as_microsecond(), ..self }
    }

    /// Writes the buffered changes; every filing transaction ends with this or with `pause`.
    pub(crate) fn finish(self, sql: &mut dyn Sql) -> Result<()> {
        self.write_all_but_keys(sql)?.write(sql)
    }

    /// Ends a transaction of an import that continues: logs the key-index changes and returns the key index.
    pub(crate) fn pause(self, sql: &mut dyn Sql) -> Result<KeyIndex> {
        let mut key_index = self.write_all_but_keys(sql)?;
        key_index.append_log(sql)?;
        Ok(key_index)
    }

    fn write_all_but_keys(mut self, sql: &mut dyn Sql) -> Result<KeyIndex> {
        self.merge_pending(sql)?;
        self.commonness.write(sql)?;
        self.agreement.write(sql)?;
        if self.gives_up_numbers {
            note_last_subject(sql, self.last_subject)?;
        }
        Ok(self.key_index)
    }

    /// Files one claim.
    pub(crate) fn file(
        &mut self,
        sql: &mut dyn Sql,
        prepared: &PreparedClaim,
        report: &mut IngestReport,
    ) -> Result<()> {
        // Most rows of an import are new; the filter says so without a query.
        let prior = if self.key_index.is_new(prepared.row_key) {
            Vec::new()
        } else {
            self.prior_claims.of(sql, prepared)?
        };
        match prior_claims::classify(sql, &prior, prepared, || self.next_claim())? {
            Novelty::Repeat => {
                report.unchanged += 1;
                Ok(())
            }
            Novelty::Backdated(subject) => {
                report.claims += 1;
                report.updated += 1;
                self.forget(subject);
                self.merge_again(sql, subject, prepared.kind).map(drop)
            }
            Novelty::New { reverted } => {
                report.claims += 1;
                reverted.into_iter().for_each(|subject| self.forget(subject));
                match &prepared.traits {
                    Some(traits) => self.file_person(sql, prepared, traits, &prior, report)?,
                    None => self.file_by_identifiers(sql, prepared, &prior, report)?,
                }
                match reverted {
                    Some(subject) if exists(sql, subject)? => {
                        self.merge_again(sql, subject, prepared.kind).map(drop)
                    }
                    _ => Ok(()),
                }
            }
        }
    }

    /// Creates a subject from a claim.
    fn file_new(
        &mut self,
        sql: &mut dyn Sql,
        prepared: &PreparedClaim,
        report: &mut IngestReport,
    ) -> Result<SubjectId> {
        report.created += 1;
        let subject = self.create(sql, prepared)?;
        self.insert_claim(sql, subject, prepared)?;
        Ok(subject)
    }

    /// Creates a subject from claims, with an id made from the first.
    fn create_of(&mut self, sql: &mut dyn Sql, claims: &[Claim]) -> Result<SubjectId> {
        let mut attempt = 0;
        loop {
            if let Some(subject) = self.try_create(sql, &PreparedClaim::of_claims(claims, attempt)?)? {
                return Ok(subject);
            }
            attempt += 1;
        }
    }

    fn create(&mut self, sql: &mut dyn Sql, prepared: &PreparedClaim) -> Result<SubjectId> {
        let mut made = self.try_create(sql, prepared)?;
        // A source may reuse a row id for another subject.
        let mut attempt = 0;
        loop {
            if let Some(subject) = made {
                return Ok(subject);
            }
            attempt += 1;
            made = self.try_create(sql, &prepared.renamed(attempt)?)?;
        }
    }

    /// Creates the subject of a claim, unless its id is in use.
    fn try_create(&mut self, sql: &mut dyn Sql, prepared: &PreparedClaim) -> Result<Option<SubjectId>> {
        if self.is_alias(sql, &prepared.id)? {
            return Ok(None);
        }
        for entry in self.key_index.of(sql, prepared.id_key)?.to_vec() {
            let same = "SELECT 1 FROM subject WHERE no = ?1 AND id = ?2";
            if sql.first(same, params![entry.subject, &prepared.id], |row| row.int(0))?.is_some() {
                return Ok(None);
            }
        }
        let (subject, changed) = (self.last_subject.next(), self.last_change.next());
        sql.send_row(
            BatchedTable::Subject,
            "INSERT INTO subject (no, id, kind, label, employer, record, changed, first_seen_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            params![
                subject,
                &prepared.id,
                prepared.kind as i64,
                &prepared.label,
                prepared.employer.as_ref(),
                &prepared.record[..],
                changed,
                self.learned_at
            ],
        )?;
        (self.last_subject, self.last_change) = (subject, changed);
        if prepared.kind == Kind::Person {
            self.claim_cache.keep_unweighted(subject, Vec::new());
        }
        for key in &prepared.known_by.keys {
            self.key_index.add(*key, subject, NO_PROFILE);
        }
        self.commonness.add(&prepared.known_by.values);
        derive::write_first(sql, subject, &prepared.signals, self.learned_at)?;
        if prepared.kind != Kind::Person {
            let alone = prepared.alone()?;
            if let Subject::Company(company) = &alone {
                derive::note_domains(sql, subject, company)?;
            }
            self.merge_hirers(sql, None, Some(&alone))?;
        }
        Ok(Some(subject))
    }

    /// Whether an id is that of a subject that was joined into another.
    fn is_alias(&mut self, sql: &mut dyn Sql, id: &str) -> Result<bool> {
        if !self.has_aliases {
            return Ok(false);
        }
        if let Some(known) = self.aliases.get(id) {
            return Ok(*known);
        }
        let alias = sql.first(ALIAS, params![id], |row| row.int(0))?;
        Ok(alias.is_some())
    }

    /// The number of the next claim.
    fn next_claim(&mut self) -> ClaimId {
        self.last_claim = ClaimId(self.last_claim.0 + 1);
        self.last_claim
    }

    fn insert_claim(
        &mut self,
        sql: &mut dyn Sql,
        subject: SubjectId,
        prepared: &PreparedClaim,
    ) -> Result<()> {
        sql.send_row(
            BatchedTable::Claim,
            "INSERT INTO claim (no, subject, source, reference, observed_at, digest, facts)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![
                self.next_claim(),
                subject,
                &prepared.source,
                &prepared.reference,
                prepared.observed_at,
                prepared.digest,
                &prepared.facts[..]
            ],
        )?;
        self.key_index.note(prepared.row_key);
        for key in &prepared.strong_keys {
            self.key_index.add(*key, subject, NO_PROFILE);
        }
        let Some(own) = &prepared.traits else { return Ok(()) };
        self.keep_claim(sql, subject, prepared, own)?;
        let tag = evidence::profile_tag(own);
        for block in own.blocks() {
            // A full block is not used for look-ups, so it needs no further entries.
            if !self.key_index.is_known_full(*block) {
                self.key_index.add(*block, subject, tag);
            }
        }
        Ok(())
    }

    /// Replaces a stored claim.
    pub(crate) fn rewrite_claim(
        &mut self,
        sql: &mut dyn Sql,
        subject: SubjectId,
        before: Claim,
        after: Claim,
    ) -> Result<()> {
        let (before, after) = (PreparedClaim::new(before)?, PreparedClaim::new(after)?);
        self.forget(subject);
        sql.send(
            "DELETE FROM claim WHERE subject = ?1 AND source = ?2 AND reference = ?3 AND observed_at = ?4
               AND digest = ?5",
            params![subject, &before.source, &before.reference, before.observed_at, before.digest],
        )?;
        let prior = self.prior_claims.of(sql, &after)?;
        match prior_claims::classify(sql, &prior, &after, || self.next_claim())? {
            Novelty::Repeat | Novelty::Backdated(_) => Ok(()),
            Novelty::New { .. } => self.insert_claim(sql, subject, &after),
        }
    }

    /// Whether a company of one of these keys is known by rows about itself, and not by those of its people alone.
    pub(crate) fn has_own_rows(&mut self, sql: &mut dyn Sql, keys: &[Key]) -> Result<bool> {
        for key in keys {
            for entry in self.key_index.of(sql, *key)?.to_vec() {
                if self.known(sql, entry.subject)?.has_own_rows {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Drops what is cached about a subject.
    fn forget(&mut self, subject: SubjectId) {
        self.claim_cache.forget(subject);
        self.prior_claims.forget(subject);
        self.companies.remove(&subject);
    }

    /// Merges a record at the end of the transaction.
    fn merge_later(&mut self, subject: SubjectId, kind: Kind) {
        let turn = self.unmerged.len();
        self.unmerged.entry(subject).or_insert((turn, kind));
    }

    fn merge_pending(&mut self, sql: &mut dyn Sql) -> Result<()> {
        // A position that is merged has the company that hires merged after it.
        while !self.unmerged.is_empty() {
            let mut pending: Vec<_> = std::mem::take(&mut self.unmerged).into_iter().collect();
            pending.sort_unstable_by_key(|(_, (turn, _))| *turn);
            for (subject, (_, kind)) in pending {
                if exists(sql, subject)? {
                    self.merge_again(sql, subject, kind)?;
                }
            }
        }
        Ok(())
    }

    /// Computes a record again from its claims and brings its keys in line.
    pub(crate) fn merge_again(
        &mut self,
        sql: &mut dyn Sql,
        subject: SubjectId,
        kind: Kind,
    ) -> Result<Subject> {
        let (id, before) = stored(sql, subject, kind)?;
        self.unmerged.remove(&subject);
        let claims = claims_of(sql, subject)?;
        let merged = Subject::of(&id, &claims);
        let after = self.with_openings(sql, merged)?;
        // Even if the record is unchanged: joining another record into it brought that record's derived rows.
        self.update_derived(sql, subject, &after, &claims)?;
        if after == before {
            return Ok(after);
        }
        self.update_record(sql, subject, &after)?;
        let stored_before = before;
        let (before, known_by) = (stored_before.known_by(), after.known_by());
        self.commonness.remove(&before.values);
        self.commonness.add(&known_by.values);
        let old: BTreeSet<Key> = before.keys.into_iter().collect();
        let mut new: BTreeSet<Key> = known_by.keys.into_iter().collect();
        new.extend(claims.iter().flat_map(identifying_keys));
        // Of a subject with very many claims not all were read: what an older one is known by stays.
        if claims.len() < CLAIMS_PER_SOURCE_MAX {
            for key in old.difference(&new) {
                self.key_index.remove(*key, subject);
            }
        }
        for key in new.difference(&old) {
            self.key_index.add(*key, subject, NO_PROFILE);
        }
        self.merge_hirers(sql, Some(&stored_before), Some(&after))?;
        Ok(after)
    }

    /// Writes the record of a subject and all its keys, none of which are stored.
    pub(crate) fn rebuild(&mut self, sql: &mut dyn Sql, subject: SubjectId, kind: Kind) -> Result<()> {
        let (id, before) = stored(sql, subject, kind)?;
        let claims = claims_of(sql, subject)?;
        let after = Subject::of(&id, &claims);
        self.update_derived(sql, subject, &after, &claims)?;
        if after != before {
            self.update_record(sql, subject, &after)?;
        }
        if let Some(employer) = after.employer() {
            // The handle may be made of something else than before, although the record is the same.
            sql.send("UPDATE subject SET employer = ?2 WHERE no = ?1", params![subject, &employer])?;
        }
        let known_by = after.known_by();
        self.commonness.add(&known_by.values);
        known_by.keys.into_iter().for_each(|key| self.key_index.add(key, subject, NO_PROFILE));
        self.add_claim_entries(subject, &all_claims_of(sql, subject)?);
        Ok(())
    }

    fn update_record(&mut self, sql: &mut dyn Sql, subject: SubjectId, record: &Subject) -> Result<()> {
        self.last_change = self.last_change.next();
        sql.send(
            "UPDATE subject SET label = ?2, employer = ?3, record = ?4, changed = ?5 WHERE no = ?1",
            params![
                subject,
                &record.label(),
                record.employer().as_ref(),
                &record.encode()?[..],
                self.last_change
            ],
        )?;
        Ok(())
    }

    /// Joins two subjects into the older one, whose id other systems have known longer, and returns it.
    pub(crate) fn join_older(
        &mut self,
        sql: &mut dyn Sql,
        one: SubjectId,
        other: SubjectId,
    ) -> Result<SubjectId> {
        let older = one.min(other);
        self.join(sql, older, one.max(other))?;
        Ok(older)
    }

    /// Moves everything of `other` to `subject`; `other`'s id becomes an alias.
    pub(crate) fn join(&mut self, sql: &mut dyn Sql, subject: SubjectId, other: SubjectId) -> Result<()> {
        let row = sql.first("SELECT id, kind FROM subject WHERE no = ?1", params![other], |row| {
            Ok((row.text(0)?, row.int(1)?))
        })?;
        let Some((id, kind)) = row else { return Ok(()) };
        self.forget(subject);
        self.forget(other);
        self.unmerged.remove(&other);
        let moving = all_claims_of(sql, other)?;
        self.add_claim_entries(subject, &moving);
        self.remove_entries(sql, other)?;
        sql.send("UPDATE claim SET subject = ?1 WHERE subject = ?2", params![subject, other])?;
        sql.send("UPDATE subject_alias SET subject = ?1 WHERE subject = ?2", params![subject, other])?;
        // What accounts have seen and bought moves with it.
        move_state(sql, other, Some(subject))?;
        // The next merge keeps those that the joined claims still tell of, with their ids and times.
        sql.send("UPDATE signal SET subject = ?1 WHERE subject = ?2", params![subject, other])?;
        self.last_change = self.last_change.next();
        sql.send("UPDATE subject SET changed = ?2 WHERE no = ?1", params![subject, self.last_change])?;
        sql.send("DELETE FROM subject WHERE no = ?1", params![other])?;
        self.gives_up_numbers = true;
        self.last_change = self.last_change.next();
        sql.send(
            "INSERT INTO subject_gone (changed, id, kind) VALUES (?1, ?2, ?3)",
            params![self.last_change, &id, kind],
        )?;
        sql.send("INSERT INTO subject_alias (id, subject) VALUES (?1, ?2)", params![&id, subject])?;
        self.has_aliases = true;
        self.aliases.insert(id, true);
        Ok(())
    }

    /// Moves some claims, by row number, to another subject or a new one, and returns it. The caller merges both
    /// records again.
    pub(crate) fn move_claims(
        &mut self,
        sql: &mut dyn Sql,
        from: SubjectId,
        to: Option<SubjectId>,
        claims: &BTreeSet<ClaimId>,
    ) -> Result<SubjectId> {
        // Before the move, because the keys to remove are computed from all claims of the subject.
        self.remove_claim_entries(sql, from)?;
        let to = match to {
            Some(to) => to,
            None => {
                let mut leaving = Vec::new();
                for (id, claim) in all_numbered_claims_of(sql, from)? {
                    if claims.contains(&id) {
                        leaving.push(claim);
                    }
                }
                self.create_of(sql, &leaving)?
            }
        };
        for claim in claims {
            sql.send("UPDATE claim SET subject = ?2 WHERE no = ?1", params![claim, to])?;
        }
        for subject in [from, to] {
            self.forget(subject);
            let claims = all_claims_of(sql, subject)?;
            self.add_claim_entries(subject, &claims);
        }
        Ok(to)
    }

    /// Adds the key-index entries (identifiers and blocks) of these claims.
    fn add_claim_entries(&mut self, subject: SubjectId, claims: &[Claim]) {
        for key in claims.iter().flat_map(identifying_keys) {
            self.key_index.add(key, subject, NO_PROFILE);
        }
        for own in claims.iter().filter_map(traits) {
            let tag = evidence::profile_tag(&own);
            for block in own.blocks() {
                self.key_index.add(*block, subject, tag);
            }
        }
    }

    /// Removes the key-index entries (identifiers and blocks) of all claims of a subject.
    fn remove_claim_entries(&mut self, sql: &mut dyn Sql, subject: SubjectId) -> Result<()> {
        self.forget(subject);
        let claims = all_claims_of(sql, subject)?;
        for key in claims.iter().flat_map(identifying_keys) {
            self.key_index.remove(key, subject);
        }
        for own in claims.iter().filter_map(traits) {
            own.blocks().iter().for_each(|block| self.key_index.remove(*block, subject));
        }
        Ok(())
    }

    /// Removes all key-index entries of a subject: of its record, which is returned, and of its claims.
    fn remove_entries(&mut self, sql: &mut dyn Sql, subject: SubjectId) -> Result<Option<Subject>> {
        let record =
            sql.first("SELECT kind, record FROM subject WHERE no = ?1", params![subject], |row| {
                Subject::decode(Kind::of_number(row.int(0)?)?, row.bytes(1)?)
            })?;
        if let Some(record) = &record {
            let known_by = record.known_by();
            self.commonness.remove(&known_by.values);
            known_by.keys.into_iter().for_each(|key| self.key_index.remove(key, subject));
        }
        self.remove_claim_entries(sql, subject)?;
        Ok(record)
    }

    /// Updates the rows derived from a record (domains, signals) in the same transaction.
    fn update_derived(
        &self,
        sql: &mut dyn Sql,
        subject: SubjectId,
        record: &Subject,
        claims: &[Claim],
    ) -> Result<()> {
        if let Subject::Company(company) = record {
            derive::note_domains(sql, subject, company)?;
        }
        derive::derive(sql, subject, record, claims, self.learned_at)
    }

    /// Deletes a subject with its key-index entries. These have no foreign key, because checking it for each would cost
    /// a look-up, so subjects must be deleted only here.
    pub(crate) fn delete(&mut self, sql: &mut dyn Sql, subject: SubjectId) -> Result<()> {
        let record = self.remove_entries(sql, subject)?;
        sql.send("DELETE FROM subject WHERE no = ?1", params![subject])?;
        self.gives_up_numbers = true;
        self.merge_hirers(sql, record.as_ref(), None)?;
        move_state(sql, subject, None)
    }
}

/// Keys of a claim's own identifiers, even if the merged record shows others.
pub(crate) fn identifying_keys(claim: &Claim) -> Vec<Key> {
    Subject::of("", std::slice::from_ref(claim)).strong_keys()
}
