//! Coordinates and distances on the earth.

/// A point on the earth, in hundred-thousandths of a degree: about a metre.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coordinates {
    /// From -9,000,000 at the south pole to 9,000,000 at the north pole.
    pub latitude: i32,
    /// From -18,000,000 to 18,000,000, east of Greenwich positive.
    pub longitude: i32,
}

/// Units per degree.
const DEGREE: f64 = 100_000.0;

/// The mean radius of the earth.
const EARTH_METRES: f64 = 6_371_008.8;

impl Coordinates {
    /// A point in degrees; none if the values are out of range.
    pub fn of_degrees(latitude: f64, longitude: f64) -> Option<Self> {
        let on_earth = (-90.0..=90.0).contains(&latitude) && (-180.0..=180.0).contains(&longitude);
        let units = |degrees: f64| (degrees * DEGREE).round() as i32;
        on_earth.then(|| Self { latitude: units(latitude), longitude: units(longitude) })
    }

    pub(super) fn of_hundredths(latitude: i32, longitude: i32) -> Self {
        Self { latitude: latitude * 1_000, longitude: longitude * 1_000 }
    }

    /// Great-circle distance to another point, in whole metres.
    pub fn metres_to(self, other: Self) -> u32 {
        let radians = |units: i32| (f64::from(units) / DEGREE).to_radians();
        let half = |one: i32, two: i32| ((radians(one) - radians(two)) / 2.0).sin().powi(2);
        let across = radians(self.latitude).cos() * radians(other.latitude).cos();
        let share = half(self.latitude, other.latitude) + across * half(self.longitude, other.longitude);
        (2.0 * EARTH_METRES * share.clamp(0.0, 1.0).sqrt().asin()).round() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(latitude: f64, longitude: f64) -> Coordinates {
        Coordinates::of_degrees(latitude, longitude).unwrap()
    }

    #[test]
    fn distances_are_those_of_an_atlas() {
        for (from, to, kilometres) in [
            (at(52.52, 13.41), at(48.14, 11.58), 504),
            (at(51.51, -0.13), at(48.85, 2.35), 344),
            (at(40.71, -74.01), at(51.51, -0.13), 5_570),
            // The short way across the date line.
            (at(-17.7, 178.0), at(-17.7, -178.0), 424),
        ] {
            let metres = from.metres_to(to);
            assert!(
                (i64::from(metres / 1000) - kilometres).abs() <= 3,
                "{metres} instead of {kilometres} km"
            );
            assert_eq!(metres, to.metres_to(from));
            assert_eq!(from.metres_to(from), 0);
        }
    }

    #[test]
    fn coordinates_out_of_range_are_rejected() {
        assert!(Coordinates::of_degrees(90.1, 0.0).is_none());
        assert!(Coordinates::of_degrees(0.0, -180.5).is_none());
        assert!(Coordinates::of_degrees(f64::NAN, 0.0).is_none());
        assert!(Coordinates::of_degrees(-90.0, 180.0).is_some());
    }
}
