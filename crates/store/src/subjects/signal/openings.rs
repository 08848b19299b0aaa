//! Open positions, counted by company and department.

use std::collections::{BTreeMap, HashMap};

use jiff::Timestamp;
use records::Department;

use crate::{
    Store,
    sql::{Result, Sql, params},
};

/// The open positions of a company.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompanyOpenings {
    /// The handle under which they are stored; of several, the first in the alphabet.
    pub handle: String,
    /// How many of them are in each department.
    pub departments: BTreeMap<Department, u32>,
}

impl CompanyOpenings {
    /// How many are in this department, or in the one with the most of them.
    pub fn count(&self, department: Option<Department>) -> u32 {
        match department {
            Some(department) => self.departments.get(&department).copied().unwrap_or(0),
            None => self.departments.values().copied().max().unwrap_or(0),
        }
    }
}

impl Store {
    /// The open positions of each company that were posted within a time. Those under several domains of one company count
    /// together, those under a name by the name.
    pub fn company_openings(&self, since: Timestamp, until: Timestamp) -> Result<Vec<CompanyOpenings>> {
        let counted = self.read(|sql| {
            sql.all(
                "SELECT COALESCE(CAST(c.subject AS TEXT), s.domain), MIN(s.domain), s.departments, COUNT(*)
                 FROM signal s LEFT JOIN company_domain c ON c.domain = s.domain
                 WHERE s.kind = 'hiring' AND s.at >= ?1 AND s.at < ?2 AND s.closed = 0 AND s.domain IS NOT NULL
                 GROUP BY COALESCE(CAST(c.subject AS TEXT), s.domain), s.departments",
                params![since.as_microsecond(), until.as_microsecond()],
                |row| Ok((row.text(0)?, row.text(1)?, row.text(2)?, row.int(3)?)),
            )
        })?;
        let mut companies: HashMap<String, CompanyOpenings> = HashMap::new();
        for (company, handle, departments, count) in counted {
            let known = companies
                .entry(company)
                .or_insert_with(|| CompanyOpenings { handle: handle.clone(), departments: BTreeMap::new() });
            if handle < known.handle {
                known.handle = handle;
            }
            let departments = departments.split(',').filter_map(|word| word.parse::<Department>().ok());
            for department in departments {
                *known.departments.entry(department).or_default() += u32::try_from(count).unwrap_or(u32::MAX);
            }
        }
        Ok(companies.into_values().collect())
    }
}

/// Whether there are positions on record.
pub(crate) fn are_any_positions(sql: &mut dyn Sql) -> Result<bool> {
    let any = sql.first("SELECT 1 FROM signal WHERE kind = 'hiring' LIMIT 1", &[], |row| row.int(0))?;
    Ok(any.is_some())
}

/// Whether there are positions of a company with this handle.
pub(crate) fn has_positions(sql: &mut dyn Sql, handle: &str) -> Result<bool> {
    let any = "SELECT 1 FROM signal WHERE domain = ?1 AND kind = 'hiring' LIMIT 1";
    Ok(sql.first(any, params![handle], |row| row.int(0))?.is_some())
}

/// Handles of the companies that have open positions.
pub(crate) fn hiring_handles(sql: &mut dyn Sql) -> Result<Vec<String>> {
    sql.all(
        "SELECT DISTINCT domain FROM signal WHERE kind = 'hiring' AND closed = 0 AND domain IS NOT NULL",
        &[],
        |row| row.text(0),
    )
}

/// Adds the open positions of a company with this handle by department; returns how many there are.
pub(crate) fn add_open_positions(
    sql: &mut dyn Sql,
    handle: &str,
    listed: &mut BTreeMap<Department, u32>,
) -> Result<u32> {
    let counted = sql.all(
        "SELECT departments, COUNT(*) FROM signal WHERE domain = ?1 AND kind = 'hiring' AND closed = 0
         GROUP BY departments",
        params![handle],
        |row| Ok((row.text(0)?, u32::try_from(row.int(1)?).unwrap_or(u32::MAX))),
    )?;
    let mut all = 0;
    for (departments, count) in counted {
        all += count;
        for department in departments.split(',').filter_map(|word| word.parse::<Department>().ok()) {
            *listed.entry(department).or_default() += count;
        }
    }
    Ok(all)
}
