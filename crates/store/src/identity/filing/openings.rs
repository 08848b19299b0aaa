//! The openings of a company's record: what a source states, and at least the open positions on record.
//!
//! A stated number and the positions on record are about the same positions, so the larger of the two counts. A company is
//! merged again when a position that names it is filed, closed, joined or deleted, and when a name that positions mention it by
//! is taken or given up by another company.

use std::collections::{BTreeMap, BTreeSet};

use records::{
    Department, Openings,
    keys::{Handle, company_handles, employer_handle},
};

use super::Filing;
use crate::{
    sql::{Result, Sql, params},
    subjects::{
        ids::SubjectId,
        rows::stored,
        signal::openings::{add_open_positions, are_any_positions, has_positions},
        subject::{Kind, Subject},
    },
};

impl Filing {
    /// A merged record with the open positions on record, if it is that of a company.
    pub(super) fn with_openings(&mut self, sql: &mut dyn Sql, record: Subject) -> Result<Subject> {
        let Subject::Company(mut company) = record else { return Ok(record) };
        if !self.has_positions(sql)? {
            return Ok(Subject::Company(company));
        }
        let (mut listed, mut count) = (BTreeMap::new(), 0);
        for handle in company_handles(&company) {
            let is_own = match Handle::read(&handle) {
                Some(Handle::Name(_)) => self.is_only_bearer(sql, &handle, &company.id)?,
                _ => true,
            };
            if is_own {
                count += add_open_positions(sql, &handle, &mut listed)?;
            }
        }
        if count > 0 {
            company.openings = Some(completed(company.openings.take(), &listed, count));
        }
        Ok(Subject::Company(company))
    }

    /// Merges the companies again whose openings a changed record has an effect on: those that a position names or named, and
    /// those that share a name that a company takes or gives up.
    pub(super) fn merge_hirers(
        &mut self,
        sql: &mut dyn Sql,
        before: Option<&Subject>,
        after: Option<&Subject>,
    ) -> Result<()> {
        let (before, after) = (mentions(before), mentions(after));
        let changed = match (&before, &after) {
            (Mentions::Position(one), Mentions::Position(other)) => one.union(other).cloned().collect(),
            (Mentions::Position(handles), _) | (_, Mentions::Position(handles)) => handles.clone(),
            (Mentions::Company(one), Mentions::Company(other)) => {
                one.symmetric_difference(other).cloned().collect()
            }
        };
        if matches!(after, Mentions::Position(_)) {
            self.has_positions = Some(true);
        }
        if changed.is_empty() || !self.has_positions(sql)? {
            return Ok(());
        }
        let is_position = matches!(before, Mentions::Position(_)) || matches!(after, Mentions::Position(_));
        for handle in changed {
            if is_position || has_positions(sql, &handle)? {
                self.merge_companies_of(sql, &handle)?;
            }
        }
        Ok(())
    }

    /// Merges the companies of a handle again at the end of the transaction.
    pub(crate) fn merge_companies_of(&mut self, sql: &mut dyn Sql, handle: &str) -> Result<()> {
        for company in self.companies_of(sql, handle)? {
            self.merge_later(company, Kind::Company);
        }
        Ok(())
    }

    fn companies_of(&mut self, sql: &mut dyn Sql, handle: &str) -> Result<Vec<SubjectId>> {
        match Handle::read(handle) {
            Some(Handle::Domain(domain)) => {
                sql.all("SELECT subject FROM company_domain WHERE domain = ?1", params![domain], |row| {
                    row.int(0).map(SubjectId)
                })
            }
            Some(Handle::Name(key)) => {
                let found: Vec<SubjectId> =
                    self.key_index.of(sql, key)?.iter().map(|entry| entry.subject).collect();
                let mut companies = Vec::new();
                let is_company = "SELECT 1 FROM subject WHERE no = ?1 AND kind = ?2";
                for subject in found {
                    let company = params![subject, Kind::Company as i64];
                    if sql.first(is_company, company, |row| row.int(0))?.is_some() {
                        companies.push(subject);
                    }
                }
                Ok(companies)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Whether no other company has the name of a handle.
    fn is_only_bearer(&mut self, sql: &mut dyn Sql, handle: &str, id: &str) -> Result<bool> {
        for subject in self.companies_of(sql, handle)? {
            let (other, record) = stored(sql, subject, Kind::Company)?;
            let Subject::Company(company) = record else { continue };
            if other != id && company_handles(&company).iter().any(|known| known == handle) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether there are positions at all; asked once in a transaction.
    fn has_positions(&mut self, sql: &mut dyn Sql) -> Result<bool> {
        match self.has_positions {
            Some(known) => Ok(known),
            None => Ok(*self.has_positions.insert(are_any_positions(sql)?)),
        }
    }
}

/// Handles by which a record mentions companies, or by which a company is mentioned.
enum Mentions {
    Position(BTreeSet<String>),
    Company(BTreeSet<String>),
}

fn mentions(record: Option<&Subject>) -> Mentions {
    match record {
        Some(Subject::Job(job)) => Mentions::Position(employer_handle(&job.company).into_iter().collect()),
        Some(Subject::Company(company)) => Mentions::Company(company_handles(company).into_iter().collect()),
        Some(Subject::Person(_)) | None => Mentions::Company(BTreeSet::new()),
    }
}

/// What a source states, completed by the positions on record.
fn completed(stated: Option<Openings>, listed: &BTreeMap<Department, u32>, count: u32) -> Openings {
    let mut openings = stated.unwrap_or_default();
    openings.count = openings.count.max(count);
    for (department, count) in listed {
        let is_known = |word: &&String| Department::from_alias(word) == Some(*department);
        let word = openings.by_department.keys().find(is_known).cloned();
        let known = openings.by_department.entry(word.unwrap_or_else(|| department.to_string())).or_default();
        *known = (*count).max(*known);
    }
    openings
}
