//! The index and a scan of all records must agree on ids, counts, sort orders and facets.
#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod common;

use std::collections::BTreeMap;

use common::*;
use jiff::Timestamp;
use proptest::{collection::vec, option, prelude::*, sample::select};
use records::{Company, Department, PersonRecord, Seniority, place};
use search::{
    CompanyFilters, CompanySort, Filters, MoneyRange, Near, NumberRange, PageRequest, PeopleFilters,
    PeopleSort, SearchIndex,
};

fn any_range(values: std::ops::Range<i64>) -> impl Strategy<Value = Option<NumberRange>> {
    let end = || option::of(values.clone());
    option::weighted(0.12, (end(), end())).prop_map(|range| {
        range.map(|(min, max)| match (min, max) {
            (Some(min), Some(max)) => NumberRange { min: Some(min.min(max)), max: Some(min.max(max)) },
            (min, max) => NumberRange { min, max },
        })
    })
}

fn any_money(values: std::ops::Range<i64>) -> impl Strategy<Value = Option<MoneyRange>> {
    (any_range(values), option::of(select(vec!["EUR", "usd"]))).prop_map(|(range, currency)| {
        range.map(|range| MoneyRange {
            min: range.min,
            max: range.max,
            currency: currency.map(str::to_owned),
        })
    })
}

fn seldom<T: std::fmt::Debug + Clone + 'static>(values: Vec<T>) -> impl Strategy<Value = Option<T>> {
    option::weighted(0.12, select(values))
}

/// Circles around the test cities and around points between them.
fn any_near() -> impl Strategy<Value = Option<Near>> {
    let radius = select(vec![1.0, 30.0, 350.0, 900.0, 4_900.0]);
    let city = (select(CITIES), option::of(select(COUNTRIES))).prop_filter_map(
        "a city of that country",
        |(city, country)| {
            let near =
                Near { city: Some(city.to_owned()), country: country.map(str::to_owned), ..Near::default() };
            place::find_city(city, None, country).map(|_| near)
        },
    );
    let point = (40i32..60, -10i32..20).prop_map(|(latitude, longitude)| Near {
        latitude: Some(f64::from(latitude)),
        longitude: Some(f64::from(longitude)),
        ..Near::default()
    });
    let near = (prop_oneof![city, point], radius).prop_map(|(near, radius_km)| Near { radius_km, ..near });
    option::weighted(0.12, near)
}

fn any_people_filters() -> impl Strategy<Value = PeopleFilters> {
    let roles =
        (some(TITLES), some(TITLES), some(SENIORITY_WORDS), some(SENIORITY_WORDS), some(DEPARTMENT_WORDS));
    let traits =
        (some(SKILLS), some(SKILLS), some(SKILLS), some(&["english"]), some(&["aws certified", "Scrum"]));
    let places =
        (some(COUNTRIES), some(CITIES), some(CITIES), some(&["Bavaria", "Texas"]), some(&["boston"]));
    let firms = (some(DOMAINS), some(DOMAINS), some(SECTORS), some(INDUSTRIES), some(TECHNOLOGIES));
    let numbers = (
        any_range(0..20_000),
        any_range(0..12),
        seldom(vec![30u32, 365, 2000]),
        seldom(vec![true, false]),
        seldom(vec![true, false]),
    );
    let texts = (
        seldom(vec!["bob".to_owned(), "smith robert".to_owned(), "Diaz".to_owned()]),
        seldom(vec!["sales".to_owned(), "rust engineer".to_owned(), "stanford".to_owned()]),
        some(STAGES),
        any_money(0..300),
        any_near(),
    );
    (roles, traits, places, firms, numbers, texts).prop_map(
        |(roles, traits, places, firms, numbers, texts)| PeopleFilters {
            titles: roles.0,
            exclude_titles: roles.1,
            seniorities: roles.2,
            exclude_seniorities: roles.3,
            departments: roles.4,
            skills: traits.0,
            skills_all: traits.1,
            exclude_skills: traits.2,
            languages: traits.3,
            certifications: traits.4,
            countries: places.0,
            cities: places.1,
            exclude_cities: places.2,
            regions: places.3,
            schools: places.4,
            company_domains: firms.0,
            past_company_domains: firms.1,
            industries: firms.2,
            exclude_industries: firms.3,
            company_technologies: firms.4,
            employee_count: numbers.0,
            years_experience: numbers.1,
            changed_jobs_within_days: numbers.2,
            has_email: numbers.3,
            has_phone: numbers.4,
            name: texts.0,
            text: texts.1,
            company_funding_stages: texts.2,
            company_revenue: texts.3,
            near: texts.4,
            ..PeopleFilters::default()
        },
    )
}

fn any_company_filters() -> impl Strategy<Value = CompanyFilters> {
    let lists = (
        some(DOMAINS),
        some(SECTORS),
        some(TECHNOLOGIES),
        some(TECHNOLOGIES),
        some(&["1-10", "51-200", "10001+"]),
        some(COUNTRIES),
        some(STAGES),
    );
    let more = (some(DEPARTMENT_WORDS), some(DEPARTMENT_WORDS), some(&["SaaS", "b2b"]), some(CITIES));
    let numbers = (
        any_range(0..20_000),
        any_money(0..300),
        any_range(1990..2026),
        any_money(0..1000),
        seldom(vec![100u32, 1000, 4000]),
        seldom(vec![0u32, 1, 4]),
    );
    let texts = (
        seldom(vec!["globex".to_owned(), "acme".to_owned()]),
        seldom(vec!["software".to_owned(), "payment bakers".to_owned()]),
        any_near(),
    );
    (lists, more, numbers, texts).prop_map(|(lists, more, numbers, texts)| CompanyFilters {
        domains: lists.0,
        industries: lists.1,
        technologies: lists.2,
        exclude_technologies: lists.3,
        size_bands: lists.4,
        countries: lists.5,
        funding_stages: lists.6,
        hiring_departments: more.0,
        exclude_hiring_departments: more.1,
        tags: more.2,
        exclude_cities: more.3,
        employee_count: numbers.0,
        revenue: numbers.1,
        founded_year: numbers.2,
        funding_amount: numbers.3,
        funded_within_days: numbers.4,
        min_openings: numbers.5,
        name: texts.0,
        text: texts.1,
        near: texts.2,
        ..CompanyFilters::default()
    })
}

type Staff = Vec<(PersonRecord, Option<Company>)>;

fn any_staff() -> impl Strategy<Value = Staff> {
    vec((any_person(), option::of(any_company())), 0..40)
        .prop_map(|staff| numbered(staff, |(record, _), id| record.person.id = id))
}

fn any_companies() -> impl Strategy<Value = Vec<Company>> {
    vec(any_company(), 0..40).prop_map(|companies| numbered(companies, |company, id| company.id = id))
}

/// Indexes records in several commits; some are replaced or removed and added again in between.
fn index_with_rewrites<T>(
    records: &[T],
    put: impl Fn(&SearchIndex, &T),
    remove: impl Fn(&SearchIndex, &T),
) -> SearchIndex {
    let index = SearchIndex::in_memory().unwrap();
    for (step, part) in records.chunks(7).enumerate() {
        if let Some(early) = records.last() {
            put(&index, early);
        }
        for record in part {
            put(&index, record);
        }
        if step.is_multiple_of(2) {
            part.iter().take(2).for_each(|record| remove(&index, record));
        }
        index.commit(step as u64).unwrap();
        part.iter().take(2).for_each(|record| put(&index, record));
    }
    index.commit(1000).unwrap();
    index
}

/// Filters as JSON.
fn json<F: Filters>(filters: &F) -> String {
    serde_json::to_string(filters).unwrap()
}

/// Reference implementation of the filters that need no lookup tables.
fn reference_passes(
    filters: &PeopleFilters,
    record: &PersonRecord,
    employer: Option<&Company>,
    now: Timestamp,
) -> bool {
    let person = &record.person;
    let seniority = |word: &String| Seniority::from_alias(word) == person.seniority;
    let department = |word: &String| person.departments.contains(&Department::from_alias(word).unwrap());
    let letters = |text: &str| -> String {
        text.to_lowercase().chars().filter(|c| c.is_alphanumeric() || "+#".contains(*c)).collect()
    };
    let skill = |word: &String| person.skills.iter().any(|known| letters(known) == letters(word));
    let place = person.location.clone().unwrap_or_default();
    let any = |list: &[String], holds: &dyn Fn(&String) -> bool| list.is_empty() || list.iter().any(holds);
    let none = |list: &[String], holds: &dyn Fn(&String) -> bool| !list.iter().any(holds);
    let employees = match employer.and_then(|employer| employer.employee_count) {
        Some(count) => Some(count),
        None => person.company.as_ref().and_then(|company| company.employee_count),
    };
    let inside = |range: Option<NumberRange>, value: Option<i64>| {
        range.is_none_or(|range| {
            value.is_some_and(|value| {
                range.min.is_none_or(|min| value >= min) && range.max.is_none_or(|max| value <= max)
            })
        })
    };
    let today = now.to_zoned(jiff::tz::TimeZone::UTC).date();
    let first_job = person.experience.iter().filter_map(|job| job.started_at).chain(person.started_at).min();
    let years = first_job.map(|first| {
        let first = first.earliest();
        let whole = i64::from(today.year() - first.year());
        (whole - i64::from((today.month(), today.day()) < (first.month(), first.day()))).max(0)
    });
    let near = |near: &Near| {
        let own = person.location.as_ref().and_then(|place| {
            place::find_city(place.city.as_ref()?, place.region.as_deref(), place.country.as_deref())
        });
        let middle = match &near.city {
            Some(city) => place::find_city(city, None, near.country.as_deref()).unwrap(),
            None => place::Coordinates::of_degrees(near.latitude.unwrap(), near.longitude.unwrap()).unwrap(),
        };
        own.is_some_and(|own| f64::from(own.metres_to(middle)) <= near.radius_km * 1000.0)
    };
    any(&filters.seniorities, &seniority)
        && filters.near.as_ref().is_none_or(near)
        && none(&filters.exclude_seniorities, &seniority)
        && any(&filters.departments, &department)
        && any(&filters.skills, &skill)
        && filters.skills_all.iter().all(&skill)
        && none(&filters.exclude_skills, &skill)
        && any(&filters.countries, &|word| place.country.as_ref() == Some(word))
        && any(&filters.cities, &|word| place.city.as_ref() == Some(word))
        && none(&filters.exclude_cities, &|word| place.city.as_ref() == Some(word))
        && inside(filters.employee_count, employees.map(i64::from))
        && inside(filters.years_experience, years)
        && filters.has_email.is_none_or(|wanted| wanted == person.has_email)
        && filters.has_phone.is_none_or(|wanted| wanted == person.has_phone)
}

/// The filters that [`reference_passes`] supports.
fn reference_filters(filters: &PeopleFilters) -> PeopleFilters {
    PeopleFilters {
        seniorities: filters.seniorities.clone(),
        exclude_seniorities: filters.exclude_seniorities.clone(),
        departments: filters.departments.clone(),
        skills: filters.skills.clone(),
        skills_all: filters.skills_all.clone(),
        exclude_skills: filters.exclude_skills.clone(),
        countries: filters.countries.clone(),
        cities: filters.cities.clone(),
        exclude_cities: filters.exclude_cities.clone(),
        employee_count: filters.employee_count,
        years_experience: filters.years_experience,
        has_email: filters.has_email,
        has_phone: filters.has_phone,
        near: filters.near.clone(),
        ..PeopleFilters::default()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn people_found_by_the_index_are_those_a_scan_finds(
        staff in any_staff(),
        questions in vec(any_people_filters(), 1..12),
    ) {
        let index = index_with_rewrites(
            &staff,
            |index, (record, employer)| index.put_person(record, employer.as_ref(), None).unwrap(),
            |index, (record, _)| index.remove_person(&record.person.id).unwrap(),
        );
        let people = index.people();
        for filters in &questions {
            prop_assert!(filters.check().is_empty(), "{:?}", filters.check());
            let scan = |passes: &dyn Fn(&PersonRecord, Option<&Company>) -> bool| -> Vec<String> {
                let passing = staff.iter().filter(|(record, employer)| passes(record, employer.as_ref()));
                passing.map(|(record, _)| record.person.id.clone()).collect()
            };
            let expected = scan(&|record, employer| filters.matches(record, employer, now()));
            for sort in PeopleSort::ALL {
                let mut found = all_ids(&people, filters, *sort, 3);
                prop_assert_eq!(&found, &all_ids(&people, filters, *sort, 100));
                found.sort();
                prop_assert_eq!(&found, &expected, "{}", json(filters));
            }
            prop_assert_eq!(people.count(filters, now()).unwrap(), expected.len() as u64);
            let simple = reference_filters(filters);
            let mut found = all_ids(&people, &simple, PeopleSort::Relevance, 50);
            found.sort();
            let expected = scan(&|record, employer| reference_passes(&simple, record, employer, now()));
            prop_assert_eq!(found, expected, "{}", json(&simple));
        }
    }

    #[test]
    fn companies_found_by_the_index_are_those_a_scan_finds(
        companies in any_companies(),
        questions in vec(any_company_filters(), 1..12),
    ) {
        let index = index_with_rewrites(
            &companies,
            |index, company| index.put_company(company, None).unwrap(),
            |index, company| index.remove_company(&company.id).unwrap(),
        );
        let snapshot = index.companies();
        for filters in &questions {
            prop_assert!(filters.check().is_empty(), "{:?}", filters.check());
            let passing: Vec<&Company> =
                companies.iter().filter(|company| filters.matches(company, now())).collect();
            let expected: Vec<String> = passing.iter().map(|company| company.id.clone()).collect();
            for sort in CompanySort::ALL {
                let mut found = all_ids(&snapshot, filters, *sort, 4);
                prop_assert_eq!(&found, &all_ids(&snapshot, filters, *sort, 100));
                found.sort();
                prop_assert_eq!(&found, &expected, "{}", json(filters));
            }
            let mut by_size = passing.clone();
            by_size.sort_by_key(|company| {
                (std::cmp::Reverse(company.employee_count.map(i64::from).unwrap_or(-1)), company.id.clone())
            });
            let by_size: Vec<String> = by_size.iter().map(|company| company.id.clone()).collect();
            prop_assert_eq!(all_ids(&snapshot, filters, CompanySort::EmployeeCount, 5), by_size);

            let facets = snapshot.facets(filters, &["countries", "technologies"], now()).unwrap();
            let mut countries: BTreeMap<&str, u64> = BTreeMap::new();
            for country in passing.iter().filter_map(|company| company.location.as_ref()?.country.as_deref()) {
                *countries.entry(country).or_default() += 1;
            }
            let counted: BTreeMap<&str, u64> =
                facets[0].values.iter().map(|value| (value.value.as_str(), value.count)).collect();
            prop_assert_eq!(counted, countries);
            let uses = |name: &str| {
                passing.iter().filter(|company| company.technologies.iter().any(|used| used.name == name)).count()
            };
            for value in &facets[1].values {
                prop_assert_eq!(value.count, uses(&value.value) as u64);
            }
        }
    }

    #[test]
    fn the_nearest_filters_match_something(
        staff in any_staff(),
        filters in any_people_filters(),
    ) {
        let index = index(&staff, &[]);
        let people = index.people();
        let why = people.why_not(&filters, now()).unwrap();
        let total = people.count(&filters, now()).unwrap();
        for effect in &why.filters {
            let mut left = serde_json::to_value(&filters).unwrap();
            left.as_object_mut().unwrap().remove(effect.filter);
            let left: PeopleFilters = serde_json::from_value(left).unwrap();
            prop_assert_eq!(people.count(&left, now()).unwrap(), total + effect.removes);
        }
        match why.nearest {
            Some(nearest) => {
                prop_assert!(nearest.total > 0);
                let mut left = serde_json::to_value(&filters).unwrap();
                left.as_object_mut().unwrap().retain(|name, _| !nearest.dropped.contains(&name.as_str()));
                let left: PeopleFilters = serde_json::from_value(left).unwrap();
                prop_assert_eq!(people.count(&left, now()).unwrap(), nearest.total);
            }
            None => prop_assert!(staff.is_empty() || filters.is_empty()),
        }
        let page = people.search(
            &filters,
            PageRequest { sort: PeopleSort::Name, limit: 0, after: None },
            now(),
        ).unwrap();
        prop_assert!(page.ids.is_empty());
    }
}
