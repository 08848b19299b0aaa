//! Load limits of a probe: few connections, few RCPT commands, never a message.

#![allow(clippy::unwrap_used)]

mod support;

use std::{net::Ipv4Addr, sync::Arc, time::Duration};

use contact::{CompanyTraits, FindRequest, LearnedPatterns, Manners, Reason, Verifier};
use records::name::Name;
use support::{
    Lab, address,
    script::{STAFF, STRANGERS, Script, Step, is_known},
};
use tokio::time::Instant;

fn count(commands: &[String], verb: &str) -> usize {
    commands.iter().filter(|line| line.starts_with(verb)).count()
}

#[tokio::test]
async fn the_addresses_of_a_domain_share_a_connection_and_few_decoys() {
    let mut lab = Lab::start().await;
    lab.domain("acme.example", Script::normal()).await;
    let verifier = lab.verifier();
    let addresses: Vec<_> = STAFF.iter().map(|local| address(&format!("{local}@acme.example"))).collect();
    verifier.verify_many(&addresses).await;
    for one in &addresses {
        assert_eq!(verifier.verify(one).await.reason, Reason::MailboxExists);
    }
    let commands = lab.commands("acme.example");
    assert_eq!(lab.connections("acme.example"), 1);
    assert_eq!((count(&commands, "EHLO"), count(&commands, "MAIL"), count(&commands, "DATA")), (1, 1, 0));
    // A decoy of each length at most, and none between two lengths that are known.
    let decoys = count(&commands, "RCPT") - 2 * STAFF.len();
    assert!((1..=3).contains(&decoys), "{decoys}");
    assert!(commands.contains(&"EHLO probe.brimful.example".to_owned()));
    assert!(commands.contains(&"MAIL FROM:<probe@brimful.example>".to_owned()));
}

#[tokio::test]
async fn a_transaction_has_recipients_of_one_domain() {
    let mut lab = Lab::start().await;
    lab.domain("one.example", Script::normal()).await;
    lab.mail("two.example", &[(10, "mx.one.example")]);
    let verifier = lab.verifier();
    for domain in ["one.example", "two.example", "one.example"] {
        let verdict = verifier.verify(&address(&format!("anna.weber@{domain}"))).await;
        assert_eq!(verdict.reason, Reason::MailboxExists, "{:#?}", verdict.transcript);
    }
    let commands = lab.commands("one.example");
    assert_eq!((lab.connections("one.example"), count(&commands, "MAIL")), (1, 3), "{commands:?}");
    let mut domain = None;
    for command in &commands {
        if command.starts_with("MAIL") {
            domain = None;
        } else if let Some((_, rest)) = command.split_once('@').filter(|_| command.starts_with("RCPT")) {
            assert_eq!(*domain.get_or_insert(rest), rest, "{commands:?}");
        }
    }
}

#[tokio::test]
async fn a_verdict_tells_nothing_of_the_addresses_asked_about_beside_it() {
    let mut lab = Lab::start().await;
    lab.domain("acme.example", Script::normal()).await;
    let locals = ["anna.weber", "nobody.here", "bruno.keller", "noone.there"];
    let addresses: Vec<_> = locals.iter().map(|local| address(&format!("{local}@acme.example"))).collect();
    for verdict in lab.verifier().verify_many(&addresses).await {
        let asked = verdict.transcript.iter().filter(|exchange| exchange.step == "RCPT").count();
        assert_eq!(asked, 1, "{:#?}", verdict.transcript);
        assert!(verdict.transcript.iter().any(|exchange| exchange.step == "greeting"));
    }
}

#[tokio::test]
async fn a_connection_is_closed_before_the_refusal_limit_of_servers() {
    let mut lab = Lab::start().await;
    lab.domain("acme.example", Script::normal()).await;
    let addresses: Vec<_> = STRANGERS.iter().map(|local| address(&format!("{local}@acme.example"))).collect();
    lab.verifier().verify_many(&addresses).await;
    assert_eq!(lab.connections("acme.example"), 2);
}

#[tokio::test]
async fn an_idle_connection_is_closed_with_quit() {
    let mut lab = Lab::start().await;
    lab.domain("acme.example", Script::normal()).await;
    let mut options = lab.options();
    options.manners = Manners { idle: Duration::from_millis(50), ..options.manners };
    let verifier = Verifier::new(options).unwrap();
    verifier.verify(&address("anna.weber@acme.example")).await;
    tokio::time::sleep(Duration::from_millis(250)).await;
    assert_eq!(lab.commands("acme.example").last().map(String::as_str), Some("QUIT"));
    assert_eq!(verifier.verify(&address("anna.weber@acme.example")).await.reason, Reason::MailboxExists);
    assert_eq!(lab.connections("acme.example"), 2);
}

#[tokio::test]
async fn connections_to_one_server_are_limited_under_concurrency() {
    let mut lab = Lab::start().await;
    let slow = Script::new(|recipient| {
        let line = if is_known(recipient.local) { "250 2.1.5 Ok" } else { "550 5.1.1 Unknown" };
        Step::SayAfter(Duration::from_millis(20), line.to_owned())
    });
    lab.domain("acme.example", slow).await;
    let mut options = lab.options();
    options.manners = Manners { connections_per_host: 3, ..options.manners };
    let verifier = Arc::new(Verifier::new(options).unwrap());
    let tasks: Vec<_> = (0..24)
        .map(|turn| {
            let verifier = Arc::clone(&verifier);
            tokio::spawn(async move {
                verifier.verify(&address(&format!("{}@acme.example", STAFF[turn % STAFF.len()]))).await.reason
            })
        })
        .collect();
    for task in tasks {
        assert_eq!(task.await.unwrap(), Reason::MailboxExists);
    }
    assert!(lab.connections("acme.example") <= 3, "{}", lab.connections("acme.example"));
}

#[tokio::test]
async fn connections_to_one_server_are_paced() {
    let mut lab = Lab::start().await;
    let one_each = Script::new(|recipient| {
        let line = if is_known(recipient.local) { "250 2.1.5 Ok" } else { "550 5.1.1 Unknown" };
        Step::SayAndHangUp(line.to_owned())
    });
    lab.domain("acme.example", one_each).await;
    let mut options = lab.options();
    options.manners = Manners { connection_interval: Duration::from_millis(80), ..options.manners };
    let verifier = Verifier::new(options).unwrap();
    let addresses: Vec<_> =
        STRANGERS[..5].iter().map(|local| address(&format!("{local}@acme.example"))).collect();
    let begun = Instant::now();
    verifier.verify_many(&addresses).await;
    assert!(begun.elapsed() >= Duration::from_millis(4 * 80), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_call_ends_within_its_timeout_when_servers_stall() {
    let mut lab = Lab::start().await;
    let silent = Script { greeting: Step::FallSilent, ..Script::normal() };
    for host in ["mx1.acme.example", "mx2.acme.example", "mx3.acme.example"] {
        lab.host(host, silent.clone()).await;
    }
    lab.mail("acme.example", &[(1, "mx1.acme.example"), (2, "mx2.acme.example"), (3, "mx3.acme.example")]);
    let mut options = lab.options();
    options.timeouts.greeting = Duration::from_secs(5);
    options.timeouts.call = Duration::from_millis(600);
    let begun = Instant::now();
    let verdict = Verifier::new(options).unwrap().verify(&address("anna.weber@acme.example")).await;
    assert_eq!(verdict.reason, Reason::TimedOut);
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn reachability_is_checked_without_an_rcpt() {
    let mut lab = Lab::start().await;
    lab.domain("acme.example", Script::normal()).await;
    lab.address("mx.dead.example", Ipv4Addr::new(127, 0, 71, 250));
    lab.mail("dead.example", &[(10, "mx.dead.example")]);
    let verifier = lab.verifier();
    assert_eq!(verifier.reach("acme.example").await, Ok(()));
    assert_eq!(count(&lab.commands("acme.example"), "RCPT"), 0);
    assert_eq!(verifier.reach("dead.example").await, Err(Reason::Unreachable));
    assert_eq!(verifier.reach("absent.example").await, Err(Reason::DomainNotFound));
}

/// A server that takes its time, so that calls meet.
fn slow() -> Script {
    Script::new(|recipient| {
        let line = if is_known(recipient.local) { "250 2.1.5 Ok" } else { "550 5.1.1 Unknown" };
        Step::SayAfter(Duration::from_millis(150), line.to_owned())
    })
}

#[tokio::test]
async fn simultaneous_calls_and_the_background_ask_once_about_an_address() {
    let mut lab = Lab::start().await;
    lab.domain("acme.example", slow()).await;
    let verifier = Arc::new(lab.verifier());
    let calls: Vec<_> = (0..64)
        .map(|turn| {
            let verifier = Arc::clone(&verifier);
            tokio::spawn(async move {
                let anna = address("anna.weber@acme.example");
                match turn % 2 {
                    0 => verifier.verify_in_background(&anna).await.reason,
                    _ => verifier.verify(&anna).await.reason,
                }
            })
        })
        .collect();
    for call in calls {
        assert_eq!(call.await.unwrap(), Reason::MailboxExists);
    }
    let commands = lab.commands("acme.example");
    assert_eq!(count(&commands, "RCPT TO:<anna.weber@"), 1, "{commands:?}");
    assert_eq!(count(&commands, "RCPT"), 2, "the address and its decoy: {commands:?}");
}

#[tokio::test]
async fn simultaneous_searches_and_the_background_ask_once_about_a_person() {
    let mut lab = Lab::start().await;
    lab.domain("acme.example", slow()).await;
    let verifier = Arc::new(lab.verifier());
    let calls: Vec<_> = (0..32)
        .map(|turn| {
            let verifier = Arc::clone(&verifier);
            tokio::spawn(async move {
                let (name, learned) = (Name::parse("Anna Weber").unwrap(), LearnedPatterns::default());
                let company = CompanyTraits { headcount: Some(80), country: Some("US") };
                let domain = "acme.example";
                let request = FindRequest {
                    name: &name,
                    domain,
                    learned: &learned,
                    company,
                    refused: &[],
                    suppressed: &[],
                };
                match turn % 2 {
                    0 => verifier.find_in_background(request).await.is_verified(),
                    _ => verifier.find(request).await.is_verified(),
                }
            })
        })
        .collect();
    for call in calls {
        assert!(call.await.unwrap());
    }
    let commands = lab.commands("acme.example");
    assert_eq!(count(&commands, "RCPT TO:<anna.weber@"), 1, "{commands:?}");
}

#[tokio::test]
async fn a_caller_does_not_wait_for_a_slow_inquiry_of_the_background() {
    let mut lab = Lab::start().await;
    let late = Step::SayAfter(Duration::from_secs(6), "220 mx.lab.example ESMTP".to_owned());
    lab.domain("acme.example", Script { greeting: late, ..Script::normal() }).await;
    let mut options = lab.options();
    options.timeouts.call = Duration::from_millis(300);
    options.timeouts.background_step = Duration::from_secs(20);
    options.timeouts.background_call = Duration::from_secs(20);
    let verifier = Verifier::new(options).unwrap();
    let anna = address("anna.weber@acme.example");
    let begun = Instant::now();
    let (in_background, of_caller) = tokio::join!(verifier.verify_in_background(&anna), async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let verdict = verifier.verify(&anna).await;
        assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
        verdict
    });
    assert_eq!((of_caller.reason, of_caller.asked), (Reason::TimedOut, false));
    assert_eq!((in_background.reason, in_background.asked), (Reason::MailboxExists, true));
    assert_eq!(lab.connections("acme.example"), 1);
}
