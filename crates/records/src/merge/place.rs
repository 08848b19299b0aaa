//! Places as claims state them.

use std::cell::OnceCell;

use super::provenance::Recorder;
use crate::{
    Location,
    place::{self, PlaceKeys},
};

/// A place of a claim.
pub(super) struct ClaimedPlace<'a> {
    /// In the source's own words.
    pub(super) stated: &'a Location,
    /// For comparison with other spellings; computed on first use, because most records have one place.
    keys: OnceCell<PlaceKeys>,
}

impl<'a> ClaimedPlace<'a> {
    /// The place; `None` if it has no part.
    pub(super) fn of(stated: &'a Location) -> Option<Self> {
        (*stated != Location::default()).then(|| Self { stated, keys: OnceCell::new() })
    }

    /// The place with its region by name.
    pub(super) fn shown(&self) -> Location {
        place::normal(self.stated)
    }

    /// Adds the source's word for the region to the place recorded last, if the record shows another one.
    pub(super) fn record_words(&self, recorder: &mut impl Recorder) {
        if let (Some(stated), Some(shown)) = (&self.stated.region, self.shown().region) {
            recorder.stated(stated, &shown);
        }
    }

    /// Whether no part that both places have differs, whatever their spelling.
    pub(super) fn agrees(&self, other: &Self) -> bool {
        self.stated == other.stated || self.keys().agrees(other.keys())
    }

    fn keys(&self) -> &PlaceKeys {
        self.keys.get_or_init(|| PlaceKeys::of(self.stated))
    }

    /// Whether this place has every part that the other one has.
    pub(super) fn contains(&self, other: &Self) -> bool {
        let parts = |place: &Self| {
            let Location { city, region, country } = place.stated;
            [city.is_some(), region.is_some(), country.is_some()]
        };
        parts(self).into_iter().zip(parts(other)).all(|(more, less)| more || !less)
    }
}
