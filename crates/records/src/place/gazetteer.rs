//! Coordinates of cities.
//!
//! The table is text sorted by folded names, and the binary search runs on the text itself: only the regions are
//! parsed, at the first look-up.

use std::{cmp::Ordering, collections::HashMap, sync::LazyLock};

use super::{
    Coordinates,
    atlas::{self, Atlas},
};

const TABLE: &str = include_str!("../../data/cities.txt");

/// Minimum similarity of a suggested name.
const SUGGESTION_SIMILARITY_MIN: f64 = 0.85;
const SUGGESTIONS_MAX: usize = 3;

pub(super) struct Gazetteer {
    lines: &'static str,
    /// The regions of each country, by number.
    regions: HashMap<&'static str, Vec<&'static str>>,
}

/// A city or another name of one.
struct Row {
    name: &'static str,
    country: &'static str,
    place: Place,
}

enum Place {
    At { region: usize, coordinates: Coordinates },
    NamedElsewhere(&'static str),
}

impl Row {
    fn read(line: &'static str) -> Option<Self> {
        let mut parts = line.split('|');
        let (name, country) = (parts.next()?, parts.next()?);
        let place = match parts.next()? {
            "=" => Place::NamedElsewhere(parts.next()?),
            region => {
                let mut hundredths = || parts.next()?.parse::<i32>().ok();
                let coordinates = Coordinates::of_hundredths(hundredths()?, hundredths()?);
                Place::At { region: region.parse().ok()?, coordinates }
            }
        };
        Some(Self { name, country, place })
    }
}

fn name_of(line: &str) -> &str {
    line.split('|').next().unwrap_or_default()
}

impl Gazetteer {
    pub(super) fn shared() -> &'static Self {
        static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(|| {
            let mut regions = HashMap::new();
            let mut start = 0;
            for line in TABLE.lines().take_while(|line| line.starts_with(['#', '@'])) {
                start += line.len() + 1;
                if let Some((country, names)) = line.strip_prefix('@').and_then(|line| line.split_once('|')) {
                    regions.insert(country, names.split('|').collect());
                }
            }
            Gazetteer { lines: &TABLE[start..], regions }
        });
        &GAZETTEER
    }

    /// Coordinates of a city: in the country and region if given, and of several the largest.
    pub(super) fn find(
        &self,
        city: &str,
        region: Option<&str>,
        country: Option<&str>,
    ) -> Option<Coordinates> {
        let mut best = None;
        for row in self.rows_of(&atlas::key(city)) {
            if country.is_some_and(|country| country != row.country) {
                continue;
            }
            let (number, coordinates) = match row.place {
                Place::At { region, coordinates } => (region, coordinates),
                Place::NamedElsewhere(name) => match self.find_by_name(name, row.country) {
                    Some(found) => found,
                    None => continue,
                },
            };
            let own = self.regions.get(row.country).and_then(|names| names.get(number)).copied();
            match (region, own) {
                (Some(wanted), Some(own)) if same_region(wanted, own, row.country) => {
                    return Some(coordinates);
                }
                _ => best = best.or(Some(coordinates)),
            }
            if region.is_none() {
                break;
            }
        }
        best
    }

    fn find_by_name(&self, name: &str, country: &str) -> Option<(usize, Coordinates)> {
        self.rows_of(&atlas::key(name)).find_map(|row| match row.place {
            Place::At { region, coordinates } if row.country == country => Some((region, coordinates)),
            _ => None,
        })
    }

    /// Cities with similar names, best match first.
    pub(super) fn suggest(&self, city: &str, country: Option<&str>) -> Vec<&'static str> {
        let wanted = atlas::key(city);
        let mut found: Vec<(f64, &'static str)> = Vec::new();
        for row in self.lines.lines().filter_map(Row::read) {
            if country.is_some_and(|country| country != row.country) {
                continue;
            }
            let likeness = strsim::jaro_winkler(&wanted, &atlas::key(row.name));
            if likeness >= SUGGESTION_SIMILARITY_MIN {
                let name = match row.place {
                    Place::At { .. } => row.name,
                    Place::NamedElsewhere(name) => name,
                };
                found.push((likeness, name));
            }
        }
        found.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(other.1)));
        let mut names: Vec<&'static str> = Vec::new();
        for (_, name) in found {
            if names.len() < SUGGESTIONS_MAX && !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The rows with a folded name, largest city first.
    fn rows_of<'k>(&self, key: &'k str) -> impl Iterator<Item = Row> + use<'k> {
        let lines = self.lines[self.first_of(key)..].lines();
        lines.take_while(move |line| atlas::key(name_of(line)) == key).filter_map(Row::read)
    }

    /// Offset of the first line with a folded name not less than a key.
    fn first_of(&self, key: &str) -> usize {
        let (mut low, mut high) = (0, self.lines.len());
        while low < high {
            // Go back from the middle to the start of its line; UTF-8 has no line break inside another character.
            let middle = low + (high - low) / 2;
            let bytes = &self.lines.as_bytes()[low..middle];
            let start = bytes.iter().rposition(|byte| *byte == b'\n').map_or(low, |at| low + at + 1);
            let line = self.lines[start..].lines().next().unwrap_or_default();
            match atlas::key(name_of(line)).as_str().cmp(key) {
                Ordering::Less => low = start + line.len() + 1,
                Ordering::Equal | Ordering::Greater => high = start,
            }
        }
        low
    }
}

/// Whether two names belong to the same region, such as `Bavaria` and `Bayern`.
fn same_region(one: &str, other: &str, country: &str) -> bool {
    let (one, other) = (atlas::key(one), atlas::key(other));
    let known = |key: &str| Atlas::shared().region(key).filter(|region| region.country == country);
    one == other || known(&one).is_some_and(|region| known(&other) == Some(region))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_for_the_binary_search() {
        let mut last = String::new();
        for line in Gazetteer::shared().lines.lines() {
            let key = atlas::key(name_of(line));
            assert!(last <= key, "{line}");
            assert!(Row::read(line).is_some(), "{line}");
            last = key;
        }
    }

    #[test]
    fn every_alternative_name_resolves_to_a_city_and_every_region_is_listed() {
        let gazetteer = Gazetteer::shared();
        for row in gazetteer.lines.lines().filter_map(Row::read) {
            match row.place {
                Place::At { region, .. } => {
                    assert!(region < gazetteer.regions[row.country].len(), "{}", row.name)
                }
                Place::NamedElsewhere(name) => {
                    assert!(gazetteer.find_by_name(name, row.country).is_some(), "{}", row.name);
                }
            }
        }
    }
}
