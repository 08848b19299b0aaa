//! The caller's contacts who were promoted at their company.

use engine::EngineError;
use jiff::Timestamp;
use records::{Employer, PartialDate, Person, SignalKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Credits, StoredSignal};

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Estimate, Group, Outcome, Price, Spec},
    recipe::{
        IcpOptions, ListAnswer, ListOptions,
        contacts::{CONTACTS_MAX, Contact, ContactMatch, moves_of_contacts},
        paging::{Paging, Resolved},
        time::days_back,
    },
    sandbox::sample::Sample,
};

/// Time window for promotions, in days.
const DAYS: u32 = 90;

/// `POST /v1/silent-promoter-radar`
pub struct SilentPromoterRadar;

/// The caller's contacts.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct SilentPromoterRadarRequest {
    /// Page options.
    #[serde(flatten)]
    pub list: ListOptions,
    /// Filters for the companies at which they were promoted.
    #[serde(flatten)]
    pub companies: IcpOptions,
    /// The caller's contacts to check.
    #[schemars(length(min = 1, max = CONTACTS_MAX))]
    pub contacts: Vec<Contact>,
    /// Only promotions that became known at or after this time.
    pub observed_since: Option<Timestamp>,
}

/// A contact who was promoted.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Promoted {
    /// The contact as sent in the request.
    pub contact: Contact,
    /// The person, without contact values.
    pub person: Person,
    /// Previous title.
    pub old_title: String,
    /// Current title.
    pub new_title: String,
    /// The company at which they were promoted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company: Option<Employer>,
    /// Date of the promotion, as precisely as known.
    pub promoted_at: PartialDate,
    /// When the promotion became known.
    pub observed_at: Timestamp,
}

fn item(
    context: &Context,
    companies: &IcpOptions,
    found: ContactMatch<StoredSignal>,
) -> Result<Option<Resolved<Promoted>>, EngineError> {
    let StoredSignal { signal, observed_at, .. } = found.what;
    if !companies.pass(context, signal.company.as_ref())? {
        return Ok(None);
    }
    let Some(change) = signal.change else { return Ok(None) };
    let Some(person) = context.engine().person_by_id(&change.person_id)? else { return Ok(None) };
    let (Some(old_title), Some(new_title)) = (change.old_title, change.new_title) else { return Ok(None) };
    let named = Some(person.id.clone());
    let answer = Promoted {
        contact: found.contact,
        person,
        old_title,
        new_title,
        company: signal.company,
        promoted_at: change.changed_at,
        observed_at,
    };
    Ok(Some(Resolved { id: found.item, person: named, answer }))
}

impl Endpoint for SilentPromoterRadar {
    const SPEC: Spec = Spec::charging(
        "silent_promoter_radar",
        "/v1/silent-promoter-radar",
        Group::NicheCombos,
        Price::PerUnit(Credits::whole(2)),
        "Which of your contacts were promoted at their company within the last 90 days",
    );
    type Request = SilentPromoterRadarRequest;
    type Answer = ListAnswer<Promoted>;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.companies.check(faults);
        Contact::check_all(&request.contacts, faults);
    }

    fn units(request: &Self::Request) -> u64 {
        request.list.units().min(request.contacts.len() as u64)
    }

    /// The highest price: how many of a few contacts would be answered is the answer.
    async fn estimate(_: Context, request: Self::Request) -> Result<Estimate, Problem> {
        Ok(Estimate::at_most(Self::units(&request)))
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let paging = Paging::of(&context, &request.list)?.narrowed_by(request.companies.icp.as_ref());
        let since = days_back(context.now, DAYS);
        let risen = moves_of_contacts(
            &context,
            request.contacts,
            SignalKind::Promotion,
            (since, request.observed_since),
            |known_at, signal| signal.company.as_ref().is_some_and(|company| known_at.is(company)),
        )?;
        let resolve = async |found| item(&context, &request.companies, found);
        paging.fill(&risen, resolve).await
    }

    fn example(sample: &Sample) -> Value {
        json!({ "contacts": [{ "networkUrl": sample.promoted_profile }] })
    }
}
