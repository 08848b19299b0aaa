//! A person's coworkers, and introduction paths to the person.

use std::collections::{BTreeSet, HashMap};

use engine::{Coworker, SharedTime, employer_keys, longest_shared_time};
use jiff::Timestamp;
use records::Person;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Career, Credits};

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{person_input::PersonInput, person_lookup::known_person},
    sandbox::sample::Sample,
};

/// Maximum number of the caller's contacts considered for introductions, newest first.
const CONTACTS_MAX: usize = 500;
/// Endpoints that look up one given person. People that appeared only in list results do not count as the caller's
/// contacts.
const LOOK_UPS: [&str; 5] = ["enrich", "reverse_email", "reverse_phone", "find_email", "bulk_enrich"];

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

/// People that the caller has looked up individually, by where they worked.
struct Contacts {
    people: Vec<Career>,
    /// Positions in `people` by the keys of their employers.
    at: HashMap<String, Vec<usize>>,
}

impl Contacts {
    fn of_caller(context: &Context) -> Result<Self, Problem> {
        let account = context.account_id();
        let people = context.store().people_resolved_by(account, &LOOK_UPS, CONTACTS_MAX)?;
        let mut at: HashMap<String, Vec<usize>> = HashMap::new();
        for (position, contact) in people.iter().enumerate() {
            for employer in employer_keys(&contact.experience) {
                at.entry(employer).or_default().push(position);
            }
        }
        Ok(Self { people, at })
    }

    fn include(&self, person: &Person) -> bool {
        self.people.iter().any(|contact| contact.id == person.id)
    }

    /// The contact who worked with a person for the longest time.
    fn nearest(&self, colleague: &Person, not: &Person, now: Timestamp) -> Option<(&Career, SharedTime)> {
        let employers = employer_keys(&colleague.experience);
        let positions: BTreeSet<usize> =
            employers.iter().filter_map(|employer| self.at.get(employer)).flatten().copied().collect();
        let contacts = positions.into_iter().filter_map(|position| self.people.get(position));
        let others = contacts.filter(|contact| contact.id != not.id);
        let linked = others.filter_map(|contact| {
            Some((contact, longest_shared_time(&contact.experience, &colleague.experience, now)?))
        });
        linked.max_by(|(one, first), (other, second)| {
            first.months.cmp(&second.months).then_with(|| other.id.cmp(&one.id))
        })
    }
}

fn step(name: &str, network_url: Option<&String>, shared: Option<&SharedTime>) -> PathStep {
    let how = |shared: &SharedTime| {
        let company = shared.company.name.as_deref().or(shared.company.domain.as_deref()).unwrap_or_default();
        let months = if shared.months == 1 { "month" } else { "months" };
        format!("worked together at {company} for {} {months}", shared.months)
    };
    PathStep { full_name: name.to_owned(), network_url: network_url.cloned(), knows_next: shared.map(how) }
}

/// Shortest path from the caller's contacts through a coworker to the person.
fn path(contacts: &Contacts, coworker: &Coworker, person: &Person, now: Timestamp) -> Vec<PathStep> {
    let colleague = &coworker.record.person;
    let last = [
        step(&colleague.full_name, colleague.network_url.as_ref(), Some(&coworker.shared)),
        step(&person.full_name, person.network_url.as_ref(), None),
    ];
    if contacts.include(colleague) {
        return last.to_vec();
    }
    contacts.nearest(colleague, person, now).map_or_else(Vec::new, |(contact, shared)| {
        let first = step(&contact.full_name, contact.network_url.as_ref(), Some(&shared));
        std::iter::once(first).chain(last).collect()
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
        let contacts = Contacts::of_caller(&context)?;
        let coworkers = context.engine().coworkers(&person, context.now).await?;
        let view = |coworker: Coworker| CoworkerView {
            path: path(&contacts, &coworker, &person, context.now),
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
