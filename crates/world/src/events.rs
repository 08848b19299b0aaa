//! Events of the world, each a pure function of its number. Kinds are as frequent as in the world's history.

mod history;

use jiff::Timestamp;
use records::{Claim, CompanyFacts, ContactStatus, Department, EmailFact, EmailKind, Facts, PartialDate};

use crate::{
    calendar::Day,
    career::{WorldPosition, above},
    claims::{
        DIRECTORY, JOB_BOARD, NEWS_DESK, announcement::announcement, company_claim, of_jobs::posting,
        person_claim, profile_facts,
    },
    org::Role,
    person::WorldPerson,
    rng::{Purpose, Rng},
    words::industries::IndustryKind,
    world::World,
};

/// An event and the claims that report it.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Time of the event.
    pub at: Timestamp,
    /// The claims that report it.
    pub claims: Vec<Claim>,
    /// Kind of the event.
    pub kind: EventKind,
}

/// Kind of an event, with the indexes of the people and companies concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    /// A person joined another company.
    JobChange {
        /// Index of the person.
        person: u64,
        /// The previous company.
        from: u64,
        /// The new company.
        to: u64,
    },
    /// A person was promoted within the company.
    Promotion {
        /// Index of the person.
        person: u64,
    },
    /// A company raised money.
    Funding {
        /// Index of the company.
        company: u64,
    },
    /// A company bought another.
    Acquisition {
        /// The buyer.
        buyer: u64,
        /// The company bought.
        bought: u64,
    },
    /// A company opened positions.
    Openings {
        /// Index of the company.
        company: u64,
    },
}

/// Parts of an event a day, by which kinds are weighed in whole numbers.
const SHARES: f64 = 10_000.0;
/// Number of candidates that an event tries before it falls back to new openings.
const TRIES: u64 = 8;

impl World {
    /// The business addresses that people have from an event on.
    pub fn new_mailboxes(event: &Event) -> impl Iterator<Item = &str> {
        event.claims.iter().flat_map(|claim| match &claim.facts {
            Facts::Person(facts) => facts.emails.iter().map(|email| email.address.as_str()).collect(),
            Facts::Company(_) | Facts::Job(_) => Vec::new(),
        })
    }

    /// The event of a number. Candidates follow a permuted order, so that no person changes jobs every time.
    pub fn event(&self, number: u64, at: Timestamp) -> Event {
        let mut rng = Rng::new(self.seed, number, Purpose::Event);
        let kinds = self.pace().kinds().map(|a_day| (a_day * SHARES) as u64);
        let mut left = rng.below(kinds.iter().sum::<u64>().max(1));
        let kind = kinds.iter().position(|share| match left.checked_sub(*share) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        });
        let drawn = match kind {
            Some(0) => self.job_change(number, at, &mut rng),
            Some(1) => self.promotion(number, at, &mut rng),
            Some(2) => self.funding(number, at, &mut rng),
            Some(3) => self.purchase(number, at, &mut rng),
            _ => None,
        };
        match drawn {
            Some((kind, claim)) => Event { at, claims: vec![claim], kind },
            None => self.new_openings(number, at, &mut rng),
        }
    }

    fn turns(number: u64) -> impl Iterator<Item = u64> {
        (0..TRIES).map(move |step| number.wrapping_mul(TRIES).wrapping_add(step))
    }

    fn job_change(&self, number: u64, at: Timestamp, rng: &mut Rng) -> Option<(EventKind, Claim)> {
        let day = Day::of(at);
        let (person, to) = Self::turns(number).find_map(|turn| {
            let person = self.person(self.person_order.at(turn));
            let may_move = person.boss.is_some() && settled(&person, day);
            let to =
                may_move.then(|| self.earlier_employer(person.company, person.department, day, rng))??;
            Some((person, to))
        })?;
        let department = person.department;
        let wanted = if rng.chance(40) {
            above(person.seniority).unwrap_or(person.seniority)
        } else {
            person.seniority
        };
        let seniority = self.fitting_level(to, wanted);
        let name = self.person_name(person.company, person.index);
        let identity = self.identity(to);
        let new = WorldPosition {
            company: to,
            title: self.title(to, (department, seniority, Role::Member), &name, rng),
            company_name: identity.name,
            company_domain: identity.domain,
            department,
            seniority,
            started: day.date(),
            ended: None,
        };
        let address = self.former_or_future_address(to, person.index, &name);
        let page = identity.page;
        let kind = EventKind::JobChange { person: person.index, from: person.company, to };
        let post = announcement(&person, &new, person.current(), at, rng);
        let mut claim = moved(&person, new, day.minus(rng.between(0, 21)), address, page, at);
        if let Facts::Person(facts) = &mut claim.facts {
            facts.announcement = Some(post);
        }
        Some((kind, claim))
    }

    fn promotion(&self, number: u64, at: Timestamp, rng: &mut Rng) -> Option<(EventKind, Claim)> {
        let day = Day::of(at);
        let (person, seniority) = Self::turns(number).find_map(|turn| {
            let person = self.person(self.person_order.at(turn));
            let higher =
                above(person.seniority).filter(|_| person.boss.is_some() && settled(&person, day))?;
            Some((person, higher))
        })?;
        let name = self.person_name(person.company, person.index);
        let new = WorldPosition {
            title: self.title(person.company, (person.department, seniority, Role::Member), &name, rng),
            seniority,
            started: day.date(),
            ended: None,
            ..person.current().clone()
        };
        let (address, page) = (person.business_email.clone(), person.company_page.clone());
        let kind = EventKind::Promotion { person: person.index };
        Some((kind, moved(&person, new, day, address, page, at)))
    }

    fn funding(&self, number: u64, at: Timestamp, rng: &mut Rng) -> Option<(EventKind, Claim)> {
        let index = Self::turns(number)
            .map(|turn| self.company_order.at(turn))
            .find(|company| self.outline(*company).industry().kind == IndustryKind::Venture)?;
        let company = self.company(index);
        let mut funding_rounds = company.funding_rounds.clone();
        funding_rounds.push(self.next_round(index, &company.funding_rounds, Day::of(at), rng));
        let facts = CompanyFacts { funding_rounds, ..CompanyFacts::default() };
        Some((EventKind::Funding { company: index }, company_claim(&company, NEWS_DESK, at, facts)))
    }

    fn purchase(&self, number: u64, at: Timestamp, rng: &mut Rng) -> Option<(EventKind, Claim)> {
        let mut turns = Self::turns(number).map(|turn| self.company_order.at(turn));
        let buyer = turns.find(|company| self.size(*company) > 30)?;
        let bought = turns.find(|company| self.size(*company) * 2 < self.size(buyer) && *company != buyer)?;
        let (company, target) = (self.company(buyer), self.identity(bought));
        let price = rng
            .chance(45)
            .then(|| self.outline(buyer).city().money(i64::from(rng.between(1, 60)) * 1_000_000));
        let mut acquisitions: Vec<_> =
            company.acquisition.iter().map(|(_, earlier)| earlier.clone()).collect();
        acquisitions.push(records::Acquisition {
            name: target.name,
            domain: Some(target.domain),
            announced_at: Some(PartialDate::day(Day::of(at).date())),
            price,
        });
        let facts = CompanyFacts { acquisitions, ..CompanyFacts::default() };
        Some((EventKind::Acquisition { buyer, bought }, company_claim(&company, NEWS_DESK, at, facts)))
    }

    fn new_openings(&self, number: u64, at: Timestamp, rng: &mut Rng) -> Event {
        let index = self.company_order.at(number);
        let company = self.company(index);
        let mut openings = company.openings.clone().unwrap_or_default();
        let mut more = self.draw_openings(index, self.size(index), rng);
        if more.count == 0 {
            more.by_department.insert(self.outline(index).industry().craft.as_str().to_owned(), 1);
        }
        let mut claims = Vec::new();
        for (word, count) in more.by_department {
            if let Ok(department) = word.parse::<Department>() {
                // Numbered by the event, so that a posting never replaces an earlier one.
                let place = number.wrapping_mul(100).wrapping_add(claims.len() as u64);
                let mut claim = posting(self, &company, department, place, 0, rng);
                claim.observed_at = at;
                if let Facts::Job(job) = &mut claim.facts {
                    job.posted_at = Some(PartialDate::day(Day::of(at).date()));
                }
                claims.push(claim);
            }
            *openings.by_department.entry(word).or_default() += count;
        }
        openings.count = openings.by_department.values().sum();
        let facts = CompanyFacts { openings: Some(openings), ..CompanyFacts::default() };
        claims.push(company_claim(&company, JOB_BOARD, at, facts));
        Event { at, claims, kind: EventKind::Openings { company: index } }
    }
}

/// Whether the person's last change is more than [`RECENT_DAYS`](crate::career::RECENT_DAYS) ago.
fn settled(person: &WorldPerson, day: Day) -> bool {
    day.0 - Day::of_date(person.current().started).0 > crate::career::RECENT_DAYS
}

/// The directory's claim about a person in a new position.
fn moved(
    person: &WorldPerson,
    new: WorldPosition,
    left: Day,
    address: String,
    page: String,
    at: Timestamp,
) -> Claim {
    let mut positions = Vec::with_capacity(person.career.len() + 1);
    let headline = format!("{} at {}", new.title, new.company_name);
    positions.push(new);
    positions.extend_from_slice(&person.career);
    positions[1].ended = Some(left.date().max(positions[1].started));
    let mut facts = profile_facts(person, &positions, &headline);
    facts.company_network_url = Some(page);
    facts.emails.push(EmailFact {
        address,
        kind: Some(EmailKind::Business),
        status: Some(ContactStatus::Unknown),
        last_validated_at: None,
    });
    person_claim(DIRECTORY, format!("dir-{}", person.index), at, facts)
}
