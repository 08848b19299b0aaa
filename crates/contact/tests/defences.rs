//! How servers defend themselves, and how they are left alone: dictionary defences, blocks, rate limits, greylisting,
//! silence, and the budget of refused names.

#![allow(clippy::unwrap_used)]

mod support;

use std::{
    collections::HashMap,
    net::Ipv4Addr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use contact::{CompanyTraits, FindRequest, LearnedPatterns, Manners, Reason, Status, Verifier};
use records::name::Name;
use support::{
    Lab, address,
    script::{STAFF, STRANGERS, Script, Step, accepted, is_known, say},
};
use tokio::time::Instant;

fn recipients(lab: &Lab, domain: &str) -> usize {
    lab.commands(domain).iter().filter(|line| line.starts_with("RCPT")).count()
}

/// How a server answers unknown names, and everybody once it has heard three of them.
#[derive(Clone, Copy)]
struct Defence {
    usual: &'static str,
    refusal: &'static str,
    spares_postmaster: bool,
}

impl Defence {
    fn script(self) -> Script {
        let unknown = Arc::new(AtomicUsize::new(0));
        Script::new(move |recipient| match is_known(recipient.local) {
            true if self.spares_postmaster && recipient.local == "postmaster" => accepted(),
            _ if unknown.load(Ordering::SeqCst) >= 3 => say(self.refusal),
            true => accepted(),
            false => {
                unknown.fetch_add(1, Ordering::SeqCst);
                say(self.usual)
            }
        })
    }
}

/// A server that refuses everybody once it has heard three unknown names.
fn dictionary_defence(refusal: &'static str) -> Script {
    Defence { usual: "550 5.1.1 User unknown", refusal, spares_postmaster: false }.script()
}

#[tokio::test]
async fn a_dictionary_defence_never_makes_a_mailbox_undeliverable() {
    for refusal in [
        "550 Too many invalid recipients",
        "550 5.1.1 Too many unknown users, go away",
        "554 5.7.1 Directory harvest attack detected",
        "550 5.7.1 Zu viele ungueltige Empfaenger",
        "421 4.7.0 Too many errors",
    ] {
        for strangers_first in [true, false] {
            let mut lab = Lab::start().await;
            lab.domain("acme.example", dictionary_defence(refusal)).await;
            let verifier = lab.verifier();
            let (strangers, staff) = (&STRANGERS[..6], &STAFF[..4]);
            let order: Vec<&str> = match strangers_first {
                true => strangers.iter().chain(staff).copied().collect(),
                false => staff.iter().chain(strangers).copied().collect(),
            };
            for local in order {
                let verdict = verifier.verify(&address(&format!("{local}@acme.example"))).await;
                let wrong = if is_known(local) { Status::Undeliverable } else { Status::Deliverable };
                assert_ne!(verdict.status(), wrong, "{refusal}: {local}: {:#?}", verdict.transcript);
            }
            assert!(recipients(&lab, "acme.example") <= 12, "{refusal}");
        }
    }
}

#[tokio::test]
async fn a_defence_whose_words_say_nothing_never_makes_a_mailbox_undeliverable() {
    let orders: [Vec<&str>; 3] = [
        vec!["anna.weber", "karl.niemand", "lena.nobody", "bruno.keller", "carla.rossi"],
        vec!["karl.niemand", "lena.nobody", "mario.nessuno", "bruno.keller", "anna.weber"],
        vec!["karl.niemand", "anna.weber", "lena.nobody", "anna.weber", "mario.nessuno", "bruno.keller"],
    ];
    for (usual, refusal) in [
        ("550 5.1.1 User unknown", "550 qwxz"),
        ("550 5.1.1 User unknown", "553 Nein danke"),
        ("550 5.1.1 User unknown", "550 5.7.1 No such user"),
        ("550 abcd", "550 qwxz"),
        ("550 qwxz", "550 qwxz"),
    ] {
        for (order, spares_postmaster) in orders.iter().flat_map(|order| [(order, true), (order, false)]) {
            // With one wording for both, only the postmaster could tell, and this server spares it.
            if usual == refusal && spares_postmaster {
                continue;
            }
            for at_once in [true, false] {
                let mut lab = Lab::start().await;
                lab.domain("acme.example", Defence { usual, refusal, spares_postmaster }.script()).await;
                let verifier = lab.verifier();
                let addresses: Vec<_> =
                    order.iter().map(|local| address(&format!("{local}@acme.example"))).collect();
                let mut verdicts = Vec::new();
                match at_once {
                    true => verdicts = verifier.verify_many(&addresses).await,
                    false => {
                        for one in &addresses {
                            verdicts.push(verifier.verify(one).await);
                        }
                    }
                }
                for (local, verdict) in order.iter().zip(verdicts) {
                    let wrong = if is_known(local) { Status::Undeliverable } else { Status::Deliverable };
                    assert_ne!(
                        verdict.status(),
                        wrong,
                        "{usual}, {refusal}: {local}: {:#?}",
                        verdict.transcript
                    );
                }
            }
        }
    }
}

#[tokio::test]
async fn an_accepted_address_that_was_forgotten_is_not_asked_about_again() {
    for forgets in [false, true] {
        let mut lab = Lab::start().await;
        let defence =
            Defence { usual: "550 5.1.1 User unknown", refusal: "550 qwxz", spares_postmaster: false };
        lab.domain("acme.example", defence.script()).await;
        let verifier = lab.verifier();
        let asked_about_anna = || {
            let commands = lab.commands("acme.example");
            commands.iter().filter(|line| line.starts_with("RCPT") && line.contains("anna.weber@")).count()
        };
        for local in ["anna.weber", "karl.niemand", "lena.nobody"] {
            verifier.verify(&address(&format!("{local}@acme.example"))).await;
        }
        let before = asked_about_anna();
        if forgets {
            verifier.forget_accepted();
        }
        for local in ["mario.nessuno", "bruno.keller"] {
            verifier.verify(&address(&format!("{local}@acme.example"))).await;
        }
        assert_eq!(asked_about_anna() > before, !forgets, "{:#?}", lab.commands("acme.example"));
    }
}

#[tokio::test]
async fn a_server_in_defence_is_left_alone_and_asked_again_later() {
    let mut lab = Lab::start().await;
    lab.domain("acme.example", dictionary_defence("550 qwxz")).await;
    let verifier = lab.verifier();
    for local in ["anna.weber", "karl.niemand", "lena.nobody"] {
        verifier.verify(&address(&format!("{local}@acme.example"))).await;
    }
    let verdict = verifier.verify(&address("bruno.keller@acme.example")).await;
    assert_eq!(verdict.reason, Reason::RateLimited, "{:#?}", verdict.transcript);
    assert!(verdict.asked && verdict.retry_after.is_some());
    let heard = recipients(&lab, "acme.example");
    let verdict = verifier.verify(&address("carla.rossi@acme.example")).await;
    assert_eq!((verdict.reason, verdict.asked), (Reason::RateLimited, false));
    assert_eq!(recipients(&lab, "acme.example"), heard);
}

#[tokio::test]
async fn a_server_that_refuses_further_names_without_a_cause_proves_no_mailbox() {
    let mut lab = Lab::start().await;
    let one_name = Script::new(|recipient| if recipient.before == 0 { accepted() } else { say("550 qwxz") });
    lab.domain("acme.example", one_name).await;
    let verdict = lab.verifier().verify(&address("karl.niemand@acme.example")).await;
    assert_eq!(verdict.reason, Reason::CatchAllUnproven, "{:#?}", verdict.transcript);
}

/// The number of connections and of RCPT commands that twenty addresses cost at a server.
async fn cost_of_twenty(script: Script) -> (usize, usize, Vec<Reason>) {
    let mut lab = Lab::start().await;
    lab.domain("acme.example", script).await;
    let verifier = lab.verifier();
    let mut reasons = Vec::new();
    for local in STAFF.iter().chain(&STRANGERS) {
        reasons.push(verifier.verify(&address(&format!("{local}@acme.example"))).await.reason);
    }
    (lab.connections("acme.example"), recipients(&lab, "acme.example"), reasons)
}

#[tokio::test]
async fn a_server_that_turns_us_away_is_left_alone() {
    let at_greeting = |step: Step| Script { greeting: step, ..Script::normal() };
    for (script, reason) in [
        (at_greeting(Step::SayAndHangUp("421 4.3.2 Not now".into())), Reason::TemporaryFailure),
        (at_greeting(Step::SayAndHangUp("421 4.7.0 Too many connections".into())), Reason::RateLimited),
        (at_greeting(say("554 5.7.1 Your IP is blocked")), Reason::RefusedNetwork),
        (at_greeting(Step::HangUp), Reason::ConnectionDropped),
        (Script::always("550 5.7.606 Access denied, banned sending IP"), Reason::RefusedNetwork),
        (Script::new(|_| Step::HangUp), Reason::ConnectionDropped),
    ] {
        let (connections, recipients, reasons) = cost_of_twenty(script).await;
        assert!(connections <= 3 && recipients <= 3, "{reason:?}: {connections} and {recipients}");
        assert!(reasons.iter().all(|found| *found == reason), "{reason:?}: {reasons:?}");
    }
}

#[tokio::test]
async fn refused_names_per_host_and_hour_are_limited_with_many_callers() {
    let mut lab = Lab::start().await;
    lab.domain("acme.example", Script::normal()).await;
    let mut options = lab.options();
    options.manners = Manners { refused_per_host_hour: 20, ..options.manners };
    let verifier = Arc::new(Verifier::new(options).unwrap());
    let calls: Vec<_> = (0..200)
        .map(|number| {
            let verifier = Arc::clone(&verifier);
            tokio::spawn(
                async move { verifier.verify(&address(&format!("no.body{number}@acme.example"))).await },
            )
        })
        .collect();
    let mut refused = 0;
    for call in calls {
        let verdict = call.await.unwrap();
        match verdict.reason {
            Reason::MailboxNotFound => refused += 1,
            Reason::RateLimited => assert!(verdict.retry_after.unwrap() > Duration::from_secs(3_000)),
            other => panic!("{other:?}: {:#?}", verdict.transcript),
        }
    }
    assert_eq!((refused, recipients(&lab, "acme.example")), (20, 20));
}

#[tokio::test]
async fn accepted_names_do_not_use_the_limit_up() {
    let mut lab = Lab::start().await;
    lab.domain("acme.example", Script::normal()).await;
    let mut options = lab.options();
    options.manners = Manners { refused_per_host_hour: 4, ..options.manners };
    let verifier = Verifier::new(options).unwrap();
    for local in STAFF.iter().chain(&STAFF) {
        let verdict = verifier.verify(&address(&format!("{local}@acme.example"))).await;
        assert_eq!(verdict.reason, Reason::MailboxExists, "{:#?}", verdict.transcript);
    }
}

/// A server that puts off each recipient with this reply until the switch is turned, and then answers about those that it
/// has heard of before.
fn greylisting(reply: &'static str, exists: fn(&str) -> bool) -> (Script, Arc<AtomicBool>) {
    let passed = Arc::new(AtomicBool::new(false));
    let now_passed = Arc::clone(&passed);
    let names: Mutex<HashMap<String, bool>> = Mutex::default();
    let script = Script::new(move |recipient| {
        let has_passed = now_passed.load(Ordering::SeqCst);
        let mut names = names.lock().unwrap();
        let heard_before = *names.entry(recipient.local.to_owned()).or_insert(!has_passed);
        match heard_before && has_passed {
            true if exists(recipient.local) => accepted(),
            true => say("550 5.1.1 User unknown"),
            false => say(reply),
        }
    });
    (script, passed)
}

/// Replies of greylisting servers: with the word, with a code, and with neither.
const PUT_OFF: [&str; 12] = [
    "450 4.2.0 Greylisted",
    "451 4.7.1 qwxz",
    "451 4.3.0 try later",
    "450 4.3.2 qwxz",
    "451 Bitte versuchen Sie es sp\u{e4}ter erneut",
    "450 Veuillez r\u{e9}essayer plus tard",
    "451 Int\u{e9}ntelo de nuevo m\u{e1}s tarde",
    "450 4.4.2 Riprovare pi\u{f9} tardi",
    "451 Spr\u{f3}buj ponownie p\u{f3}\u{17a}niej",
    "450 \u{41f}\u{43e}\u{432}\u{442}\u{43e}\u{440}\u{438}\u{442}\u{435} \u{43f}\u{43e}\u{437}\u{436}\u{435}",
    "451 \u{8bf7}\u{7a0d}\u{540e}\u{518d}\u{8bd5}",
    "450 4.1.1 Unverified address: User unknown",
];

#[tokio::test]
async fn greylisting_is_settled_by_one_retry_in_whatever_words() {
    for reply in PUT_OFF {
        let mut lab = Lab::start().await;
        let (script, passed) = greylisting(reply, is_known);
        lab.domain("acme.example", script).await;
        let verifier = lab.verifier();
        let (staff, stranger) = (address("anna.weber@acme.example"), address("karl.niemand@acme.example"));
        for one in [&staff, &stranger] {
            let verdict = verifier.verify(one).await;
            assert_eq!(
                (verdict.status(), verdict.retry_after),
                (Status::Unknown, Some(Duration::from_secs(300))),
                "{reply}"
            );
        }
        passed.store(true, Ordering::SeqCst);
        assert_eq!(verifier.verify(&staff).await.reason, Reason::MailboxExists, "{reply}");
        assert_eq!(verifier.verify(&stranger).await.reason, Reason::MailboxNotFound, "{reply}");
    }
}

#[tokio::test]
async fn a_search_at_a_greylisting_server_is_settled_by_one_retry_in_whatever_words() {
    for reply in PUT_OFF {
        for (full, exists) in [("Jan Kowalski", true), ("Eva Niemand", false)] {
            let mut lab = Lab::start().await;
            let (script, passed) = greylisting(reply, |local| ["jkowalski", "postmaster"].contains(&local));
            lab.domain("acme.example", script).await;
            let verifier = lab.verifier();
            let (name, learned) = (Name::parse(full).unwrap(), LearnedPatterns::default());
            let company = CompanyTraits { headcount: Some(80), country: Some("US") };
            let request = FindRequest {
                name: &name,
                domain: "acme.example",
                learned: &learned,
                company,
                refused: &[],
                suppressed: &[],
            };
            assert_eq!(verifier.find(request).await.reason.status(), Status::Unknown, "{reply}");
            passed.store(true, Ordering::SeqCst);
            let outcome = verifier.find(request).await;
            let expected = if exists { Reason::MailboxExists } else { Reason::MailboxNotFound };
            assert_eq!(outcome.reason, expected, "{reply}: {:#?}", outcome.explanation);
        }
    }
}

#[tokio::test]
async fn servers_that_never_answer_are_given_up_after_one_time_limit() {
    let lab = Lab::start().await;
    // A listener whose queue is full never completes a connection.
    let silent = std::net::TcpListener::bind(("127.0.72.1", lab.port())).unwrap();
    let full: Vec<_> = (0..4_096)
        .map_while(|_| {
            let target = silent.local_addr().unwrap();
            std::net::TcpStream::connect_timeout(&target, Duration::from_millis(30)).ok()
        })
        .collect();
    let hosts =
        ["mx1.far.example", "mx2.far.example", "mx3.far.example", "mx4.far.example", "mx5.far.example"];
    for host in hosts {
        lab.address(host, Ipv4Addr::new(127, 0, 72, 1));
    }
    let servers: Vec<(u16, &str)> = hosts.iter().map(|host| (10, *host)).collect();
    for domain in ["far.example", "farther.example", "farthest.example"] {
        lab.mail(domain, &servers);
    }
    let mut options = lab.options();
    options.timeouts.connect = Duration::from_millis(2_500);
    let verifier = Verifier::new(options).unwrap();
    let timed = async |text: &str| {
        let begun = Instant::now();
        let verdict = verifier.verify(&address(text)).await;
        assert_eq!(verdict.status(), Status::Unknown);
        begun.elapsed()
    };
    assert!(timed("anna.weber@far.example").await < Duration::from_secs(3));
    for later in ["anna.weber@far.example", "bruno.keller@far.example", "anna.weber@farther.example"] {
        assert!(timed(later).await < Duration::from_millis(100), "{later}");
    }
    assert!(!verifier.is_port_blocked());
    timed("anna.weber@farthest.example").await;
    assert!(verifier.is_port_blocked(), "no server of three domains could be connected to");
    drop((silent, full));
}

#[tokio::test]
async fn one_reachable_server_shows_that_the_port_is_open() {
    let mut lab = Lab::start().await;
    lab.domain("acme.example", Script::normal()).await;
    for number in 0..4 {
        lab.address(&format!("mx{number}.dead.example"), Ipv4Addr::new(127, 0, 71, 200 + number));
        lab.mail(&format!("dead{number}.example"), &[(10, &format!("mx{number}.dead.example"))]);
    }
    let verifier = lab.verifier();
    for number in 0..4 {
        verifier.verify(&address(&format!("anna@dead{number}.example"))).await;
    }
    assert!(verifier.is_port_blocked());
    assert_eq!(verifier.verify(&address("anna.weber@acme.example")).await.reason, Reason::MailboxExists);
    assert!(!verifier.is_port_blocked());
}

#[tokio::test]
async fn the_last_of_twelve_servers_is_found() {
    let mut lab = Lab::start().await;
    lab.host("mx12.acme.example", Script::normal()).await;
    let hosts: Vec<String> = (1..=12).map(|number| format!("mx{number}.acme.example")).collect();
    for (number, host) in hosts.iter().enumerate().take(11) {
        lab.address(host, Ipv4Addr::new(127, 0, 71, 200 + number as u8));
    }
    let servers: Vec<(u16, &str)> =
        hosts.iter().zip(1..).map(|(host, preference)| (preference, host.as_str())).collect();
    lab.mail("acme.example", &servers);
    let verdict = lab.verifier().verify(&address("anna.weber@acme.example")).await;
    assert_eq!(verdict.reason, Reason::MailboxExists, "{:#?}", verdict.transcript);
}

#[tokio::test]
async fn a_slow_server_is_answered_in_the_background() {
    let mut lab = Lab::start().await;
    let late = Step::SayAfter(Duration::from_millis(1_200), "220 mx.lab.example ESMTP".to_owned());
    lab.domain("late.example", Script { greeting: late, ..Script::normal() }).await;
    let delays_refusals = Script::new(|recipient| match is_known(recipient.local) {
        true => accepted(),
        false => Step::SayAfter(Duration::from_millis(1_200), "550 5.1.1 User unknown".to_owned()),
    });
    lab.domain("tarpit.example", delays_refusals).await;
    for domain in ["late.example", "tarpit.example"] {
        let stranger = address(&format!("karl.niemand@{domain}"));
        assert_eq!(lab.verifier().verify(&stranger).await.reason, Reason::TimedOut);
        let both = [address(&format!("anna.weber@{domain}")), stranger];
        let verifier = lab.verifier();
        let mut reasons = Vec::new();
        for one in &both {
            reasons.push(verifier.verify_in_background(one).await.reason);
        }
        assert_eq!(reasons, [Reason::MailboxExists, Reason::MailboxNotFound], "{domain}");
    }
}

#[tokio::test]
async fn many_callers_at_a_silent_server_are_answered_within_the_time_limit() {
    let mut lab = Lab::start().await;
    lab.domain("acme.example", Script { greeting: Step::FallSilent, ..Script::normal() }).await;
    let mut options = lab.options();
    options.timeouts.call = Duration::from_secs(3);
    let verifier = Arc::new(Verifier::new(options).unwrap());
    let begun = Instant::now();
    let calls: Vec<_> = (0..24)
        .map(|number| {
            let verifier = Arc::clone(&verifier);
            tokio::spawn(
                async move { verifier.verify(&address(&format!("a{number}@acme.example"))).await.reason },
            )
        })
        .collect();
    for call in calls {
        assert_eq!(call.await.unwrap(), Reason::TimedOut);
    }
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
}
