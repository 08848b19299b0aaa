//! One company of the world with all true facts.

mod funding;

use std::collections::BTreeMap;

use records::{Acquisition, FundingRound, Location, Openings, PartialDate, RevenueRange, Technology};

use crate::{
    mail::EmailPattern,
    org::OrgChart,
    rng::{Purpose, Rng},
    words::{
        company_name,
        geography::{self, CITIES, City},
        industries::IndustryKind,
        phones, technologies,
    },
    world::World,
};

/// The true facts about a company at the world's current time.
#[derive(Debug, Clone, PartialEq)]
pub struct WorldCompany {
    /// Index of the company in the world.
    pub index: u64,
    /// Name.
    pub name: String,
    /// Name in the register, with its legal form.
    pub legal_name: String,
    /// Names it had before.
    pub former_names: Vec<String>,
    /// Main domain.
    pub domain: String,
    /// A second domain of the company.
    pub second_domain: Option<String>,
    /// Page on the professional network.
    pub network_url: String,
    /// The company's own description.
    pub description: String,
    /// Industries, the main one first.
    pub industries: Vec<String>,
    /// Keywords.
    pub tags: Vec<String>,
    /// Number of employees; the world has every one of them.
    pub headcount: u32,
    /// Yearly revenue.
    pub revenue: RevenueRange,
    /// Year of foundation.
    pub founded_year: i16,
    /// Places, headquarters first.
    pub locations: Vec<Location>,
    /// Published phone, E.164.
    pub phone: Option<String>,
    /// Pattern of its email addresses.
    pub email_pattern: EmailPattern,
    /// Provider that hosts its mail.
    pub email_provider: &'static str,
    /// Whether its mail server accepts any address.
    pub catch_all: bool,
    /// Technologies in use.
    pub technologies: Vec<Technology>,
    /// Funding rounds, oldest first.
    pub funding_rounds: Vec<FundingRound>,
    /// Index of the company it bought, and the acquisition.
    pub acquisition: Option<(u64, Acquisition)>,
    /// Index of the company that bought it.
    pub acquired_by: Option<u64>,
    /// Open positions.
    pub openings: Option<Openings>,
}

impl World {
    /// The company with this index. Panics if the world has no such company.
    pub fn company(&self, company: u64) -> WorldCompany {
        let count = self.company_count();
        assert!(company < count, "the world has {count} companies, none numbered {company}");
        let outline = self.outline(company);
        let (industry, city, size) = (outline.industry(), outline.city(), self.size(company));
        let identity = self.identity(company);
        let mail = self.mail(company);
        let mut rng = Rng::new(self.seed, company, Purpose::CompanyProfile);
        let forms = if size > 50 { city.country().large_forms } else { city.country().small_forms };
        let legal_name = format!("{} {}", identity.name, rng.pick(forms));
        let mut industries = vec![industry.name.to_owned()];
        industries.extend(industry.related.iter().map(|name| (*name).to_owned()));
        let serves = *rng.pick(industry.serves);
        let former_names = self.former_names(company, &mut rng);
        let label = identity.domain.trim_end_matches(".example");
        WorldCompany {
            index: company,
            legal_name,
            former_names,
            second_domain: rng.chance(8).then(|| format!("{label}.test")),
            network_url: identity.page,
            description: describe(
                &identity.name,
                industry.does,
                serves,
                outline.founded(),
                city,
                size,
                &mut rng,
            ),
            industries,
            tags: rng
                .sample(industry.tags, 3)
                .into_iter()
                .filter(|tag| **tag != "dispatch")
                .map(|tag| (*tag).to_owned())
                .collect(),
            headcount: size as u32,
            revenue: revenue(industry.thousands_per_head, size, city.country().currency, &mut rng),
            founded_year: outline.founded() as i16,
            locations: locations(city, size, industry.kind, &mut rng),
            phone: if rng.chance(85) { phones::landline(city, &mut rng) } else { None },
            email_pattern: mail.pattern,
            email_provider: mail.provider,
            catch_all: mail.catch_all,
            technologies: technologies::draw(self, company, industry, size, mail.provider),
            funding_rounds: self.funding_rounds(company),
            acquisition: self.acquisition(company),
            acquired_by: self.acquired_by(company),
            openings: self.openings(company),
            domain: identity.domain,
            name: identity.name,
        }
    }

    fn former_names(&self, company: u64, rng: &mut Rng) -> Vec<String> {
        let outline = self.outline(company);
        if self.today.year() - outline.founded() < 4 || !rng.chance(8) {
            return Vec::new();
        }
        let owner = self.person_name(company, self.employees(company).start);
        vec![company_name::invent(rng, outline.industry(), outline.city(), &owner)]
    }

    /// The acquisition made by a company, if there is one.
    fn acquisition(&self, company: u64) -> Option<(u64, Acquisition)> {
        let mut rng = Rng::new(self.seed, company, Purpose::Acquisition);
        let target = self.target_of(company)?;
        let days = if rng.chance(30) { rng.between(1, 29) } else { rng.between(40, 1_500) };
        let identity = self.identity(target);
        let outline = self.outline(target);
        let price = outline.industry().thousands_per_head
            * self.size(target) as i64
            * i64::from(rng.between(1, 4))
            * 1_000;
        let acquisition = Acquisition {
            name: identity.name,
            domain: Some(identity.domain),
            announced_at: Some(PartialDate::day(self.today.minus(days).date())),
            price: rng.chance(45).then(|| self.outline(company).city().money(price)),
        };
        Some((target, acquisition))
    }

    /// The index of the company bought: a fixed distance from the buyer, so that no company is bought twice.
    fn target_of(&self, company: u64) -> Option<u64> {
        let target = (company + self.purchase_distance()) % self.company_count();
        let buys = Rng::new(self.seed, company, Purpose::Acquisition).next().is_multiple_of(3);
        let size = self.size(company);
        (buys && size > 50 && self.size(target) * 2 < size).then_some(target)
    }

    fn acquired_by(&self, company: u64) -> Option<u64> {
        let count = self.company_count();
        let buyer = (company + count - self.purchase_distance() % count) % count;
        (self.target_of(buyer) == Some(company)).then_some(buyer)
    }

    fn purchase_distance(&self) -> u64 {
        1 + self.seed % self.company_count().saturating_sub(1).max(1)
    }

    fn openings(&self, company: u64) -> Option<Openings> {
        let mut rng = Rng::new(self.seed, company, Purpose::Openings);
        let (size, kind) = (self.size(company), self.outline(company).industry().kind);
        let likely = if kind == IndustryKind::Venture { 70 } else { 38 };
        rng.chance(likely)
            .then(|| self.draw_openings(company, size, &mut rng))
            .filter(|openings| openings.count > 0)
    }

    /// Open positions in some departments, in proportion to the employees there.
    pub(crate) fn draw_openings(&self, company: u64, size: u64, rng: &mut Rng) -> Openings {
        let chart = OrgChart::new(self.outline(company).industry(), size);
        let share = rng.between(5, 32) as u64;
        let mut by_department = BTreeMap::new();
        for (department, seats) in chart.departments() {
            let open = (seats * share / 100).min(40) + u64::from(rng.chance(20));
            if open > 0 && rng.chance(65) {
                by_department.insert(department.as_str().to_owned(), open as u32);
            }
        }
        Openings { count: by_department.values().sum(), by_department }
    }
}

fn describe(
    name: &str,
    does: &str,
    serves: &str,
    founded: i32,
    city: &City,
    size: u64,
    rng: &mut Rng,
) -> String {
    let place = city.name;
    let second = match (size, rng.below(3)) {
        (1, _) => format!("A one-person business in {place} since {founded}."),
        (2..=12, 0) => format!("Family-run in {place} since {founded}."),
        (2..=12, _) => format!("A team of {size} in {place}, in business since {founded}."),
        (_, 0) => format!("Founded in {founded}, it is based in {place} and employs {size} people."),
        (_, _) => format!("From its home in {place} a team of {size} has grown the firm since {founded}."),
    };
    format!("{name} {does} for {serves}. {second}")
}

fn revenue(thousands_per_head: i64, size: u64, currency: &str, rng: &mut Rng) -> RevenueRange {
    const BANDS: [i64; 10] = [0, 250, 1_000, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000, 5_000_000];
    let thousands = thousands_per_head * size as i64 * i64::from(rng.between(60, 150)) / 100;
    let band = BANDS.iter().rposition(|bound| *bound <= thousands).unwrap_or(0);
    RevenueRange {
        min: Some(BANDS[band] * 1_000),
        max: BANDS.get(band + 1).map(|bound| bound * 1_000),
        currency: currency.to_owned(),
    }
}

fn locations(headquarters: &City, size: u64, kind: IndustryKind, rng: &mut Rng) -> Vec<Location> {
    let further = match size {
        0..=40 => 0,
        41..=200 => rng.below(2),
        201..=1_000 => rng.below(4),
        _ => 2 + rng.below(4),
    };
    let mut locations = vec![headquarters.location()];
    for _ in 0..further {
        let city = if kind == IndustryKind::Local || rng.chance(60) {
            geography::city_in(headquarters.country_index(), rng.next())
        } else {
            geography::any_city(rng.next())
        };
        let location = CITIES[city].location();
        if !locations.contains(&location) {
            locations.push(location);
        }
    }
    locations
}
