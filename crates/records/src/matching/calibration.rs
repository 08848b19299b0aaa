//! Whether a stated confidence is the share of right answers, measured in a hard synthetic world: few
//! names, many namesakes, most people with several employers, and many queries for people nobody knows.

use std::collections::{BTreeSet, HashMap};

use crate::{
    Email, EmailKind, Employer, Experience, LineType, Person, PersonRecord, Phone,
    keys::{Key, PersonQuery, person_keys},
    matching::match_person,
    name::Name,
};

const COMPANIES: u64 = 20;
const PEOPLE: usize = 2_000;
const QUERIES: usize = 3_000;
const WORLDS: u64 = 2;

/// Fewer answers than this tell too little of a share.
const ENOUGH: usize = 100;

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
struct Dice(u64);

impl Dice {
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

/// A human being, known to the store or not.
struct Human {
    given: (&'static str, &'static str),
    family: &'static str,
    current: u64,
    past: Vec<u64>,
    number: u64,
}

impl Human {
    fn born(dice: &mut Dice, number: u64) -> Self {
        let past = (0..1 + dice.below(3)).map(|_| dice.below(COMPANIES)).collect();
        let (given, family) = (*dice.pick(&GIVEN), *dice.pick(&FAMILY));
        Self { given, family, current: dice.below(COMPANIES), past, number }
    }

    fn record(&self, dice: &mut Dice) -> PersonRecord {
        let short = !self.given.1.is_empty() && dice.percent(20);
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

    /// The name as someone who asks might write it.
    fn asked_name(&self, dice: &mut Dice) -> Option<Name> {
        let initial = self.given.0[..1].to_owned();
        let (first, last) = match dice.below(100) {
            0..12 if !self.given.1.is_empty() => (self.given.1.to_owned(), self.family.to_owned()),
            12..30 => (initial, self.family.to_owned()),
            30..36 => (self.given.0.to_owned(), misspelt(self.family, dice)),
            36..40 => (misspelt(self.given.0, dice), self.family.to_owned()),
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

/// Two neighbouring letters swapped behind the first one.
fn misspelt(name: &str, dice: &mut Dice) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    let place = 1 + dice.below(letters.len() as u64 - 2) as usize;
    letters.swap(place, place + 1);
    letters.into_iter().collect()
}

/// A query for a human, with the errors that queries have.
fn query(human: &Human, dice: &mut Dice) -> PersonQuery {
    let mut query = PersonQuery::default();
    // A number or an address may have passed to someone else since.
    let identified = |wrong: u64, dice: &mut Dice| {
        if dice.percent(wrong) { dice.below(PEOPLE as u64) } else { human.number }
    };
    match dice.below(100) {
        0..10 => query.network_url = Some(network_url(identified(1, dice))),
        10..20 => query.email = Some(email(identified(1, dice))),
        20..35 => query.phone = Some(phone(identified(6, dice))),
        _ => {
            query.name = human.asked_name(dice);
            let company = if dice.percent(25) { *dice.pick(&human.past) } else { human.current };
            let employer = employer(company);
            if dice.percent(70) {
                query.company_domain = employer.domain
            } else {
                query.company_name = employer.name
            }
            return query;
        }
    }
    if dice.percent(30) {
        query.name = human.asked_name(dice);
    }
    query
}

/// Confidence and whether the answer was right, for every query that got one.
fn answers(seed: u64) -> Vec<(f64, bool)> {
    let mut dice = Dice(seed);
    let humans: Vec<Human> = (0..PEOPLE as u64).map(|number| Human::born(&mut dice, number)).collect();
    let records: Vec<PersonRecord> = humans.iter().map(|human| human.record(&mut dice)).collect();
    let mut index: HashMap<Key, Vec<usize>> = HashMap::new();
    for (place, record) in records.iter().enumerate() {
        for key in person_keys(record) {
            index.entry(key).or_default().push(place);
        }
    }
    let mut answers = Vec::new();
    for number in 0..QUERIES as u64 {
        let stranger = Human::born(&mut dice, PEOPLE as u64 + number);
        let human = if dice.percent(64) { dice.pick(&humans) } else { &stranger };
        let query = query(human, &mut dice);
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
        if of_bin.len() >= ENOUGH {
            assert!((stated - right).abs() <= 0.07, "bin {bin}: stated {stated:.3}, right {right:.3}");
        }
        error += if of_bin.is_empty() { 0.0 } else { (stated - right).abs() * count / answers.len() as f64 };
    }
    println!("expected calibration error {error:.4} over {} answers", answers.len());
    assert!(error < 0.05, "expected calibration error {error:.3}");
}
