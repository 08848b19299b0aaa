//! The two kinds of record that can be searched, each with its filters, sort orders and facets.

use super::facet::FacetField;
use crate::{
    field::{Label, Term},
    filter::{CompanyFilters, Filters, PeopleFilters},
    sort::{CompanySort, Order, PeopleSort},
};

/// A kind of record that can be searched.
pub trait Target: Filters {
    /// Sort orders; the default one lists matches in name, title and employer first.
    type Sort: Copy + Default + PartialEq;

    /// Name of the kind: `people` or `companies`.
    const NAME: &'static str;

    /// Facets of the kind.
    #[doc(hidden)]
    const FACETS: &'static [FacetField];

    /// Names of the facets.
    fn facet_names() -> Vec<&'static str> {
        Self::FACETS.iter().map(|facet| facet.name).collect()
    }

    /// Name of a sort order in requests.
    fn sort_word(sort: Self::Sort) -> &'static str;

    /// Index order behind a sort order.
    #[doc(hidden)]
    fn order(sort: Self::Sort) -> Order;
}

const fn open(name: &'static str, label: Label) -> FacetField {
    FacetField { name, label, closed: None }
}

const fn closed(name: &'static str, label: Label, term: Term) -> FacetField {
    FacetField { name, label, closed: Some(term) }
}

impl Target for PeopleFilters {
    type Sort = PeopleSort;

    const NAME: &'static str = "people";

    const FACETS: &'static [FacetField] = &[
        open("titles", Label::Title),
        closed("seniorities", Label::Seniority, Term::Seniority),
        closed("departments", Label::Department, Term::Department),
        open("skills", Label::Skill),
        open("industries", Label::Industry),
        closed("countries", Label::Country, Term::Country),
        open("regions", Label::Region),
        open("cities", Label::City),
        open("languages", Label::Language),
        open("certifications", Label::Certification),
        open("schools", Label::School),
        open("past_titles", Label::PastTitle),
        closed("email_statuses", Label::EmailStatus, Term::EmailStatus),
        open("company_names", Label::EmployerName),
        closed("company_countries", Label::EmployerCountry, Term::EmployerCountry),
        closed("company_domains", Label::Domain, Term::Domain),
        closed("past_company_domains", Label::PastDomain, Term::PastDomain),
        open("company_technologies", Label::Technology),
        closed("company_size_bands", Label::SizeBand, Term::SizeBand),
        closed("company_funding_stages", Label::FundingStage, Term::FundingStage),
        closed("company_hiring_departments", Label::Hiring, Term::Hiring),
    ];

    fn sort_word(sort: PeopleSort) -> &'static str {
        sort.as_str()
    }

    fn order(sort: PeopleSort) -> Order {
        sort.order()
    }
}

impl Target for CompanyFilters {
    type Sort = CompanySort;

    const NAME: &'static str = "companies";

    const FACETS: &'static [FacetField] = &[
        open("industries", Label::Industry),
        open("technologies", Label::Technology),
        closed("size_bands", Label::SizeBand, Term::SizeBand),
        closed("countries", Label::Country, Term::Country),
        open("regions", Label::Region),
        open("cities", Label::City),
        closed("funding_stages", Label::FundingStage, Term::FundingStage),
        closed("hiring_departments", Label::Hiring, Term::Hiring),
        open("tags", Label::Tag),
    ];

    fn sort_word(sort: CompanySort) -> &'static str {
        sort.as_str()
    }

    fn order(sort: CompanySort) -> Order {
        sort.order()
    }
}
