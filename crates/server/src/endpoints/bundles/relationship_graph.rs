//! A person's coworkers, and introduction paths to the person.

use engine::{Coworker, SharedTime, longest_shared_time};
use records::{Person, PersonRecord};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{person_input::PersonInput, person_lookup::known_person},
    sandbox::sample::Sample,
};

/// Maximum number of the caller's resolved people considered for introductions, newest first.
const OWN_PEOPLE_MAX: usize = 500;
/// Endpoints that look up one given person. People that appeared only in list results do not count as the caller's
/// contacts.
const ASKED_FOR_BY: [&str; 5] = ["enrich", "reverse_email", "reverse_phone", "find_email", "bulk_enrich"];

/// `POST /v1/bundles/relationship-graph`
pub struct RelationshipGraph;

/// The person at the centre of the graph.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct RelationshipGraphRequest {
    /// Identifiers of the person.
    #[serde(flatten)]
    pub person: PersonInput,
}

/// The person and their coworkers.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct RelationshipGraphAnswer {
    /// The person, without contact values; null if no record matches.
    pub person: Option<Person>,
    /// Coworkers by overlapping employment, strongest relationship first.
    pub coworkers: Vec<CoworkerView>,
}

/// A coworker.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CoworkerView {
    /// The coworker, without contact values.
    pub person: Person,
    /// Shared employer and period.
    pub shared: SharedTime,
    /// Strength of the relationship: higher for a longer overlap, a smaller company and the same department.
    pub strength: f64,
    /// Path from a person you have looked up yourself to this person, each step with the relationship to the next;
    /// empty if there is none.
    pub path: Vec<PathStep>,
}

/// One step of an introduction path.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PathStep {
    /// Full name.
    #[serde(rename = "fullName")]
    pub full_name: String,
    /// URL of the professional-network profile.
    #[serde(rename = "networkUrl", skip_serializing_if = "Option::is_none")]
    pub network_url: Option<String>,
    /// Relationship to the next person; absent in the last step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub knows_next: Option<String>,
}

/// People that the caller has looked up individually.
fn own_people(context: &Context) -> Result<Vec<PersonRecord>, Problem> {
    let seen = context.store().people_seen(context.account_id(), None, None, OWN_PEOPLE_MAX)?;
    let asked = |endpoint: &str| ASKED_FOR_BY.contains(&endpoint);
    let own = seen.into_iter().filter(|seen| asked(&seen.first_endpoint) || asked(&seen.last_endpoint));
    Ok(own.map(|seen| seen.record).collect())
}

fn step(person: &Person, shared: Option<&SharedTime>) -> PathStep {
    let how = |shared: &SharedTime| {
        let company = shared.company.name.as_deref().or(shared.company.domain.as_deref()).unwrap_or_default();
        let months = if shared.months == 1 { "month" } else { "months" };
        format!("worked together at {company} for {} {months}", shared.months)
    };
    PathStep {
        full_name: person.full_name.clone(),
        network_url: person.network_url.clone(),
        knows_next: shared.map(how),
    }
}

/// Shortest path from the caller's people through a coworker to the person.
fn path(context: &Context, own: &[PersonRecord], coworker: &Coworker, person: &Person) -> Vec<PathStep> {
    let colleague = &coworker.record.person;
    let last = [step(colleague, Some(&coworker.shared)), step(person, None)];
    if own.iter().any(|known| known.person.id == colleague.id) {
        return last.to_vec();
    }
    let others = own.iter().filter(|known| known.person.id != person.id);
    let linked =
        others.filter_map(|known| Some((known, longest_shared_time(&known.person, colleague, context.now)?)));
    let best = linked.max_by(|(one, first), (other, second)| {
        first.months.cmp(&second.months).then_with(|| other.person.id.cmp(&one.person.id))
    });
    best.map_or_else(Vec::new, |(known, shared)| {
        std::iter::once(step(&known.person, Some(&shared))).chain(last).collect()
    })
}

impl Endpoint for RelationshipGraph {
    const SPEC: Spec = Spec::charging(
        "relationship_graph",
        "/v1/bundles/relationship-graph",
        Group::Bundles,
        Price::Flat(Credits::whole(15)),
        "A person's past and present coworkers by overlapping employment, with ways to be introduced",
    );
    type Request = RelationshipGraphRequest;
    type Answer = RelationshipGraphAnswer;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.person.check(faults);
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let Some(record) = known_person(&context, &request.person.query())? else {
            return Ok(Outcome::free(RelationshipGraphAnswer::default()));
        };
        let person = record.person;
        let own = own_people(&context)?;
        let coworkers = context.engine().coworkers(&person, context.now).await?;
        let view = |coworker: Coworker| CoworkerView {
            path: path(&context, &own, &coworker, &person),
            person: coworker.record.person,
            shared: coworker.shared,
            strength: coworker.strength,
        };
        let coworkers: Vec<CoworkerView> = coworkers.into_iter().map(view).collect();
        let named = coworkers.iter().map(|coworker| &coworker.person);
        let people = std::iter::once(&person).chain(named).map(|person| person.id.clone()).collect();
        let answer = RelationshipGraphAnswer { person: Some(person), coworkers };
        Ok(Outcome { people, ..Outcome::resolved(answer, 1) })
    }

    fn example(sample: &Sample) -> Value {
        json!({ "networkUrl": sample.network_url })
    }
}
