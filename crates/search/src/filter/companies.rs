//! Filters over companies.

use jiff::Timestamp;
use records::{Company, Department};

use super::{
    Filters, ListFilter, MoneyRange, Near, NumberRange, dates::within, fault::FilterFaults, filters, private,
    reading::Reading,
};
use crate::{
    document::{self, today},
    field::{Number, Term, openings_in},
    filter::fault::FilterFault,
    fold,
    plan::{FilterPlan, Node},
};

filters! {
    /// Filters for companies. A company must pass every given filter.
    CompanyFilters
    lists {
        /// Domains of the company.
        domains domains_all exclude_domains = Reading::Domain(Term::Domain);
        /// Industries by label, usual synonym or NAICS or SIC code. A sector includes its sub-industries.
        industries industries_all exclude_industries = Reading::Industry;
        /// Technologies in use, by any usual name.
        technologies technologies_all exclude_technologies = Reading::Technology;
        /// Size bands, such as `51-200`.
        size_bands size_bands_all exclude_size_bands = Reading::SizeBand;
        /// Countries of the headquarters, by ISO 3166 code or name.
        countries countries_all exclude_countries = Reading::Country(Term::Country);
        /// States, provinces or regions of the headquarters, by name or ISO 3166-2 code.
        regions regions_all exclude_regions = Reading::Region;
        /// Cities of the headquarters, in any language.
        cities cities_all exclude_cities = Reading::City;
        /// Stages of the newest funding round, such as `series_a`.
        funding_stages funding_stages_all exclude_funding_stages = Reading::FundingStage;
        /// Departments with open positions.
        hiring_departments hiring_departments_all exclude_hiring_departments =
            Reading::Department(Term::Hiring);
        /// Keywords of the company.
        tags tags_all exclude_tags = Reading::Whole(Term::Tag);
    }
    others {
        /// Employees; a band passes when it overlaps.
        employee_count: NumberRange;
        /// Yearly revenue; a band passes when it overlaps.
        revenue: MoneyRange;
        /// Only bands that lie inside the range.
        whole_bands: bool;
        /// Growth of the headcount over about a year, in percent; negative if it shrank.
        headcount_growth: NumberRange;
        /// Year of foundation.
        founded_year: NumberRange;
        /// Total money raised.
        funding_amount: MoneyRange;
        /// The newest round is at most this many days old.
        funded_within_days: u32;
        /// Minimum number of open positions; with `hiring_departments`, in one of those departments.
        min_openings: u32;
        /// Within a radius of a city or a point. A record whose city is unknown never matches.
        near: Near;
        /// Words of the name, in any order; registered and former names count.
        name: String;
        /// Words anywhere in the names, description, industries, tags and technologies.
        text: String;
    }
}

impl CompanyFilters {
    /// Whether a company passes the filters. Evaluated without an index, with the same result.
    pub fn matches(&self, company: &Company, now: Timestamp) -> bool {
        private::Sealed::plan(self, now).matches(&document::company(company))
    }

    /// Whether a company passes a range of employees or revenue by a band that only overlaps it, so that the company may
    /// lie outside.
    pub fn overlaps(&self, company: &Company, now: Timestamp) -> bool {
        let (employee_count, revenue) = (self.employee_count, self.revenue.clone());
        let whole = Self { employee_count, revenue, whole_bands: Some(true), ..Self::default() };
        !whole.matches(company, now)
    }

    fn openings(&self, least: u32) -> Node {
        let departments: Vec<Department> = self
            .hiring_departments
            .iter()
            .chain(&self.hiring_departments_all)
            .filter_map(|word| Department::from_alias(word))
            .collect();
        if departments.is_empty() {
            return Node::Between(Number::Openings, i64::from(least), i64::MAX);
        }
        let enough = |department| {
            Node::Between(
                Number::OpeningsIn,
                openings_in(department, least),
                openings_in(department, u32::MAX),
            )
        };
        Node::Any(departments.into_iter().map(enough).collect())
    }
}

impl Filters for CompanyFilters {
    fn check(&self) -> Vec<FilterFault> {
        let mut faults = FilterFaults::default();
        self.lists().iter().for_each(|list| faults.list(list));
        faults.range("employee_count", self.employee_count);
        faults.money("revenue", self.revenue.as_ref());
        faults.range("headcount_growth", self.headcount_growth);
        faults.range("founded_year", self.founded_year);
        faults.money("funding_amount", self.funding_amount.as_ref());
        faults.days("funded_within_days", self.funded_within_days);
        faults.near(self.near.as_ref());
        faults.text("name", self.name.as_ref());
        faults.text("text", self.text.as_ref());
        faults.0
    }

    fn names_a_record(&self) -> bool {
        let domains = [&self.domains, &self.domains_all];
        self.name.is_some() || self.text.is_some() || domains.iter().any(|list| !list.is_empty())
    }

    fn isolates_a_record(&self, _: bool) -> bool {
        let named = Self {
            name: self.name.clone(),
            domains: self.domains.clone(),
            domains_all: self.domains_all.clone(),
            exclude_domains: self.exclude_domains.clone(),
            ..Self::default()
        };
        let names = usize::from(self.name.is_some())
            + [&self.domains, &self.domains_all, &self.exclude_domains]
                .iter()
                .filter(|list| !list.is_empty())
                .count();
        names > 1 || names == 1 && self != &named
    }

    fn money_ranges(&self) -> Vec<&MoneyRange> {
        self.revenue.iter().chain(&self.funding_amount).collect()
    }
}

impl private::Sealed for CompanyFilters {
    fn open_values(&self) -> Vec<private::OpenValue> {
        self.lists().iter().flat_map(ListFilter::open_values).collect()
    }

    fn plan(&self, now: Timestamp) -> FilterPlan {
        let mut plan = FilterPlan::default();
        for list in self.lists() {
            if let Some(node) = list.node() {
                plan.require(list.name, node);
            }
        }
        employer_conditions(
            &mut plan,
            ["employee_count", "revenue", "founded_year", "funding_amount"],
            (self.employee_count, self.revenue.as_ref(), self.whole_bands),
            (self.founded_year, self.funding_amount.as_ref()),
        );
        if let Some(days) = self.funded_within_days {
            plan.require("funded_within_days", within(Number::FundedDay, days, today(now)));
        }
        if let Some(growth) = self.headcount_growth {
            let node = Node::Between(Number::HeadcountGrowth, growth.low(), growth.high());
            plan.require("headcount_growth", node);
        }
        if let Some(least) = self.min_openings {
            plan.require("min_openings", self.openings(least));
        }
        if let Some(near) = &self.near {
            plan.require("near", near.node());
        }
        if let Some(name) = &self.name {
            plan.require("name", Node::all_words(Term::Name, fold::words(name)));
        }
        if let Some(text) = &self.text {
            let words = fold::words(text);
            plan.require("text", Node::anywhere(&words));
            plan.preferred = Some(Node::in_subject(&words));
        }
        plan
    }
}

/// Adds the range conditions shared by companies and employers of people, under the filter names of each.
pub(super) fn employer_conditions(
    plan: &mut FilterPlan,
    [size_name, revenue_name, founded_name, funding_name]: [&'static str; 4],
    (size, revenue, whole_bands): (Option<NumberRange>, Option<&MoneyRange>, Option<bool>),
    (founded, funding): (Option<NumberRange>, Option<&MoneyRange>),
) {
    let band = |[least, most]: [Number; 2], (low, high)| {
        let ends = match whole_bands {
            Some(true) => [Node::Between(least, low, i64::MAX), Node::Between(most, i64::MIN, high)],
            _ => [Node::Between(least, i64::MIN, high), Node::Between(most, low, i64::MAX)],
        };
        Node::All(ends.into())
    };
    if let Some(range) = size {
        let numbers = [Number::EmployeeCount, Number::EmployeesMost];
        plan.require(size_name, band(numbers, (range.low(), range.high())));
    }
    if let Some(range) = revenue {
        plan.require(revenue_name, band([Number::RevenueLow, Number::RevenueHigh], range.micro_dollars()));
    }
    if let Some(range) = founded {
        plan.require(founded_name, Node::Between(Number::FoundedYear, range.low(), range.high()));
    }
    if let Some(range) = funding {
        let (low, high) = range.micro_dollars();
        plan.require(funding_name, Node::Between(Number::FundingTotal, low, high));
    }
}
