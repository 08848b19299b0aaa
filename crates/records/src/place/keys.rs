//! Comparison of places that sources spell differently.

use super::{atlas, gazetteer::Gazetteer, region::region};
use crate::Location;

/// A name as it is written, folded, and the place that it means; the second is empty if the tables do not know it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct NameKey {
    written: String,
    meant: String,
}

impl NameKey {
    fn is_same(&self, other: &Self) -> bool {
        self.written == other.written || (!self.meant.is_empty() && self.meant == other.meant)
    }

    fn terms(&self) -> impl Iterator<Item = &str> {
        [self.meant.as_str(), self.written.as_str()].into_iter().filter(|term| !term.is_empty())
    }
}

/// Keys of the parts of a place, equal for all its spellings: `Munich` and `München`, `CA` and `California`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceKeys {
    city: Option<NameKey>,
    region: Option<NameKey>,
    country: Option<String>,
}

impl PlaceKeys {
    /// The keys of a place.
    pub fn of(place: &Location) -> Self {
        let (named, country) = (place.region.as_deref(), place.country.as_deref());
        let key = |written: &str, meant: Option<String>| NameKey {
            written: atlas::key(written),
            meant: meant.unwrap_or_default(),
        };
        Self {
            city: place
                .city
                .as_deref()
                .map(|city| key(city, Gazetteer::shared().known(city, named, country).map(|city| city.id()))),
            region: named.map(|written| {
                key(written, region(written, country).map(|region| region.id().to_ascii_lowercase()))
            }),
            country: country.map(str::to_ascii_uppercase),
        }
    }

    /// Whether no part that both places have differs.
    pub fn agrees(&self, other: &Self) -> bool {
        let same = |one: &Option<NameKey>, other: &Option<NameKey>| {
            one.as_ref().zip(other.as_ref()).is_none_or(|(one, other)| one.is_same(other))
        };
        same(&self.city, &other.city)
            && same(&self.region, &other.region)
            && self.country.as_ref().zip(other.country.as_ref()).is_none_or(|(one, other)| one == other)
    }

    /// Search terms of the city: what it means if that is known, and what is written.
    pub fn city_terms(&self) -> impl Iterator<Item = &str> {
        self.city.iter().flat_map(NameKey::terms)
    }

    /// Search terms of the region.
    pub fn region_terms(&self) -> impl Iterator<Item = &str> {
        self.region.iter().flat_map(NameKey::terms)
    }

    /// Search terms that a filter for a city asks for, any of which may match.
    pub fn cities_asked(written: &str) -> Vec<String> {
        let mut terms = Gazetteer::shared().ids_of(written);
        terms.extend(Some(atlas::key(written)).filter(|key| !key.is_empty()));
        terms
    }

    /// Search terms that a filter for a region asks for, any of which may match: a code means each region that has it.
    pub fn regions_asked(written: &str) -> Vec<String> {
        let mut terms: Vec<String> = super::region::regions_named(written)
            .iter()
            .map(|region| region.id().to_ascii_lowercase())
            .collect();
        terms.extend(Some(atlas::key(written)).filter(|key| !key.is_empty()));
        terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(city: &str, region: &str, country: &str) -> Location {
        let part = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Location { city: part(city), region: part(region), country: part(country) }
    }

    #[test]
    fn spellings_of_one_place_agree() {
        for (one, other) in [
            (("München", "", "DE"), ("Munich", "Bavaria", "DE")),
            (("Köln", "NRW", "DE"), ("Cologne", "DE-NW", "DE")),
            (("Wien", "", "AT"), ("Vienna", "", "AT")),
            (("Praha", "", "CZ"), ("Prague", "", "")),
            (("Roma", "", "IT"), ("Rome", "", "IT")),
            (("Zürich", "ZH", "CH"), ("Zurich", "Zürich", "CH")),
            (("Genève", "", "CH"), ("Genf", "Geneva", "CH")),
            (("København", "", "DK"), ("Copenhagen", "", "DK")),
            (("Warszawa", "", "PL"), ("Warsaw", "Mazovia", "PL")),
            (("Lisboa", "", "PT"), ("Lisbon", "", "PT")),
            (("Bruxelles", "", "BE"), ("Brussel", "", "BE")),
            (("Moskva", "", "RU"), ("Moscow", "", "RU")),
            (("NYC", "NY", "US"), ("New York", "New York", "US")),
            (("New York City", "", "US"), ("New York", "", "US")),
            (("SF", "", "US"), ("San Francisco", "CA", "US")),
            (("Bangalore", "", "IN"), ("Bengaluru", "KA", "IN")),
            (("Bombay", "", "IN"), ("Mumbai", "", "IN")),
            (("Mountain View", "CA", "US"), ("Mountain View", "California", "US")),
        ] {
            let keys = |(city, region, country)| PlaceKeys::of(&place(city, region, country));
            assert!(keys(one).agrees(&keys(other)), "{one:?} {other:?}");
            assert!(keys(other).agrees(&keys(one)), "{other:?} {one:?}");
        }
        for (one, other) in [
            (("Paris", "", "FR"), ("Paris", "", "US")),
            (("Portland", "OR", "US"), ("Portland", "ME", "US")),
            (("Vienna", "", "US"), ("Wien", "", "AT")),
            (("Wien", "", ""), ("Berlin", "", "")),
        ] {
            let keys = |(city, region, country)| PlaceKeys::of(&place(city, region, country));
            assert!(!keys(one).agrees(&keys(other)), "{one:?} {other:?}");
        }
    }

    #[test]
    fn every_other_name_of_a_city_is_asked_for_by_its_own_name() {
        for (other, name, country) in Gazetteer::shared().aliases() {
            let own = PlaceKeys::of(&place(name, "", country));
            let asked = PlaceKeys::cities_asked(other);
            assert!(own.city_terms().any(|term| asked.iter().any(|asked| asked == term)), "{other} {name}");
        }
    }

    #[test]
    fn every_name_of_a_region_finds_every_other_one() {
        for (name, region) in super::super::region::region_names() {
            let written = PlaceKeys::of(&place("", name, region.country));
            for asked in [name, region.name, &region.id()] {
                let asked = PlaceKeys::regions_asked(asked);
                assert!(written.region_terms().any(|term| asked.iter().any(|asked| asked == term)), "{name}");
            }
        }
    }
}
