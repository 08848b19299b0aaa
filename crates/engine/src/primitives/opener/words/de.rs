//! German: formal address, dates and spans in the dative, no form that tells a person's gender.

use records::PartialDate;

use super::vocabulary::{Vocabulary, listed, part};
use crate::primitives::opener::facts::{Amount, Arrival, Fact, Lasting, Left, Round, Span, Unit};

/// More people than this are no team.
const TEAM_MAX: u32 = 500;

const WORDS: Vocabulary = Vocabulary {
    months: [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ],
    numbers: ["zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"],
    thousands: ('.', 4),
    decimal: ',',
    languages: &[
        ("English", "Englisch"),
        ("German", "Deutsch"),
        ("French", "Französisch"),
        ("Spanish", "Spanisch"),
        ("Italian", "Italienisch"),
        ("Dutch", "Niederländisch"),
        ("Polish", "Polnisch"),
        ("Turkish", "Türkisch"),
        ("Arabic", "Arabisch"),
        ("Chinese", "Chinesisch"),
        ("Mandarin", "Mandarin"),
        ("Hindi", "Hindi"),
        ("Irish", "Irisch"),
        ("Portuguese", "Portugiesisch"),
        ("Russian", "Russisch"),
        ("Japanese", "Japanisch"),
        ("Swedish", "Schwedisch"),
        ("Danish", "Dänisch"),
        ("Norwegian", "Norwegisch"),
        ("Finnish", "Finnisch"),
        ("Czech", "Tschechisch"),
        ("Korean", "Koreanisch"),
        ("Ukrainian", "Ukrainisch"),
        ("Greek", "Griechisch"),
    ],
    cities: &[
        ("Munich", "München"),
        ("Cologne", "Köln"),
        ("Nuremberg", "Nürnberg"),
        ("Hanover", "Hannover"),
        ("Vienna", "Wien"),
        ("Zurich", "Zürich"),
        ("Geneva", "Genf"),
        ("Milan", "Mailand"),
        ("Rome", "Rom"),
        ("Brussels", "Brüssel"),
        ("Warsaw", "Warschau"),
        ("Prague", "Prag"),
        ("Copenhagen", "Kopenhagen"),
        ("The Hague", "Den Haag"),
        ("Lisbon", "Lissabon"),
        ("Strasbourg", "Straßburg"),
        ("Nice", "Nizza"),
        ("Seville", "Sevilla"),
    ],
    departments: [
        "in der Geschäftsleitung",
        "in der Entwicklung",
        "in der IT",
        "in der Sicherheit",
        "im Produktmanagement",
        "im Design",
        "im Bereich Daten",
        "im Marketing",
        "im Vertrieb",
        "im Business Development",
        "in der Kundenbetreuung",
        "im Support",
        "im operativen Geschäft",
        "im Projektmanagement",
        "im Einkauf",
        "in der Verwaltung",
        "im Finanzbereich",
        "im Personalwesen",
        "in der Rechtsabteilung",
        "im Bildungsbereich",
        "im Gesundheitsbereich",
        "in der Forschung",
        "in der Beratung",
        "in anderen Bereichen",
    ],
};

pub(super) fn sentence(fact: &Fact<'_>, name: Option<&str>) -> String {
    let congratulations =
        name.map_or("Herzlichen Glückwunsch".to_owned(), |name| format!("{name}, herzlichen Glückwunsch"));
    match fact {
        Fact::Joined { company: Some(company), title, when, arrival, left } => {
            format!("{congratulations} {}.", joined(company, *title, *when, *arrival, *left))
        }
        Fact::Joined { company: None, title, when, .. } => {
            format!("{congratulations} {}.", new_role(None, *title, *when))
        }
        Fact::NewRole { company, title, when } => {
            format!("{congratulations} {}.", new_role(*company, *title, *when))
        }
        Fact::Promoted { company, from, to, when } => {
            let when = part(*when, |when| format!(" {}", in_month(when)));
            format!("{congratulations} zur Beförderung bei {company}{when}: von {from} zu {to}.")
        }
        Fact::Tenure { company, lasting, arrival, formerly } => {
            let (again, away) = match arrival {
                Arrival::First => ("", String::new()),
                Arrival::Back(away) => {
                    ("wieder ", part(*away, |away| format!(", nach {} anderswo", span(away))))
                }
            };
            let lasting = match lasting {
                Lasting::For(time) => format!("inzwischen seit {}", span(*time)),
                Lasting::Since(date) => format!("seit {}", month(*date)),
            };
            let then =
                part(*formerly, |name| format!(", schon aus der Zeit, als das Unternehmen noch {name} hieß"));
            format!("Sie sind {lasting} {again}bei {company}{away}{then}.")
        }
        Fact::Rose { company, from, to } => {
            format!("Ihr Weg bei {company} hat Sie von {from} zu {to} geführt.")
        }
        Fact::Before { company, arrival, title, earlier } => {
            let before = match arrival {
                Arrival::First => format!("Vor {company}"),
                Arrival::Back(_) => format!("Vor Ihrer Rückkehr zu {company}"),
            };
            format!("{before} haben Sie als {title} bei {earlier} gearbeitet.")
        }
        Fact::Beside { title, company } => {
            format!("Sie sind außerdem als {title} bei {company} tätig.")
        }
        Fact::Experience { title, company } => {
            format!("Sie bringen auch Erfahrung als {title} bei {company} mit.")
        }
        Fact::Until { title, company, until } => {
            format!("Bis {} haben Sie als {title} bei {company} gearbeitet.", month(*until))
        }
        Fact::Raised { company, round, amount, from, when } => {
            let with = if from.is_empty() { String::new() } else { format!(" mit {}", listed(from, "und")) };
            let raised = raised(*round, amount.as_ref().map(money).as_deref(), &with);
            format!("Ich habe gesehen, dass {company} {} {raised}.", in_month(*when))
        }
        Fact::Bought { company, bought, when } => {
            format!("Ich habe gelesen, dass {company} {} {bought} übernommen hat.", in_month(*when))
        }
        Fact::Openings { company, count, most } => {
            let count = WORDS.digits(i64::from(*count));
            let within = part(*most, |(of, count)| format!(", davon {count} {}", WORDS.department(of)));
            format!("{company} hat zurzeit {count} offene Stellen{within}.")
        }
        Fact::Studied { school, field } => match (at_school(school), field) {
            (Some(at), Some(field)) => format!("Wie ich sehe, haben Sie {at} {school} {field} studiert."),
            (Some(at), None) => format!("Wie ich sehe, haben Sie {at} {school} studiert."),
            (None, Some(field)) => {
                format!("Ihr Profil nennt {school} als Station Ihrer Ausbildung im Fach {field}.")
            }
            (None, None) => format!("Ihr Profil nennt {school} als Station Ihrer Ausbildung."),
        },
        Fact::Certified { certification } => {
            format!("Mir ist Ihre Zertifizierung aufgefallen: {certification}.")
        }
        Fact::Skills { skills } => {
            format!("Ihr Profil nennt {} unter Ihren Kenntnissen.", listed(skills, "und"))
        }
        Fact::Speaks { languages } => {
            let languages: Vec<&str> = languages.iter().map(|name| WORDS.language(name)).collect();
            format!("Ich sehe, dass Sie {} sprechen.", listed(&languages, "und"))
        }
        Fact::Uses { company, technologies } => {
            format!("Ich habe gesehen, dass {company} {} einsetzt.", listed(technologies, "und"))
        }
        Fact::Size { company, people } => {
            let number = WORDS.digits(i64::from(*people));
            if *people <= TEAM_MAX {
                format!("{company} ist ein Team von {number} Leuten.")
            } else {
                format!("{company} ist ein Unternehmen mit {number} Beschäftigten.")
            }
        }
        Fact::Founded { company, year } => format!("{company} gibt es seit {year}."),
        Fact::Place { city, headquarters: Some((company, home)) } if home == city => {
            format!("Ihr Standort ist {}, wo auch {company} den Hauptsitz hat.", WORDS.city(city))
        }
        Fact::Place { city, headquarters: Some((company, home)) } => {
            let (city, home) = (WORDS.city(city), WORDS.city(home));
            format!("Ihr Standort ist {city}, während {company} den Hauptsitz in {home} hat.")
        }
        Fact::Place { city, headquarters: None } => format!("Ihr Standort ist {}.", WORDS.city(city)),
    }
}

fn joined(
    company: &str,
    title: Option<&str>,
    when: Option<PartialDate>,
    arrival: Arrival,
    left: Option<Left<'_>>,
) -> String {
    let role = part(title, |title| format!(" als {title}"));
    let date = part(when, |when| format!(" {}", in_month(when)));
    let comma = if when.is_some() { "," } else { "" };
    let joining = match arrival {
        Arrival::First => "zum Einstieg bei",
        Arrival::Back(_) => "zur Rückkehr zu",
    };
    match (left, arrival) {
        (Some(Left { company: left, span: Some(time) }), _) => {
            format!("{joining} {company}{role}{date}{comma} nach {} bei {left}", span(time))
        }
        (Some(Left { company: left, span: None }), Arrival::First) if when.is_none() => {
            format!("zum Wechsel von {left} zu {company}{role}")
        }
        (Some(Left { company: left, span: None }), _) => {
            format!("{joining} {company}{role}{date}{comma} nach Ihrer Zeit bei {left}")
        }
        (None, Arrival::Back(Some(away))) => {
            format!("{joining} {company}{role}{date}{comma} nach {} anderswo", span(away))
        }
        (None, _) => format!("{joining} {company}{role}{date}"),
    }
}

fn new_role(company: Option<&str>, title: Option<&str>, when: Option<PartialDate>) -> String {
    let role = part(title, |title| format!(" als {title}"));
    let at = part(company, |company| format!(" bei {company}"));
    let when = part(when, |when| format!(", die Sie {} übernommen haben", in_month(when)));
    format!("zur neuen Aufgabe{role}{at}{when}")
}

fn month(date: PartialDate) -> String {
    let year = date.earliest().year();
    WORDS.month(date).map_or_else(|| year.to_string(), |month| format!("{month} {year}"))
}

fn in_month(date: PartialDate) -> String {
    if date.is_exact_to_month() { format!("im {}", month(date)) } else { format!("im Jahr {}", month(date)) }
}

/// In the dative, as after `nach` and `seit`.
fn span(span: Span) -> String {
    let years = |count: u32| match count {
        1 => "einem Jahr".to_owned(),
        more => format!("{} Jahren", WORDS.number(more)),
    };
    match span {
        Span::Months(1) => "einem Monat".to_owned(),
        Span::Months(count) => format!("{} Monaten", WORDS.number(count)),
        Span::YearAndHalf => "eineinhalb Jahren".to_owned(),
        Span::Years(count) => years(count),
        Span::OverYears(count) => format!("mehr als {}", years(count)),
        Span::NearlyYears(count) => format!("fast {}", years(count)),
    }
}

fn money(amount: &Amount<'_>) -> String {
    let is_one = amount.tenths == 10;
    let unit = match amount.unit {
        Unit::One => "",
        Unit::Million if is_one => " Million",
        Unit::Million => " Millionen",
        Unit::Billion if is_one => " Milliarde",
        Unit::Billion => " Milliarden",
    };
    let currency = match amount.currency {
        "USD" => "US-Dollar",
        "EUR" => "Euro",
        "GBP" => "Pfund",
        "CHF" => "Franken",
        other => other,
    };
    format!("{}{unit} {currency}", WORDS.amount(amount))
}

/// The end of a clause with `dass`, the verb last.
fn raised(round: Round, money: Option<&str>, with: &str) -> String {
    let over = part(money, |money| format!(" über {money}"));
    let closed = |name: &str| format!("eine {name}-Runde{over}{with} abgeschlossen hat");
    match round {
        Round::Series(letter) => closed(&format!("Series-{letter}")),
        Round::PreSeed => closed("Pre-Seed"),
        Round::Seed => closed("Seed"),
        Round::Angel => closed("Angel"),
        Round::Grant => format!("eine Förderung{over} erhalten hat"),
        Round::Debt => format!("eine Fremdfinanzierung{over}{with} aufgenommen hat"),
        Round::Listing => match money {
            Some(money) => format!("an die Börse gegangen ist und dabei {money} eingenommen hat"),
            None => "an die Börse gegangen ist".to_owned(),
        },
        Round::Other => match money {
            Some(money) => format!("{money}{with} eingesammelt hat"),
            None => format!("neues Kapital{with} eingesammelt hat"),
        },
    }
}

/// Preposition and article by the kind of school; none where the name does not tell the gender.
fn at_school(school: &str) -> Option<&'static str> {
    let lower = school.to_lowercase();
    // The first word that tells the kind decides, as in `Technische Hochschule am Institut`.
    let kinds = [
        ("universität", "an der"),
        ("university", "an der"),
        ("université", "an der"),
        ("universidad", "an der"),
        ("hochschule", "an der"),
        ("schule", "an der"),
        ("school", "an der"),
        ("akademie", "an der"),
        ("academy", "an der"),
        ("école", "an der"),
        ("escuela", "an der"),
        ("institut", "am"),
        ("college", "am"),
        ("instituto", "am"),
    ];
    let found = kinds.iter().filter_map(|(kind, at)| Some((lower.find(kind)?, *at)));
    found.min_by_key(|(place, _)| *place).map(|(_, at)| at)
}
