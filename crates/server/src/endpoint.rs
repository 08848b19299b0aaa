//! The `Endpoint` trait: an endpoint's declaration, its function, and its outcome.

use crate::{
    call::{
        context::Context,
        problem::{Code, Problem},
        request::{fault_code::FaultCode, validate::Faults},
    },
    sandbox::sample::Sample,
    services::Services,
};
use bytes::Bytes;
use futures_util::Stream;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use std::{fmt, future::Future, marker::PhantomData, pin::Pin, sync::atomic::Ordering};
use store::{
    BoughtContact, CacheUse, ChargeLine, ChargedFor, Credits, Effect, Plan, Scope, StoreError, UpstreamCall,
    Write,
};

/// HTTP method of an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Method {
    Get,
    Post,
    Patch,
    Delete,
}

/// The group of an endpoint in the documentation.
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
    /// The name used in `sandbox/info` and as an OpenAPI tag.
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

/// Price of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Price {
    /// Free of charge.
    Free,
    /// A flat price, charged if anything was resolved.
    Flat(Credits),
    /// A price per resolved item.
    PerUnit(Credits),
    /// A base price, charged even if nothing is found, and a price per resolved item.
    BasePlus(Credits, Credits),
    /// A base price and a price per resolved item, charged if anything was resolved.
    FoundPlus(Credits, Credits),
}

impl fmt::Display for Price {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Free => write!(to, "free"),
            Self::Flat(credits) => write!(to, "{credits} cr when resolved"),
            Self::PerUnit(credits) => write!(to, "{credits} cr per item resolved"),
            Self::BasePlus(base, credits) => write!(to, "{base} cr, and {credits} cr per result"),
            Self::FoundPlus(base, credits) => {
                write!(to, "{base} cr and {credits} cr per result, when any is found")
            }
        }
    }
}

impl Price {
    /// The price of `units` resolved items. A price beyond the range of credits saturates, above any balance.
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

    /// What a charge is made of: the lines add up to [`Price::due`].
    pub fn lines(self, units: u64) -> Vec<ChargeLine> {
        let line = |charged_for, quantity, credits_each: Credits| ChargeLine {
            charged_for,
            quantity,
            credits_each,
            credits: credits_each.checked_mul(quantity).unwrap_or(Credits::from_thousandths(i64::MAX)),
        };
        let lines = match self {
            Self::Free => Vec::new(),
            Self::Flat(price) => vec![line(ChargedFor::Answer, units.min(1), price)],
            Self::PerUnit(price) => vec![line(ChargedFor::Item, units, price)],
            Self::FoundPlus(..) if units == 0 => Vec::new(),
            Self::BasePlus(base, price) | Self::FoundPlus(base, price) => {
                vec![line(ChargedFor::Base, 1, base), line(ChargedFor::Item, units, price)]
            }
        };
        lines.into_iter().filter(|line| line.credits > Credits::ZERO).collect()
    }

    /// The price of an answer with `found` items of which `new` are charged now. The base of a price is that of the query:
    /// it is not charged for an answer all of whose items are paid for already.
    pub fn charge(self, found: u64, new: u64) -> Credits {
        if found > 0 && new == 0 { Credits::ZERO } else { self.due(new) }
    }

    /// Whether the price depends on the number of items.
    pub fn is_per_item(self) -> bool {
        matches!(self, Self::PerUnit(_) | Self::BasePlus(..) | Self::FoundPlus(..))
    }

    /// The price of an answer with `found` items and what it is made of, by how many of them are charged now.
    pub fn once(self, found: u64) -> Box<dyn Fn(u64) -> (Credits, Vec<ChargeLine>) + Send> {
        Box::new(move |new| {
            let credits = self.charge(found, new);
            (credits, if credits > Credits::ZERO { self.lines(new) } else { Vec::new() })
        })
    }

    /// Number of items a balance pays for; none if the price does not depend on the number of items.
    pub fn affordable(self, balance: Credits) -> Option<u64> {
        match self {
            Self::PerUnit(price) => Some(balance.fits(price)),
            Self::BasePlus(base, price) | Self::FoundPlus(base, price) => {
                Some(balance.checked_sub(base).unwrap_or_default().fits(price))
            }
            Self::Free | Self::Flat(_) => None,
        }
    }

    /// Whether a call can be charged.
    pub fn charges(self) -> bool {
        self != Self::Free
    }
}

/// Authentication that an endpoint requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// No key.
    Public,
    /// A key with this scope.
    Key(Scope),
}

/// The declaration of an endpoint.
#[derive(Debug)]
pub struct Spec {
    /// Operation id; also the endpoint's name in history and metrics.
    pub id: &'static str,
    /// HTTP method.
    pub method: Method,
    /// Path, with `{name}` for each parameter.
    pub path: &'static str,
    /// Group in the documentation.
    pub group: Group,
    /// One-line summary for the documentation.
    pub summary: &'static str,
    /// Price of an answer.
    pub price: Price,
    /// Required authentication.
    pub access: Access,
    /// The lowest plan that includes it.
    pub plan: Plan,
    /// HTTP status of a successful answer.
    pub status: u16,
    /// Media type of a successful answer.
    pub media: &'static str,
    /// Whether the answer contains a secret that is shown once; a reply stored for a replay is then encrypted.
    pub secret: bool,
    /// The endpoint that answers each item of a call that submits items. Each is charged when it is answered, instead of
    /// the call.
    pub items_of: Option<&'static str>,
    /// Problem codes specific to this endpoint.
    pub problems: &'static [Code],
}

impl Method {
    /// Whether requests have a body.
    pub fn has_body(self) -> bool {
        matches!(self, Self::Post | Self::Patch)
    }
}

impl Spec {
    /// The usual endpoint: a POST charged to a key with the scope `spend`.
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
            items_of: None,
            problems: &[],
        }
    }

    /// A free endpoint for the caller's own account.
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
            items_of: None,
            problems: &[],
        }
    }

    /// A free endpoint without authentication.
    pub const fn public(
        id: &'static str,
        method: Method,
        path: &'static str,
        group: Group,
        summary: &'static str,
    ) -> Self {
        Self { group, access: Access::Public, ..Self::own(id, method, path, Scope::Read, summary) }
    }

    /// Whether it is a change by an operator, which the audit log names.
    pub fn is_operators_change(&self) -> bool {
        self.access == Access::Key(Scope::Operate) && self.method != Method::Get
    }

    /// Whether the endpoint has a sandbox twin.
    pub fn has_twin(&self) -> bool {
        match self.group {
            Group::Resolve
            | Group::Find
            | Group::Search
            | Group::Signals
            | Group::Combos
            | Group::NicheCombos
            | Group::Bundles => true,
            // Lists and saved filters belong to an account; without one, only running them is useful.
            Group::Sticky => self.price.charges(),
            Group::Bulk | Group::Account | Group::Operator | Group::Privacy | Group::Sandbox => false,
        }
    }

    /// The path of its sandbox twin.
    pub fn twin_path(&self) -> String {
        self.path.replacen("/v1/", "/v1/sandbox/", 1)
    }
}

/// The result of an endpoint.
pub struct Outcome<T> {
    /// The answer.
    pub answer: T,
    /// Resolved items, which are charged.
    pub units: u64,
    /// Ids of the resolved items, each of which an account pays for once at this endpoint; none if the price does not
    /// depend on them, or if something else keeps the endpoint from answering one twice.
    pub items: Option<Vec<String>>,
    /// Ids of the people in the answer.
    pub people: Vec<String>,
    /// Contacts of people in the answer, which a charge pays for.
    pub bought: Vec<BoughtContact>,
    /// Whether the answer came from stored records.
    pub cache: CacheUse,
    /// Writes made in the same transaction as the settlement.
    pub effects: Vec<Effect>,
    /// Upstream calls that were made.
    pub upstream: Vec<UpstreamCall>,
    /// Whether the answer may be stored for a later download. False for an answer about a suppressed person.
    pub may_be_kept: bool,
    /// Value of a `Set-Cookie` header that goes with the answer, and with no replay of it.
    pub cookie: Option<String>,
}

impl<T> Outcome<T> {
    /// An answer with this many resolved items, all from stored records.
    pub fn resolved(answer: T, units: u64) -> Self {
        let cache = if units > 0 { CacheUse::Hit } else { CacheUse::Miss };
        Self {
            answer,
            units,
            items: None,
            people: Vec::new(),
            bought: Vec::new(),
            cache,
            effects: Vec::new(),
            upstream: Vec::new(),
            may_be_kept: true,
            cookie: None,
        }
    }

    /// An answer with these resolved items, each of which is charged once.
    pub fn of_items(answer: T, items: Vec<String>) -> Self {
        let units = items.len() as u64;
        Self { items: Some(items), ..Self::resolved(answer, units) }
    }

    /// An answer that resolved nothing or is free.
    pub fn free(answer: T) -> Self {
        Self::resolved(answer, 0)
    }

    /// The same outcome with another answer.
    pub(crate) fn with<U>(self, answer: U) -> Outcome<U> {
        let Self { units, items, people, bought, cache, effects, upstream, may_be_kept, cookie, .. } = self;
        Outcome { answer, units, items, people, bought, cache, effects, upstream, may_be_kept, cookie }
    }

    /// The answer, and the rest of the outcome.
    pub(crate) fn split(self) -> (T, Outcome<()>) {
        let Self { answer, units, items, people, bought, cache, effects, upstream, may_be_kept, cookie } =
            self;
        let rest = Outcome {
            answer: (),
            units,
            items,
            people,
            bought,
            cache,
            effects,
            upstream,
            may_be_kept,
            cookie,
        };
        (answer, rest)
    }
}

/// What a request would resolve.
#[derive(Debug, Clone)]
pub struct Estimate {
    /// Items that the request would resolve, at most.
    pub units: u64,
    /// The same by their ids, if these are certain: those that are paid for already cost nothing.
    pub items: Option<Vec<String>>,
    /// Items that match in total, if they were counted.
    pub total: Option<u64>,
    /// What the preview shows beside the price, as the endpoint's preview schema says.
    pub shown: Map<String, Value>,
}

impl Estimate {
    /// At most this many items, of which it is not known whether they are resolved.
    pub fn at_most(units: u64) -> Self {
        Self { units, items: None, total: None, shown: Map::new() }
    }
}

/// An endpoint: its declaration, its types, and a function from a request to an outcome.
pub trait Endpoint: 'static {
    /// The declaration.
    const SPEC: Spec;
    /// The request: the body, or the path and query of a GET.
    type Request: DeserializeOwned + JsonSchema + Send + 'static;
    /// The answer; the pipeline adds the cost object.
    type Answer: EndpointAnswer;

    /// Reports faults that the schema cannot express.
    fn check(_request: &Self::Request, _faults: &mut Faults) {}

    /// Maximum number of items that a request can resolve.
    fn units(_request: &Self::Request) -> u64 {
        1
    }

    /// What a request would resolve, for a preview. An endpoint whose price depends on the number of items is run without
    /// asking outside, and the answer dropped; one that can only be counted by asking outside states its maximum.
    fn estimate(
        context: Context,
        request: Self::Request,
    ) -> impl Future<Output = Result<Estimate, Problem>> + Send {
        async move {
            if Self::SPEC.price.is_per_item() && Self::SPEC.items_of.is_none() {
                return Ok(trial_run::<Self>(context, request).await?.0);
            }
            Ok(Estimate::at_most(Self::units(&request)))
        }
    }

    /// The schema of what a preview shows beside the price; none if it shows the price only.
    fn preview_schema(_: &mut SchemaGenerator) -> Option<Schema> {
        None
    }

    /// Answers a request.
    fn run(
        context: Context,
        request: Self::Request,
    ) -> impl Future<Output = Result<Outcome<Self::Answer>, Problem>> + Send;

    /// An example request that the sandbox answers; shown in the documentation.
    fn example(sample: &Sample) -> Value;
}

/// Runs a request without asking outside; what it would resolve, and the answer, which a preview must not show unmasked.
pub async fn trial_run<E: Endpoint + ?Sized>(
    context: Context,
    request: E::Request,
) -> Result<(Estimate, E::Answer), Problem> {
    let (context, guessed) = context.for_preview();
    let (answer, outcome) = E::run(context, request).await?.split();
    // What stands for a contact that was not looked for may turn out to be missing, and another item be answered.
    let items = outcome.items.filter(|_| !guessed.load(Ordering::Relaxed));
    Ok((Estimate { items, ..Estimate::at_most(outcome.units) }, answer))
}

/// An answer type of an endpoint: a JSON object or a stream.
pub trait EndpointAnswer: Send + 'static {
    /// The schema of the answer.
    fn schema(generator: &mut SchemaGenerator) -> Schema;
    /// Converts the answer to its content.
    fn content(self) -> Result<Content, Problem>;
}

impl<T: Serialize + JsonSchema + Send + 'static> EndpointAnswer for T {
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T>()
    }

    fn content(self) -> Result<Content, Problem> {
        serde_json::to_vec(&self).map(Content::Json).map_err(|error| Problem::internal(&error))
    }
}

/// Chunks of a streamed body.
pub type Chunks = Pin<Box<dyn Stream<Item = Result<Bytes, std::io::Error>> + Send>>;

/// The content of an answer.
pub enum Content {
    /// A JSON object.
    Json(Vec<u8>),
    /// A JSON object computed by a store write, in the same transaction.
    Written(Written<Vec<u8>>),
    /// A file to download.
    File {
        /// Suggested file name.
        name: String,
        /// Media type.
        media: &'static str,
        /// Its content.
        chunks: Chunks,
    },
    /// Server-sent events.
    Events(Chunks),
}

/// An answer computed by a store write. The pipeline runs the write in one transaction with the reply stored for a
/// retry, so that a call that was cut off and retried has its effect once.
pub struct Written<T> {
    /// The write, and the answer it returns.
    pub change: Write<T>,
    /// Called once the write is durable.
    pub then: Option<fn(&Services)>,
}

impl<T> Written<T> {
    /// A free answer computed by a write.
    pub fn free(change: Write<T>) -> Outcome<Self> {
        Outcome::free(Self { change, then: None })
    }

    /// The same, with a function to call once the write is durable.
    pub fn free_then(change: Write<T>, then: fn(&Services)) -> Outcome<Self> {
        Outcome::free(Self { change, then: Some(then) })
    }
}

impl<T: Serialize + JsonSchema + Send + 'static> EndpointAnswer for Written<T> {
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

/// A file download.
pub struct FileReply {
    /// Suggested file name.
    pub name: String,
    /// Media type.
    pub media: &'static str,
    /// Its content.
    pub chunks: Chunks,
}

impl EndpointAnswer for FileReply {
    fn schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({ "type": "string" })
    }

    fn content(self) -> Result<Content, Problem> {
        let Self { name, media, chunks } = self;
        Ok(Content::File { name, media, chunks })
    }
}

/// A type-erased endpoint.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The declaration.
    pub spec: &'static Spec,
    /// Schema of the request.
    pub request_schema: fn(&mut SchemaGenerator) -> Schema,
    /// Schema of the answer.
    pub answer_schema: fn(&mut SchemaGenerator) -> Schema,
    /// Schema of what a preview shows beside the price.
    pub preview_schema: fn(&mut SchemaGenerator) -> Option<Schema>,
    /// An example request.
    pub example: fn(&Sample) -> Value,
    /// Faults of a request that its schema does not express.
    pub faults: fn(&Value) -> Faults,
    /// Deserializes and checks a request that its schema has accepted.
    pub prepare: fn(Value) -> Result<Box<dyn Prepared>, Faults>,
}

/// A deserialized and checked request.
pub trait Prepared: Send {
    /// Maximum number of items that it can resolve.
    fn units(&self) -> u64;
    /// What it would resolve.
    fn estimate(self: Box<Self>, context: Context) -> Pin<Box<dyn Future<Output = Estimated> + Send>>;
    /// Answers the request.
    fn run(self: Box<Self>, context: Context) -> Pin<Box<dyn Future<Output = Answered> + Send>>;
}

/// Result of running a prepared request.
pub type Answered = Result<Outcome<Content>, Problem>;

/// Result of estimating a prepared request.
pub type Estimated = Result<Estimate, Problem>;

struct Ready<E: Endpoint> {
    request: E::Request,
    /// Computed once, when the request is read, because it may be expensive.
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
            let engine = context.engine().clone();
            let (answer, outcome) = E::run(context, self.request).await?.split();
            let upstream = engine.upstream_calls();
            Ok(Outcome { upstream, ..outcome.with(answer.content()?) })
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
            Err(error) => faults.add("", FaultCode::InvalidValue, error.to_string()),
        }
        Err(faults)
    }
    fn faults<E: Endpoint>(value: &Value) -> Faults {
        prepare::<E>(value.clone()).err().unwrap_or_default()
    }
    Entry {
        faults: faults::<E>,
        spec: &E::SPEC,
        request_schema: |generator| generator.subschema_for::<E::Request>(),
        answer_schema: <E::Answer as EndpointAnswer>::schema,
        preview_schema: E::preview_schema,
        example: E::example,
        prepare: prepare::<E>,
    }
}

/// Declares the endpoints of a family: the module of each file, and the family's part of the catalogue, in the order of
/// the documentation. Brackets hold endpoints of the family's own file.
macro_rules! endpoints {
    ($($module:ident: $($($part:ident)::+),+;)* $([$($own:ident),+])?) => {
        $(pub mod $module;)*

        /// The endpoints of this family.
        pub(crate) const ENTRIES: &[$crate::endpoint::Entry] = &[
            $($($crate::endpoint::entry::<$module::$($part)::+>(),)+)*
            $($($crate::endpoint::entry::<$own>(),)+)?
        ];
    };
}
pub(crate) use endpoints;
