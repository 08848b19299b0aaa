//! Records that may be one: the review list, the evidence for a pair, and decisions on it.

use records::{Company, Person};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Pair, PairSide, ReviewPair, TwoValues};

use super::spec;
use crate::{
    call::{
        context::Context,
        cursor,
        problem::{Code, Problem, foreign_cursor},
    },
    endpoint::{Endpoint, Method, Outcome, Spec},
    recipe::{PAGE_DEFAULT, PAGE_MAX},
    sandbox::sample::Sample,
};

const EXAMPLE_ONE: &str = "per_01kaw2m5d0x7ah9zqk3v8n4r6t";
const EXAMPLE_OTHER: &str = "per_01kaw2m5d0x7ah9zqk3v8n4r6u";
/// Rows that one call splits off.
const ROWS_MAX: usize = 500;

/// `GET /v1/operator/review`
pub struct List;

/// Page of the review list.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ReviewListRequest {
    /// Pairs per page.
    #[schemars(range(min = 1, max = PAGE_MAX))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page.
    #[schemars(length(min = 1, max = 1000))]
    pub cursor: Option<String>,
}

/// A page of the review list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReviewListAnswer {
    /// Pairs just below the threshold of being joined, the strongest evidence first.
    pub results: Vec<ReviewPairView>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

/// Two records that may be one.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReviewPairView {
    /// The first record.
    pub one: NamedRecord,
    /// The second record.
    pub other: NamedRecord,
    /// The evidence in bits; each one doubles the odds that they are one.
    pub bits: f64,
}

/// A record by id and name.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NamedRecord {
    /// Id of the record.
    pub id: String,
    /// Its name, in lower case.
    pub name: String,
}

impl From<ReviewPair> for ReviewPairView {
    fn from(pair: ReviewPair) -> Self {
        let named = |(id, name)| NamedRecord { id, name };
        Self { one: named(pair.one), other: named(pair.other), bits: pair.bits }
    }
}

/// The position of a pair in the list, and the pair at a position. Names take no part in the order.
fn position(pair: &ReviewPair) -> String {
    format!("{} {} {}", pair.bits, pair.one.0, pair.other.0)
}

fn pair_at(position: &str) -> Option<ReviewPair> {
    let mut parts = position.split(' ');
    let (bits, one, other) = (parts.next()?.parse().ok()?, parts.next()?, parts.next()?);
    Some(ReviewPair { one: (one.to_owned(), String::new()), other: (other.to_owned(), String::new()), bits })
}

impl Endpoint for List {
    const SPEC: Spec = spec(
        "operator_review_list",
        Method::Get,
        "/v1/operator/review",
        "Lists pairs of records that may be one and wait for a decision",
    );
    type Request = ReviewListRequest;
    type Answer = ReviewListAnswer;

    async fn run(context: Context, request: ReviewListRequest) -> Result<Outcome<ReviewListAnswer>, Problem> {
        let after = request.cursor.map(|cursor| cursor::decode(&context, &cursor)).transpose()?;
        let after = after.map(|text| pair_at(&text).ok_or_else(foreign_cursor)).transpose()?;
        let limit = request.limit.unwrap_or(PAGE_DEFAULT) as usize;
        let mut found = context.store().doubts(after.as_ref(), limit + 1)?;
        let more = found.len() > limit;
        found.truncate(limit);
        let next_cursor = found.last().filter(|_| more).map(|last| cursor::encode(&context, &position(last)));
        let results = found.into_iter().map(ReviewPairView::from).collect();
        Ok(Outcome::free(ReviewListAnswer { results, next_cursor }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "limit": 10 })
    }
}

/// `GET /v1/operator/review/explain`
pub struct Explain;

/// Two records.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct PairRequest {
    /// Id of a record.
    #[schemars(length(min = 1, max = 64))]
    pub one: String,
    /// Id of another record.
    #[schemars(length(min = 1, max = 64))]
    pub other: String,
}

/// The evidence for and against two records being one.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PairAnswer {
    /// The first record.
    pub one: PairSideView,
    /// The second record.
    pub other: PairSideView,
    /// Whether they are one record already.
    pub joined: bool,
    /// Whether a decision keeps them apart.
    pub kept_apart: bool,
    /// Identifiers that both have.
    pub shared: Vec<String>,
    /// Whether these identifiers join them.
    pub joined_by_identifiers: bool,
    /// The evidence in bits; absent if it is not weighed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bits: Option<f64>,
    /// Bits that would join them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enough: Option<f64>,
    /// What the evidence is made of. Birth dates and addresses take part; their values are not shown.
    pub parts: Vec<EvidenceView>,
    /// Of companies: how alike their names are, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub names_alike: Option<f64>,
}

/// One part of the evidence.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EvidenceView {
    /// The trait that was compared.
    pub name: String,
    /// Its bits; negative if it speaks against.
    pub bits: f64,
}

/// One side of a pair.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PairSideView {
    /// Id of the record.
    pub id: String,
    /// Its name, in lower case.
    pub name: String,
    /// Rows of sources that it is made of, as `source:row`.
    pub rows: Vec<String>,
    /// The record, if it is a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<Person>,
    /// The record, if it is a company.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company: Option<Company>,
}

fn side(context: &Context, side: PairSide) -> Result<PairSideView, Problem> {
    let PairSide { id, name, rows } = side;
    let (person, company) = (context.engine().person_by_id(&id)?, context.engine().company_by_id(&id)?);
    Ok(PairSideView { id, name, rows, person, company })
}

impl Endpoint for Explain {
    const SPEC: Spec = Spec {
        problems: &[Code::NotFound],
        ..spec(
            "operator_review_explain",
            Method::Get,
            "/v1/operator/review/explain",
            "The evidence for and against two records being one, and both records",
        )
    };
    type Request = PairRequest;
    type Answer = PairAnswer;

    async fn run(context: Context, request: PairRequest) -> Result<Outcome<PairAnswer>, Problem> {
        let pair = context.store().explain_pair(&request.one, &request.other)?;
        let Pair {
            one,
            other,
            joined,
            kept_apart,
            shared,
            joined_by_identifiers,
            bits,
            enough,
            parts,
            names_alike,
        } = pair;
        let parts =
            parts.into_iter().map(|part| EvidenceView { name: part.name.to_owned(), bits: part.bits });
        Ok(Outcome::free(PairAnswer {
            one: side(&context, one)?,
            other: side(&context, other)?,
            joined,
            kept_apart,
            shared,
            joined_by_identifiers,
            bits,
            enough,
            parts: parts.collect(),
            names_alike,
        }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "one": EXAMPLE_ONE, "other": EXAMPLE_OTHER })
    }
}

/// `POST /v1/operator/review/merge`
pub struct Merge;

/// The record that a decision left.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DecidedRecord {
    /// Id of the record.
    pub id: String,
}

impl Endpoint for Merge {
    const SPEC: Spec = Spec {
        problems: &[Code::NotFound],
        ..spec(
            "operator_merge",
            Method::Post,
            "/v1/operator/review/merge",
            "Makes two records one; both ids then mean the first, and later imports keep it so",
        )
    };
    type Request = PairRequest;
    type Answer = DecidedRecord;

    async fn run(context: Context, request: PairRequest) -> Result<Outcome<DecidedRecord>, Problem> {
        context.store().merge_by_hand(&request.one, &request.other, TwoValues::Refused).await?;
        Ok(Outcome::free(DecidedRecord { id: request.one }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "one": EXAMPLE_ONE, "other": EXAMPLE_OTHER })
    }
}

/// `POST /v1/operator/review/apart`
pub struct KeepApart;

/// Two records that stay two.
#[derive(Debug, Serialize, JsonSchema)]
pub struct KeptApart {
    /// Id of the first.
    pub one: String,
    /// Id of the second.
    pub other: String,
}

impl Endpoint for KeepApart {
    const SPEC: Spec = Spec {
        problems: &[Code::NotFound],
        ..spec(
            "operator_keep_apart",
            Method::Post,
            "/v1/operator/review/apart",
            "Marks two records as different; no import joins them",
        )
    };
    type Request = PairRequest;
    type Answer = KeptApart;

    async fn run(context: Context, request: PairRequest) -> Result<Outcome<KeptApart>, Problem> {
        context.store().keep_apart(&request.one, &request.other).await?;
        Ok(Outcome::free(KeptApart { one: request.one, other: request.other }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "one": EXAMPLE_ONE, "other": EXAMPLE_OTHER })
    }
}

/// `POST /v1/operator/review/split`
pub struct Split;

/// The record, and the rows to take out of it.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct SplitRequest {
    /// Id of the record.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Rows that become a record of their own, as `rows` of an explanation names them.
    #[schemars(length(min = 1, max = ROWS_MAX), inner(length(min = 1, max = 500)))]
    pub rows: Vec<String>,
}

impl Endpoint for Split {
    const SPEC: Spec = Spec {
        problems: &[Code::NotFound],
        ..spec(
            "operator_split",
            Method::Post,
            "/v1/operator/review/split",
            "Takes rows of a record out into a new one; later imports keep them apart",
        )
    };
    type Request = SplitRequest;
    type Answer = DecidedRecord;

    async fn run(context: Context, request: SplitRequest) -> Result<Outcome<DecidedRecord>, Problem> {
        let id = context.store().split_by_hand(&request.id, request.rows).await?;
        Ok(Outcome::free(DecidedRecord { id }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": EXAMPLE_ONE, "rows": ["crm:4711"] })
    }
}
