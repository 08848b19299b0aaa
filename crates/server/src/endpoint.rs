//! What an endpoint is: its declaration, its function, and what it answers.

use crate::{
    call::{
        context::Context,
        problem::{Code, Problem},
        request::validate::Faults,
    },
    sandbox::sample::Sample,
    services::Services,
};
use bytes::Bytes;
use futures_util::Stream;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{future::Future, marker::PhantomData, pin::Pin};
use store::{CacheUse, Credits, Effect, Plan, Scope, StoreError, UpstreamCall, Write};

/// HTTP method of an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Method {
    Get,
    Post,
    Patch,
    Delete,
}

/// Which family an endpoint belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Group {
    Resolve,
    Find,
    Search,
    Signals,
    Combos,
    NicheCombos,
    Bundles,
    Sticky,
    Bulk,
    Account,
    Operator,
    Privacy,
    Sandbox,
}

impl Group {
    /// The word used in `sandbox/info` and as a tag of the documentation.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Resolve => "resolve",
            Self::Find => "find",
            Self::Search => "search",
            Self::Signals => "signals",
            Self::Combos => "combos",
            Self::NicheCombos => "niche_combos",
            Self::Bundles => "bundles",
            Self::Sticky => "sticky",
            Self::Bulk => "bulk",
            Self::Account => "account",
            Self::Operator => "operator",
            Self::Privacy => "privacy",
            Self::Sandbox => "sandbox",
        }
    }
}

/// What an answer costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Price {
    /// Nothing.
    Free,
    /// A flat price, when anything was resolved.
    Flat(Credits),
    /// A price per item resolved.
    PerUnit(Credits),
    /// A base for the question itself, found or not, and a price per item.
    BasePlus(Credits, Credits),
    /// A base and a price per item, when anything was resolved.
    FoundPlus(Credits, Credits),
}

impl Price {
    /// The price of `units` items resolved. A price beyond the range of credits is more than anyone has.
    pub fn due(self, units: u64) -> Credits {
        match self {
            Self::Free => Credits::ZERO,
            Self::Flat(price) if units > 0 => price,
            Self::Flat(_) => Credits::ZERO,
            Self::PerUnit(price) => price.checked_mul(units).unwrap_or(Credits::from_thousandths(i64::MAX)),
            Self::FoundPlus(..) if units == 0 => Credits::ZERO,
            Self::BasePlus(base, price) | Self::FoundPlus(base, price) => price
                .checked_mul(units)
                .and_then(|items| items.checked_add(base))
                .unwrap_or(Credits::from_thousandths(i64::MAX)),
        }
    }

    /// How many items a balance pays for, where the number of items matters.
    pub fn affordable(self, balance: Credits) -> Option<u64> {
        match self {
            Self::PerUnit(price) => Some(balance.fits(price)),
            Self::BasePlus(base, price) | Self::FoundPlus(base, price) => {
                Some(balance.checked_sub(base).unwrap_or_default().fits(price))
            }
            Self::Free | Self::Flat(_) => None,
        }
    }

    /// Whether a call may be charged at all.
    pub fn charges(self) -> bool {
        self != Self::Free
    }
}

/// Who may call an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Anyone.
    Public,
    /// A key with this scope.
    Key(Scope),
}

/// The declaration of an endpoint.
#[derive(Debug)]
pub struct Spec {
    /// Operation id, and the endpoint's name in history and metrics.
    pub id: &'static str,
    /// Method.
    pub method: Method,
    /// Path with `{name}` for its parts.
    pub path: &'static str,
    /// Family.
    pub group: Group,
    /// One line for the documentation.
    pub summary: &'static str,
    /// Price.
    pub price: Price,
    /// Who may call it.
    pub access: Access,
    /// The lowest plan that includes it.
    pub plan: Plan,
    /// Status of a good answer.
    pub status: u16,
    /// Media type of a good answer.
    pub media: &'static str,
    /// Whether the answer holds something that is shown once and must not be kept for a replay.
    pub secret: bool,
    /// Whether the price is charged for each item when it is answered, and not for the call that submits them.
    pub deferred: bool,
    /// Problems that only this endpoint has.
    pub problems: &'static [Code],
}

impl Method {
    /// Whether a request is in the body.
    pub fn has_body(self) -> bool {
        matches!(self, Self::Post | Self::Patch)
    }
}

impl Spec {
    /// What most endpoints are: a POST that a key with the scope `spend` pays for.
    pub const fn charging(
        id: &'static str,
        path: &'static str,
        group: Group,
        price: Price,
        summary: &'static str,
    ) -> Self {
        Self {
            id,
            method: Method::Post,
            path,
            group,
            summary,
            price,
            access: Access::Key(Scope::Spend),
            plan: Plan::Free,
            status: 200,
            media: "application/json",
            secret: false,
            deferred: false,
            problems: &[],
        }
    }

    /// A free endpoint about the caller's own account.
    pub const fn own(
        id: &'static str,
        method: Method,
        path: &'static str,
        scope: Scope,
        summary: &'static str,
    ) -> Self {
        Self {
            id,
            method,
            path,
            group: Group::Account,
            summary,
            price: Price::Free,
            access: Access::Key(scope),
            plan: Plan::Free,
            status: 200,
            media: "application/json",
            secret: false,
            deferred: false,
            problems: &[],
        }
    }

    /// A free endpoint that anyone may call.
    pub const fn public(
        id: &'static str,
        method: Method,
        path: &'static str,
        group: Group,
        summary: &'static str,
    ) -> Self {
        Self { group, access: Access::Public, ..Self::own(id, method, path, Scope::Read, summary) }
    }

    /// Whether the endpoint has a twin in the sandbox.
    pub fn has_twin(&self) -> bool {
        match self.group {
            Group::Resolve
            | Group::Find
            | Group::Search
            | Group::Signals
            | Group::Combos
            | Group::NicheCombos
            | Group::Bundles => true,
            // Lists and saved filters belong to an account; only running one is of use without.
            Group::Sticky => self.price.charges(),
            Group::Bulk | Group::Account | Group::Operator | Group::Privacy | Group::Sandbox => false,
        }
    }

    /// The path of its twin.
    pub fn twin_path(&self) -> String {
        self.path.replacen("/v1/", "/v1/sandbox/", 1)
    }
}

/// What an endpoint found.
pub struct Outcome<T> {
    /// The answer.
    pub answer: T,
    /// Items resolved: what is charged for.
    pub units: u64,
    /// Ids of the people in the answer.
    pub people: Vec<String>,
    /// Whether it was known already.
    pub cache: CacheUse,
    /// What else becomes true with the answer.
    pub effects: Vec<Effect>,
    /// Who was asked outside.
    pub upstream: Vec<UpstreamCall>,
    /// Whether the answer may be kept to be had again. One about a person who must not be kept may not.
    pub may_be_kept: bool,
}

impl<T> Outcome<T> {
    /// An answer with this many items, all from what is known.
    pub fn resolved(answer: T, units: u64) -> Self {
        let cache = if units > 0 { CacheUse::Hit } else { CacheUse::Miss };
        Self {
            answer,
            units,
            people: Vec::new(),
            cache,
            effects: Vec::new(),
            upstream: Vec::new(),
            may_be_kept: true,
        }
    }

    /// An answer in which nothing was resolved, or which is free.
    pub fn free(answer: T) -> Self {
        Self::resolved(answer, 0)
    }
}

/// What a request would find.
#[derive(Debug, Clone, Copy)]
pub struct Estimate {
    /// Items it would resolve.
    pub units: u64,
    /// Items there are in all.
    pub total: u64,
}

/// An endpoint: its declaration, its types, and one function from a request to an outcome.
pub trait Endpoint: 'static {
    /// The declaration.
    const SPEC: Spec;
    /// What it takes: the body, or the path and query of a GET.
    type Request: DeserializeOwned + JsonSchema + Send + 'static;
    /// What it answers; the cost object is added to it.
    type Answer: Reply;

    /// Faults that the schema cannot tell.
    fn check(_request: &Self::Request, _faults: &mut Faults) {}

    /// How many items a request can resolve at most.
    fn units(_request: &Self::Request) -> u64 {
        1
    }

    /// How many items a request would resolve, where that can be told without giving any of them away.
    fn estimate(
        _context: Context,
        _request: Self::Request,
    ) -> impl Future<Output = Result<Option<Estimate>, Problem>> + Send {
        async { Ok(None) }
    }

    /// Answers a request.
    fn run(
        context: Context,
        request: Self::Request,
    ) -> impl Future<Output = Result<Outcome<Self::Answer>, Problem>> + Send;

    /// A request that the sandbox answers; shown in the documentation.
    fn example(sample: &Sample) -> Value;
}

/// What an endpoint may answer: a JSON object, or a stream.
pub trait Reply: Send + 'static {
    /// The schema of the answer.
    fn schema(generator: &mut SchemaGenerator) -> Schema;
    /// The answer's content.
    fn content(self) -> Result<Content, Problem>;
}

impl<T: Serialize + JsonSchema + Send + 'static> Reply for T {
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T>()
    }

    fn content(self) -> Result<Content, Problem> {
        serde_json::to_vec(&self).map(Content::Json).map_err(|error| Problem::internal(&error))
    }
}

/// Chunks of a body that is made while it is sent.
pub type Chunks = Pin<Box<dyn Stream<Item = Result<Bytes, std::io::Error>> + Send>>;

/// The content of an answer.
pub enum Content {
    /// A JSON object.
    Json(Vec<u8>),
    /// A JSON object that is made of a change of the store, in the transaction that makes the change.
    Written(Written<Vec<u8>>),
    /// A file to download.
    File {
        /// Suggested file name.
        name: String,
        /// Its content.
        chunks: Chunks,
    },
    /// Server-sent events.
    Events(Chunks),
}

/// An answer made of a change of the store. The pipeline makes the change, in one transaction with the reply that is kept
/// for a retry, so that a call that was cut off and sent again has its effect once.
pub struct Written<T> {
    /// The change, and the answer that it comes to.
    pub change: Write<T>,
    /// What has to happen once the change is durable.
    pub then: Option<fn(&Services)>,
}

impl<T> Written<T> {
    /// A free answer made of a change.
    pub fn free(change: Write<T>) -> Outcome<Self> {
        Outcome::free(Self { change, then: None })
    }

    /// The same, with something to do once the change is durable.
    pub fn free_then(change: Write<T>, then: fn(&Services)) -> Outcome<Self> {
        Outcome::free(Self { change, then: Some(then) })
    }
}

impl<T: Serialize + JsonSchema + Send + 'static> Reply for Written<T> {
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T>()
    }

    fn content(self) -> Result<Content, Problem> {
        let unwritable =
            |error: serde_json::Error| StoreError::Damaged { what: "answer", why: error.to_string() };
        let bytes = move |answer: T| serde_json::to_vec(&answer).map_err(unwritable);
        Ok(Content::Written(Written { change: self.change.try_map(bytes), then: self.then }))
    }
}

/// A file answer.
pub struct FileReply {
    /// Suggested file name.
    pub name: String,
    /// Its content.
    pub chunks: Chunks,
}

impl Reply for FileReply {
    fn schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({ "type": "string" })
    }

    fn content(self) -> Result<Content, Problem> {
        Ok(Content::File { name: self.name, chunks: self.chunks })
    }
}

/// An endpoint with its types erased.
pub struct Entry {
    /// The declaration.
    pub spec: &'static Spec,
    /// Schema of the request.
    pub request_schema: fn(&mut SchemaGenerator) -> Schema,
    /// Schema of the answer.
    pub answer_schema: fn(&mut SchemaGenerator) -> Schema,
    /// Example request.
    pub example: fn(&Sample) -> Value,
    /// Reads a request that its schema has accepted.
    pub prepare: fn(Value) -> Result<Box<dyn Prepared>, Faults>,
}

/// A request that was read and checked.
pub trait Prepared: Send {
    /// How many items it can resolve at most.
    fn units(&self) -> u64;
    /// What it would find, where that can be told.
    fn estimate(self: Box<Self>, context: Context) -> Pin<Box<dyn Future<Output = Estimated> + Send>>;
    /// Answers it.
    fn run(self: Box<Self>, context: Context) -> Pin<Box<dyn Future<Output = Answered> + Send>>;
}

/// What a prepared request ends in.
pub type Answered = Result<Outcome<Content>, Problem>;

/// What a preview ends in.
pub type Estimated = Result<Option<Estimate>, Problem>;

struct Ready<E: Endpoint> {
    request: E::Request,
    /// Counted when the request is read, where that may take its time.
    units: u64,
    endpoint: PhantomData<fn() -> E>,
}

impl<E: Endpoint> Prepared for Ready<E> {
    fn units(&self) -> u64 {
        self.units
    }

    fn estimate(self: Box<Self>, context: Context) -> Pin<Box<dyn Future<Output = Estimated> + Send>> {
        Box::pin(E::estimate(context, self.request))
    }

    fn run(self: Box<Self>, context: Context) -> Pin<Box<dyn Future<Output = Answered> + Send>> {
        Box::pin(async move {
            let (outcome, upstream) = engine::with_upstream_log(E::run(context, self.request)).await;
            let Outcome { answer, units, people, cache, effects, may_be_kept, .. } = outcome?;
            Ok(Outcome { answer: answer.content()?, units, people, cache, effects, upstream, may_be_kept })
        })
    }
}

/// Erases an endpoint's types.
pub const fn entry<E: Endpoint>() -> Entry {
    fn prepare<E: Endpoint>(value: Value) -> Result<Box<dyn Prepared>, Faults> {
        let mut faults = Faults::default();
        match serde_json::from_value::<E::Request>(value) {
            Ok(request) => {
                E::check(&request, &mut faults);
                if faults.is_empty() {
                    let units = E::units(&request);
                    return Ok(Box::new(Ready::<E> { request, units, endpoint: PhantomData }));
                }
            }
            Err(error) => faults.add("", "invalid_value", error.to_string()),
        }
        Err(faults)
    }
    Entry {
        spec: &E::SPEC,
        request_schema: |generator| generator.subschema_for::<E::Request>(),
        answer_schema: <E::Answer as Reply>::schema,
        example: E::example,
        prepare: prepare::<E>,
    }
}
