//! Verdicts for every class of mail server: never a false "deliverable", never a false "undeliverable", and "unknown"
//! only where the server gives no usable reply.

#![allow(clippy::unwrap_used)]

mod support;

use std::{net::Ipv4Addr, time::Duration};

use contact::{Reason, Status, Verdict};
use support::{
    Lab, address,
    script::{STAFF, STRANGERS, Script, Step, Tls, accepted, is_known, say},
};
use world::net::ZoneAnswer;

/// A class of server: domain, script, and the expected verdicts on staff and on strangers.
struct Class {
    domain: &'static str,
    script: Script,
    staff: Reason,
    strangers: Reason,
}

fn class(domain: &'static str, script: Script, staff: Reason, strangers: Reason) -> Class {
    Class { domain, script, staff, strangers }
}

fn distinguishes(domain: &'static str, script: Script) -> Class {
    class(domain, script, Reason::MailboxExists, Reason::MailboxNotFound)
}

fn same(domain: &'static str, script: Script, reason: Reason) -> Class {
    class(domain, script, reason, reason)
}

fn by_name(name: &str, staff: Step, stranger: Step) -> Step {
    if is_known(name) { staff } else { stranger }
}

/// Servers whose replies distinguish existing mailboxes from unknown ones.
fn servers_with_clear_replies() -> Vec<Class> {
    let refusal = Script::with_refusal;
    vec![
        distinguishes("normal.example", Script::normal()),
        distinguishes("no-pipelining.example", Script::plain()),
        distinguishes("german.example", refusal("550 Empfänger unbekannt")),
        distinguishes("german-otherwise.example", refusal("550 Empfänger hier nicht bekannt")),
        distinguishes("not-local.example", refusal("550 mailbox unavailable or not local")),
        distinguishes(
            "exchange-behind-its-own-name.example",
            refusal("550 5.4.1 Recipient address rejected: Access denied. AS(201806281)"),
        ),
        distinguishes("french.example", refusal("550 Utilisateur inconnu")),
        distinguishes("spanish.example", refusal("550 El buzón no existe")),
        distinguishes("italian.example", refusal("550 Utente sconosciuto")),
        distinguishes("polish.example", refusal("550 Skrzynka nie istnieje")),
        distinguishes("russian.example", refusal("550 Пользователь не найден")),
        distinguishes("japanese.example", refusal("550 ユーザーが存在しません")),
        distinguishes("chinese.example", refusal("550 用户不存在")),
        distinguishes("qmail.example", refusal("553 sorry, that address is wrong (#5.1.1)")),
        distinguishes("gibberish.example", refusal("550 qwxz vvkk")),
        distinguishes("contradiction.example", refusal("550 5.7.1 No such user")),
        distinguishes("two-meanings.example", refusal("550 User unknown, or your host is blocked")),
        distinguishes(
            "yahoo-like.example",
            refusal("552 1 Requested mail action aborted, mailbox not found"),
        ),
        distinguishes(
            "many-lines.example",
            refusal("550-5.1.1 The account that you tried to reach\n550 5.1.1 is none"),
        ),
        distinguishes("bare-line-feeds.example", Script { line_end: "\n", ..Script::normal() }),
        distinguishes("helo-only.example", Script { ehlo: say("502 5.5.1 What?"), ..Script::plain() }),
        distinguishes("encrypted.example", Script { tls: Tls::Offered, ..Script::normal() }),
        distinguishes("encryption-demanded.example", Script { tls: Tls::Required, ..Script::normal() }),
        distinguishes(
            "encryption-demanded-in-silence.example",
            Script { tls: Tls::RequiredNotOffered, ..Script::normal() },
        ),
        distinguishes("encryption-broken.example", Script { tls: Tls::Broken, ..Script::normal() }),
        distinguishes(
            "forgetful.example",
            Script::new(|recipient| {
                by_name(recipient.local, accepted(), Step::SayAndForget("550 5.1.1 Unknown".to_owned()))
            }),
        ),
        distinguishes(
            "one-per-transaction.example",
            Script::new(|recipient| match recipient.before_in_transaction {
                0 => by_name(recipient.local, accepted(), say("550 5.1.1 Unknown")),
                _ => say("452 4.5.3 Too many recipients"),
            }),
        ),
        distinguishes(
            "one-per-conversation.example",
            Script::new(|recipient| match recipient.before {
                0 => by_name(recipient.local, accepted(), say("550 5.1.1 Unknown")),
                _ => Step::SayAndHangUp("421 4.7.0 Enough".to_owned()),
            }),
        ),
        distinguishes(
            "hangs-up-after-each.example",
            Script::new(|recipient| {
                let line = if is_known(recipient.local) { "250 2.1.5 Ok" } else { "550 5.1.1 Unknown" };
                Step::SayAndHangUp(line.to_owned())
            }),
        ),
        distinguishes(
            "impatient.example",
            Script::new(|recipient| match recipient.refused {
                0..10 => by_name(recipient.local, accepted(), say("550 5.1.1 Unknown")),
                _ => Step::SayAndHangUp("421 4.7.0 Too many errors".to_owned()),
            }),
        ),
        distinguishes(
            "slow.example",
            Script::new(|recipient| {
                let line = if is_known(recipient.local) { "250 2.1.5 Ok" } else { "550 5.1.1 Unknown" };
                Step::SayAfter(Duration::from_millis(60), line.to_owned())
            }),
        ),
        class(
            "disabled.example",
            refusal("550 5.2.1 The account is not taking mail"),
            Reason::MailboxExists,
            Reason::MailboxDisabled,
        ),
        class("moved.example", refusal("551 5.1.6 She left"), Reason::MailboxExists, Reason::MailboxMoved),
    ]
}

/// Servers whose replies do not show whether a mailbox exists, or not yet.
fn servers_without_clear_replies() -> Vec<Class> {
    let at_greeting = |step: Step| Script { greeting: step, ..Script::normal() };
    let at_mail = |line: &str| Script { mail: say(line), ..Script::normal() };
    vec![
        same("catch-all.example", Script::always("250 2.1.5 Ok"), Reason::CatchAll),
        same(
            "catch-all-for-plausible-names.example",
            Script::new(|recipient| {
                let looks_human = recipient
                    .local
                    .split('.')
                    .all(|part| part.len() > 2 && part.bytes().all(|byte| byte.is_ascii_lowercase()));
                if looks_human { accepted() } else { say("550 5.1.1 Unknown") }
            }),
            Reason::CatchAll,
        ),
        same("full.example", Script::always("552 5.2.2 Mailbox full"), Reason::MailboxFull),
        same("full-for-now.example", Script::always("452 4.2.2 Over quota"), Reason::MailboxFull),
        same(
            "greylisting.example",
            Script::always("451 4.7.1 Greylisted, try again in 120 seconds"),
            Reason::Greylisted,
        ),
        same("temporary.example", Script::always("451 4.3.0 Internal error"), Reason::TemporaryFailure),
        class(
            "soft-refusal.example",
            Script::with_refusal("450 4.1.1 unverified address: User unknown"),
            Reason::MailboxExists,
            Reason::TemporaryFailure,
        ),
        same("throttling.example", Script::always("450 4.7.0 Rate limit reached"), Reason::RateLimited),
        same(
            "blocklist.example",
            Script::always("554 5.7.1 Service unavailable; Client host blocked using a list"),
            Reason::RefusedNetwork,
        ),
        same(
            "blocklist-for-now.example",
            Script::always("451 4.7.1 Client host blocked"),
            Reason::RefusedNetwork,
        ),
        same("refused-in-gibberish.example", Script::always("550 qwxz vvkk"), Reason::UnclearRefusal),
        same("policy.example", Script::always("550 5.7.1 Not here"), Reason::RefusedByPolicy),
        same("relay.example", Script::always("554 5.7.1 Relay access denied"), Reason::RelayDenied),
        same("spf.example", Script::always("550 5.7.23 SPF validation failed"), Reason::RefusedSender),
        same(
            "authentication.example",
            at_mail("530 5.7.0 Authentication required"),
            Reason::AuthenticationRequired,
        ),
        same("sender-refused.example", at_mail("550 5.1.8 Sender address rejected"), Reason::RefusedSender),
        same("refused-at-greeting.example", at_greeting(say("554 5.7.1 Go away")), Reason::RefusedNetwork),
        same(
            "busy-at-greeting.example",
            at_greeting(Step::SayAndHangUp("421 4.7.0 Too many connections".to_owned())),
            Reason::RateLimited,
        ),
        same(
            "tarpit.example",
            at_greeting(Step::Trickle("220 mx.lab.example ESMTP".to_owned())),
            Reason::TimedOut,
        ),
        same("silent.example", at_greeting(Step::FallSilent), Reason::TimedOut),
        same("hangs-up.example", at_greeting(Step::HangUp), Reason::ConnectionDropped),
        same("not-smtp.example", at_greeting(say("HTTP/1.1 400 Bad Request")), Reason::ProtocolError),
        same("silent-at-recipient.example", Script::new(|_| Step::FallSilent), Reason::TimedOut),
        same("hangs-up-at-recipient.example", Script::new(|_| Step::HangUp), Reason::ConnectionDropped),
        same("endless.example", Script::new(|_| say(&"250-x\n".repeat(9_000))), Reason::ProtocolError),
        same(
            "encryption-impossible.example",
            Script { tls: Tls::RequiredAndBroken, ..Script::normal() },
            Reason::EncryptionFailed,
        ),
    ]
}

fn check(domain: &str, local: &str, expected: Reason, verdict: &Verdict) {
    let transcript = &verdict.transcript;
    assert_eq!(verdict.reason, expected, "{local}@{domain}: {transcript:#?}");
    match verdict.status() {
        Status::Deliverable => assert!(is_known(local), "false deliverable {local}@{domain}"),
        Status::Undeliverable => assert!(!is_known(local), "false undeliverable {local}@{domain}"),
        Status::Risky | Status::Unknown => {}
    }
}

async fn check_all(classes: Vec<Class>) -> usize {
    let mut lab = Lab::start().await;
    for class in &classes {
        lab.domain(class.domain, class.script.clone()).await;
    }
    let verifier = lab.verifier();
    let mut checked = 0;
    for class in &classes {
        let mixed: Vec<(&str, Reason)> = STAFF
            .iter()
            .zip(STRANGERS)
            .flat_map(|(known, stranger)| [(*known, class.staff), (stranger, class.strangers)])
            .collect();
        let addresses: Vec<_> =
            mixed.iter().map(|(local, _)| address(&format!("{local}@{}", class.domain))).collect();
        let verdicts = verifier.verify_many(&addresses).await;
        assert_eq!(verdicts.len(), mixed.len());
        for ((local, expected), verdict) in mixed.iter().zip(&verdicts) {
            check(class.domain, local, *expected, verdict);
            checked += 1;
        }
        let alone = lab.verifier().verify(&addresses[0]).await;
        check(class.domain, mixed[0].0, class.staff, &alone);
    }
    checked
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clear_replies_are_classified_in_any_wording() {
    assert_eq!(check_all(servers_with_clear_replies()).await, 33 * 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unclear_replies_never_give_a_wrong_verdict() {
    assert_eq!(check_all(servers_without_clear_replies()).await, 26 * 20);
}

#[tokio::test]
async fn an_unclear_refusal_is_understood_once_the_server_has_accepted_another_name() {
    for refusal in ["550 qwxz", "550 5.0.0 x", "553 no", "550 Permanent failure", "550 5.4.1 no", "501 ..."] {
        let mut lab = Lab::start().await;
        let without_postmaster = Script::new(move |recipient| match STAFF.contains(&recipient.local) {
            true => accepted(),
            false => say(refusal),
        });
        lab.domain("acme.example", without_postmaster).await;
        let verifier = lab.verifier();
        let reason =
            async |local: &str| verifier.verify(&address(&format!("{local}@acme.example"))).await.reason;
        assert_eq!(reason("karl.niemand").await, Reason::UnclearRefusal, "{refusal}");
        assert_eq!(reason("anna.weber").await, Reason::MailboxExists, "{refusal}");
        assert_eq!(reason("karl.niemand").await, Reason::MailboxNotFound, "{refusal}");
    }
}

#[tokio::test]
async fn servers_that_accept_names_by_their_length_are_catch_alls() {
    let mut lab = Lab::start().await;
    let up_to_ten = |local: &str| if local.len() <= 10 { accepted() } else { say("550 5.1.1 Unknown") };
    lab.domain("short.example", Script::new(move |recipient| up_to_ten(recipient.local))).await;
    let from_six = |local: &str| if local.len() >= 6 { accepted() } else { say("550 5.1.1 Unknown") };
    lab.domain("long.example", Script::new(move |recipient| from_six(recipient.local))).await;
    for seed in 0..5 {
        let mut options = lab.options();
        options.decoy_seed = seed;
        let verifier = contact::Verifier::new(options).unwrap();
        for local in ["montgomery", "weber", "jansen", "anna", "schneider", "christopherson"] {
            for domain in ["short.example", "long.example"] {
                let verdict = verifier.verify(&address(&format!("{local}@{domain}"))).await;
                assert_ne!(
                    verdict.status(),
                    Status::Deliverable,
                    "{local}@{domain}: {:#?}",
                    verdict.transcript
                );
            }
        }
    }
}

#[tokio::test]
async fn dns_selects_the_mail_server_and_a_dns_failure_is_not_a_missing_server() {
    let mut lab = Lab::start().await;
    lab.host("mx.shared.example", Script::normal()).await;
    lab.host("implicit.example", Script::normal()).await;
    lab.host(
        "acme.mail.protection.outlook.com",
        Script::with_refusal("550 5.4.1 Recipient address rejected: Access denied"),
    )
    .await;
    lab.mail("good.example", &[(10, "mx.shared.example")]);
    lab.mail("xn--bcher-kva.example", &[(10, "mx.shared.example")]);
    lab.mail("microsoft.example", &[(0, "acme.mail.protection.outlook.com")]);
    lab.mail("mailinator.com", &[(10, "mx.shared.example")]);
    lab.mail("null.example", &[(0, ".")]);
    lab.mail("ghosts.example", &[(10, "mx.nowhere.example")]);
    lab.mail_answer("nothing.example", ZoneAnswer::Nothing);
    lab.mail_answer("failure.example", ZoneAnswer::Failure);
    lab.mail_answer("silence.example", ZoneAnswer::Silence);
    lab.mail("inside.example", &[(10, "mx.inside.example")]);
    lab.address("mx.inside.example", Ipv4Addr::new(10, 0, 0, 7));
    let verifier = lab.verifier();
    for (text, reason, mx_found) in [
        ("anna.weber@good.example", Reason::MailboxExists, Some(true)),
        ("anna.weber@bücher.example", Reason::MailboxExists, Some(true)),
        ("anna.weber@implicit.example", Reason::MailboxExists, Some(false)),
        ("karl.niemand@implicit.example", Reason::MailboxNotFound, Some(false)),
        ("anna.weber@microsoft.example", Reason::MailboxExists, Some(true)),
        ("karl.niemand@microsoft.example", Reason::MailboxNotFound, Some(true)),
        ("anna.weber@mailinator.com", Reason::Disposable, Some(true)),
        ("anna.weber@null.example", Reason::NullMx, Some(true)),
        ("anna.weber@ghosts.example", Reason::NoMailServer, Some(true)),
        ("anna.weber@nothing.example", Reason::NoMailServer, Some(false)),
        ("anna.weber@absent.example", Reason::DomainNotFound, Some(false)),
        ("anna.weber@failure.example", Reason::DnsFailure, None),
        ("anna.weber@silence.example", Reason::DnsFailure, None),
        ("anna.weber@inside.example", Reason::ForbiddenNetwork, Some(true)),
        ("anna.weber", Reason::InvalidSyntax, None),
    ] {
        let verdict = verifier.verify_text(text).await;
        assert_eq!(
            (verdict.reason, verdict.mx_found),
            (reason, mx_found),
            "{text}: {:#?}",
            verdict.transcript
        );
    }
    let provider = verifier.verify_text("anna.weber@microsoft.example").await.provider;
    assert_eq!(provider.as_deref(), Some("Microsoft 365"));
}

#[tokio::test]
async fn every_mail_server_of_a_domain_is_tried_in_order() {
    let mut lab = Lab::start().await;
    let refuses = Script { greeting: say("554 5.7.1 Go away"), ..Script::normal() };
    lab.host("mx.good.example", Script::normal()).await;
    lab.host("mx.refuses.example", refuses.clone()).await;
    lab.host("mx.other-refuses.example", refuses).await;
    lab.address("mx.dead.example", Ipv4Addr::new(127, 0, 71, 250));
    lab.mail("first-dead.example", &[(10, "mx.dead.example"), (20, "mx.good.example")]);
    lab.mail("first-refuses.example", &[(20, "mx.good.example"), (10, "mx.refuses.example")]);
    lab.mail("first-absent.example", &[(10, "mx.absent.example"), (20, "mx.good.example")]);
    lab.mail("dead-and-refusing.example", &[(10, "mx.dead.example"), (20, "mx.refuses.example")]);
    lab.mail("all-dead.example", &[(10, "mx.dead.example")]);
    let verifier = lab.verifier();
    for (domain, staff, stranger) in [
        ("first-dead.example", Reason::MailboxExists, Reason::MailboxNotFound),
        ("first-refuses.example", Reason::MailboxExists, Reason::MailboxNotFound),
        ("first-absent.example", Reason::MailboxExists, Reason::MailboxNotFound),
        ("dead-and-refusing.example", Reason::RefusedNetwork, Reason::RefusedNetwork),
        ("all-dead.example", Reason::Unreachable, Reason::Unreachable),
    ] {
        let verdict = verifier.verify(&address(&format!("anna.weber@{domain}"))).await;
        check(domain, "anna.weber", staff, &verdict);
        let verdict = verifier.verify(&address(&format!("karl.niemand@{domain}"))).await;
        check(domain, "karl.niemand", stranger, &verdict);
    }
}

#[tokio::test]
async fn international_addresses_need_a_server_with_smtputf8() {
    let mut lab = Lab::start().await;
    let known =
        |name: &str| if name == "jörg" || is_known(name) { accepted() } else { say("550 5.1.1 Unknown") };
    let script = Script::new(move |recipient| known(recipient.local));
    lab.domain("old.example", script.clone()).await;
    let speaks = Script { ehlo: say("250-mx.lab.example\n250-PIPELINING\n250 SMTPUTF8"), ..script };
    lab.domain("new.example", speaks).await;
    let verifier = lab.verifier();
    let verdict = verifier.verify_text("jörg@old.example").await;
    assert_eq!(verdict.reason, Reason::InternationalMailUnsupported);
    let mixed = [address("anna.weber@new.example"), address("jörg@new.example"), address("jürg@new.example")];
    let reasons: Vec<Reason> =
        verifier.verify_many(&mixed).await.iter().map(|verdict| verdict.reason).collect();
    assert_eq!(reasons, [Reason::MailboxExists, Reason::MailboxExists, Reason::MailboxNotFound]);
}

#[tokio::test]
async fn the_retry_delay_requested_by_a_server_is_returned() {
    let mut lab = Lab::start().await;
    lab.domain("greylisting.example", Script::always("451 4.7.1 Greylisted, try again in 120 seconds")).await;
    lab.domain("vague.example", Script::always("451 4.7.1 Greylisted")).await;
    let verifier = lab.verifier();
    let wait = async |text: &str| verifier.verify_text(text).await.retry_after;
    assert_eq!(wait("anna@greylisting.example").await, Some(Duration::from_secs(120)));
    assert_eq!(wait("anna@vague.example").await, Some(Duration::from_secs(300)));
    assert_eq!(wait("anna@absent.example").await, None);
}
