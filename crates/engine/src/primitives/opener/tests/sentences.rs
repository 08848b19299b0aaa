//! Sentences about companies and profiles, and the forms of numbers, dates and names in each language.

use records::{Education, Funding, FundingRound, Location, Money, Openings, Technology};

use super::*;

fn quill(round: &str, amount: Option<(i64, &str)>) -> Company {
    let round = FundingRound {
        round: round.into(),
        amount: amount.map(|(amount, currency)| Money { amount, currency: currency.into() }),
        announced_at: Some("2025-11-20".parse().unwrap()),
        investors: vec!["Aspen Capital".into(), "Ibis Partners".into()],
    };
    Company {
        name: "Quill".into(),
        domain: Some("quill.example".into()),
        funding: Some(Funding { rounds: vec![round], ..Funding::default() }),
        openings: Some(Openings {
            count: 1_234,
            by_department: [("sales".to_owned(), 4), ("hr".to_owned(), 3)].into(),
        }),
        technologies: vec![Technology { name: "Kafka".into(), category: None, last_seen_at: None }],
        employee_count: Some(28),
        founded_year: Some(1998),
        location: Some(Location { city: Some("Vienna".into()), ..Location::default() }),
        ..Company::default()
    }
}

fn ada() -> Person {
    Person {
        education: vec![Education {
            school: "Universität Blautal".into(),
            field: Some("Physics".into()),
            ..Education::default()
        }],
        certifications: vec!["CISSP".into()],
        skills: vec!["SQL".into(), "Rust".into(), "Go".into(), "Java".into()],
        languages: vec!["German".into(), "English".into()],
        location: Some(Location { city: Some("Munich".into()), ..Location::default() }),
        ..person(&[("Quill", "VP Sales", "2025-01", "")])
    }
}

#[test]
fn every_fact_of_a_company_and_a_profile_is_told_in_every_language() {
    let company = quill("series_a", Some((12_500_000, "EUR")));
    let expected: [&[&str]; 4] = [
        &[
            "I saw that Quill raised a Series A of €12.5 million from Aspen Capital and Ibis Partners in November 2025.",
            "Quill has 1,234 open positions right now, 4 of them in sales.",
            "I see that you studied Physics at Universität Blautal.",
            "I noticed your CISSP certification.",
            "Your profile names SQL, Rust and Go among your skills.",
            "I see that you speak German and English.",
            "I saw that Quill uses Kafka.",
            "Quill is a team of 28 people.",
            "Quill has been in business since 1998.",
            "You are based in Munich, while Quill has its headquarters in Vienna.",
        ],
        &[
            "Ich habe gesehen, dass Quill im November 2025 eine Series-A-Runde über 12,5 Millionen Euro mit Aspen Capital und Ibis Partners abgeschlossen hat.",
            "Quill hat zurzeit 1.234 offene Stellen, davon 4 im Vertrieb.",
            "Wie ich sehe, haben Sie an der Universität Blautal Physics studiert.",
            "Mir ist Ihre Zertifizierung aufgefallen: CISSP.",
            "Ihr Profil nennt SQL, Rust und Go unter Ihren Kenntnissen.",
            "Ich sehe, dass Sie Deutsch und Englisch sprechen.",
            "Ich habe gesehen, dass Quill Kafka einsetzt.",
            "Quill ist ein Team von 28 Leuten.",
            "Quill gibt es seit 1998.",
            "Ihr Standort ist München, während Quill den Hauptsitz in Wien hat.",
        ],
        &[
            "J’ai vu que Quill a levé 12,5 millions d’euros en série A auprès d’Aspen Capital et Ibis Partners en novembre 2025.",
            "Quill a actuellement 1\u{202f}234 postes à pourvoir, dont 4 dans la vente.",
            "Je vois que vous avez étudié à Universität Blautal (Physics).",
            "J’ai remarqué votre certification\u{a0}: CISSP.",
            "Votre profil cite SQL, Rust et Go parmi vos compétences.",
            "Je vois que vous parlez allemand et anglais.",
            "J’ai vu que Quill utilise Kafka.",
            "Quill est une équipe de 28 personnes.",
            "Quill existe depuis 1998.",
            "Vous êtes à Munich, tandis que Quill a son siège à Vienne.",
        ],
        &[
            "He visto que Quill cerró una ronda Serie A de 12,5 millones de euros con Aspen Capital e Ibis Partners en noviembre de 2025.",
            "Quill tiene ahora mismo 1234 vacantes, 4 de ellas en ventas.",
            "Veo que estudió Physics en Universität Blautal.",
            "Me he fijado en su certificación: CISSP.",
            "Su perfil menciona SQL, Rust y Go entre sus competencias.",
            "Veo que habla alemán e inglés.",
            "He visto que Quill utiliza Kafka.",
            "Quill es un equipo de 28 personas.",
            "Quill existe desde 1998.",
            "Está en Múnich, mientras que Quill tiene su sede en Viena.",
        ],
    ];
    for (language, expected) in Language::ALL.into_iter().zip(expected) {
        let told = openers(&ada(), Some(&company), &[], 20, language, now());
        let told: Vec<&str> = told.iter().map(|opener| opener.text.as_str()).collect();
        assert_eq!(told, expected, "{language:?}");
    }
}

#[test]
fn rounds_and_amounts_have_the_forms_of_the_language() {
    let first = |round: &str, amount, language| {
        let told = openers(&ada(), Some(&quill(round, amount)), &[], 1, language, now());
        told[0].text.clone()
    };
    for (round, amount, expected) in [
        (
            "seed",
            Some((1_000_000, "USD")),
            [
                "raised a seed round of $1 million",
                "eine Seed-Runde über 1 Million US-Dollar",
                "levé 1 million de dollars en amorçage",
                "una ronda semilla de un millón de dólares",
            ],
        ),
        (
            "series_c",
            Some((1_250_000_000, "CHF")),
            [
                "a Series C of CHF 1.3 billion",
                "eine Series-C-Runde über 1,3 Milliarden Franken",
                "levé 1,3 milliard de francs suisses en série C",
                "una ronda Serie C de 1300 millones de francos suizos",
            ],
        ),
        (
            "venture",
            Some((999_999_999, "USD")),
            [
                "raised $1 billion",
                "1 Milliarde US-Dollar",
                "levé 1 milliard de dollars",
                "captó 1000 millones de dólares",
            ],
        ),
        (
            "grant",
            Some((40_000, "SEK")),
            [
                "received a grant of SEK 40,000",
                "eine Förderung über 40.000 SEK erhalten hat",
                "obtenu une subvention de 40\u{202f}000 SEK",
                "recibió una subvención de 40.000 SEK",
            ],
        ),
        (
            "ipo",
            None,
            ["went public", "an die Börse gegangen ist", "a fait son entrée en bourse", "salió a bolsa"],
        ),
        (
            "venture",
            None,
            [
                "raised new funding",
                "neues Kapital mit Aspen Capital und Ibis Partners eingesammelt hat",
                "a levé de nouveaux fonds",
                "captó nueva financiación",
            ],
        ),
    ] {
        for (language, expected) in Language::ALL.into_iter().zip(expected) {
            let told = first(round, amount, language);
            assert!(told.contains(expected), "{round} {language:?}: {told}");
        }
    }
}

#[test]
fn each_first_line_names_its_field() {
    let told = openers(&ada(), Some(&quill("series_a", None)), &[], 20, Language::En, now());
    let fields: Vec<&str> = told.iter().map(|opener| opener.fact.as_str()).collect();
    let expected =
        ["company.funding.rounds[0]", "company.openings", "education[0]", "certifications[0]", "skills"];
    assert_eq!(fields[..5], expected);
}

#[test]
fn old_news_and_news_of_a_company_that_was_left_are_left_out() {
    let mut company = quill("series_a", None);
    company.funding.as_mut().unwrap().rounds[0].announced_at = Some("2022".parse().unwrap());
    let told = lines(&ada(), Some(&company), Language::En);
    assert!(told.iter().all(|line| !line.contains("raised")), "{told:?}");
    let mut gone = ada();
    gone.experience[0].ended_at = "2026-01".parse().ok();
    let told = lines(&gone, Some(&quill("series_a", None)), Language::En);
    assert_eq!(told[0], "You worked as VP Sales at Quill until January 2026.");
    assert!(told.iter().skip(1).all(|line| !line.contains("Quill")), "{told:?}");
}

#[test]
fn a_name_with_a_full_stop_does_not_end_a_sentence_twice() {
    let mut ada = person(&[("Quill", "VP Sales", "2020-01", ""), ("Harbor", "Rep", "2015-01", "2019-12")]);
    ada.experience[1].company.name = Some("Harbor Inc.".into());
    for language in [Language::En, Language::Es] {
        let told = lines(&ada, None, language);
        assert!(told[1].ends_with("Harbor Inc."), "{told:?}");
    }
}

#[test]
fn a_record_without_facts_gives_no_first_line() {
    let bare = Person { full_name: "No Body".into(), ..Person::default() };
    assert_eq!(openers(&bare, None, &[], 4, Language::En, now()), []);
}
