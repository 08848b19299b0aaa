use proptest::prelude::*;

use super::reader::MAX_DEPARTMENTS;
use super::*;

const LABELLED: &str = include_str!("labelled.txt");

/// The result for a title in the format of the labelled list.
fn written(title: &str) -> String {
    let reading = read_title(title);
    let seniority = reading.seniority.map_or("-", Seniority::as_str);
    let departments: Vec<&str> = reading.departments.iter().map(|d| d.as_str()).collect();
    let departments = if departments.is_empty() { "-".to_owned() } else { departments.join(" ") };
    format!("{seniority} | {departments}")
}

#[test]
fn every_labelled_title_has_its_labels() {
    let mut wrong = Vec::new();
    for line in LABELLED.lines().filter(|line| !line.starts_with('#')) {
        let (title, label) = line.split_once(" | ").expect("a title and its label");
        let got = written(title);
        if got != label {
            wrong.push(format!("{title}: labelled {label}, read {got}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

/// A function, its department, and whether its managers are managers of people.
const FUNCTIONS: &[(&str, Department, bool)] = &[
    ("HR", Department::Hr, true),
    ("Human Resources", Department::Hr, true),
    ("Recruiting", Department::Hr, true),
    ("Talent Acquisition", Department::Hr, true),
    ("Sales", Department::Sales, true),
    ("Inside Sales", Department::Sales, true),
    ("Marketing", Department::Marketing, true),
    ("Digital Marketing", Department::Marketing, false),
    ("Communications", Department::Marketing, true),
    ("Public Relations", Department::Marketing, true),
    ("Finance", Department::Finance, true),
    ("Accounting", Department::Finance, true),
    ("Tax", Department::Finance, true),
    ("Treasury", Department::Finance, true),
    ("Payroll", Department::Finance, true),
    ("Internal Audit", Department::Finance, true),
    ("IT", Department::It, true),
    ("Information Technology", Department::It, true),
    ("Engineering", Department::Engineering, true),
    ("Software Development", Department::Engineering, true),
    ("Data Science", Department::Data, true),
    ("Business Intelligence", Department::Data, true),
    ("Information Security", Department::Security, true),
    ("Operations", Department::Operations, true),
    ("Supply Chain", Department::Operations, true),
    ("Logistics", Department::Operations, true),
    ("Production", Department::Operations, true),
    ("Maintenance", Department::Operations, true),
    ("Procurement", Department::Procurement, true),
    ("Purchasing", Department::Procurement, true),
    ("Legal", Department::Legal, true),
    ("Compliance", Department::Legal, true),
    ("Customer Service", Department::Support, true),
    ("Technical Support", Department::Support, true),
    ("Design", Department::Design, true),
    ("Research", Department::Research, true),
    ("Nursing", Department::Health, true),
    ("Administration", Department::Administration, true),
    ("Consulting", Department::Consulting, true),
    ("Product", Department::Product, false),
    ("Project", Department::ProjectManagement, false),
    ("Customer Success", Department::CustomerSuccess, false),
    ("Business Development", Department::BusinessDevelopment, false),
];

#[test]
fn a_rank_word_decides_the_rank_and_a_function_the_department_in_any_order() {
    let mut wrong = Vec::new();
    for &(function, department, manages_people) in FUNCTIONS {
        for (rank, seniority) in [
            ("Director", Seniority::Director),
            ("VP", Seniority::Vp),
            ("Vice President", Seniority::Vp),
            ("Head", Seniority::Head),
            ("Manager", Seniority::Manager),
            ("Intern", Seniority::Intern),
        ] {
            for title in [
                format!("{function} {rank}"),
                format!("{rank} of {function}"),
                format!("{rank}, {function}"),
                format!("Senior {function} {rank}"),
            ] {
                let manager_of_things =
                    seniority == Seniority::Manager && !manages_people && title.ends_with(rank);
                let reading = read_title(&title);
                if (!manager_of_things && reading.seniority != Some(seniority))
                    || reading.departments.first() != Some(&department)
                {
                    wrong.push(format!("{title}: {}", written(&title)));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_word_for_a_beginner_is_never_above_its_rank() {
    for &(function, ..) in FUNCTIONS {
        for rank in ["Director", "Head", "Manager", "Controller", "Engineer"] {
            let junior = read_title(&format!("Junior {function} {rank}")).seniority;
            assert_eq!(junior, Some(Seniority::Entry), "Junior {function} {rank}");
            for beginner in
                ["Intern", "Working Student", "Apprentice", "Werkstudent", "Stagiaire", "Stagista"]
            {
                for title in [
                    format!("{beginner} {function} {rank}"),
                    format!("{function} {rank} {beginner}"),
                    format!("{beginner}, {function} {rank}"),
                ] {
                    assert_eq!(read_title(&title).seniority, Some(Seniority::Intern), "{title}");
                }
            }
        }
    }
}

#[test]
fn an_assistant_of_a_chief_is_not_a_chief() {
    for title in [
        "Assistant to the CEO",
        "CEO Assistant",
        "CEO Secretary",
        "Assistant CEO",
        "Assistenz Geschäftsleitung",
        "Geschäftsführungsassistenz",
        "Assistante du directeur général",
        "Asistente del Director General",
        "Directieassistente",
        "VD-assistent",
        "Assistente dell'Amministratore Delegato",
        "Asystentka Prezesa",
        "Asistentka generálního ředitele",
        "Genel Müdür Asistanı",
    ] {
        assert_eq!(written(title), "professional | administration", "{title}");
    }
}

#[test]
fn capitals_and_accents_do_not_matter() {
    for line in LABELLED.lines().filter(|line| !line.starts_with('#')) {
        let (title, _) = line.split_once(" | ").expect("a title and its label");
        let plain = any_ascii::any_ascii(title);
        assert_eq!(read_title(title), read_title(&title.to_uppercase()), "{title}");
        assert_eq!(read_title(title), read_title(&plain.to_lowercase()), "{title}");
    }
}

#[test]
fn decomposed_accents_are_the_same_letters() {
    assert_eq!(read_title("Gescha\u{308}ftsfu\u{308}hrer"), read_title("Geschäftsführer"));
}

proptest! {
    #[test]
    fn any_text_is_processed_without_panic(title in ".*") {
        let reading = read_title(&title);
        prop_assert!(reading.departments.len() <= MAX_DEPARTMENTS);
    }

    #[test]
    fn a_company_after_at_changes_nothing(company in "[A-Za-z ]{0,20}") {
        let title = format!("Head of Sales at {company}");
        prop_assert_eq!(read_title(&title), read_title("Head of Sales"));
    }
}

#[test]
fn a_title_that_names_the_title_of_another_person_is_not_that_title() {
    for title in [
        "Office of the CTO",
        "CEO Coach",
        "C-Level Recruiter",
        "Driver for CEO",
        "Driver for the Managing Director",
        "Wife of the CEO",
        "Son of the owner",
        "Executive Advisor to the CEO",
        "Executive Assistant to the President",
        "Chief Petty Officer",
        "Chief Warrant Officer",
        "Fahrer des Vorstands",
        "Chauffeur du président",
        "Chofer del director general",
        "Asesor del presidente",
        "Chauffeur van de algemeen directeur",
        "Autista del presidente",
        "Motorista do presidente",
        "Kierowca prezesa zarządu",
        "Chaufför till koncernchef",
        "CEO danışmanı",
        "Chef de partie",
        "Chef de projet",
        "Maître de cérémonie",
        "Master of Ceremonies",
        "Zeremonienmeister",
    ] {
        let seniority = read_title(title).seniority;
        assert!(seniority.is_none_or(|seniority| seniority > Seniority::Manager), "{title}: {seniority:?}");
    }
    for (title, seniority) in [
        ("Chief of Staff to the CEO", Seniority::Director),
        ("Director, Office of the CTO", Seniority::Director),
        ("Chairman of the Board", Seniority::CSuite),
        ("President of the Board of Directors", Seniority::CSuite),
        ("Vorsitzender der Geschäftsführung", Seniority::CSuite),
        ("Mitglied der Geschäftsleitung", Seniority::CSuite),
        ("CEO & Executive Coach", Seniority::CSuite),
        ("Founder and Coach", Seniority::Founder),
        ("Owner, Personal Trainer", Seniority::Owner),
    ] {
        assert_eq!(read_title(title).seniority, Some(seniority), "{title}");
    }
}

#[test]
fn a_deputy_is_one_rank_below_in_every_language() {
    for (title, seniority) in [
        ("Deputy CEO", Seniority::Vp),
        ("Deputy Head of Sales", Seniority::Director),
        ("Deputy Director", Seniority::Director),
        ("Stellvertretender Geschäftsführer", Seniority::Vp),
        ("Stellv. Leiterin Einkauf", Seniority::Director),
        ("Directeur général adjoint", Seniority::Vp),
        ("Director General Adjunto", Seniority::Vp),
        ("Subdirectora general", Seniority::Vp),
        ("Adjunct-hoofd", Seniority::Director),
        ("Plaatsvervangend afdelingshoofd", Seniority::Director),
        ("Vice direttore generale", Seniority::Vp),
        ("Diretor geral adjunto", Seniority::Vp),
        ("Zastępca dyrektora generalnego", Seniority::Vp),
        ("Vice VD", Seniority::Vp),
        ("Biträdande avdelningschef", Seniority::Director),
        ("Genel müdür yardımcısı", Seniority::Vp),
        ("Vice President", Seniority::Vp),
        ("Deputy General Manager", Seniority::Head),
    ] {
        assert_eq!(read_title(title).seniority, Some(seniority), "{title}");
    }
}
