//! Signals: derived from claims as they are filed, read as feeds.

use ::records::{
    Claim, CompanyFacts, Department, ExperienceFact, Facts, FundingRound, JobFacts, Money, PersonFacts,
    Seniority, Signal, SignalKind,
};
use jiff::SignedDuration;
use store::{ChargedOnce, Clock, Credits, FeedPosition, Settlement, SignalFilter, Store, StoredSignal};

use crate::support::*;

/// A company that raised a round on this day.
pub fn funded(name: &str, round: &str, day: &str, amount: i64) -> Claim {
    let facts = CompanyFacts {
        name: Some(name.into()),
        domains: vec![format!("{name}.example")],
        industries: vec!["Software".into()],
        funding_rounds: vec![FundingRound {
            round: round.into(),
            amount: Some(Money { amount, currency: "EUR".into() }),
            announced_at: Some(day.parse().unwrap()),
            investors: Vec::new(),
        }],
        ..Default::default()
    };
    company(&format!("{name}-{round}"), facts)
}

/// A person who went from one company to another.
pub fn moved(handle: &str, from: &str, to: &str) -> Vec<Claim> {
    let position = |domain: &str, started: &str, ended: Option<&str>| ExperienceFact {
        company_name: Some(domain.into()),
        company_domain: Some(format!("{domain}.example")),
        title: Some("Head of Sales".into()),
        started_at: Some(started.parse().unwrap()),
        ended_at: ended.map(|day| day.parse().unwrap()),
    };
    let facts = |experience: Vec<ExperienceFact>| PersonFacts {
        full_name: Some("Jo Doe".into()),
        network_url: profile(handle),
        experience,
        ..Default::default()
    };
    let before = person(handle, facts(vec![position(from, "2020-02-01", None)]));
    let after =
        facts(vec![position(from, "2020-02-01", Some("2025-12-20")), position(to, "2025-12-27", None)]);
    vec![before, Claim { observed_at: second(60), ..person(handle, after) }]
}

fn opening(reference: &str, applicants: u32) -> Claim {
    let facts = JobFacts {
        title: Some("Data Engineer".into()),
        company_name: Some("acme".into()),
        company_domain: Some("acme.example".into()),
        url: Some(format!("https://jobs.example/{reference}")),
        posted_at: Some("2025-12-15".parse().unwrap()),
        applicants: Some(applicants),
        ..Default::default()
    };
    Claim { facts: Facts::Job(Box::new(facts)), ..person(reference, PersonFacts::default()) }
}

fn feed(store: &Store, kind: SignalKind, filter: &SignalFilter) -> Vec<Signal> {
    store.signals(kind, filter, None, 100).unwrap().into_iter().map(|stored| stored.signal).collect()
}

fn names(signals: &[Signal]) -> Vec<&str> {
    signals.iter().filter_map(|signal| signal.company.as_ref()?.name.as_deref()).collect()
}

async fn three_rounds(store: &Store) {
    let claims = vec![
        funded("acme", "seed", "2025-03-01", 1_000_000),
        funded("birch", "series_a", "2025-06-01", 9_000_000),
        funded("cedar", "seed", "2025-09-01", 2_000_000),
    ];
    store.ingest(claims).await.unwrap();
}

#[test]
fn a_feed_goes_from_the_newest_to_the_oldest_in_pages() {
    on_every_engine(async |store| {
        three_rounds(&store).await;
        let all = feed(&store, SignalKind::Funding, &SignalFilter::default());
        assert_eq!(names(&all), ["cedar", "birch", "acme"]);
        let (mut seen, mut after) = (Vec::new(), None);
        for _ in 0..3 {
            let page = store.signals(SignalKind::Funding, &SignalFilter::default(), after, 1).unwrap();
            after = page.last().map(|last| FeedPosition { at: last.signal.at, no: last.no });
            seen.extend(page.into_iter().map(|stored| stored.signal));
        }
        assert_eq!(seen, all);
        assert!(store.signals(SignalKind::Funding, &SignalFilter::default(), after, 1).unwrap().is_empty());
        assert!(feed(&store, SignalKind::Hiring, &SignalFilter::default()).is_empty());
    });
}

#[test]
fn filters_narrow_a_feed() {
    on_every_engine(async |store| {
        three_rounds(&store).await;
        let found = |filter| {
            let signals = feed(&store, SignalKind::Funding, &filter);
            names(&signals).join(" ")
        };
        let day = |text: &str| Some(format!("{text}T00:00:00Z").parse().unwrap());
        let none = SignalFilter::default;
        assert_eq!(found(SignalFilter { since: day("2025-06-01"), ..none() }), "cedar birch");
        assert_eq!(found(SignalFilter { until: day("2025-06-01"), ..none() }), "acme");
        assert_eq!(found(SignalFilter { companies: vec!["birch.example".into()], ..none() }), "birch");
        assert_eq!(found(SignalFilter { industry: Some("software".into()), ..none() }), "cedar birch acme");
        for name in ["Computer Software", "SaaS", "Technology, Information and Internet", "SIC 7372"] {
            assert_eq!(found(SignalFilter { industry: Some(name.into()), ..none() }), "cedar birch acme");
        }
        assert_eq!(found(SignalFilter { industry: Some("farming".into()), ..none() }), "");
        let euros = ::records::currency::micro_dollars(2_000_000, "EUR");
        assert_eq!(found(SignalFilter { min_micro_dollars: euros, ..none() }), "cedar birch");
        let more = euros.map(|amount| amount + 1);
        assert_eq!(found(SignalFilter { min_micro_dollars: more, ..none() }), "birch");
        assert_eq!(found(SignalFilter { rounds: vec!["seed"], ..none() }), "cedar acme");
        assert_eq!(found(SignalFilter { rounds: vec!["seed", "series_a"], ..none() }), "cedar birch acme");
        let both = vec!["acme.example".into(), "cedar.example".into()];
        assert_eq!(found(SignalFilter { companies: both, ..none() }), "cedar acme");
        assert_eq!(found(SignalFilter { has_company: true, ..none() }), "cedar birch acme");
    });
}

#[test]
fn openings_are_told_by_their_applicants() {
    on_every_engine(async |store| {
        store.ingest(vec![opening("few", 3), opening("many", 300)]).await.unwrap();
        let few = SignalFilter { max_applicants: Some(24), open_only: true, ..Default::default() };
        assert_eq!(feed(&store, SignalKind::Hiring, &few).len(), 1);
        assert_eq!(feed(&store, SignalKind::Hiring, &SignalFilter::default()).len(), 2);
    });
}

#[test]
fn a_move_appears_once_its_claim_is_filed() {
    on_every_engine(async |store| {
        let [before, after] = moved("jo", "acme", "birch").try_into().unwrap();
        store.ingest(vec![before]).await.unwrap();
        assert!(feed(&store, SignalKind::JobChange, &SignalFilter::default()).is_empty());
        let last = store.last_signal().unwrap();
        store.ingest(vec![after]).await.unwrap();
        let fresh = store.signals_since(SignalKind::JobChange, &SignalFilter::default(), last, 10).unwrap();
        assert_eq!(fresh.len(), 1);
        assert_eq!(fresh[0].no, store.last_signal().unwrap());
        let change = fresh[0].signal.change.as_ref().unwrap();
        assert_eq!(change.old_company.domain.as_deref(), Some("acme.example"));
        assert_eq!(store.signals_of(&change.person_id, 10).unwrap(), [fresh[0].clone()]);
        assert!(store.signals_of("per_never", 10).unwrap().is_empty());
    });
}

#[test]
fn a_correction_takes_back_what_it_corrects() {
    on_every_engine(async |store| {
        store.ingest(vec![funded("acme", "seed", "2025-03-01", 1_000_000)]).await.unwrap();
        let mut corrected = funded("acme", "seed", "2025-03-01", 3_000_000);
        corrected.observed_at = second(60);
        store.ingest(vec![corrected]).await.unwrap();
        let signals = feed(&store, SignalKind::Funding, &SignalFilter::default());
        assert_eq!(signals.len(), 1);
        let amount = signals[0].funding.as_ref().and_then(|round| round.amount.as_ref()).unwrap().amount;
        assert_eq!(amount, 3_000_000);
    });
}

#[test]
fn records_that_are_joined_keep_their_signals_once_each() {
    on_every_engine(async |store| {
        let mut second_page = funded("acme", "seed", "2025-03-01", 1_000_000);
        let page = Some("https://www.linkedin.com/company/acme".to_owned());
        if let Facts::Company(facts) = &mut second_page.facts {
            facts.domains = vec!["acme.test".into()];
            facts.network_url = page.clone();
        }
        second_page.source = "press".into();
        store.ingest(vec![funded("acme", "seed", "2025-03-01", 1_000_000), second_page]).await.unwrap();
        assert_eq!(feed(&store, SignalKind::Funding, &SignalFilter::default()).len(), 2);
        let old_ids: Vec<String> = feed(&store, SignalKind::Funding, &SignalFilter::default())
            .into_iter()
            .filter_map(|signal| signal.company?.id)
            .collect();
        let bridge = CompanyFacts {
            name: Some("acme".into()),
            domains: vec!["acme.example".into()],
            network_url: page,
            ..Default::default()
        };
        assert_eq!(store.ingest(vec![company("bridge", bridge)]).await.unwrap().joined, 1);
        let signals = feed(&store, SignalKind::Funding, &SignalFilter::default());
        assert_eq!(signals.len(), 1);
        for id in old_ids {
            let of_id = store.signals_of(&id, 10).unwrap();
            assert_eq!(of_id.into_iter().map(|stored| stored.signal).collect::<Vec<_>>(), signals, "{id}");
        }
        let industry = SignalFilter { industry: Some("Software".into()), ..Default::default() };
        assert_eq!(feed(&store, SignalKind::Funding, &industry), signals);
    });
}

#[test]
fn a_signal_is_observed_when_its_claim_is_filed_and_keeps_that_time() {
    on_every_engine(async |store| {
        let clock = Clock::manual(second(100));
        let store = store.with_clock(clock.clone());
        store.ingest(vec![funded("acme", "seed", "2025-03-01", 1_000_000)]).await.unwrap();
        clock.advance(SignedDuration::from_secs(50));
        store.ingest(vec![funded("birch", "seed", "2024-03-01", 1_000_000)]).await.unwrap();
        let mut corrected = funded("acme", "seed", "2025-03-01", 3_000_000);
        corrected.observed_at = second(60);
        store.ingest(vec![corrected]).await.unwrap();
        let since = |at| {
            let filter = SignalFilter { observed_since: Some(at), ..Default::default() };
            let found = store.signals(SignalKind::Funding, &filter, None, 10).unwrap();
            let name = |stored: &StoredSignal| stored.signal.company.clone().unwrap().name.unwrap();
            found.iter().map(|stored| (name(stored), stored.observed_at)).collect::<Vec<_>>()
        };
        let (acme, birch) = (("acme".to_owned(), second(100)), ("birch".to_owned(), second(150)));
        assert_eq!(since(second(100)), [acme, birch.clone()], "newest event first");
        assert_eq!(since(second(101)), [birch]);
        assert_eq!(since(second(151)), []);
        assert_eq!(store.last_observation(SignalKind::Funding).unwrap(), Some(second(150)));
        assert_eq!(store.last_observation(SignalKind::Hiring).unwrap(), None);
        let seen: Vec<_> = store.changes_after(0, 10).unwrap();
        let mut seen: Vec<_> = seen.into_iter().map(|change| change.first_seen_at.unwrap()).collect();
        seen.sort();
        assert_eq!(seen, [second(100), second(150)]);
    });
}

#[test]
fn moves_are_found_by_rank_department_and_announcement() {
    on_every_engine(async |store| {
        store.ingest(moved("jo", "acme", "birch")).await.unwrap();
        let found = |filter: SignalFilter| feed(&store, SignalKind::JobChange, &filter).len();
        let none = SignalFilter::default;
        assert_eq!(found(SignalFilter { seniorities: vec![Seniority::Head, Seniority::Vp], ..none() }), 1);
        assert_eq!(found(SignalFilter { seniorities: vec![Seniority::Vp], ..none() }), 0);
        assert_eq!(
            found(SignalFilter { departments: vec![Department::Legal, Department::Sales], ..none() }),
            1
        );
        assert_eq!(found(SignalFilter { departments: vec![Department::Legal], ..none() }), 0);
        assert_eq!(found(SignalFilter { announced: true, ..none() }), 0);
        let domains = |names: &[&str]| names.iter().map(|name| format!("{name}.example")).collect::<Vec<_>>();
        assert_eq!(found(SignalFilter { companies: domains(&["birch", "cedar"]), ..none() }), 1);
        assert_eq!(found(SignalFilter { from_companies: domains(&["acme", "cedar"]), ..none() }), 1);
        let both =
            SignalFilter { companies: domains(&["birch"]), from_companies: domains(&["cedar"]), ..none() };
        assert_eq!(found(both), 0);
    });
}

/// A company of these domains that raised a seed round.
fn seeded(reference: &str, domains: &[&str]) -> Claim {
    let mut claim = funded("acme", "seed", "2025-03-01", 1_000_000);
    claim.reference = reference.into();
    if let Facts::Company(facts) = &mut claim.facts {
        facts.domains = domains.iter().map(|domain| (*domain).to_owned()).collect();
    }
    claim
}

#[test]
fn an_event_keeps_its_id_when_its_record_is_joined_into_another() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        // The record that stays is the older one, which knows nothing of the move.
        let quiet = PersonFacts { network_url: None, ..named("Jo Doe", "jo@acme.example") };
        store.ingest(vec![person("old", quiet)]).await.unwrap();
        store.ingest(moved("jo", "acme", "birch")).await.unwrap();
        let before = store.signals(SignalKind::JobChange, &SignalFilter::default(), None, 10).unwrap();
        assert_eq!(before.len(), 1);
        let mut same = named("Jo Doe", "jo@acme.example");
        same.network_url = profile("jo");
        let report = store.ingest(vec![person("same", same)]).await.unwrap();
        assert_eq!(report.joined, 1);
        let after = store.signals(SignalKind::JobChange, &SignalFilter::default(), None, 10).unwrap();
        assert_eq!(after.len(), 1);
        assert_eq!((&after[0].signal.id, after[0].no), (&before[0].signal.id, before[0].no));
        assert_eq!(after[0].observed_at, before[0].observed_at);
        // Another claim changes the record: the id stays what it was.
        let mut later = moved("jo", "acme", "birch").pop().unwrap();
        later.observed_at = second(90);
        later.source = "press".into();
        store.ingest(vec![later]).await.unwrap();
        let later = store.signals(SignalKind::JobChange, &SignalFilter::default(), None, 10).unwrap();
        assert_eq!(later[0].signal.id, before[0].signal.id);
    });
}

#[test]
fn what_was_charged_of_one_of_two_joined_records_is_charged_of_both() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        store.ingest(vec![seeded("1", &["a.example"]), seeded("2", &["b.example"])]).await.unwrap();
        let signals = || store.signals(SignalKind::Funding, &SignalFilter::default(), None, 10).unwrap();
        let item = |stored: &StoredSignal| {
            format!("{} {}", stored.signal.id, stored.signal.company.clone().unwrap().id.unwrap())
        };
        let before = signals();
        assert_eq!(before.len(), 2);
        for (paid, endpoint) in before.iter().zip(["one", "two"]) {
            let price = Box::new(|new| (Credits::whole(new as i64), Vec::new()));
            let once = Some(ChargedOnce { items: vec![item(paid)], price });
            done(&store, Settlement { endpoint, once, ..call("ada", endpoint, Credits::whole(1)) }).await;
        }
        let both = seeded("2", &["b.example", "a.example"]);
        let both = Claim { observed_at: second(60), ..both };
        assert_eq!(store.ingest(vec![both]).await.unwrap().joined, 1);
        let after = signals();
        assert_eq!(after.len(), 1);
        let items = vec![item(&after[0])];
        for endpoint in ["one", "two"] {
            let charged = store.charged_items(&"acc_ada".into(), endpoint, &items).unwrap();
            assert_eq!(charged.len(), 1, "{endpoint}");
        }
        assert!(store.charged_items(&"acc_ada".into(), "three", &items).unwrap().is_empty());
        assert!(store.audit().unwrap().findings.is_empty());
    });
}
