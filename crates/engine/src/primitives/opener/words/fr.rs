//! French: formal address, elision, plural from two on, no form that tells a person's gender.

use records::PartialDate;

use super::vocabulary::{Vocabulary, listed, part};
use crate::primitives::opener::facts::{Amount, Arrival, Fact, Lasting, Left, Round, Span, Unit};

/// More people than this are no team.
const TEAM_MAX: u32 = 500;

const WORDS: Vocabulary = Vocabulary {
    months: [
        "janvier",
        "février",
        "mars",
        "avril",
        "mai",
        "juin",
        "juillet",
        "août",
        "septembre",
        "octobre",
        "novembre",
        "décembre",
    ],
    numbers: ["deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"],
    // A narrow space that does not break.
    thousands: ('\u{202f}', 4),
    decimal: ',',
    languages: &[
        ("English", "anglais"),
        ("German", "allemand"),
        ("French", "français"),
        ("Spanish", "espagnol"),
        ("Italian", "italien"),
        ("Dutch", "néerlandais"),
        ("Polish", "polonais"),
        ("Turkish", "turc"),
        ("Arabic", "arabe"),
        ("Chinese", "chinois"),
        ("Mandarin", "mandarin"),
        ("Hindi", "hindi"),
        ("Irish", "irlandais"),
        ("Portuguese", "portugais"),
        ("Russian", "russe"),
        ("Japanese", "japonais"),
        ("Swedish", "suédois"),
        ("Danish", "danois"),
        ("Norwegian", "norvégien"),
        ("Finnish", "finnois"),
        ("Czech", "tchèque"),
        ("Korean", "coréen"),
        ("Ukrainian", "ukrainien"),
        ("Greek", "grec"),
    ],
    cities: &[
        ("London", "Londres"),
        ("Edinburgh", "Édimbourg"),
        ("Cologne", "Cologne"),
        ("Hamburg", "Hambourg"),
        ("Frankfurt", "Francfort"),
        ("Nuremberg", "Nuremberg"),
        ("Vienna", "Vienne"),
        ("Geneva", "Genève"),
        ("Basel", "Bâle"),
        ("Bern", "Berne"),
        ("Barcelona", "Barcelone"),
        ("Seville", "Séville"),
        ("Valencia", "Valence"),
        ("Lisbon", "Lisbonne"),
        ("Brussels", "Bruxelles"),
        ("Warsaw", "Varsovie"),
        ("Montreal", "Montréal"),
        ("Copenhagen", "Copenhague"),
        ("The Hague", "La Haye"),
        ("Antwerp", "Anvers"),
    ],
    departments: [
        "à la direction",
        "en ingénierie",
        "en informatique",
        "en sécurité",
        "en produit",
        "en design",
        "en data",
        "en marketing",
        "dans la vente",
        "en développement commercial",
        "en relation client",
        "au support",
        "aux opérations",
        "en gestion de projet",
        "aux achats",
        "en administration",
        "en finance",
        "aux ressources humaines",
        "au juridique",
        "en formation",
        "en santé",
        "en recherche",
        "en conseil",
        "dans d’autres services",
    ],
};

pub(super) fn sentence(fact: &Fact<'_>, name: Option<&str>) -> String {
    let congratulations = name.map_or("Félicitations".to_owned(), |name| format!("{name}, félicitations"));
    match fact {
        Fact::Joined { company: Some(company), title, when, arrival, left } => {
            format!("{congratulations} pour {}.", joined(company, *title, *when, *arrival, *left))
        }
        Fact::Joined { company: None, title, when, .. } => {
            format!("{congratulations} pour {}.", new_role(None, *title, *when))
        }
        Fact::NewRole { company, title, when } => {
            format!("{congratulations} pour {}.", new_role(*company, *title, *when))
        }
        Fact::Promoted { company, from, to, when } => {
            let when = part(*when, |when| format!(" en {}", month(when)));
            format!("{congratulations} pour votre promotion chez {company}{when}\u{a0}: {} à {to}.", of(from))
        }
        Fact::Tenure { company, lasting, arrival, formerly } => {
            let (back, away) = match arrival {
                Arrival::First => ("", String::new()),
                Arrival::Back(away) => {
                    ("de retour ", part(*away, |away| format!(", après {} ailleurs", span(away))))
                }
            };
            let lasting = match lasting {
                Lasting::For(time) => span(*time),
                Lasting::Since(date) => month(*date),
            };
            let then = part(*formerly, |name| format!(", du temps où l’entreprise s’appelait {name}"));
            format!("Vous êtes {back}chez {company} depuis {lasting}{away}{then}.")
        }
        Fact::Rose { company, from, to } => {
            format!("Chez {company}, votre parcours va {} à {to}.", of(from))
        }
        Fact::Before { company, arrival, title, earlier } => {
            let before = match arrival {
                Arrival::First => format!("Avant {company}"),
                Arrival::Back(_) => format!("Avant votre retour chez {company}"),
            };
            format!("{before}, vous avez travaillé comme {title} chez {earlier}.")
        }
        Fact::Beside { title, company } => format!("Vous travaillez aussi comme {title} chez {company}."),
        Fact::Experience { title, company } => {
            format!("Vous avez aussi une expérience comme {title} chez {company}.")
        }
        Fact::Until { title, company, until } => {
            format!("Vous avez travaillé comme {title} chez {company} jusqu’en {}.", month(*until))
        }
        Fact::Raised { company, round, amount, from, when } => {
            let raised = raised(*round, amount.as_ref());
            let from = match from.first() {
                Some(first) => {
                    let names = listed(from, "et");
                    format!(" auprès {}{}", of(first), &names[first.len()..])
                }
                None => String::new(),
            };
            format!("J’ai vu que {company} a {raised}{from} en {}.", month(*when))
        }
        Fact::Bought { company, bought, when } => {
            format!("J’ai lu que {company} a racheté {bought} en {}.", month(*when))
        }
        Fact::Openings { company, count, most } => {
            let count = WORDS.digits(i64::from(*count));
            let within = part(*most, |(of, count)| format!(", dont {count} {}", WORDS.department(of)));
            format!("{company} a actuellement {count} postes à pourvoir{within}.")
        }
        Fact::Studied { school, field } => match field {
            Some(field) => format!("Je vois que vous avez étudié {} ({field}).", at_school(school)),
            None => format!("Je vois que vous avez étudié {}.", at_school(school)),
        },
        Fact::Certified { certification } => {
            format!("J’ai remarqué votre certification\u{a0}: {certification}.")
        }
        Fact::Skills { skills } => {
            format!("Votre profil cite {} parmi vos compétences.", listed(skills, "et"))
        }
        Fact::Speaks { languages } => {
            let languages: Vec<&str> = languages.iter().map(|name| WORDS.language(name)).collect();
            format!("Je vois que vous parlez {}.", listed(&languages, "et"))
        }
        Fact::Uses { company, technologies } => {
            format!("J’ai vu que {company} utilise {}.", listed(technologies, "et"))
        }
        Fact::Size { company, people } => {
            let kind = if *people <= TEAM_MAX { "équipe" } else { "entreprise" };
            format!("{company} est une {kind} de {} personnes.", WORDS.digits(i64::from(*people)))
        }
        Fact::Founded { company, year } => format!("{company} existe depuis {year}."),
        Fact::Place { city, headquarters: Some((company, home)) } if home == city => {
            format!("Vous êtes {}, où {company} a son siège.", at_city(WORDS.city(city)))
        }
        Fact::Place { city, headquarters: Some((company, home)) } => {
            let (city, home) = (at_city(WORDS.city(city)), at_city(WORDS.city(home)));
            format!("Vous êtes {city}, tandis que {company} a son siège {home}.")
        }
        Fact::Place { city, headquarters: None } => format!("Vous êtes {}.", at_city(WORDS.city(city))),
    }
}

fn joined(
    company: &str,
    title: Option<&str>,
    when: Option<PartialDate>,
    arrival: Arrival,
    left: Option<Left<'_>>,
) -> String {
    let role = part(title, |title| format!(" comme {title}"));
    let date = part(when, |when| format!(" en {}", month(when)));
    let comma = if when.is_some() { "," } else { "" };
    let joining = match arrival {
        Arrival::First => "votre arrivée chez",
        Arrival::Back(_) => "votre retour chez",
    };
    match (left, arrival) {
        (Some(Left { company: left, span: Some(time) }), _) => {
            format!("{joining} {company}{role}{date}{comma} après {} chez {left}", span(time))
        }
        (Some(Left { company: left, span: None }), Arrival::First) if when.is_none() => {
            format!("votre passage {} à {company}{role}", of(left))
        }
        (Some(Left { company: left, span: None }), _) => {
            format!("{joining} {company}{role}{date}{comma} après votre passage chez {left}")
        }
        (None, Arrival::Back(Some(away))) => {
            format!("{joining} {company}{role}{date}{comma} après {} ailleurs", span(away))
        }
        (None, _) => format!("{joining} {company}{role}{date}"),
    }
}

fn new_role(company: Option<&str>, title: Option<&str>, when: Option<PartialDate>) -> String {
    let role = part(title, |title| format!(" comme {title}"));
    let at = part(company, |company| format!(" chez {company}"));
    let when = part(when, |when| format!(", que vous occupez depuis {}", month(when)));
    format!("votre nouveau poste{role}{at}{when}")
}

fn month(date: PartialDate) -> String {
    let year = date.earliest().year();
    WORDS.month(date).map_or_else(|| year.to_string(), |month| format!("{month} {year}"))
}

fn span(span: Span) -> String {
    let years = |count: u32| match count {
        1 => "un an".to_owned(),
        more => format!("{} ans", WORDS.number(more)),
    };
    match span {
        Span::Months(1) => "un mois".to_owned(),
        Span::Months(count) => format!("{} mois", WORDS.number(count)),
        Span::YearAndHalf => "un an et demi".to_owned(),
        Span::Years(count) => years(count),
        Span::OverYears(count) => format!("plus {}", of(&years(count))),
        Span::NearlyYears(count) => format!("près {}", of(&years(count))),
    }
}

/// `de`, or `d’` before a vowel. `onze` keeps `de`.
fn of(word: &str) -> String {
    let first = word.chars().next().map(|first| first.to_lowercase().to_string()).unwrap_or_default();
    let is_vowel = "aeiouàâäéèêëîïôöûüœæ".contains(&first) && !first.is_empty();
    if is_vowel && !word.starts_with("onze") { format!("d’{word}") } else { format!("de {word}") }
}

fn money(amount: &Amount<'_>) -> String {
    let number = WORDS.amount(amount);
    let currency = match amount.currency {
        "USD" => "dollars",
        "EUR" => "euros",
        "GBP" => "livres sterling",
        "CHF" => "francs suisses",
        other => return format!("{number}{} {other}", unit(amount)),
    };
    match amount.unit {
        Unit::One => format!("{number} {currency}"),
        Unit::Million | Unit::Billion => format!("{number}{} {}", unit(amount), of(currency)),
    }
}

/// Below two, a unit is singular.
fn unit(amount: &Amount<'_>) -> &'static str {
    let is_plural = amount.tenths >= 20;
    match amount.unit {
        Unit::One => "",
        Unit::Million if is_plural => " millions",
        Unit::Million => " million",
        Unit::Billion if is_plural => " milliards",
        Unit::Billion => " milliard",
    }
}

/// What follows `a`.
fn raised(round: Round, amount: Option<&Amount<'_>>) -> String {
    let sum = amount.map(money);
    let of_sum = part(sum.as_deref(), |sum| format!(" {}", of(sum)));
    let raised = |kind: &str, closed: &str| match &sum {
        Some(sum) => format!("levé {sum} {kind}"),
        None => format!("bouclé {closed}"),
    };
    match round {
        Round::Series(letter) => raised(&format!("en série {letter}"), &format!("une série {letter}")),
        Round::PreSeed => raised("en pré-amorçage", "un tour de pré-amorçage"),
        Round::Seed => raised("en amorçage", "un tour d’amorçage"),
        Round::Angel => raised("lors d’un tour de business angels", "un tour de business angels"),
        Round::Grant => format!("obtenu une subvention{of_sum}"),
        Round::Debt => format!("obtenu un financement par dette{of_sum}"),
        Round::Listing => match &sum {
            Some(sum) => format!("fait son entrée en bourse et levé {sum}"),
            None => "fait son entrée en bourse".to_owned(),
        },
        Round::Other => match &sum {
            Some(sum) => format!("levé {sum}"),
            None => "levé de nouveaux fonds".to_owned(),
        },
    }
}

/// A French school has its article, a foreign name has none.
fn at_school(school: &str) -> String {
    let starts = |kinds: &[&str]| kinds.iter().any(|kind| school.starts_with(kind));
    if starts(&["Université ", "École ", "Ecole ", "Institut ", "Académie "]) {
        format!("à l’{school}")
    } else if starts(&["Haute ", "Faculté "]) {
        format!("à la {school}")
    } else if starts(&["Conservatoire ", "Lycée ", "Collège "]) {
        format!("au {school}")
    } else {
        format!("à {school}")
    }
}

/// `à Paris`, `au Havre`, `aux Ulis`.
fn at_city(city: &str) -> String {
    if let Some(rest) = city.strip_prefix("Le ") {
        format!("au {rest}")
    } else if let Some(rest) = city.strip_prefix("Les ") {
        format!("aux {rest}")
    } else {
        format!("à {city}")
    }
}
