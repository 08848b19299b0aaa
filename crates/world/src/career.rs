//! Careers: positions with employer, title and dates.

use jiff::civil::Date;
use records::{Department, Seniority};

use crate::{
    calendar::Day,
    org::{Post, Role},
    rng::{Purpose, Rng},
    words::{geography::Language, industries::IndustryKind, names::PersonName, titles::TitleOf},
    world::World,
};

const MAX_POSITIONS: usize = 6;
/// Job changes and promotions within this many days are recent.
pub(crate) const RECENT_DAYS: i32 = 90;

/// One position of a career.
#[derive(Debug, Clone, PartialEq)]
pub struct WorldPosition {
    /// Index of the company.
    pub company: u64,
    /// Name of the company.
    pub company_name: String,
    /// Main domain of the company.
    pub company_domain: String,
    /// Job title.
    pub title: String,
    /// Department of the position.
    pub department: Department,
    /// Seniority of the position.
    pub seniority: Seniority,
    /// First day.
    pub started: Date,
    /// Last day; none while current.
    pub ended: Option<Date>,
}

/// A career in outline, without names and titles.
pub(crate) struct WorldCareer {
    pub(crate) birth_year: i32,
    pub(crate) has_degree: bool,
    pub(crate) stations: Vec<Station>,
}

/// A position in outline, without names and titles.
pub(crate) struct Station {
    company: u64,
    department: Department,
    seniority: Seniority,
    role: Role,
    started: Day,
    ended: Option<Day>,
}

impl World {
    /// The career of the person in this position, the current station first.
    pub(crate) fn career(&self, company: u64, person: u64, post: Post) -> WorldCareer {
        let mut rng = Rng::new(self.seed, person, Purpose::Career);
        let outline = self.outline(company);
        let founded = Day::new_year(outline.founded());
        let hands_on =
            outline.industry().kind == IndustryKind::Local && post.department == outline.industry().craft;
        let trained = matches!(post.department, Department::Health | Department::Legal | Department::Finance);
        let has_degree =
            post.seniority != Seniority::Intern && rng.chance(if hands_on && !trained { 15 } else { 82 });
        let first_age = if has_degree { rng.between(22, 25) } else { rng.between(17, 20) };
        let founder = matches!(post.role, Role::CoFounder)
            || post.seniority == Seniority::Founder
            || (post.seniority == Seniority::Owner && rng.chance(65));
        let company_age = self.today.year() - outline.founded();
        let mut age = age_at(post.seniority, &mut rng).max(first_age + 1);
        if founder {
            age = age.max(company_age + first_age + 1);
        }
        let birth_year = self.today.year() - age;
        let career_start =
            Day(Day::new_year(birth_year + first_age).0 + rng.between(0, 180)).min(self.today.minus(20));
        let earliest = founded.max(career_start);
        let (joined_recently, promoted_recently) = recent_change(&post, founder, &mut rng);
        let started = if founder {
            Day(founded.0 + rng.between(0, 90)).max(earliest).min(self.today)
        } else if joined_recently || promoted_recently {
            self.today.minus(rng.between(1, RECENT_DAYS)).max(earliest)
        } else {
            self.settled_since(post.seniority, earliest, &mut rng)
        };
        let mut stations = vec![Station {
            company,
            department: post.department,
            seniority: post.seniority,
            role: post.role,
            started,
            ended: None,
        }];
        if !founder && (promoted_recently || (!joined_recently && rng.chance(35))) {
            self.add_earlier_role(&mut stations, earliest, career_start, &mut rng);
        }
        self.add_earlier_employers(&mut stations, career_start, &mut rng);
        WorldCareer { birth_year, has_degree, stations }
    }

    /// A start date that is not recent.
    fn settled_since(&self, seniority: Seniority, earliest: Day, rng: &mut Rng) -> Day {
        let longest = match seniority {
            Seniority::Intern => 300,
            Seniority::Entry => 800,
            Seniority::Owner | Seniority::Partner => 9_000,
            _ => 4_400,
        };
        let room = (self.today.0 - earliest.0).min(longest);
        if room <= RECENT_DAYS + 1 {
            return earliest;
        }
        // The minimum of two draws: short tenures are more frequent.
        let days = rng.between(RECENT_DAYS + 1, room).min(rng.between(RECENT_DAYS + 1, room));
        self.today.minus(days)
    }

    /// Adds a lower role at the same company before the current one.
    fn add_earlier_role(&self, stations: &mut Vec<Station>, earliest: Day, career_start: Day, rng: &mut Rng) {
        let present = &stations[0];
        let started = present.started.minus(rng.between(300, 1_500)).max(earliest);
        let before = limit_by_experience(below(present.seniority), present.started.0 - career_start.0, 0);
        if before <= present.seniority || present.started.0 - started.0 < 180 {
            return;
        }
        let station = Station {
            company: present.company,
            department: self.working_department(present),
            seniority: before,
            role: Role::Member,
            started,
            ended: Some(present.started),
        };
        stations.push(station);
    }

    fn add_earlier_employers(&self, stations: &mut Vec<Station>, career_start: Day, rng: &mut Rng) {
        // Interns have no earlier positions.
        let most = if stations[0].seniority == Seniority::Intern { 1 } else { MAX_POSITIONS };
        while stations.len() < most {
            let Some(last) = stations.last() else { return };
            let gap = if rng.chance(20) { rng.between(30, 300) } else { rng.between(0, 30) };
            let ended = last.started.minus(gap);
            if ended.0 - career_start.0 < 200 {
                return;
            }
            let mut started = ended.minus(rng.between(240, 2_600)).max(career_start);
            if started.0 - career_start.0 < 150 {
                started = career_start;
            }
            let seniority = if rng.chance(70) { below(last.seniority) } else { last.seniority };
            let usual = self.working_department(last);
            let found = self.earlier_employer(last.company, usual, started, rng);
            let Some(company) =
                found.filter(|company| stations.iter().all(|known| known.company != *company))
            else {
                return;
            };
            let level = limit_by_experience(seniority, started.0 - career_start.0, ended.0 - started.0)
                .max(last.seniority);
            let seniority = self.fitting_level(company, level);
            stations.push(Station {
                company,
                department: usual,
                seniority,
                role: Role::Member,
                started,
                ended: Some(ended),
            });
        }
    }

    /// The department before a promotion to executive: the core trade of the company.
    fn working_department(&self, station: &Station) -> Department {
        match station.department {
            Department::Executive => self.outline(station.company).industry().craft,
            department => department,
        }
    }

    /// Limits a level by the size of the company: a bakery has no vice president, and its owner is not hired.
    pub(crate) fn fitting_level(&self, company: u64, seniority: Seniority) -> Seniority {
        let highest = match self.size(company) {
            0..=15 => Seniority::Senior,
            16..=60 => Seniority::Manager,
            61..=200 => Seniority::Director,
            _ => Seniority::Vp,
        };
        seniority.max(highest)
    }

    /// Another company as a former or next employer, weighted by size and nearly always in the same country.
    pub(crate) fn earlier_employer(
        &self,
        present: u64,
        department: Department,
        from: Day,
        rng: &mut Rng,
    ) -> Option<u64> {
        let here = self.outline(present);
        let (country, year) = (here.city().country_index(), from.year());
        let abroad = rng.chance(6);
        // People in the core trade come from the same industry, if it has another company.
        let same_trade = department == here.industry().craft;
        let mut found = None;
        for _ in 0..12 {
            let company =
                if abroad { self.employer(rng.below(self.people)) } else { self.company_in(country, rng) };
            let there = self.outline(company);
            if company == present || there.founded() >= year || !there.industry().has(department) {
                continue;
            }
            if !same_trade || there.industry().name == here.industry().name {
                return Some(company);
            }
            found = found.or(Some(company));
        }
        found
    }

    /// Completes a station with the company's name and a title.
    pub(crate) fn position(&self, station: &Station, name: &PersonName, rng: &mut Rng) -> WorldPosition {
        let (company_name, company_domain) = self.name_and_domain(station.company);
        let title =
            self.title(station.company, (station.department, station.seniority, station.role), name, rng);
        WorldPosition {
            company: station.company,
            company_name,
            company_domain,
            title,
            department: station.department,
            seniority: station.seniority,
            started: station.started.date(),
            ended: station.ended.map(Day::date),
        }
    }

    /// A title at a company, mostly in the language of its country.
    pub(crate) fn title(
        &self,
        company: u64,
        of: (Department, Seniority, Role),
        holder: &PersonName,
        rng: &mut Rng,
    ) -> String {
        let outline = self.outline(company);
        let industry = outline.industry();
        let at_home = if industry.kind == IndustryKind::Local { 95 } else { 60 };
        let own = outline.city().country().language;
        let language = if rng.chance(at_home) { own } else { Language::English };
        let (department, seniority, role) = of;
        TitleOf { industry, department, seniority, role, company_size: self.size(company), language, holder }
            .write(rng)
    }
}

/// Whether the person joined the company recently, and whether they were promoted recently.
fn recent_change(post: &Post, founder: bool, rng: &mut Rng) -> (bool, bool) {
    let drawn = rng.below(1_000);
    if founder || matches!(post.seniority, Seniority::Owner | Seniority::Partner) {
        return (false, false);
    }
    let promotable = post.seniority < Seniority::Entry;
    // About a fifth of all people change companies within a year.
    (drawn < 50, (50..85).contains(&drawn) && promotable)
}

fn age_at(seniority: Seniority, rng: &mut Rng) -> i32 {
    let (low, high) = match seniority {
        Seniority::Intern => (19, 24),
        Seniority::Entry => (21, 29),
        Seniority::Professional => (24, 52),
        Seniority::Senior => (29, 58),
        Seniority::Manager => (30, 60),
        Seniority::Head | Seniority::Director => (33, 60),
        Seniority::Vp => (36, 61),
        Seniority::CSuite | Seniority::Partner => (38, 63),
        Seniority::Founder => (26, 50),
        Seniority::Owner => (30, 64),
    };
    rng.between(low, high).min(rng.between(low, high))
}

/// Limits a level by work experience: internships are short and at the start, management needs experience.
fn limit_by_experience(seniority: Seniority, days_of_work: i32, days_held: i32) -> Seniority {
    let (highest, lowest) = match days_of_work {
        0..300 => (Seniority::Entry, if days_held <= 330 { Seniority::Intern } else { Seniority::Entry }),
        300..1_000 => (Seniority::Professional, Seniority::Entry),
        1_000..1_800 => (Seniority::Senior, Seniority::Professional),
        1_800..3_000 => (Seniority::Manager, Seniority::Professional),
        _ => (Seniority::Owner, Seniority::Professional),
    };
    seniority.clamp(highest, lowest)
}

/// The level one step down.
pub(crate) fn below(seniority: Seniority) -> Seniority {
    match seniority {
        Seniority::Owner | Seniority::Founder | Seniority::Partner | Seniority::CSuite | Seniority::Vp => {
            Seniority::Director
        }
        Seniority::Head | Seniority::Director => Seniority::Manager,
        Seniority::Manager => Seniority::Senior,
        Seniority::Senior => Seniority::Professional,
        Seniority::Professional => Seniority::Entry,
        Seniority::Entry | Seniority::Intern => Seniority::Intern,
    }
}

/// The level one step up; none if there is no promotion from it.
pub(crate) fn above(seniority: Seniority) -> Option<Seniority> {
    Some(match seniority {
        Seniority::Intern => Seniority::Entry,
        Seniority::Entry => Seniority::Professional,
        Seniority::Professional => Seniority::Senior,
        Seniority::Senior => Seniority::Manager,
        Seniority::Manager | Seniority::Head => Seniority::Director,
        Seniority::Director => Seniority::Vp,
        _ => return None,
    })
}
