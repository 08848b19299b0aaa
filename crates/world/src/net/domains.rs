//! Which company a domain belongs to.

use crate::world::{Side, World};

impl World {
    /// The company with this main or second domain, inside or outside.
    pub(super) fn domain_owner(&self, domain: &str) -> Option<(Side, u64)> {
        [Side::Inside, Side::Outside].into_iter().find_map(|side| {
            let company = self.of_side(side).company_of_domain(domain)?;
            Some((side, company))
        })
    }

    fn company_of_domain(&self, domain: &str) -> Option<u64> {
        if let Some(company) = self.find_company_by_domain(domain) {
            return Some(company);
        }
        // A company's second domain has the label of its main domain.
        let label = domain.strip_suffix(".test")?;
        let company = self.find_company_by_domain(&format!("{label}.example"))?;
        (self.company(company).second_domain.as_deref() == Some(domain)).then_some(company)
    }
}
