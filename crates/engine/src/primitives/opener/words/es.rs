//! Spanish: formal address, `e` before the sound of i, no form that tells a person's gender.

use records::PartialDate;

use super::vocabulary::{Vocabulary, listed, part};
use crate::primitives::opener::facts::{Amount, Arrival, Fact, Lasting, Left, Round, Span, Unit};

/// More people than this are no team.
const TEAM_MAX: u32 = 500;

const WORDS: Vocabulary = Vocabulary {
    months: [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ],
    numbers: ["dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce"],
    // Four digits are written without a mark.
    thousands: ('.', 5),
    decimal: ',',
    languages: &[
        ("English", "inglés"),
        ("German", "alemán"),
        ("French", "francés"),
        ("Spanish", "español"),
        ("Italian", "italiano"),
        ("Dutch", "neerlandés"),
        ("Polish", "polaco"),
        ("Turkish", "turco"),
        ("Arabic", "árabe"),
        ("Chinese", "chino"),
        ("Mandarin", "mandarín"),
        ("Hindi", "hindi"),
        ("Irish", "irlandés"),
        ("Portuguese", "portugués"),
        ("Russian", "ruso"),
        ("Japanese", "japonés"),
        ("Swedish", "sueco"),
        ("Danish", "danés"),
        ("Norwegian", "noruego"),
        ("Finnish", "finés"),
        ("Czech", "checo"),
        ("Korean", "coreano"),
        ("Ukrainian", "ucraniano"),
        ("Greek", "griego"),
    ],
    cities: &[
        ("London", "Londres"),
        ("Edinburgh", "Edimburgo"),
        ("Munich", "Múnich"),
        ("Cologne", "Colonia"),
        ("Hamburg", "Hamburgo"),
        ("Frankfurt", "Fráncfort"),
        ("Berlin", "Berlín"),
        ("Vienna", "Viena"),
        ("Zurich", "Zúrich"),
        ("Geneva", "Ginebra"),
        ("Basel", "Basilea"),
        ("Paris", "París"),
        ("Lyon", "Lyon"),
        ("Marseille", "Marsella"),
        ("Bordeaux", "Burdeos"),
        ("Seville", "Sevilla"),
        ("Rome", "Roma"),
        ("Milan", "Milán"),
        ("Lisbon", "Lisboa"),
        ("Brussels", "Bruselas"),
        ("Amsterdam", "Ámsterdam"),
        ("Rotterdam", "Róterdam"),
        ("Dublin", "Dublín"),
        ("New York", "Nueva York"),
        ("The Hague", "La Haya"),
        ("Copenhagen", "Copenhague"),
    ],
    departments: [
        "en dirección",
        "en ingeniería",
        "en TI",
        "en seguridad",
        "en producto",
        "en diseño",
        "en datos",
        "en marketing",
        "en ventas",
        "en desarrollo de negocio",
        "en éxito del cliente",
        "en soporte",
        "en operaciones",
        "en gestión de proyectos",
        "en compras",
        "en administración",
        "en finanzas",
        "en recursos humanos",
        "en el área jurídica",
        "en formación",
        "en sanidad",
        "en investigación",
        "en consultoría",
        "en otras áreas",
    ],
};

pub(super) fn sentence(fact: &Fact<'_>, name: Option<&str>) -> String {
    let congratulations = name.map_or("Enhorabuena".to_owned(), |name| format!("{name}, enhorabuena"));
    match fact {
        Fact::Joined { company: Some(company), title, when, arrival, left } => {
            format!("{congratulations} por {}.", joined(company, *title, *when, *arrival, *left))
        }
        Fact::Joined { company: None, title, when, .. } => {
            format!("{congratulations} por {}.", new_role(None, *title, *when))
        }
        Fact::NewRole { company, title, when } => {
            format!("{congratulations} por {}.", new_role(*company, *title, *when))
        }
        Fact::Promoted { company, from, to, when } => {
            let when = part(*when, |when| format!(" en {}", month(when)));
            format!("{congratulations} por su ascenso en {company}{when}: de {from} a {to}.")
        }
        Fact::Tenure { company, lasting, arrival, formerly } => {
            let (back, away) = match arrival {
                Arrival::First => ("", String::new()),
                Arrival::Back(away) => {
                    ("de vuelta ", part(*away, |away| format!(", tras {} fuera", span(away))))
                }
            };
            let then =
                part(*formerly, |name| format!(", desde la época en que la empresa se llamaba {name}"));
            match lasting {
                Lasting::For(time) => format!("Lleva {} {back}en {company}{away}{then}.", span(*time)),
                Lasting::Since(date) => {
                    format!("Está {back}en {company} desde {}{away}{then}.", month(*date))
                }
            }
        }
        Fact::Rose { company, from, to } => {
            format!("Su trayectoria en {company} va de {from} a {to}.")
        }
        Fact::Before { company, arrival, title, earlier } => {
            let before = match arrival {
                Arrival::First => format!("Antes de {company}"),
                Arrival::Back(_) => format!("Antes de volver a {company}"),
            };
            format!("{before}, trabajó como {title} en {earlier}.")
        }
        Fact::Beside { title, company } => format!("También trabaja como {title} en {company}."),
        Fact::Experience { title, company } => {
            format!("También tiene experiencia como {title} en {company}.")
        }
        Fact::Until { title, company, until } => {
            format!("Trabajó como {title} en {company} hasta {}.", month(*until))
        }
        Fact::Raised { company, round, amount, from, when } => {
            let raised = raised(*round, amount.as_ref().map(money).as_deref());
            let from = if from.is_empty() { String::new() } else { format!(" con {}", and(from)) };
            format!("He visto que {company} {raised}{from} en {}.", month(*when))
        }
        Fact::Bought { company, bought, when } => {
            format!("He leído que {company} adquirió {bought} en {}.", month(*when))
        }
        Fact::Openings { company, count, most } => {
            let count = WORDS.digits(i64::from(*count));
            let within = part(*most, |(of, count)| format!(", {count} de ellas {}", WORDS.department(of)));
            format!("{company} tiene ahora mismo {count} vacantes{within}.")
        }
        Fact::Studied { school, field } => {
            let field = part(*field, |field| format!(" {field}"));
            format!("Veo que estudió{field} {}.", at_school(school))
        }
        Fact::Certified { certification } => {
            format!("Me he fijado en su certificación: {certification}.")
        }
        Fact::Skills { skills } => {
            format!("Su perfil menciona {} entre sus competencias.", and(skills))
        }
        Fact::Speaks { languages } => {
            let languages: Vec<&str> = languages.iter().map(|name| WORDS.language(name)).collect();
            format!("Veo que habla {}.", and(&languages))
        }
        Fact::Uses { company, technologies } => {
            format!("He visto que {company} utiliza {}.", and(technologies))
        }
        Fact::Size { company, people } => {
            let kind = if *people <= TEAM_MAX { "un equipo" } else { "una empresa" };
            format!("{company} es {kind} de {} personas.", WORDS.digits(i64::from(*people)))
        }
        Fact::Founded { company, year } => format!("{company} existe desde {year}."),
        Fact::Place { city, headquarters: Some((company, home)) } if home == city => {
            format!("Está en {}, donde {company} tiene su sede.", WORDS.city(city))
        }
        Fact::Place { city, headquarters: Some((company, home)) } => {
            let (city, home) = (WORDS.city(city), WORDS.city(home));
            format!("Está en {city}, mientras que {company} tiene su sede en {home}.")
        }
        Fact::Place { city, headquarters: None } => format!("Está en {}.", WORDS.city(city)),
    }
}

fn joined(
    company: &str,
    title: Option<&str>,
    when: Option<PartialDate>,
    arrival: Arrival,
    left: Option<Left<'_>>,
) -> String {
    let role = part(title, |title| format!(" como {title}"));
    let date = part(when, |when| format!(" en {}", month(when)));
    let comma = if when.is_some() { "," } else { "" };
    let joining = match arrival {
        Arrival::First => "su incorporación a",
        Arrival::Back(_) => "su regreso a",
    };
    match (left, arrival) {
        (Some(Left { company: left, span: Some(time) }), _) => {
            format!("{joining} {company}{role}{date}{comma} tras {} en {left}", span(time))
        }
        (Some(Left { company: left, span: None }), Arrival::First) if when.is_none() => {
            format!("su paso de {left} a {company}{role}")
        }
        (Some(Left { company: left, span: None }), _) => {
            format!("{joining} {company}{role}{date}{comma} tras su etapa en {left}")
        }
        (None, Arrival::Back(Some(away))) => {
            format!("{joining} {company}{role}{date}{comma} tras {} fuera", span(away))
        }
        (None, _) => format!("{joining} {company}{role}{date}"),
    }
}

fn new_role(company: Option<&str>, title: Option<&str>, when: Option<PartialDate>) -> String {
    let role = part(title, |title| format!(" como {title}"));
    let at = part(company, |company| format!(" en {company}"));
    let when = part(when, |when| format!(", que ocupa desde {}", month(when)));
    format!("su nuevo puesto{role}{at}{when}")
}

fn month(date: PartialDate) -> String {
    let year = date.earliest().year();
    WORDS.month(date).map_or_else(|| year.to_string(), |month| format!("{month} de {year}"))
}

fn span(span: Span) -> String {
    let years = |count: u32| match count {
        1 => "un año".to_owned(),
        more => format!("{} años", WORDS.number(more)),
    };
    match span {
        Span::Months(1) => "un mes".to_owned(),
        Span::Months(count) => format!("{} meses", WORDS.number(count)),
        Span::YearAndHalf => "un año y medio".to_owned(),
        Span::Years(count) => years(count),
        Span::OverYears(count) => format!("más de {}", years(count)),
        Span::NearlyYears(count) => format!("casi {}", years(count)),
    }
}

/// `y`, or `e` before the sound of i; `hie` and `hia` have another sound.
fn and(names: &[&str]) -> String {
    let last = names.last().map(|name| name.to_lowercase()).unwrap_or_default();
    let sounds_like_i = last.starts_with('i') || last.starts_with('í') || last.starts_with("hi");
    let is_other = last.starts_with("hie") || last.starts_with("hia") || last.starts_with("io");
    listed(names, if sounds_like_i && !is_other { "e" } else { "y" })
}

fn money(amount: &Amount<'_>) -> String {
    let currency = match amount.currency {
        "USD" => "dólares",
        "EUR" => "euros",
        "GBP" => "libras",
        "CHF" => "francos suizos",
        other => other,
    };
    match amount.unit {
        Unit::One => format!("{} {currency}", WORDS.amount(amount)),
        Unit::Million if amount.tenths == 10 => format!("un millón de {currency}"),
        Unit::Million => format!("{} millones de {currency}", WORDS.amount(amount)),
        // A `billón` is a thousand times as much.
        Unit::Billion => format!("{} millones de {currency}", WORDS.digits(amount.tenths * 100)),
    }
}

fn raised(round: Round, money: Option<&str>) -> String {
    let of = part(money, |money| format!(" de {money}"));
    match round {
        Round::Series(letter) => format!("cerró una ronda Serie {letter}{of}"),
        Round::PreSeed => format!("cerró una ronda presemilla{of}"),
        Round::Seed => format!("cerró una ronda semilla{of}"),
        Round::Angel => format!("cerró una ronda de inversores ángel{of}"),
        Round::Grant => format!("recibió una subvención{of}"),
        Round::Debt => {
            format!("obtuvo financiación mediante deuda{}", part(money, |sum| format!(" por {sum}")))
        }
        Round::Listing => format!("salió a bolsa{}", part(money, |sum| format!(" y captó {sum}"))),
        Round::Other => format!("captó {}", money.unwrap_or("nueva financiación")),
    }
}

/// A Spanish school has its article, a foreign name has none.
fn at_school(school: &str) -> String {
    let starts = |kinds: &[&str]| kinds.iter().any(|kind| school.starts_with(kind));
    if starts(&["Universidad ", "Escuela ", "Academia ", "Facultad "]) {
        format!("en la {school}")
    } else if starts(&["Instituto ", "Colegio ", "Centro "]) {
        format!("en el {school}")
    } else {
        format!("en {school}")
    }
}
