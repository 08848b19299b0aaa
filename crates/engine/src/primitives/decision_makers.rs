//! Decision makers of a company: the people of a role, the best match first, each score explained.

use jiff::Timestamp;
use records::{Company, Department, Person, PersonRecord, Seniority};
use schemars::JsonSchema;
use search::{
    PageRequest, PeopleFilters, PeopleSort,
    role::{self, MIN_SCORE, RankedCandidate, RoleSelector, ScorePart, UnreadableRole},
};
use serde::Serialize;

use crate::{Account, Engine, EngineError};

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
    /// How well they fit, 0 to 1. From 0.5 on they have the role or are above it.
    pub score: f64,
    /// What the score is made of: its share of the points is the score.
    pub score_parts: Vec<ScorePart>,
    /// Why they fit, in sentences.
    pub reasons: Vec<String>,
    /// True if no one has the role and this is the nearest match; answered only where `fallback` was sent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fallback: bool,
}

/// What is accepted as an answer for a role.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RoleTerms {
    /// Lowest score of an answer.
    pub min_score: f64,
    /// Whether the nearest match is answered where no one reaches the score.
    pub fallback: bool,
}

impl Default for RoleTerms {
    fn default() -> Self {
        Self { min_score: MIN_SCORE, fallback: false }
    }
}

/// Reads a role in words.
pub fn read_role(text: &str) -> Result<RoleSelector, UnreadableRole> {
    role::read_role(text)
}

/// The owner or head of a company.
pub fn leader() -> RoleSelector {
    RoleSelector::leader()
}

/// The budget owner of a department: the person who leads it, or the company where none does.
pub fn buyer_of(department: Department) -> RoleSelector {
    RoleSelector::lead_of(department).or_leader()
}

impl Engine {
    /// The people who fit a role at a company, the best first.
    pub async fn decision_makers(
        &self,
        account: &Account,
        role: &RoleSelector,
        terms: RoleTerms,
        limit: usize,
        now: Timestamp,
    ) -> Result<Vec<DecisionMaker>, EngineError> {
        let floor = if terms.fallback { 0.0 } else { terms.min_score };
        let candidates = self.candidates(account, role, floor, now).await?;
        let ranked = role::rank(role, &candidates, now);
        let best = role::best(&ranked, limit, terms.min_score);
        if !best.is_empty() {
            return best.into_iter().map(|ranked| self.decision_maker_of(role, ranked)).collect();
        }
        let instead = self.instead(account, role, terms, &ranked, now).await?;
        Ok(instead.into_iter().take(limit).collect())
    }

    /// The best person for a role at a company.
    pub async fn decision_maker(
        &self,
        account: &Account,
        role: &RoleSelector,
        terms: RoleTerms,
        now: Timestamp,
    ) -> Result<Option<DecisionMaker>, EngineError> {
        Ok(self.decision_makers(account, role, terms, 1, now).await?.pop())
    }

    /// Who is answered where no one has the role: the head of the company if the role says so, or the nearest match
    /// if the caller wants a fall-back.
    async fn instead(
        &self,
        account: &Account,
        role: &RoleSelector,
        terms: RoleTerms,
        ranked: &[RankedCandidate<'_>],
        now: Timestamp,
    ) -> Result<Option<DecisionMaker>, EngineError> {
        if role.leads_company()
            && let Some(only) = self.only_person(account, now).await?
        {
            return Ok(Some(only));
        }
        if role.leader_decides() {
            let reason = "No one leads the function, so the head of the company decides.";
            let leader = self.head_as(account, |score| 0.5 + score / 10.0, reason, now).await?;
            if let Some(leader) = leader.filter(|leader| leader.score >= terms.min_score) {
                return Ok(Some(leader));
            }
        }
        if !terms.fallback {
            return Ok(None);
        }
        let near = ranked.iter().find(|near| near.record.person.seniority <= Some(Seniority::Director));
        let found = match near {
            Some(near) => Some(self.decision_maker_of(role, near.clone())?),
            None if role.leads_company() => None,
            None => {
                let reason = "No one has the role; this person leads the company.";
                self.head_as(account, |score| score * 0.4, reason, now).await?
            }
        };
        Ok(found.map(|found| DecisionMaker { fallback: true, ..found }))
    }

    /// The head of a company with the score of another role.
    async fn head_as(
        &self,
        account: &Account,
        rescale: impl FnOnce(f64) -> f64,
        reason: &str,
        now: Timestamp,
    ) -> Result<Option<DecisionMaker>, EngineError> {
        let mut heads =
            Box::pin(self.decision_makers(account, &leader(), RoleTerms::default(), 1, now)).await?;
        Ok(heads.pop().map(|mut head| {
            let score = (rescale(head.score) * 1000.0).round() / 1000.0;
            let kept = if head.score > 0.0 { score / head.score } else { 0.0 };
            for part in &mut head.score_parts {
                part.points = (part.points * kept * 10.0).round() / 10.0;
            }
            head.score = score;
            head.reasons.insert(0, reason.to_owned());
            head
        }))
    }

    /// The only employee of a company, who leads it whatever the title.
    async fn only_person(
        &self,
        account: &Account,
        now: Timestamp,
    ) -> Result<Option<DecisionMaker>, EngineError> {
        if !account.company().is_some_and(is_one_person) {
            return Ok(None);
        }
        let staff = self.people_records(account.staff(), 1, now).await?;
        let Some(record) = staff.first() else { return Ok(None) };
        let reasons = vec!["The company has no other employee.".to_owned()];
        let only = RankedCandidate { record, score: 1.0, parts: Vec::new(), reasons };
        Ok(Some(self.decision_maker_of(&leader(), only)?))
    }

    /// The owner or head of a company and the next in rank, with contact values.
    pub async fn owners(
        &self,
        account: &Account,
        limit: usize,
        now: Timestamp,
    ) -> Result<Vec<PersonRecord>, EngineError> {
        let heads = self.decision_makers(account, &leader(), RoleTerms::default(), limit, now).await?;
        let ids: Vec<&str> = heads.iter().map(|head| head.person.id.as_str()).collect();
        let found = self.store.people_by_ids(&ids)?;
        let mut owners: Vec<PersonRecord> = found.into_iter().flatten().collect();
        owners.iter_mut().try_for_each(|owner| self.describe_employer_of(&mut owner.person))?;
        Ok(owners)
    }

    /// Founders and owners who are at a company.
    pub async fn founders(
        &self,
        account: &Account,
        limit: usize,
        now: Timestamp,
    ) -> Result<Vec<DecisionMaker>, EngineError> {
        self.decision_makers(account, &RoleSelector::founders(), RoleTerms::default(), limit, now).await
    }

    /// Those who lead a company and its functions, the highest first.
    pub async fn leadership(
        &self,
        account: &Account,
        limit: usize,
        now: Timestamp,
    ) -> Result<Vec<DecisionMaker>, EngineError> {
        let terms = RoleTerms::default();
        let mut found = self.decision_makers(account, &leader(), terms, limit, now).await?;
        // Some of them may be those found above.
        let (others, enough) = (RoleSelector::leadership(), limit + found.len());
        for other in self.decision_makers(account, &others, terms, enough, now).await? {
            if found.len() < limit && found.iter().all(|known| known.person.id != other.person.id) {
                found.push(other);
            }
        }
        Ok(found)
    }

    /// Colleagues of a person, those nearest in function and rank first.
    pub async fn peers(
        &self,
        record: &PersonRecord,
        limit: usize,
        now: Timestamp,
    ) -> Result<Vec<DecisionMaker>, EngineError> {
        let person = &record.person;
        let Some(employer) = &person.company else { return Ok(Vec::new()) };
        let Some(account) = &self.account_of_employer(employer, person.location.as_ref())? else {
            return Ok(Vec::new());
        };
        let role = RoleSelector::peers_of(person);
        let near = PeopleFilters {
            departments: person.departments.iter().map(|department| department.as_str().to_owned()).collect(),
            ..account.staff()
        };
        let mut colleagues = self.people_records(near, COMPARED_MAX, now).await?;
        add_new(&mut colleagues, self.candidates(account, &role, 0.0, now).await?);
        colleagues.retain(|other| other.person.id != person.id);
        let ranked = role::rank(&role, &colleagues, now);
        ranked.into_iter().take(limit).map(|ranked| self.decision_maker_of(&role, ranked)).collect()
    }

    /// The people of a company who can reach a score for a role. Where they are more than are compared, those of each
    /// rank and of the very title are among them.
    pub(crate) async fn candidates(
        &self,
        account: &Account,
        role: &RoleSelector,
        min_score: f64,
        now: Timestamp,
    ) -> Result<Vec<PersonRecord>, EngineError> {
        let filters = role.filters(account.staff(), min_score);
        if filters.seniorities.is_empty() {
            return Ok(Vec::new());
        }
        let mut candidates = self.people_records(filters.clone(), COMPARED_MAX, now).await?;
        if candidates.len() < COMPARED_MAX {
            return Ok(candidates);
        }
        for rank in &filters.seniorities {
            let of_rank = PeopleFilters { seniorities: vec![rank.clone()], ..filters.clone() };
            add_new(&mut candidates, self.people_records(of_rank, COMPARED_MAX, now).await?);
        }
        let titles = role.titles();
        if !titles.is_empty() {
            let titled = PeopleFilters { titles, ..filters };
            add_new(&mut candidates, self.people_records(titled, COMPARED_MAX, now).await?);
        }
        Ok(candidates)
    }

    /// The records of people who pass filters, contact values included.
    pub(crate) async fn people_records(
        &self,
        filters: PeopleFilters,
        limit: usize,
        now: Timestamp,
    ) -> Result<Vec<PersonRecord>, EngineError> {
        let ids = self.ids_of_people(filters, PeopleSort::default(), limit, now).await?;
        Ok(self.store.people_by_ids(&ids)?.into_iter().flatten().collect())
    }

    /// The ids of people who pass the filters.
    pub(crate) async fn ids_of_people(
        &self,
        filters: PeopleFilters,
        sort: PeopleSort,
        limit: usize,
        now: Timestamp,
    ) -> Result<Vec<String>, EngineError> {
        let found = self.blocking(move |index| {
            let request = PageRequest { sort, limit, after: None };
            Ok(index.search()?.people().search(&filters, request, now)?)
        });
        Ok(found.await?.ids)
    }

    pub(crate) fn decision_maker_of(
        &self,
        role: &RoleSelector,
        ranked: RankedCandidate<'_>,
    ) -> Result<DecisionMaker, EngineError> {
        let mut person = ranked.record.person.clone();
        self.describe_employer_of(&mut person)?;
        let wanted = role.departments();
        let fitting = wanted.iter().find(|wanted| person.departments.contains(wanted));
        Ok(DecisionMaker {
            department: fitting.or(person.departments.first()).copied(),
            person,
            score: ranked.score,
            score_parts: ranked.parts,
            reasons: ranked.reasons,
            fallback: false,
        })
    }
}

fn is_one_person(company: &Company) -> bool {
    company.employee_count == Some(1)
}

/// Adds the records that are not yet known.
fn add_new(known: &mut Vec<PersonRecord>, more: Vec<PersonRecord>) {
    for record in more {
        if known.iter().all(|one| one.person.id != record.person.id) {
            known.push(record);
        }
    }
}
