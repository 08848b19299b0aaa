//! The world: number, size, place and industry of its companies.

use std::{collections::HashMap, ops::Range};

use jiff::Timestamp;

use crate::{
    calendar::Day,
    rng::{Permutation, Purpose, Rng},
    words::{
        ascii, company_name,
        geography::{self, CITIES, COUNTRIES, City},
        industries::{self, Industry, Kind},
        names::PersonName,
    },
};

/// Options of a world. The same options give the same world, byte for byte.
#[derive(Debug, Clone, Copy)]
pub struct WorldOptions {
    /// Seed of every draw.
    pub seed: u64,
    /// Number of people; at least one.
    pub people: u64,
    /// The current time of the world: all dates are relative to it.
    pub as_of: Timestamp,
}

/// A synthetic world. People and companies are computed on request.
pub struct World {
    pub(crate) seed: u64,
    pub(crate) people: u64,
    pub(crate) as_of: Timestamp,
    pub(crate) today: Day,
    outlines: Vec<Outline>,
    /// Hashes of main domains, sorted, with the company each belongs to.
    domains: Vec<(u64, u32)>,
    /// Number of employees of all companies in each country.
    country_staff: Vec<u64>,
    /// The companies of each country, in order.
    country_companies: Vec<Vec<u32>>,
    pub(crate) country_orders: Vec<Permutation>,
    pub(crate) person_order: Permutation,
    pub(crate) company_order: Permutation,
}

/// The data of a company that other companies and people depend on, held in memory for all companies.
#[derive(Clone, Copy)]
pub(crate) struct Outline {
    first_person: u64,
    /// Number of people at lower-numbered companies in the same country.
    country_rank: u32,
    /// Number of lower-numbered companies with the same domain label.
    namesakes: u32,
    founded: i16,
    city: u8,
    industry: u8,
}

impl Outline {
    pub(crate) fn city(&self) -> &'static City {
        &CITIES[usize::from(self.city)]
    }

    pub(crate) fn industry(&self) -> &'static Industry {
        industries::at(usize::from(self.industry))
    }

    pub(crate) fn founded(&self) -> i32 {
        i32::from(self.founded)
    }
}

/// Name and addresses of a company.
#[derive(Debug, Clone)]
pub(crate) struct Identity {
    pub(crate) name: String,
    pub(crate) domain: String,
    pub(crate) page: String,
}

impl World {
    /// Generates the outlines of all companies; takes well under a second per million people.
    pub fn new(options: WorldOptions) -> Self {
        let people = options.people.max(1);
        let today = Day::of(options.as_of);
        let mut world = Self {
            seed: options.seed,
            people,
            as_of: options.as_of,
            today,
            outlines: Vec::new(),
            domains: Vec::new(),
            country_staff: vec![0; COUNTRIES.len()],
            country_companies: vec![Vec::new(); COUNTRIES.len()],
            country_orders: Vec::new(),
            person_order: Permutation::new(options.seed, 1, people),
            company_order: Permutation::new(options.seed, 2, 1),
        };
        world.generate_outlines();
        world.country_orders = (3..)
            .zip(&world.country_staff)
            .map(|(salt, staff)| Permutation::new(options.seed, salt, *staff))
            .collect();
        world.number_namesakes();
        world.company_order = Permutation::new(options.seed, 2, world.company_count());
        world
    }

    fn generate_outlines(&mut self) {
        let mut first_person = 0;
        while first_person < self.people {
            let index = self.outlines.len() as u64;
            let size = company_size(self.seed, index, self.people).min(self.people - first_person);
            let mut outline = draw_outline(self.seed, index, size, self.today.year());
            let country = outline.city().country_index();
            outline.first_person = first_person;
            outline.country_rank = self.country_staff[country] as u32;
            self.country_staff[country] += size;
            self.country_companies[country].push(index as u32);
            first_person += size;
            self.outlines.push(outline);
        }
    }

    fn number_namesakes(&mut self) {
        let mut seen: HashMap<u64, u32> = HashMap::with_capacity(self.outlines.len());
        for company in 0..self.company_count() {
            let label = company_name::domain_label(&self.company_name(company));
            let count = seen.entry(hash(&label)).or_default();
            self.outlines[company as usize].namesakes = *count;
            *count += 1;
        }
        let mut domains: Vec<(u64, u32)> = (0..self.company_count())
            .map(|company| (hash(&self.identity(company).domain), company as u32))
            .collect();
        domains.sort_unstable();
        self.domains = domains;
    }

    /// Number of companies.
    pub fn company_count(&self) -> u64 {
        self.outlines.len() as u64
    }

    /// Number of people.
    pub fn people_count(&self) -> u64 {
        self.people
    }

    /// The current time of the world.
    pub fn as_of(&self) -> Timestamp {
        self.as_of
    }

    /// Indexes of a company's employees; the head is the first. Empty for a company that does not exist.
    pub fn employees(&self, company: u64) -> Range<u64> {
        let Some(outline) = self.outlines.get(company as usize) else { return 0..0 };
        let end = self.outlines.get(company as usize + 1).map_or(self.people, |next| next.first_person);
        outline.first_person..end
    }

    /// The company a person works at.
    pub fn employer(&self, person: u64) -> u64 {
        self.outlines.partition_point(|outline| outline.first_person <= person).saturating_sub(1) as u64
    }

    /// The company with this main domain.
    pub fn find_company_by_domain(&self, domain: &str) -> Option<u64> {
        let wanted = hash(domain);
        let start = self.domains.partition_point(|(known, _)| *known < wanted);
        self.domains[start..]
            .iter()
            .take_while(|(known, _)| *known == wanted)
            .map(|(_, company)| u64::from(*company))
            .find(|company| self.identity(*company).domain == domain)
    }

    pub(crate) fn outline(&self, company: u64) -> Outline {
        self.outlines[company as usize]
    }

    pub(crate) fn size(&self, company: u64) -> u64 {
        let staff = self.employees(company);
        staff.end - staff.start
    }

    /// A person's index among all employees in a country, and their number.
    pub(crate) fn country_rank(&self, company: u64, person: u64) -> (u64, u64) {
        let outline = self.outline(company);
        let rank = u64::from(outline.country_rank) + (person - outline.first_person);
        (rank, self.country_staff[outline.city().country_index()])
    }

    /// A random company of a country, weighted by size.
    pub(crate) fn company_in(&self, country: usize, rng: &mut Rng) -> u64 {
        let rank = rng.below(self.country_staff[country]) as u32;
        let companies = &self.country_companies[country];
        let after =
            companies.partition_point(|company| self.outlines[*company as usize].country_rank <= rank);
        companies.get(after.saturating_sub(1)).map_or(0, |company| u64::from(*company))
    }

    /// The name of a person, from the names common in the company's country.
    pub(crate) fn person_name(&self, company: u64, person: u64) -> PersonName {
        PersonName::draw(self.seed, person, self.outline(company).city().country())
    }

    fn company_name(&self, company: u64) -> String {
        let outline = self.outline(company);
        let owner = self.person_name(company, outline.first_person);
        let mut rng = Rng::new(self.seed, company, Purpose::CompanyName);
        company_name::invent(&mut rng, outline.industry(), outline.city(), &owner)
    }

    pub(crate) fn identity(&self, company: u64) -> Identity {
        let (name, domain) = self.name_and_domain(company);
        let mut page = format!("https://network.example/company/{}", ascii::hyphenated(&name));
        page.push_str(&self.namesake_suffix(company));
        Identity { name, domain, page }
    }

    /// Name and domain of a company; cheaper than [`World::identity`].
    pub(crate) fn name_and_domain(&self, company: u64) -> (String, String) {
        let name = self.company_name(company);
        let mut domain = company_name::domain_label(&name);
        domain.push_str(&self.namesake_suffix(company));
        domain.push_str(".example");
        (name, domain)
    }

    /// Suffix that makes the addresses of companies with the same name unique: the city, then also a number.
    fn namesake_suffix(&self, company: u64) -> String {
        let outline = self.outline(company);
        match outline.namesakes {
            0 => String::new(),
            1 => format!("-{}", ascii::folded(outline.city().name)),
            namesakes => format!("-{}-{namesakes}", ascii::folded(outline.city().name)),
        }
    }
}

/// Size of a company: many small, few large, and at most a twentieth of the people of a small world.
fn company_size(seed: u64, index: u64, people: u64) -> u64 {
    let mut rng = Rng::new(seed, index, Purpose::Size);
    let (low, high) = rng.weighted(&[
        (700, (1, 10)),
        (200, (11, 50)),
        (75, (51, 200)),
        (20, (201, 500)),
        (6, (501, 1_000)),
        (4, (1_001, 5_000)),
        (1, (5_001, 12_000)),
    ]);
    // The minimum of two draws: small sizes are more frequent within a band too.
    let size = rng.between(low, high).min(rng.between(low, high)) as u64;
    size.min((people / 20).max(12))
}

fn draw_outline(seed: u64, index: u64, size: u64, this_year: i32) -> Outline {
    let mut rng = Rng::new(seed, index, Purpose::Outline);
    let city = geography::any_city(rng.next());
    let class = if size <= 12 {
        0
    } else if size <= 250 {
        1
    } else {
        2
    };
    let total: u64 = industries::all().map(|industry| u64::from(industry.weights[class])).sum();
    let mut left = rng.below(total);
    let mut industry = 0;
    for (position, candidate) in industries::all().enumerate() {
        let weight = u64::from(candidate.weights[class]);
        if left < weight {
            industry = position;
            break;
        }
        left -= weight;
    }
    let age = match industries::at(industry).kind {
        Kind::Local => rng.between(2, 40),
        Kind::Venture if size <= 30 => rng.between(1, 6),
        Kind::Venture if size <= 250 => rng.between(3, 12),
        Kind::Venture => rng.between(7, 22),
        Kind::Corporate if size <= 20 => rng.between(3, 35),
        Kind::Corporate => rng.between(5, 45) + rng.between(0, 50),
    };
    Outline {
        first_person: 0,
        country_rank: 0,
        namesakes: 0,
        founded: (this_year - age) as i16,
        city: city as u8,
        industry: industry as u8,
    }
}

/// FNV-1a: stable across machines and versions.
fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xCBF2_9CE4_8422_2325, |state, byte| (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}
