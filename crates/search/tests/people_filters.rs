//! The meaning of each filter over people, tested on a few people with and without the index.
#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod common;

use common::*;
use records::{
    Company, Education, Funding, Location, Money, Openings, PersonRecord, RevenueRange, Technology,
};
use search::{MoneyRange, NumberRange, PeopleFilters, PeopleSort};

type Staff = Vec<(PersonRecord, Option<Company>)>;

/// The ids of matching people, sorted. The index and the scan must agree.
fn found(staff: &Staff, filters: PeopleFilters) -> Vec<String> {
    let index = index(staff, &[]);
    let mut ids = all_ids(&index.people(), &filters, PeopleSort::Name, 10);
    ids.sort();
    let scan = staff.iter().filter(|(record, employer)| filters.matches(record, employer.as_ref(), now()));
    assert_eq!(ids, scan.map(|(record, _)| record.person.id.clone()).collect::<Vec<_>>());
    ids
}

/// People who differ in one field, set by `set`.
fn staff<T: Copy>(values: &[T], set: impl Fn(&mut PersonRecord, T)) -> Staff {
    let records = values.iter().enumerate().map(|(number, value)| {
        let mut record = person(&number.to_string(), "Ana Díaz", "Analyst");
        set(&mut record, *value);
        (record, None)
    });
    records.collect()
}

fn titled(titles: &[&str]) -> Staff {
    staff(titles, |record, title| record.person = person(&record.person.id, "Ana Díaz", title).person)
}

fn employed(companies: &[Company]) -> Staff {
    let mut list = staff(&vec![(); companies.len()], |_, ()| {});
    for ((record, employer), company) in list.iter_mut().zip(companies) {
        record.person.company = company.domain.as_deref().map(common::employer);
        *employer = Some(company.clone());
    }
    list
}

fn titles(values: &[&str]) -> PeopleFilters {
    PeopleFilters { titles: words(values), ..PeopleFilters::default() }
}

#[test]
fn a_title_finds_its_spellings_and_longer_titles() {
    let staff = titled(&["Vice President of Sales", "VP, Sales EMEA", "Sales Associate", "VP Marketing"]);
    assert_eq!(found(&staff, titles(&["VP Sales"])), ["0", "1"]);
    let staff = titled(&["Software Developer", "Senior Software Engineer", "Civil Engineer"]);
    assert_eq!(found(&staff, titles(&["software engineer"])), ["0", "1"]);
}

#[test]
fn a_leading_title_finds_similar_ones_unless_it_is_quoted() {
    let staff = titled(&["Head of Sales", "Vertriebsleiter", "Head of Marketing"]);
    assert_eq!(found(&staff, titles(&["Head of Sales"])), ["0", "1"]);
    assert_eq!(found(&staff, titles(&["\"Head of Sales\""])), ["0"]);
}

#[test]
fn excluded_titles_remove_matches_of_the_same_titles() {
    let staff = titled(&["VP Sales", "VP Marketing", "Recruiter"]);
    let filters = PeopleFilters { exclude_titles: words(&["vice president"]), ..PeopleFilters::default() };
    assert_eq!(found(&staff, filters), ["2"]);
    let filters = PeopleFilters { titles_all: words(&["vp", "sales"]), ..PeopleFilters::default() };
    assert_eq!(found(&staff, filters), ["0"]);
}

#[test]
fn seniorities_and_departments_take_the_words_of_other_services() {
    let staff = titled(&["CTO", "HR Manager", "Recruiter", "Software Engineer"]);
    let filters = |seniorities: &[&str], departments: &[&str]| PeopleFilters {
        seniorities: words(seniorities),
        departments: words(departments),
        ..PeopleFilters::default()
    };
    assert_eq!(found(&staff, filters(&["cxo"], &[])), ["0"]);
    assert_eq!(found(&staff, filters(&[], &["human_resources"])), ["1", "2"]);
    assert_eq!(
        found(&staff, filters(&["manager", "c_suite"], &["Human Resources", "engineering"])),
        ["0", "1"]
    );
    let both =
        PeopleFilters { departments_all: words(&["engineering", "executive"]), ..PeopleFilters::default() };
    assert_eq!(found(&staff, both), ["0"]);
}

#[test]
fn skills_are_whole_values_in_any_spelling() {
    let lists: &[&[&str]] = &[&["NodeJS", "C++"], &["C#"], &["Salesforce"], &["node.js"]];
    let staff = staff(lists, |record, skills| record.person.skills = words(skills));
    let any = |list: &[&str]| PeopleFilters { skills: words(list), ..PeopleFilters::default() };
    assert_eq!(found(&staff, any(&["Node.js"])), ["0", "3"]);
    assert_eq!(found(&staff, any(&["Sales"])), [""; 0]);
    assert_eq!(found(&staff, any(&["c++", "c#"])), ["0", "1"]);
    let all = PeopleFilters { skills_all: words(&["node js", "c++"]), ..PeopleFilters::default() };
    assert_eq!(found(&staff, all), ["0"]);
    let none = PeopleFilters { exclude_skills: words(&["C#", "Node.js"]), ..PeopleFilters::default() };
    assert_eq!(found(&staff, none), ["2"]);
}

#[test]
fn an_industry_finds_the_branches_below_it() {
    let firm = |id: &str, industry: &str| Company {
        industry: Some(industry.to_owned()),
        industries: vec![industry.to_owned()],
        ..company(id, id, "acme.example")
    };
    let staff = employed(&[firm("a", "Caterers"), firm("b", "Construction"), firm("c", "My Own Trade")]);
    let filters = |list: &[&str]| PeopleFilters { industries: words(list), ..PeopleFilters::default() };
    assert_eq!(found(&staff, filters(&["Accommodation Services"])), ["0"]);
    assert_eq!(found(&staff, filters(&["food & beverage services"])), ["0"]);
    assert_eq!(found(&staff, filters(&["my own trade", "Construction"])), ["1", "2"]);
    let excluded =
        PeopleFilters { exclude_industries: words(&["Accommodation Services"]), ..PeopleFilters::default() };
    assert_eq!(found(&staff, excluded), ["1", "2"]);
}

#[test]
fn places_are_found_by_name_code_and_old_spelling() {
    let place = |city: &str, region: &str, country: &str| Location {
        city: Some(city.to_owned()),
        region: Some(region.to_owned()),
        country: Some(country.to_owned()),
    };
    let places = [
        place("Munich", "Bayern", "DE"),
        place("Austin", "Texas", "US"),
        place("Saint-Étienne", "Loire", "FR"),
    ];
    let staff =
        staff(&[0, 1, 2], |record, number: usize| record.person.location = Some(places[number].clone()));
    let country = |list: &[&str]| PeopleFilters { countries: words(list), ..PeopleFilters::default() };
    assert_eq!(found(&staff, country(&["Germany", "us"])), ["0", "1"]);
    let region = PeopleFilters { regions: words(&["Bavaria"]), ..PeopleFilters::default() };
    assert_eq!(found(&staff, region), ["0"]);
    let city = PeopleFilters { cities: words(&["saint etienne"]), ..PeopleFilters::default() };
    assert_eq!(found(&staff, city), ["2"]);
    let elsewhere = PeopleFilters { exclude_countries: words(&["DE"]), ..PeopleFilters::default() };
    assert_eq!(found(&staff, elsewhere), ["1", "2"]);
}

#[test]
fn a_region_finds_the_people_of_its_cities() {
    let place = |city: &str, region: Option<&str>, country: Option<&str>| Location {
        city: Some(city.to_owned()),
        region: region.map(str::to_owned),
        country: country.map(str::to_owned),
    };
    let places = [
        place("Munich", None, Some("DE")),
        place("Nürnberg", None, Some("DE")),
        place("San Diego", None, Some("US")),
        // What a source states is not replaced, and a city without a country may be anywhere.
        place("Paris", Some("Texas"), Some("US")),
        place("Munich", None, None),
        place("Xanadoria", None, Some("DE")),
    ];
    let staff = staff(&[0, 1, 2, 3, 4, 5], |record, number: usize| {
        record.person.location = Some(places[number].clone());
    });
    let region = |list: &[&str]| PeopleFilters { regions: words(list), ..PeopleFilters::default() };
    assert_eq!(found(&staff, region(&["Bavaria"])), ["0", "1"]);
    assert_eq!(found(&staff, region(&["CA"])), ["2"]);
    assert_eq!(found(&staff, region(&["Texas"])), ["3"]);
    let elsewhere = PeopleFilters { exclude_regions: words(&["Bayern"]), ..PeopleFilters::default() };
    assert_eq!(found(&staff, elsewhere), ["2", "3", "4", "5"]);
}

#[test]
fn schools_and_certifications_are_found_by_a_part_of_one_name() {
    let lists: &[&[&str]] = &[&["Boston College", "Stanford University"], &["Boston University"]];
    let staff = staff(lists, |record, schools| {
        let school = |name: &&str| Education { school: (*name).to_owned(), ..Education::default() };
        record.person.education = schools.iter().map(school).collect();
        record.person.certifications = words(&["AWS Certified Solutions Architect"]);
        record.person.languages = words(&["English"]);
    });
    let school = |name: &str| PeopleFilters { schools: words(&[name]), ..PeopleFilters::default() };
    assert_eq!(found(&staff, school("boston university")), ["1"]);
    assert_eq!(found(&staff, school("Boston")), ["0", "1"]);
    let certified = PeopleFilters { certifications: words(&["aws certified"]), ..PeopleFilters::default() };
    assert_eq!(found(&staff, certified), ["0", "1"]);
    let speaks = PeopleFilters { languages: words(&["german"]), ..PeopleFilters::default() };
    assert_eq!(found(&staff, speaks), [""; 0]);
}

#[test]
fn past_employers_are_those_that_are_not_the_present_one() {
    let staff = staff(&[Some("acme.example"), Some("globex.example"), None], |record, current| {
        record.person.company = current.map(common::employer);
        record.person.experience =
            vec![position("acme.example", "2023", None), position("globex.example", "2018", Some("2022"))];
    });
    let current =
        PeopleFilters { company_domains: words(&["https://www.acme.example/"]), ..PeopleFilters::default() };
    assert_eq!(found(&staff, current), ["0"]);
    let past = PeopleFilters { past_company_domains: words(&["acme.example"]), ..PeopleFilters::default() };
    assert_eq!(found(&staff, past), ["1", "2"]);
}

#[test]
fn the_earlier_stay_of_a_person_who_came_back_is_a_past_one_and_a_promotion_is_not() {
    let promoted = |from: &str, until: &str| {
        vec![
            position("acme.example", from, None),
            position("globex.example", "2022", None),
            position("acme.example", "2018", Some(until)),
        ]
    };
    let careers = [
        vec![
            position("acme.example", "2026-01", None),
            position("globex.example", "2021", Some("2025-12")),
            position("acme.example", "2001", Some("2004")),
        ],
        vec![position("acme.example", "2024-01", None), position("acme.example", "2018", Some("2024-01"))],
        vec![
            position("acme.example", "2024-01", None),
            position("globex.example", "2022", None),
            position("acme.example", "2018", Some("2023-12")),
        ],
        // An end that is known by its year may be the day before the promotion.
        promoted("2024-11", "2024"),
        promoted("2025-01", "2024"),
        promoted("2024-11", "2023"),
    ];
    let staff = staff(&[0, 1, 2, 3, 4, 5], |record, number: usize| {
        record.person.company = Some(common::employer("acme.example"));
        record.person.experience.clone_from(&careers[number]);
    });
    let past = PeopleFilters { past_company_domains: words(&["acme.example"]), ..PeopleFilters::default() };
    assert_eq!(found(&staff, past), ["0", "5"]);
}

#[test]
fn a_change_of_jobs_is_a_new_employer_and_neither_a_promotion_nor_a_first_job() {
    let careers = [
        vec![
            position("acme.example", "2026-06-01", None),
            position("globex.example", "2020", Some("2026-05")),
        ],
        vec![position("acme.example", "2026-06-01", None), position("acme.example", "2020", Some("2026-05"))],
        vec![position("acme.example", "2026-06-01", None)],
        // Promoted within a month of joining: the change is the joining.
        vec![
            position("acme.example", "2026-06-01", None),
            position("acme.example", "2026-03-01", Some("2026-06-01")),
            position("globex.example", "2019", Some("2026-02")),
        ],
        // A start in the future has not happened.
        vec![
            position("acme.example", "2026-07-01", None),
            position("globex.example", "2020", Some("2026-05")),
        ],
        // Only the year is known, so the earliest day counts.
        vec![position("acme.example", "2026", None), position("globex.example", "2020", Some("2025"))],
    ];
    let staff = staff(&[0, 1, 2, 3, 4, 5], |record, number: usize| {
        record.person.company = Some(common::employer("acme.example"));
        record.person.started_at = careers[number][0].started_at;
        record.person.experience = careers[number].clone();
    });
    let within = |days| PeopleFilters { changed_jobs_within_days: Some(days), ..PeopleFilters::default() };
    assert_eq!(found(&staff, within(30)), ["0"]);
    assert_eq!(found(&staff, within(120)), ["0", "3"]);
    assert_eq!(found(&staff, within(200)), ["0", "3", "5"]);
}

#[test]
fn years_of_experience_are_whole_years_since_the_first_job() {
    let staff = staff(&["2016-06-15", "2016-06-16", "2025-06-16", "2030-01-01"], |record, start| {
        record.person.experience = vec![position("acme.example", start, None)];
    });
    let years = |min, max| PeopleFilters {
        years_experience: Some(NumberRange { min, max }),
        ..PeopleFilters::default()
    };
    assert_eq!(found(&staff, years(Some(10), None)), ["0"]);
    assert_eq!(found(&staff, years(None, Some(9))), ["1", "2", "3"]);
    assert_eq!(found(&staff, years(Some(9), Some(9))), ["1"]);
    assert_eq!(found(&staff, years(Some(0), Some(0))), ["2", "3"]);
}

#[test]
fn months_in_role_are_whole_months_since_a_start_that_has_happened() {
    let staff = staff(&["2026-06-15", "2026-05-15", "2026-05-16", "2026-06-16", "2027"], |record, start| {
        record.person.started_at = Some(start.parse().unwrap());
    });
    let months = |min, max| PeopleFilters {
        months_in_role: Some(NumberRange { min, max }),
        ..PeopleFilters::default()
    };
    assert_eq!(found(&staff, months(Some(0), Some(0))), ["0", "2"]);
    assert_eq!(found(&staff, months(None, Some(3))), ["0", "1", "2"]);
    assert_eq!(found(&staff, months(Some(-5), None)), ["0", "1", "2"]);
    assert_eq!(found(&staff, months(Some(1), None)), ["1"]);
}

#[test]
fn contacts_can_be_required_and_refused() {
    let staff = staff(&[(true, false), (false, true), (false, false)], |record, (email, phone)| {
        record.person.has_email = email;
        record.person.has_phone = phone;
    });
    let filters = |has_email, has_phone| PeopleFilters { has_email, has_phone, ..PeopleFilters::default() };
    assert_eq!(found(&staff, filters(Some(true), None)), ["0"]);
    assert_eq!(found(&staff, filters(Some(false), None)), ["1", "2"]);
    assert_eq!(found(&staff, filters(Some(false), Some(false))), ["2"]);
}

#[test]
fn names_are_found_by_words_in_any_order_and_by_nicknames() {
    let staff = staff(&["Robert Müller", "Bob Mueller", "Zoë O'Brien"], |record, name| {
        record.person.full_name = name.to_owned();
    });
    let name = |name: &str| PeopleFilters { name: Some(name.to_owned()), ..PeopleFilters::default() };
    assert_eq!(found(&staff, name("muller, bob")), ["0"]);
    assert_eq!(found(&staff, name("Rob")), ["0", "1"]);
    assert_eq!(found(&staff, name("robert")), ["0", "1"]);
    assert_eq!(found(&staff, name("zoe obrien")), ["2"]);
}

#[test]
fn text_matches_words_anywhere_and_lists_title_matches_first() {
    let mut staff = titled(&["Payments Analyst", "Analyst", "Analyst"]);
    staff[1].0.person.headline = Some("Payments for everyone".to_owned());
    staff[2].0.person.skills = words(&["Excel"]);
    // The record with the most known facts, but the word is only in the headline.
    staff[1].0.person.has_email = true;
    let filters = PeopleFilters { text: Some("payments analyst".to_owned()), ..PeopleFilters::default() };
    assert_eq!(found(&staff, filters.clone()), ["0", "1"]);
    let index = index(&staff, &[]);
    for limit in [1, 10] {
        assert_eq!(all_ids(&index.people(), &filters, PeopleSort::Relevance, limit), ["0", "1"]);
    }
}

#[test]
fn people_are_found_by_the_facts_of_their_employer() {
    let first = Company {
        employee_count: Some(120),
        founded_year: Some(2015),
        revenue: Some(RevenueRange { min: Some(10), max: Some(50), currency: "EUR".to_owned() }),
        technologies: vec![Technology { name: "React".to_owned(), category: None, last_seen_at: None }],
        funding: Some(Funding {
            stage: Some("Series A".to_owned()),
            total: Some(Money { amount: 900, currency: "EUR".to_owned() }),
            last_round_at: Some("2026-05-20".parse().unwrap()),
            rounds: Vec::new(),
        }),
        openings: Some(Openings { count: 3, by_department: [("sales".to_owned(), 3)].into() }),
        ..company("a", "Acme", "acme.example")
    };
    let staff = employed(&[first, company("b", "Globex", "globex.example")]);
    let range = |min, max| Some(NumberRange { min, max });
    for filters in [
        PeopleFilters { employee_count: range(Some(100), Some(200)), ..PeopleFilters::default() },
        PeopleFilters { company_founded_year: range(None, Some(2015)), ..PeopleFilters::default() },
        PeopleFilters { company_technologies: words(&["react"]), ..PeopleFilters::default() },
        PeopleFilters { company_size_bands: words(&["51-200"]), ..PeopleFilters::default() },
        PeopleFilters { company_funding_stages: words(&["series_a"]), ..PeopleFilters::default() },
        PeopleFilters { company_funded_within_days: Some(30), ..PeopleFilters::default() },
        PeopleFilters { company_hiring_departments: words(&["sales"]), ..PeopleFilters::default() },
        PeopleFilters {
            company_revenue: Some(MoneyRange { min: Some(40), max: None, currency: Some("EUR".into()) }),
            ..PeopleFilters::default()
        },
        PeopleFilters {
            company_funding_amount: Some(MoneyRange {
                min: Some(900),
                max: Some(900),
                currency: Some("EUR".into()),
            }),
            ..PeopleFilters::default()
        },
    ] {
        assert_eq!(found(&staff, filters.clone()), ["0"], "{filters:?}");
    }
}
