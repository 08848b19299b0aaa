//! Which of the caller's contacts have risen where they are.

use engine::EngineError;
use records::{Employer, PartialDate, Person, Signal, SignalKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        IcpOptions, ListAnswer, ListOptions, Paging,
        contacts::{CONTACTS_MAX, Contact, ContactMatch, charged_once, moves_of_contacts},
        time::days_back,
    },
    sandbox::sample::Sample,
};

/// A promotion is news for this long.
const DAYS: u32 = 90;

/// `POST /v1/silent-promoter-radar`
pub struct SilentPromoterRadar;

/// Whom the caller knows.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct SilentPromoterRadarRequest {
    /// The page.
    #[serde(flatten)]
    pub list: ListOptions,
    /// The companies at which they rose.
    #[serde(flatten)]
    pub companies: IcpOptions,
    /// The contacts.
    #[schemars(length(min = 1, max = CONTACTS_MAX))]
    pub contacts: Vec<Contact>,
}

/// A contact who rose.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Promoted {
    /// The contact as it was sent.
    pub contact: Contact,
    /// Who it is, without contact values.
    pub person: Person,
    /// The title before.
    pub old_title: String,
    /// The title now.
    pub new_title: String,
    /// The company, which is the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company: Option<Employer>,
    /// When, as exactly as it is known.
    pub promoted_at: PartialDate,
}

async fn item(
    context: &Context,
    companies: &IcpOptions,
    found: ContactMatch<Signal>,
) -> Result<Option<(String, Promoted)>, EngineError> {
    if !companies.pass(context, found.what.company.as_ref()).await? {
        return Ok(None);
    }
    let Some(change) = found.what.change else { return Ok(None) };
    let Some(person) = context.engine().person_by_id(&change.person_id).await? else { return Ok(None) };
    let (Some(old_title), Some(new_title)) = (change.old_title, change.new_title) else { return Ok(None) };
    let promoted = Promoted {
        contact: found.contact,
        person,
        old_title,
        new_title,
        company: found.what.company,
        promoted_at: change.changed_at,
    };
    Ok(Some((found.item, promoted)))
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

    async fn run(context: Context, mut request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let paging = Paging::of(&context, &mut request, |request| &mut request.list)?;
        let since = days_back(context.now, DAYS);
        let risen = moves_of_contacts(
            &context,
            request.contacts,
            SignalKind::Promotion,
            since,
            |known_at, signal| signal.company.as_ref().is_some_and(|company| known_at.is(company)),
        )
        .await?;
        let resolve = |found| item(&context, &request.companies, found);
        let walk = context.engine().walk(&risen, paging.after.clone(), paging.limit, resolve).await?;
        let (items, answer) = paging.paired(walk);
        let people = answer.results.iter().map(|found| found.person.id.clone()).collect();
        charged_once(&context, Self::SPEC.id, answer, items, people)
    }

    fn example(sample: &Sample) -> Value {
        json!({ "contacts": [{ "networkUrl": sample.promoted_profile }] })
    }
}
