//! Filing claims about companies and jobs: a claim belongs to the subject that shares an identifier with it, else to the
//! company that its name, place, phone and year of foundation fit (`records::sameness::company`), or to the position that other
//! job boards list (`records::merge::are_one_opening`).
//!
//! A claim with a company name and no identifier belongs to the only company of that name. As soon as there is a second
//! one that fits as well, the name is ambiguous, and the claim belongs to neither, in whatever order they arrived.

use std::collections::{BTreeMap, BTreeSet};

use records::{
    Claim,
    keys::Key,
    merge::are_one_opening,
    sameness::{Evidence, company, identifier_link},
};

use super::{
    Filing,
    company_evidence::{Candidates, only, weigh},
    contested::Contest,
    known::Known,
    prior_claims::PriorClaim,
};
use crate::subjects::rows::stored;
use crate::{
    identity::{
        commonness::Commonness,
        evidence::{self, REVIEW_MARGIN_BITS},
        ingest_report::IngestReport,
        key_index::SUBJECTS_PER_KEY_MAX,
        prepare::{PreparedClaim, traits},
    },
    sql::{Result, Sql},
    subjects::{
        ids::{ClaimId, SubjectId},
        rows::{all_numbered_claims_of, claims_of},
        subject::{Kind, Subject},
    },
};

/// Companies whose traits are cached while claims are filed.
const COMPANIES_KEPT_MAX: usize = 50_000;

impl Filing {
    /// Files a claim about a company or job.
    pub(super) fn file_by_identifiers(
        &mut self,
        sql: &mut dyn Sql,
        prepared: &PreparedClaim,
        prior: &[PriorClaim],
        report: &mut IngestReport,
    ) -> Result<()> {
        let claim = prepared.claim()?;
        let own = Known::of_claim(&claim);
        let row = self.own_subjects(sql, prepared, &own, prior)?;
        let mut found = self.matching(sql, prepared, &own)?;
        if !own.is_identified() && !row.known.is_empty() {
            // The subject of its row is better evidence than its name.
            found.matching.clear();
        }
        let mut candidates = Vec::new();
        for subject in row.known.into_iter().chain(found.matching) {
            if !candidates.contains(&subject) && !self.rulings.is_apart(sql, prepared.row(), subject)? {
                candidates.push(subject);
            }
        }
        let mut candidates = candidates.into_iter();
        let Some(mut subject) = candidates.next() else {
            let subject = self.file_new(sql, prepared, report)?;
            self.companies.insert(subject, own);
            evidence::record_review_pairs(sql, subject, &found.doubtful, self.rulings.are_any)?;
            let only = row.lent.is_empty().then_some(&claim);
            self.reclaim(sql, subject, row.lent)?;
            if found.is_contested {
                self.settle_contested(sql, subject)?;
            }
            return self.settle_names(sql, subject, only);
        };
        let before = self.known(sql, subject)?;
        self.insert_claim(sql, subject, prepared)?;
        let mut after = before.clone();
        after.add_claim(&claim);
        let mut is_same = before.is_settled_as(&after);
        self.companies.insert(subject, after);
        for other in candidates {
            // The claim matches both. They are joined only if nothing else contradicts it.
            let (one, two) = (self.known(sql, subject)?, self.known(sql, other)?);
            let are_named = !one.is_identified() && !two.is_identified();
            let fits = one.shares_identifier(&two) || are_named && self.are_alike(sql, &one, &two)?;
            if fits && !self.rulings.are_apart(sql, subject, other)? {
                subject = self.join_older(sql, subject, other)?;
                report.joined += 1;
                is_same = false;
            }
        }
        is_same &= row.lent.is_empty();
        self.reclaim(sql, subject, row.lent)?;
        self.merge_later(subject, prepared.kind);
        report.updated += 1;
        if found.is_contested {
            self.settle_contested(sql, subject)?;
            is_same = false;
        }
        if is_same { Ok(()) } else { self.settle_names(sql, subject, None) }
    }

    /// What a subject is known by; read from its claims once per transaction.
    pub(super) fn known(&mut self, sql: &mut dyn Sql, subject: SubjectId) -> Result<Known> {
        if let Some(known) = self.companies.get(&subject) {
            return Ok(known.clone());
        }
        let known = Known::of(&claims_of(sql, subject)?);
        self.keep_known(subject, known.clone());
        Ok(known)
    }

    pub(super) fn keep_known(&mut self, subject: SubjectId, known: Known) {
        if self.companies.len() >= COMPANIES_KEPT_MAX {
            self.companies.clear();
        }
        self.companies.insert(subject, known);
    }

    /// The evidence in bits that two companies are the same, and the threshold.
    fn company_evidence(&mut self, sql: &mut dyn Sql, one: &Known, other: &Known) -> Result<(f64, f64)> {
        self.compared += 1;
        let evidence = weigh(sql, &mut self.commonness, one.traits(), other.traits())?;
        Ok((evidence.bits, company::threshold(one.traits(), other.traits())))
    }

    /// Whether the evidence is enough for one company.
    fn are_alike(&mut self, sql: &mut dyn Sql, one: &Known, other: &Known) -> Result<bool> {
        if one.kind != other.kind {
            return Ok(false);
        }
        let (bits, enough) = self.company_evidence(sql, one, other)?;
        Ok(bits >= enough)
    }

    /// Moves the claims of a row that were added elsewhere by name to the subject of the row.
    fn reclaim(
        &mut self,
        sql: &mut dyn Sql,
        subject: SubjectId,
        lent: BTreeMap<SubjectId, BTreeSet<ClaimId>>,
    ) -> Result<()> {
        for (from, claims) in lent {
            if from != subject {
                self.move_claims(sql, from, Some(subject), &claims)?;
                self.merge_later(from, Kind::Company);
                self.merge_later(subject, Kind::Company);
            }
        }
        Ok(())
    }

    /// Whether any record shares an identifier with a claim, or its name if it has none.
    pub(crate) fn is_known(&mut self, sql: &mut dyn Sql, prepared: &PreparedClaim) -> Result<bool> {
        if let Some(own) = &prepared.traits {
            for key in &prepared.strong_keys {
                for entry in self.key_index.of(sql, *key)? {
                    let others = claims_of(sql, entry.subject)?;
                    if others.iter().filter_map(traits).any(|other| identifier_link(own, &other).is_some()) {
                        return Ok(true);
                    }
                }
            }
            return Ok(false);
        }
        let own = Known::of_claim(&prepared.claim()?);
        Ok(!self.matching(sql, prepared, &own)?.matching.is_empty())
    }

    /// Subjects that share an identifier with a claim, else those that the evidence is enough for. A claim without
    /// identifier belongs to the only identified company that it fits, or, if there are several or none, to companies
    /// without identifiers.
    fn matching(&mut self, sql: &mut dyn Sql, prepared: &PreparedClaim, own: &Known) -> Result<Found> {
        let candidates = self.candidates_by_keys(sql, prepared.kind, &prepared.strong_keys)?;
        let contest = match prepared.kind {
            Kind::Company => self.contest(sql, own)?,
            _ => Contest::default(),
        };
        let sharing: Vec<SubjectId> = (candidates.iter())
            .filter(|(_, other)| own.shares_identifier(other) && may_be_one(&contest, own, other))
            .map(|(subject, _)| *subject)
            .collect();
        let is_contested = !contest.is_none();
        if !sharing.is_empty() || is_contested {
            return Ok(Found { matching: sharing, doubtful: Vec::new(), is_contested });
        }
        if prepared.kind == Kind::Job {
            let matching = opening_of(sql, &prepared.claim()?, candidates.into_keys())?;
            return Ok(Found { matching: matching.into_iter().collect(), ..Found::default() });
        }
        let mut found = Found::default();
        let (mut identified, mut named) = (Vec::new(), Vec::new());
        for (subject, other) in candidates {
            let (bits, enough) = self.company_evidence(sql, own, &other)?;
            match bits >= enough {
                true if other.is_identified() => identified.push((subject, bits)),
                true => named.push((subject, bits)),
                false if bits >= enough - REVIEW_MARGIN_BITS => found.doubtful.push((subject, bits)),
                false => {}
            }
        }
        found.matching = match only(&identified) {
            Some(subject) => vec![subject],
            None if own.is_identified() => only(&named).into_iter().collect(),
            None => named.iter().map(|(subject, _)| *subject).collect(),
        };
        if identified.len() > 1 && only(&identified).is_none() {
            found.doubtful.extend(identified);
        }
        Ok(found)
    }

    pub(super) fn candidates_by_keys(
        &mut self,
        sql: &mut dyn Sql,
        kind: Kind,
        keys: &[Key],
    ) -> Result<Candidates> {
        let mut subjects = BTreeSet::new();
        for key in keys {
            let entries = self.key_index.of(sql, *key)?;
            // A word that very many names have is in none of them a reason to compare.
            if entries.len() < SUBJECTS_PER_KEY_MAX {
                subjects.extend(entries.iter().map(|entry| entry.subject));
            }
        }
        let mut candidates = Candidates::new();
        for subject in subjects {
            let known = self.known(sql, subject)?;
            if known.kind == Some(kind) {
                candidates.insert(subject, known);
            }
        }
        Ok(candidates)
    }

    /// Adds claims with a company's name alone to the company while no other has that name, and removes them from the
    /// companies that have them once there is another. `only` is the claim of a company that has no other.
    fn settle_names(
        &mut self,
        sql: &mut dyn Sql,
        mut subject: SubjectId,
        only: Option<&Claim>,
    ) -> Result<()> {
        let company = self.known(sql, subject)?;
        if company.kind != Some(Kind::Company) || !company.is_identified() {
            return Ok(());
        }
        let keys = match only {
            Some(claim) => name_keys([claim]),
            None => name_keys(&claims_of(sql, subject)?),
        };
        let mut namesakes = Vec::new();
        let mut ambiguous = Candidates::new();
        for (other, known) in self.candidates_by_keys(sql, Kind::Company, &keys)? {
            if other == subject || !company.traits().shares_name(known.traits()) && !known.has_named {
                continue;
            }
            if known.is_identified() {
                namesakes.push(other);
            } else if self.are_alike(sql, &company, &known)? {
                if self.bearers(sql, &keys, &known)? > 1 {
                    ambiguous.insert(other, known);
                } else if !self.rulings.are_apart(sql, subject, other)? {
                    subject = self.join_older(sql, subject, other)?;
                    self.merge_later(subject, Kind::Company);
                }
            }
        }
        if namesakes.is_empty() {
            return Ok(());
        }
        for holder in namesakes.into_iter().chain([subject]) {
            // Most companies hold no claim by its name alone.
            if !self.known(sql, holder)?.has_named {
                continue;
            }
            let mut is_less = false;
            for (id, claim) in only_named(all_numbered_claims_of(sql, holder)?) {
                let known = Known::of_claim(&claim);
                if self.are_alike(sql, &company, &known)? && self.bearers(sql, &keys, &known)? > 1 {
                    self.move_to_ambiguous(sql, holder, (id, known), &mut ambiguous)?;
                    is_less = true;
                }
            }
            if is_less {
                self.merge_later(holder, Kind::Company);
            }
        }
        Ok(())
    }

    /// Moves a claim from a company to the subject of the ambiguous name.
    fn move_to_ambiguous(
        &mut self,
        sql: &mut dyn Sql,
        holder: SubjectId,
        (claim, mut known): (ClaimId, Known),
        ambiguous: &mut Candidates,
    ) -> Result<()> {
        let mut of_name = Vec::new();
        for (other, more) in std::mem::take(ambiguous) {
            if self.are_alike(sql, &known, &more)? {
                of_name.push((other, more));
            } else {
                ambiguous.insert(other, more);
            }
        }
        let mut of_name = of_name.into_iter();
        let first = of_name.next();
        let to = self.move_claims(
            sql,
            holder,
            first.as_ref().map(|(subject, _)| *subject),
            &BTreeSet::from([claim]),
        )?;
        first.into_iter().for_each(|(_, other)| known.add(&other));
        for (other, more) in of_name {
            self.join(sql, to, other)?;
            known.add(&more);
        }
        ambiguous.insert(to, known);
        self.merge_later(to, Kind::Company);
        Ok(())
    }

    /// How many companies with identifiers the evidence of these traits is enough for.
    fn bearers(&mut self, sql: &mut dyn Sql, keys: &[Key], known: &Known) -> Result<usize> {
        let mut bearers = Vec::new();
        for (subject, other) in self.candidates_by_keys(sql, Kind::Company, keys)? {
            if other.is_identified() {
                let (bits, enough) = self.company_evidence(sql, known, &other)?;
                if bits >= enough {
                    bearers.push((subject, bits));
                }
            }
        }
        Ok(if only(&bearers).is_some() { 1 } else { bearers.len() })
    }

    /// The subjects of earlier claims under this source's id. The id may be a row number that means another subject in
    /// the next file, so it needs a shared identifier, a shared or similar name or a ruling besides.
    fn own_subjects(
        &mut self,
        sql: &mut dyn Sql,
        prepared: &PreparedClaim,
        own: &Known,
        prior: &[PriorClaim],
    ) -> Result<OwnRow> {
        let mut row = OwnRow::default();
        if prior.is_empty() {
            return Ok(row);
        }
        let alone = prepared.alone()?;
        for subject in prior.iter().map(|prior| prior.subject).collect::<BTreeSet<_>>() {
            let known = self.known(sql, subject)?;
            let conflicts = own.traits().conflicts_with(known.traits());
            let is_alike = || -> Result<bool> {
                Ok(own.shares_identifier(&known)
                    || own.traits().shares_name(known.traits())
                    || alone.is_named_like(&stored(sql, subject, prepared.kind)?.1))
            };
            let fits = !conflicts && { is_alike }()?;
            if !fits && !self.rulings.is_together(sql, prepared.row(), subject)? {
                continue;
            }
            if !own.is_identified() || !known.has_named {
                row.known.push(subject);
                continue;
            }
            let (of_row, others): (Vec<_>, Vec<_>) = all_numbered_claims_of(sql, subject)?
                .into_iter()
                .partition(|(_, claim)| (claim.source.as_str(), claim.reference.as_str()) == prepared.row());
            let is_identified = |claims: &[(ClaimId, Claim)]| {
                Known::of(claims.iter().map(|(_, claim)| claim)).is_identified()
            };
            if is_identified(&others) && !is_identified(&of_row) {
                row.lent.insert(subject, of_row.into_iter().map(|(id, _)| id).collect());
            } else {
                row.known.push(subject);
            }
        }
        Ok(row)
    }
}

/// Keys of every name that claims give a company.
fn name_keys<'c>(claims: impl IntoIterator<Item = &'c Claim>) -> Vec<Key> {
    let names = claims.into_iter().flat_map(|claim| Subject::of("", std::slice::from_ref(claim)).name_keys());
    names.collect::<BTreeSet<Key>>().into_iter().collect()
}

/// Whether a claim can belong to a company by an address that others contest: those with a number of the contested register
/// keep to themselves, and the rest is settled afterwards.
fn may_be_one(contest: &Contest, own: &Known, other: &Known) -> bool {
    let (own, other) = (own.traits(), other.traits());
    contest.has_number(own) == contest.has_number(other) || !own.identifiers.is_disjoint(&other.identifiers)
}

/// The oldest of some positions that other sources list and a claim is about.
fn opening_of(
    sql: &mut dyn Sql,
    claim: &Claim,
    candidates: impl Iterator<Item = SubjectId>,
) -> Result<Option<SubjectId>> {
    for subject in candidates {
        if claims_of(sql, subject)?.iter().all(|known| are_one_opening(claim, known)) {
            return Ok(Some(subject));
        }
    }
    Ok(None)
}

/// Subjects that a claim is about, and those that it may be about.
#[derive(Default)]
struct Found {
    matching: Vec<SubjectId>,
    doubtful: Vec<(SubjectId, f64)>,
    /// Whether companies with different numbers share an address of the claim.
    is_contested: bool,
}

/// The subjects that hold the claims of a row.
#[derive(Default)]
struct OwnRow {
    /// Subjects of the row.
    known: Vec<SubjectId>,
    /// Row numbers of its claims that subjects hold only because of a name.
    lent: BTreeMap<SubjectId, BTreeSet<ClaimId>>,
}

/// Claims with a name and no identifier, unless another claim of their row has one.
fn only_named(claims: Vec<(ClaimId, Claim)>) -> Vec<(ClaimId, Claim)> {
    let row = |claim: &Claim| (claim.source.clone(), claim.reference.clone());
    let identified: BTreeSet<(String, String)> = (claims.iter())
        .filter(|(_, claim)| Known::of_claim(claim).is_identified())
        .map(|(_, claim)| row(claim))
        .collect();
    claims.into_iter().filter(|(_, claim)| !identified.contains(&row(claim))).collect()
}

/// Whether two groups of claims about companies or jobs share an identifier; of companies also the evidence and the
/// threshold.
pub(crate) fn compare_groups(
    sql: &mut dyn Sql,
    ones: &[Claim],
    others: &[Claim],
) -> Result<(bool, Option<(Evidence, f64)>)> {
    let (one, other) = (Known::of(ones), Known::of(others));
    let share = one.shares_identifier(&other);
    if one.kind != Some(Kind::Company) {
        return Ok((share, None));
    }
    let evidence = weigh(sql, &mut Commonness::default(), one.traits(), other.traits())?;
    let enough = company::threshold(one.traits(), other.traits());
    Ok((share, Some((evidence, enough))))
}
