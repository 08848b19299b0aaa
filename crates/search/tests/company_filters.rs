//! The meaning of each filter over companies, tested on a few companies with and without the index.
#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod common;

use common::*;
use records::{Company, Funding, FundingRound, Location, Money, Openings, RevenueRange, Technology};
use search::{CompanyFilters, CompanySort, MoneyRange, NumberRange};

fn found(companies: &[Company], filters: &CompanyFilters) -> Vec<String> {
    let index = index(&[], companies);
    let mut ids = all_ids(&index.companies(), filters, CompanySort::Name, 10);
    ids.sort();
    let scan = companies.iter().filter(|company| filters.matches(company, now()));
    assert_eq!(ids, scan.map(|company| company.id.clone()).collect::<Vec<_>>());
    ids
}

/// Companies that differ in one field, set by `set`.
fn firms<T: Copy>(values: &[T], set: impl Fn(&mut Company, T)) -> Vec<Company> {
    let firms = values.iter().enumerate().map(|(number, value)| {
        let mut firm = company(&number.to_string(), "Acme", &format!("acme{number}.example"));
        set(&mut firm, *value);
        firm
    });
    firms.collect()
}

fn money(min: Option<i64>, max: Option<i64>, currency: Option<&str>) -> Option<MoneyRange> {
    Some(MoneyRange { min, max, currency: currency.map(str::to_owned) })
}

#[test]
fn technologies_can_be_any_all_or_none() {
    let lists: &[&[&str]] = &[&["React", "Next.js"], &["React"], &["HubSpot"]];
    let firms = firms(lists, |firm, list| {
        let used = |name: &&str| Technology { name: (*name).to_owned(), category: None, last_seen_at: None };
        firm.technologies = list.iter().map(used).collect();
    });
    let any = CompanyFilters { technologies: words(&["react", "hubspot"]), ..CompanyFilters::default() };
    assert_eq!(found(&firms, &any), ["0", "1", "2"]);
    let all = CompanyFilters { technologies_all: words(&["react", "nextjs"]), ..CompanyFilters::default() };
    assert_eq!(found(&firms, &all), ["0"]);
    let none = CompanyFilters { exclude_technologies: words(&["React"]), ..CompanyFilters::default() };
    assert_eq!(found(&firms, &none), ["2"]);
}

#[test]
fn a_size_is_a_count_and_a_band() {
    let firms = firms(&[Some(10), Some(11), Some(20_000), None], |firm, count| firm.employee_count = count);
    let band = |word: &str| CompanyFilters { size_bands: words(&[word]), ..CompanyFilters::default() };
    assert_eq!(found(&firms, &band("1-10")), ["0"]);
    assert_eq!(found(&firms, &band("11,50")), ["1"]);
    assert_eq!(found(&firms, &band("10000+")), ["2"]);
    let range = |min, max| CompanyFilters {
        employee_count: Some(NumberRange { min, max }),
        ..CompanyFilters::default()
    };
    assert_eq!(found(&firms, &range(Some(11), None)), ["1", "2"]);
    // A company of unknown size passes no range, not even an open one.
    assert_eq!(found(&firms, &range(None, None)), ["0", "1", "2"]);
}

#[test]
fn a_revenue_band_passes_where_it_overlaps_in_the_currency_of_the_filter() {
    let bands = [(Some(10), Some(50), "EUR"), (Some(100), None, "USD"), (None, Some(5), "EUR")];
    let firms = firms(&bands, |firm, (min, max, currency)| {
        firm.revenue = Some(RevenueRange { min, max, currency: currency.to_owned() });
    });
    let revenue = |range| CompanyFilters { revenue: range, ..CompanyFilters::default() };
    assert_eq!(found(&firms, &revenue(money(Some(40), None, None))), ["0", "1"]);
    assert_eq!(found(&firms, &revenue(money(None, Some(9), None))), ["2"]);
    assert_eq!(found(&firms, &revenue(money(Some(1), None, Some("eur")))), ["0", "1", "2"]);
    // 49 euros are more than 52 dollars and less than 53.
    assert_eq!(found(&firms, &revenue(money(Some(52), Some(99), None))), ["0"]);
    assert_eq!(found(&firms, &revenue(money(Some(53), Some(99), None))), [""; 0]);
    assert_eq!(found(&firms, &revenue(money(Some(49), Some(90), Some("EUR")))), ["0"]);
    assert_eq!(found(&firms, &revenue(money(Some(50), Some(90), Some("EUR")))), [""; 0]);
}

#[test]
fn funding_is_found_by_stage_amount_and_age() {
    let rounds =
        [("Series A", 900, "2026-06-01"), ("seed", 100, "2026-01-01"), ("debt_financing", 5, "2026")];
    let firms = firms(&rounds, |firm, (stage, amount, date)| {
        firm.funding = Some(Funding {
            stage: Some(stage.to_owned()),
            total: Some(Money { amount, currency: "EUR".to_owned() }),
            last_round_at: Some(date.parse().unwrap()),
            rounds: Vec::new(),
        });
    });
    let stage = CompanyFilters { funding_stages: words(&["series_a", "Debt"]), ..CompanyFilters::default() };
    assert_eq!(found(&firms, &stage), ["0", "2"]);
    let amount = CompanyFilters {
        funding_amount: money(Some(100), Some(500), Some("EUR")),
        ..CompanyFilters::default()
    };
    assert_eq!(found(&firms, &amount), ["1"]);
    let within = |days| CompanyFilters { funded_within_days: Some(days), ..CompanyFilters::default() };
    assert_eq!(found(&firms, &within(14)), ["0"]);
    assert_eq!(found(&firms, &within(13)), [""; 0]);
    assert_eq!(found(&firms, &within(165)), ["0", "1", "2"]);
}

#[test]
fn rounds_of_several_currencies_are_added_up_at_the_reference_rates() {
    let currencies: [&[&str]; 3] = [&["USD", "EUR"], &["USD", "XXX"], &[]];
    let firms = firms(&currencies, |firm, currencies| {
        let round = |currency: &&str| FundingRound {
            round: "seed".to_owned(),
            amount: Some(Money { amount: 1_000_000, currency: (*currency).to_owned() }),
            announced_at: None,
            investors: Vec::new(),
        };
        let rounds = currencies.iter().map(round).collect();
        firm.funding = Some(Funding { stage: None, total: None, last_round_at: None, rounds });
    });
    let at_least = |amount| CompanyFilters {
        funding_amount: money(Some(amount), None, Some("USD")),
        ..CompanyFilters::default()
    };
    assert_eq!(found(&firms, &at_least(1)), ["0"], "one that cannot be converted is not known");
    assert_eq!(found(&firms, &at_least(1_500_000)), ["0"]);
    assert_eq!(found(&firms, &at_least(4_000_000)), [""; 0]);
}

#[test]
fn openings_are_counted_in_all_or_in_the_requested_departments() {
    let lists: &[&[(&str, u32)]] = &[&[("sales", 5), ("it", 1)], &[("sales", 1), ("it", 9)], &[("sales", 0)]];
    let firms = firms(lists, |firm, list| {
        firm.openings = Some(Openings {
            count: list.iter().map(|(_, count)| count).sum(),
            by_department: list.iter().map(|(word, count)| ((*word).to_owned(), *count)).collect(),
        });
    });
    let hiring = |departments: &[&str], min_openings| CompanyFilters {
        hiring_departments: words(departments),
        min_openings,
        ..CompanyFilters::default()
    };
    assert_eq!(found(&firms, &hiring(&["sales"], None)), ["0", "1"]);
    assert_eq!(found(&firms, &hiring(&["sales"], Some(5))), ["0"]);
    assert_eq!(found(&firms, &hiring(&["sales", "it"], Some(9))), ["1"]);
    assert_eq!(found(&firms, &hiring(&[], Some(6))), ["0", "1"]);
    let not = CompanyFilters { exclude_hiring_departments: words(&["sales"]), ..CompanyFilters::default() };
    assert_eq!(found(&firms, &not), ["2"]);
}

#[test]
fn companies_are_found_by_every_name_and_domain_they_have() {
    let mut firms = firms(&[0, 1], |_, _| {});
    firms[0].legal_name = Some("Acme Widgets GmbH".to_owned());
    firms[0].former_names = words(&["Bolt & Nut"]);
    firms[0].domains.push("acme-old.example".to_owned());
    let name = |text: &str| CompanyFilters { name: Some(text.to_owned()), ..CompanyFilters::default() };
    assert_eq!(found(&firms, &name("widgets acme")), ["0"]);
    assert_eq!(found(&firms, &name("bolt nut")), ["0"]);
    let domains = CompanyFilters { domains: words(&["www.acme-old.example"]), ..CompanyFilters::default() };
    assert_eq!(found(&firms, &domains), ["0"]);
}

#[test]
fn tags_years_places_and_words_of_the_description_are_found() {
    let firms = firms(&[0, 1], |firm, number| {
        if number == 0 {
            firm.tags = words(&["Zero Trust"]);
            firm.founded_year = Some(2001);
            firm.description = Some("Invoices, paid on time.".to_owned());
            firm.location = Some(Location {
                city: Some("Bern".to_owned()),
                country: Some("CH".to_owned()),
                region: None,
            });
        }
    });
    for filters in [
        CompanyFilters { tags: words(&["zero-trust"]), ..CompanyFilters::default() },
        CompanyFilters {
            founded_year: Some(NumberRange { min: Some(2001), max: Some(2001) }),
            ..CompanyFilters::default()
        },
        CompanyFilters { text: Some("paid INVOICES".to_owned()), ..CompanyFilters::default() },
        CompanyFilters { countries: words(&["Schweiz"]), ..CompanyFilters::default() },
        CompanyFilters { cities: words(&["bern"]), ..CompanyFilters::default() },
    ] {
        assert_eq!(found(&firms, &filters), ["0"], "{filters:?}");
    }
}
