//! Calibration test: the confidence must equal the share of right answers. Measured in a hard synthetic world: few
//! names, many namesakes, most people with several employers, and many queries for people who are not stored.

use std::collections::{BTreeSet, HashMap};

use crate::{
    Email, EmailKind, Employer, Experience, LineType, Person, PersonRecord, Phone,
    identifiers::name::Name,
    keys::{Key, PersonQuery, person_keys},
    matching::match_person,
};

const COMPANIES: u64 = 20;
const PEOPLE: usize = 2_000;
const QUERIES: usize = 3_000;
const WORLDS: u64 = 2;

/// Minimum number of answers in a bin; with fewer the share is too noisy.
const MIN_BIN_ANSWERS: usize = 100;

/// Given names with a short form where English has one.
const GIVEN: [(&str, &str); 40] = [
    ("James", "Jim"),
    ("Joseph", "Joe"),
    ("Jennifer", "Jen"),
    ("Jessica", "Jess"),
    ("Jacob", "Jake"),
    ("Judith", "Judy"),
    ("Janet", ""),
    ("Julia", ""),
    ("Jorge", ""),
    ("Jasmine", ""),
    ("Michael", "Mike"),
    ("Matthew", "Matt"),
    ("Margaret", "Peggy"),
    ("Megan", "Meg"),
    ("Martin", ""),
    ("Monica", ""),
    ("Marcus", ""),
    ("Miriam", ""),
    ("Mohammed", ""),
    ("Mei", ""),
    ("Robert", "Bob"),
    ("Richard", "Dick"),
    ("Raymond", "Ray"),
    ("Rebecca", "Becky"),
    ("Ronald", "Ron"),
    ("Rachel", ""),
    ("Rosa", ""),
    ("Ruth", ""),
    ("Rita", ""),
    ("Ravi", ""),
    ("Thomas", "Tom"),
    ("Timothy", "Tim"),
    ("Theodore", "Ted"),
    ("Tamara", "Tammy"),
    ("Tanya", ""),
    ("Tobias", ""),
    ("Travis", ""),
    ("Tilda", ""),
    ("Takeshi", ""),
    ("Tara", ""),
];

const FAMILY: [&str; 30] = [
    "Smith",
    "Jones",
    "Brown",
    "Müller",
    "Schneider",
    "Fischer",
    "Meyer",
    "Becker",
    "Hoffmann",
    "Garcia",
    "Martinez",
    "Lopez",
    "Sanchez",
    "Dubois",
    "Lefebvre",
    "Moreau",
    "Rossi",
    "Ferrari",
    "Bianchi",
    "Novak",
    "Kowalski",
    "Nguyen",
    "Tanaka",
    "Suzuki",
    "Kumar",
    "Sharma",
    "Hansen",
    "Johansson",
    "Van Dijk",
    "O'Brien",
];

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

    fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }
}

/// A synthetic person, stored or not.
struct Human {
    given: (&'static str, &'static str),
    family: &'static str,
    current: u64,
    past: Vec<u64>,
    number: u64,
}

impl Human {
    fn random(rng: &mut SplitMix, number: u64) -> Self {
        let past = (0..1 + rng.below(3)).map(|_| rng.below(COMPANIES)).collect();
        let (given, family) = (*rng.pick(&GIVEN), *rng.pick(&FAMILY));
        Self { given, family, current: rng.below(COMPANIES), past, number }
    }

    fn record(&self, rng: &mut SplitMix) -> PersonRecord {
        let short = !self.given.1.is_empty() && rng.percent(20);
        let first = if short { self.given.1 } else { self.given.0 };
        let past = self
            .past
            .iter()
            .map(|&company| Experience { company: employer(company), ..Experience::default() });
        let person = Person {
            id: format!("per_{:05}", self.number),
            full_name: format!("{first} {}", self.family),
            first_name: Some(first.to_owned()),
            last_name: Some(self.family.to_owned()),
            network_url: Some(network_url(self.number)),
            company: Some(employer(self.current)),
            experience: past.collect(),
            ..Person::default()
        };
        let email = Email {
            address: email(self.number),
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

    /// The name as a query might spell it.
    fn query_name(&self, rng: &mut SplitMix) -> Option<Name> {
        let initial = self.given.0[..1].to_owned();
        let (first, last) = match rng.below(100) {
            0..12 if !self.given.1.is_empty() => (self.given.1.to_owned(), self.family.to_owned()),
            12..30 => (initial, self.family.to_owned()),
            30..36 => (self.given.0.to_owned(), misspelt(self.family, rng)),
            36..40 => (misspelt(self.given.0, rng), self.family.to_owned()),
            40..44 => (self.given.0.to_owned(), format!("{}-Weber", self.family)),
            _ => (self.given.0.to_owned(), self.family.to_owned()),
        };
        Name::from_parts(&first, &last)
    }
}

fn employer(company: u64) -> Employer {
    let names = ["Acorn", "Birch", "Cedar", "Dahlia", "Elder"];
    let lines = ["Robotics", "Foods", "Textiles", "Logistics"];
    let name = format!("{} {}", names[(company % 5) as usize], lines[(company / 5 % 4) as usize]);
    Employer { name: Some(name), domain: Some(format!("company{company}.example")), ..Employer::default() }
}

fn network_url(number: u64) -> String {
    format!("https://network.example/in/person-{number}")
}

fn email(number: u64) -> String {
    format!("person{number}@mail.example")
}

/// Every twelfth phone is shared by two people.
fn phone(number: u64) -> String {
    format!("+1415{:07}", if number.is_multiple_of(12) { number + 1 } else { number })
}

/// Swaps two adjacent letters after the first.
fn misspelt(name: &str, rng: &mut SplitMix) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    let place = 1 + rng.below(letters.len() as u64 - 2) as usize;
    letters.swap(place, place + 1);
    letters.into_iter().collect()
}

/// A query for a person, with the usual errors.
fn query(human: &Human, rng: &mut SplitMix) -> PersonQuery {
    let mut query = PersonQuery::default();
    // A phone number or address may belong to another person by now.
    let identified = |wrong: u64, rng: &mut SplitMix| {
        if rng.percent(wrong) { rng.below(PEOPLE as u64) } else { human.number }
    };
    match rng.below(100) {
        0..10 => query.network_url = Some(network_url(identified(1, rng))),
        10..20 => query.email = Some(email(identified(1, rng))),
        20..35 => query.phone = Some(phone(identified(6, rng))),
        _ => {
            query.name = human.query_name(rng);
            let company = if rng.percent(25) { *rng.pick(&human.past) } else { human.current };
            let employer = employer(company);
            if rng.percent(70) {
                query.company_domain = employer.domain
            } else {
                query.company_name = employer.name
            }
            return query;
        }
    }
    if rng.percent(30) {
        query.name = human.query_name(rng);
    }
    query
}

/// Confidence and correctness of the answer, for every query with a match.
fn answers(seed: u64) -> Vec<(f64, bool)> {
    let mut rng = SplitMix(seed);
    let humans: Vec<Human> = (0..PEOPLE as u64).map(|number| Human::random(&mut rng, number)).collect();
    let records: Vec<PersonRecord> = humans.iter().map(|human| human.record(&mut rng)).collect();
    let mut index: HashMap<Key, Vec<usize>> = HashMap::new();
    for (place, record) in records.iter().enumerate() {
        for key in person_keys(record) {
            index.entry(key).or_default().push(place);
        }
    }
    let mut answers = Vec::new();
    for number in 0..QUERIES as u64 {
        let stranger = Human::random(&mut rng, PEOPLE as u64 + number);
        let human = if rng.percent(64) { rng.pick(&humans) } else { &stranger };
        let query = query(human, &mut rng);
        let places: BTreeSet<usize> =
            query.keys().iter().filter_map(|key| index.get(key)).flatten().copied().collect();
        let candidates: Vec<PersonRecord> = places.iter().map(|&place| records[place].clone()).collect();
        if let Some(found) = match_person(&query, &candidates) {
            answers.push((
                found.confidence,
                candidates[found.index].person.id == format!("per_{:05}", human.number),
            ));
        }
    }
    answers
}

#[test]
fn the_stated_confidence_is_the_share_of_right_answers() {
    let answers: Vec<_> = (1..=WORLDS).flat_map(answers).collect();
    let mut error = 0.0;
    for bin in 0..10 {
        let of_bin: Vec<_> =
            answers.iter().filter(|(confidence, _)| ((confidence * 10.0) as usize).min(9) == bin).collect();
        let count = of_bin.len() as f64;
        let stated = of_bin.iter().map(|(confidence, _)| confidence).sum::<f64>() / count;
        let right = of_bin.iter().filter(|(_, right)| *right).count() as f64 / count;
        println!("{bin}: {count:5} stated {stated:.3} right {right:.3}");
        if of_bin.len() >= MIN_BIN_ANSWERS {
            assert!((stated - right).abs() <= 0.07, "bin {bin}: stated {stated:.3}, right {right:.3}");
        }
        error += if of_bin.is_empty() { 0.0 } else { (stated - right).abs() * count / answers.len() as f64 };
    }
    println!("expected calibration error {error:.4} over {} answers", answers.len());
    assert!(error < 0.05, "expected calibration error {error:.3}");
}
