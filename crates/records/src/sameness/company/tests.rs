use super::*;
use crate::Location;

fn company(name: &str, city: &str, phone: &str, ids: &[&str]) -> CompanyTraits {
    let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    CompanyTraits::of(&CompanyFacts {
        name: text(name),
        phone: text(phone),
        identifiers: ids.iter().map(|id| id.parse().unwrap()).collect(),
        locations: text(city)
            .map(|city| Location { city: Some(city), country: Some("US".into()), ..Location::default() })
            .into_iter()
            .collect(),
        ..CompanyFacts::default()
    })
}

fn same(one: &CompanyTraits, other: &CompanyTraits) -> bool {
    let counts = WordCounts { companies: 1_000, ..WordCounts::default() };
    let are_same = |one: &CompanyTraits, other: &CompanyTraits| {
        one.shares_identifier(other) || compare(one, other, &counts).bits >= threshold(one, other)
    };
    let same = are_same(one, other);
    assert_eq!(same, are_same(other, one), "the same in both directions");
    same
}

#[test]
fn two_values_of_one_scheme_are_two_companies_whatever_else_agrees() {
    let with = |id: &str| company("Quandt Robotics LLC", "Dallas", "+12145550101", &[id]);
    assert!(same(&with("US-SEC-1001"), &with("US-SEC-1001")));
    assert!(!same(&with("US-SEC-1001"), &with("US-SEC-1002")));
    assert!(same(&with("US-SEC-1001"), &with("US-DOT-1002")), "two registers may know one company");
}

#[test]
fn namesakes_in_other_towns_are_two_companies() {
    let abc = |city: &str, phone: &str| company("ABC Trucking LLC", city, phone, &[]);
    assert!(!same(&abc("Dallas", "+12145550101"), &abc("Columbus", "+16145550102")));
    assert!(same(&abc("Dallas", "+12145550101"), &abc("Dallas", "+12145550101")));
    assert!(same(
        &company("Quandt Robotics", "", "", &[]),
        &company("Quandt Robotics GmbH", "Kassel", "", &[])
    ));
}

#[test]
fn a_misspelt_name_joins_in_the_same_town() {
    let at = |name: &str| company(name, "Kassel", "", &[]);
    assert!(same(&at("Orbis Maschinenbau GmbH"), &at("Orbis Maschienenbau GmbH")));
    assert!(!same(&at("Orbis Maschinenbau GmbH"), &at("Corvus Maschinenbau GmbH")));
}

#[test]
fn two_companies_at_one_address_are_two() {
    let at = |name: &str| {
        CompanyTraits::of(&CompanyFacts {
            name: Some(name.into()),
            street: Some("410 Elm St".into()),
            postcode: Some("45402".into()),
            phone: Some("+19375550161".into()),
            ..CompanyFacts::default()
        })
    };
    assert!(!same(&at("Eastgate Dental"), &at("Harlow Books")));
    assert!(same(&at("Eastgate Childrens Center"), &at("Eastgate Children's Ctr")));
}

#[test]
fn a_new_website_joins_when_enough_else_agrees() {
    let at = |domain: &str, city: &str, founded: i16| {
        CompanyTraits::of(&CompanyFacts {
            name: Some("Marrow & Pike".into()),
            domains: vec![domain.into()],
            founded_year: Some(founded),
            locations: vec![Location { city: Some(city.into()), ..Location::default() }],
            ..CompanyFacts::default()
        })
    };
    assert!(same(&at("marrowpike.example", "Leeds", 1999), &at("marrow.example", "Leeds", 1999)));
    assert!(!same(&at("marrowpike.example", "Leeds", 1999), &at("marrow.example", "Perth", 2015)));
}

#[test]
fn whole_names_of_which_one_goes_on_are_two_companies_of_a_group() {
    let at = |name: &str| {
        CompanyTraits::of(&CompanyFacts {
            name: Some(name.into()),
            street: Some("410 Elm St".into()),
            postcode: Some("45402".into()),
            phone: Some("+19375550161".into()),
            ..CompanyFacts::default()
        })
    };
    assert!(!same(&at("Orion Ltd"), &at("Orion Holdings Ltd")));
    assert!(same(&at("Orion"), &at("Orion Holdings Ltd")), "a short name");
}

#[test]
fn a_former_name_joins_with_one_more_agreement() {
    let named = |name: &str, former: &[&str], country: Option<&str>| {
        CompanyTraits::of(&CompanyFacts {
            name: Some(name.into()),
            former_names: former.iter().map(|name| (*name).to_owned()).collect(),
            locations: country
                .map(|country| Location { country: Some(country.into()), ..Location::default() })
                .into_iter()
                .collect(),
            ..CompanyFacts::default()
        })
    };
    let renamed = |country| named("Fjordline Labs", &["Otterdale"], country);
    assert!(!same(&renamed(None), &named("Otterdale", &[], None)));
    assert!(same(&renamed(Some("NO")), &named("Otterdale", &[], Some("NO"))));
}

#[test]
fn a_name_and_two_registers_are_no_proof() {
    let with = |id: &str, city: &str| company("Halden Works", city, "", &[id]);
    assert!(!same(&with("GB-COH-01111111", ""), &with("US-SEC-2222223", "")));
}

#[test]
fn numbered_companies_at_one_address_are_two() {
    let at = |name: &str| {
        CompanyTraits::of(&CompanyFacts {
            name: Some(name.into()),
            phone: Some("+12145550101".into()),
            street: Some("410 Elm St".into()),
            postcode: Some("45402".into()),
            ..CompanyFacts::default()
        })
    };
    for (one, other) in [
        ("Quandt Fund 1 LP", "Quandt Fund 2 LP"),
        ("Quandt Fund 1 LP", "Quandt Fund II LP"),
        ("Quandt Fund I LP", "Quandt Fund II LP"),
        ("Quandt Fund IV", "Quandt Fund VI"),
        ("Quandt Fund One", "Quandt Fund Two"),
        ("Quandt Series 3 LLC", "Quandt Series 4 LLC"),
        ("Quandt Series A LLC", "Quandt Series B LLC"),
        ("Quandt Plant 4", "Quandt Plant 5"),
    ] {
        assert!(!same(&at(one), &at(other)), "{one} and {other}");
    }
    for (one, other) in [
        ("Quandt Fund 2 LP", "Quandt Fund II LP"),
        ("Quandt Fund 1", "Quandt Fund I"),
        ("Quandt Fund Two", "Quandt Fund 2"),
        ("Quandt Plant 04", "Quandt Plant 4"),
    ] {
        assert!(same(&at(one), &at(other)), "{one} and {other}");
    }
}

#[test]
fn a_placeholder_in_the_place_of_a_phone_is_no_evidence() {
    let at = |name: &str, phone: &str| company(name, "", phone, &[]);
    let (one, other) = (at("Quandt Robotic", "+12345678900"), at("Quandt Robotics", "+12345678900"));
    assert_eq!(one.phones.len() + other.phones.len(), 0);
}
