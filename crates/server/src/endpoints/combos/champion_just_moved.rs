//! The caller's contacts who moved to another company.

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
        IcpOptions, ListAnswer, ListOptions, TimeOptions,
        contacts::{CONTACTS_MAX, Contact, ContactMatch, moves_of_contacts},
        moves::{PreviousRole, UnmaskedMove},
        paging::{Paging, Resolved},
    },
    sandbox::sample::Sample,
};

const DAYS_DEFAULT: u32 = 90;

/// `POST /v1/champion-just-moved`
pub struct ChampionJustMoved;

/// The caller's contacts.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ChampionJustMovedRequest {
    /// Page options.
    #[serde(flatten)]
    pub list: ListOptions,
    /// Time window; the last 90 days if omitted.
    #[serde(flatten)]
    pub time: TimeOptions,
    /// Filters for the company joined.
    #[serde(flatten)]
    pub companies: IcpOptions,
    /// The contacts, each with the company at which you know them.
    #[schemars(length(min = 1, max = CONTACTS_MAX))]
    pub contacts: Vec<Contact>,
}

/// A contact who moved.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MovedChampion {
    /// The contact as sent in the request.
    pub contact: Contact,
    /// The person, without contact values.
    pub person_unmasked: Person,
    /// The position they left.
    pub previous: PreviousRole,
    /// Current title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_role: Option<String>,
    /// The company they joined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company: Option<Employer>,
    /// Date of the move, as precisely as known.
    pub changed_at: PartialDate,
    /// When the move became known.
    pub observed_at: Timestamp,
}

fn item(
    context: &Context,
    companies: &IcpOptions,
    found: ContactMatch<StoredSignal>,
) -> Result<Option<Resolved<MovedChampion>>, EngineError> {
    if !companies.pass(context, found.what.signal.company.as_ref())? {
        return Ok(None);
    }
    let Some(unmasked) = UnmaskedMove::of(context, found.what)? else { return Ok(None) };
    let UnmaskedMove { person_unmasked, previous, new_role, company, changed_at, observed_at, .. } = unmasked;
    let (person, contact) = (Some(person_unmasked.id.clone()), found.contact);
    let answer =
        MovedChampion { contact, person_unmasked, previous, new_role, company, changed_at, observed_at };
    Ok(Some(Resolved { id: found.item, person, answer }))
}

impl Endpoint for ChampionJustMoved {
    const SPEC: Spec = Spec::charging(
        "champion_just_moved",
        "/v1/champion-just-moved",
        Group::Combos,
        Price::PerUnit(Credits::whole(2)),
        "Which of your contacts have changed companies, and where they are now",
    );
    type Request = ChampionJustMovedRequest;
    type Answer = ListAnswer<MovedChampion>;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.time.check(faults);
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
        let since = request.time.start(context.now, DAYS_DEFAULT);
        let moved = moves_of_contacts(
            &context,
            request.contacts,
            SignalKind::JobChange,
            (since, request.time.observed_since),
            |known_at, signal| signal.change.as_ref().is_some_and(|change| known_at.is(&change.old_company)),
        )?;
        let resolve = async |found| item(&context, &request.companies, found);
        paging.fill(&moved, resolve).await
    }

    fn example(sample: &Sample) -> Value {
        json!({ "contacts": [{ "networkUrl": sample.moved_profile }], "within_days": 730 })
    }
}
