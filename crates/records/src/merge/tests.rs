//! Examples and properties of the merge.

use jiff::Timestamp;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::{ContactStatus, Department, EmailKind, Facts, PartialDate, Seniority};

/// A claim of a source observed on a day, with its facts as JSON.
fn claim(kind: &str, source: &str, day: &str, facts: Value) -> Claim {
    let mut facts = facts;
    facts["kind"] = kind.into();
    Claim {
        source: source.to_owned(),
        reference: "1".to_owned(),
        observed_at: format!("{day}T00:00:00Z").parse::<Timestamp>().unwrap(),
        facts: serde_json::from_value(facts).unwrap(),
    }
}

fn person(source: &str, day: &str, facts: Value) -> Claim {
    claim("person", source, day, facts)
}

fn company(source: &str, day: &str, facts: Value) -> Claim {
    claim("company", source, day, facts)
}

fn date(text: &str) -> Option<PartialDate> {
    Some(text.parse().unwrap())
}

#[test]
fn title_and_company_are_taken_together_from_the_newest_claim() {
    let merged = merge_person(
        "per_1",
        &[
            person("a", "2024-01-01", json!({"fullName": "Jane Doe", "title": "VP Sales", "companyName": "Old Co", "companyDomain": "old.example"})),
            person("b", "2025-01-01", json!({"fullName": "Jane Doe", "companyName": "New Co", "companyDomain": "new.example"})),
        ],
    )
    .person;
    assert_eq!(merged.title, None, "the old title does not belong to the new company");
    assert_eq!(merged.company.unwrap().domain.as_deref(), Some("new.example"));
    assert_eq!(merged.experience.len(), 2);
    assert_eq!(merged.experience[1].title.as_deref(), Some("VP Sales"));
    assert_eq!(merged.experience[1].ended_at, None, "no claim states an end");
    assert_eq!(merged.updated_at.unwrap().to_string(), "2025-01-01T00:00:00Z");
    assert_eq!(merged.sources.iter().map(|stamp| stamp.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
}

#[test]
fn an_older_claim_about_the_same_company_fills_title_and_start() {
    let merged = merge_person(
        "per_1",
        &[
            person("a", "2024-01-01", json!({"title": "VP Sales", "companyName": "Acme Inc", "startedAt": "2021"})),
            person("b", "2025-01-01", json!({"companyName": "Acme", "companyDomain": "acme.example"})),
            person("c", "2023-01-01", json!({"experience": [{"companyDomain": "acme.example", "title": "Vice President of Sales", "startedAt": "2021-03"}]})),
        ],
    )
    .person;
    assert_eq!(merged.title.as_deref(), Some("VP Sales"));
    assert_eq!(merged.seniority, Some(Seniority::Vp));
    assert_eq!(merged.departments, [Department::Sales]);
    assert_eq!(merged.started_at, date("2021-03"));
    assert_eq!(merged.experience.len(), 1);
}

#[test]
fn a_promotion_keeps_the_earlier_role_and_a_return_keeps_both_stints() {
    let merged = merge_person(
        "per_1",
        &[
            person("a", "2024-01-01", json!({"title": "Engineer", "companyDomain": "acme.example", "startedAt": "2019-02"})),
            person("b", "2025-01-01", json!({"title": "Senior Engineer", "companyDomain": "acme.example", "startedAt": "2024-06"})),
            person("c", "2023-01-01", json!({"experience": [{"companyDomain": "acme.example", "title": "Engineer", "startedAt": "2010-01", "endedAt": "2012-01"}]})),
        ],
    )
    .person;
    let starts: Vec<_> = merged.experience.iter().map(|position| position.started_at).collect();
    assert_eq!(starts, [date("2024-06"), date("2019-02"), date("2010-01")]);
    assert_eq!(merged.experience[2].ended_at, date("2012-01"));
}

#[test]
fn a_later_claim_of_the_end_closes_the_current_position() {
    let merged = merge_person(
        "per_1",
        &[
            person(
                "a",
                "2024-01-01",
                json!({"title": "CTO", "companyDomain": "acme.example", "emails": [{"address": "jane@acme.example"}]}),
            ),
            person(
                "b",
                "2025-01-01",
                json!({"experience": [{"title": "Chief Technology Officer", "companyDomain": "acme.example", "endedAt": "2024-12"}]}),
            ),
        ],
    );
    assert_eq!((merged.person.title, merged.person.company), (None, None));
    assert_eq!(merged.person.experience.len(), 1);
    assert_eq!(merged.person.experience[0].ended_at, date("2024-12"));
    assert!(!merged.person.has_email, "the address stayed behind with the job");
}

#[test]
fn a_bare_list_of_positions_shows_the_open_one_as_present() {
    let merged = merge_person(
        "per_1",
        &[person(
            "a",
            "2024-01-01",
            json!({"experience": [
            {"companyName": "Old", "title": "Clerk", "startedAt": "2010", "endedAt": "2015"},
            {"companyName": "New", "title": "Manager", "startedAt": "2015-02"}]}),
        )],
    )
    .person;
    assert_eq!(merged.title.as_deref(), Some("Manager"));
    assert_eq!(merged.experience.len(), 2);
}

#[test]
fn the_present_position_is_the_last_begun_of_those_that_are_held() {
    let cases = [
        // One that began later has ended since.
        (
            json!([{"companyName": "Elder", "title": "Board Advisor", "startedAt": "2021-01", "endedAt": "2022-06"},
                   {"companyName": "Juniper", "title": "Chief Marketing Officer", "startedAt": "2016-01"}]),
            Some("Chief Marketing Officer"),
        ),
        // The one that is held has no date.
        (
            json!([{"companyName": "Elder", "title": "Clerk", "startedAt": "2010", "endedAt": "2015"},
                   {"companyName": "Juniper", "title": "Manager"}]),
            Some("Manager"),
        ),
        // Neither began nor ended when the source looked.
        (
            json!([{"companyName": "Ironwood", "title": "General Counsel", "startedAt": "2027-02-01"},
                   {"companyName": "Juniper", "title": "Legal Director", "startedAt": "2019-01", "endedAt": "2026-12-31"}]),
            Some("Legal Director"),
        ),
        // Which of two without a date is over is not known.
        (
            json!([{"companyName": "Elder", "title": "Clerk"}, {"companyName": "Juniper", "title": "Manager"}]),
            None,
        ),
        (json!([{"companyName": "Elder", "title": "Clerk", "startedAt": "2010", "endedAt": "2015"}]), None),
    ];
    for (experience, title) in cases {
        let merged = merge_person("per_1", &[person("a", "2026-11-18", json!({ "experience": experience }))]);
        assert_eq!(merged.person.title.as_deref(), title, "{experience}");
    }
}

#[test]
fn an_initial_seen_today_does_not_replace_a_full_name() {
    let merged = merge_person(
        "per_1",
        &[
            person("a", "2024-01-01", json!({"firstName": "Jane", "lastName": "Doe"})),
            person("b", "2025-01-01", json!({"fullName": "J. Doe", "firstName": "J.", "lastName": "Doe"})),
        ],
    )
    .person;
    assert_eq!(merged.full_name, "Jane Doe");
    assert_eq!(merged.first_name.as_deref(), Some("Jane"));
}

#[test]
fn emails_are_merged_by_identity_and_ordered_by_usefulness() {
    let merged = merge_person(
        "per_1",
        &[
            person(
                "a",
                "2024-01-01",
                json!({
                "companyDomain": "old.example", "companyName": "Old", "title": "Clerk",
                "emails": [{"address": "jane@old.example", "status": "deliverable"}, {"address": "jane@gmail.com"}]}),
            ),
            person(
                "b",
                "2025-01-01",
                json!({
                "companyDomain": "new.example", "companyName": "New", "title": "Manager",
                "emails": [
                    {"address": "bad@new.example", "status": "undeliverable"},
                    {"address": "jane@new.example", "status": "deliverable", "lastValidatedAt": "2025-01-01T00:00:00Z"}]}),
            ),
            person(
                "c",
                "2025-02-01",
                json!({"emails": [
                {"address": "jane@new.example", "status": "risky", "lastValidatedAt": "2024-06-01T00:00:00Z"}]}),
            ),
        ],
    );
    let order: Vec<_> = merged.emails.iter().map(|email| email.address.as_str()).collect();
    assert_eq!(order, ["jane@new.example", "jane@gmail.com", "jane@old.example", "bad@new.example"]);
    assert_eq!(merged.emails[0].status, ContactStatus::Deliverable, "the newest check counts");
    assert_eq!(merged.emails[1].kind, EmailKind::Personal);
    assert!(merged.person.has_email);
    assert_eq!(merged.person.email, None);
}

#[test]
fn only_usable_contacts_set_has_email_and_has_phone() {
    let with = |emails: Value, phones: Value| {
        merge_person("per_1", &[person("a", "2024-01-01", json!({"emails": emails, "phones": phones}))])
            .person
    };
    let none = with(
        json!([{"address": "jane@gmail.com"}, {"address": "x@acme.example", "status": "undeliverable"}]),
        json!([{"number": "+14155550100", "status": "undeliverable"}]),
    );
    assert!(!none.has_email && !none.has_phone);
    let both = with(json!([{"address": "x@acme.example"}]), json!([{"number": "+14155550100"}]));
    assert!(both.has_email && both.has_phone);
}

#[test]
fn a_replaced_network_profile_stays_among_the_profiles() {
    let merged = merge_person(
        "per_1",
        &[
            person("a", "2024-01-01", json!({"networkUrl": "https://network.example/in/jane-1"})),
            person("b", "2025-01-01", json!({"networkUrl": "https://network.example/in/jane"})),
        ],
    )
    .person;
    assert_eq!(merged.network_url.as_deref(), Some("https://network.example/in/jane"));
    assert_eq!(merged.profiles[0].url, "https://network.example/in/jane-1");
}

#[test]
fn two_reports_of_one_round_are_merged() {
    let round = |kind: &str, at: &str, amount: i64, investor: &str| json!({"round": kind, "announcedAt": at, "amount": {"amount": amount, "currency": "USD"}, "investors": [investor]});
    let merged = merge_company(
        "com_1",
        &[
            company(
                "a",
                "2025-01-01",
                json!({"name": "Acme", "fundingRounds": [round("series_a", "2024-03", 10_000_000, "One"), round("seed", "2022-01-10", 2_000_000, "Zero")]}),
            ),
            company(
                "b",
                "2024-06-01",
                json!({"name": "Acme", "fundingRounds": [round("Series A", "2024-03-20", 10_100_000, "Two"), round("venture", "2022-03-30", 2_000_000, "zero")]}),
            ),
            company(
                "c",
                "2024-12-15",
                json!({"name": "Acme", "fundingRounds": [round("series_b", "2024-12-01", 30_000_000, "Three")]}),
            ),
        ],
    );
    let funding = merged.funding.unwrap();
    let kinds: Vec<_> = funding.rounds.iter().map(|round| round.round.as_str()).collect();
    assert_eq!(kinds, ["series_b", "series_a", "seed"]);
    assert_eq!(funding.rounds[1].investors, ["One", "Two"]);
    assert_eq!(funding.rounds[1].announced_at, date("2024-03-20"), "the more exact date");
    assert_eq!(funding.rounds[2].investors, ["Zero"]);
    assert_eq!(funding.total.unwrap().amount, 42_000_000);
    assert_eq!(funding.stage.as_deref(), Some("series_b"));
}

#[test]
fn values_are_shown_by_one_name_and_keep_the_words_of_the_source() {
    let claims = [
        company(
            "a",
            "2025-01-01",
            json!({"name": "23andMe", "industries": ["biotech"], "technologies": [{"name": "k8s"}],
                "locations": [{"city": "Mountain View", "region": "CA", "country": "US"}]}),
        ),
        company(
            "b",
            "2024-01-01",
            json!({"name": "23andMe", "industries": ["Biotechnology", "541714", "Underwater Basketry"],
                "technologies": [{"name": "Kubernetes"}],
                "locations": [{"city": "Mountain View", "region": "California", "country": "US"},
                    {"city": "München", "country": "DE"}, {"city": "Munich", "region": "Bavaria", "country": "DE"}]}),
        ),
    ];
    let merged = merge_company("com_1", &claims);
    assert_eq!(merged.industries, ["Biotechnology Research", "Underwater Basketry"]);
    assert_eq!(merged.tags, ["biotech", "Biotechnology"]);
    assert_eq!(merged.technologies.len(), 1);
    assert_eq!(merged.technologies[0].name, "Kubernetes");
    let places: Vec<_> =
        merged.locations.iter().map(|place| (place.city.as_deref(), place.region.as_deref())).collect();
    assert_eq!(places, [(Some("Mountain View"), Some("California")), (Some("Munich"), Some("Bayern"))]);
    let origins = company_origins(&claims);
    let stated = |field: &str| {
        origins.iter().find(|origin| origin.field == field).and_then(|origin| origin.stated.as_deref())
    };
    assert_eq!(stated("industries[0]"), Some("biotech"));
    assert_eq!(stated("industries[1]"), None);
    assert_eq!(stated("technologies[0]"), Some("k8s"));
    assert_eq!(stated("locations[0]"), Some("CA"));
}

#[test]
fn rounds_of_two_currencies_have_no_total() {
    let merged = merge_company(
        "com_1",
        &[company(
            "a",
            "2025-01-01",
            json!({"fundingRounds": [
            {"round": "seed", "announcedAt": "2020", "amount": {"amount": 1, "currency": "USD"}},
            {"round": "series_a", "announcedAt": "2022", "amount": {"amount": 1, "currency": "EUR"}}]}),
        )],
    );
    assert_eq!(merged.funding.unwrap().total, None);
}

#[test]
fn a_company_keeps_its_newest_main_domain_and_only_claimed_former_names() {
    let merged = merge_company(
        "com_1",
        &[
            company(
                "a",
                "2024-01-01",
                json!({"name": "Acme Labs", "domains": ["acme.test"], "employeeCount": 40, "technologies": [{"name": "Rust", "lastSeenAt": "2024-01-01T00:00:00Z"}]}),
            ),
            company(
                "b",
                "2025-01-01",
                json!({"name": "Acme", "formerNames": ["Apex", "ACME Inc"], "domains": ["acme.example"], "employeeCount": 70, "technologies": [{"name": "rust", "category": "language"}]}),
            ),
        ],
    );
    assert_eq!(merged.name, "Acme");
    assert_eq!(merged.former_names, ["Apex"]);
    assert_eq!(merged.domains, ["acme.example", "acme.test"]);
    assert_eq!(merged.size_band.unwrap().as_str(), "51-200");
    assert_eq!(merged.technologies.len(), 1);
    assert_eq!(merged.technologies[0].category.as_deref(), Some("language"));
    assert!(merged.technologies[0].last_seen_at.is_some());
}

#[test]
fn an_origin_lists_agreeing_and_conflicting_sources() {
    let claims = [
        person(
            "a",
            "2025-01-01",
            json!({"fullName": "Jane Doe", "title": "VP Sales", "companyDomain": "acme.example", "emails": [{"address": "jane@acme.example"}]}),
        ),
        person("b", "2024-12-01", json!({"title": "Clerk", "companyDomain": "acme.example"})),
        person("c", "2024-11-01", json!({"title": "VP Sales", "companyDomain": "acme.example"})),
    ];
    let origins = person_origins(&claims);
    let of = |field: &str| origins.iter().find(|origin| origin.field == field).unwrap();
    let title = of("title");
    assert_eq!((title.source.as_str(), title.agreeing.as_slice()), ("a", &["c".to_owned()][..]));
    assert_eq!(title.conflicting.len(), 1);
    assert_eq!(title.conflicting[0].value, json!("Clerk"));
    assert_eq!(of("company.domain").agreeing, ["b", "c"]);
    assert!(of("company.domain").confidence > title.confidence);
    assert!(of("emails[0]").contact && !of("fullName").contact);
    assert!(!serde_json::to_string(&origins).unwrap().contains("jane@"), "an origin holds no contact value");
}

#[test]
fn an_older_claim_of_the_same_source_is_no_conflict() {
    let claims = [
        person("a", "2025-01-01", json!({"headline": "Now"})),
        person("a", "2024-12-01", json!({"headline": "Then"})),
    ];
    let origins = person_origins(&claims);
    assert!(origins[0].conflicting.is_empty());
}

prop_compose! {
    /// Claims with few distinct values, so that many of them coincide.
    fn person_claim()(
        source in "[a-c]", reference in "[12]", day in 1_u8..5, name in 0_usize..4, title in 0_usize..4,
        firm in 0_usize..4, start in 0_usize..4, ended in 0_usize..3, skill in "[a-cA-C]", email in 0_usize..4,
        status in 0_usize..4, past in any::<bool>(),
    ) -> Claim {
        let pick = |words: [&str; 4], index: usize| (!words[index].is_empty()).then(|| words[index].to_owned());
        let firms = ["", "Acme", "Acme Inc", "Beta"];
        let domains = ["acme.example", "", "acme.example", "beta.example"];
        let titles = ["", "VP Sales", "Vice President Sales", "Clerk"];
        let dates = ["", "2019", "2019-05", "2021-02"];
        let emails = ["jane@acme.example", "jane@beta.example", "jane@gmail.com", "jane+x@gmail.com"];
        let statuses = ["deliverable", "risky", "unknown", "undeliverable"];
        let position = json!({"companyName": pick(firms, firm), "companyDomain": pick(domains, firm),
            "title": pick(titles, title), "startedAt": pick(dates, start)});
        let mut facts = json!({"fullName": pick(["", "Jane Doe", "J. Doe", "Jane Roe"], name), "skills": [skill],
            "emails": [{"address": emails[email], "status": statuses[status]}]});
        if past {
            let mut position = position;
            position["endedAt"] = json!(pick(["", "2021-01", "2023", ""], ended));
            facts["experience"] = json!([position]);
        } else {
            for (field, value) in position.as_object().unwrap() {
                facts[field] = value.clone();
            }
        }
        let mut claim = person(&source, &format!("2024-01-0{day}"), facts);
        claim.reference = reference;
        claim
    }
}

#[test]
fn employees_are_a_number_where_one_is_known_and_a_band_else() {
    let merged = |claims: &[(&str, serde_json::Value)]| {
        let claims: Vec<Claim> = claims.iter().map(|(day, facts)| company("a", day, facts.clone())).collect();
        let company = merge_company("com_1", &claims);
        let range = company.employee_range.map(|range| (range.min, range.max));
        (company.employee_count, range, company.size_band.map(|band| band.as_str()))
    };
    let band = || json!({ "name": "Acme", "employeeRange": { "min": 51, "max": 200 } });
    let counted = |count: u32| json!({ "name": "Acme", "employeeCount": count });
    let (one, two) = ("2024-01-01", "2024-01-02");
    assert_eq!(merged(&[(one, band())]), (None, Some((51, Some(200))), Some("51-200")));
    assert_eq!(merged(&[(one, counted(120)), (two, band())]), (Some(120), None, Some("51-200")));
    assert_eq!(merged(&[(one, counted(20)), (two, band())]), (None, Some((51, Some(200))), Some("51-200")));
    assert_eq!(merged(&[(one, band()), (two, counted(20))]), (Some(20), None, Some("11-50")));
    let wide = json!({ "name": "Acme", "employeeRange": { "min": 40, "max": 400 } });
    assert_eq!(merged(&[(one, wide)]), (None, Some((40, Some(400))), None), "of no one size band");
}

prop_compose! {
    fn company_claim()(
        source in "[a-c]", day in 1_u8..5, name in "(Acme|Acme Inc|Beta|)", domain in "(a|b|c)[.]example",
        kind in "(seed|series_a)", month in 1_u8..6, amount in 1_i64..3, city in "(Bonn|Kiel|)",
        employees in proptest::option::of(1_u32..100),
    ) -> Claim {
        company(&source, &format!("2024-01-0{day}"), json!({"name": name, "domains": [domain],
            "formerNames": [name], "employeeCount": employees,
            "locations": [{"city": (!city.is_empty()).then_some(city), "country": "DE"}],
            "technologies": [{"name": kind}], "acquisitions": [{"name": name, "announcedAt": "2020"}],
            "fundingRounds": [{"round": kind, "announcedAt": format!("2023-0{month}"),
                "amount": {"amount": amount, "currency": "USD"}, "investors": [source]}]}))
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn the_order_and_repetition_of_claims_about_a_person_make_no_difference(
        (claims, shuffled) in proptest::collection::vec(person_claim(), 1..7)
            .prop_flat_map(|claims| (Just(claims.clone()), Just(claims).prop_shuffle())),
        again in any::<proptest::sample::Index>(),
    ) {
        let mut repeated = shuffled.clone();
        repeated.push(again.get(&claims).clone());
        let (merged, origins) = (merge_person("per_1", &claims), person_origins(&claims));
        prop_assert_eq!(&merged, &merge_person("per_1", &shuffled));
        prop_assert_eq!(&merged, &merge_person("per_1", &repeated));
        prop_assert_eq!(&origins, &person_origins(&shuffled));
        prop_assert_eq!(&origins, &person_origins(&repeated));
    }

    #[test]
    fn the_order_and_repetition_of_claims_about_a_company_make_no_difference(
        (claims, shuffled) in proptest::collection::vec(company_claim(), 1..7)
            .prop_flat_map(|claims| (Just(claims.clone()), Just(claims).prop_shuffle())),
        again in any::<proptest::sample::Index>(),
    ) {
        let mut repeated = shuffled.clone();
        repeated.push(again.get(&claims).clone());
        let (merged, origins) = (merge_company("com_1", &claims), company_origins(&claims));
        prop_assert_eq!(&merged, &merge_company("com_1", &shuffled));
        prop_assert_eq!(&merged, &merge_company("com_1", &repeated));
        prop_assert_eq!(&origins, &company_origins(&repeated));
    }

    #[test]
    fn every_field_that_is_shown_has_one_origin(claims in proptest::collection::vec(person_claim(), 1..7)) {
        let merged = merge_person("per_1", &claims);
        let origins = person_origins(&claims);
        let count = |field: &str| origins.iter().filter(|origin| origin.field == field).count();
        prop_assert_eq!(count("title"), usize::from(merged.person.title.is_some()));
        prop_assert_eq!(count("seniority"), usize::from(merged.person.seniority.is_some()));
        prop_assert_eq!(count("startedAt"), usize::from(merged.person.started_at.is_some()));
        prop_assert_eq!(count("fullName"), usize::from(!merged.person.full_name.is_empty()));
        let domain = merged.person.company.as_ref().and_then(|company| company.domain.as_ref());
        prop_assert_eq!(count("company.domain"), usize::from(domain.is_some()));
        for (list, length) in [("emails", merged.emails.len()), ("skills", merged.person.skills.len()),
            ("experience", merged.person.experience.len())] {
            let prefix = format!("{list}[");
            prop_assert_eq!(origins.iter().filter(|origin| origin.field.starts_with(&prefix)).count(), length);
        }
    }

    #[test]
    fn every_merged_value_occurs_in_a_claim(claims in proptest::collection::vec(person_claim(), 1..7)) {
        let stated = serde_json::to_string(&claims).unwrap();
        let merged = merge_person("per_1", &claims).person;
        for position in &merged.experience {
            for date in position.started_at.iter().chain(&position.ended_at) {
                let quoted = format!("\"{date}\"");
                prop_assert!(stated.contains(&quoted));
            }
        }
        if let Some(title) = &merged.title {
            // Some claim states the current title with the current company, or without any company.
            let domain = merged.company.as_ref().and_then(|company| company.domain.clone());
            let together = claims.iter().any(|claim| match &claim.facts {
                Facts::Person(facts) => {
                    let held = facts.experience.iter().map(|fact| (&fact.title, &fact.company_domain));
                    held.chain([(&facts.title, &facts.company_domain)])
                        .any(|(stated, at)| stated.as_ref() == Some(title) && (at.is_none() || *at == domain))
                }
                Facts::Company(_) | Facts::Job(_) => false,
            });
            prop_assert!(together);
        }
    }
}
