//! Filters over people.

use jiff::{Timestamp, ToSpan, civil::Date};
use records::{Company, PersonRecord, nickname};

use super::{
    Filters, ListFilter, MoneyRange, Near, NumberRange, dates::within, fault::FilterFaults, filters, private,
    reading::Reading,
};
use crate::{
    document::{self, day_number, today},
    field::{Number, Term},
    filter::{companies::employer_conditions, fault::FilterFault},
    fold,
    plan::{FilterPlan, Node},
};

filters! {
    /// Filters for people. A person must pass every given filter.
    PeopleFilters
    lists {
        /// Current job titles. Spellings and similar titles count: `VP Sales` finds a Vice President of Sales. In
        /// double quotes only the words count.
        titles titles_all exclude_titles = Reading::Title(Term::Title);
        /// Seniorities, such as `vp`. Names used by other services are accepted.
        seniorities seniorities_all exclude_seniorities = Reading::Seniority;
        /// Departments, such as `engineering`. Names used by other services are accepted.
        departments departments_all exclude_departments = Reading::Department(Term::Department);
        /// Skills.
        skills skills_all exclude_skills = Reading::Whole(Term::Skill);
        /// Industries of the current employer, by label, usual synonym or NAICS or SIC code. A sector includes its
        /// sub-industries.
        industries industries_all exclude_industries = Reading::Industry;
        /// Countries, by ISO 3166 code or name.
        countries countries_all exclude_countries = Reading::Country(Term::Country);
        /// States, provinces or regions, by name or ISO 3166-2 code.
        regions regions_all exclude_regions = Reading::Region;
        /// Cities, in any language.
        cities cities_all exclude_cities = Reading::City;
        /// Languages spoken.
        languages languages_all exclude_languages = Reading::Whole(Term::Language);
        /// Certifications, or any part of their name.
        certifications certifications_all exclude_certifications = Reading::Part(Term::Certification);
        /// Schools attended, or any part of their name.
        schools schools_all exclude_schools = Reading::Part(Term::School);
        /// Titles held before the current one. Spellings and similar titles count.
        past_titles past_titles_all exclude_past_titles = Reading::Title(Term::PastTitle);
        /// Status of the best known business email: `deliverable`, `risky`, `unknown` or `undeliverable`.
        email_statuses email_statuses_all exclude_email_statuses = Reading::EmailStatus;
        /// Ids of the current employer, `com_…`.
        company_ids company_ids_all exclude_company_ids = Reading::CompanyId;
        /// Names of the current employer, or any part of them; registered and former names count.
        company_names company_names_all exclude_company_names = Reading::Part(Term::EmployerName);
        /// Countries of the current employer's headquarters, by ISO 3166 code or name.
        company_countries company_countries_all exclude_company_countries =
            Reading::Country(Term::EmployerCountry);
        /// Domains of the current employer.
        company_domains company_domains_all exclude_company_domains = Reading::Domain(Term::Domain);
        /// Domains of earlier employers.
        past_company_domains past_company_domains_all exclude_past_company_domains =
            Reading::Domain(Term::PastDomain);
        /// Names of earlier employers, or any part of them.
        past_company_names past_company_names_all exclude_past_company_names =
            Reading::Part(Term::PastEmployerName);
        /// Technologies the current employer uses, by any usual name.
        company_technologies company_technologies_all exclude_company_technologies =
            Reading::Technology;
        /// Size bands of the current employer, such as `51-200`.
        company_size_bands company_size_bands_all exclude_company_size_bands = Reading::SizeBand;
        /// Funding stages of the current employer, such as `series_a`.
        company_funding_stages company_funding_stages_all exclude_company_funding_stages =
            Reading::FundingStage;
        /// Departments in which the current employer has open positions.
        company_hiring_departments company_hiring_departments_all exclude_company_hiring_departments =
            Reading::Department(Term::Hiring);
    }
    others {
        /// Employees of the current employer; a band passes when it overlaps.
        employee_count: NumberRange;
        /// Yearly revenue of the current employer; a band passes when it overlaps.
        company_revenue: MoneyRange;
        /// Only bands that lie inside the range.
        whole_bands: bool;
        /// Year the current employer was founded.
        company_founded_year: NumberRange;
        /// Total money raised by the current employer.
        company_funding_amount: MoneyRange;
        /// The current employer's newest round is at most this many days old.
        company_funded_within_days: u32;
        /// Whole years since the first job.
        years_experience: NumberRange;
        /// Whole months in the current role.
        months_in_role: NumberRange;
        /// Growth of the current employer's headcount over about a year, in percent; negative if it shrank.
        company_headcount_growth: NumberRange;
        /// Came to the current employer from another one at most this many days ago.
        changed_jobs_within_days: u32;
        /// Whether a business email is known.
        has_email: bool;
        /// Whether a phone is known.
        has_phone: bool;
        /// Within a radius of a city or a point. A record whose city is unknown never matches.
        near: Near;
        /// Words of the name, in any order; nicknames count.
        name: String;
        /// Words anywhere in the name, title, employer, headline, skills, certifications and schools.
        text: String;
    }
}

impl PeopleFilters {
    /// Whether a person passes the filters. Evaluated without an index, with the same result.
    pub fn matches(&self, record: &PersonRecord, employer: Option<&Company>, now: Timestamp) -> bool {
        private::Sealed::plan(self, now).matches(&document::person(record, employer))
    }
}

/// Lists of values that belong to one employer.
const EMPLOYER_NAMES: [&str; 3] = ["company_ids", "company_names", "company_domains"];

/// The name of a list without what is asked of its values: all of them, or none.
fn employer_list(name: &str) -> &str {
    let name = name.strip_prefix("exclude_").unwrap_or(name);
    name.strip_suffix("_all").unwrap_or(name)
}

impl Filters for PeopleFilters {
    fn check(&self) -> Vec<FilterFault> {
        let mut faults = FilterFaults::default();
        self.lists().iter().for_each(|list| faults.list(list));
        faults.range("employee_count", self.employee_count);
        faults.money("company_revenue", self.company_revenue.as_ref());
        faults.range("company_founded_year", self.company_founded_year);
        faults.money("company_funding_amount", self.company_funding_amount.as_ref());
        faults.days("company_funded_within_days", self.company_funded_within_days);
        faults.range("years_experience", self.years_experience);
        faults.range("months_in_role", self.months_in_role);
        faults.range("company_headcount_growth", self.company_headcount_growth);
        faults.days("changed_jobs_within_days", self.changed_jobs_within_days);
        faults.near(self.near.as_ref());
        faults.text("name", self.name.as_ref());
        faults.text("text", self.text.as_ref());
        faults.0
    }

    fn names_a_record(&self) -> bool {
        self.name.is_some() || self.text.is_some()
    }

    fn isolates_a_record(&self, text_is_name: bool) -> bool {
        let is_named = self.name.is_some() || self.text.is_some() && text_is_name;
        let lone = Self { name: self.name.clone(), text: self.text.clone(), ..Self::default() };
        let is_lone = self == &lone && (self.name.is_none() || self.text.is_none());
        if is_named && !is_lone {
            return true;
        }
        // A filter for one employer beside one for what employers have asks about that employer.
        let lists: Vec<&str> =
            self.lists().iter().filter(|list| !list.values.is_empty()).map(|list| list.name).collect();
        let has = |one: &dyn Fn(&str) -> bool| lists.iter().any(|name| one(employer_list(name)));
        let names_employer = has(&|name| EMPLOYER_NAMES.contains(&name));
        let asks_about_employer = has(&|name| {
            name == "industries" || name.starts_with("company_") && !EMPLOYER_NAMES.contains(&name)
        });
        let has_range = self.employee_count.is_some()
            || self.company_revenue.is_some()
            || self.company_founded_year.is_some()
            || self.company_funding_amount.is_some()
            || self.company_funded_within_days.is_some()
            || self.company_headcount_growth.is_some();
        names_employer && (asks_about_employer || has_range)
    }

    fn money_ranges(&self) -> Vec<&MoneyRange> {
        self.company_revenue.iter().chain(&self.company_funding_amount).collect()
    }
}

impl private::Sealed for PeopleFilters {
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
        let today = today(now);
        employer_conditions(
            &mut plan,
            ["employee_count", "company_revenue", "company_founded_year", "company_funding_amount"],
            (self.employee_count, self.company_revenue.as_ref(), self.whole_bands),
            (self.company_founded_year, self.company_funding_amount.as_ref()),
        );
        if let Some(days) = self.company_funded_within_days {
            plan.require("company_funded_within_days", within(Number::FundedDay, days, today));
        }
        if let Some(years) = self.years_experience {
            plan.require("years_experience", years_since(years, today));
        }
        if let Some(months) = self.months_in_role {
            plan.require("months_in_role", months_since(months, today));
        }
        if let Some(growth) = self.company_headcount_growth {
            let node = Node::Between(Number::HeadcountGrowth, growth.low(), growth.high());
            plan.require("company_headcount_growth", node);
        }
        if let Some(days) = self.changed_jobs_within_days {
            plan.require("changed_jobs_within_days", within(Number::JoinedDay, days, today));
        }
        for (filter, wanted, contact) in
            [("has_email", self.has_email, "email"), ("has_phone", self.has_phone, "phone")]
        {
            let has = Node::Has(Term::Contact, contact.to_owned());
            match wanted {
                Some(true) => plan.require(filter, has),
                Some(false) => plan.require(filter, Node::Not(Box::new(has))),
                None => {}
            }
        }
        if let Some(near) = &self.near {
            plan.require("near", near.node());
        }
        if let Some(name) = &self.name {
            plan.require("name", person_name(name));
        }
        if let Some(text) = &self.text {
            let words = fold::words(text);
            plan.require("text", Node::anywhere(&words));
            plan.preferred = Some(Node::in_subject(&words));
        }
        plan
    }
}

/// Every word of the name must match, directly or as a nickname or formal form.
fn person_name(name: &str) -> Node {
    let words = fold::words(name).into_iter().map(|word| {
        let mut forms: Vec<String> = nickname::formal_names(&word).map(str::to_owned).collect();
        forms.extend(nickname::forms(&word).map(str::to_owned));
        forms.push(word);
        forms.sort_unstable();
        forms.dedup();
        Node::Any(forms.into_iter().map(|form| Node::Has(Term::Name, form)).collect())
    });
    Node::All(words.collect())
}

/// Limit for year arithmetic, within the supported calendar range.
const YEARS_MAX: i64 = 1_000;

/// The number of whole years since the first job is in this range.
fn years_since(years: NumberRange, today: Date) -> Node {
    let back = |years: i64| today.saturating_sub(years.clamp(0, YEARS_MAX).years());
    // A first job in the future is no experience.
    since(Number::FirstJobDay, years, back, i64::MAX)
}

/// The number of whole months since the start of the role is in this range. A role that starts in the future has not begun.
fn months_since(months: NumberRange, today: Date) -> Node {
    let back = |months: i64| today.saturating_sub(months.clamp(0, 12 * YEARS_MAX).months());
    since(Number::RoleDay, months, back, day_number(today))
}

/// As many whole years or months since a day as a range says; `back` goes back as many from today, and `newest_of_none`
/// is the last day that counts as 0.
fn since(field: Number, range: NumberRange, back: impl Fn(i64) -> Date, newest_of_none: i64) -> Node {
    let newest = if range.low() <= 0 { newest_of_none } else { day_number(back(range.low())) };
    // The day after the date on which one more than the maximum has passed.
    let oldest = range
        .max
        .map_or(i64::MIN, |max| if max < 0 { i64::MAX } else { day_number(back(max.saturating_add(1))) + 1 });
    Node::Between(field, oldest, newest)
}
