//! The company record, merged from the claims about it.

use std::collections::BTreeMap;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Location, PartialDate, Profile, SizeBand, SourceStamp, identifiers::external_id::ExternalId,
    vocabulary::CompanyStatus,
};

/// A company as it appears in answers. A field that no source has stated is absent, never inferred.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Company {
    /// Stable id, `com_…`.
    pub id: String,
    /// Usual name.
    pub name: String,
    /// Registered name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_name: Option<String>,
    /// Names it had before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub former_names: Vec<String>,
    /// Other names it is known by, such as a trade name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Identifiers of registers, such as `GB-COH`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub identifiers: Vec<ExternalId>,
    /// Whether it is in business.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<CompanyStatus>,
    /// When it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dissolved_at: Option<PartialDate>,
    /// Main registrable domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// Every known domain, the main one first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub domains: Vec<String>,
    /// Professional-network page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network_url: Option<String>,
    /// The company's own description of its business.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Main industry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub industry: Option<String>,
    /// Every industry claimed, the main one first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub industries: Vec<String>,
    /// Free keywords.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Employees, if counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub employee_count: Option<u32>,
    /// Employees, if only a band is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub employee_range: Option<EmployeeRange>,
    /// Growth of the employee count over about a year, in percent: the newest count against the one that the same source
    /// stated nearest to a year before, 6 to 18 months. Absent without such a count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headcount_growth: Option<i32>,
    /// Band of the employee count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size_band: Option<SizeBand>,
    /// Yearly revenue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revenue: Option<RevenueRange>,
    /// Year of foundation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub founded_year: Option<i16>,
    /// Headquarters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// Every known place, headquarters first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<Location>,
    /// Street and house number of the headquarters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub street: Option<String>,
    /// Postcode of the headquarters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub postcode: Option<String>,
    /// Published phone, E.164.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    /// Published addresses of roles, such as info@.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub emails: Vec<String>,
    /// Address of its logo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_url: Option<String>,
    /// Public profiles outside the professional network.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub profiles: Vec<Profile>,
    /// Provider that hosts its mail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_provider: Option<String>,
    /// Technologies in use.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub technologies: Vec<Technology>,
    /// Money raised.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub funding: Option<Funding>,
    /// Companies it bought.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub acquisitions: Vec<Acquisition>,
    /// Open positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings: Option<Openings>,
    /// When the newest claim behind this record was observed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<Timestamp>,
    /// Sources with claims about this company, each with its newest observation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<SourceStamp>,
}

impl Company {
    /// Every name it has or had.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.name).chain(&self.legal_name).chain(&self.former_names).chain(&self.aliases)
    }

    /// The employees, as a number or a band.
    pub fn employees(&self) -> Option<EmployeeRange> {
        self.employee_count.map(EmployeeRange::exactly).or(self.employee_range)
    }
}

/// An amount of money in whole units of a currency.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Money {
    /// Whole currency units.
    pub amount: i64,
    /// ISO 4217 code.
    pub currency: String,
}

/// A band of employees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EmployeeRange {
    /// Fewest.
    pub min: u32,
    /// Most; absent if open, as in `10001+`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<u32>,
}

impl EmployeeRange {
    /// The range of one number.
    pub fn exactly(count: u32) -> Self {
        Self { min: count, max: Some(count) }
    }

    /// The number, if the range is one number.
    pub fn count(self) -> Option<u32> {
        self.max.filter(|max| *max == self.min)
    }

    /// Whether a number lies in the range.
    pub fn contains(self, count: u32) -> bool {
        count >= self.min && self.max.is_none_or(|max| count <= max)
    }

    /// The size band of the range; none if it spans several.
    pub fn size_band(self) -> Option<SizeBand> {
        match self.size_bands()[..] {
            [band] => Some(band),
            _ => None,
        }
    }

    /// The size bands that the range lies in or overlaps. A band of which it only touches an end is none of them: sources write
    /// `1,000-5,000` for 1,001 to 5,000.
    pub fn size_bands(self) -> Vec<SizeBand> {
        let most = |max: Option<u32>| max.unwrap_or(u32::MAX);
        let (low, high) = (self.min.max(1), most(self.max));
        let shared = |band: &SizeBand| {
            let (first, last) = band.ends();
            (low.max(first), high.min(most(last)))
        };
        let of = |holds: fn((u32, u32)) -> bool| -> Vec<SizeBand> {
            SizeBand::ALL.iter().copied().filter(|band| holds(shared(band))).collect()
        };
        let overlapped = of(|(from, to)| from < to);
        // One number, or the two on either side of an end.
        if overlapped.is_empty() { of(|(from, to)| from == to) } else { overlapped }
    }
}

/// A band of yearly revenue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RevenueRange {
    /// Lower bound in whole currency units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<i64>,
    /// Upper bound in whole currency units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
    /// ISO 4217 code.
    pub currency: String,
}

/// A technology a company was seen to use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Technology {
    /// Product name.
    pub name: String,
    /// Product category.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// When it was last seen in use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_seen_at: Option<Timestamp>,
}

/// Money raised so far.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Funding {
    /// The newest round's kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<String>,
    /// Sum of all rounds; absent when the rounds are of several currencies and no source gives the sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<Money>,
    /// Date of the newest round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_round_at: Option<PartialDate>,
    /// Rounds, newest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<FundingRound>,
}

/// One funding round.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct FundingRound {
    /// Kind, such as `seed` or `series_a`.
    pub round: String,
    /// Amount raised.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<Money>,
    /// Announcement date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announced_at: Option<PartialDate>,
    /// Investors.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub investors: Vec<String>,
}

/// A company bought by this one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Acquisition {
    /// Name of the company bought.
    pub name: String,
    /// Its domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// When it was announced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announced_at: Option<PartialDate>,
    /// Price paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Money>,
}

/// Open positions at a company.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Openings {
    /// All open positions.
    pub count: u32,
    /// Open positions by department word.
    pub by_department: BTreeMap<String, u32>,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn bands(min: u32, max: Option<u32>) -> Vec<&'static str> {
        EmployeeRange { min, max }.size_bands().into_iter().map(SizeBand::as_str).collect()
    }

    #[test]
    fn a_range_is_in_the_bands_that_it_overlaps() {
        assert_eq!(bands(1, Some(9)), ["1-10"]);
        assert_eq!(bands(10, Some(49)), ["11-50"]);
        assert_eq!(bands(1_000, Some(5_000)), ["1001-5000"]);
        assert_eq!(bands(10_000, None), ["10001+"]);
        assert_eq!(bands(50, Some(249)), ["51-200", "201-500"]);
        assert_eq!(bands(501, None), ["501-1000", "1001-5000", "5001-10000", "10001+"]);
        assert_eq!(bands(10, Some(11)), ["1-10", "11-50"]);
        assert_eq!(bands(0, Some(0)), [""; 0]);
        assert_eq!(EmployeeRange { min: 1_000, max: Some(5_000) }.size_band(), Some(SizeBand::To5000));
        assert_eq!(EmployeeRange { min: 50, max: Some(249) }.size_band(), None);
        for band in SizeBand::ALL {
            let (min, max) = band.ends();
            assert_eq!(EmployeeRange { min, max }.size_bands(), [*band]);
        }
    }

    proptest! {
        #[test]
        fn every_number_has_one_band_and_every_range_with_people_at_least_one(min in 0u32..20_000, more in 0u32..20_000) {
            let range = EmployeeRange { min, max: Some(min + more) };
            prop_assert_eq!(EmployeeRange::exactly(min).size_band(), SizeBand::of(min));
            prop_assert_eq!(range.size_bands().is_empty(), min + more == 0);
            // Bands that are left out share no more than an end with it.
            for band in SizeBand::ALL.iter().filter(|band| !range.size_bands().contains(band)) {
                let (first, last) = band.ends();
                let shared = (range.min.max(first)..=range.max.unwrap().min(last.unwrap_or(u32::MAX))).count();
                prop_assert!(shared <= 1);
            }
        }
    }
}
