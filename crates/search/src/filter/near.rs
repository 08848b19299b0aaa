//! Filter for locations within a radius.

use records::place::{Coordinates, country_code, find_city};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::plan::Node;

/// Maximum radius. For larger areas, `countries` is the better filter.
pub const RADIUS_KM_MAX: f64 = 5_000.0;

/// A circle around a city, given by name, or around a point, given by latitude and longitude.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Near {
    /// Name of the city at the centre. If several cities have this name, the largest is used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// State, province or region of that city.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// Country of that city, by ISO 3166 code or name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// Latitude of the centre in degrees, instead of a city; north is positive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = -90, max = 90))]
    pub latitude: Option<f64>,
    /// Longitude of the centre in degrees, instead of a city; east is positive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = -180, max = 180))]
    pub longitude: Option<f64>,
    /// Radius in kilometres.
    #[schemars(range(min = 0, max = 5000))]
    pub radius_km: f64,
}

impl Near {
    /// The centre of the circle; `None` if the city is unknown or the point is invalid.
    pub(super) fn centre(&self) -> Option<Coordinates> {
        match (&self.city, self.latitude, self.longitude) {
            (Some(city), ..) => {
                let country = match &self.country {
                    Some(country) => Some(country_code(country)?),
                    None => None,
                };
                find_city(city, self.region.as_deref(), country)
            }
            (None, Some(latitude), Some(longitude)) => Coordinates::of_degrees(latitude, longitude),
            _ => None,
        }
    }

    /// The condition of the filter. It matches nothing if the centre is unknown.
    pub(super) fn node(&self) -> Node {
        let metres = (self.radius_km.clamp(0.0, RADIUS_KM_MAX) * 1_000.0).round() as u32;
        self.centre().map_or(Node::Any(Vec::new()), |centre| Node::Near(centre, metres))
    }
}
