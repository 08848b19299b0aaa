//! Load limits of a probe: few connections, few RCPT commands, never a message.

#![allow(clippy::unwrap_used)]

mod support;

use std::{net::Ipv4Addr, sync::Arc, time::Duration};

use contact::{Manners, Reason, Verifier};
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
