//! Verifies addresses of the synthetic world over SMTP and compares every verdict with the truth.

#![allow(clippy::unwrap_used)]

use std::{sync::Arc, time::Duration};

use contact::{
    CompanyTraits, DnsServer, FindRequest, LearnedPatterns, Manners, NetworkPolicy, Reason, Timeouts,
    Verifier, VerifierOptions,
};
use jiff::Timestamp;
use records::{email::EmailAddress, name::Name};
use world::{
    World, WorldOptions,
    net::{MailManner, MailboxState, NetOptions, WorldNet},
};

struct Stage {
    world: Arc<World>,
    net: WorldNet,
}

impl Stage {
    async fn start(people: u64, greylist_wait: Duration) -> Self {
        let as_of: Timestamp = "2026-05-20T08:00:00Z".parse().unwrap();
        let world = Arc::new(World::new(WorldOptions { seed: 20, people, as_of }));
        let net = WorldNet::start(Arc::clone(&world), NetOptions { greylist_wait }).await.unwrap();
        Self { world, net }
    }

    fn verifier(&self) -> Verifier {
        let soon = Duration::from_millis(400);
        Verifier::new(VerifierOptions {
            dns: DnsServer::At(self.net.dns_address()),
            smtp_port: self.net.smtp_port(),
            helo_name: "probe.brimful.example".to_owned(),
            timeouts: Timeouts { greeting: soon, command: Duration::from_secs(5), ..Timeouts::default() },
            manners: Manners {
                connection_interval: Duration::ZERO,
                refused_per_host_hour: 0,
                ..Manners::default()
            },
            network: NetworkPolicy::allowing(["127.0.0.0/8".parse().unwrap()]),
            decoy_seed: 3,
            ..VerifierOptions::default()
        })
        .unwrap()
    }

    /// A few companies for each behaviour of mail servers.
    fn companies(&self, per_manner: usize) -> Vec<(u64, MailManner)> {
        let all: Vec<(u64, MailManner)> = (0..self.world.company_count())
            .map(|company| (company, self.world.mail_manner(company)))
            .collect();
        let mut chosen: Vec<(u64, MailManner)> = Vec::new();
        for (company, manner) in all {
            if chosen.iter().filter(|(_, known)| *known == manner).count() < per_manner {
                chosen.push((company, manner));
            }
        }
        chosen
    }
}

fn expected(manner: MailManner, truth: MailboxState) -> Reason {
    match manner {
        MailManner::CatchAll | MailManner::CatchAllForNames => Reason::CatchAll,
        MailManner::Greylisting => Reason::Greylisted,
        MailManner::Busy => Reason::TemporaryFailure,
        MailManner::RefusesUs => Reason::RefusedNetwork,
        MailManner::Tarpit | MailManner::Silent => Reason::TimedOut,
        MailManner::HangsUp => Reason::ConnectionDropped,
        MailManner::NullMx => Reason::NullMx,
        MailManner::DnsFailure => Reason::DnsFailure,
        MailManner::Normal | MailManner::DemandsEncryption | MailManner::NoMx => match truth {
            MailboxState::Open => Reason::MailboxExists,
            MailboxState::Full => Reason::MailboxFull,
            MailboxState::Disabled => Reason::MailboxDisabled,
            MailboxState::Absent => Reason::MailboxNotFound,
        },
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_mail_server_behaviour_gets_the_right_verdict() {
    let stage = Stage::start(250_000, Duration::from_secs(60)).await;
    let verifier = stage.verifier();
    let companies = stage.companies(4);
    let mut manners = Vec::new();
    for (company, manner) in &companies {
        manners.push(*manner);
        let profile = stage.world.company(*company);
        let mut addresses: Vec<String> = stage
            .world
            .employees(*company)
            .take(6)
            .map(|person| stage.world.person(person).business_email)
            .collect();
        addresses.push(format!("zeno.nobody@{}", profile.domain));
        let parsed: Vec<EmailAddress> =
            addresses.iter().map(|text| EmailAddress::parse(text).unwrap()).collect();
        for (text, verdict) in addresses.iter().zip(verifier.verify_many(&parsed).await) {
            let truth = stage.net.mailbox(text);
            assert_eq!(
                verdict.reason,
                expected(*manner, truth),
                "{text} {manner:?}: {:#?}",
                verdict.transcript
            );
            if let (Some(provider), false) = (verdict.provider, *manner == MailManner::NoMx) {
                assert_eq!(provider, profile.email_provider, "{text}");
            }
        }
    }
    manners.sort_by_key(|manner| format!("{manner:?}"));
    manners.dedup();
    assert_eq!(manners.len(), 13, "{manners:?}");
}

#[tokio::test]
async fn greylisting_gives_way_on_the_second_attempt() {
    let stage = Stage::start(4_000, Duration::from_millis(50)).await;
    let verifier = stage.verifier();
    let company =
        stage.companies(1).into_iter().find(|(_, manner)| *manner == MailManner::Greylisting).unwrap().0;
    let person = stage.world.person(stage.world.employees(company).start);
    let address = EmailAddress::parse(&person.business_email).unwrap();
    let first = verifier.verify(&address).await;
    assert_eq!((first.reason, first.retry_after), (Reason::Greylisted, Some(Duration::from_secs(60))));
    tokio::time::sleep(Duration::from_millis(80)).await;
    // The decoy was introduced with the mailbox, so the server tells both apart now.
    assert_eq!(verifier.verify(&address).await.reason, Reason::MailboxExists);
}

#[tokio::test]
async fn private_addresses_and_new_mailboxes_are_known() {
    let stage = Stage::start(4_000, Duration::from_secs(60)).await;
    let verifier = stage.verifier();
    let private: Vec<String> =
        (0..60).filter_map(|person| stage.world.person(person).personal_email).collect();
    for text in private.iter().filter(|text| stage.net.mailbox(text) == MailboxState::Open) {
        assert_eq!(verifier.verify_text(text).await.reason, Reason::MailboxExists, "{text}");
    }
    let stranger = "nobody.here@freemail.example";
    assert_eq!(verifier.verify_text(stranger).await.reason, Reason::MailboxNotFound);
    stage.net.add_mailbox(stranger);
    assert_eq!(verifier.verify_text(stranger).await.reason, Reason::MailboxExists);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_are_found_with_at_most_1_3_rcpt_commands_when_the_pattern_is_known() {
    let stage = Stage::start(4_000, Duration::from_secs(60)).await;
    let verifier = stage.verifier();
    let (mut people, mut rcpt_sent, mut wrong, mut predicted) = (0, 0, 0, 0.0);
    for company in 0..stage.world.company_count() {
        let staff = stage.world.employees(company);
        if stage.world.mail_manner(company) != MailManner::Normal
            || staff.clone().count() < 12
            || people > 300
        {
            continue;
        }
        let profile = stage.world.company(company);
        let all: Vec<_> = staff.take(40).map(|person| stage.world.person(person)).collect();
        let name = |index: usize| Name::from_parts(&all[index].given_name, &all[index].family_name).unwrap();
        let local = |index: usize| all[index].business_email.split_once('@').unwrap().0;
        let names: Vec<Name> = (0..4).map(name).collect();
        let learned = LearnedPatterns::of(names.iter().enumerate().map(|(index, name)| (name, local(index))));
        let traits = CompanyTraits {
            headcount: Some(profile.headcount),
            country: profile.locations[0].country.as_deref(),
        };
        for (index, person) in all.iter().enumerate().skip(4) {
            let target = name(index);
            let outcome = verifier
                .find(FindRequest {
                    name: &target,
                    domain: &profile.domain,
                    learned: &learned,
                    company: traits,
                    refused: &[],
                    suppressed: &[],
                })
                .await;
            rcpt_sent += outcome.recipients_asked;
            people += usize::from(outcome.found.is_some());
            predicted += outcome.found.as_ref().map_or(0.0, |found| found.confidence);
            wrong +=
                usize::from(outcome.address().is_some_and(|found| found.address() != person.business_email));
        }
    }
    let per_person = rcpt_sent as f64 / people as f64;
    let (predicted, right) = (predicted / people as f64, 1.0 - wrong as f64 / people as f64);
    println!(
        "{people} people, {per_person:.2} RCPT commands each, predicted {predicted:.3}, right {right:.3}"
    );
    assert!(people > 300 && per_person <= 1.3, "{per_person:.2} RCPT commands per person, {people} people");
    assert!(right > 0.95 && (predicted - right).abs() < 0.03, "predicted {predicted:.3}, right {right:.3}");
}
