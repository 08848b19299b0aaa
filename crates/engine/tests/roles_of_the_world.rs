//! Decision makers at every company of the synthetic data, compared with who works there.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use engine::{DealType, DecisionMaker, Engine, RoleTerms, leader, read_role};
use records::{Department, PersonRecord, Seniority};
use store::Store;
use world::{World, WorldOptions};

const PEOPLE: u64 = 3_000;

/// Functions as callers name them.
const FUNCTIONS: &[(&str, Department)] = &[
    ("Sales", Department::Sales),
    ("Marketing", Department::Marketing),
    ("Finance", Department::Finance),
    ("HR", Department::Hr),
    ("Engineering", Department::Engineering),
    ("IT", Department::It),
    ("Security", Department::Security),
    ("Data", Department::Data),
    ("Product", Department::Product),
    ("Legal", Department::Legal),
    ("Operations", Department::Operations),
    ("Procurement", Department::Procurement),
    ("Customer Success", Department::CustomerSuccess),
];

struct Stage {
    engine: Engine,
    world: World,
    now: jiff::Timestamp,
    /// The people of each company, by its domain.
    staff: BTreeMap<String, Vec<PersonRecord>>,
}

async fn stage() -> Stage {
    let now = "2026-05-20T08:00:00Z".parse().unwrap();
    let world = World::new(WorldOptions { seed: 1, people: PEOPLE, as_of: now });
    let store = Store::temporary().unwrap();
    store.ingest(world.companies().chain(world.people()).collect()).await.unwrap();
    let mut staff: BTreeMap<String, Vec<PersonRecord>> = BTreeMap::new();
    for record in store.some_people(2 * PEOPLE as usize).unwrap() {
        let domain = record.person.company.as_ref().and_then(|company| company.domain.clone());
        staff.entry(domain.unwrap_or_default()).or_default().push(record);
    }
    staff.remove("");
    Stage { engine: engine::indexed(store).unwrap(), world, now, staff }
}

impl Stage {
    async fn ask(&self, domain: &str, role: &str) -> Vec<DecisionMaker> {
        let (role, account) = (read_role(role).unwrap(), self.engine.account_at(domain).unwrap());
        self.engine.decision_makers(&account, &role, RoleTerms::default(), 3, self.now).await.unwrap()
    }
}

fn is_low(found: &DecisionMaker) -> bool {
    found.person.seniority.is_none_or(|rank| rank > Seniority::Manager)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_a_function_has_a_chief_or_vice_president_one_of_them_is_answered() {
    let stage = stage().await;
    let (mut companies, mut asked) = (0, 0);
    for (domain, staff) in &stage.staff {
        for (function, department) in FUNCTIONS {
            let leads = |record: &&PersonRecord| {
                record.person.seniority.is_some_and(|rank| rank <= Seniority::Vp)
                    && record.person.departments.first() == Some(department)
            };
            let leaders: BTreeSet<&str> =
                staff.iter().filter(leads).map(|record| record.person.id.as_str()).collect();
            companies += usize::from(!leaders.is_empty());
            for role in [
                format!("{function} director"),
                format!("VP of {function}"),
                format!("head of {function}"),
                function.to_lowercase(),
            ] {
                let answers = stage.ask(domain, &role).await;
                asked += 1;
                let told: Vec<_> = answers.iter().map(|found| (&found.person.title, found.score)).collect();
                assert!(!answers.iter().any(is_low), "{role} at {domain}: {told:?}");
                assert!(answers.iter().all(|found| found.score >= 0.5), "{role} at {domain}: {told:?}");
                assert!(answers.iter().all(|found| !found.reasons.is_empty() && !found.fallback));
                let named = answers.iter().any(|found| leaders.contains(found.person.id.as_str()));
                assert!(leaders.is_empty() || named, "{role} at {domain}: {told:?}");
            }
        }
    }
    println!("{asked} questions; {companies} functions with a chief or vice president");
    assert!(companies >= 40, "{companies}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_briefing_and_a_committee_name_the_same_decision_maker() {
    let stage = stage().await;
    let mut compared = 0;
    for domain in stage.staff.keys() {
        for (role, deal) in [
            ("", DealType::Exec),
            ("sales", DealType::SalesOps),
            ("marketing", DealType::Marketing),
            ("engineering", DealType::Engineering),
            ("who buys security tooling", DealType::Security),
            ("data", DealType::DataInfra),
        ] {
            let selector = if role.is_empty() { leader() } else { read_role(role).unwrap() };
            let terms = RoleTerms::default();
            let account = stage.engine.account_at(domain).unwrap();
            let decides = stage.engine.decision_maker(&account, &selector, terms, stage.now).await.unwrap();
            let committee = stage.engine.committee(&account, deal.seats(), 3, stage.now).await.unwrap();
            let first = committee[0].1.first();
            if let Some(decides) = decides {
                let first = first.map(|found| found.person.id.as_str());
                assert_eq!(first, Some(decides.person.id.as_str()), "{deal:?} at {domain}");
                compared += 1;
            }
            let all = || committee.iter().flat_map(|(_, people)| people);
            assert!(all().all(|found| found.score >= 0.5), "{deal:?} at {domain}");
            let below = |found: &DecisionMaker| found.person.seniority >= Some(Seniority::Entry);
            assert!(!all().any(below), "{deal:?} at {domain}");
        }
    }
    println!("{compared} decision makers compared");
    assert!(compared >= 200, "{compared}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn leadership_begins_with_the_head_of_the_company_and_goes_down() {
    let stage = stage().await;
    for domain in stage.staff.keys() {
        let account = stage.engine.account_at(domain).unwrap();
        let told = stage.engine.leadership(&account, 10, stage.now).await.unwrap();
        let heads = stage.engine.owners(&account, 1, stage.now).await.unwrap();
        assert_eq!(told.first().map(|found| &found.person.id), heads.first().map(|head| &head.person.id));
        let ranks: Vec<_> = told.iter().filter_map(|found| found.person.seniority).collect();
        let functions = ranks.iter().filter(|rank| **rank > Seniority::Partner);
        assert!(functions.is_sorted(), "{domain}: {ranks:?}");
        let lowest_top = ranks.iter().rposition(|rank| *rank <= Seniority::Partner);
        let highest_below = ranks.iter().position(|rank| *rank > Seniority::Partner);
        assert!(highest_below.is_none_or(|below| lowest_top.is_none_or(|top| top < below)), "{ranks:?}");
    }
}

/// Everyday roles: the function and rank that they mean; without a rank, the head of the function.
const EVERYDAY: &[(&str, Department, Option<Seniority>)] = &[
    ("HR Director", Department::Hr, Some(Seniority::Director)),
    ("Finance Director", Department::Finance, Some(Seniority::Director)),
    ("VP of Sales", Department::Sales, Some(Seniority::Vp)),
    ("Head of Marketing", Department::Marketing, Some(Seniority::Head)),
    ("CTO", Department::Engineering, Some(Seniority::CSuite)),
    ("DevOps", Department::Engineering, None),
    ("procurement", Department::Procurement, None),
    ("General Counsel", Department::Legal, Some(Seniority::CSuite)),
    ("Head of Product", Department::Product, Some(Seniority::Head)),
    ("Customer Success", Department::CustomerSuccess, None),
    ("IT Director", Department::It, Some(Seniority::Director)),
    ("Operations", Department::Operations, None),
];
/// Companies asked, the largest first.
const ASKED_COMPANIES: usize = 40;
/// Share of questions whose answer the rule must give, in hundredths.
const AGREEMENT_MIN: usize = 95;

/// The ladder of ranks, from the top down to a manager.
fn step(rank: Seniority) -> Option<u8> {
    match rank {
        Seniority::Owner | Seniority::Founder | Seniority::CSuite | Seniority::Partner => Some(5),
        Seniority::Vp => Some(4),
        Seniority::Head => Some(3),
        Seniority::Director => Some(2),
        Seniority::Manager => Some(1),
        _ => None,
    }
}

/// The step that must be answered: the one asked for, else the nearest above; without one, the highest.
fn expected_step(held: &[u8], asked: Option<Seniority>) -> Option<u8> {
    match asked.and_then(step) {
        Some(asked) => held.iter().copied().filter(|held| *held >= asked).min(),
        None => held.iter().copied().max(),
    }
}

/// Functions that one chief or vice president often leads together.
fn is_neighbour(one: Department, other: Department) -> bool {
    use Department::{Engineering, It, Security};
    [Engineering, It, Security].contains(&one) && [Engineering, It, Security].contains(&other)
}

/// What the world knows of its people, not what titles say: the answers depend on the reading of titles in four
/// languages, the rule does not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everyday_roles_are_answered_as_a_plain_rule_over_the_truth_says() {
    let stage = stage().await;
    let truth: BTreeMap<String, (Department, Seniority)> = (0..stage.world.people_count())
        .map(|index| stage.world.person(index))
        .map(|person| (person.network_url.clone(), (person.department, person.seniority)))
        .collect();
    let of = |url: Option<&String>| url.and_then(|url| truth.get(url)).copied();
    let mut companies: Vec<(&String, &Vec<PersonRecord>)> = stage.staff.iter().collect();
    companies.sort_by_key(|(domain, staff)| (std::cmp::Reverse(staff.len()), *domain));
    let (mut asked, mut differing) = (0, Vec::new());
    for (domain, staff) in companies.into_iter().take(ASKED_COMPANIES) {
        for (role, department, rank) in EVERYDAY {
            let known = staff.iter().filter_map(|record| of(record.person.network_url.as_ref()));
            let held: Vec<u8> =
                known.filter(|(of, _)| of == department).filter_map(|(_, rank)| step(rank)).collect();
            let expected = expected_step(&held, *rank);
            let answers = stage.ask(domain, role).await;
            asked += 1;
            let first = answers.first().map(|found| of(found.person.network_url.as_ref()));
            let agrees = match (expected, first) {
                (Some(expected), Some(Some((of, rank)))) => of == *department && step(rank) == Some(expected),
                // A neighbour leads the function where nobody of its own does.
                (None, Some(Some((of, rank)))) => {
                    is_neighbour(of, *department) && step(rank).is_some_and(|step| step >= 4)
                }
                (None, None) => true,
                _ => false,
            };
            if !agrees {
                let told: Vec<_> = answers.iter().map(|found| (&found.person.title, found.score)).collect();
                differing.push(format!(
                    "{role} at {domain}: step {expected:?} expected, {told:?} answered ({first:?})"
                ));
            }
        }
    }
    println!("{} of {asked} answers differ\n{}", differing.len(), differing.join("\n"));
    assert_eq!(asked, ASKED_COMPANIES * EVERYDAY.len());
    assert!(differing.len() * 100 <= asked * (100 - AGREEMENT_MIN), "{}", differing.join("\n"));
}
