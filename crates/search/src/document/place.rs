//! Search terms of a location.

use std::sync::{Arc, LazyLock};

use records::{
    Location,
    place::{self, Coordinates, PlaceKeys, find_city},
};

use crate::memo::Memo;

/// Search terms and labels of a place.
pub(super) struct PlaceTerms {
    pub(super) keys: PlaceKeys,
    /// The region by its name, and the city by the name that the table of cities has; as stated if they are not known.
    pub(super) region_label: String,
    pub(super) city_label: String,
    /// Coordinates, see [`write_point`]; empty if unknown.
    pub(super) point: String,
}

static PLACES: LazyLock<Memo<PlaceTerms>> = LazyLock::new(Memo::default);

/// Search terms of a place, cached because the same places recur.
pub(super) fn place_terms(place: &Location) -> Arc<PlaceTerms> {
    let parts = [&place.city, &place.region, &place.country];
    let key = parts.map(|part| part.as_deref().unwrap_or_default()).join("\0");
    PLACES.get(&key, |_| terms_of(&place::with_region(place)))
}

fn terms_of(place: &Location) -> PlaceTerms {
    PlaceTerms {
        keys: PlaceKeys::of(place),
        region_label: place::normal(place).region.unwrap_or_default(),
        city_label: place::city_name(place).or(place.city.as_deref()).unwrap_or_default().to_owned(),
        point: coordinates(place).map(write_point).unwrap_or_default(),
    }
}

fn coordinates(place: &Location) -> Option<Coordinates> {
    find_city(place.city.as_deref()?, place.region.as_deref(), place.country.as_deref())
}

/// Encodes coordinates as a term.
fn write_point(point: Coordinates) -> String {
    format!("{},{}", point.latitude, point.longitude)
}

/// Decodes the coordinates of a term.
pub(crate) fn read_point(term: &str) -> Option<Coordinates> {
    let (latitude, longitude) = term.split_once(',')?;
    Some(Coordinates { latitude: latitude.parse().ok()?, longitude: longitude.parse().ok()? })
}
