//! Finding addresses: the right one, in few questions, with a confidence that means what it says.

#![allow(clippy::unwrap_used)]

mod support;

use contact::{CompanyTraits, FindOutcome, FindRequest, LearnedPatterns, Reason, Verifier, candidates};
use jiff::Timestamp;
use records::name::Name;
use support::{
    Lab,
    script::{STAFF, Script, say, taken},
};
use world::{World, WorldOptions, WorldPerson};

const NOBODY_KNOWN: &[&str] = &[];

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
    verifier.find(FindRequest { name: &name, domain, learned: &learned, company }).await
}

#[tokio::test]
async fn where_the_pattern_is_known_a_person_costs_little_more_than_one_question() {
    let mut lab = Lab::start().await;
    lab.domain("acme.example", Script::normal()).await;
    let verifier = lab.verifier();
    let mut questions = 0;
    for local in STAFF {
        let outcome = find(&verifier, &local.replace('.', " "), "acme.example", &STAFF[..3]).await;
        assert_eq!(outcome.address().unwrap().local(), local);
        assert!(outcome.is_verified() && outcome.found.as_ref().unwrap().confidence > 0.98);
        questions += outcome.recipients_asked;
    }
    let asked = lab.heard("acme.example").iter().filter(|line| line.starts_with("RCPT")).count();
    assert_eq!(asked, questions);
    assert!(questions as f64 / STAFF.len() as f64 <= 1.3, "{questions} questions for {} people", STAFF.len());
}

#[tokio::test]
async fn where_nothing_is_known_the_candidates_are_asked_in_order_until_one_is_taken() {
    let mut lab = Lab::start().await;
    let unusual =
        Script::new(|asked| if asked.local == "d_smith" { taken() } else { say("550 5.1.1 Unknown") });
    let rare = Script::new(|asked| if asked.local == "dsmith" { taken() } else { say("550 5.1.1 Unknown") });
    lab.domain("rare.example", rare).await;
    lab.domain("unusual.example", unusual).await;
    let verifier = lab.verifier();
    let outcome = find(&verifier, "David Smith", "rare.example", NOBODY_KNOWN).await;
    assert_eq!(outcome.address().unwrap().local(), "dsmith");
    assert!(outcome.is_verified() && outcome.recipients_asked <= 3, "{}", outcome.recipients_asked);
    let outcome = find(&verifier, "David Smith", "unusual.example", NOBODY_KNOWN).await;
    assert_eq!((outcome.found, outcome.reason), (None, Reason::MailboxNotFound));
    assert!(outcome.recipients_asked <= 8);
}

#[tokio::test]
async fn a_server_that_takes_everything_leaves_the_pattern_to_decide() {
    let mut lab = Lab::start().await;
    lab.domain("acme.example", Script::always("250 2.1.5 Ok")).await;
    lab.domain("refuses.example", Script::always("554 5.7.1 Client host blocked")).await;
    let verifier = lab.verifier();
    for (domain, reason) in [("acme.example", Reason::CatchAll), ("refuses.example", Reason::RefusedNetwork)]
    {
        let strong = find(&verifier, "Jane Doe", domain, &STAFF[..4]).await;
        let weak = find(&verifier, "Jane Doe", domain, NOBODY_KNOWN).await;
        assert_eq!((strong.reason, weak.reason), (reason, reason));
        assert!(!strong.is_verified() && strong.address().unwrap().local() == "jane.doe");
        assert!(strong.found.unwrap().confidence > 0.9 && weak.found.unwrap().confidence < 0.6);
    }
}

#[tokio::test]
async fn a_domain_without_mail_has_no_addresses_and_one_that_cannot_be_asked_has_guesses() {
    let lab = Lab::start().await;
    lab.mail("null.example", &[(0, ".")]);
    lab.mail_answer("failure.example", world::net::ZoneAnswer::Failure);
    let verifier = lab.verifier();
    for domain in ["null.example", "absent.example"] {
        assert_eq!(find(&verifier, "Jane Doe", domain, NOBODY_KNOWN).await.found, None, "{domain}");
    }
    let outcome = find(&verifier, "Jane Doe", "failure.example", &STAFF[..4]).await;
    assert_eq!((outcome.address().unwrap().local(), outcome.reason), ("jane.doe", Reason::DnsFailure));
}

fn parsed(person: &WorldPerson) -> Name {
    Name::from_parts(&person.given_name, &person.family_name).unwrap()
}

/// A number that is always the same for the same person and purpose.
fn dice(person: u64, purpose: u64) -> u64 {
    let mixed = (person ^ (purpose << 40)).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 33
}

/// A person's true local part. The world's companies keep to their pattern without exception; here most keep it
/// nearly always, some often and a few hardly, as companies do.
fn true_local(person: &WorldPerson) -> String {
    let stray_in_a_hundred = match dice(person.company, 1) % 100 {
        0..75 => 1,
        75..93 => 9,
        _ => 38,
    };
    let kept = person.business_email.split_once('@').unwrap().0;
    if dice(person.index, 2) % 100 >= stray_in_a_hundred {
        return kept.to_owned();
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

/// Of the answers given with a confidence, how many are right, by tenths of confidence.
#[derive(Default)]
struct Kept {
    tenths: [(u32, u32, f64); 10],
}

impl Kept {
    fn note(&mut self, promised: f64, is_right: bool) {
        let tenth = &mut self.tenths[((promised * 10.0) as usize).min(9)];
        tenth.0 += 1;
        tenth.1 += u32::from(is_right);
        tenth.2 += promised;
    }
}

/// Asks about one person of every company of which `known` addresses are known.
fn judge(world: &World, known: usize, kept: &mut Kept) {
    for index in 0..world.company_count() {
        let staff: Vec<WorldPerson> =
            world.employees(index).take(known + 1).map(|person| world.person(person)).collect();
        let (teachers, sought) = staff.split_at(known.min(staff.len()));
        let lessons: Vec<(Name, String)> =
            teachers.iter().map(|person| (parsed(person), true_local(person))).collect();
        let learned = LearnedPatterns::of(lessons.iter().map(|(name, local)| (name, local.as_str())));
        let profile = world.company(index);
        let country = profile.locations[0].country.clone();
        let company = CompanyTraits { headcount: Some(profile.headcount), country: country.as_deref() };
        for person in sought {
            let best = candidates(&parsed(person), "acme.example", &learned, company).swap_remove(0);
            kept.note(best.probability, best.address.local() == true_local(person));
        }
    }
}

#[test]
fn a_confidence_of_nine_in_ten_is_right_nine_times_in_ten() {
    let as_of: Timestamp = "2026-05-20T08:00:00Z".parse().unwrap();
    let mut kept = Kept::default();
    for seed in 1..=2 {
        let world = World::new(WorldOptions { seed, people: 16_000, as_of });
        for known in [0, 1, 3] {
            judge(&world, known, &mut kept);
        }
    }
    let judged: Vec<(f64, f64, u32)> = kept
        .tenths
        .into_iter()
        .filter(|(count, ..)| *count >= 100)
        .map(|(count, right, promised)| {
            (promised / f64::from(count), f64::from(right) / f64::from(count), count)
        })
        .collect();
    println!("promised, kept, answers: {judged:.3?}");
    assert!(judged.len() >= 4, "too few answers to judge by");
    for (promised, kept, count) in judged {
        // Twice the standard error is what chance alone may move a share.
        let chance = 2.0 * (promised * (1.0 - promised) / f64::from(count)).sqrt();
        assert!((promised - kept).abs() < 0.04 + chance, "promised {promised:.3}, kept {kept:.3} of {count}");
    }
}
