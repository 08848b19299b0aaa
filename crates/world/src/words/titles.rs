//! Job titles in the language of the country.

use records::{Department, Seniority};

use crate::{
    org::Role,
    rng::Rng,
    words::{
        departments::department_profile,
        geography::Language,
        industries::{self, Industry, IndustryKind},
        names::PersonName,
    },
};

/// The inputs of a title.
pub(crate) struct TitleOf<'a> {
    pub(crate) industry: &'a Industry,
    pub(crate) department: Department,
    pub(crate) seniority: Seniority,
    pub(crate) role: Role,
    pub(crate) company_size: u64,
    pub(crate) language: Language,
    pub(crate) holder: &'a PersonName,
}

impl TitleOf<'_> {
    /// Generates the title; `rng` picks among synonyms.
    pub(crate) fn write(&self, rng: &mut Rng) -> String {
        match self.role {
            Role::Head => self.head(rng).to_owned(),
            Role::CoFounder => self.co_founder().to_owned(),
            Role::Dispatcher => self.choose(DISPATCHER[self.language as usize]).to_owned(),
            Role::Lead | Role::Member => match self.seniority {
                Seniority::Owner | Seniority::Founder | Seniority::Partner | Seniority::CSuite => {
                    self.chief()
                }
                Seniority::Vp => self.vice_president(rng),
                Seniority::Head => self.head_of(),
                Seniority::Director => self.director(),
                Seniority::Manager => self.manager(rng),
                level => self.member(level, rng),
            },
        }
    }

    /// The male or female form of `male|female`.
    fn choose(&self, pair: &'static str) -> &'static str {
        match pair.split_once('|') {
            Some((male, female)) => {
                if self.holder.female {
                    female
                } else {
                    male
                }
            }
            None => pair,
        }
    }

    fn area(&self) -> &'static str {
        department_profile(self.department).area[self.language as usize]
    }

    fn head(&self, rng: &mut Rng) -> &'static str {
        let language = self.language as usize;
        let pairs: &[&str] = match (self.seniority, self.industry.kind) {
            (Seniority::Partner, _) => &[
                "Managing Partner|Managing Partner",
                "Partner|Partnerin",
                "Associé gérant|Associée gérante",
                "Socio director|Socia directora",
            ],
            (Seniority::Owner, _) => OWNER[rng.below(2) as usize],
            (Seniority::Founder, _) => FOUNDER[rng.below(2) as usize],
            (_, IndustryKind::Corporate) if self.company_size < 250 => MANAGING,
            _ => CHIEF_EXECUTIVE,
        };
        self.choose(pairs[language])
    }

    fn co_founder(&self) -> &'static str {
        let pair = match self.language {
            Language::German => "Mitgründer & CTO|Mitgründerin & CTO",
            Language::French => "Cofondateur & CTO|Cofondatrice & CTO",
            Language::Spanish => "Cofundador y CTO|Cofundadora y CTO",
            Language::English => match self.department {
                Department::Engineering => "Co-Founder & CTO",
                Department::Research => "Co-Founder & Chief Scientific Officer",
                _ => "Co-Founder & COO",
            },
        };
        self.choose(pair)
    }

    fn chief(&self) -> String {
        // C-level titles are English in every country.
        department_profile(self.department)
            .chief
            .map_or_else(|| format!("VP {}", department_profile(self.department).area[0]), str::to_owned)
    }

    fn vice_president(&self, rng: &mut Rng) -> String {
        match self.language {
            Language::English if rng.chance(15) => format!("Senior Vice President, {}", self.area()),
            Language::English if rng.chance(25) => format!("Vice President of {}", self.area()),
            Language::English => format!("VP of {}", self.area()),
            Language::German => format!("{} {}", self.choose("Bereichsleiter|Bereichsleiterin"), self.area()),
            Language::French => format!("{} {}", self.choose("Vice-président|Vice-présidente"), self.area()),
            Language::Spanish => {
                format!("{} de {}", self.choose("Vicepresidente|Vicepresidenta"), self.area())
            }
        }
    }

    fn head_of(&self) -> String {
        match self.language {
            Language::German => format!("{} {}", self.choose("Leiter|Leiterin"), self.area()),
            Language::Spanish => format!("{} de {}", self.choose("Jefe|Jefa"), self.area()),
            _ => format!("Head of {}", department_profile(self.department).area[0]),
        }
    }

    fn director(&self) -> String {
        match self.language {
            Language::English => format!("Director of {}", self.area()),
            Language::German => format!("Director {}", self.area()),
            Language::French => format!("{} {}", self.choose("Directeur|Directrice"), self.area()),
            Language::Spanish => format!("{} de {}", self.choose("Director|Directora"), self.area()),
        }
    }

    fn manager(&self, rng: &mut Rng) -> String {
        let area = self.area();
        match self.language {
            Language::English => match self.department {
                Department::Administration => "Office Manager".to_owned(),
                Department::Health | Department::Legal if self.company_size < 40 => {
                    "Practice Manager".to_owned()
                }
                Department::Consulting => "Engagement Manager".to_owned(),
                Department::Product => "Group Product Manager".to_owned(),
                Department::ProjectManagement => "Program Manager".to_owned(),
                Department::Operations if self.industry.dispatches() && rng.chance(40) => {
                    "Service Manager".to_owned()
                }
                _ => format!("{area} Manager"),
            },
            Language::German => format!("{} {area}", self.choose("Teamleiter|Teamleiterin")),
            Language::French => format!("Responsable {area}"),
            Language::Spanish => format!("Responsable de {area}"),
        }
    }

    fn member(&self, level: Seniority, rng: &mut Rng) -> String {
        let words = if self.department == self.industry.craft {
            &self.industry.crafts
        } else if self.department == Department::Engineering && self.industry.kind == IndustryKind::Venture {
            // Engineers of venture-funded companies are software developers.
            industries::software_crafts()
        } else {
            &department_profile(self.department).roles
        };
        let roles = industries::in_language(words, self.language);
        // A person mostly keeps one role; sometimes it changes.
        let role = if rng.chance(88) { self.holder.habit } else { rng.next() } % roles.len() as u64;
        let role = self.choose(roles[role as usize]);
        let area = self.area();
        match (level, self.language) {
            (Seniority::Senior, Language::English | Language::German) => format!("Senior {role}"),
            (Seniority::Senior, _) => format!("{role} senior"),
            (Seniority::Entry, Language::English | Language::German) => format!("Junior {role}"),
            (Seniority::Entry, _) => format!("{role} junior"),
            (Seniority::Intern, Language::English) => format!("{area} Intern"),
            (Seniority::Intern, Language::German) => {
                format!("{} {area}", self.choose("Praktikant|Praktikantin"))
            }
            (Seniority::Intern, Language::French) => format!("Stagiaire {area}"),
            (Seniority::Intern, Language::Spanish) => {
                format!("{} de {area}", self.choose("Becario|Becaria"))
            }
            _ => role.to_owned(),
        }
    }
}

const DISPATCHER: [&str; 4] = [
    "Dispatcher",
    "Disponent|Disponentin",
    "Régulateur|Régulatrice",
    "Coordinador de rutas|Coordinadora de rutas",
];
const OWNER: [&[&str]; 2] = [
    &["Owner", "Inhaber|Inhaberin", "Gérant|Gérante", "Propietario|Propietaria"],
    &[
        "Owner & Manager",
        "Inhaber und Geschäftsführer|Inhaberin und Geschäftsführerin",
        "Gérant|Gérante",
        "Dueño|Dueña",
    ],
];
const FOUNDER: [&[&str]; 2] = [
    &[
        "Founder & CEO",
        "Gründer & Geschäftsführer|Gründerin & Geschäftsführerin",
        "Fondateur & CEO|Fondatrice & CEO",
        "Fundador y CEO|Fundadora y CEO",
    ],
    &[
        "Co-Founder & CEO",
        "Mitgründer & CEO|Mitgründerin & CEO",
        "Cofondateur & CEO|Cofondatrice & CEO",
        "Cofundador y CEO|Cofundadora y CEO",
    ],
];
const MANAGING: &[&str] = &[
    "Managing Director",
    "Geschäftsführer|Geschäftsführerin",
    "Directeur général|Directrice générale",
    "Director general|Directora general",
];
const CHIEF_EXECUTIVE: &[&str] = &[
    "Chief Executive Officer",
    "Vorstandsvorsitzender|Vorstandsvorsitzende",
    "Président-directeur général|Présidente-directrice générale",
    "Consejero delegado|Consejera delegada",
];
