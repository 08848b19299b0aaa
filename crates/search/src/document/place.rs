//! What a record is found by because of where it is.

use std::sync::{Arc, LazyLock};

use records::{
    Location,
    place::{Coordinates, find_city, parse_location},
};

use crate::{fold, memo::Memo};

/// A place as it is indexed.
pub(super) struct Placed {
    pub(super) region: String,
    pub(super) city: String,
    /// Where it lies, see [`write_point`]; empty when nobody knows.
    pub(super) point: String,
}

static PLACES: LazyLock<Memo<Placed>> = LazyLock::new(Memo::default);

/// Reads a place; the same ones come again and again.
pub(super) fn placed(place: &Location) -> Arc<Placed> {
    let parts = [&place.city, &place.region, &place.country];
    let question = parts.map(|part| part.as_deref().unwrap_or_default()).join("\0");
    PLACES.get(&question, |_| Placed {
        region: place.region.as_deref().map(region_key).unwrap_or_default(),
        city: place.city.as_deref().map(fold::key).unwrap_or_default(),
        point: coordinates(place).map(write_point).unwrap_or_default(),
    })
}

fn coordinates(place: &Location) -> Option<Coordinates> {
    find_city(place.city.as_deref()?, place.region.as_deref(), place.country.as_deref())
}

/// A region in one spelling: `Bavaria` is `Bayern`.
pub(crate) fn region_key(region: &str) -> String {
    let read = parse_location(region).region;
    fold::key(read.as_deref().unwrap_or(region))
}

/// A point as a term.
fn write_point(point: Coordinates) -> String {
    format!("{},{}", point.latitude, point.longitude)
}

/// The point of a term.
pub(crate) fn read_point(term: &str) -> Option<Coordinates> {
    let (latitude, longitude) = term.split_once(',')?;
    Some(Coordinates { latitude: latitude.parse().ok()?, longitude: longitude.parse().ok()? })
}
