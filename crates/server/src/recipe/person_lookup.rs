//! Whom a request means: somebody of the records where they are known, else whoever was described.

use engine::{ContactQuery, Resolution};
use records::{PersonRecord, keys::PersonQuery, matching::MIN_CONFIDENCE_PERSON};

use crate::{
    call::{context::Context, problem::Problem},
    endpoints::resolve::enrich::identifiers_disagree,
};

/// The record of the person a request means, if one is known.
pub async fn known_person(context: &Context, asked: &PersonQuery) -> Result<Option<PersonRecord>, Problem> {
    match context.engine().person(asked, MIN_CONFIDENCE_PERSON, false).await? {
        Resolution::Found(found) => Ok(Some(found.record)),
        Resolution::NotFound { .. } => Ok(None),
        Resolution::Disagree { first, second } => Err(identifiers_disagree(first, second)),
    }
}

/// Whose contact a request seeks.
pub async fn contact_query(context: &Context, asked: PersonQuery) -> Result<ContactQuery, Problem> {
    Ok(match known_person(context, &asked).await? {
        Some(record) => ContactQuery { asked, ..ContactQuery::of_person(record) },
        None => ContactQuery::of_stranger(asked),
    })
}

/// The id of the person, where there is a record.
pub fn person_id(who: &ContactQuery) -> Vec<String> {
    who.record.iter().map(|record| record.person.id.clone()).collect()
}
