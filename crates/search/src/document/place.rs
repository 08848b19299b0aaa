//! Search terms of a location.

use std::sync::{Arc, LazyLock};

use records::{
    Location,
    place::{Coordinates, find_city, parse_location},
};

use crate::{fold, memo::Memo};

/// Search terms of a place.
pub(super) struct PlaceTerms {
    pub(super) region: String,
    pub(super) city: String,
    /// Coordinates, see [`write_point`]; empty if unknown.
    pub(super) point: String,
}

static PLACES: LazyLock<Memo<PlaceTerms>> = LazyLock::new(Memo::default);

/// Search terms of a place, cached because the same places recur.
pub(super) fn place_terms(place: &Location) -> Arc<PlaceTerms> {
    let parts = [&place.city, &place.region, &place.country];
    let key = parts.map(|part| part.as_deref().unwrap_or_default()).join("\0");
    PLACES.get(&key, |_| PlaceTerms {
        region: place.region.as_deref().map(region_key).unwrap_or_default(),
        city: place.city.as_deref().map(fold::key).unwrap_or_default(),
        point: coordinates(place).map(write_point).unwrap_or_default(),
    })
}

fn coordinates(place: &Location) -> Option<Coordinates> {
    find_city(place.city.as_deref()?, place.region.as_deref(), place.country.as_deref())
}

/// Normalised key of a region: `Bavaria` and `Bayern` have the same one.
pub(crate) fn region_key(region: &str) -> String {
    let read = parse_location(region).region;
    fold::key(read.as_deref().unwrap_or(region))
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
