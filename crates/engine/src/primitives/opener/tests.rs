use records::{Education, Experience, Funding, FundingRound, Location, Money, Openings, Technology};

use super::*;

fn now() -> Timestamp {
    "2026-03-04T12:00:00Z".parse().unwrap()
}

fn employer(name: &str, domain: &str) -> Employer {
    Employer { name: Some(name.into()), domain: Some(domain.into()), ..Employer::default() }
}

fn ada() -> Person {
    let position = |company: Employer, title: &str, from: &str, to: Option<&str>| Experience {
        company,
        title: Some(title.into()),
        started_at: Some(from.parse().unwrap()),
        ended_at: to.map(|to| to.parse().unwrap()),
        ..Experience::default()
    };
    Person {
        full_name: "Ada Winter".into(),
        first_name: Some("Ada".into()),
        title: Some("VP Sales".into()),
        company: Some(employer("Quill", "quill.example")),
        experience: vec![
            position(employer("Quill", "quill.example"), "VP Sales", "2026-02", None),
            position(employer("Harbor", "harbor.example"), "Sales Director", "2021-01", Some("2026-02")),
        ],
        education: vec![Education { school: "Uppsala University".into(), ..Education::default() }],
        ..Person::default()
    }
}

fn moved() -> Signal {
    let change = Change {
        person_id: "per_1".into(),
        full_name: "Ada Winter".into(),
        network_url: None,
        old_title: Some("Sales Director".into()),
        old_company: employer("Harbor", "harbor.example"),
        new_title: Some("VP Sales".into()),
        seniority: None,
        departments: Vec::new(),
        country: None,
        changed_at: "2026-02".parse().unwrap(),
        announcement: None,
    };
    Signal {
        id: "sig_1".into(),
        kind: SignalKind::JobChange,
        at: now(),
        company: Some(employer("Quill", "quill.example")),
        funding: None,
        acquisition: None,
        job: None,
        change: Some(change),
        company_change: None,
        sources: Vec::new(),
    }
}

fn quill() -> Company {
    let round = FundingRound {
        round: "series_a".into(),
        amount: Some(Money { amount: 12_500_000, currency: "EUR".into() }),
        announced_at: Some("2025-11-20".parse().unwrap()),
        investors: vec!["North Capital".into(), "Ridge Partners".into()],
    };
    Company {
        name: "Quill".into(),
        funding: Some(Funding { rounds: vec![round], ..Funding::default() }),
        openings: Some(Openings {
            count: 7,
            by_department: [("sales".to_owned(), 4), ("hr".to_owned(), 3)].into(),
        }),
        technologies: vec![Technology { name: "Kafka".into(), category: None, last_seen_at: None }],
        location: Some(Location { city: Some("Oslo".into()), ..Location::default() }),
        ..Company::default()
    }
}

#[test]
fn the_newest_facts_come_first_and_each_names_its_field() {
    let found = openers(&ada(), Some(&quill()), &[moved()], 4, now());
    let texts: Vec<&str> = found.iter().map(|opener| opener.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "Congratulations on joining Quill as VP Sales in February 2026, after your time at Harbor.",
            "I saw that Quill raised a Series A of €12.5 million from North Capital and Ridge Partners in November 2025.",
            "Quill has 7 open positions right now, 4 of them in sales.",
            "I see that you went to Uppsala University.",
        ]
    );
    assert_eq!(found[1].fact, "company.funding.rounds[0]");
}

#[test]
fn old_events_are_left_out() {
    let mut company = quill();
    company.funding.as_mut().unwrap().rounds[0].announced_at = Some("2022".parse().unwrap());
    let mut old = moved();
    old.change.as_mut().unwrap().changed_at = "2025-01".parse().unwrap();
    let found = openers(&ada(), Some(&company), &[old], 9, now());
    assert!(found.iter().all(|opener| !opener.text.contains("raised") && !opener.text.contains("joining")));
}

#[test]
fn a_company_is_mentioned_once() {
    let mut ada = ada();
    let before = Experience {
        company: employer("Anchor", "anchor.example"),
        title: Some("Account Executive".into()),
        ..Experience::default()
    };
    ada.experience.push(before);
    let found = openers(&ada, None, &[moved()], 4, now());
    assert_eq!(found[1].text, "Before Quill, you worked as Account Executive at Anchor.");
    assert_eq!(found[1].fact, "experience[2]");
    let settled = openers(&ada, None, &[], 4, now());
    assert_eq!(settled[0].text, "Before Quill, you worked as Sales Director at Harbor.");
}

#[test]
fn a_name_with_a_full_stop_does_not_end_a_sentence_twice() {
    let mut ada = ada();
    ada.experience[1].company = employer("Harbor Inc.", "harbor.example");
    let found = openers(&ada, None, &[], 9, now());
    assert_eq!(found[0].text, "Before Quill, you worked as Sales Director at Harbor Inc.");
}

#[test]
fn several_positions_at_the_company_left_are_one_stay() {
    let mut ada = ada();
    ada.experience[1].started_at = Some("2025-11".parse().unwrap());
    let mut first = ada.experience[1].clone();
    (first.started_at, first.ended_at) = ("2019-11".parse().ok(), "2025-11".parse().ok());
    ada.experience.push(first);
    let moved = moved();
    let seed = congratulation(&ada, moved.change.as_ref().unwrap(), moved.company.as_ref());
    assert_eq!(seed.text, "Ada, congratulations on joining Quill as VP Sales after 6 years at Harbor.");
}

#[test]
fn a_record_without_facts_gives_no_opener() {
    let bare = Person { full_name: "No Body".into(), ..Person::default() };
    assert_eq!(openers(&bare, None, &[], 4, now()), []);
}

#[test]
fn a_congratulation_names_the_years_before() {
    let moved = moved();
    let change = moved.change.as_ref().unwrap();
    assert_eq!(
        congratulation(&ada(), change, moved.company.as_ref()).text,
        "Ada, congratulations on joining Quill as VP Sales after 5 years at Harbor."
    );
    let unknown = Change { new_title: None, ..change.clone() };
    assert_eq!(
        congratulation(&Person { full_name: "Ada Winter".into(), ..Person::default() }, &unknown, None).text,
        "Ada Winter, congratulations on your new role."
    );
}

#[test]
fn a_person_who_came_back_is_not_said_to_have_stayed() {
    let mut ada = ada();
    let mut first = ada.experience[0].clone();
    (first.started_at, first.ended_at) = ("2001-05".parse().ok(), "2004-12".parse().ok());
    ada.experience.push(first);
    let texts: Vec<String> =
        openers(&ada, None, &[moved()], 9, now()).into_iter().map(|opener| opener.text).collect();
    assert_eq!(
        texts[0],
        "Congratulations on returning to Quill as VP Sales in February 2026, after your time at Harbor."
    );
    assert!(texts.iter().all(|text| !text.contains("You have been with Quill")), "{texts:?}");
    let moved = moved();
    let seed = congratulation(&ada, moved.change.as_ref().unwrap(), moved.company.as_ref());
    assert_eq!(seed.text, "Ada, congratulations on returning to Quill as VP Sales after 5 years at Harbor.");
}
