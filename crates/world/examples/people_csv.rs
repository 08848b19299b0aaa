//! Writes the people of a world as CSV in the format of contact exports: `people_csv 1000000 > people.csv`.
//!
//! One row per person with the newest facts of the public directory. A second number is the percentage of the rows of a
//! CRM export, which have fewer and older facts, to add. A third is the seed of the world.

use std::{
    collections::HashMap,
    io::{BufWriter, Write},
};

use records::{Claim, Facts, PersonFacts};
use world::{CRM_EXPORT, DIRECTORY, World, WorldOptions};

const HEADER: &str =
    "Id,First Name,Last Name,Title,Company,Website,Email,Mobile Phone,Profile URL,City,State,Country";

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let people: u64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1_000);
    let repeated: u64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(0);
    let seed: u64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1);
    let as_of = jiff::Timestamp::from_second(1_780_000_000).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    let world = World::new(WorldOptions { seed, people, as_of });
    let mut out = BufWriter::new(std::io::stdout().lock());
    writeln!(out, "{HEADER}")?;
    let mut newest: HashMap<String, Claim> = HashMap::new();
    for claim in world.people() {
        match claim.source.as_str() {
            DIRECTORY => {
                // The directory's older claim comes first; only its newest one becomes a row.
                if !newest.contains_key(&claim.reference) {
                    write_all(&mut out, newest.drain())?;
                }
                newest.insert(claim.reference.clone(), claim);
            }
            CRM_EXPORT if number(&claim.reference) % 100 < repeated => {
                newest.insert(claim.reference.clone(), claim);
            }
            _ => {}
        }
    }
    write_all(&mut out, newest.drain())?;
    out.flush()
}

fn number(reference: &str) -> u64 {
    let digits = reference.rsplit('-').next().unwrap_or_default();
    digits.parse().unwrap_or(0)
}

fn write_all(out: &mut impl Write, claims: impl Iterator<Item = (String, Claim)>) -> std::io::Result<()> {
    let mut claims: Vec<(String, Claim)> = claims.collect();
    claims.sort_by(|one, other| one.0.cmp(&other.0));
    for (reference, claim) in claims {
        if let Facts::Person(facts) = claim.facts {
            write_row(out, &reference, &facts)?;
        }
    }
    Ok(())
}

fn write_row(out: &mut impl Write, reference: &str, facts: &PersonFacts) -> std::io::Result<()> {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let place = facts.location.clone().unwrap_or_default();
    let cells = [
        reference.to_owned(),
        text(&facts.first_name),
        text(&facts.last_name),
        text(&facts.title),
        text(&facts.company_name),
        text(&facts.company_domain),
        facts.emails.first().map(|email| email.address.clone()).unwrap_or_default(),
        facts.phones.first().map(|phone| phone.number.clone()).unwrap_or_default(),
        text(&facts.network_url),
        text(&place.city),
        text(&place.region),
        text(&place.country),
    ];
    let cells = cells.map(|cell| {
        if cell.contains([',', '"', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
    });
    writeln!(out, "{}", cells.join(","))
}
