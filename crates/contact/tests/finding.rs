//! Finding addresses: the right one, with few RCPT commands and a calibrated confidence.

#![allow(clippy::unwrap_used)]

mod support;

use contact::{CompanyTraits, FindOutcome, FindRequest, LearnedPatterns, Reason, Verifier, candidates};
use jiff::Timestamp;
use records::name::Name;
use support::{
    Lab,
    script::{STAFF, Script, accepted, say},
};
use world::{World, WorldOptions, WorldPerson};

const NO_KNOWN_ADDRESSES: &[&str] = &[];

fn name_of(local: &str) -> Name {
    Name::parse(&local.replace('.', " ")).unwrap()
}

fn learned(locals: &[&str]) -> LearnedPatterns {
    let names: Vec<Name> = locals.iter().map(|local| name_of(local)).collect();
    LearnedPatterns::of(names.iter().zip(locals).map(|(name, local)| (name, *local)))
}

async fn find(verifier: &Verifier, full: &str, domain: &str, known: &[&str]) -> FindOutcome {
    let (name, learned) = (Name::parse(full).unwrap(), learned(known));
    let company = CompanyTraits { headcount: Some(80), country: Some("US") };
    verifier
        .find(FindRequest { name: &name, domain, learned: &learned, company, refused: &[], suppressed: &[] })
        .await
}

#[tokio::test]
async fn with_a_known_pattern_a_person_needs_little_more_than_one_rcpt() {
    let mut lab = Lab::start().await;
    lab.domain("acme.example", Script::normal()).await;
    let verifier = lab.verifier();
    let mut rcpt_sent = 0;
    for local in STAFF {
        let outcome = find(&verifier, &local.replace('.', " "), "acme.example", &STAFF[..3]).await;
        assert_eq!(outcome.address().unwrap().local(), local);
        assert!(outcome.is_verified() && outcome.found.as_ref().unwrap().confidence > 0.98);
        rcpt_sent += outcome.recipients_asked;
    }
    let rcpt_commands = lab.commands("acme.example").iter().filter(|line| line.starts_with("RCPT")).count();
    assert_eq!(rcpt_commands, rcpt_sent);
    assert!(
        rcpt_sent as f64 / STAFF.len() as f64 <= 1.3,
        "{rcpt_sent} RCPT commands for {} people",
        STAFF.len()
    );
}

#[tokio::test]
async fn without_a_known_pattern_candidates_are_tried_in_order_until_one_is_accepted() {
    let mut lab = Lab::start().await;
    let unusual =
        Script::new(
            |recipient| if recipient.local == "d_smith" { accepted() } else { say("550 5.1.1 Unknown") },
        );
    let rare = Script::new(
        |recipient| if recipient.local == "dsmith" { accepted() } else { say("550 5.1.1 Unknown") },
    );
    lab.domain("rare.example", rare).await;
    lab.domain("unusual.example", unusual).await;
    let verifier = lab.verifier();
    let outcome = find(&verifier, "David Smith", "rare.example", NO_KNOWN_ADDRESSES).await;
    assert_eq!(outcome.address().unwrap().local(), "dsmith");
    assert!(outcome.is_verified() && outcome.recipients_asked <= 3, "{}", outcome.recipients_asked);
    let outcome = find(&verifier, "David Smith", "unusual.example", NO_KNOWN_ADDRESSES).await;
    assert_eq!((outcome.found, outcome.reason), (None, Reason::MailboxNotFound));
    assert!(outcome.recipients_asked <= 8);
}

/// A server that accepts every name of one word and up to ten letters, and refuses the others that it does not know.
fn accepts_short_names() -> Script {
    Script::new(|recipient| {
        let local = recipient.local;
        let is_short = local.len() <= 10 && local.bytes().all(|byte| byte.is_ascii_alphabetic());
        if is_short || local == "maximilian.brandt" { accepted() } else { say("550 5.1.1 Unknown") }
    })
}

#[tokio::test]
async fn a_refused_name_of_another_form_proves_no_mailbox() {
    let mut lab = Lab::start().await;
    lab.domain("short.example", accepts_short_names()).await;
    let verifier = lab.verifier();
    let outcome = find(&verifier, "Jane Berg", "short.example", NO_KNOWN_ADDRESSES).await;
    assert!(!outcome.is_verified(), "{:#?}", outcome.explanation);
    for local in ["jberg", "mlund", "anna", "christine"] {
        let verdict = verifier.verify(&support::address(&format!("{local}@short.example"))).await;
        assert_ne!(verdict.reason, Reason::MailboxExists, "{local}: {:#?}", verdict.transcript);
    }
    let outcome = find(&verifier, "Maximilian Brandt", "short.example", &STAFF[..3]).await;
    assert!(outcome.is_verified(), "{:#?}", outcome.explanation);
}

#[tokio::test]
async fn a_decoy_of_a_longer_name_proves_no_shorter_mailbox() {
    let mut lab = Lab::start().await;
    lab.domain("short.example", accepts_short_names()).await;
    let verifier = lab.verifier();
    // A decoy as long as this name is refused.
    verifier.verify(&support::address("wolfeschlegelstein@short.example")).await;
    let known = ["anna weber", "bruno keller", "carla rossi"];
    let names: Vec<Name> = known.iter().map(|full| Name::parse(full).unwrap()).collect();
    let pairs = names.iter().zip(["aweber", "bkeller", "crossi"]);
    let learned = LearnedPatterns::of(pairs);
    let name = Name::parse("Jane Berg").unwrap();
    let company = CompanyTraits { headcount: Some(80), country: Some("US") };
    let request = FindRequest {
        name: &name,
        domain: "short.example",
        learned: &learned,
        company,
        refused: &[],
        suppressed: &[],
    };
    let outcome = verifier.find(request).await;
    assert_eq!(outcome.reason, Reason::CatchAll, "{:#?}", outcome.explanation);
}

#[tokio::test]
async fn people_of_a_company_share_one_decoy_whatever_the_length_of_their_names() {
    let mut lab = Lab::start().await;
    let names = ["Maximilian Brandtner", "Christine Hoffmann", "Anna Weber", "Lea Kurz", "Bo Lind", "Ida Ek"];
    let locals: Vec<String> = names.iter().map(|full| full.to_lowercase().replace(' ', ".")).collect();
    let of_server = locals.clone();
    let script = Script::new(move |recipient| match of_server.iter().any(|local| local == recipient.local) {
        true => accepted(),
        false => say("550 5.1.1 Unknown"),
    });
    lab.domain("acme.example", script).await;
    let verifier = lab.verifier();
    let mut asked = 0;
    for (full, local) in names.iter().zip(&locals) {
        let outcome = find(&verifier, full, "acme.example", &STAFF[..5]).await;
        assert_eq!(outcome.address().unwrap().local(), local);
        assert!(outcome.is_verified());
        asked += outcome.recipients_asked;
    }
    assert_eq!(asked, names.len() + 1);
}

#[tokio::test]
async fn a_mailbox_called_full_proves_nothing_where_every_name_is() {
    let mut lab = Lab::start().await;
    lab.domain("over-quota.example", Script::always("552 5.2.2 Mailbox size limit exceeded")).await;
    let one = Script::new(|recipient| match recipient.local {
        "dsmith" => say("552 5.2.2 Mailbox size limit exceeded"),
        _ => say("550 5.1.1 Unknown"),
    });
    lab.domain("one-full.example", one).await;
    let verifier = lab.verifier();
    let outcome = find(&verifier, "David Smith", "over-quota.example", NO_KNOWN_ADDRESSES).await;
    assert_eq!((outcome.reason, outcome.catch_all), (Reason::MailboxFull, Some(true)));
    let unproven = outcome.found.unwrap().confidence;
    let outcome = find(&verifier, "David Smith", "one-full.example", NO_KNOWN_ADDRESSES).await;
    assert_eq!((outcome.reason, outcome.catch_all), (Reason::MailboxFull, Some(false)));
    assert!(outcome.found.unwrap().confidence > unproven);
}

#[tokio::test]
async fn for_a_catch_all_server_the_pattern_decides() {
    let mut lab = Lab::start().await;
    lab.domain("acme.example", Script::always("250 2.1.5 Ok")).await;
    lab.domain("refuses.example", Script::always("554 5.7.1 Client host blocked")).await;
    let verifier = lab.verifier();
    for (domain, reason) in [("acme.example", Reason::CatchAll), ("refuses.example", Reason::RefusedNetwork)]
    {
        let strong = find(&verifier, "Jane Doe", domain, &STAFF[..4]).await;
        let weak = find(&verifier, "Jane Doe", domain, NO_KNOWN_ADDRESSES).await;
        assert_eq!((strong.reason, weak.reason), (reason, reason));
        assert!(!strong.is_verified() && strong.address().unwrap().local() == "jane.doe");
        assert!(strong.found.unwrap().confidence > 0.9 && weak.found.unwrap().confidence < 0.6);
    }
}

#[tokio::test]
async fn a_domain_without_mail_has_no_address_and_one_with_failed_dns_has_a_guess() {
    let lab = Lab::start().await;
    lab.mail("null.example", &[(0, ".")]);
    lab.mail_answer("failure.example", world::net::ZoneAnswer::Failure);
    let verifier = lab.verifier();
    for domain in ["null.example", "absent.example"] {
        assert_eq!(find(&verifier, "Jane Doe", domain, NO_KNOWN_ADDRESSES).await.found, None, "{domain}");
    }
    let outcome = find(&verifier, "Jane Doe", "failure.example", &STAFF[..4]).await;
    assert_eq!((outcome.address().unwrap().local(), outcome.reason), ("jane.doe", Reason::DnsFailure));
}

fn parsed(person: &WorldPerson) -> Name {
    Name::from_parts(&person.given_name, &person.family_name).unwrap()
}

/// Deterministic pseudo-random number for a person and a purpose.
fn dice(person: u64, purpose: u64) -> u64 {
    let mixed = (person ^ (purpose << 40)).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 33
}

/// A person's true local part. The world's companies always follow their pattern; here some people deviate, at rates
/// that differ by company, as in reality.
fn true_local(person: &WorldPerson) -> String {
    let stray_in_a_hundred = match dice(person.company, 1) % 100 {
        0..75 => 1,
        75..93 => 9,
        _ => 38,
    };
    let by_pattern = person.business_email.split_once('@').unwrap().0;
    if dice(person.index, 2) % 100 >= stray_in_a_hundred {
        return by_pattern.to_owned();
    }
    let name = parsed(person);
    let (first, last) = (name.first_key(), name.last_key());
    match dice(person.index, 3) % 10 {
        0..3 => format!("{first}.{last}"),
        3 => format!("{}{last}", &first[..1]),
        4 => first.to_owned(),
        5 => format!("{first}{last}"),
        _ => format!("{}{:03}", &first[..1], dice(person.index, 4) % 1_000),
    }
}

/// Calibration table: predictions and correct ones, by tenths of confidence.
#[derive(Default)]
struct Calibration {
    tenths: [(u32, u32, f64); 10],
}

impl Calibration {
    fn add(&mut self, predicted: f64, is_right: bool) {
        let tenth = &mut self.tenths[((predicted * 10.0) as usize).min(9)];
        tenth.0 += 1;
        tenth.1 += u32::from(is_right);
        tenth.2 += predicted;
    }
}

/// Predicts the address of one person per company from `known` addresses of colleagues.
fn predict(world: &World, known: usize, calibration: &mut Calibration) {
    for index in 0..world.company_count() {
        let staff: Vec<WorldPerson> =
            world.employees(index).take(known + 1).map(|person| world.person(person)).collect();
        let (training, targets) = staff.split_at(known.min(staff.len()));
        let samples: Vec<(Name, String)> =
            training.iter().map(|person| (parsed(person), true_local(person))).collect();
        let learned = LearnedPatterns::of(samples.iter().map(|(name, local)| (name, local.as_str())));
        let profile = world.company(index);
        let country = profile.locations[0].country.clone();
        let company = CompanyTraits { headcount: Some(profile.headcount), country: country.as_deref() };
        for person in targets {
            let best = candidates(&parsed(person), "acme.example", &learned, company).swap_remove(0);
            calibration.add(best.probability, best.address.local() == true_local(person));
        }
    }
}

#[test]
fn confidence_is_calibrated() {
    let as_of: Timestamp = "2026-05-20T08:00:00Z".parse().unwrap();
    let mut calibration = Calibration::default();
    for seed in 1..=2 {
        let world = World::new(WorldOptions { seed, people: 16_000, as_of });
        for known in [0, 1, 3] {
            predict(&world, known, &mut calibration);
        }
    }
    let shares: Vec<(f64, f64, u32)> = calibration
        .tenths
        .into_iter()
        .filter(|(count, ..)| *count >= 100)
        .map(|(count, right, predicted)| {
            (predicted / f64::from(count), f64::from(right) / f64::from(count), count)
        })
        .collect();
    println!("predicted, right, count: {shares:.3?}");
    assert!(shares.len() >= 4, "too few predictions");
    let answers: f64 = shares.iter().map(|(.., count)| f64::from(*count)).sum();
    let off = shares.iter().map(|(predicted, right, count)| (predicted - right).abs() * f64::from(*count));
    let error = off.sum::<f64>() / answers;
    println!("expected calibration error {error:.3} of {answers} predictions");
    assert!(error <= 0.03, "expected calibration error {error:.3}");
    for (predicted, right, count) in shares {
        // Allow two standard errors for chance.
        let chance = 2.0 * (predicted * (1.0 - predicted) / f64::from(count)).sqrt();
        assert!(
            (predicted - right).abs() < 0.04 + chance,
            "predicted {predicted:.3}, right {right:.3} of {count}"
        );
    }
}
