//! Confidence of typical queries, and the sum of weights that explains it.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::{
    Claim, Company, PersonRecord,
    identifiers::{company_name::WordCounts, name::Name},
    merge::{merge_company, merge_person},
    query::{CompanyQuery, PersonQuery},
};

fn claim(kind: &str, mut facts: Value) -> Claim {
    facts["kind"] = kind.into();
    Claim {
        source: "test".to_owned(),
        reference: "1".to_owned(),
        observed_at: "2025-01-01T00:00:00Z".parse().unwrap(),
        facts: serde_json::from_value(facts).unwrap(),
    }
}

fn person(id: &str, facts: Value) -> PersonRecord {
    merge_person(id, &[claim("person", facts)])
}

fn company(id: &str, facts: Value) -> Company {
    merge_company(id, &[claim("company", facts)])
}

fn william() -> PersonRecord {
    person(
        "per_1",
        json!({"fullName": "William Turner", "title": "Buyer", "companyName": "Acme", "companyDomain": "acme.example",
            "networkUrl": "https://network.example/in/wturner",
            "emails": [{"address": "william@acme.example"}],
            "phones": [{"number": "+14155550100", "lineType": "mobile"}],
            "experience": [{"companyName": "Oldco", "companyDomain": "oldco.example", "endedAt": "2020"}]}),
    )
}

fn named(first: &str, last: &str, domain: &str) -> PersonQuery {
    PersonQuery {
        name: Name::from_parts(first, last),
        company_domain: Some(domain.to_owned()),
        ..PersonQuery::default()
    }
}

fn confidence(query: &PersonQuery, candidates: &[PersonRecord]) -> f64 {
    match_person(query, candidates, NameShares::default()).unwrap().confidence
}

#[track_caller]
fn about(confidence: f64, expected: f64) {
    assert!((confidence - expected).abs() < 0.02, "{confidence} is not about {expected}");
}

#[test]
fn each_kind_of_person_query_has_its_confidence() {
    let known = [william()];
    let by = |query: PersonQuery| confidence(&query, &known);
    let text = |text: &str| Some(text.to_owned());
    about(
        by(PersonQuery { network_url: text("https://network.example/in/wturner"), ..Default::default() }),
        0.99,
    );
    about(by(PersonQuery { email: text("william@acme.example"), ..Default::default() }), 0.98);
    about(by(PersonQuery { phone: text("+14155550100"), ..Default::default() }), 0.9);
    about(by(named("William", "Turner", "acme.example")), 0.99);
    about(by(named("Bill", "Turner", "acme.example")), 0.99);
    about(by(named("W.", "Turner", "acme.example")), 0.86);
    about(by(named("William", "Turner", "oldco.example")), 0.99);
    let mut by_name = named("William", "Turner", "");
    (by_name.company_domain, by_name.company_name) = (None, text("ACME Inc"));
    about(by(by_name), 0.99);
}

#[test]
fn a_name_without_the_right_company_is_below_the_threshold() {
    let known = [william()];
    assert!(confidence(&named("William", "Turner", "elsewhere.example"), &known) < MIN_CONFIDENCE_PERSON);
    let alone = PersonQuery { company_domain: None, ..named("William", "Turner", "") };
    assert!(confidence(&alone, &known) < MIN_CONFIDENCE_PERSON);
    assert!(confidence(&named("Walter", "Turner", "acme.example"), &known) < 0.1);
}

#[test]
fn a_namesake_in_the_same_company_halves_the_confidence() {
    let mut twin = william();
    twin.person.id = "per_2".to_owned();
    let query = named("William", "Turner", "acme.example");
    let found = match_person(&query, &[twin.clone(), william()], NameShares::default()).unwrap();
    about(found.confidence, 0.5);
    assert_eq!(found.index, 1, "of equals the smaller id, whatever the order");
    let runner_up = found.runner_up.unwrap();
    assert_eq!((runner_up.margin, runner_up.confidence), (0.0, found.confidence));
}

#[test]
fn a_name_says_less_where_colleagues_share_its_parts() {
    let at = |number: usize, name: String| {
        person(&format!("per_{number}"), json!({"fullName": name, "companyDomain": "acme.example"}))
    };
    let was_at = |number: usize, name: String| {
        let past = json!([{"companyDomain": "acme.example", "endedAt": "2020"}]);
        let facts = json!({"fullName": name, "companyDomain": "other.example", "experience": past});
        person(&format!("per_{number}"), facts)
    };
    let given = ["Anna", "Bruno", "Clara", "Dmitri", "Elena", "Felix", "Greta", "Hugo"];
    let family = ["Okafor", "Lindqvist", "Zamorano", "Petrov", "Brandt", "Moreau", "Castellano", "Ito"];
    let of_family = given.iter().zip(10..).map(|(given, number)| (number, format!("{given} Turner")));
    let of_given = family.iter().zip(20..).map(|(family, number)| (number, format!("William {family}")));
    let given_names: Vec<_> = of_given.map(|(number, name)| at(number, name)).collect();
    let family_names: Vec<_> = of_family.clone().map(|(number, name)| at(number, name)).collect();
    let former: Vec<_> = of_family.map(|(number, name)| was_at(number, name)).collect();
    let stored = |stored: u32| NameShares { stored, colleagues: 20, ..NameShares::default() };
    let query = named("William", "Turner", "acme.example");
    let among = |others: &[&[PersonRecord]], shares: NameShares| {
        let candidates = [&[william()], others.concat().as_slice()].concat();
        match_person(&query, &candidates, shares).unwrap().confidence
    };
    assert!(among(&[], stored(200)) > 0.99);
    let present = among(&[&given_names, &family_names], stored(200));
    assert!((0.8..0.95).contains(&present), "{present}");
    let past = among(&[&given_names, &former], stored(200));
    assert!((past - present).abs() < 0.01, "{past}: those who left are found by the employer, too");
    let larger = among(&[&given_names, &family_names], stored(2_000));
    assert!(larger > present, "{larger}: of more people the same number is a smaller share");
    let crowded = NameShares { given_from: 65, family_from: 65, ..stored(2_000) };
    assert!(among(&[], crowded) < 0.6, "names that are too many to be compared are counted");
    assert!(among(&[], stored(50_000)) < 0.97, "more people than are stated");
}

#[test]
fn a_shared_phone_is_worth_less() {
    let mut desk = william();
    desk.phones[0].line_type = crate::LineType::Landline;
    let query = PersonQuery { phone: Some("+14155550100".to_owned()), ..Default::default() };
    assert!(confidence(&query, &[desk]) < confidence(&query, &[william()]));
    assert!(confidence(&query, &[william(), william()]) < MIN_CONFIDENCE_PERSON);
}

#[test]
fn an_identifier_with_another_name_has_less_confidence() {
    let url = Some("https://network.example/in/wturner".to_owned());
    let other = PersonQuery {
        network_url: url.clone(),
        name: Name::from_parts("Maria", "Lopez"),
        ..Default::default()
    };
    assert!(confidence(&other, &[william()]) < 0.05);
    let married =
        PersonQuery { network_url: url, name: Name::from_parts("William", "Swann"), ..Default::default() };
    assert!((0.5..0.95).contains(&confidence(&married, &[william()])));
}

#[test]
fn identifiers_of_two_people_are_reported_as_disagreeing() {
    let other =
        person("per_2", json!({"fullName": "Maria Lopez", "emails": [{"address": "maria@acme.example"}]}));
    let query = PersonQuery {
        network_url: Some("https://network.example/in/wturner".to_owned()),
        email: Some("maria@acme.example".to_owned()),
        ..Default::default()
    };
    assert_eq!(identifiers_disagree(&query, &[william(), other.clone()]), Some(("network_url", "email")));
    assert_eq!(identifiers_disagree(&query, &[william()]), None, "an unknown address cannot disagree");
    let agreeing = PersonQuery { email: Some("william@acme.example".to_owned()), ..query };
    assert_eq!(identifiers_disagree(&agreeing, &[william(), other]), None);
}

#[test]
fn a_match_lists_the_matched_parts_of_the_query() {
    let query = PersonQuery {
        email: Some("william@acme.example".to_owned()),
        ..named("Bill", "Turner", "acme.example")
    };
    let found = match_person(&query, &[william()], NameShares::default()).unwrap();
    assert_eq!(found.matched_on, ["email", "name", "company_domain"]);
    assert_eq!(match_person(&query, &[], NameShares::default()), None);
    assert_eq!(match_person(&PersonQuery::default(), &[william()], NameShares::default()), None);
}

#[test]
fn each_kind_of_company_query_has_its_confidence() {
    let acme = company(
        "com_1",
        json!({"name": "Acme Robotics GmbH", "formerNames": ["Apex"], "domains": ["acme.example", "acme.test"],
            "networkUrl": "https://network.example/company/acme", "locations": [{"country": "DE"}]}),
    );
    let text = |text: &str| Some(text.to_owned());
    let by = |query: CompanyQuery, known: &[Company]| {
        match_company(&query, known, &WordCounts::default()).unwrap().confidence
    };
    let named = |name: &str, country: Option<&str>| CompanyQuery {
        name: text(name),
        country: country.map(str::to_owned),
        ..Default::default()
    };
    let one = std::slice::from_ref(&acme);
    about(by(CompanyQuery { domain: text("acme.example"), ..Default::default() }, one), 0.99);
    about(by(CompanyQuery { domain: text("acme.test"), ..Default::default() }, one), 0.98);
    about(
        by(
            CompanyQuery { network_url: text("https://network.example/company/acme"), ..Default::default() },
            one,
        ),
        0.98,
    );
    about(by(named("Acme Robotics", Some("DE")), one), 0.98);
    about(by(named("ACME robotics", None), one), 0.98);
    about(by(named("Apex", None), one), 0.96);
    let misspelt = by(named("Acme Robotcis", None), one);
    assert!((0.5..0.95).contains(&misspelt), "{misspelt}");
    let french = Company {
        id: "com_2".to_owned(),
        ..company("com_2", json!({"name": "Acme Robotics", "locations": [{"country": "FR"}]}))
    };
    let two = [acme, french];
    assert!(by(named("Acme Robotics", None), &two) < MIN_CONFIDENCE_COMPANY);
    assert!(by(named("Acme Robotics", Some("FR")), &two) > 0.8);
}

#[test]
fn a_place_a_family_name_or_an_everyday_word_is_no_confident_answer_for_a_longer_name() {
    let confidence = |asked: &str, name: &str| {
        let query = CompanyQuery { name: Some(asked.to_owned()), ..Default::default() };
        let counts = WordCounts { companies: 10_000, ..WordCounts::default() };
        match_company(&query, &[company("com_1", json!({"name": name}))], &counts)
            .map_or(0.0, |found| found.confidence)
    };
    for (asked, name) in [
        ("Texas", "Texas Instruments Inc"),
        ("Boston", "Boston Scientific Corp"),
        ("New York", "New York Times Co"),
        ("Dollar", "Dollar Tree, Inc."),
        ("Ford", "Ford Motor Credit Co LLC"),
        ("Morgan", "Morgan Holdings Inc"),
        ("Apple", "Apple Hospitality REIT, Inc."),
    ] {
        assert!(confidence(asked, name) < MIN_CONFIDENCE_COMPANY, "{asked} and {name}");
    }
    for (asked, name) in [
        ("Uber", "Uber Technologies, Inc"),
        ("DuPont", "DuPont de Nemours, Inc."),
        ("The Hartford", "Hartford Insurance Group, Inc."),
        ("Hartford (The)", "Hartford Insurance Group, Inc."),
        ("Texas Instruments", "Texas Instruments Inc"),
        ("Apple", "Apple Inc."),
        ("Ford", "Ford"),
    ] {
        assert!(confidence(asked, name) > 0.9, "{asked} and {name}");
    }
    let misspelt = confidence("Norvax", "Norvex Corp");
    assert!(
        (MIN_CONFIDENCE_COMPANY..0.8).contains(&misspelt),
        "a short misspelt name is not certain: {misspelt}"
    );
}

#[test]
fn a_person_is_found_by_the_start_of_the_employers_name_whatever_else_it_may_mean() {
    let works = person("per_1", json!({"fullName": "Hugo Zamorano", "companyName": "Ford Motor Co"}));
    let query = |company: &str| PersonQuery {
        name: Name::from_parts("Hugo", "Zamorano"),
        company_name: Some(company.to_owned()),
        ..PersonQuery::default()
    };
    assert!(confidence(&query("Ford"), std::slice::from_ref(&works)) > MIN_CONFIDENCE_PERSON);
    assert!(confidence(&query("Motor"), &[works]) < MIN_CONFIDENCE_PERSON);
}

prop_compose! {
    fn any_query()(
        url in proptest::option::of("(wturner|other)"), email in proptest::option::of("(william|maria)"),
        phone in proptest::option::of("[01]"), first in "(William|Bill|W[.]|Wiliam|Maria)", last in "(Turner|Tuner|Lopez)",
        has_name in any::<bool>(), domain in proptest::option::of("(acme|oldco|other)"), firm in proptest::option::of("(Acme|Oldco|Acmee)"),
    ) -> PersonQuery {
        PersonQuery {
            network_url: url.map(|slug| format!("https://network.example/in/{slug}")),
            email: email.map(|local| format!("{local}@acme.example")),
            phone: phone.map(|digit| format!("+1415555010{digit}")),
            name: if has_name { Name::from_parts(&first, &last) } else { None },
            company_domain: domain.map(|label| format!("{label}.example")),
            company_name: firm,
            ..PersonQuery::default()
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn the_score_is_the_prior_and_the_sum_of_its_features(query in any_query()) {
        if let Some(found) = match_person(&query, &[william()], NameShares::default()) {
            let sum: f64 = found.features.iter().map(|feature| feature.weight).sum();
            prop_assert_eq!(found.score, PRIOR + sum);
            prop_assert!((0.0..=1.0).contains(&found.confidence));
        }
    }

    #[test]
    fn a_true_or_misspelt_detail_never_loses_an_answer(
        by in 0..5_u8,
        name in prop::sample::select(&["William Turner", "Bill Turner", "W. Turner", "Turner William", "Wiliam Tuner",
            "William Turnet", "Turner, William"][..]),
        firm in prop::sample::select(&["", "Acme", "ACME Inc", "Acmee"][..]),
        domain in prop::sample::select(&["", "acme.example", "oldco.example"][..]),
        phone in any::<bool>(),
    ) {
        let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let mut query = match by {
            0 => PersonQuery { network_url: text("https://network.example/in/wturner"), ..Default::default() },
            1 => PersonQuery { email: text("william@acme.example"), ..Default::default() },
            2 => PersonQuery { phone: text("+14155550100"), ..Default::default() },
            3 => named("William", "Turner", "acme.example"),
            _ => named("William", "Turner", "oldco.example"),
        };
        let answered = |query: &PersonQuery| confidence(query, &[william()]) >= MIN_CONFIDENCE_PERSON;
        prop_assert!(answered(&query), "{:?}", query);
        query.name = query.name.or_else(|| Name::parse(name));
        query.company_name = query.company_name.or_else(|| text(firm));
        query.company_domain = query.company_domain.or_else(|| text(domain));
        query.phone = query.phone.or_else(|| phone.then(|| "+14155550100".to_owned()));
        prop_assert!(answered(&query), "{:?} {:?}", query, match_person(&query, &[william()], NameShares::default()));
    }

    #[test]
    fn another_candidate_never_raises_the_confidence(query in any_query()) {
        let other = person("per_2", json!({"fullName": "Maria Lopez", "companyDomain": "other.example",
            "companyName": "Other", "emails": [{"address": "maria@acme.example"}]}));
        let alone = match_person(&query, &[william()], NameShares::default());
        let both = match_person(&query, &[william(), other], NameShares::default());
        if let (Some(alone), Some(both)) = (alone, both) && both.index == 0 {
            prop_assert!(both.confidence <= alone.confidence);
        }
    }
}
