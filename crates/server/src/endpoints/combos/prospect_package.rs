//! Data for a first message to one person.

use engine::{ContactQuery, DecisionMaker, Language, Opener, PhoneStatus, openers};
use jiff::Timestamp;
use records::Person;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{BoughtContact, Credits};

use crate::{
    call::{
        context::Context,
        problem::Problem,
        request::{fault_code::FaultCode, validate::Faults},
    },
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        person_input::{PersonInput, ProfileUrl},
        person_lookup::known_person,
    },
    sandbox::sample::Sample,
};

const PEERS: usize = 3;
const HOOKS: usize = 4;
/// Maximum number of the person's moves considered.
const NEWS_MAX: usize = 10;

/// `POST /v1/prospect-package`
pub struct ProspectPackage;

/// The person to contact.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ProspectPackageRequest {
    /// URL of a professional-network profile, in any spelling.
    #[serde(rename = "networkUrl")]
    pub network_url: Option<ProfileUrl>,
    /// Id of the person's record, `per_…`, in place of a profile.
    #[schemars(length(min = 1, max = 64), extend("format" = "person-id"))]
    pub person_id: Option<String>,
    /// Language of the first lines; English if omitted.
    #[serde(default)]
    pub language: Language,
    /// Return the fact behind each hook.
    #[serde(default)]
    pub explain: bool,
}

/// The person with contact data, peers and suggested first lines.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ProspectPackageAnswer {
    /// The person, with the business email if one was found; null if no record matches the profile.
    pub person: Option<Person>,
    /// Mobile number in E.164 form; null if unknown.
    pub phone: Option<String>,
    /// Whether the line of the mobile number was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_status: Option<PhoneStatus>,
    /// When the mobile number was last validated, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_last_validated_at: Option<Timestamp>,
    /// Number of people in the records who have the mobile number, if several do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_shared_by: Option<u32>,
    /// Up to three coworkers closest in function and seniority.
    pub peers_at_company: Vec<DecisionMaker>,
    /// Suggested first lines, each based on one recorded fact.
    pub personalization_hooks: Vec<String>,
    /// The fact behind each hook, if requested.
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

    fn check(request: &ProspectPackageRequest, faults: &mut Faults) {
        let message = "Send either networkUrl or person_id.";
        match (&request.network_url, &request.person_id) {
            (None, None) => faults.add("/networkUrl", FaultCode::Required, message),
            (Some(_), Some(_)) => faults.add("/person_id", FaultCode::Contradiction, message),
            _ => {}
        }
    }

    async fn run(
        context: Context,
        request: ProspectPackageRequest,
    ) -> Result<Outcome<ProspectPackageAnswer>, Problem> {
        let input = PersonInput {
            network_url: request.network_url.map(|url| url.0),
            person_id: request.person_id,
            ..PersonInput::default()
        };
        let Some(record) = known_person(&context, &input.query())? else {
            return Ok(Outcome::free(ProspectPackageAnswer {
                person: None,
                phone: None,
                phone_status: None,
                phone_last_validated_at: None,
                phone_shared_by: None,
                peers_at_company: Vec::new(),
                personalization_hooks: Vec::new(),
                explain: None,
            }));
        };
        let (engine, now) = (context.engine(), context.now);
        let who = ContactQuery::of_person(record.clone());
        let (email, phone) =
            tokio::join!(engine.find_business_email(&who, false, now), engine.mobile_in_passing(&who, now));
        let peers = engine.peers(&record, PEERS, now).await?;
        let mut person = record.person;
        if let Some(email) = email?.email {
            person.email_verified = Some(email.verified);
            person.email_status = Some(email.contact_status());
            person.email_last_validated_at = email.last_validated_at;
            person.email = Some(email.address);
        }
        let company = match &person.company {
            Some(employer) => engine.company_of(employer, person.location.as_ref())?,
            None => None,
        };
        let news = engine.news_of(&person.id, NEWS_MAX)?;
        let hooks = openers(&person, company.as_ref(), &news, HOOKS, request.language, now);
        let people = std::iter::once(&person).chain(peers.iter().map(|peer| &peer.person));
        let people = people.map(|person| person.id.clone()).collect();
        let mobile = phone?;
        let phone = mobile.as_ref().map(|mobile| mobile.number.clone());
        let bought = BoughtContact::of(&person.id, person.email.as_ref(), phone.as_ref());
        let answer = ProspectPackageAnswer {
            person: Some(person),
            phone,
            phone_status: mobile.as_ref().map(|mobile| mobile.status(now)),
            phone_last_validated_at: mobile.as_ref().and_then(|mobile| mobile.last_validated_at),
            phone_shared_by: mobile.as_ref().and_then(|mobile| mobile.shared_by),
            peers_at_company: peers,
            personalization_hooks: hooks.iter().map(|hook| hook.text.clone()).collect(),
            explain: request.explain.then_some(hooks),
        };
        Ok(Outcome { people, bought, ..Outcome::resolved(answer, 1) })
    }

    fn example(sample: &Sample) -> Value {
        json!({ "networkUrl": sample.network_url })
    }
}
