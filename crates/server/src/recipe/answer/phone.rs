//! Answer of the endpoints that find a mobile number of a person.

use engine::{ContactQuery, Mobile, PhoneStatus};
use jiff::Timestamp;
use records::LineType;
use schemars::JsonSchema;
use serde::Serialize;
use store::BoughtContact;

/// Numbers whose line nobody checked are not answered unless the caller asks for them.
pub fn verified_only() -> bool {
    true
}

/// The mobile number, if one was found.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct FindPhoneAnswer {
    /// Whether a mobile number was found.
    pub found: bool,
    /// Mobile number in E.164 form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    /// URL of the person's professional-network profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network_url: Option<String>,
    /// Source of the number: `records`, or the name of a provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Line type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_type: Option<LineType>,
    /// The carrier, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub carrier: Option<String>,
    /// ISO 3166-1 alpha-2 code of the number's country.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// Whether the line was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<PhoneStatus>,
    /// When the number was last validated; absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_validated_at: Option<Timestamp>,
}

impl FindPhoneAnswer {
    /// The number as a contact that the caller pays for, if it is that of a recorded person.
    pub fn bought(&self, people: &[String]) -> Vec<BoughtContact> {
        people.iter().flat_map(|person| BoughtContact::of(person, None, self.phone.as_ref())).collect()
    }

    /// Answer for a mobile number, if one was found.
    pub fn of(mobile: Option<Mobile>, who: &ContactQuery, now: Timestamp) -> Self {
        let Some(mobile) = mobile else { return Self::default() };
        let status = Some(mobile.status(now));
        Self {
            found: true,
            phone: Some(mobile.number),
            network_url: who.record.as_ref().and_then(|record| record.person.network_url.clone()),
            source: Some(mobile.source),
            line_type: Some(mobile.line_type),
            carrier: mobile.carrier,
            country: mobile.country,
            status,
            last_validated_at: mobile.last_validated_at,
        }
    }
}
