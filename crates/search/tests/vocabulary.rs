//! Values in one vocabulary: every spelling of a value finds what every other one finds.
#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod common;

use common::{all_ids, company, index, now, words};
use records::{
    Company, Funding, Location, Technology, funding_stage, industry,
    place::{city_aliases, region_names},
    technology,
};
use search::{CompanyFilters, CompanySort};

fn at(city: &str, region: &str, country: &str) -> Company {
    let part = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let place = Location { city: part(city), region: part(region), country: part(country) };
    Company { location: Some(place), ..company("com_1", "Acme", "acme.example") }
}

fn of_industry(label: &str) -> Company {
    let industries = vec![label.to_owned()];
    Company { industries, ..company("com_1", "Acme", "acme.example") }
}

fn using(name: &str) -> Company {
    let technologies = vec![Technology { name: name.to_owned(), category: None, last_seen_at: None }];
    Company { technologies, ..company("com_1", "Acme", "acme.example") }
}

fn funded(stage: &str) -> Company {
    let funding = Some(Funding { stage: Some(stage.to_owned()), ..Funding::default() });
    Company { funding, ..company("com_1", "Acme", "acme.example") }
}

fn industries(value: &str) -> CompanyFilters {
    CompanyFilters { industries: words(&[value]), ..CompanyFilters::default() }
}

fn technologies(value: &str) -> CompanyFilters {
    CompanyFilters { technologies: words(&[value]), ..CompanyFilters::default() }
}

fn regions(value: &str) -> CompanyFilters {
    CompanyFilters { regions: words(&[value]), ..CompanyFilters::default() }
}

fn cities(value: &str) -> CompanyFilters {
    CompanyFilters { cities: words(&[value]), ..CompanyFilters::default() }
}

fn stages(value: &str) -> CompanyFilters {
    CompanyFilters { funding_stages: words(&[value]), ..CompanyFilters::default() }
}

#[test]
fn every_name_of_an_industry_finds_every_other_one() {
    for (name, label) in industry::names() {
        assert!(industries(name).matches(&of_industry(label), now()), "{name} finds {label}");
        assert!(industries(label).matches(&of_industry(name), now()), "{label} finds {name}");
    }
    for code in ["541714", "SIC 8731", "NACE 72.11"] {
        assert!(industries("biotech").matches(&of_industry(code), now()), "{code}");
        assert!(industries(code).matches(&of_industry("Biotechnology"), now()), "{code}");
    }
    assert!(industries("Research Services").matches(&of_industry("biotech"), now()), "by the sector");
    assert!(!industries("biotech").matches(&of_industry("Research Services"), now()));
    assert!(industries("Underwater Basketry").matches(&of_industry("underwater basketry"), now()));
}

#[test]
fn every_name_of_a_technology_finds_every_other_one() {
    for (name, shown) in technology::names() {
        assert!(technologies(name).matches(&using(shown), now()), "{name} finds {shown}");
        assert!(technologies(shown).matches(&using(name), now()), "{shown} finds {name}");
    }
    assert!(!technologies("C").matches(&using("C++"), now()));
}

#[test]
fn every_name_and_code_of_a_region_finds_every_other_one() {
    for (name, region) in region_names() {
        let by_name = at("", region.name, region.country);
        let by_other = at("", name, region.country);
        assert!(regions(name).matches(&by_name, now()), "{name} finds {}", region.id());
        assert!(regions(region.name).matches(&by_other, now()), "{} finds {name}", region.id());
        assert!(regions(&region.id()).matches(&by_other, now()), "{name}");
    }
}

#[test]
fn a_code_means_each_region_that_has_it_and_with_a_country_the_one_there() {
    let zurich = at("", "ZH", "CH");
    let south_holland = at("", "Zuid-Holland", "NL");
    assert!(regions("ZH").matches(&zurich, now()) && regions("ZH").matches(&south_holland, now()));
    let there = CompanyFilters { countries: words(&["Switzerland"]), ..regions("ZH") };
    assert!(there.matches(&zurich, now()) && !there.matches(&south_holland, now()));
    assert!(!regions("CH-ZH").matches(&south_holland, now()));
    assert!(regions("California").matches(&at("Fresno", "", "US"), now()), "the region of the city");
    assert!(!regions("California").matches(&at("Fresno", "Texas", "US"), now()), "the region that is stated");
}

#[test]
fn names_of_a_city_find_each_other() {
    // All of them are compared in the records; here some of each country run through documents and filters.
    for (other, name, country) in city_aliases().step_by(29) {
        assert!(cities(other).matches(&at(name, "", country), now()), "{other} finds {name}");
    }
    for group in [
        &["München", "Munich", "MUENCHEN"][..],
        &["Köln", "Cologne"],
        &["Wien", "Vienna"],
        &["Praha", "Prague"],
        &["Roma", "Rome"],
        &["Zürich", "Zurich"],
        &["Genève", "Geneva", "Genf"],
        &["København", "Copenhagen"],
        &["Warszawa", "Warsaw"],
        &["Lisboa", "Lisbon"],
        &["Bruxelles", "Brussel", "Brussels"],
        &["Moskva", "Moscow"],
        &["NYC", "New York City", "New York"],
        &["SF", "San Francisco"],
        &["Bangalore", "Bengaluru"],
        &["Bombay", "Mumbai"],
    ] {
        for one in group {
            for other in group {
                assert!(cities(one).matches(&at(other, "", ""), now()), "{one} finds {other}");
            }
        }
    }
    assert!(!cities("Wien").matches(&at("Vienna", "Virginia", "US"), now()));
    assert!(cities("Vienna").matches(&at("Vienna", "Virginia", "US"), now()));
    assert!(cities("Kleinkleckersdorf").matches(&at("kleinkleckersdorf", "", "DE"), now()));
}

#[test]
fn stages_are_read_in_the_words_of_sources() {
    for (asked, stored) in [
        ("series_c", "series-c+"),
        ("series_c+", "series_c"),
        ("Series C1", "Series C"),
        ("Series B-2", "series_b"),
        ("Seed VC", "seed"),
        ("Debt Financing", "loan"),
        ("Private Equity Round", "private-equity"),
        ("other", "a round of golf"),
    ] {
        assert!(stages(asked).matches(&funded(stored), now()), "{asked} finds {stored}");
    }
    for stage in funding_stage::STAGES {
        assert!(stages(stage).matches(&funded(&stage.replace('_', " ")), now()), "{stage}");
    }
}

#[test]
fn the_rows_of_sources_answer_one_set() {
    let with = |id: &str, place: Company, industry: &str| Company {
        id: id.to_owned(),
        name: id.to_owned(),
        industries: words(&[industry]),
        ..place
    };
    let index = index(
        &[],
        &[
            with("alder", at("Fresno", "CA", "US"), "Biotechnology"),
            with("birch", at("Fresno", "California", "US"), "biotech"),
            with("elm", at("München", "", "DE"), "Biotechnology Research"),
            with("fir", at("Munich", "Bavaria", "DE"), "Biotechnology Research"),
        ],
    );
    let found = |filters: CompanyFilters| all_ids(&index.companies(), &filters, CompanySort::Name, 10);
    for value in ["California", "CA", "US-CA", "Kalifornien"] {
        assert_eq!(found(regions(value)), ["alder", "birch"], "{value}");
    }
    for value in ["Bayern", "Bavaria", "BY", "DE-BY"] {
        assert_eq!(found(regions(value)), ["elm", "fir"], "{value}");
    }
    for value in ["Biotechnology", "biotech", "Biotechnology Research"] {
        assert_eq!(found(industries(value)), ["alder", "birch", "elm", "fir"], "{value}");
    }
    for value in ["München", "Munich"] {
        assert_eq!(found(cities(value)), ["elm", "fir"], "{value}");
    }
    let facets =
        index.companies().facets(&CompanyFilters::default(), &["industries", "cities", "regions"], now());
    let shown: Vec<(String, u64)> = facets
        .unwrap()
        .into_iter()
        .flat_map(|facet| facet.values)
        .map(|value| (value.value, value.count))
        .collect();
    let expected =
        [("Biotechnology Research", 4), ("Fresno", 2), ("Munich", 2), ("Bayern", 2), ("California", 2)];
    assert_eq!(shown, expected.map(|(value, count)| (value.to_owned(), count)));
}

#[test]
fn an_unknown_word_of_an_open_vocabulary_is_explained() {
    let index = index(&[], &[using("Kubernetes")]);
    let snapshot = index.companies();
    let asked = CompanyFilters { industries: words(&["biotecnology"]), ..technologies("Kubernets") };
    let why_not = snapshot.why_not(&asked, now()).unwrap();
    let unknown: Vec<(&str, &str, &str)> = why_not
        .unknown_values
        .iter()
        .map(|unknown| (unknown.filter, unknown.value.as_str(), unknown.did_you_mean[0].as_str()))
        .collect();
    assert_eq!(
        unknown,
        [
            ("industries", "biotecnology", "Biotechnology Research"),
            ("technologies", "Kubernets", "Kubernetes"),
        ]
    );
    let known = technologies("k8s");
    assert!(snapshot.why_not(&known, now()).unwrap().unknown_values.is_empty());
}
