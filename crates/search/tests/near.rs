//! The radius filter, with and without the index.
#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod common;

use common::*;
use records::{Company, Location, PersonRecord};
use search::{CompanyFilters, CompanySort, Filters, Near, PeopleFilters, PeopleSort};

fn place(city: &str, region: Option<&str>, country: Option<&str>) -> Location {
    Location {
        city: Some(city.to_owned()),
        region: region.map(str::to_owned),
        country: country.map(str::to_owned),
    }
}

fn people() -> Vec<(PersonRecord, Option<Company>)> {
    let places = [
        ("berlin", Some(place("Berlin", None, Some("DE")))),
        ("potsdam", Some(place("Potsdam", Some("Brandenburg"), Some("DE")))),
        ("munich", Some(place("München", None, Some("DE")))),
        ("vienna", Some(place("Vienna", None, None))),
        ("oregon", Some(place("Portland", Some("Oregon"), Some("US")))),
        ("maine", Some(place("Portland", Some("Maine"), Some("US")))),
        ("village", Some(place("Hintertupfing", None, Some("DE")))),
        ("country", Some(Location { country: Some("DE".to_owned()), ..Location::default() })),
        ("nowhere", None),
    ];
    let records = places.into_iter().map(|(id, location)| {
        let mut record = person(id, id, "Analyst");
        record.person.location = location;
        (record, None)
    });
    records.collect()
}

fn around(city: &str, radius_km: f64) -> Near {
    Near { city: Some(city.to_owned()), radius_km, ..Near::default() }
}

fn found(near: Near) -> Vec<String> {
    let people = people();
    let filters = PeopleFilters { near: Some(near), ..PeopleFilters::default() };
    assert_eq!(filters.check(), []);
    let mut ids = all_ids(&index(&people, &[]).people(), &filters, PeopleSort::Name, 10);
    let mut scan: Vec<String> = people
        .iter()
        .filter(|(record, employer)| filters.matches(record, employer.as_ref(), now()))
        .map(|(record, _)| record.person.id.clone())
        .collect();
    ids.sort();
    scan.sort();
    assert_eq!(ids, scan);
    ids
}

#[test]
fn a_radius_around_a_city_finds_its_suburbs_and_a_wider_one_its_neighbours() {
    assert_eq!(found(around("Berlin", 5.0)), ["berlin"]);
    assert_eq!(found(around("Berlin", 50.0)), ["berlin", "potsdam"]);
    assert_eq!(found(around("Munich", 400.0)), ["munich", "vienna"]);
    assert_eq!(found(around("Berlin", 600.0)), ["berlin", "munich", "potsdam", "vienna"]);
}

#[test]
fn a_point_is_as_good_as_a_city() {
    let point = Near { latitude: Some(52.4), longitude: Some(13.2), radius_km: 30.0, ..Near::default() };
    assert_eq!(found(point), ["berlin", "potsdam"]);
}

#[test]
fn cities_of_one_name_are_distinguished_by_region_and_country() {
    let portland = |region: &str| Near { region: Some(region.to_owned()), ..around("Portland", 40.0) };
    assert_eq!(found(portland("Oregon")), ["oregon"]);
    assert_eq!(found(Near { country: Some("USA".to_owned()), ..portland("Maine") }), ["maine"]);
    // Without a region, the largest city of the name is used.
    assert_eq!(found(around("Portland", 40.0)), ["oregon"]);
}

#[test]
fn companies_are_found_by_their_headquarters() {
    let at = |id: &str, city: &str| Company {
        location: Some(place(city, None, Some("FR"))),
        ..company(id, id, &format!("{id}.example"))
    };
    let companies = [at("paris", "Paris"), at("versailles", "Versailles"), at("lyon", "Lyon")];
    let near = Near { country: Some("France".to_owned()), ..around("Paris", 30.0) };
    let filters = CompanyFilters { near: Some(near), ..CompanyFilters::default() };
    let index = index(&[], &companies);
    assert_eq!(all_ids(&index.companies(), &filters, CompanySort::Name, 10), ["paris", "versailles"]);
    let why = index.companies().why_not(&filters, now()).unwrap();
    assert_eq!((why.filters[0].filter, why.filters[0].alone, why.filters[0].removes), ("near", 2, 1));
}

#[test]
fn an_invalid_place_is_refused_with_a_suggestion() {
    let faults = |near: Near| -> Vec<(String, String)> {
        let faults = PeopleFilters { near: Some(near), ..PeopleFilters::default() }.check();
        faults
            .into_iter()
            .map(|fault| (format!("{} {:?}", fault.pointer, fault.kind), fault.message))
            .collect()
    };
    let unknown = faults(around("Berlinn", 10.0));
    assert_eq!(unknown[0].0, "/near/city UnknownValue");
    assert!(unknown[0].1.contains("did you mean `Berlin`"), "{}", unknown[0].1);
    let elsewhere = faults(Near { country: Some("FR".to_owned()), ..around("Munich", 10.0) });
    assert_eq!(elsewhere[0].0, "/near/city UnknownValue");
    for (near, fault) in [
        (
            Near { country: Some("Atlantis".to_owned()), ..around("Paris", 10.0) },
            "/near/country InvalidValue",
        ),
        (around("Paris", 0.0), "/near/radius_km InvalidValue"),
        (around("Paris", 5_001.0), "/near/radius_km InvalidValue"),
        (Near { radius_km: 10.0, ..Near::default() }, "/near InvalidValue"),
        (Near { latitude: Some(1.0), radius_km: 10.0, ..Near::default() }, "/near InvalidValue"),
        (Near { latitude: Some(1.0), longitude: Some(1.0), ..around("Paris", 10.0) }, "/near InvalidValue"),
        (
            Near { latitude: Some(91.0), longitude: Some(1.0), radius_km: 1.0, ..Near::default() },
            "/near InvalidValue",
        ),
        (
            Near {
                latitude: Some(9.0),
                longitude: Some(1.0),
                country: Some("DE".to_owned()),
                radius_km: 1.0,
                ..Near::default()
            },
            "/near/country NotApplicable",
        ),
    ] {
        let found = faults(near);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].0, fault);
    }
}
