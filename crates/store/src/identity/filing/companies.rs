//! Filing claims about companies and jobs: a claim belongs to the subject that shares an identifier with it.
//!
//! A claim with a company name and no identifier belongs to the only company of that name. As soon as there is a second
//! one the name is ambiguous, and the claim belongs to neither, in whatever order they arrived.

use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};

use records::{Claim, Facts, company_name::company_name_key, keys::Key, sameness::share_identifier};

use super::{Filing, prior_claims::PriorClaim};
use crate::subjects::rows::stored;
use crate::{
    identity::{
        ingest_report::IngestReport,
        prepare::{PreparedClaim, traits},
        ruling,
    },
    sql::{Result, Sql},
    subjects::{
        ids::{ClaimId, SubjectId},
        rows::{claims_of, numbered_claims_of},
        subject::{Kind, Subject},
    },
};

/// Years by which sources may disagree about when a company was founded.
const FOUNDED_APART_MAX: u16 = 1;

/// Identifiers and names of a subject, from all its claims.
#[derive(Debug, Clone, Default, PartialEq)]
struct Known {
    kind: Option<Kind>,
    identifiers: BTreeSet<String>,
    names: BTreeSet<String>,
    countries: BTreeSet<String>,
    founded: BTreeSet<i16>,
}

impl Known {
    fn of<'c>(claims: impl IntoIterator<Item = &'c Claim>) -> Self {
        let mut all = Self::default();
        for known in claims.into_iter().map(Self::of_claim) {
            // Claims that were added by name alone do not count once there is one with an identifier.
            if all.identifiers.is_empty() && !known.identifiers.is_empty() {
                all = known;
            } else if all.identifiers.is_empty() || !known.identifiers.is_empty() {
                all.kind = known.kind;
                all.add(known);
            }
        }
        all
    }

    fn add(&mut self, more: Self) {
        self.identifiers.extend(more.identifiers);
        self.names.extend(more.names);
        self.countries.extend(more.countries);
        self.founded.extend(more.founded);
    }

    fn of_claim(claim: &Claim) -> Self {
        let kind = Some(Kind::of(&claim.facts));
        match &claim.facts {
            Facts::Person(_) => Self { kind, ..Self::default() },
            Facts::Job(job) => {
                Self { kind, identifiers: job.url.iter().cloned().collect(), ..Self::default() }
            }
            Facts::Company(facts) => Self {
                kind,
                identifiers: facts.domains.iter().chain(&facts.network_url).cloned().collect(),
                names: (facts.name.iter().chain(&facts.legal_name).chain(&facts.former_names))
                    .map(|name| company_name_key(name))
                    .filter(|name| !name.is_empty())
                    .collect(),
                countries: facts.locations.iter().filter_map(|place| place.country.clone()).collect(),
                founded: facts.founded_year.into_iter().collect(),
            },
        }
    }

    fn is_identified(&self) -> bool {
        !self.identifiers.is_empty()
    }

    fn shares_identifier(&self, other: &Self) -> bool {
        self.kind == other.kind && !self.identifiers.is_disjoint(&other.identifiers)
    }

    /// Whether both are the same subject by identifiers, or by name if one of them has none.
    fn is_same_as(&self, other: &Self) -> bool {
        let is_named = !self.is_identified() || !other.is_identified();
        self.shares_identifier(other) || is_named && self.shares_name(other)
    }

    /// Whether both share a name, ignoring the legal form, and neither country nor founding year contradicts.
    fn shares_name(&self, other: &Self) -> bool {
        let known = |one: bool, other: bool| !one && !other;
        let elsewhere = known(self.countries.is_empty(), other.countries.is_empty())
            && self.countries.is_disjoint(&other.countries);
        let is_close =
            |one: &i16| other.founded.iter().any(|other| one.abs_diff(*other) <= FOUNDED_APART_MAX);
        let at_another_time =
            known(self.founded.is_empty(), other.founded.is_empty()) && !self.founded.iter().any(is_close);
        self.kind == other.kind && !self.names.is_disjoint(&other.names) && !elsewhere && !at_another_time
    }
}

/// Subjects by their row number, in the order they were made.
type Candidates = BTreeMap<SubjectId, Known>;

impl Filing {
    /// Files a claim about a company or job.
    pub(super) fn file_by_identifiers(
        &mut self,
        sql: &mut dyn Sql,
        prepared: &PreparedClaim,
        prior: &[PriorClaim],
        report: &mut IngestReport,
    ) -> Result<()> {
        let own = Known::of_claim(&prepared.claim()?);
        let row = own_subjects(sql, prepared, &own, prior)?;
        let mut matching = self.matching(sql, prepared, &own)?;
        if !own.is_identified() && !row.known.is_empty() {
            // The subject of its row is better evidence than its name.
            matching.clear();
        }
        let mut candidates = Vec::new();
        for subject in row.known.into_iter().chain(matching.into_keys()) {
            if !candidates.contains(&subject) && !ruling::is_apart(sql, prepared.row(), subject)? {
                candidates.push(subject);
            }
        }
        let mut candidates = candidates.into_iter();
        let Some(subject) = candidates.next() else {
            let subject = self.file_new(sql, prepared, report)?;
            self.reclaim(sql, subject, row.lent)?;
            return self.settle_names(sql, subject);
        };
        let before = Known::of(&claims_of(sql, subject)?);
        self.insert_claim(sql, subject, prepared)?;
        let mut is_same = before == Known::of(&claims_of(sql, subject)?);
        for other in candidates {
            // The claim matches both. They are joined only if nothing else contradicts it.
            let known = (Known::of(&claims_of(sql, subject)?), Known::of(&claims_of(sql, other)?));
            let are_named = !known.0.is_identified() && !known.1.is_identified();
            let fits = known.0.shares_identifier(&known.1) || are_named && known.0.shares_name(&known.1);
            if fits && !ruling::are_apart(sql, subject, other)? {
                self.join(sql, subject, other)?;
                report.joined += 1;
                is_same = false;
            }
        }
        is_same &= row.lent.is_empty();
        self.reclaim(sql, subject, row.lent)?;
        self.merge_again(sql, subject, prepared.kind)?;
        report.updated += 1;
        if is_same { Ok(()) } else { self.settle_names(sql, subject) }
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
                self.merge_again(sql, from, Kind::Company)?;
                self.merge_again(sql, subject, Kind::Company)?;
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
                    if others.iter().filter_map(traits).any(|other| share_identifier(own, &other)) {
                        return Ok(true);
                    }
                }
            }
            return Ok(false);
        }
        let own = Known::of_claim(&prepared.claim()?);
        Ok(!self.matching(sql, prepared, &own)?.is_empty())
    }

    /// Subjects that share an identifier with a claim. A claim without one matches by name: the only identified
    /// subject of that name, or, if there are several or none, the subjects without identifiers.
    fn matching(&mut self, sql: &mut dyn Sql, prepared: &PreparedClaim, own: &Known) -> Result<Candidates> {
        let mut found = self.candidates_by_keys(sql, prepared.kind, &prepared.strong_keys)?;
        if own.is_identified() {
            found.retain(|_, other| own.shares_identifier(other));
        } else {
            found.retain(|_, other| own.shares_name(other));
            let identified = found.values().filter(|other| other.is_identified()).count();
            found.retain(|_, other| other.is_identified() == (identified == 1));
        }
        Ok(found)
    }

    fn candidates_by_keys(&mut self, sql: &mut dyn Sql, kind: Kind, keys: &[Key]) -> Result<Candidates> {
        let mut candidates = Candidates::new();
        for key in keys {
            for entry in self.key_index.of(sql, *key)? {
                if let Entry::Vacant(new) = candidates.entry(entry.subject) {
                    new.insert(Known::of(&claims_of(sql, entry.subject)?));
                }
            }
        }
        candidates.retain(|_, known| known.kind == Some(kind));
        Ok(candidates)
    }

    /// Adds claims with a company's name alone to the company while no other has that name, and removes them from the
    /// companies that have them once there is another.
    fn settle_names(&mut self, sql: &mut dyn Sql, subject: SubjectId) -> Result<()> {
        let claims = claims_of(sql, subject)?;
        let company = Known::of(&claims);
        if company.kind != Some(Kind::Company) || !company.is_identified() {
            return Ok(());
        }
        let mut candidates = self.candidates_by_keys(sql, Kind::Company, &name_keys(&claims))?;
        candidates.remove(&subject);
        candidates.retain(|_, other| company.shares_name(other));
        let (namesakes, named): (Candidates, Candidates) =
            candidates.into_iter().partition(|(_, other)| other.is_identified());
        let mut ambiguous = Candidates::new();
        for (other, known) in named {
            let of_name = claims_of(sql, other)?;
            if self.bearers(sql, &of_name, &known)? > 1 {
                ambiguous.insert(other, known);
            } else if !ruling::are_apart(sql, subject, other)? {
                self.join(sql, subject, other)?;
                self.merge_again(sql, subject, Kind::Company)?;
            }
        }
        if namesakes.is_empty() {
            return Ok(());
        }
        for holder in namesakes.into_keys().chain([subject]) {
            let mut is_less = false;
            for (id, claim) in only_named(numbered_claims_of(sql, holder)?) {
                let known = Known::of_claim(&claim);
                if company.shares_name(&known) && self.bearers(sql, &[claim], &known)? > 1 {
                    self.move_to_ambiguous(sql, holder, (id, known), &mut ambiguous)?;
                    is_less = true;
                }
            }
            if is_less {
                self.merge_again(sql, holder, Kind::Company)?;
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
        let mut of_name =
            ambiguous.extract_if(.., |_, other| other.shares_name(&known)).collect::<Vec<_>>().into_iter();
        let first = of_name.next();
        let to = self.move_claims(
            sql,
            holder,
            first.as_ref().map(|(subject, _)| *subject),
            &BTreeSet::from([claim]),
        )?;
        first.into_iter().for_each(|(_, other)| known.add(other));
        for (other, more) in of_name {
            self.join(sql, to, other)?;
            known.add(more);
        }
        ambiguous.insert(to, known);
        self.merge_again(sql, to, Kind::Company).map(drop)
    }

    /// How many companies with identifiers have the name of these claims.
    fn bearers(&mut self, sql: &mut dyn Sql, claims: &[Claim], known: &Known) -> Result<usize> {
        let candidates = self.candidates_by_keys(sql, Kind::Company, &name_keys(claims))?;
        Ok(candidates.values().filter(|other| other.is_identified() && other.shares_name(known)).count())
    }
}

/// Keys of every name that claims have for a company.
fn name_keys(claims: &[Claim]) -> Vec<Key> {
    let alone = claims.iter().map(|claim| Subject::of("", std::slice::from_ref(claim)));
    let keys: BTreeSet<Key> = alone.flat_map(|alone| alone.name_keys()).collect();
    keys.into_iter().collect()
}

/// The subjects that hold the claims of a row.
#[derive(Default)]
struct OwnRow {
    /// Subjects of the row.
    known: Vec<SubjectId>,
    /// Row numbers of its claims that subjects hold only because of a name.
    lent: BTreeMap<SubjectId, BTreeSet<ClaimId>>,
}

/// The subjects of earlier claims under this source's id. The id may be a row number that means another subject in
/// the next file, so it needs a shared identifier, a similar name or a ruling besides.
fn own_subjects(
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
        let claims = numbered_claims_of(sql, subject)?;
        let known = Known::of(claims.iter().map(|(_, claim)| claim));
        if !own.shares_identifier(&known)
            && !alone.is_named_like(&stored(sql, subject, prepared.kind)?.1)
            && !ruling::is_together(sql, prepared.row(), subject)?
        {
            continue;
        }
        let (of_row, others): (Vec<_>, Vec<_>) = claims
            .into_iter()
            .partition(|(_, claim)| (claim.source.as_str(), claim.reference.as_str()) == prepared.row());
        let is_identified =
            |claims: &[(ClaimId, Claim)]| Known::of(claims.iter().map(|(_, claim)| claim)).is_identified();
        if own.is_identified() && is_identified(&others) && !is_identified(&of_row) {
            row.lent.insert(subject, of_row.into_iter().map(|(id, _)| id).collect());
        } else {
            row.known.push(subject);
        }
    }
    Ok(row)
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

/// Whether two groups of claims about companies or jobs are about the same one, by identifiers and names.
pub(crate) fn are_one(ones: &[Claim], others: &[Claim]) -> bool {
    Known::of(ones).is_same_as(&Known::of(others))
}
