//! Companies and people that are similar to others, with what they have in common.

use engine::{CompanyFilters, EngineError, Similar};
use records::{Company, Person};
use schemars::JsonSchema;
use serde::Serialize;

use crate::call::context::Context;

/// A company similar to the reference companies.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Lookalike {
    /// The company.
    pub company: Company,
    /// Similarity, from 0 (nothing in common) to 1; the mean over the reference companies.
    pub similarity: f64,
    /// What they have in common, most important first.
    pub reasons: Vec<String>,
}

impl From<Similar<Company>> for Lookalike {
    fn from(similar: Similar<Company>) -> Self {
        let Similar { record, similarity, reasons } = similar;
        Self { company: record, similarity, reasons }
    }
}

/// Companies similar to one, most similar first.
pub async fn similar_companies(
    context: &Context,
    company: &Company,
    count: usize,
) -> Result<Vec<Lookalike>, EngineError> {
    let alike =
        context.engine().lookalikes(vec![company.clone()], CompanyFilters::default(), context.now).await?;
    Ok(alike.first(context.engine(), count)?.into_iter().map(Lookalike::from).collect())
}

/// A person similar to the reference person.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SimilarPerson {
    /// The person, without contact values.
    pub person: Person,
    /// Similarity, from 0 (nothing in common) to 1.
    pub similarity: f64,
    /// What they have in common, most important first.
    pub reasons: Vec<String>,
}

impl From<Similar<Person>> for SimilarPerson {
    fn from(similar: Similar<Person>) -> Self {
        let Similar { record, similarity, reasons } = similar;
        Self { person: record, similarity, reasons }
    }
}
