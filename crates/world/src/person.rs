//! One person of the world with all true facts.

mod identifiers;

use jiff::civil::Date;
use records::{Department, Education, Location, PartialDate, Seniority};

use crate::{
    career::{WorldCareer, WorldPosition},
    mail::Mail,
    org::OrgChart,
    rng::{Purpose, Rng},
    words::{
        company_name,
        departments::department_profile,
        geography::{self, CITIES, Language},
        locale::Locale,
        names::PersonName,
    },
    world::{CompanyIdentity, World},
};

/// Free mail providers of the world; all have reserved endings.
pub const FREE_PROVIDERS: [&str; 4] =
    ["freemail.example", "mailbox.example", "postbox.test", "letterbox.example"];

/// The true facts about a person at the world's current time.
#[derive(Debug, Clone, PartialEq)]
pub struct WorldPerson {
    /// Index of the person in the world.
    pub index: u64,
    /// Full name.
    pub full_name: String,
    /// Given name.
    pub given_name: String,
    /// Family name, with particles.
    pub family_name: String,
    /// Nickname, if there is one.
    pub nickname: Option<&'static str>,
    /// Year of birth.
    pub birth_year: i32,
    /// Where they live.
    pub location: Location,
    /// Profile on the professional network.
    pub network_url: String,
    /// Headline of the profile.
    pub headline: String,
    /// Index of the employer.
    pub company: u64,
    /// The employer's page on the professional network.
    pub company_page: String,
    /// Department.
    pub department: Department,
    /// Level.
    pub seniority: Seniority,
    /// Index of the manager; none for the head of a company.
    pub boss: Option<u64>,
    /// Address at the employer.
    pub business_email: String,
    /// Whether the employer's mail server accepts any address.
    pub catch_all: bool,
    /// Private address.
    pub personal_email: Option<String>,
    /// Mobile, E.164.
    pub mobile: Option<String>,
    /// Positions, the current one first; never empty.
    pub career: Vec<WorldPosition>,
    /// Schools.
    pub education: Vec<Education>,
    /// Skills.
    pub skills: Vec<String>,
    /// Languages spoken.
    pub languages: Vec<String>,
    /// Certifications held.
    pub certifications: Vec<String>,
}

impl WorldPerson {
    /// The current position.
    pub fn current(&self) -> &WorldPosition {
        &self.career[0]
    }

    /// The position on a day; none before the first job and between two jobs.
    pub fn position_at(&self, day: Date) -> Option<&WorldPosition> {
        self.career
            .iter()
            .find(|position| position.started <= day && position.ended.is_none_or(|ended| day < ended))
    }
}

/// The data of a company that its people share, computed once per company.
pub(crate) struct Roster<'w> {
    world: &'w World,
    company: u64,
    first: u64,
    chart: OrgChart,
    identity: CompanyIdentity,
    mail: Mail,
    local_parts: Vec<String>,
}

impl World {
    /// The person with this index. Panics if the world has no such person.
    pub fn person(&self, person: u64) -> WorldPerson {
        assert!(person < self.people, "the world has {} people, none numbered {person}", self.people);
        self.roster(self.employer(person)).person(person)
    }

    pub(crate) fn roster(&self, company: u64) -> Roster<'_> {
        let mail = self.mail(company);
        Roster {
            world: self,
            company,
            first: self.employees(company).start,
            chart: OrgChart::new(self.outline(company).industry(), self.size(company)),
            identity: self.identity(company),
            local_parts: self.local_parts(company, mail.pattern),
            mail,
        }
    }
}

impl Roster<'_> {
    pub(crate) fn person(&self, person: u64) -> WorldPerson {
        let (world, seat) = (self.world, person - self.first);
        let name = world.person_name(self.company, person);
        let post = self.chart.post(seat, &mut Rng::new(world.seed, person, Purpose::Post));
        let life = world.career(self.company, person, post);
        let mut titles = Rng::new(world.seed, person, Purpose::Title);
        let career: Vec<WorldPosition> =
            life.stations.iter().map(|station| world.position(station, &name, &mut titles)).collect();
        let mut rng = Rng::new(world.seed, person, Purpose::Background);
        let home = self.home(&mut rng);
        let trade = world.outline(self.company).industry().craft;
        let background = department_profile(if post.boss.is_none() { trade } else { post.department });
        let skills: Vec<String> = {
            let count = 3 + rng.below(4) as usize;
            words(&rng.sample(background.skills, count))
        };
        let certified = rng.chance(24);
        let certifications =
            if certified { words(&rng.sample(background.certifications, 1)) } else { Vec::new() };
        let languages = self.languages(&name, &mut rng);
        let education = self.education(&life, background.fields, &mut rng);
        let headline = self.headline(&career[0].title, &skills, &mut rng);
        WorldPerson {
            index: person,
            full_name: name.full(),
            given_name: name.given.to_owned(),
            nickname: name.nickname(),
            birth_year: life.birth_year,
            location: home,
            network_url: world.network_url(person, &name),
            headline,
            company: self.company,
            company_page: self.identity.page.clone(),
            department: post.department,
            seniority: post.seniority,
            boss: post.boss.map(|boss| self.first + boss),
            business_email: format!("{}@{}", self.local_parts[seat as usize], self.identity.domain),
            catch_all: self.mail.catch_all,
            personal_email: world.personal_email(person, &name),
            mobile: world.mobile(self.company, person),
            career,
            education,
            skills,
            languages,
            certifications,
            family_name: name.family,
        }
    }

    /// Place of residence: mostly the company's city, sometimes another city in the country.
    fn home(&self, rng: &mut Rng) -> Location {
        let city = self.world.outline(self.company).city();
        let near = if self.local_parts.len() <= 40 { 96 } else { 72 };
        if rng.chance(near) {
            city.location()
        } else {
            CITIES[geography::city_in(city.country_index(), rng.next())].location()
        }
    }

    fn languages(&self, name: &PersonName, rng: &mut Rng) -> Vec<String> {
        let spoken = self.world.outline(self.company).city().country().spoken;
        let mut languages = vec![spoken[0].to_owned()];
        languages
            .extend(spoken[1..].iter().filter(|_| rng.chance(75)).map(|language| (*language).to_owned()));
        let family = match name.locale {
            Locale::Spanish => "Spanish",
            Locale::French => "French",
            Locale::German => "German",
            Locale::Italian => "Italian",
            Locale::Polish => "Polish",
            Locale::Turkish => "Turkish",
            Locale::Arabic => "Arabic",
            Locale::Indian => "Hindi",
            Locale::Chinese => "Mandarin",
            Locale::Dutch => "Dutch",
            Locale::Irish | Locale::English => "English",
        };
        if !languages.iter().any(|known| known == family) && rng.chance(60) {
            languages.push(family.to_owned());
        }
        languages
    }

    fn headline(&self, title: &str, skills: &[String], rng: &mut Rng) -> String {
        let company = &self.identity.name;
        let at = match self.world.outline(self.company).city().country().language {
            Language::English => "at",
            _ => "–",
        };
        match (rng.below(4), skills) {
            (0, [first, second, ..]) => format!("{title} | {first} | {second}"),
            (1, [first, ..]) => format!("{title} {at} {company} | {first}"),
            _ => format!("{title} {at} {company}"),
        }
    }

    fn education(&self, life: &WorldCareer, fields: &[&str], rng: &mut Rng) -> Vec<Education> {
        if !life.has_degree {
            return Vec::new();
        }
        let language = self.world.outline(self.company).city().country().language;
        let master = rng.chance(35);
        let graduated = life.birth_year + 22;
        vec![Education {
            school: school(language, rng.below(24)),
            degree: Some(if master { "Master" } else { "Bachelor" }.to_owned()),
            field: Some((*rng.pick(fields)).to_owned()),
            started_at: PartialDate::year((graduated - if master { 4 } else { 3 }) as i16),
            ended_at: PartialDate::year(graduated as i16),
        }]
    }
}

/// A fictional school of a language area.
fn school(language: Language, number: u64) -> String {
    let root =
        company_name::compound(&mut Rng::new(u64::from(language as u8), number, Purpose::World), language);
    match (language, number % 3) {
        (Language::English, 0) => format!("{root} University"),
        (Language::English, 1) => format!("{root} Institute of Technology"),
        (Language::English, _) => format!("{root} State College"),
        (Language::German, 0) => format!("Universität {root}"),
        (Language::German, 1) => format!("Technische Hochschule {root}"),
        (Language::German, _) => format!("Hochschule {root}"),
        (Language::French, 0) => format!("Université de {root}"),
        (Language::French, _) => format!("École supérieure de {root}"),
        (Language::Spanish, 0) => format!("Universidad de {root}"),
        (Language::Spanish, _) => format!("Universidad Politécnica de {root}"),
    }
}

fn words(chosen: &[&&'static str]) -> Vec<String> {
    chosen.iter().map(|word| (**word).to_owned()).collect()
}
