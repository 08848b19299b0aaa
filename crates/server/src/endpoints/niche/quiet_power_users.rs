//! Changes of the caller's champions: a new job, a new title, or an engagement spike.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Estimate, Group, Outcome, Price, Spec},
    recipe::{
        IcpOptions, ListAnswer, ListOptions, TimeOptions,
        contacts::{
            CONTACTS_MAX, Contact,
            changes::{CHANGES_MAX, DAYS_DEFAULT, PowerUser, changes_of_contacts, power_user},
        },
        paging::{Paging, Resolved},
    },
    sandbox::sample::Sample,
};

/// Price of a change.
pub const CHANGE_PRICE: Credits = Credits::whole(2);

/// `POST /v1/quiet-power-users`
pub struct QuietPowerUsers;

/// The champions to check.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct QuietPowerUsersRequest {
    /// Page options.
    #[serde(flatten)]
    pub list: ListOptions,
    /// Time window; the last 90 days if omitted. Engagement always compares the last week with the eight weeks before.
    #[serde(flatten)]
    pub time: TimeOptions,
    /// Filters for their current companies.
    #[serde(flatten)]
    pub companies: IcpOptions,
    /// The caller's champions to check.
    #[schemars(length(min = 1, max = CONTACTS_MAX))]
    pub contacts: Vec<Contact>,
}

impl Endpoint for QuietPowerUsers {
    const SPEC: Spec = Spec::charging(
        "quiet_power_users",
        "/v1/quiet-power-users",
        Group::NicheCombos,
        Price::PerUnit(CHANGE_PRICE),
        "Which of your champions changed jobs or titles, or suddenly engage far more",
    );
    type Request = QuietPowerUsersRequest;
    type Answer = ListAnswer<PowerUser>;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.time.check(faults);
        request.companies.check(faults);
        Contact::check_all(&request.contacts, faults);
    }

    fn units(request: &Self::Request) -> u64 {
        request.list.units().min(CHANGES_MAX * request.contacts.len() as u64)
    }

    /// The highest price: how many of a few contacts would be answered is the answer.
    async fn estimate(_: Context, request: Self::Request) -> Result<Estimate, Problem> {
        Ok(Estimate::at_most(Self::units(&request)))
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let paging = Paging::of(&context, &request.list)?.narrowed_by(request.companies.icp.as_ref());
        let window = (request.time.start(context.now, DAYS_DEFAULT), request.time.observed_since);
        let changed = changes_of_contacts(&context, request.contacts, window)?;
        let resolve = async |found| {
            let user = power_user(&context, &request.companies, found)?;
            Ok(user.map(|(id, answer)| {
                let person = answer.person.as_ref().map(|person| person.id.clone());
                Resolved { id, person, answer }
            }))
        };
        paging.fill(&changed, resolve).await
    }

    fn example(sample: &Sample) -> Value {
        json!({
            "contacts": [{ "networkUrl": sample.moved_profile }, { "networkUrl": sample.promoted_profile }],
            "within_days": 730,
        })
    }
}
