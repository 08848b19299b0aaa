//! The `Endpoint` trait: an endpoint's declaration and its function, and its entry in the catalogue.

mod content;
mod outcome;
mod spec;

use std::{future::Future, marker::PhantomData, pin::Pin, sync::atomic::Ordering};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use self::{
    content::{Chunks, Content, EndpointAnswer, FileReply, Written},
    outcome::{Estimate, Outcome},
    spec::{Access, Group, Method, Price, Spec},
};
use crate::{
    call::{
        context::Context,
        heavy::INLINE_UNITS_MAX,
        problem::Problem,
        request::{fault_code::FaultCode, validate::Faults},
    },
    sandbox::sample::Sample,
};

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

    /// Records that a request names in lists, each of which is looked up before anything is resolved. Many of them make a call
    /// heavy, however few items it resolves.
    fn lookups(_request: &Self::Request) -> u64 {
        0
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
    let only_new = outcome.only_new;
    Ok((Estimate { items, only_new, ..Estimate::at_most(outcome.units) }, answer))
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
    /// Whether it runs on a thread of its own, so that short calls do not wait for it.
    fn is_heavy(&self) -> bool;
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

    fn is_heavy(&self) -> bool {
        self.units.max(E::lookups(&self.request)) > INLINE_UNITS_MAX
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
