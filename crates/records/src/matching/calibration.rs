//! Calibration test: the confidence must equal the share of right answers. Measured in a world with the frequencies of
//! real names, employers of very different sizes, and many queries for people who are not stored; and in worlds in which
//! namesakes at one employer are common, because each language has few names and each employer mostly one language.

use std::collections::{BTreeSet, HashMap};

use crate::{
    Email, EmailKind, Employer, Experience, LineType, Person, PersonRecord, Phone,
    identifiers::{name::Name, nickname},
    keys::{Key, person_keys},
    matching::{Band, MIN_CONFIDENCE_PERSON, NameShares, Reliability, match_person},
    query::PersonQuery,
};

const GIVEN_NAMES: &str = include_str!("../../data/given_names.txt");
const FAMILY_NAMES: &str = include_str!("../../data/family_names.txt");

/// Where the languages of the worlds with few names take theirs from the lists: beyond the common names.
const RARE_GIVEN_FROM: usize = 400;
const RARE_FAMILY_FROM: usize = 1_000;
/// Of a hundred people at an employer, those who have a name of its language.
const OF_ITS_LANGUAGE: u64 = 80;
const STORED: usize = 6_000;
const PEOPLE: usize = 9_000;
const QUERIES: usize = 3_000;
/// A key that leads to more records is passed over, as in the store.
const PER_KEY: usize = 64;
/// Weight of the lists beside the counted names, as in the store.
const LISTED_PEOPLE: f64 = 2_000.0;

/// What the people of a world are called and where they work.
#[derive(Clone, Copy)]
struct World {
    companies: u64,
    /// Languages, and given and family names of each; the lists of a census if there are none.
    languages: Option<(u64, usize, usize)>,
    /// How many stored people of an employer there are for each that its record states; none states any.
    stored_per_stated: Option<u32>,
}

const CENSUS: World = World { companies: 600, languages: None, stored_per_stated: None };
const FEW_NAMES: World = World { companies: 600, languages: Some((8, 40, 60)), stored_per_stated: Some(10) };
const FEW_EMPLOYERS: World =
    World { companies: 12, languages: Some((4, 60, 90)), stored_per_stated: Some(50) };

/// SplitMix64: small, and the same on every machine.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn unit(&mut self) -> f64 {
        self.below(1 << 40) as f64 / (1_u64 << 40) as f64
    }

    fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }
}

/// Names with their cumulative shares.
struct Names(Vec<(f64, &'static str)>);

/// Given and family names of each language.
type Languages = Vec<(Names, Names)>;

impl World {
    fn names(self) -> Languages {
        let Some((languages, given, family)) = self.languages else {
            return vec![(Names::read(GIVEN_NAMES), Names::read(FAMILY_NAMES))];
        };
        let of = |lines: &'static str, from: usize, many: usize, language: u64| {
            let words = lines.lines().filter_map(|line| line.split(' ').next()).filter(|name| name.len() > 3);
            let own = words.skip(from + language as usize * many).take(many);
            Names(own.enumerate().map(|(at, name)| (at as f64 + 1.0, name)).collect())
        };
        let lists = |language| {
            let given = of(GIVEN_NAMES, RARE_GIVEN_FROM, given, language);
            (given, of(FAMILY_NAMES, RARE_FAMILY_FROM, family, language))
        };
        (0..languages).map(lists).collect()
    }

    /// An employer: few have many people.
    fn any_company(self, rng: &mut SplitMix) -> u64 {
        ((self.companies as f64).powf(rng.unit()) - 1.0) as u64
    }
}

impl Names {
    fn read(lines: &'static str) -> Self {
        let mut sum = 0.0;
        let counted = lines.lines().filter_map(|line| line.split_once(' '));
        let names = counted.filter_map(|(name, one_in)| {
            sum += 1.0 / one_in.parse::<f64>().ok()?;
            Some((sum, name))
        });
        Self(names.collect())
    }

    fn pick(&self, rng: &mut SplitMix) -> String {
        let total = self.0.last().map_or(1.0, |(sum, _)| *sum);
        let at = rng.unit() * total;
        let place = self.0.partition_point(|(sum, _)| *sum < at).min(self.0.len() - 1);
        let name = self.0[place].1;
        format!("{}{}", name[..1].to_uppercase(), &name[1..])
    }
}

/// A synthetic person, stored or not.
struct Human {
    given: String,
    family: String,
    current: u64,
    past: Vec<u64>,
    number: u64,
}

impl Human {
    fn random(rng: &mut SplitMix, world: World, languages: &Languages, number: u64) -> Self {
        let past: Vec<u64> = (0..rng.below(3)).map(|_| world.any_company(rng)).collect();
        let (many, of_census) = (languages.len() as u64, &languages[0]);
        if many == 1 {
            let (given, family) = (of_census.0.pick(rng), of_census.1.pick(rng));
            return Self { given, family, current: world.any_company(rng), past, number };
        }
        let current = world.any_company(rng);
        let language = if rng.percent(OF_ITS_LANGUAGE) { current % many } else { rng.below(many) };
        // People stay where their language is spoken.
        let past = past.into_iter().map(|company| company - company % many + language);
        let past = past.filter(|company| *company < world.companies).collect();
        let names = &languages[language as usize];
        Self { given: names.0.pick(rng), family: names.1.pick(rng), current, past, number }
    }

    fn record(&self) -> PersonRecord {
        let past = self
            .past
            .iter()
            .map(|&company| Experience { company: employer(company), ..Experience::default() });
        let person = Person {
            id: format!("per_{:05}", self.number),
            full_name: format!("{} {}", self.given, self.family),
            first_name: Some(self.given.clone()),
            last_name: Some(self.family.clone()),
            network_url: Some(network_url(self.number)),
            company: Some(employer(self.current)),
            experience: past.collect(),
            ..Person::default()
        };
        let email = Email {
            address: self.email(),
            kind: EmailKind::Business,
            status: Default::default(),
            last_validated_at: None,
        };
        let phone = Phone {
            number: phone(self.number),
            line_type: LineType::Mobile,
            carrier: None,
            status: Default::default(),
            last_validated_at: None,
        };
        PersonRecord { person, emails: vec![email], phones: vec![phone] }
    }

    fn email(&self) -> String {
        let (given, family) = (self.given.to_lowercase(), self.family.to_lowercase());
        format!("{given}.{family}{}@company{}.example", self.number, self.current)
    }

    /// The name as a query might spell it.
    fn query_name(&self, rng: &mut SplitMix) -> Option<Name> {
        let initial = self.given[..1].to_owned();
        let short = nickname::forms(&self.given.to_lowercase()).next();
        let family = self.family.clone();
        let (first, last) = match rng.below(100) {
            0..9 if short.is_some() => (short.unwrap_or_default().to_owned(), family),
            9..18 => (initial, family),
            18..28 => (self.given.clone(), misspelt(&self.family, rng)),
            28..35 => (misspelt(&self.given, rng), family),
            35..40 => (self.given.clone(), format!("{}-Weber", self.family)),
            40..44 => (family, self.given.clone()),
            _ => (self.given.clone(), family),
        };
        Name::from_parts(&first, &last)
    }
}

fn employer(company: u64) -> Employer {
    const FIRST: [&str; 10] =
        ["Acorn", "Birch", "Cedar", "Dahlia", "Elder", "Fern", "Ginkgo", "Hazel", "Iris", "Juniper"];
    const SECOND: [&str; 10] =
        ["Mill", "Ridge", "Harbor", "Stone", "Field", "Bridge", "River", "Tower", "Valley", "Forge"];
    const THIRD: [&str; 6] = ["Robotics", "Foods", "Textiles", "Logistics", "Energy", "Software"];
    let place = |by: u64, of: usize| (company / by) as usize % of;
    let name = format!("{} {} {}", FIRST[place(1, 10)], SECOND[place(10, 10)], THIRD[place(100, 6)]);
    Employer { name: Some(name), domain: Some(format!("company{company}.example")), ..Employer::default() }
}

fn network_url(number: u64) -> String {
    format!("https://network.example/in/person-{number}")
}

/// Every twelfth phone is shared by two people.
fn phone(number: u64) -> String {
    format!("+1415{:07}", if number.is_multiple_of(12) { number + 1 } else { number })
}

/// One letter after the first swapped, left out or replaced.
fn misspelt(name: &str, rng: &mut SplitMix) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    let place = 1 + rng.below((letters.len() as u64).saturating_sub(2).max(1)) as usize;
    match rng.below(3) {
        0 if place + 1 < letters.len() => letters.swap(place, place + 1),
        1 if letters.len() > 3 => drop(letters.remove(place)),
        _ => letters[place.min(name.len() - 1)] = char::from(b'a' + rng.below(26) as u8),
    }
    letters.into_iter().collect()
}

/// A query for a person, with the usual errors.
fn query(human: &Human, rng: &mut SplitMix) -> PersonQuery {
    let mut query = PersonQuery::default();
    // A phone number or address may belong to another person by now.
    let identified = |wrong: u64, rng: &mut SplitMix| {
        if rng.percent(wrong) { rng.below(STORED as u64) } else { human.number }
    };
    match rng.below(100) {
        0..6 => query.network_url = Some(network_url(identified(1, rng))),
        6..12 => query.email = Some(human.email()),
        12..20 => query.phone = Some(phone(identified(3, rng))),
        _ => {
            query.name = human.query_name(rng);
            let past = human.past.first().filter(|_| rng.percent(20));
            let employer = employer(*past.unwrap_or(&human.current));
            // As the record of the company says.
            query.employer.domains.extend(employer.domain.clone());
            query.employer.names.extend(employer.name.clone());
            if rng.percent(70) {
                query.company_domain = employer.domain;
            } else {
                query.company_name = employer.name;
            }
            return query;
        }
    }
    if rng.percent(30) {
        query.name = human.query_name(rng);
    }
    query
}

/// What was answered.
#[derive(Default)]
struct Answers {
    /// Confidence and correctness.
    all: Vec<(f64, bool)>,
    known: usize,
    found: usize,
    strangers: usize,
    strangers_answered: usize,
}

/// The records of a world, and what a store counts of them.
struct Stored {
    records: Vec<PersonRecord>,
    by_key: HashMap<Key, Vec<usize>>,
    given: HashMap<String, u32>,
    family: HashMap<String, u32>,
    /// People who work there now, by domain and by name.
    at: HashMap<String, u32>,
}

impl Stored {
    fn of(records: Vec<PersonRecord>) -> Self {
        let mut stored = Self {
            records,
            by_key: HashMap::new(),
            given: HashMap::new(),
            family: HashMap::new(),
            at: HashMap::new(),
        };
        for (place, record) in stored.records.iter().enumerate() {
            for key in person_keys(record) {
                stored.by_key.entry(key).or_default().push(place);
            }
            let name = record.name().unwrap();
            *stored.given.entry(name.first_key().to_owned()).or_default() += 1;
            *stored.family.entry(name.last_key().to_owned()).or_default() += 1;
            let company = record.person.company.clone().unwrap();
            for employer in [company.domain, company.name].into_iter().flatten() {
                *stored.at.entry(employer).or_default() += 1;
            }
        }
        stored
    }

    fn shares(&self, query: &PersonQuery, world: World) -> NameShares {
        let Some(name) = &query.name else { return NameShares::default() };
        let count = |counts: &HashMap<String, u32>, of: &str| counts.get(of).copied().unwrap_or(0);
        let share = |holders: u32| f64::from(holders) / (self.records.len() as f64 + LISTED_PEOPLE);
        let employer = query.company_domain.as_deref().or(query.company_name.as_deref());
        let stored = employer.map_or(0, |employer| count(&self.at, employer));
        NameShares {
            given: share(count(&self.given, name.first_key())),
            family: share(count(&self.family, name.last_key())),
            colleagues: world.stored_per_stated.map_or(0, |many| stored / many),
            stored,
            ..NameShares::default()
        }
    }

    /// The candidates for a query, and the keys that lead to too many.
    fn candidates(&self, query: &PersonQuery) -> (Vec<PersonRecord>, Vec<Key>) {
        let (mut places, mut passed_over) = (BTreeSet::new(), Vec::new());
        for key in query.keys() {
            match self.by_key.get(&key) {
                Some(found) if found.len() > PER_KEY => passed_over.push(key),
                found => places.extend(found.into_iter().flatten().copied()),
            }
        }
        (places.into_iter().map(|place| self.records[place].clone()).collect(), passed_over)
    }
}

fn answers(world: World, seed: u64, strangers_percent: u64) -> Answers {
    let languages = world.names();
    let mut rng = SplitMix(seed);
    let humans: Vec<Human> =
        (0..PEOPLE as u64).map(|number| Human::random(&mut rng, world, &languages, number)).collect();
    let stored = Stored::of(humans[..STORED].iter().map(Human::record).collect());
    let mut answers = Answers::default();
    for _ in 0..QUERIES {
        let is_stranger = rng.percent(strangers_percent);
        let (from, many) = if is_stranger { (STORED, PEOPLE - STORED) } else { (0, STORED) };
        let human = &humans[from + rng.below(many as u64) as usize];
        let query = query(human, &mut rng);
        let (candidates, passed_over) = stored.candidates(&query);
        let shares = stored.shares(&query, world).with_passed_over(&query, &passed_over, PER_KEY as u32 + 1);
        let best = match_person(&query, &candidates, shares);
        let is_right = |index: usize| candidates[index].person.id == format!("per_{:05}", human.number);
        let answered = best.as_ref().filter(|best| best.confidence >= MIN_CONFIDENCE_PERSON);
        if is_stranger {
            answers.strangers += 1;
            // A number or profile that has passed to another person is a right answer to what was asked.
            let by_identifier = query.name.is_none();
            answers.strangers_answered += usize::from(answered.is_some() && !by_identifier);
        } else {
            answers.known += 1;
            answers.found += usize::from(answered.is_some_and(|best| is_right(best.index)));
        }
        answers.all.extend(best.map(|best| (best.confidence, is_right(best.index))));
    }
    answers
}

/// Prints what was measured; the calibration error and the share of known people that were missed.
fn measured(title: &str, answers: &Answers) -> (f64, f64) {
    let reliability = Reliability::of(&answers.all);
    for Band { from, answers, stated, right } in &reliability.bands {
        println!("{title}, from {from}: {answers:5} stated {stated:.3} right {right:.3}");
    }
    let error = reliability.error;
    let missed = 1.0 - answers.found as f64 / answers.known as f64;
    let answered = answers.strangers_answered as f64 / answers.strangers as f64;
    println!("calibration error {error:.4}, known missed {missed:.4}, strangers answered {answered:.4}");
    (error, missed)
}

#[test]
fn the_stated_confidence_is_the_share_of_right_answers() {
    let (mut failures, mut total) = (Vec::new(), (0, 0));
    for strangers in [10, 30, 50] {
        let answers = answers(CENSUS, 7 + strangers, strangers);
        let (error, missed) = measured(&format!("{strangers} % strangers"), &answers);
        if error >= 0.03 || missed >= 0.1 {
            failures.push(strangers);
        }
        total = (total.0 + answers.strangers_answered, total.1 + answers.strangers);
    }
    assert!(total.0 * 200 <= total.1, "{} of {} strangers answered", total.0, total.1);
    assert!(failures.is_empty(), "with {failures:?} % strangers");
}

#[test]
fn the_stated_confidence_is_true_where_namesakes_are_common() {
    for (title, world) in [("few names", FEW_NAMES), ("few employers", FEW_EMPLOYERS)] {
        let (error, _) = measured(title, &answers(world, 1, 30));
        assert!(error < 0.03, "{title}: {error}");
    }
}
