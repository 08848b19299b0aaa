//! Technologies of companies: filters, and the person who decides on technology.

use engine::{CompanyFilters, RoleSelector, buyer_of};
use jiff::Timestamp;
use records::{Company, Department, Technology};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::call::request::{fault_code::FaultCode, validate::Faults};

/// Filters for technologies.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct StackOptions {
    /// Companies that use any of these.
    #[schemars(length(max = 100), inner(length(min = 1, max = 100)))]
    pub technologies: Option<Vec<String>>,
    /// Companies that use all of these.
    #[schemars(length(max = 100), inner(length(min = 1, max = 100)))]
    pub technologies_all: Option<Vec<String>>,
    /// Companies that use none of these.
    #[schemars(length(max = 100), inner(length(min = 1, max = 100)))]
    pub exclude_technologies: Option<Vec<String>>,
}

impl StackOptions {
    /// Adds the faults that the schema cannot express.
    pub fn check(&self, faults: &mut Faults) {
        let asked = self.technologies.iter().chain(&self.technologies_all).flatten();
        if asked.count() == 0 {
            faults.add("/technologies", FaultCode::Required, "Name at least one technology that is in use.");
        }
    }

    /// Company filters for these technologies.
    pub fn filters(&self) -> CompanyFilters {
        CompanyFilters {
            technologies: self.technologies.clone().unwrap_or_default(),
            technologies_all: self.technologies_all.clone().unwrap_or_default(),
            exclude_technologies: self.exclude_technologies.clone().unwrap_or_default(),
            ..CompanyFilters::default()
        }
    }

    /// Merges these technologies into company filters. If the filters already name technologies, both sets must match,
    /// which one filter cannot express; callers therefore also check [`StackOptions::seen_at`] per company.
    pub fn narrowed(&self, mut icp: CompanyFilters) -> CompanyFilters {
        let CompanyFilters { technologies, technologies_all, exclude_technologies, .. } = self.filters();
        if icp.technologies.is_empty() {
            icp.technologies = technologies;
        }
        icp.technologies_all.extend(technologies_all);
        icp.exclude_technologies.extend(exclude_technologies);
        icp
    }

    /// The requested technologies that a company uses; empty if the company does not match.
    pub fn seen_at(&self, company: &Company, now: Timestamp) -> Vec<Technology> {
        if !self.filters().matches(company, now) {
            return Vec::new();
        }
        let asked = self.technologies.iter().chain(&self.technologies_all).flatten().cloned().collect();
        let asked = CompanyFilters { technologies: asked, ..CompanyFilters::default() };
        let one = |technology: &Technology| Company {
            technologies: vec![technology.clone()],
            ..Company::default()
        };
        let seen = company.technologies.iter().filter(|technology| asked.matches(&one(technology), now));
        seen.cloned().collect()
    }
}

/// Selects the decision maker on technology.
pub fn technology_buyer() -> RoleSelector {
    buyer_of(Department::Engineering)
}
