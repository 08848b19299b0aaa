//! First-level regions: states, provinces, cantons and the like, by name and by code of ISO 3166-2.

use std::{collections::HashMap, sync::LazyLock};

use super::atlas::{self, Atlas};

const TABLE: &str = include_str!("../../data/regions.txt");
const PROVINCES: &str = include_str!("../../data/provinces.txt");

/// Words that come before or after the name of a region in some sources, folded.
const BEFORE: &[&str] = &[
    "stateof",
    "provinceof",
    "cantonof",
    "kantonde",
    "kanton",
    "cantonde",
    "canton",
    "county",
    "co",
    "regionof",
];
const AFTER: &[&str] = &[
    "voivodeship",
    "prefecture",
    "province",
    "governorate",
    "district",
    "canton",
    "county",
    "region",
    "state",
];

/// A first-level region of a country.
#[derive(Debug, PartialEq, Eq)]
pub struct Region {
    /// ISO 3166-1 code of its country.
    pub country: &'static str,
    /// Its code in ISO 3166-2, without the country.
    pub code: &'static str,
    /// Its name, in the language of the country where that is written in Latin letters.
    pub name: &'static str,
}

impl Region {
    /// The whole code of ISO 3166-2, such as `US-CA`.
    pub fn id(&self) -> String {
        format!("{}-{}", self.country, self.code)
    }
}

/// A region under one of its names.
#[derive(Debug, Clone, Copy)]
pub(super) struct Named {
    pub(super) region: &'static Region,
    /// Whether the name is its code.
    pub(super) is_code: bool,
    /// Whether the name is that of a city, too.
    pub(super) is_city: bool,
}

/// A region with its other names; a star marks the name of a city.
struct Row {
    region: Region,
    names: Vec<&'static str>,
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    atlas::rows(TABLE)
        .filter_map(|mut row| {
            let (country, code, name) = (row.next()?, row.next()?, row.next()?);
            let region = Region { country, code, name: name.trim_start_matches('*') };
            Some(Row { region, names: std::iter::once(name).chain(row).collect() })
        })
        .collect()
});

/// Regions by the folded forms of their names and codes.
static BY_NAME: LazyLock<HashMap<String, Vec<Named>>> = LazyLock::new(|| {
    let mut regions: HashMap<String, Vec<Named>> = HashMap::new();
    for Row { region, names } in ROWS.iter() {
        let mut add = |name: &str, named: Named| {
            let known = regions.entry(atlas::key(name)).or_default();
            if known.iter().all(|other| other.region != region) {
                known.push(named);
            }
        };
        for name in names {
            let is_city = name.starts_with('*');
            add(name, Named { region, is_code: false, is_city });
        }
        add(region.code, Named { region, is_code: true, is_city: false });
    }
    regions
});

/// Regions by country and the folded code of a province in them.
static BY_PROVINCE: LazyLock<HashMap<(&'static str, String), &'static Region>> = LazyLock::new(|| {
    let mut provinces = HashMap::new();
    for mut row in atlas::rows(PROVINCES) {
        let (Some(country), Some(code)) = (row.next(), row.next()) else { continue };
        let region = ROWS
            .iter()
            .map(|row| &row.region)
            .find(|region| region.country == country && region.code == code);
        provinces.extend(row.filter_map(|province| Some(((country, atlas::key(province)), region?))));
    }
    provinces
});

fn named(key: &str) -> &'static [Named] {
    BY_NAME.get(key).map(Vec::as_slice).unwrap_or_default()
}

/// All regions with a folded name; words such as `county` around it do not count.
fn with_name(key: &str) -> &'static [Named] {
    let inner =
        || AFTER.iter().find_map(|word| key.strip_suffix(word)).map(named).filter(|found| !found.is_empty());
    let after = || BEFORE.iter().find_map(|word| key.strip_prefix(word)).map(named).unwrap_or_default();
    match named(key) {
        [] => inner().unwrap_or_else(after),
        found => found,
    }
}

/// The region of a country with a folded name or code, or with that of a province in it.
pub(super) fn in_country(key: &str, country: &str) -> Option<Named> {
    let of_province = || {
        let (_, region) = BY_PROVINCE.iter().find(|((of, province), _)| *of == country && province == key)?;
        Some(Named { region, is_code: true, is_city: false })
    };
    with_name(key).iter().find(|named| named.region.country == country).copied().or_else(of_province)
}

/// The region that a folded name or code means where no country is given. Codes are written without a country in the
/// United States, Canada and Australia only; a name that is a country's, too, or that of regions in several countries
/// decides nothing.
pub(super) fn alone(key: &str) -> Option<Named> {
    let stands_alone = |named: &&Named| {
        let region = named.region;
        match region.country {
            "US" | "CA" => true,
            "AU" if named.is_code => key.len() == 3,
            _ => {
                !named.is_code
                    && key.len() > 2
                    && Atlas::shared().country(key).is_none_or(|code| code == region.country)
            }
        }
    };
    let mut found = named(key).iter().filter(stands_alone);
    let first = *found.next()?;
    let is_usual = matches!(first.region.country, "US" | "CA" | "AU");
    (is_usual || found.all(|other| other.region.country == first.region.country)).then_some(first)
}

/// The region with this name, code or code of ISO 3166-2, in the country if one is given by its code.
pub fn region(written: &str, country: Option<&str>) -> Option<&'static Region> {
    match country {
        Some(country) => by_id(written)
            .filter(|region| region.country == country)
            .or_else(|| in_country(&atlas::key(written), country).map(|named| named.region)),
        None => by_id(written).or_else(|| alone(&atlas::key(written)).map(|named| named.region)),
    }
}

/// All regions, in any country, that a name or code can mean.
pub fn regions_named(written: &str) -> Vec<&'static Region> {
    match by_id(written) {
        Some(region) => vec![region],
        None => with_name(&atlas::key(written)).iter().map(|named| named.region).collect(),
    }
}

/// The region with a whole code of ISO 3166-2, such as `DE-BY`.
fn by_id(written: &str) -> Option<&'static Region> {
    let (country, code) = written.trim().split_once('-')?;
    let (country, code) = (country.to_ascii_uppercase(), code.to_ascii_uppercase());
    named(&atlas::key(&code))
        .iter()
        .map(|named| named.region)
        .find(|region| region.country == country && region.code == code)
}

/// Every name and code in the table, with its region.
pub fn region_names() -> impl Iterator<Item = (&'static str, &'static Region)> {
    ROWS.iter().flat_map(|Row { region, names }| {
        let names = names.iter().map(|name| name.trim_start_matches('*'));
        names.chain([region.code]).map(move |name| (name, region))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_and_code_means_one_region_of_its_country() {
        for (name, region) in region_names() {
            assert_eq!(super::region(name, Some(region.country)), Some(region), "{name}");
            assert_eq!(super::region(&name.to_uppercase(), Some(region.country)), Some(region), "{name}");
            assert_eq!(super::region(&region.id(), None), Some(region));
            assert_eq!(super::region(&region.id().to_lowercase(), Some(region.country)), Some(region));
            assert!(regions_named(name).contains(&region), "{name}");
            assert_eq!(Atlas::shared().country(&atlas::key(region.country)), Some(region.country));
        }
        assert!(region_names().count() > 1_000);
    }

    #[test]
    fn a_code_is_read_with_its_country() {
        for (written, country, id) in [
            ("TO", Some("IT"), "IT-21"),
            ("mi", Some("IT"), "IT-25"),
            ("Calif.", None, "US-CA"),
            ("Mass.", Some("US"), "US-MA"),
            ("Ont.", None, "CA-ON"),
            ("CA", Some("US"), "US-CA"),
            ("CA", None, "US-CA"),
            ("US-CA", None, "US-CA"),
            ("BY", Some("DE"), "DE-BY"),
            ("de-by", None, "DE-BY"),
            ("Bavaria", Some("DE"), "DE-BY"),
            ("Bayern", None, "DE-BY"),
            ("ZH", Some("CH"), "CH-ZH"),
            ("ZH", Some("NL"), "NL-ZH"),
            ("Kanton Zürich", Some("CH"), "CH-ZH"),
            ("Co. Dublin", Some("IE"), "IE-D"),
            ("County Cork", Some("IE"), "IE-CO"),
            ("İzmir Province", Some("TR"), "TR-35"),
            ("State of Berlin", Some("DE"), "DE-BE"),
            ("VIC", None, "AU-VIC"),
        ] {
            assert_eq!(region(written, country).map(Region::id).as_deref(), Some(id), "{written}");
        }
        for (written, country) in [
            ("BY", None),
            ("Limburg", None),
            ("Luxembourg", None),
            ("US-CA", Some("DE")),
            ("US-ZZ", None),
            ("", None),
            ("", Some("US")),
            ("-", Some("AT")),
            ("SF Bay", Some("US")),
        ] {
            assert_eq!(region(written, country), None, "{written}");
        }
        assert_eq!(regions_named("Limburg").len(), 2);
        assert!(
            regions_named("TO").iter().all(|region| region.country != "IT"),
            "a province needs its country"
        );
        assert_eq!(BY_PROVINCE.len(), 107);
    }
}
