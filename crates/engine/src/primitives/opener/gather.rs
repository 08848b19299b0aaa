//! What the profile and the company say, without words.

use jiff::civil::Date;
use records::{Company, CompanyStatus, Department, Person};

use super::{
    facts::{Amount, Fact, Round, Told, told},
    stays::is_news,
};

/// Money, purchases and their like are news for this many days.
const COMPANY_NEWS_DAYS: i32 = 540;
/// Names in one sentence.
const NAMED_MAX: usize = 3;

/// Money raised, companies bought and positions opened lately. A company that is no longer in business has no news.
pub(super) fn company_news(company: &Company, today: Date) -> Vec<Told<'_>> {
    let mut found = Vec::new();
    if matches!(company.status, Some(CompanyStatus::Dissolved | CompanyStatus::Inactive)) {
        return found;
    }
    let name = company.name.as_str();
    let rounds = company.funding.iter().flat_map(|funding| &funding.rounds).enumerate();
    let fresh = rounds.filter_map(|(index, round)| {
        Some((index, round, round.announced_at.filter(|date| is_news(*date, today, COMPANY_NEWS_DAYS))?))
    });
    if let Some((index, round, when)) =
        fresh.max_by_key(|(index, _, date)| (*date, std::cmp::Reverse(*index)))
    {
        let amount = round.amount.as_ref().and_then(Amount::of);
        let sum = round.amount.as_ref().map(|money| format!("{} {}", money.amount, money.currency));
        let value = [Some(round.round.clone()), sum, Some(when.to_string())];
        let value: Vec<String> = value.into_iter().flatten().collect();
        let from = round.investors.iter().take(NAMED_MAX).map(String::as_str).collect();
        let fact = Fact::Raised { company: name, round: Round::of(&round.round), amount, from, when };
        found.push(told(format!("company.funding.rounds[{index}]"), value.join(" "), fact));
    }
    let purchases = company.acquisitions.iter().enumerate().filter_map(|(index, bought)| {
        Some((index, bought, bought.announced_at.filter(|date| is_news(*date, today, COMPANY_NEWS_DAYS))?))
    });
    if let Some((index, bought, when)) =
        purchases.max_by_key(|(index, _, date)| (*date, std::cmp::Reverse(*index)))
    {
        let fact = Fact::Bought { company: name, bought: &bought.name, when };
        found.push(told(format!("company.acquisitions[{index}]"), &bought.name, fact));
    }
    if let Some(openings) = company.openings.as_ref().filter(|openings| openings.count > 1) {
        let known = openings.by_department.iter().filter_map(|(word, count)| {
            Some((word.parse::<Department>().ok()?, *count)).filter(|(of, _)| *of != Department::Other)
        });
        let most = known.max_by_key(|(department, count)| (*count, std::cmp::Reverse(department.as_str())));
        let most = most.filter(|(_, count)| *count > 1 && *count < openings.count);
        let fact = Fact::Openings { company: name, count: openings.count, most };
        found.push(told("company.openings", openings.count, fact));
    }
    found
}

/// School, certification, skills and languages.
pub(super) fn profile(person: &Person) -> Vec<Told<'_>> {
    let mut found = Vec::new();
    if let Some(attended) = person.education.first().filter(|attended| !attended.school.is_empty()) {
        let fact = Fact::Studied { school: &attended.school, field: attended.field.as_deref() };
        found.push(told("education[0]", &attended.school, fact));
    }
    if let Some(certification) = person.certifications.first() {
        found.push(told("certifications[0]", certification, Fact::Certified { certification }));
    }
    let named = |list: &'_ [String]| list.iter().take(NAMED_MAX).cloned().collect::<Vec<_>>().join(", ");
    if person.skills.len() > 1 {
        let skills = person.skills.iter().take(NAMED_MAX).map(String::as_str).collect();
        found.push(told("skills", named(&person.skills), Fact::Skills { skills }));
    }
    if person.languages.len() > 1 {
        let languages = person.languages.iter().take(NAMED_MAX).map(String::as_str).collect();
        found.push(told("languages", named(&person.languages), Fact::Speaks { languages }));
    }
    found
}

/// Technologies, size and age.
pub(super) fn company(company: &Company) -> Vec<Told<'_>> {
    let mut found = Vec::new();
    let name = company.name.as_str();
    let technologies: Vec<&str> =
        company.technologies.iter().take(NAMED_MAX).map(|technology| technology.name.as_str()).collect();
    if !technologies.is_empty() {
        let value = technologies.join(", ");
        found.push(told("company.technologies", value, Fact::Uses { company: name, technologies }));
    }
    if let Some(people) = company.employee_count.filter(|people| *people > 1) {
        found.push(told("company.employeeCount", people, Fact::Size { company: name, people }));
    }
    if let Some(year) = company.founded_year {
        found.push(told("company.foundedYear", year, Fact::Founded { company: name, year }));
    }
    found
}

/// Where the person is, and where the company is at home.
pub(super) fn place<'a>(person: &'a Person, company: Option<&'a Company>) -> Option<Told<'a>> {
    let city = person.location.as_ref()?.city.as_deref()?;
    let headquarters = company
        .and_then(|company| Some((company.name.as_str(), company.location.as_ref()?.city.as_deref()?)));
    Some(told("location.city", city, Fact::Place { city, headquarters }))
}
