//! People in a new role, with their announcement and a suggested first line.

use engine::{EngineError, Feed, Language, Opener};
use jiff::Timestamp;
use records::{Department, Person, Seniority, SignalKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Credits, SignalFilter, StoredSignal};

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        IcpOptions, ListAnswer, ListOptions, TimeOptions,
        paging::{Paging, Resolved},
    },
    sandbox::sample::Sample,
};

const DAYS_DEFAULT: u32 = 30;

/// `POST /v1/congrats-trigger`
pub struct CongratsTrigger;

/// Page, time window and company filters.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct CongratsTriggerRequest {
    /// Page options.
    #[serde(flatten)]
    pub list: ListOptions,
    /// Time window; the last 30 days if omitted.
    #[serde(flatten)]
    pub time: TimeOptions,
    /// Filters for the company joined.
    #[serde(flatten)]
    pub companies: IcpOptions,
    /// Departments of the new role.
    #[schemars(length(max = 24))]
    pub departments: Option<Vec<Department>>,
    /// Seniorities of the new role.
    #[schemars(length(max = 12))]
    pub seniorities: Option<Vec<Seniority>>,
    /// Language of the first lines; English if omitted.
    #[serde(default)]
    pub language: Language,
    /// Return the fact behind each seed.
    #[serde(default)]
    pub explain: bool,
}

/// A person who announced a new role.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Congratulation {
    /// The person, without contact values.
    pub person_unmasked: Person,
    /// Current title.
    pub new_role: String,
    /// URL of the announcement.
    pub announcement_post_url: String,
    /// Text of the announcement.
    pub announcement_text: String,
    /// When the job change became known.
    pub observed_at: Timestamp,
    /// A suggested first line of a message.
    pub personalization_seed: String,
    /// The fact behind the seed, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<Opener>,
}

fn item(
    context: &Context,
    request: &CongratsTriggerRequest,
    stored: StoredSignal,
) -> Result<Option<Resolved<Congratulation>>, EngineError> {
    let StoredSignal { signal, observed_at, .. } = stored;
    if !request.companies.pass(context, signal.company.as_ref())? {
        return Ok(None);
    }
    let Some(change) = &signal.change else { return Ok(None) };
    let (Some(post), Some(new_role)) = (change.announcement.clone(), change.new_title.clone()) else {
        return Ok(None);
    };
    let engine = context.engine();
    let Some(person) = engine.person_by_id(&change.person_id)? else { return Ok(None) };
    let domain = person.company.as_ref().and_then(|company| company.domain.as_deref());
    let company = engine.company_by_domain(domain)?;
    // None for a person who has left again: a position that ended calls for no congratulation.
    let said = engine::congratulation(&person, &signal, company.as_ref(), request.language, context.now);
    let Some(seed) = said else { return Ok(None) };
    let named = Some(person.id.clone());
    let answer = Congratulation {
        person_unmasked: person,
        new_role,
        announcement_post_url: post.url,
        announcement_text: post.text,
        observed_at,
        personalization_seed: seed.text.clone(),
        explain: request.explain.then_some(seed),
    };
    Ok(Some(Resolved { id: signal.id, person: named, answer }))
}

impl Endpoint for CongratsTrigger {
    const SPEC: Spec = Spec::charging(
        "congrats_trigger",
        "/v1/congrats-trigger",
        Group::Combos,
        Price::PerUnit(Credits::whole(2)),
        "People who changed jobs, with the text of their post and a first line to send",
    );
    type Request = CongratsTriggerRequest;
    type Answer = ListAnswer<Congratulation>;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.time.check(faults);
        request.companies.check(faults);
    }

    fn units(request: &Self::Request) -> u64 {
        request.list.units()
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let paging = Paging::of(&context, &request.list)?.narrowed_by(request.companies.icp.as_ref());
        let filter = SignalFilter {
            announced: true,
            departments: request.departments.clone().unwrap_or_default(),
            seniorities: request.seniorities.clone().unwrap_or_default(),
            ..request.time.filter(context.now, DAYS_DEFAULT)
        };
        let feed = Feed { kind: SignalKind::JobChange, filter };
        let resolve = async |stored| item(&context, &request, stored);
        paging.fill(&feed, resolve).await
    }

    fn example(_: &Sample) -> Value {
        json!({ "within_days": 365, "limit": 2 })
    }
}
