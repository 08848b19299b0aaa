//! Coordinates of cities.
//!
//! The table is text sorted by folded names, and the binary search runs on the text itself: only the regions are
//! parsed, at the first look-up.

use std::{cmp::Ordering, collections::HashMap, sync::LazyLock};

use super::{Coordinates, atlas, region::region};

const MORE_NAMES: &str = include_str!("../../data/city_names.txt");
const TABLE: &str = include_str!("../../data/cities.txt");

/// Minimum similarity of a suggested name.
const SUGGESTION_SIMILARITY_MIN: f64 = 0.85;
const SUGGESTIONS_MAX: usize = 3;

pub(super) struct Gazetteer {
    lines: &'static str,
    /// The regions of each country, by number.
    regions: HashMap<&'static str, Vec<&'static str>>,
    /// Further names of cities, folded, each with the country and the name that has the place.
    more_names: HashMap<String, Vec<(&'static str, &'static str)>>,
}

/// A city under the name that the table has for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct City {
    pub(super) name: &'static str,
    country: &'static str,
    /// Number among the regions of its country.
    region: usize,
}

impl City {
    /// Its search term: the folded name and the country.
    pub(super) fn id(self) -> String {
        format!("{}@{}", atlas::key(self.name), self.country.to_ascii_lowercase())
    }
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
            let mut more_names: HashMap<String, Vec<_>> = HashMap::new();
            for mut row in atlas::rows(MORE_NAMES) {
                let (Some(country), Some(name)) = (row.next(), row.next()) else { continue };
                row.for_each(|other| more_names.entry(atlas::key(other)).or_default().push((country, name)));
            }
            Gazetteer { lines: &TABLE[start..], regions, more_names }
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
            match (region, self.region_name(row.country, number)) {
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

    /// The city that a name means: in the country and region if given, one of that very name before one that has it as
    /// another name, and of several the largest.
    pub(super) fn known(&self, city: &str, region: Option<&str>, country: Option<&str>) -> Option<City> {
        let mut best: Option<((bool, bool), City)> = None;
        for (found, is_own_name) in self.named(city) {
            if country.is_some_and(|country| country != found.country) {
                continue;
            }
            let own = self.region_name(found.country, found.region);
            let in_region =
                region.zip(own).is_some_and(|(wanted, own)| same_region(wanted, own, found.country));
            let rank = (in_region, is_own_name);
            if best.is_none_or(|(other, _)| rank > other) {
                best = Some((rank, found));
            }
        }
        best.map(|(_, city)| city)
    }

    /// Name of the region in which a city of a country lies.
    pub(super) fn region_of(&self, city: &str, country: &str) -> Option<&'static str> {
        let city = self.known(city, None, Some(country))?;
        self.region_name(city.country, city.region).filter(|name| !name.is_empty())
    }

    fn region_name(&self, country: &str, number: usize) -> Option<&'static str> {
        self.regions.get(country)?.get(number).copied()
    }

    /// Whether a city has this name.
    pub(super) fn has(&self, city: &str) -> bool {
        self.named(city).next().is_some()
    }

    /// Search terms of the cities with a name, sorted.
    pub(super) fn ids_of(&self, city: &str) -> Vec<String> {
        let mut ids: Vec<String> = self.named(city).map(|(found, ..)| found.id()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// The cities with a name, and whether the name is their own.
    fn named(&self, city: &str) -> impl Iterator<Item = (City, bool)> {
        let key = atlas::key(city);
        let listed: Vec<Row> = self.rows_of(&key).collect();
        let listed = listed.into_iter().filter_map(|row| match row.place {
            Place::At { region, .. } => Some((City { name: row.name, country: row.country, region }, true)),
            Place::NamedElsewhere(name) => {
                let (region, _) = self.find_by_name(name, row.country)?;
                Some((City { name, country: row.country, region }, false))
            }
        });
        let more = self.more_names.get(&key).map(Vec::as_slice).unwrap_or_default();
        let more = more.iter().filter_map(|(country, name)| {
            let (region, _) = self.find_by_name(name, country)?;
            Some((City { name, country, region }, false))
        });
        more.chain(listed).collect::<Vec<_>>().into_iter()
    }

    /// Every other name of a city, with the name and country of the city.
    pub(super) fn aliases(&self) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
        let listed = self.lines.lines().filter_map(Row::read).filter_map(|row| match row.place {
            Place::At { .. } => None,
            Place::NamedElsewhere(name) => Some((row.name, name, row.country)),
        });
        let more = atlas::rows(MORE_NAMES).flat_map(|mut row| {
            let (country, name) = (row.next().unwrap_or_default(), row.next().unwrap_or_default());
            row.map(move |other| (other, name, country))
        });
        listed.chain(more)
    }

    /// The names of all regions, each with its country.
    #[cfg(test)]
    pub(super) fn region_names(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.regions.iter().flat_map(|(country, names)| names.iter().map(move |name| (*country, *name)))
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
    let known = region(one, Some(country));
    atlas::key(one) == atlas::key(other) || (known.is_some() && known == region(other, Some(country)))
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

    #[test]
    fn every_city_of_the_further_names_is_in_the_table() {
        let gazetteer = Gazetteer::shared();
        for (key, cities) in &gazetteer.more_names {
            for (country, name) in cities {
                assert!(gazetteer.find_by_name(name, country).is_some(), "{name}");
                assert!(gazetteer.known(key, None, Some(country)).is_some(), "{key}");
            }
        }
    }
}
