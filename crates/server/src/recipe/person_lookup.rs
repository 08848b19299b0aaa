//! Look-up of the person in a request: the stored record if there is one, otherwise the identifiers sent.

use engine::{ContactQuery, Resolution};
use records::{PersonRecord, matching::MIN_CONFIDENCE_PERSON, query::PersonQuery};

use crate::{
    call::{context::Context, problem::Problem},
    recipe::{answer::identifiers_disagree, company_input::CompanyInput},
};

/// The stored record of the requested person, if there is one. Blocks on the database.
pub fn known_person(context: &Context, asked: &PersonQuery) -> Result<Option<PersonRecord>, Problem> {
    match context.engine().person(asked, MIN_CONFIDENCE_PERSON, false)? {
        Resolution::Found(found) => Ok(Some(found.record)),
        Resolution::NotFound { .. } => Ok(None),
        Resolution::Disagree { first, second } => Err(identifiers_disagree("people", first, second)),
    }
}

/// The same query about a person at a company that was given by id or name: with the domain and name of its record. Blocks
/// on the database.
pub fn at_company(
    context: &Context,
    asked: PersonQuery,
    company: &CompanyInput,
) -> Result<PersonQuery, Problem> {
    Ok(match company.company(context)? {
        Some(company) => {
            PersonQuery { company_domain: company.domain, company_name: Some(company.name), ..asked }
        }
        None => PersonQuery { company_name: company.company_name.clone(), ..asked },
    })
}

/// Contact query for the requested person, with or without a stored record. Blocks on the database.
pub fn contact_query(context: &Context, asked: PersonQuery) -> Result<ContactQuery, Problem> {
    let asked = context.engine().with_company(&asked)?;
    Ok(match known_person(context, &asked)? {
        Some(record) => ContactQuery { asked, ..ContactQuery::of_person(record) },
        None => ContactQuery::of_stranger(asked),
    })
}

/// Id of the person, if there is a record.
pub fn person_id(who: &ContactQuery) -> Vec<String> {
    who.record.iter().map(|record| record.person.id.clone()).collect()
}
