//! Careers with gaps, returns, parallel jobs and promotions, and the sentences expected in each language.

use super::*;

struct Case {
    what: &'static str,
    positions: &'static [(&'static str, &'static str, &'static str, &'static str)],
    /// English, German, French, Spanish.
    lines: [&'static [&'static str]; 4],
}

const CASES: &[Case] = &[
    Case {
        what: "a move after five years",
        positions: &[
            ("Quill", "VP Sales", "2026-02-01", ""),
            ("Harbor", "Sales Director", "2021-01", "2026-01"),
        ],
        lines: [
            &["Congratulations on joining Quill as VP Sales in February 2026, after five years at Harbor."],
            &[
                "Herzlichen Glückwunsch zum Einstieg bei Quill als VP Sales im Februar 2026, nach fünf Jahren bei Harbor.",
            ],
            &[
                "Félicitations pour votre arrivée chez Quill comme VP Sales en février 2026, après cinq ans chez Harbor.",
            ],
            &[
                "Enhorabuena por su incorporación a Quill como VP Sales en febrero de 2026, tras cinco años en Harbor.",
            ],
        ],
    },
    Case {
        what: "a return",
        positions: &[
            ("Acorn", "VP of Legal", "2025-11-02", ""),
            ("Birch", "Head of Legal", "2021-03", "2025-10"),
            ("Acorn", "Legal Counsel", "2001-05", "2004-12"),
        ],
        lines: [
            &[
                "Congratulations on returning to Acorn as VP of Legal in November 2025, after more than four years at Birch.",
            ],
            &[
                "Herzlichen Glückwunsch zur Rückkehr zu Acorn als VP of Legal im November 2025, nach mehr als vier Jahren bei Birch.",
            ],
            &[
                "Félicitations pour votre retour chez Acorn comme VP of Legal en novembre 2025, après plus de quatre ans chez Birch.",
            ],
            &[
                "Enhorabuena por su regreso a Acorn como VP of Legal en noviembre de 2025, tras más de cuatro años en Birch.",
            ],
        ],
    },
    Case {
        what: "a return long ago",
        positions: &[
            ("Acorn", "VP of Legal", "2015-03", ""),
            ("Birch", "Head of Legal", "2013-04", "2015-02"),
            ("Acorn", "Legal Counsel", "2008-05", "2013-03"),
        ],
        lines: [
            &[
                "You have been back at Acorn for eleven years now, after two years away.",
                "Before you came back to Acorn, you worked as Head of Legal at Birch.",
            ],
            &[
                "Sie sind inzwischen seit elf Jahren wieder bei Acorn, nach zwei Jahren anderswo.",
                "Vor Ihrer Rückkehr zu Acorn haben Sie als Head of Legal bei Birch gearbeitet.",
            ],
            &[
                "Vous êtes de retour chez Acorn depuis onze ans, après deux ans ailleurs.",
                "Avant votre retour chez Acorn, vous avez travaillé comme Head of Legal chez Birch.",
            ],
            &[
                "Lleva once años de vuelta en Acorn, tras dos años fuera.",
                "Antes de volver a Acorn, trabajó como Head of Legal en Birch.",
            ],
        ],
    },
    Case {
        what: "two promotions",
        positions: &[
            ("Elm", "VP of Finance", "2026-01-05", ""),
            ("Elm", "Finance Director", "2022-06", "2026-01"),
            ("Elm", "Finance Manager", "2019-04", "2022-05"),
        ],
        lines: [
            &[
                "Congratulations on stepping up from Finance Director to VP of Finance at Elm in January 2026.",
                "You have been with Elm for nearly seven years now.",
                "At Elm, you have risen from Finance Manager to VP of Finance.",
            ],
            &[
                "Herzlichen Glückwunsch zur Beförderung bei Elm im Januar 2026: von Finance Director zu VP of Finance.",
                "Sie sind inzwischen seit fast sieben Jahren bei Elm.",
                "Ihr Weg bei Elm hat Sie von Finance Manager zu VP of Finance geführt.",
            ],
            &[
                "Félicitations pour votre promotion chez Elm en janvier 2026\u{a0}: de Finance Director à VP of Finance.",
                "Vous êtes chez Elm depuis près de sept ans.",
                "Chez Elm, votre parcours va de Finance Manager à VP of Finance.",
            ],
            &[
                "Enhorabuena por su ascenso en Elm en enero de 2026: de Finance Director a VP of Finance.",
                "Lleva casi siete años en Elm.",
                "Su trayectoria en Elm va de Finance Manager a VP of Finance.",
            ],
        ],
    },
    Case {
        what: "two positions at once",
        positions: &[("Oak", "CTO", "2018-03", ""), ("Fir", "Board Member", "2022-01", "")],
        lines: [
            &["You have been with Oak for eight years now.", "You also work as Board Member at Fir."],
            &[
                "Sie sind inzwischen seit acht Jahren bei Oak.",
                "Sie sind außerdem als Board Member bei Fir tätig.",
            ],
            &["Vous êtes chez Oak depuis huit ans.", "Vous travaillez aussi comme Board Member chez Fir."],
            &["Lleva ocho años en Oak.", "También trabaja como Board Member en Fir."],
        ],
    },
    Case {
        what: "an older position of which nobody knows whether it lasts",
        positions: &[("Fir", "CTO", "2026-02", ""), ("Oak", "Ingénieur en chef", "2018-03", "")],
        lines: [
            &[
                "Congratulations on your new role as CTO at Fir, which you took on in February 2026.",
                "You also have experience as Ingénieur en chef at Oak.",
            ],
            &[
                "Herzlichen Glückwunsch zur neuen Aufgabe als CTO bei Fir, die Sie im Februar 2026 übernommen haben.",
                "Sie bringen auch Erfahrung als Ingénieur en chef bei Oak mit.",
            ],
            &[
                "Félicitations pour votre nouveau poste comme CTO chez Fir, que vous occupez depuis février 2026.",
                "Vous avez aussi une expérience comme Ingénieur en chef chez Oak.",
            ],
            &[
                "Enhorabuena por su nuevo puesto como CTO en Fir, que ocupa desde febrero de 2026.",
                "También tiene experiencia como Ingénieur en chef en Oak.",
            ],
        ],
    },
    Case {
        what: "a position that ended",
        positions: &[
            ("Ash", "VP Sales", "2025-10", "2025-12"),
            ("Yew", "Sales Director", "2020-01", "2025-09"),
        ],
        lines: [
            &["You worked as VP Sales at Ash until December 2025."],
            &["Bis Dezember 2025 haben Sie als VP Sales bei Ash gearbeitet."],
            &["Vous avez travaillé comme VP Sales chez Ash jusqu’en décembre 2025."],
            &["Trabajó como VP Sales en Ash hasta diciembre de 2025."],
        ],
    },
    Case {
        what: "years alone",
        positions: &[("Elm", "Controller", "2016", ""), ("Yew", "Accountant", "2012", "2015")],
        lines: [
            &["You have been with Elm since 2016.", "Before Elm, you worked as Accountant at Yew."],
            &["Sie sind seit 2016 bei Elm.", "Vor Elm haben Sie als Accountant bei Yew gearbeitet."],
            &["Vous êtes chez Elm depuis 2016.", "Avant Elm, vous avez travaillé comme Accountant chez Yew."],
            &["Está en Elm desde 2016.", "Antes de Elm, trabajó como Accountant en Yew."],
        ],
    },
    Case {
        what: "years that touch are one stay",
        positions: &[("Elm", "Controller", "2020", ""), ("Elm", "Accountant", "2016", "2019")],
        lines: [
            &["You have been with Elm since 2016."],
            &["Sie sind seit 2016 bei Elm."],
            &["Vous êtes chez Elm depuis 2016."],
            &["Está en Elm desde 2016."],
        ],
    },
    Case {
        what: "no dates at all",
        positions: &[("Elm", "Controller", "", ""), ("Yew", "Accountant", "", "")],
        lines: [
            &["You also have experience as Accountant at Yew."],
            &["Sie bringen auch Erfahrung als Accountant bei Yew mit."],
            &["Vous avez aussi une expérience comme Accountant chez Yew."],
            &["También tiene experiencia como Accountant en Yew."],
        ],
    },
    Case {
        what: "a move after months",
        positions: &[("Quill", "Analyst", "2025-12", ""), ("Harbor", "Junior Analyst", "2025-02", "2025-11")],
        lines: [
            &["Congratulations on joining Quill as Analyst in December 2025, after nine months at Harbor."],
            &[
                "Herzlichen Glückwunsch zum Einstieg bei Quill als Analyst im Dezember 2025, nach neun Monaten bei Harbor.",
            ],
            &[
                "Félicitations pour votre arrivée chez Quill comme Analyst en décembre 2025, après neuf mois chez Harbor.",
            ],
            &[
                "Enhorabuena por su incorporación a Quill como Analyst en diciembre de 2025, tras nueve meses en Harbor.",
            ],
        ],
    },
    Case {
        what: "a move after a gap of years, in which nothing is known",
        positions: &[("Quill", "Analyst", "2025-12", ""), ("Harbor", "Junior Analyst", "2015-02", "2018-11")],
        lines: [
            &[
                "Congratulations on your new role as Analyst at Quill, which you took on in December 2025.",
                "Before Quill, you worked as Junior Analyst at Harbor.",
            ],
            &[
                "Herzlichen Glückwunsch zur neuen Aufgabe als Analyst bei Quill, die Sie im Dezember 2025 übernommen haben.",
                "Vor Quill haben Sie als Junior Analyst bei Harbor gearbeitet.",
            ],
            &[
                "Félicitations pour votre nouveau poste comme Analyst chez Quill, que vous occupez depuis décembre 2025.",
                "Avant Quill, vous avez travaillé comme Junior Analyst chez Harbor.",
            ],
            &[
                "Enhorabuena por su nuevo puesto como Analyst en Quill, que ocupa desde diciembre de 2025.",
                "Antes de Quill, trabajó como Junior Analyst en Harbor.",
            ],
        ],
    },
];

#[test]
fn every_career_is_told_in_every_language() {
    for case in CASES {
        for (language, expected) in Language::ALL.into_iter().zip(case.lines) {
            assert_eq!(
                lines(&person(case.positions), None, language),
                expected,
                "{} ({language:?})",
                case.what
            );
        }
    }
}

#[test]
fn a_company_that_changed_its_name_is_one_company() {
    let greyfern = Company {
        name: "Greyfern".into(),
        former_names: vec!["Bluefern".into()],
        domain: Some("greyfern.example".into()),
        domains: vec!["greyfern.example".into(), "bluefern.example".into()],
        ..Company::default()
    };
    let ada = person(&[("Greyfern", "CTO", "2025-12", ""), ("Bluefern", "CTO", "2020-02", "2025-11")]);
    let told = Language::ALL.map(|language| lines(&ada, Some(&greyfern), language)[1].clone());
    assert_eq!(
        told,
        [
            "You have been with Greyfern for six years now, from the days when it was called Bluefern.",
            "Sie sind inzwischen seit sechs Jahren bei Greyfern, schon aus der Zeit, als das Unternehmen noch Bluefern hieß.",
            "Vous êtes chez Greyfern depuis six ans, du temps où l’entreprise s’appelait Bluefern.",
            "Lleva seis años en Greyfern, desde la época en que la empresa se llamaba Bluefern.",
        ]
    );
    let renamed = moved("Bluefern", "Greyfern", Some("CTO"), "2025-12");
    assert_eq!(congratulation(&ada, &renamed, Some(&greyfern), Language::En, now()), None, "nobody moved");
}

#[test]
fn a_congratulation_has_the_name_and_is_not_sent_to_those_who_left() {
    let ada =
        person(&[("Quill", "VP Sales", "2026-02", ""), ("Harbor", "Sales Director", "2021-01", "2026-01")]);
    let signal = moved("Harbor", "Quill", Some("VP Sales"), "2026-02");
    let told =
        Language::ALL.map(|language| congratulation(&ada, &signal, None, language, now()).unwrap().text);
    assert_eq!(
        told,
        [
            "Ada, congratulations on joining Quill as VP Sales after five years at Harbor.",
            "Ada, herzlichen Glückwunsch zum Einstieg bei Quill als VP Sales nach fünf Jahren bei Harbor.",
            "Ada, félicitations pour votre arrivée chez Quill comme VP Sales après cinq ans chez Harbor.",
            "Ada, enhorabuena por su incorporación a Quill como VP Sales tras cinco años en Harbor.",
        ]
    );
    let gone =
        person(&[("Quill", "VP Sales", "2026-01", "2026-02"), ("Harbor", "Sales Director", "2021-01", "")]);
    assert_eq!(congratulation(&gone, &signal, None, Language::En, now()), None);
    let elsewhere =
        person(&[("Ash", "VP Sales", "2026-03", ""), ("Quill", "VP Sales", "2026-02", "2026-02")]);
    assert_eq!(congratulation(&elsewhere, &signal, None, Language::En, now()), None);
    let undated = Person { experience: Vec::new(), first_name: None, ..ada };
    let untitled = moved("Harbor", "Quill", None, "2026-02");
    assert_eq!(
        congratulation(&undated, &untitled, None, Language::En, now()).unwrap().text,
        "Ada Winter, congratulations on your move from Harbor to Quill."
    );
}

#[test]
fn a_move_without_dates_is_told_as_the_signal_dates_it() {
    let ada = person(&[("Quill", "VP Sales", "", ""), ("Harbor", "Sales Director", "", "")]);
    let told =
        openers(&ada, None, &[moved("Harbor", "Quill", Some("VP Sales"), "2026-02")], 9, Language::En, now());
    let told: Vec<&str> = told.iter().map(|opener| opener.text.as_str()).collect();
    assert_eq!(
        told,
        ["Congratulations on joining Quill as VP Sales in February 2026, after your time at Harbor."]
    );
}
