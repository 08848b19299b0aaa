//! Filing claims about people: which person a claim is about.
//!
//! All rows that are linked with each other are clustered again whenever one is added, so that the result does not
//! depend on the order of arrival.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    rc::Rc,
};

use records::sameness::{
    Link, Row, Traits, clusters, evidence_between, identifier_link, joins, link_and_bits, may_be_one,
    strongest, threshold,
};

use super::{
    Filing,
    claim_cache::{Claims, ComparableClaim, comparable_claims},
    narrowest::add_narrowest,
    prior_claims::PriorClaim,
};
use crate::{
    identity::{
        evidence::{self, REVIEW_MARGIN_BITS},
        ingest_report::IngestReport,
        prepare::PreparedClaim,
        ruling::Sides,
    },
    sql::{Result, Sql, StoreError},
    subjects::{
        ids::{ClaimId, SubjectId},
        rows::CLAIMS_PER_SOURCE_MAX,
        subject::Kind,
    },
};

/// Rows that are clustered together. With more, a claim joins the subject with the strongest link, and the rest stays.
const ROWS_MAX: usize = 32;

/// Claims of a subject, the newest, with which all evidence of a claim is compared; with older ones identifiers are.
const CLAIMS_COMPARED_MAX: usize = 32;

/// Claims with which all evidence of a claim is compared, of all its candidates: with many candidates, fewer of each, but never
/// fewer than [`CLAIMS_COMPARED_MIN`], which is more than most records have.
const COMPARED_MAX: usize = 128;
const CLAIMS_COMPARED_MIN: usize = 12;

/// Claims of a subject, the newest, by which it is told whether a pair is a doubt.
const DOUBT_CLAIMS_MAX: usize = 8;

/// Linked subjects, the strongest, that a claim may join where there are too many rows to cluster.
const FOLLOWED_MAX: usize = 8;

/// Claims of a subject that are cached.
const CLAIMS_KEPT_MAX: usize = 2 * CLAIMS_PER_SOURCE_MAX;

/// Subjects a claim may be about.
#[derive(Default)]
struct CandidateSubjects {
    /// Subjects with a linked claim, each with its strongest link.
    linked: Vec<(SubjectId, Link)>,
    /// Subjects just below the threshold, with their evidence in bits.
    doubtful: Vec<(SubjectId, f64)>,
}

impl Filing {
    /// The claims of a subject, their traits weighted by how common they are.
    pub(super) fn claims_of(&mut self, sql: &mut dyn Sql, subject: SubjectId) -> Result<Claims> {
        if let Some(kept) = self.claim_cache.weighted(subject) {
            return Ok(kept.clone());
        }
        let mut claims = match self.claim_cache.take_unweighted(subject) {
            Some(claims) => claims,
            None => comparable_claims(sql, subject)?,
        };
        for claim in &mut claims {
            self.learn(sql, &mut claim.traits)?;
        }
        let claims = Claims::new(claims.into_iter().map(Rc::new).collect());
        self.claim_cache.keep(subject, claims.clone());
        Ok(claims)
    }

    /// Looks up how common traits are, and how many have the phone.
    fn learn(&mut self, sql: &mut dyn Sql, traits: &mut Traits) -> Result<()> {
        self.commonness.weigh(sql, traits)?;
        let mut holders = 0;
        for phone in traits.phone_blocks() {
            holders = holders.max(self.key_index.of(sql, phone)?.len());
        }
        traits.learn_phone_holders(holders);
        traits.learn_rates(self.agreement.rates());
        Ok(())
    }

    /// Adds a filed claim to the cache, if the subject's claims are cached.
    pub(super) fn keep_claim(
        &mut self,
        sql: &mut dyn Sql,
        subject: SubjectId,
        prepared: &PreparedClaim,
        own: &Traits,
    ) -> Result<()> {
        let (id, subject_of) = (Some(self.last_claim), Some(subject));
        let claim = || ComparableClaim { id, subject: subject_of, ..ComparableClaim::new(prepared, own) };
        let Some(kept) = self.claim_cache.weighted(subject) else {
            self.claim_cache.add_unweighted(subject, claim);
            return Ok(());
        };
        if kept.len() >= CLAIMS_KEPT_MAX {
            // Of so many, the newest are read when they are needed again.
            self.claim_cache.forget(subject);
            return Ok(());
        }
        let mut claim = claim();
        self.learn(sql, &mut claim.traits)?;
        if let Some(kept) = self.claim_cache.weighted_mut(subject) {
            Rc::make_mut(kept).push(Rc::new(claim));
        }
        Ok(())
    }

    /// Files a claim about a person.
    pub(super) fn file_person(
        &mut self,
        sql: &mut dyn Sql,
        prepared: &PreparedClaim,
        traits: &Traits,
        prior: &[PriorClaim],
        report: &mut IngestReport,
    ) -> Result<()> {
        let mut subjects: BTreeSet<SubjectId> = prior.iter().map(|prior| prior.subject).collect();
        add_narrowest(sql, &mut self.key_index, &prepared.strong_keys, traits, &mut subjects)?;
        if subjects.is_empty() {
            return self.file_new(sql, prepared, report).map(drop);
        }
        let mut traits = traits.clone();
        self.learn(sql, &mut traits)?;
        let candidates = self.candidates(sql, prepared, &traits, subjects)?;
        let subject = if candidates.linked.is_empty() {
            self.file_new(sql, prepared, report)?
        } else {
            self.regroup(sql, prepared, &traits, &candidates.linked, report)?
        };
        evidence::record_review_pairs(sql, subject, &candidates.doubtful, self.rulings.are_any)
    }

    fn candidates(
        &mut self,
        sql: &mut dyn Sql,
        prepared: &PreparedClaim,
        own: &Traits,
        subjects: BTreeSet<SubjectId>,
    ) -> Result<CandidateSubjects> {
        let enough = threshold(self.commonness.people(sql)?);
        let mut candidates = CandidateSubjects::default();
        let compared = (COMPARED_MAX / subjects.len().max(1)).clamp(CLAIMS_COMPARED_MIN, CLAIMS_COMPARED_MAX);
        for subject in subjects {
            let claims = self.claims_of(sql, subject)?;
            let old = claims.len().saturating_sub(compared);
            self.compared += claims.len() - old;
            let ruled = self.rulings.is_together(sql, prepared.row(), subject)?;
            let is_own = |claim: &Rc<ComparableClaim>| {
                claim.row() == prepared.row() && (ruled || may_be_one(own, &claim.traits))
            };
            let own_link = if ruled { Link::Ruled } else { Link::Profile };
            // A pair is no doubt unless two of its claims are: what all of them say is no more than what the best two do.
            let mut most = f64::MIN;
            let links = claims.iter().enumerate().map(|(at, claim)| {
                if is_own(claim) {
                    Some(own_link)
                } else if at < old {
                    identifier_link(own, &claim.traits)
                } else {
                    let (link, bits) = link_and_bits(own, &claim.traits, enough);
                    most = most.max(bits.unwrap_or(f64::MIN));
                    link
                }
            });
            match links.flatten().reduce(|best, link| if link > best { link } else { best }) {
                Some(link) => {
                    let last = claims.last().filter(|last| last.row() != prepared.row());
                    if let Some(last) = last {
                        self.agreement.add(own, &last.traits, enough);
                    }
                    candidates.linked.push((subject, link));
                }
                None if most < enough - REVIEW_MARGIN_BITS => {}
                None => {
                    let newer = recent(&claims);
                    let bits = if let [_] = newer { most } else { evidence_between(&[own], &newest(newer)) };
                    if bits >= enough - REVIEW_MARGIN_BITS
                        && !self.rulings.is_apart(sql, prepared.row(), subject)?
                    {
                        candidates.doubtful.push((subject, bits));
                    }
                }
            }
        }
        Ok(candidates)
    }

    /// Clusters all rows linked with a claim again; returns the claim's subject.
    fn regroup(
        &mut self,
        sql: &mut dyn Sql,
        prepared: &PreparedClaim,
        own: &Traits,
        linked: &[(SubjectId, Link)],
        report: &mut IngestReport,
    ) -> Result<SubjectId> {
        let enough = threshold(self.commonness.people(sql)?);
        let component = self.component(sql, linked, enough)?;
        match self.cluster_again(sql, &component, Some((prepared, own)), report)? {
            Some(subject) => Ok(subject),
            None => self.follow_strongest(sql, prepared, own, linked, report),
        }
    }

    /// Clusters all rows of some subjects again, and a claim that is being filed; returns the claim's subject, or the first.
    /// None if they are too many.
    pub(super) fn cluster_again(
        &mut self,
        sql: &mut dyn Sql,
        component: &BTreeSet<SubjectId>,
        filed: Option<(&PreparedClaim, &Traits)>,
        report: &mut IngestReport,
    ) -> Result<Option<SubjectId>> {
        let enough = threshold(self.commonness.people(sql)?);
        let mut claims = Vec::new();
        let mut counted = HashSet::new();
        for subject in component {
            let more = self.claims_of(sql, *subject)?;
            // Counted before anything else is done with them: a subject may have very many.
            for claim in more.iter().rev() {
                counted.insert((claim.source.clone(), claim.reference.clone()));
                if counted.len() > ROWS_MAX {
                    return Ok(None);
                }
            }
            claims.push(more);
        }
        let new = filed.map(|(prepared, own)| ComparableClaim::new(prepared, own));
        let mut claims: Vec<&ComparableClaim> =
            claims.iter().flat_map(|claims| claims.iter().map(Rc::as_ref)).chain(&new).collect();
        claims.sort_by(|one, other| one.order().cmp(&other.order()));
        let rulings = if self.rulings.are_any {
            Some(Sides::of(sql, claims.iter().map(|claim| claim.row()))?)
        } else {
            None
        };
        let ruled =
            |one: (&str, &str), other| rulings.as_ref().and_then(|rulings| rulings.between(one, other));
        let rows = rows(&claims, |row| rulings.as_ref().is_some_and(|rulings| rulings.has(row)));
        if rows.len() > ROWS_MAX {
            return Ok(None);
        }
        let traits: Vec<Row<'_>> =
            rows.iter().map(|row| row.iter().map(|claim| &claims[*claim].traits).collect()).collect();
        let name = |row: usize| claims[rows[row][0]].row();
        self.compared += rows.len() * rows.len() / 2;
        let found = clusters(&traits, |one, other| ruled(name(one), name(other)), enough);
        let groups: Vec<Vec<&ComparableClaim>> = found
            .groups
            .iter()
            .map(|group| group.iter().flat_map(|row| &rows[*row]).map(|claim| claims[*claim]).collect())
            .collect();
        let subjects = self.settle(sql, filed.map(|(prepared, _)| prepared), &groups, report)?;
        for (one, other, bits) in found.refused {
            let group = |row: usize| found.groups.iter().position(|group| group.contains(&row)).unwrap_or(0);
            // They are linked but were not joined: stored, so that a later claim clusters them together again.
            evidence::record_review_pairs(
                sql,
                subjects[group(one)],
                &[(subjects[group(other)], bits.max(enough))],
                self.rulings.are_any,
            )?;
        }
        let own = groups.iter().position(|group| group.iter().any(|claim| claim.id.is_none())).unwrap_or(0);
        Ok(subjects.get(own).copied())
    }

    /// The subjects that a claim is linked with, those that are linked with them, and so on.
    pub(super) fn component(
        &mut self,
        sql: &mut dyn Sql,
        linked: &[(SubjectId, Link)],
        enough: f64,
    ) -> Result<BTreeSet<SubjectId>> {
        let mut component: BTreeSet<SubjectId> = linked.iter().map(|(subject, _)| *subject).collect();
        let mut open: Vec<SubjectId> = component.iter().copied().collect();
        while let Some(subject) = open.pop() {
            for rival in evidence::linked_with(sql, subject, enough)? {
                if component.len() <= ROWS_MAX && component.insert(rival) {
                    open.push(rival);
                }
            }
        }
        Ok(component)
    }

    /// Joins and splits subjects to match the groups of claims; returns the subject of each group.
    fn settle(
        &mut self,
        sql: &mut dyn Sql,
        filed: Option<&PreparedClaim>,
        groups: &[Vec<&ComparableClaim>],
        report: &mut IngestReport,
    ) -> Result<Vec<SubjectId>> {
        let mut taken = BTreeSet::new();
        let mut made = Vec::with_capacity(groups.len());
        for group in groups {
            // The oldest subject keeps its id.
            let subjects: BTreeSet<SubjectId> = group.iter().filter_map(|claim| claim.subject).collect();
            let kept = subjects.into_iter().find(|subject| taken.insert(*subject));
            made.push(kept);
        }
        let (mut changed, mut heirs) = (BTreeSet::new(), BTreeMap::new());
        let mut subjects = Vec::with_capacity(groups.len());
        for (group, kept) in groups.iter().zip(made) {
            let mut moving: BTreeMap<SubjectId, BTreeSet<ClaimId>> = BTreeMap::new();
            for (subject, id) in group.iter().filter_map(|claim| claim.subject.zip(claim.id)) {
                if Some(subject) != kept {
                    moving.entry(subject).or_default().insert(id);
                }
            }
            let new = filed.filter(|_| group.iter().any(|claim| claim.id.is_none()));
            let mut subject = kept;
            for (from, claims) in moving {
                let stays = groups.iter().flatten().any(|claim| {
                    claim.subject == Some(from) && claim.id.is_some_and(|id| !claims.contains(&id))
                });
                match subject {
                    Some(to) if !stays => {
                        self.join(sql, to, from)?;
                        report.joined += 1;
                    }
                    _ => {
                        let to = self.move_claims(sql, from, subject, &claims)?;
                        subject = Some(to);
                        changed.insert(from);
                        heirs.insert(from, to);
                    }
                }
                changed.extend(subject);
            }
            let subject = match (subject, filed) {
                (Some(subject), _) => subject,
                (None, Some(prepared)) => {
                    report.created += 1;
                    self.create(sql, prepared)?
                }
                // Every stored claim has a subject, so a group of them has one.
                (None, None) => return Err(StoreError::NotFound("claim")),
            };
            if let Some(prepared) = new {
                self.insert_claim(sql, subject, prepared)?;
                if kept.is_some() {
                    report.updated += 1;
                    changed.insert(subject);
                }
            }
            subjects.push(subject);
        }
        for (from, to) in heirs {
            if !taken.contains(&from) {
                // All groups with claims of it went to other subjects.
                changed.remove(&from);
                self.join(sql, to, from)?;
            }
        }
        changed.into_iter().for_each(|subject| self.merge_later(subject, Kind::Person));
        Ok(subjects)
    }

    /// Adds a claim to the subject with the strongest link, and joins the other linked subjects where no claim
    /// contradicts it.
    fn follow_strongest(
        &mut self,
        sql: &mut dyn Sql,
        prepared: &PreparedClaim,
        own: &Traits,
        linked: &[(SubjectId, Link)],
        report: &mut IngestReport,
    ) -> Result<SubjectId> {
        let enough = threshold(self.commonness.people(sql)?);
        let mut open = linked.to_vec();
        open.sort_by(|(one, link), (other, than)| {
            than.partial_cmp(link).unwrap_or(std::cmp::Ordering::Equal).then(one.cmp(other))
        });
        let mut found = None;
        for (subject, link) in open.into_iter().take(FOLLOWED_MAX) {
            let others = self.claims_of(sql, subject)?;
            let others = speaking(&others);
            match found {
                None => {
                    self.compared += others.len();
                    let joins = joins(&[vec![own]], &each_row(&others), link, enough);
                    if joins && !self.rulings.is_apart(sql, prepared.row(), subject)? {
                        self.insert_claim(sql, subject, prepared)?;
                        found = Some(subject);
                    }
                }
                Some(kept) => {
                    let ones = self.claims_of(sql, kept)?;
                    let ones = speaking(&ones);
                    self.compared += ones.len() * others.len();
                    // What links both with the claim may not link them with each other.
                    let link = strongest(&newest(&ones), &newest(&others), enough);
                    let joins =
                        link.is_some_and(|link| joins(&each_row(&ones), &each_row(&others), link, enough));
                    if joins && !self.rulings.are_apart(sql, kept, subject)? {
                        found = Some(self.join_older(sql, kept, subject)?);
                        report.joined += 1;
                    }
                }
            }
        }
        if let Some(subject) = found {
            self.merge_later(subject, Kind::Person);
            report.updated += 1;
            return Ok(subject);
        }
        self.file_new(sql, prepared, report)
    }
}

/// The claims that speak for a subject: the newest and, of older ones, each profile and each value of a register once, because
/// these contradict however old they are.
fn speaking(claims: &[Rc<ComparableClaim>]) -> Vec<Rc<ComparableClaim>> {
    let (older, newer) = claims.split_at(claims.len().saturating_sub(CLAIMS_COMPARED_MAX));
    let mut speaking: Vec<Rc<ComparableClaim>> = Vec::new();
    for claim in older.iter().filter(|claim| claim.traits.is_registered()) {
        if !speaking.iter().any(|known| known.traits.is_registered_as(&claim.traits)) {
            speaking.push(claim.clone());
        }
    }
    speaking.extend_from_slice(newer);
    speaking
}

/// The claims of a subject by which it is told whether a pair is a doubt.
pub(super) fn recent(claims: &[Rc<ComparableClaim>]) -> &[Rc<ComparableClaim>] {
    &claims[claims.len().saturating_sub(DOUBT_CLAIMS_MAX)..]
}

/// The newest traits of each row, as rows.
fn each_row(claims: &[Rc<ComparableClaim>]) -> Vec<Row<'_>> {
    newest(claims).into_iter().map(|traits| vec![traits]).collect()
}

/// The newest claim of each row.
pub(super) fn newest(claims: &[Rc<ComparableClaim>]) -> Vec<&Traits> {
    let mut rows: BTreeMap<(&str, &str), &ComparableClaim> = BTreeMap::new();
    for claim in claims {
        let newest = rows.entry(claim.row()).or_insert(claim);
        if claim.order() > newest.order() {
            *newest = claim;
        }
    }
    rows.into_values().map(|claim| &claim.traits).collect()
}

/// Positions of the claims, grouped by row: those of one source, one of its ids and one person. The id may be a row
/// number that means another person in the next file; `is_ruled` is true for rows with a ruling.
fn rows(claims: &[&ComparableClaim], is_ruled: impl Fn((&str, &str)) -> bool) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let before = |at: &usize| &claims[*at].traits;
    for (at, claim) in claims.iter().enumerate() {
        let of_row = rows.iter_mut().rev().take_while(|row| claims[row[0]].row() == claim.row());
        let own = of_row.into_iter().find(|row| {
            let last = row.last().is_some_and(|last| may_be_one(before(last), &claim.traits));
            // A claim without a name must not link two people.
            let named = row.iter().rev().map(before).find(|before| before.name().is_some());
            is_ruled(claim.row()) || last && named.is_none_or(|named| may_be_one(named, &claim.traits))
        });
        match own {
            Some(row) => row.push(at),
            None => rows.push(vec![at]),
        }
    }
    rows
}
