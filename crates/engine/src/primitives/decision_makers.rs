//! Decision makers of a company: the people of a role, the best match first, each score explained.

use jiff::Timestamp;
use records::{Company, Department, Person, PersonRecord, Seniority};
use schemars::JsonSchema;
use search::{
    PageRequest, PeopleFilters, PeopleSort,
    role::{self, RankedCandidate, RoleSelector, ScorePart},
};
use serde::Serialize;

use crate::{Engine, EngineError};

/// People of one company that are compared for a role.
const COMPARED_MAX: usize = 64;

/// A person who fits a role, without contact values.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct DecisionMaker {
    /// The person.
    #[serde(flatten)]
    pub person: Person,
    /// The department that makes them fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub department: Option<Department>,
    /// How well they fit, 0 to 1.
    pub score: f64,
    /// What the score is made of: its share of the points is the score.
    pub score_parts: Vec<ScorePart>,
}

/// Parses a role in words.
pub fn read_role(text: &str) -> RoleSelector {
    role::read_role(text)
}

/// The owner or head of a company.
pub fn leader() -> RoleSelector {
    RoleSelector {
        seniorities: vec![Seniority::Owner, Seniority::Founder, Seniority::CSuite, Seniority::Partner],
        departments: vec![Department::Executive],
        titles: Vec::new(),
    }
}

/// The budget owner of a department.
pub fn buyer_of(department: Department) -> RoleSelector {
    RoleSelector {
        seniorities: vec![
            Seniority::Vp,
            Seniority::Head,
            Seniority::CSuite,
            Seniority::Director,
            Seniority::Founder,
            Seniority::Manager,
        ],
        departments: vec![department],
        titles: Vec::new(),
    }
}

impl Engine {
    /// The people who fit a role at a company, the best first; if none does, its leaders.
    pub async fn decision_makers(
        &self,
        domain: &str,
        role: &RoleSelector,
        limit: usize,
        now: Timestamp,
    ) -> Result<Vec<DecisionMaker>, EngineError> {
        let mut candidates = self.fitting(domain, role, now).await?;
        if candidates.is_empty() {
            candidates = self.leaders_of(domain, now).await?;
        }
        let ranked = role::rank(role, &candidates, now);
        ranked.into_iter().take(limit).map(|ranked| self.decision_maker_of(role, ranked)).collect()
    }

    /// The best person for a role at a company.
    pub async fn decision_maker(
        &self,
        domain: &str,
        role: &RoleSelector,
        now: Timestamp,
    ) -> Result<Option<DecisionMaker>, EngineError> {
        Ok(self.decision_makers(domain, role, 1, now).await?.pop())
    }

    /// The owner or head of a company, with contact values.
    pub async fn owner(&self, domain: &str, now: Timestamp) -> Result<Option<PersonRecord>, EngineError> {
        let leaders = self.leaders_of(domain, now).await?;
        Ok(role::rank(&leader(), &leaders, now).first().map(|best| best.record.clone()))
    }

    /// Founders and owners who are at a company.
    pub async fn founders(
        &self,
        domain: &str,
        limit: usize,
        now: Timestamp,
    ) -> Result<Vec<DecisionMaker>, EngineError> {
        let role = RoleSelector { seniorities: vec![Seniority::Founder, Seniority::Owner], ..leader() };
        let seniorities = role.filters(domain).seniorities;
        let founded = PeopleFilters { seniorities, ..self.staff_filters(domain)? };
        let founders = self.people_records(founded, limit, now).await?;
        let ranked = role::rank(&role, &founders, now);
        ranked.into_iter().map(|ranked| self.decision_maker_of(&role, ranked)).collect()
    }

    /// Colleagues of a person, those nearest in function and rank first.
    pub async fn peers(
        &self,
        record: &PersonRecord,
        limit: usize,
        now: Timestamp,
    ) -> Result<Vec<DecisionMaker>, EngineError> {
        let person = &record.person;
        let Some(domain) = person.company.as_ref().and_then(|company| company.domain.as_deref()) else {
            return Ok(Vec::new());
        };
        let role = read_role(person.title.as_deref().unwrap_or_default());
        let mut colleagues = self.fitting(domain, &role, now).await?;
        if colleagues.len() <= limit {
            for other in self.people_records(self.staff_filters(domain)?, COMPARED_MAX, now).await? {
                if colleagues.iter().all(|known| known.person.id != other.person.id) {
                    colleagues.push(other);
                }
            }
        }
        colleagues.retain(|other| other.person.id != person.id);
        let ranked = role::rank(&role, &colleagues, now);
        ranked.into_iter().take(limit).map(|ranked| self.decision_maker_of(&role, ranked)).collect()
    }

    async fn fitting(
        &self,
        domain: &str,
        role: &RoleSelector,
        now: Timestamp,
    ) -> Result<Vec<PersonRecord>, EngineError> {
        let mut candidates = Vec::new();
        if !role.titles.is_empty() {
            // A company may have more people of a rank than are compared; those of the very title must be among them.
            let titles = role.titles.iter().map(|words| words.join(" ")).collect();
            let titled = PeopleFilters { titles, ..self.staff_filters(domain)? };
            candidates = self.people_records(titled, COMPARED_MAX / 2, now).await?;
        }
        for record in self.people_records(self.role_filters(domain, role)?, COMPARED_MAX, now).await? {
            if candidates.iter().all(|known| known.person.id != record.person.id) {
                candidates.push(record);
            }
        }
        Ok(candidates)
    }

    pub(crate) async fn leaders_of(
        &self,
        domain: &str,
        now: Timestamp,
    ) -> Result<Vec<PersonRecord>, EngineError> {
        let seniorities = leader().seniorities.iter().map(|rank| rank.as_str().to_owned()).collect();
        let high = PeopleFilters { seniorities, ..self.staff_filters(domain)? };
        let mut leaders = self.people_records(high, COMPARED_MAX, now).await?;
        leaders.retain(|record| leads(&record.person));
        // The only employee leads the company, whatever the title.
        let alone = || Ok::<_, EngineError>(self.company_by_domain(Some(domain))?.is_some_and(is_one_person));
        if leaders.is_empty() && alone()? {
            leaders = self.people_records(self.staff_filters(domain)?, 1, now).await?;
        }
        Ok(leaders)
    }

    /// Filters for all staff of a company, under any of its domains.
    pub(crate) fn staff_filters(&self, domain: &str) -> Result<PeopleFilters, EngineError> {
        Ok(PeopleFilters { company_domains: self.company_domains(domain)?, ..PeopleFilters::default() })
    }

    /// Filters for all people at a company who may have a role.
    pub(crate) fn role_filters(
        &self,
        domain: &str,
        role: &RoleSelector,
    ) -> Result<PeopleFilters, EngineError> {
        Ok(PeopleFilters { company_domains: self.company_domains(domain)?, ..role.filters(domain) })
    }

    /// The records of people who pass filters, contact values included.
    pub(crate) async fn people_records(
        &self,
        filters: PeopleFilters,
        limit: usize,
        now: Timestamp,
    ) -> Result<Vec<PersonRecord>, EngineError> {
        self.sorted_people(filters, PeopleSort::default(), limit, now).await
    }

    /// The same, in an order of choice.
    pub(crate) async fn sorted_people(
        &self,
        filters: PeopleFilters,
        sort: PeopleSort,
        limit: usize,
        now: Timestamp,
    ) -> Result<Vec<PersonRecord>, EngineError> {
        let page = self
            .blocking(move |index| {
                let request = PageRequest { sort, limit, after: None };
                Ok(index.search()?.people().search(&filters, request, now)?)
            })
            .await?;
        let mut records = Vec::with_capacity(page.ids.len());
        for id in &page.ids {
            records.extend(self.store.person_by_id(id)?);
        }
        Ok(records)
    }

    pub(crate) fn decision_maker_of(
        &self,
        role: &RoleSelector,
        ranked: RankedCandidate<'_>,
    ) -> Result<DecisionMaker, EngineError> {
        let mut person = ranked.record.person.clone();
        if let Some(employer) = &mut person.company {
            self.describe_employer(employer)?;
        }
        let fitting = role.departments.iter().find(|wanted| person.departments.contains(wanted));
        Ok(DecisionMaker {
            department: fitting.or(person.departments.first()).copied(),
            person,
            score: ranked.score,
            score_parts: ranked.parts,
        })
    }
}

fn is_one_person(company: Company) -> bool {
    company.employee_count == Some(1)
}

/// A chief of one function, whose first department is that function, does not lead the company.
fn leads(person: &Person) -> bool {
    person.seniority != Some(Seniority::CSuite) || person.departments.first() == Some(&Department::Executive)
}
