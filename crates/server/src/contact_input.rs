//! Whose contact a request seeks: somebody of the records where they are known, else whoever was described.

use engine::{ContactQuery, Resolution};
use records::{keys::PersonQuery, matching::MIN_CONFIDENCE_PERSON};

use crate::{context::Context, endpoints::enrich::identifiers_disagree, problem::Problem};

/// The person a request means.
pub async fn contact_query(context: &Context, asked: PersonQuery) -> Result<ContactQuery, Problem> {
    match context.engine().person(&asked, MIN_CONFIDENCE_PERSON, false).await? {
        Resolution::Found(found) => Ok(ContactQuery { asked, ..ContactQuery::of_person(found.record) }),
        Resolution::NotFound { .. } => Ok(ContactQuery::of_stranger(asked)),
        Resolution::Disagree { first, second } => Err(identifiers_disagree(first, second)),
    }
}

/// The id of the person, where there is a record.
pub fn person_id(who: &ContactQuery) -> Vec<String> {
    who.record.iter().map(|record| record.person.id.clone()).collect()
}
