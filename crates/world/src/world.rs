//! The world: number, size, place and industry of its companies.

mod outline;
mod pace;
mod side;

use std::{collections::HashMap, ops::Range, sync::OnceLock};

use jiff::Timestamp;

use crate::{
    calendar::Day,
    rng::{Permutation, Purpose, Rng},
    words::{ascii, company_name, geography::COUNTRIES, names::PersonName, phones},
};

pub(crate) use outline::Outline;
use outline::{company_size, draw_outline};
pub use pace::Pace;
pub(crate) use side::Side;
pub use side::{OUTSIDE_COMPANIES, OUTSIDE_PEOPLE};

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
    pub(crate) side: Side,
    /// Number of mobile numbers in each country that are already in use by the other side; empty inside.
    pub(crate) taken_mobiles: Vec<u64>,
    /// The companies and people that the claims of this world do not mention; none for that part itself.
    outside: Option<Box<World>>,
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
    /// Measured when first asked for.
    pub(crate) pace: OnceLock<Pace>,
}

/// Name and addresses of a company.
#[derive(Debug, Clone)]
pub(crate) struct CompanyIdentity {
    pub(crate) name: String,
    pub(crate) domain: String,
    pub(crate) page: String,
}

impl World {
    /// Generates the outlines of all companies; takes well under a second per million people.
    pub fn new(options: WorldOptions) -> Self {
        let options = WorldOptions { people: options.people.max(1), ..options };
        let mut world = Self::generate(options, Side::Inside);
        world.outside = Some(Box::new(world.generate_outside()));
        world
    }

    /// Generates one side of a world.
    fn generate(options: WorldOptions, side: Side) -> Self {
        let WorldOptions { seed, people, as_of } = options;
        let mut world = Self {
            seed,
            people,
            as_of,
            today: Day::of(as_of),
            side,
            taken_mobiles: Vec::new(),
            outside: None,
            outlines: Vec::new(),
            domains: Vec::new(),
            country_staff: vec![0; COUNTRIES.len()],
            country_companies: vec![Vec::new(); COUNTRIES.len()],
            country_orders: Vec::new(),
            person_order: Permutation::new(seed, 1, people),
            company_order: Permutation::new(seed, 2, 1),
            pace: OnceLock::new(),
        };
        world.generate_outlines();
        world.country_orders = (3..)
            .zip(&world.country_staff)
            .map(|(salt, staff)| Permutation::new(seed, salt, *staff))
            .collect();
        world.number_namesakes();
        world.company_order = Permutation::new(seed, 2, world.company_count());
        world
    }

    /// Generates the population outside of a world. Its mobile numbers start after those in use inside.
    fn generate_outside(&self) -> Self {
        let seed = Rng::new(self.seed, 0, Purpose::Outside).next();
        let options = WorldOptions { seed, people: OUTSIDE_PEOPLE, as_of: self.as_of };
        let mut outside = Self::generate(options, Side::Outside);
        let countries = COUNTRIES.iter().zip(&self.country_staff);
        outside.taken_mobiles = countries
            .map(|(country, staff)| phones::mobile_owners(country.code, *staff, self.people))
            .collect();
        outside
    }

    fn generate_outlines(&mut self) {
        let mut first_person = 0;
        while first_person < self.people {
            let index = self.outlines.len() as u64;
            let size = match self.side {
                Side::Inside => company_size(self.seed, index, self.people),
                Side::Outside => side::company_size(index),
            };
            let size = size.min(self.people - first_person);
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

    /// The population of one side.
    pub(crate) fn of_side(&self, side: Side) -> &Self {
        match (side, &self.outside) {
            (Side::Outside, Some(outside)) => outside,
            (Side::Inside, _) | (Side::Outside, None) => self,
        }
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

    pub(crate) fn identity(&self, company: u64) -> CompanyIdentity {
        let (name, domain) = self.name_and_domain(company);
        let mut page = format!("https://network.example/company/{}", ascii::hyphenated(&name));
        page.push_str(&self.namesake_suffix(company));
        page.push_str(self.side.company_suffix());
        CompanyIdentity { name, domain, page }
    }

    /// Name and domain of a company; cheaper than [`World::identity`].
    pub(crate) fn name_and_domain(&self, company: u64) -> (String, String) {
        let name = self.company_name(company);
        let mut domain = company_name::domain_label(&name);
        domain.push_str(&self.namesake_suffix(company));
        domain.push_str(self.side.company_suffix());
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

/// FNV-1a: stable across machines and versions.
pub(crate) fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xCBF2_9CE4_8422_2325, |state, byte| (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}
