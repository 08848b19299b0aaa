//! Descriptions of well-known vendors, written from their public documentation.
//!
//! Prices are list prices at the time of writing; an operator overrides them with those of their contract.

use super::description::{Description, DescriptionError};

/// Names and TOML texts of the presets.
pub const PRESETS: [(&str, &str); 8] = [
    ("apollo", include_str!("../../data/vendors/apollo.toml")),
    ("coresignal", include_str!("../../data/vendors/coresignal.toml")),
    ("hunter", include_str!("../../data/vendors/hunter.toml")),
    ("lusha", include_str!("../../data/vendors/lusha.toml")),
    ("pdl", include_str!("../../data/vendors/pdl.toml")),
    ("prospeo", include_str!("../../data/vendors/prospeo.toml")),
    ("rocketreach", include_str!("../../data/vendors/rocketreach.toml")),
    ("twilio", include_str!("../../data/vendors/twilio.toml")),
];

/// A preset by its name.
pub fn preset(name: &str) -> Option<Result<Description, DescriptionError>> {
    let (_, text) = PRESETS.iter().find(|(known, _)| *known == name)?;
    Some(Description::parse(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_valid_and_has_its_own_name_and_a_price() {
        for (name, _) in PRESETS {
            let description = preset(name).unwrap().unwrap();
            assert_eq!(description.name, name);
            assert!(description.base_url.starts_with("https://"));
            assert!(description.lookups.iter().all(|lookup| lookup.price.0 > 0), "{name} has no price");
        }
        assert!(preset("nobody").is_none());
    }
}
