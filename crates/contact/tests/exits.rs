//! Ways out to mail servers: SOCKS5 proxies with credentials, several of them, by provider, with back-off.

#![allow(clippy::unwrap_used)]

mod support;

use std::{net::Ipv4Addr, time::Duration};

use contact::{Exit, ExitWay, Reason, Socks5Proxy, Verifier};
use support::{
    Lab, address,
    script::{Script, Step, say},
    socks5::{ProxyRule, Socks5Server},
};

fn proxy(address: &str, password: &str, providers: &[&str]) -> Exit {
    let credentials = Some(("anna".to_owned(), password.to_owned()));
    Exit {
        way: ExitWay::Socks5(Socks5Proxy { address: address.to_owned(), credentials }),
        providers: providers.iter().map(|name| (*name).to_owned()).collect(),
    }
}

fn through(lab: &Lab, exits: Vec<Exit>) -> Verifier {
    Verifier::new(contact::VerifierOptions { exits, ..lab.options() }).unwrap()
}

#[tokio::test]
async fn mail_servers_are_asked_through_a_proxy_with_credentials() {
    let mut lab = Lab::start().await;
    lab.domain("acme.example", Script::normal()).await;
    let server = Socks5Server::start(ProxyRule::Forward).await;
    let verifier = through(&lab, vec![proxy(&server.address.to_string(), "secret", &[])]);
    assert_eq!(verifier.verify(&address("anna.weber@acme.example")).await.reason, Reason::MailboxExists);
    assert_eq!(verifier.verify(&address("karl.niemand@acme.example")).await.reason, Reason::MailboxNotFound);
    assert_eq!(server.targets().len(), 1, "the connection is reused");
    assert_eq!(verifier.exit_health()[0].failure, None);
}

#[tokio::test]
async fn a_failing_proxy_is_left_out_and_its_health_says_why() {
    let mut lab = Lab::start().await;
    for number in 0..8 {
        lab.domain(&format!("acme{number}.example"), Script::normal()).await;
    }
    let good = Socks5Server::start(ProxyRule::Forward).await;
    let forbids = Socks5Server::start(ProxyRule::NotAllowed).await;
    let exits = vec![
        proxy("127.0.0.1:9", "secret", &[]),
        proxy(&good.address.to_string(), "secret", &[]),
        proxy(&forbids.address.to_string(), "secret", &[]),
        proxy(&good.address.to_string(), "wrong", &[]),
    ];
    let verifier = through(&lab, exits);
    for number in 0..8 {
        let verdict = verifier.verify(&address(&format!("anna.weber@acme{number}.example"))).await;
        assert_eq!(verdict.reason, Reason::MailboxExists, "{:#?}", verdict.transcript);
    }
    let health = verifier.exit_health();
    let failed: Vec<bool> = health.iter().map(|exit| exit.failure.is_some()).collect();
    assert_eq!(failed, [true, false, true, true], "{health:#?}");
    assert!(forbids.targets().len() <= 1, "a proxy that forbids the port is not asked again at once");
    assert!(!format!("{health:?}").contains("wrong"), "credentials are not shown");
}

#[tokio::test]
async fn a_provider_has_its_own_proxy() {
    let mut lab = Lab::start().await;
    lab.domain("acme.example", Script::normal()).await;
    lab.host("acme.mail.protection.outlook.com", Script::normal()).await;
    lab.mail("microsoft.example", &[(0, "acme.mail.protection.outlook.com")]);
    let general = Socks5Server::start(ProxyRule::Forward).await;
    let own = Socks5Server::start(ProxyRule::Forward).await;
    let verifier = through(
        &lab,
        vec![
            proxy(&general.address.to_string(), "secret", &[]),
            proxy(&own.address.to_string(), "secret", &["microsoft 365"]),
        ],
    );
    for domain in ["acme.example", "microsoft.example"] {
        let verdict = verifier.verify(&address(&format!("anna.weber@{domain}"))).await;
        assert_eq!(verdict.reason, Reason::MailboxExists, "{domain}");
    }
    assert_eq!((general.targets().len(), own.targets().len()), (1, 1));
}

#[tokio::test]
async fn no_proxy_that_works_is_no_verdict() {
    let mut lab = Lab::start().await;
    lab.domain("acme.example", Script::normal()).await;
    let verifier = through(&lab, vec![proxy("127.0.0.1:9", "secret", &[])]);
    assert_eq!(verifier.verify(&address("anna.weber@acme.example")).await.reason, Reason::Unreachable);
}

#[tokio::test]
async fn a_proxy_that_accepts_connections_and_never_answers_is_left_out() {
    let mut lab = Lab::start().await;
    for number in 0..4 {
        lab.domain(&format!("acme{number}.example"), Script::normal()).await;
    }
    let (silent, good) =
        (Socks5Server::start(ProxyRule::Silent).await, Socks5Server::start(ProxyRule::Forward).await);
    let exits = [&silent, &good].map(|server| proxy(&server.address.to_string(), "secret", &[]));
    let mut options = contact::VerifierOptions { exits: exits.to_vec(), ..lab.options() };
    options.timeouts.connect = Duration::from_millis(2_500);
    let verifier = Verifier::new(options).unwrap();
    for number in 0..4 {
        let verdict = verifier.verify(&address(&format!("anna.weber@acme{number}.example"))).await;
        assert_eq!(verdict.reason, Reason::MailboxExists, "{:#?}", verdict.transcript);
    }
    let failed: Vec<bool> = verifier.exit_health().iter().map(|exit| exit.failure.is_some()).collect();
    assert_eq!(failed, [true, false]);
}

#[tokio::test]
async fn a_dead_mail_server_does_not_take_out_a_proxy_that_names_no_cause() {
    let mut lab = Lab::start().await;
    lab.domain("acme.example", Script::normal()).await;
    lab.address("mx.dead.example", Ipv4Addr::new(127, 0, 71, 250));
    lab.mail("dead.example", &[(10, "mx.dead.example")]);
    let vague = Socks5Server::start(ProxyRule::ForwardVaguely).await;
    let verifier = through(&lab, vec![proxy(&vague.address.to_string(), "secret", &[])]);
    assert_eq!(verifier.verify(&address("anna.weber@dead.example")).await.reason, Reason::Unreachable);
    assert_eq!(verifier.exit_health()[0].failure, None);
    assert_eq!(verifier.verify(&address("anna.weber@acme.example")).await.reason, Reason::MailboxExists);
}

#[tokio::test]
async fn a_proxy_that_fails_where_another_connects_is_left_out() {
    let mut lab = Lab::start().await;
    for number in 0..4 {
        lab.domain(&format!("acme{number}.example"), Script::normal()).await;
    }
    let (vague, good) =
        (Socks5Server::start(ProxyRule::FailVaguely).await, Socks5Server::start(ProxyRule::Forward).await);
    let exits = [&vague, &good].map(|server| proxy(&server.address.to_string(), "secret", &[]));
    let verifier = through(&lab, exits.to_vec());
    for number in 0..4 {
        let verdict = verifier.verify(&address(&format!("anna.weber@acme{number}.example"))).await;
        assert_eq!(verdict.reason, Reason::MailboxExists, "{:#?}", verdict.transcript);
    }
    let failed: Vec<bool> = verifier.exit_health().iter().map(|exit| exit.failure.is_some()).collect();
    assert_eq!(failed, [true, false]);
}

#[tokio::test]
async fn a_server_that_blocks_one_exit_is_asked_through_another() {
    let blocking = [
        Script { greeting: say("554 5.7.1 Your IP is blocked"), ..Script::normal() },
        Script::always("550 5.7.606 Access denied, banned sending IP"),
    ];
    for script in blocking {
        let mut lab = Lab::start().await;
        lab.host("blocking.example", script).await;
        for number in 0..4 {
            lab.domain(&format!("acme{number}.example"), Script::normal()).await;
        }
        let blocked = Socks5Server::start(ProxyRule::Instead(lab.socket_address("blocking.example"))).await;
        let good = Socks5Server::start(ProxyRule::Forward).await;
        let exits = [&blocked, &good].map(|server| proxy(&server.address.to_string(), "secret", &[]));
        let verifier = through(&lab, exits.to_vec());
        for number in 0..4 {
            for local in ["anna.weber", "bruno.keller"] {
                let verdict = verifier.verify(&address(&format!("{local}@acme{number}.example"))).await;
                assert_eq!(verdict.reason, Reason::MailboxExists, "{:#?}", verdict.transcript);
            }
        }
        assert!(
            (1..=4).contains(&blocked.targets().len()),
            "a server that blocks an exit is left alone there"
        );
    }
}

#[tokio::test]
async fn a_server_that_limits_us_is_not_asked_through_the_next_exit() {
    let limiting = [
        Script { greeting: Step::SayAndHangUp("421 4.7.0 Too many connections".into()), ..Script::normal() },
        Script::always("450 4.7.0 Rate limit reached"),
    ];
    for script in limiting {
        let mut lab = Lab::start().await;
        lab.domain("acme.example", script).await;
        let exits =
            [Socks5Server::start(ProxyRule::Forward).await, Socks5Server::start(ProxyRule::Forward).await];
        let ways = exits.each_ref().map(|server| proxy(&server.address.to_string(), "secret", &[]));
        let verifier = through(&lab, ways.to_vec());
        for local in ["anna.weber", "bruno.keller", "carla.rossi"] {
            let verdict = verifier.verify(&address(&format!("{local}@acme.example"))).await;
            assert_eq!(verdict.reason, Reason::RateLimited, "{:#?}", verdict.transcript);
        }
        let asked = exits.each_ref().map(|server| usize::from(!server.targets().is_empty()));
        assert_eq!(asked.iter().sum::<usize>(), 1, "its limit holds for the other exit, too");
    }
}
