//! Whom a claim about a person speaks of.
//!
//! All rows that are linked with each other are looked at together, and put into groups anew whenever one more comes:
//! so it makes no difference which came first.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    rc::Rc,
};

use records::sameness::{Link, Row, Traits, clusters, evidence_between, joins, link, may_be_one};

use super::{Filing, said::Said};
use crate::{
    leads::{Leads, NO_PROFILE, SUBJECTS_PER_KEY_MAX},
    likely::{self, DOUBT_BITS, enough_among, mark},
    ready::Ready,
    record::{IngestReport, decode},
    ruling::{self, Sides},
    sql::{Result, Sql, params},
    subject::Kind,
};

/// Subjects whose claims are kept in mind while claims are filed.
const SUBJECTS_KEPT_MAX: usize = 20_000;
/// Rows that are put into groups together. With more, a claim goes where most speaks for it, and the rest stays.
const ROWS_MAX: usize = 32;

/// A claim, as it is compared with others.
pub(super) struct Compared {
    /// Its number; none of the one that is being filed.
    no: Option<i64>,
    subject: Option<i64>,
    source: String,
    reference: String,
    observed_at: i64,
    digest: i64,
    traits: Traits,
}

impl Compared {
    /// A claim that is being filed.
    fn new(ready: &Ready, traits: &Traits) -> Self {
        Self {
            no: None,
            subject: None,
            source: ready.source.clone(),
            reference: ready.reference.clone(),
            observed_at: ready.observed_at,
            digest: ready.digest,
            traits: traits.clone(),
        }
    }

    fn row(&self) -> (&str, &str) {
        (&self.source, &self.reference)
    }

    fn order(&self) -> (&str, &str, i64, i64) {
        (&self.source, &self.reference, self.observed_at, self.digest)
    }
}

/// Whom claims are compared with, kept while many are filed in one transaction.
#[derive(Default)]
pub(super) struct Neighbours(HashMap<i64, Claims>);

/// The claims of a subject. Shared, because they are looked at while more are filed.
type Claims = Rc<Vec<Rc<Compared>>>;

impl Neighbours {
    /// What is kept of a subject is no longer true.
    pub(super) fn forget(&mut self, subject: i64) {
        self.0.remove(&subject);
    }

    fn keep(&mut self, subject: i64, claims: Claims) {
        if self.0.len() >= SUBJECTS_KEPT_MAX {
            self.0.clear();
        }
        self.0.insert(subject, claims);
    }
}

/// The claims of a subject, as they are compared.
fn compared(sql: &mut dyn Sql, subject: i64) -> Result<Vec<Compared>> {
    let read = sql.all(
        "SELECT no, source, reference, observed_at, digest, facts FROM claim WHERE subject = ?1",
        params![subject],
        |row| {
            Ok(match decode(row.bytes(5)?)? {
                records::Facts::Person(facts) => Some(Compared {
                    no: Some(row.int(0)?),
                    subject: Some(subject),
                    source: row.text(1)?,
                    reference: row.text(2)?,
                    observed_at: row.int(3)?,
                    digest: row.int(4)?,
                    traits: Traits::of(&facts),
                }),
                _ => None,
            })
        },
    )?;
    Ok(read.into_iter().flatten().collect())
}

/// Subjects a claim may speak of.
#[derive(Default)]
struct Near {
    /// Those with a claim that is linked with it, each with its strongest link.
    linked: Vec<(i64, Link)>,
    /// Those for which nearly enough speaks, with how much.
    doubtful: Vec<(i64, f64)>,
}

impl Filing {
    /// The claims of a subject, each weighed by how common what it says is.
    fn claims_of(&mut self, sql: &mut dyn Sql, subject: i64) -> Result<Claims> {
        if let Some(kept) = self.neighbours.0.get(&subject) {
            return Ok(kept.clone());
        }
        let mut claims = compared(sql, subject)?;
        for claim in &mut claims {
            self.commonness.weigh(sql, &mut claim.traits, self.last_subject)?;
        }
        let claims = Claims::new(claims.into_iter().map(Rc::new).collect());
        self.neighbours.keep(subject, claims.clone());
        Ok(claims)
    }

    /// Keeps in mind that a claim was filed with a subject, if what was said of it so far is kept.
    pub(super) fn keep_claim(
        &mut self,
        sql: &mut dyn Sql,
        subject: i64,
        ready: &Ready,
        own: &Traits,
    ) -> Result<()> {
        let Some(kept) = self.neighbours.0.get_mut(&subject) else { return Ok(()) };
        let mut claim = Compared {
            no: sql.first("SELECT MAX(no) FROM claim", &[], |row| row.int(0))?,
            subject: Some(subject),
            ..Compared::new(ready, own)
        };
        self.commonness.weigh(sql, &mut claim.traits, self.last_subject)?;
        Rc::make_mut(kept).push(Rc::new(claim));
        Ok(())
    }

    /// Files a claim about a person.
    pub(super) fn file_person(
        &mut self,
        sql: &mut dyn Sql,
        ready: &Ready,
        traits: &Traits,
        said: &[Said],
        report: &mut IngestReport,
    ) -> Result<()> {
        let mut subjects: BTreeSet<i64> = said.iter().map(|said| said.subject).collect();
        for key in &ready.strong_keys {
            subjects.extend(self.leads.of(sql, *key)?.iter().map(|lead| lead.subject));
        }
        in_blocks(sql, &mut self.leads, traits, &mut subjects)?;
        if subjects.is_empty() {
            return self.file_new(sql, ready, report).map(drop);
        }
        let mut traits = traits.clone();
        self.commonness.weigh(sql, &mut traits, self.last_subject)?;
        let near = self.near(sql, ready, &traits, subjects)?;
        let subject = if near.linked.is_empty() {
            self.file_new(sql, ready, report)?
        } else {
            self.regroup(sql, ready, &traits, &near.linked, report)?
        };
        likely::doubt(sql, subject, &near.doubtful)
    }

    fn near(
        &mut self,
        sql: &mut dyn Sql,
        ready: &Ready,
        own: &Traits,
        subjects: BTreeSet<i64>,
    ) -> Result<Near> {
        let (enough, mut near) = (enough_among(self.last_subject), Near::default());
        for subject in subjects {
            let claims = self.claims_of(sql, subject)?;
            let ruled = self.has_rulings && ruling::is_together(sql, ready.row(), subject)?;
            let is_own = |claim: &Rc<Compared>| {
                claim.row() == ready.row() && (ruled || may_be_one(own, &claim.traits))
            };
            let links = claims.iter().map(|claim| {
                if is_own(claim) { Some(Link::Ruled) } else { link(own, &claim.traits, enough) }
            });
            match links.flatten().reduce(|best, link| if link > best { link } else { best }) {
                Some(link) => near.linked.push((subject, link)),
                None if claims.is_empty() => {}
                None => {
                    let bits = evidence_between(&[own], &newest(&claims));
                    if bits >= enough - DOUBT_BITS && !ruling::is_apart(sql, ready.row(), subject)? {
                        near.doubtful.push((subject, bits));
                    }
                }
            }
        }
        Ok(near)
    }

    /// Puts all that is linked with a claim into groups anew; says which subject the claim is of.
    fn regroup(
        &mut self,
        sql: &mut dyn Sql,
        ready: &Ready,
        own: &Traits,
        linked: &[(i64, Link)],
        report: &mut IngestReport,
    ) -> Result<i64> {
        let enough = enough_among(self.last_subject);
        let component = self.component(sql, linked, enough)?;
        let mut claims = Vec::new();
        for subject in &component {
            claims.push(self.claims_of(sql, *subject)?);
        }
        let new = Compared::new(ready, own);
        let mut claims: Vec<&Compared> =
            claims.iter().flat_map(|claims| claims.iter().map(Rc::as_ref)).chain([&new]).collect();
        claims.sort_by(|one, other| one.order().cmp(&other.order()));
        let rulings = if self.has_rulings {
            Some(Sides::of(sql, claims.iter().map(|claim| claim.row()))?)
        } else {
            None
        };
        let ruled =
            |one: (&str, &str), other| rulings.as_ref().and_then(|rulings| rulings.between(one, other));
        let rows = rows(&claims, |row| rulings.as_ref().is_some_and(|rulings| rulings.has(row)));
        if rows.len() > ROWS_MAX {
            return self.follow_strongest(sql, ready, own, linked, report);
        }
        let traits: Vec<Row<'_>> =
            rows.iter().map(|row| row.iter().map(|claim| &claims[*claim].traits).collect()).collect();
        let name = |row: usize| claims[rows[row][0]].row();
        let found = clusters(&traits, |one, other| ruled(name(one), name(other)), enough);
        let groups: Vec<Vec<&Compared>> = found
            .groups
            .iter()
            .map(|group| group.iter().flat_map(|row| &rows[*row]).map(|claim| claims[*claim]).collect())
            .collect();
        let subjects = self.settle(sql, ready, &groups, report)?;
        for (one, other, bits) in found.refused {
            let group = |row: usize| found.groups.iter().position(|group| group.contains(&row)).unwrap_or(0);
            // They were linked, so that what comes later has to find them together.
            likely::doubt(sql, subjects[group(one)], &[(subjects[group(other)], bits.max(enough))])?;
        }
        let own = groups.iter().position(|group| group.iter().any(|claim| claim.no.is_none())).unwrap_or(0);
        Ok(subjects[own])
    }

    /// The subjects that a claim is linked with, those that are linked with them, and so on.
    fn component(&mut self, sql: &mut dyn Sql, linked: &[(i64, Link)], enough: f64) -> Result<BTreeSet<i64>> {
        let mut component: BTreeSet<i64> = linked.iter().map(|(subject, _)| *subject).collect();
        let mut open: Vec<i64> = component.iter().copied().collect();
        while let Some(subject) = open.pop() {
            for rival in likely::linked_with(sql, subject, enough)? {
                if component.len() <= ROWS_MAX && component.insert(rival) {
                    open.push(rival);
                }
            }
        }
        Ok(component)
    }

    /// Brings subjects in line with groups of claims; says which subject each group is.
    fn settle(
        &mut self,
        sql: &mut dyn Sql,
        ready: &Ready,
        groups: &[Vec<&Compared>],
        report: &mut IngestReport,
    ) -> Result<Vec<i64>> {
        let mut taken = BTreeSet::new();
        let mut made = Vec::with_capacity(groups.len());
        for group in groups {
            // The oldest subject keeps its id.
            let subjects: BTreeSet<i64> = group.iter().filter_map(|claim| claim.subject).collect();
            let kept = subjects.into_iter().find(|subject| taken.insert(*subject));
            made.push(kept);
        }
        let (mut changed, mut heirs) = (BTreeSet::new(), BTreeMap::new());
        let mut subjects = Vec::with_capacity(groups.len());
        for (group, kept) in groups.iter().zip(made) {
            let mut moving: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
            for (subject, no) in group.iter().filter_map(|claim| claim.subject.zip(claim.no)) {
                if Some(subject) != kept {
                    moving.entry(subject).or_default().insert(no);
                }
            }
            let is_new = group.iter().any(|claim| claim.no.is_none());
            let mut subject = kept;
            for (from, claims) in moving {
                let stays = groups.iter().flatten().any(|claim| {
                    claim.subject == Some(from) && claim.no.is_some_and(|no| !claims.contains(&no))
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
            let subject = match subject {
                Some(subject) => subject,
                None => {
                    report.created += 1;
                    self.create(sql, ready)?
                }
            };
            if is_new {
                self.insert_claim(sql, subject, ready)?;
                if kept.is_some() {
                    report.updated += 1;
                    changed.insert(subject);
                }
            }
            subjects.push(subject);
        }
        for (from, to) in heirs {
            if !taken.contains(&from) {
                // Every group that it had claims of has another subject.
                changed.remove(&from);
                self.join(sql, to, from)?;
            }
        }
        for subject in changed {
            self.merge_again(sql, subject, Kind::Person)?;
        }
        Ok(subjects)
    }

    /// Gives a claim to the subject with which it is linked most strongly, and joins the others that it is linked with
    /// where all they say allows it.
    fn follow_strongest(
        &mut self,
        sql: &mut dyn Sql,
        ready: &Ready,
        own: &Traits,
        linked: &[(i64, Link)],
        report: &mut IngestReport,
    ) -> Result<i64> {
        let enough = enough_among(self.last_subject);
        let mut open = linked.to_vec();
        open.sort_by(|(one, link), (other, than)| {
            than.partial_cmp(link).unwrap_or(std::cmp::Ordering::Equal).then(one.cmp(other))
        });
        let mut found = None;
        for (subject, link) in open {
            let others = self.claims_of(sql, subject)?;
            match found {
                None => {
                    let joins = joins(&[vec![own]], &each_row(&others), link, enough);
                    if joins && !ruling::is_apart(sql, ready.row(), subject)? {
                        self.insert_claim(sql, subject, ready)?;
                        found = Some(subject);
                    }
                }
                Some(kept) => {
                    let ones = self.claims_of(sql, kept)?;
                    let joins = joins(&each_row(&ones), &each_row(&others), link, enough);
                    if joins && !ruling::are_apart(sql, kept, subject)? {
                        self.join(sql, kept, subject)?;
                        report.joined += 1;
                    }
                }
            }
        }
        if let Some(subject) = found {
            self.merge_again(sql, subject, Kind::Person)?;
            report.updated += 1;
            return Ok(subject);
        }
        self.file_new(sql, ready, report)
    }
}

/// Subjects that share a block with a claim, and no other profile.
fn in_blocks(sql: &mut dyn Sql, leads: &mut Leads, own: &Traits, near: &mut BTreeSet<i64>) -> Result<()> {
    let mark = mark(own);
    for block in own.blocks() {
        let found = leads.of(sql, *block)?;
        if found.len() >= SUBJECTS_PER_KEY_MAX {
            continue;
        }
        // Nobody has two profiles: whoever has another one need not be compared.
        let may_be = |theirs: i64| mark == NO_PROFILE || theirs == NO_PROFILE || theirs == mark;
        near.extend(found.iter().filter(|lead| may_be(lead.profile)).map(|lead| lead.subject));
    }
    Ok(())
}

/// What each row has said last.
fn each_row(claims: &[Rc<Compared>]) -> Vec<Row<'_>> {
    newest(claims).into_iter().map(|traits| vec![traits]).collect()
}

/// The newest claim of each row.
fn newest(claims: &[Rc<Compared>]) -> Vec<&Traits> {
    let mut rows: BTreeMap<(&str, &str), &Compared> = BTreeMap::new();
    for claim in claims {
        let newest = rows.entry(claim.row()).or_insert(claim);
        if claim.order() > newest.order() {
            *newest = claim;
        }
    }
    rows.into_values().map(|claim| &claim.traits).collect()
}

/// Claims in the order of their rows, those together that a source makes of one person under one of its ids. The id may
/// be a row number that stands for someone else in the next file; `is_ruled` tells of rows that somebody has looked at.
fn rows(claims: &[&Compared], is_ruled: impl Fn((&str, &str)) -> bool) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let before = |at: &usize| &claims[*at].traits;
    for (at, claim) in claims.iter().enumerate() {
        let of_row = rows.iter_mut().rev().take_while(|row| claims[row[0]].row() == claim.row());
        let own = of_row.into_iter().find(|row| {
            let last = row.last().is_some_and(|last| may_be_one(before(last), &claim.traits));
            // A statement without a name does not lead from one person to another.
            let named = row.iter().rev().map(before).find(|before| before.has_name());
            is_ruled(claim.row()) || last && named.is_none_or(|named| may_be_one(named, &claim.traits))
        });
        match own {
            Some(row) => row.push(at),
            None => rows.push(vec![at]),
        }
    }
    rows
}
