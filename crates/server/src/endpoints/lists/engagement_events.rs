//! Engagement events of the caller's contacts, reported by the caller's systems.

use jiff::{SignedDuration, Timestamp};
use records::keys::Key;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Scope;

use crate::{
    call::{
        context::Context,
        problem::Problem,
        request::{fault_code::FaultCode, validate::Faults},
    },
    endpoint::{Endpoint, Group, Method, Outcome, Spec, Written},
    recipe::contacts::Contact,
    sandbox::sample::Sample,
};

const EVENTS_MAX: u32 = 1_000;
/// Tolerance for clock skew; later events are rejected.
const AHEAD_MAX: SignedDuration = SignedDuration::from_hours(1);

/// `POST /v1/engagement-events`
pub struct EngagementEvents;

/// Engagement events to store.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct EngagementEventsRequest {
    /// The events; events with the same contact and time count once.
    #[schemars(length(min = 1, max = EVENTS_MAX))]
    pub events: Vec<EngagementEvent>,
}

/// One engagement: an open, click, visit, reply or login.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct EngagementEvent {
    /// URL of a professional-network profile, in any spelling.
    #[serde(rename = "networkUrl")]
    #[schemars(length(min = 1, max = 500), extend("format" = "person-profile"))]
    pub network_url: Option<String>,
    /// An email of the contact.
    #[schemars(length(min = 1, max = 320), extend("format" = "email"))]
    pub email: Option<String>,
    /// When it occurred; the current time if omitted.
    pub at: Option<Timestamp>,
}

/// Number of stored events.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EngagementEventsAnswer {
    /// Events accepted.
    pub accepted: u64,
}

impl EngagementEvent {
    fn key(&self) -> Option<Key> {
        let contact = Contact {
            network_url: self.network_url.clone(),
            email: self.email.clone(),
            company_domain: None,
            company_id: None,
            company_name: None,
            reference: None,
        };
        contact.query().keys().into_iter().next()
    }
}

impl Endpoint for EngagementEvents {
    const SPEC: Spec = Spec {
        group: Group::Sticky,
        ..Spec::own(
            "engagement_events",
            Method::Post,
            "/v1/engagement-events",
            Scope::Read,
            "Tells when your contacts engaged with you, for quiet-power-users to measure",
        )
    };
    type Request = EngagementEventsRequest;
    type Answer = Written<EngagementEventsAnswer>;

    fn check(request: &Self::Request, faults: &mut Faults) {
        for (index, event) in request.events.iter().enumerate() {
            if event.network_url.is_some() == event.email.is_some() {
                let message = "Send either networkUrl or email.";
                faults.add(format!("/events/{index}"), FaultCode::MissingIdentifier, message);
            }
        }
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let latest = context.now + AHEAD_MAX;
        let mut faults = Faults::default();
        for (index, event) in request.events.iter().enumerate() {
            if event.at.is_some_and(|at| at > latest) {
                faults.add(
                    format!("/events/{index}/at"),
                    FaultCode::InvalidValue,
                    "This time has not come yet.",
                );
            }
        }
        if !faults.is_empty() {
            return Err(Problem::of_faults(faults.into_vec()));
        }
        let timed = |event: &EngagementEvent| Some((event.key()?, event.at.unwrap_or(context.now)));
        let events: Vec<(Key, Timestamp)> = request.events.iter().filter_map(timed).collect();
        let accepted = events.len() as u64;
        let noted = context.store().note_engagement(context.account_id(), events, context.now);
        Ok(Written::free(noted.map(move |()| EngagementEventsAnswer { accepted })))
    }

    fn example(sample: &Sample) -> Value {
        json!({ "events": [{ "email": sample.email }] })
    }
}
