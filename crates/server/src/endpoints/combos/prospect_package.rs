//! Everything for a first message to one person.

use engine::{ContactQuery, DecisionMaker, Opener, openers};
use records::Person;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        person_input::{PersonInput, ProfileUrl},
        person_lookup::known_person,
    },
    sandbox::sample::Sample,
};

const PEERS: usize = 3;
const HOOKS: usize = 4;
/// Moves of the person that are looked at.
const NEWS_MAX: usize = 10;

/// `POST /v1/prospect-package`
pub struct ProspectPackage;

/// Whom to write to.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ProspectPackageRequest {
    /// Professional-network profile, in any spelling.
    #[serde(rename = "networkUrl")]
    pub network_url: ProfileUrl,
    /// Say which fact each hook is made from.
    #[serde(default)]
    pub explain: bool,
}

/// The person, how to reach them, whom they work with, and how to begin.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ProspectPackageAnswer {
    /// The person, with the business email where one was found; null when nobody is known by this profile.
    pub person: Option<Person>,
    /// A mobile, E.164; null where none is known.
    pub phone: Option<String>,
    /// Colleagues nearest in function and rank: three where the company has them.
    pub peers_at_company: Vec<DecisionMaker>,
    /// First lines, each made from one fact of the records.
    pub personalization_hooks: Vec<String>,
    /// The fact behind each hook, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<Vec<Opener>>,
}

impl Endpoint for ProspectPackage {
    const SPEC: Spec = Spec::charging(
        "prospect_package",
        "/v1/prospect-package",
        Group::Combos,
        Price::Flat(Credits::whole(12)),
        "A person with email and phone, three peers, and four first lines made from facts",
    );
    type Request = ProspectPackageRequest;
    type Answer = ProspectPackageAnswer;

    async fn run(
        context: Context,
        request: ProspectPackageRequest,
    ) -> Result<Outcome<ProspectPackageAnswer>, Problem> {
        let input = PersonInput { network_url: Some(request.network_url.0), ..PersonInput::default() };
        let Some(record) = known_person(&context, &input.query()).await? else {
            return Ok(Outcome::free(ProspectPackageAnswer {
                person: None,
                phone: None,
                peers_at_company: Vec::new(),
                personalization_hooks: Vec::new(),
                explain: None,
            }));
        };
        let (engine, now) = (context.engine(), context.now);
        let who = ContactQuery::of_person(record.clone());
        let (email, phone) =
            tokio::join!(engine.find_business_email(&who, now), engine.find_mobile(&who, now));
        let peers = engine.peers(&record, PEERS, now).await?;
        let mut person = record.person;
        if let Some(email) = email?.email {
            person.email_verified = Some(email.verified);
            person.email_last_validated_at = email.last_validated_at;
            person.email = Some(email.address);
        }
        let domain = person.company.as_ref().and_then(|company| company.domain.as_deref());
        let company = engine.company_by_domain(domain).await?;
        let news = engine.news_of(&person.id, NEWS_MAX).await?;
        let hooks = openers(&person, company.as_ref(), &news, HOOKS, now);
        let people = std::iter::once(&person).chain(peers.iter().map(|peer| &peer.person));
        let people = people.map(|person| person.id.clone()).collect();
        let answer = ProspectPackageAnswer {
            person: Some(person),
            phone: phone?.mobile.map(|mobile| mobile.number),
            peers_at_company: peers,
            personalization_hooks: hooks.iter().map(|hook| hook.text.clone()).collect(),
            explain: request.explain.then_some(hooks),
        };
        Ok(Outcome { people, ..Outcome::resolved(answer, 1) })
    }

    fn example(sample: &Sample) -> Value {
        json!({ "networkUrl": sample.network_url })
    }
}
