//! Properties of a whole world.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use records::{Claim, Facts};

use crate::{EventKind, World, WorldOptions, words::phones};

fn world(people: u64) -> World {
    let as_of: Timestamp = "2026-05-20T08:00:00Z".parse().unwrap();
    World::new(WorldOptions { seed: 20, people, as_of })
}

fn fingerprint(claims: impl Iterator<Item = Claim>) -> u64 {
    claims.fold(0xCBF2_9CE4_8422_2325, |state, claim| {
        serde_json::to_string(&claim)
            .unwrap()
            .bytes()
            .fold(state, |state: u64, byte| (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
    })
}

#[test]
fn the_same_options_give_the_same_bytes_on_every_machine() {
    let world = world(10_000);
    let people = fingerprint(world.people().take(1_000));
    let companies = fingerprint(world.companies().take(1_000));
    let events = fingerprint((0..200).flat_map(|number| world.event(number, world.as_of()).claims));
    assert_eq!(
        [people, companies, events],
        [896_238_854_033_312_400, 9_717_174_005_313_198_304, 15_811_703_690_624_275_375]
    );
}

#[test]
fn domains_profiles_and_contacts_are_unique() {
    let world = world(20_000);
    let mut domains = BTreeSet::new();
    let mut pages = BTreeSet::new();
    for index in 0..world.company_count() {
        let company = world.company(index);
        assert_eq!(world.find_company_by_domain(&company.domain), Some(index));
        assert!(company.domain.ends_with(".example"));
        assert!(pages.insert(company.network_url));
        assert!(company.phone.as_deref().is_none_or(phones::is_fictional), "{:?}", company.phone);
        for domain in std::iter::once(company.domain).chain(company.second_domain) {
            assert!(domains.insert(domain.clone()), "{domain}");
        }
    }
    assert_eq!(world.find_company_by_domain("nobody.example"), None);
    let mut owners: BTreeMap<String, String> = BTreeMap::new();
    let mut claims = 0;
    for claim in world.people() {
        let Facts::Person(facts) = claim.facts else { panic!("a company among the people") };
        claims += 1;
        let owner = claim.reference.rsplit('-').next().unwrap().to_owned();
        // CRM rows have their own numbering; other sources cover the same people with the same identifiers.
        if claim.source == crate::CRM_EXPORT {
            continue;
        }
        let numbers = facts.phones.iter().map(|phone| &phone.number);
        for number in numbers.clone() {
            assert!(phones::is_fictional(number), "{number}");
        }
        let addresses = facts.emails.iter().map(|email| &email.address);
        for address in addresses.clone() {
            assert!(address.ends_with(".example") || address.ends_with(".test"), "{address}");
            assert!(
                address.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"@._-".contains(&b))
            );
        }
        for identifier in numbers.chain(addresses).chain(&facts.network_url) {
            let known = owners.entry(identifier.clone()).or_insert_with(|| owner.clone());
            assert_eq!(*known, owner, "{identifier} has two owners");
        }
    }
    assert!(claims > 35_000, "{claims}");
}

#[test]
fn everyone_reaches_the_head_of_their_company_and_headcounts_agree() {
    let world = world(1_500);
    let mut counted = 0;
    for index in 0..world.company_count() {
        let company = world.company(index);
        let staff = world.employees(index);
        assert_eq!(u64::from(company.headcount), staff.end - staff.start);
        assert_eq!(staff.start, counted);
        counted = staff.end;
        let roster = world.roster(index);
        for person in staff.clone() {
            assert_eq!(world.employer(person), index);
            let mut current = roster.person(person);
            while let Some(boss) = current.boss {
                let above = roster.person(boss);
                assert!(above.seniority <= current.seniority, "{current:?} under {above:?}");
                current = above;
            }
            assert_eq!(current.index, staff.start);
        }
    }
    assert_eq!(counted, 1_500);
    assert!(world.employees(world.company_count()).is_empty());
}

#[test]
fn careers_are_plausible_and_no_position_predates_its_company() {
    let world = world(6_000);
    let today = crate::calendar::Day::of(world.as_of()).date();
    let (mut recent, mut promoted, mut positions) = (0, 0, 0);
    for index in 0..world.company_count() {
        let roster = world.roster(index);
        for person in world.employees(index) {
            let person = roster.person(person);
            positions += person.career.len();
            assert_eq!(person.current().company, index);
            let mut later = None;
            for position in &person.career {
                assert!(i32::from(position.started.year()) - person.birth_year >= 16, "{person:?}");
                assert!(position.started <= position.ended.unwrap_or(today), "{person:?}");
                assert!(
                    later.is_none_or(|later| position.ended.is_some_and(|ended| ended <= later)),
                    "{person:?}"
                );
                assert!(
                    position.started.year() >= world.outline(position.company).founded() as i16,
                    "{person:?}"
                );
                later = Some(position.started);
            }
            assert_eq!(
                person.position_at(today).map(|position| &position.title),
                Some(&person.current().title)
            );
            if let [now, before, ..] = person.career.as_slice()
                && today.since(now.started).unwrap().get_days() <= 90
            {
                if now.company == before.company { promoted += 1 } else { recent += 1 }
            }
        }
    }
    assert!((150..450).contains(&recent), "{recent} job changes in 6,000 people");
    assert!((60..300).contains(&promoted), "{promoted} promotions in 6,000 people");
    assert!((2 * 6_000..5 * 6_000).contains(&positions), "{positions}");
}

#[test]
fn nothing_is_observed_or_checked_in_the_future() {
    let world = world(3_000);
    for claim in world.people().chain(world.companies()) {
        assert!(claim.observed_at <= world.as_of(), "{claim:?}");
        if let Facts::Person(facts) = &claim.facts {
            let checks = facts.emails.iter().filter_map(|email| email.last_validated_at);
            assert!(
                checks
                    .chain(facts.phones.iter().filter_map(|phone| phone.last_validated_at))
                    .all(|at| at <= world.as_of())
            );
            let known = facts.network_url.is_some() || !facts.emails.is_empty();
            assert!(known, "the claim has no identifier: {claim:?}");
        }
    }
}

#[test]
fn the_world_has_every_kind_of_signal() {
    let world = world(10_000);
    let within = |date: Option<records::PartialDate>, from: i32, to: i32| {
        let today = crate::calendar::Day::of(world.as_of());
        date.is_some_and(|date| {
            (from..=to).contains(&(today.0 - crate::calendar::Day::of_date(date.earliest()).0))
        })
    };
    let companies: Vec<_> = (0..world.company_count()).map(|index| world.company(index)).collect();
    let funded = |from, to| {
        companies
            .iter()
            .filter(|company| {
                company.funding_rounds.last().is_some_and(|round| within(round.announced_at, from, to))
            })
            .count()
    };
    assert!(funded(0, 30) >= 3 && funded(183, 547) >= 8, "{} {}", funded(0, 30), funded(183, 547));
    let bought = companies.iter().filter(|company| {
        company.acquisition.as_ref().is_some_and(|(_, purchase)| within(purchase.announced_at, 0, 30))
    });
    assert!(bought.count() >= 1);
    assert!(
        companies
            .iter()
            .filter(|company| company
                .openings
                .as_ref()
                .is_some_and(|open| open.by_department.values().any(|count| *count >= 5)))
            .count()
            >= 5
    );
    for company in &companies {
        if let Some((target, _)) = &company.acquisition {
            assert_eq!(companies[*target as usize].acquired_by, Some(company.index));
        }
    }
}

#[test]
fn events_are_of_the_kinds_of_the_history_and_as_frequent() {
    let world = world(10_000);
    let today = crate::calendar::Day::of(world.as_of());
    let recent = |date: jiff::civil::Date| today.0 - crate::calendar::Day::of_date(date).0 <= 90;
    let (mut moves, mut promotions) = (0, 0);
    for index in 0..10_000 {
        let career = world.person(index).career;
        match career.get(1).filter(|_| recent(career[0].started)) {
            Some(before) if before.company == career[0].company => promotions += 1,
            Some(_) => moves += 1,
            None => {}
        }
    }
    let pace = world.pace();
    let near = |measured: f64, counted: i32| {
        let counted = f64::from(counted) / 90.0;
        assert!((measured - counted).abs() <= 0.25 * counted, "{measured} a day, {counted} in the history");
    };
    near(pace.job_changes, moves);
    near(pace.promotions, promotions);
    let mut kinds = [0_i32; 5];
    for number in 0..1_000 {
        kinds[match world.event(number, world.as_of()).kind {
            EventKind::JobChange { .. } => 0,
            EventKind::Promotion { .. } => 1,
            EventKind::Funding { .. } => 2,
            EventKind::Acquisition { .. } => 3,
            EventKind::Openings { .. } => 4,
        }] += 1;
    }
    let share = |count: i32| f64::from(count) / 1_000.0;
    assert!((share(kinds[0]) - pace.job_changes / pace.total()).abs() < 0.05, "{kinds:?} {pace:?}");
    assert!((share(kinds[2]) - pace.rounds / pace.total()).abs() < 0.05, "{kinds:?} {pace:?}");
    assert!(pace.kinds().iter().all(|a_day| *a_day > 0.0), "{pace:?}");
}

#[test]
fn events_concern_people_and_companies_of_the_world() {
    let world = world(3_000);
    let at: Timestamp = "2026-05-20T09:30:00Z".parse().unwrap();
    let mut kinds = BTreeMap::new();
    let mut movers = BTreeSet::new();
    for number in 0..300 {
        let event = world.event(number, at);
        assert_eq!(event, world.event(number, at));
        assert!(event.claims.iter().all(|claim| claim.observed_at == at));
        let name = match event.kind {
            EventKind::JobChange { person, from, to } => {
                assert_ne!(from, to);
                assert!(movers.insert(person), "person {person} moved twice");
                let Facts::Person(facts) = &event.claims[0].facts else { panic!("no person") };
                assert_eq!(facts.company_domain, Some(world.company(to).domain));
                assert_eq!(facts.network_url, Some(world.person(person).network_url));
                assert!(facts.experience[1].ended_at.is_some());
                "job change"
            }
            EventKind::Promotion { person } => {
                let Facts::Person(facts) = &event.claims[0].facts else { panic!("no person") };
                assert_eq!(
                    facts.company_domain.as_ref(),
                    Some(&world.person(person).current().company_domain)
                );
                "promotion"
            }
            EventKind::Funding { .. } => "funding",
            EventKind::Acquisition { buyer, bought } => {
                assert_ne!(buyer, bought);
                "acquisition"
            }
            EventKind::Openings { .. } => "openings",
        };
        *kinds.entry(name).or_insert(0) += 1;
    }
    // Purchases are rare.
    assert!(kinds.len() >= 4, "{kinds:?}");
}

#[test]
fn very_small_worlds_can_be_generated() {
    for people in 0..40 {
        let world = world(people);
        assert_eq!(world.people_count(), people.max(1));
        assert!(world.people().count() as u64 >= world.people_count());
        assert!(world.companies().count() as u64 >= world.company_count());
        for number in 0..20 {
            assert!(!world.event(number, world.as_of()).claims.is_empty());
        }
    }
}
