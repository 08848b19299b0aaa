//! Rows with a domain or page that companies with different numbers of one register share.
//!
//! A row without a number of that register fits each of them by its address. It belongs to the one that its name and place
//! clearly fit best; if none does, to none of them, and each is a review pair. Rows without such a number that share an address
//! go together. All of them are settled anew whenever one arrives, so that the order of arrival does not matter.

use std::collections::{BTreeMap, BTreeSet};

use records::{
    Claim, Company,
    keys::{Key, company_identifying_keys},
    sameness::company::CompanyTraits,
};

use super::{
    Filing,
    company_evidence::{Candidates, only, weigh},
    known::Known,
};
use crate::{
    identity::{evidence, ruling::SourceRow},
    sql::{Result, Sql, StoreError, params},
    subjects::{
        ids::{ClaimId, SubjectId},
        rows::all_numbered_claims_of,
        subject::Kind,
    },
};

/// Companies around a contested address that are settled together.
const COMPANIES_MAX: usize = 32;

/// Addresses of a company by which others are looked up.
const ADDRESSES_MAX: usize = 16;

/// A company with more claims is left as it was filed, so that one more claim costs the same.
const CLAIMS_MAX: i64 = 500;

/// Registers of which companies that share an address have different numbers.
#[derive(Default)]
pub(super) struct Contest(BTreeSet<String>);

impl Contest {
    pub(super) fn among<'t>(companies: impl IntoIterator<Item = &'t CompanyTraits>) -> Self {
        let companies: Vec<&CompanyTraits> = companies.into_iter().collect();
        let mut schemes = BTreeSet::new();
        for (at, one) in companies.iter().enumerate() {
            for other in companies[at + 1..].iter().filter(|other| one.conflicts_with(other)) {
                let has = |scheme: &String| other.identifiers.iter().any(|id| id.scheme == *scheme);
                schemes.extend(one.identifiers.iter().map(|id| id.scheme.clone()).filter(has));
            }
        }
        Self(schemes)
    }

    pub(super) fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a company or row has a number of a contested register.
    pub(super) fn has_number(&self, traits: &CompanyTraits) -> bool {
        traits.identifiers.iter().any(|id| self.0.contains(&id.scheme))
    }
}

/// A row of a source with all its claims.
struct Row {
    subject: SubjectId,
    claims: BTreeSet<ClaimId>,
    traits: CompanyTraits,
}

impl Row {
    fn shares_number(&self, other: &Self) -> bool {
        !self.traits.identifiers.is_disjoint(&other.traits.identifiers)
    }

    fn is_linked(&self, other: &Self) -> bool {
        self.shares_number(other) || !self.traits.addresses.is_disjoint(&other.traits.addresses)
    }
}

impl Filing {
    /// Settles the rows around a company that shares an address with others of different numbers.
    pub(super) fn settle_contested(&mut self, sql: &mut dyn Sql, subject: SubjectId) -> Result<()> {
        let rows = self.rows_around(sql, subject)?;
        let contest = Contest::among(rows.iter().map(|row| &row.traits));
        let (numbered, free): (Vec<&Row>, Vec<&Row>) =
            rows.iter().partition(|row| contest.has_number(&row.traits));
        for group in linked_groups(free) {
            self.settle_group(sql, &numbered, &group)?;
        }
        Ok(())
    }

    /// The rows of the companies that share an address with a company, or with another of them, in the order they came.
    fn rows_around(&mut self, sql: &mut dyn Sql, subject: SubjectId) -> Result<Vec<Row>> {
        let (own, mut rows) = (self.known(sql, subject)?, Vec::new());
        for subject in self.companies_around(sql, &own)?.into_keys() {
            if !has_very_many_claims(sql, subject)? {
                rows.extend(rows_of(subject, all_numbered_claims_of(sql, subject)?));
            }
        }
        rows.sort_by_key(|row| row.claims.first().copied());
        Ok(rows)
    }

    /// The companies that share an address with a company or claim, or with another of them.
    fn companies_around(&mut self, sql: &mut dyn Sql, own: &Known) -> Result<Candidates> {
        let mut around = Candidates::new();
        let mut waiting: Vec<String> = own.traits().addresses.iter().take(ADDRESSES_MAX).cloned().collect();
        let mut asked = BTreeSet::new();
        while let Some(address) = waiting.pop() {
            if around.len() >= COMPANIES_MAX || !asked.insert(address.clone()) {
                continue;
            }
            for (other, known) in self.candidates_by_keys(sql, Kind::Company, &keys_of(&address))? {
                if known.traits().addresses.contains(&address) {
                    waiting.extend(known.traits().addresses.iter().take(ADDRESSES_MAX).cloned());
                    around.insert(other, known);
                }
            }
        }
        Ok(around)
    }

    /// The contest for the addresses of a claim, and for those that are linked with them.
    pub(super) fn contest(&mut self, sql: &mut dyn Sql, own: &Known) -> Result<Contest> {
        let around = self.companies_around(sql, own)?;
        Ok(Contest::among(around.values().chain([own]).map(Known::traits)))
    }

    /// Moves linked rows without a number to the company that they clearly fit best of those that contest them, else to a
    /// company of their own.
    fn settle_group(&mut self, sql: &mut dyn Sql, numbered: &[&Row], group: &[&Row]) -> Result<()> {
        let of_number = numbered.iter().filter(|row| group.iter().any(|own| own.shares_number(row)));
        let of_address = numbered.iter().filter(|row| group.iter().any(|own| own.is_linked(row)));
        // A common number of another register says more than an address.
        let mut rivals = companies(of_number);
        if rivals.is_empty() {
            rivals = companies(of_address);
        }
        if rivals.is_empty() {
            return Ok(());
        }
        let mut own = CompanyTraits::default();
        group.iter().for_each(|row| own.add(&row.traits));
        let mut weighed = Vec::new();
        for (subject, traits) in &rivals {
            weighed.push((*subject, weigh(sql, &mut self.commonness, &own, traits)?.bits));
        }
        let has_number = |subject: SubjectId| numbered.iter().any(|row| row.subject == subject);
        let apart = group.iter().map(|row| row.subject).filter(|subject| !has_number(*subject)).min();
        let best = only(&weighed);
        let to = self.move_rows(sql, group, best.or(apart))?;
        if best.is_none() {
            evidence::record_review_pairs(sql, to, &weighed, self.rulings.are_any)?;
        }
        Ok(())
    }

    /// Moves rows to a company, or to a new one; returns it.
    fn move_rows(
        &mut self,
        sql: &mut dyn Sql,
        rows: &[&Row],
        mut to: Option<SubjectId>,
    ) -> Result<SubjectId> {
        let mut moving: BTreeMap<SubjectId, BTreeSet<ClaimId>> = BTreeMap::new();
        for row in rows.iter().filter(|row| to != Some(row.subject)) {
            moving.entry(row.subject).or_default().extend(&row.claims);
        }
        for (from, claims) in moving {
            let is_all = all_numbered_claims_of(sql, from)?.iter().all(|(id, _)| claims.contains(id));
            let into = match to {
                Some(to) if is_all => {
                    self.join(sql, to, from)?;
                    to
                }
                _ => {
                    self.merge_later(from, Kind::Company);
                    self.move_claims(sql, from, to, &claims)?
                }
            };
            self.merge_later(into, Kind::Company);
            to = Some(into);
        }
        to.ok_or(StoreError::NotFound("company"))
    }
}

/// The keys of a domain or page.
fn keys_of(address: &str) -> Vec<Key> {
    let (domains, network_url) = (vec![address.to_owned()], Some(address.to_owned()));
    company_identifying_keys(&Company { domains, network_url, ..Company::default() })
}

fn has_very_many_claims(sql: &mut dyn Sql, subject: SubjectId) -> Result<bool> {
    let counted = "SELECT COUNT(*) FROM (SELECT 1 FROM claim WHERE subject = ?1 LIMIT ?2) AS few";
    let claims = sql.first(counted, params![subject, CLAIMS_MAX + 1], |row| row.int(0))?;
    Ok(claims > Some(CLAIMS_MAX))
}

/// The companies of some rows, with the traits of these rows alone.
fn companies<'r>(rows: impl Iterator<Item = &'r &'r Row>) -> BTreeMap<SubjectId, CompanyTraits> {
    let mut companies: BTreeMap<SubjectId, CompanyTraits> = BTreeMap::new();
    rows.for_each(|row| companies.entry(row.subject).or_default().add(&row.traits));
    companies
}

/// The rows of a company that have an address or a number.
fn rows_of(subject: SubjectId, claims: Vec<(ClaimId, Claim)>) -> Vec<Row> {
    let mut rows: BTreeMap<SourceRow, Row> = BTreeMap::new();
    for (id, claim) in claims {
        let known = Known::of_claim(&claim);
        let row = rows.entry((claim.source, claim.reference)).or_insert_with(|| Row {
            subject,
            claims: BTreeSet::new(),
            traits: CompanyTraits::default(),
        });
        row.claims.insert(id);
        row.traits.add(known.traits());
    }
    rows.into_values().filter(|row| row.traits.is_identified()).collect()
}

/// Groups of rows that are linked, directly or by others.
fn linked_groups(rows: Vec<&Row>) -> Vec<Vec<&Row>> {
    let mut groups: Vec<Vec<&Row>> = Vec::new();
    for row in rows {
        let (linked, mut others): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group| group.iter().any(|other| row.is_linked(other)));
        others.push(linked.into_iter().flatten().chain([row]).collect());
        groups = others;
    }
    groups
}
