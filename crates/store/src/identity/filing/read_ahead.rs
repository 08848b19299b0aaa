//! Reading together what the claims of a batch will look up: with a database on another machine, each question that is
//! asked alone is a round trip.

use std::collections::BTreeSet;

use records::keys::{Key, companies_value};

use super::{ALIAS, Filing, claim_cache::comparable_claims_of_all, known::Known, narrowest::add_narrowest};
use crate::{
    identity::{key_index::SUBJECTS_PER_KEY_MAX, prepare::PreparedClaim},
    sql::{Result, Sql},
    subjects::{ids::SubjectId, rows::claims_of_all, subject::Kind},
};

/// Subjects of a kind whose claims are read for one batch; those beyond are read when they are compared.
const CANDIDATES_MAX: usize = 10_000;

impl Filing {
    /// Reads what these claims will look up.
    pub(crate) fn read_ahead(&mut self, sql: &mut dyn Sql, claims: &[PreparedClaim]) -> Result<()> {
        let (mut keys, mut values) = (Vec::new(), vec![companies_value()]);
        for prepared in claims {
            keys.extend(prepared.strong_keys.iter().chain(prepared.blocks()));
            keys.push(prepared.id_key);
            keys.extend(prepared.at.iter().flat_map(|employer| &employer.keys));
            values.extend(&prepared.known_by.values);
        }
        self.key_index.read_ahead(sql, keys)?;
        self.commonness.read_ahead(sql, values)?;
        let known: Vec<&PreparedClaim> =
            claims.iter().filter(|prepared| !self.key_index.is_new(prepared.row_key)).collect();
        self.prior_claims.read_ahead(sql, &known)?;
        self.read_aliases_ahead(sql, claims)?;
        self.read_companies_ahead(sql, claims)?;
        self.read_people_ahead(sql, claims)
    }

    fn read_aliases_ahead(&mut self, sql: &mut dyn Sql, claims: &[PreparedClaim]) -> Result<()> {
        if !self.has_aliases {
            return Ok(());
        }
        self.aliases = claims.iter().map(|prepared| (prepared.id.clone(), false)).collect();
        let ids = claims.iter().map(|prepared| [(&prepared.id).into()]);
        sql.each_of(ALIAS, ids, &mut |number, _| {
            self.aliases.insert(claims[number].id.clone(), true);
            Ok(())
        })
    }

    /// Reads what the companies are known by that these claims will be compared with, or that their people work at.
    fn read_companies_ahead(&mut self, sql: &mut dyn Sql, claims: &[PreparedClaim]) -> Result<()> {
        let companies = claims.iter().filter(|prepared| prepared.kind != Kind::Person);
        let own = companies.flat_map(|prepared| &prepared.strong_keys);
        let employers = claims.iter().filter_map(|prepared| prepared.at.as_ref());
        let mut subjects: BTreeSet<SubjectId> = BTreeSet::new();
        for key in own.chain(employers.flat_map(|employer| &employer.keys)) {
            let entries = self.key_index.of(sql, *key)?;
            if entries.len() < SUBJECTS_PER_KEY_MAX {
                subjects.extend(entries.iter().map(|entry| entry.subject));
            }
        }
        subjects.retain(|subject| !self.companies.contains_key(subject));
        let subjects: Vec<SubjectId> = subjects.into_iter().take(CANDIDATES_MAX).collect();
        for (subject, claims) in claims_of_all(sql, &subjects)? {
            self.keep_known(subject, Known::of(&claims));
        }
        Ok(())
    }

    /// Reads the claims of the people that these claims will be compared with, and what they are weighted by.
    fn read_people_ahead(&mut self, sql: &mut dyn Sql, claims: &[PreparedClaim]) -> Result<()> {
        let mut subjects: BTreeSet<SubjectId> = BTreeSet::new();
        for prepared in claims.iter().filter(|prepared| prepared.kind == Kind::Person) {
            if let Some(traits) = &prepared.traits {
                let mut found = BTreeSet::new();
                add_narrowest(sql, &mut self.key_index, &prepared.strong_keys, traits, &mut found)?;
                subjects.extend(found);
            }
        }
        subjects.retain(|subject| !self.claim_cache.has(*subject));
        let subjects: Vec<SubjectId> = subjects.into_iter().take(CANDIDATES_MAX).collect();
        let read = comparable_claims_of_all(sql, &subjects)?;
        let traits = || read.iter().flat_map(|(_, claims)| claims).map(|claim| &claim.traits);
        let values: Vec<Key> = traits().flat_map(records::sameness::Traits::counted).collect();
        let phones: Vec<Key> = traits().flat_map(records::sameness::Traits::phone_blocks).collect();
        self.commonness.read_ahead(sql, values)?;
        self.key_index.read_ahead(sql, phones)?;
        for (subject, claims) in read {
            self.claim_cache.keep_unweighted(subject, claims);
        }
        Ok(())
    }
}
