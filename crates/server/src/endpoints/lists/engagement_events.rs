//! Engagement of the caller's own contacts, as the caller's systems see it.

use jiff::{SignedDuration, Timestamp};
use records::keys::Key;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Scope;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Method, Outcome, Spec, Written},
    recipe::contacts::Contact,
    sandbox::sample::Sample,
};

const EVENTS_MAX: u32 = 1_000;
/// Clocks differ a little; an event of tomorrow is a mistake.
const AHEAD_MAX: SignedDuration = SignedDuration::from_hours(1);

/// `POST /v1/engagement-events`
pub struct EngagementEvents;

/// What contacts did.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct EngagementEventsRequest {
    /// The events; the same contact and time twice count once.
    #[schemars(length(min = 1, max = EVENTS_MAX))]
    pub events: Vec<EngagementEvent>,
}

/// Somebody opened, clicked, visited, replied or logged in.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct EngagementEvent {
    /// Professional-network profile, in any spelling.
    #[serde(rename = "networkUrl")]
    #[schemars(length(min = 1, max = 500), extend("format" = "person-profile"))]
    pub network_url: Option<String>,
    /// An email of the person.
    #[schemars(length(min = 1, max = 320), extend("format" = "email"))]
    pub email: Option<String>,
    /// When; now, when left out.
    pub at: Option<Timestamp>,
}

/// How many were taken in.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EngagementEventsAnswer {
    /// Events taken in.
    pub accepted: u64,
}

impl EngagementEvent {
    fn key(&self) -> Option<Key> {
        let contact = Contact {
            network_url: self.network_url.clone(),
            email: self.email.clone(),
            company_domain: None,
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
                faults.add(format!("/events/{index}"), "missing_identifier", message);
            }
        }
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let latest = context.now + AHEAD_MAX;
        let mut faults = Faults::default();
        for (index, event) in request.events.iter().enumerate() {
            if event.at.is_some_and(|at| at > latest) {
                faults.add(format!("/events/{index}/at"), "invalid_value", "This time has not come yet.");
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
