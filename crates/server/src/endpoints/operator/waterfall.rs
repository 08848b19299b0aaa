//! The order in which vendors are asked for each fact, and choosing another one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sources::{
    vendor::Fact,
    waterfall::{FactOrder, OrderOrigin, OrderedVendor, VendorOrder},
};

use super::spec;
use crate::{
    background::vendor_order,
    call::{
        context::Context,
        problem::Problem,
        request::{fault_code::FaultCode, validate::Faults},
    },
    endpoint::{Endpoint, Method, Outcome, Spec, Written},
    sandbox::sample::Sample,
};

/// Vendors of an order at most.
const VENDORS_MAX: u32 = 100;

/// What vendors are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AskedFact {
    /// Who a person is.
    Person,
    /// Email address at the employer.
    BusinessEmail,
    /// Personal email address.
    PersonalEmail,
    /// A mobile number.
    Mobile,
    /// Line type of a phone number, and whether it is in service.
    PhoneCheck,
    /// Facts about a company.
    Company,
}

impl From<AskedFact> for Fact {
    fn from(fact: AskedFact) -> Self {
        match fact {
            AskedFact::Person => Self::Person,
            AskedFact::BusinessEmail => Self::BusinessEmail,
            AskedFact::PersonalEmail => Self::PersonalEmail,
            AskedFact::Mobile => Self::Mobile,
            AskedFact::PhoneCheck => Self::PhoneCheck,
            AskedFact::Company => Self::Company,
        }
    }
}

impl From<Fact> for AskedFact {
    fn from(fact: Fact) -> Self {
        match fact {
            Fact::Person => Self::Person,
            Fact::BusinessEmail => Self::BusinessEmail,
            Fact::PersonalEmail => Self::PersonalEmail,
            Fact::Mobile => Self::Mobile,
            Fact::PhoneCheck => Self::PhoneCheck,
            Fact::Company => Self::Company,
        }
    }
}

/// Where an order comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderFrom {
    /// Nothing was set.
    Default,
    /// The configuration of the server.
    Configuration,
    /// An operator chose it.
    Operator,
}

/// The vendors of a fact in the order in which they are asked at present.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WaterfallView {
    /// What is asked for.
    pub fact: AskedFact,
    /// Where the order comes from.
    pub from: OrderFrom,
    /// Whether vendors are asked in the order of their expected cost of a hit; otherwise as listed.
    pub adaptive: bool,
    /// Percentage of questions that start with another vendor, where the order is by expected cost, to notice one that has
    /// become better.
    pub explore_percent: u8,
    /// Whether a company's own website is asked before them.
    pub website_first: bool,
    /// Those that are asked, in order.
    pub vendors: Vec<WaterfallVendorView>,
    /// Those that offer it and are not asked.
    pub left_out: Vec<WaterfallVendorView>,
}

/// A vendor in an order, with what this server has seen of it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WaterfallVendorView {
    /// Name of the vendor.
    pub name: String,
    /// Configured price of an answer in US dollars; null if there is none.
    pub price_usd: Option<f64>,
    /// Whether an answer without the fact is charged, too.
    pub charged_always: bool,
    /// Recent hit rate in percent; null before the first request.
    pub hit_percent: Option<u8>,
    /// Recent mean latency in milliseconds; null before the first request.
    pub latency_ms: Option<u64>,
    /// Expected cost of a hit in US dollars: price, waiting time and misses. Assumed before the first request.
    pub expected_cost_usd: f64,
    /// Whether it is left alone for a while, because it failed too often.
    pub left_alone: bool,
}

impl From<OrderedVendor> for WaterfallVendorView {
    fn from(vendor: OrderedVendor) -> Self {
        Self {
            name: vendor.name,
            price_usd: Some(vendor.price.dollars()).filter(|price| *price > 0.0),
            charged_always: vendor.is_charged_always,
            hit_percent: vendor.hit_percent,
            latency_ms: vendor.latency_ms,
            expected_cost_usd: vendor.expected_cost.dollars(),
            left_alone: vendor.is_left_alone,
        }
    }
}

impl WaterfallView {
    fn new(order: FactOrder, asks_websites: bool) -> Self {
        let from = match order.origin {
            OrderOrigin::Default => OrderFrom::Default,
            OrderOrigin::Configuration => OrderFrom::Configuration,
            OrderOrigin::Operator => OrderFrom::Operator,
        };
        Self {
            fact: order.fact.into(),
            from,
            adaptive: order.adaptive,
            explore_percent: order.explore_percent,
            website_first: asks_websites && order.fact == Fact::Company,
            vendors: order.vendors.into_iter().map(Into::into).collect(),
            left_out: order.left_out.into_iter().map(Into::into).collect(),
        }
    }
}

/// `GET /v1/operator/waterfall`
pub struct ReadWaterfall;

/// No parameters.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct WaterfallRequest {}

/// The orders.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WaterfallAnswer {
    /// One for each fact that a vendor offers.
    pub results: Vec<WaterfallView>,
}

impl Endpoint for ReadWaterfall {
    const SPEC: Spec = spec(
        "operator_waterfall",
        Method::Get,
        "/v1/operator/waterfall",
        "In which order vendors are asked for each fact, and why",
    );
    type Request = WaterfallRequest;
    type Answer = WaterfallAnswer;

    async fn run(context: Context, _: WaterfallRequest) -> Result<Outcome<WaterfallAnswer>, Problem> {
        let engine = &context.services.engine;
        let asks_websites = engine.asks_websites();
        let orders = engine.vendor_orders().into_iter();
        let results = orders.map(|order| WaterfallView::new(order, asks_websites)).collect();
        Ok(Outcome::free(WaterfallAnswer { results }))
    }

    fn example(_: &Sample) -> Value {
        json!({})
    }
}

/// `POST /v1/operator/waterfall/choose`
pub struct ChooseOrder;

/// A fact, and the order of its vendors.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ChooseOrderRequest {
    /// What is asked for.
    pub fact: AskedFact,
    /// Names of the vendors that are asked, in this order. Others that offer the fact are not asked. All of them are, in the
    /// order of the configuration, if it is omitted.
    #[serde(default)]
    #[schemars(length(max = VENDORS_MAX), inner(length(min = 1, max = 64)))]
    pub order: Vec<String>,
    /// Whether to ask these vendors in the order of their expected cost of a hit instead; `order` then only says which are
    /// asked.
    #[serde(default)]
    pub adaptive: bool,
}

/// What was chosen.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ChosenOrderAnswer {
    /// What is asked for.
    pub fact: AskedFact,
    /// The chosen order; absent if that of the configuration is in force again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<String>>,
    /// Whether these are asked in the order of their expected cost of a hit; absent without a chosen order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adaptive: Option<bool>,
}

impl Endpoint for ChooseOrder {
    const SPEC: Spec = spec(
        "operator_choose_order",
        Method::Post,
        "/v1/operator/waterfall/choose",
        "Chooses the order in which vendors are asked for a fact; in force on every node within seconds",
    );
    type Request = ChooseOrderRequest;
    type Answer = Written<ChosenOrderAnswer>;

    fn check(request: &ChooseOrderRequest, faults: &mut Faults) {
        for (place, name) in request.order.iter().enumerate() {
            if request.order[..place].contains(name) {
                let message = "This vendor is in the order already. Name each once.";
                faults.add(format!("/order/{place}"), FaultCode::InvalidValue, message);
            }
        }
    }

    async fn run(context: Context, request: ChooseOrderRequest) -> Result<Outcome<Self::Answer>, Problem> {
        let ChooseOrderRequest { fact, order, adaptive } = request;
        refuse_unknown(&context, fact, &order)?;
        let chosen = VendorOrder { order: order.clone(), adaptive };
        let change = vendor_order::choose(context.store(), fact.into(), Some(chosen), context.now);
        let answer = move |()| ChosenOrderAnswer { fact, order: Some(order), adaptive: Some(adaptive) };
        Ok(Written::free_then(change.map(answer), vendor_order::follow_change))
    }

    fn example(_: &Sample) -> Value {
        json!({ "fact": "mobile", "adaptive": true })
    }
}

/// Refuses names of vendors that do not offer the fact.
fn refuse_unknown(context: &Context, fact: AskedFact, order: &[String]) -> Result<(), Problem> {
    let orders = context.services.engine.vendor_orders();
    let known: Vec<String> = orders
        .into_iter()
        .filter(|known| AskedFact::from(known.fact) == fact)
        .flat_map(|known| known.vendors.into_iter().chain(known.left_out))
        .map(|vendor| vendor.name)
        .collect();
    let mut faults = Faults::default();
    for (place, _) in order.iter().enumerate().filter(|(_, name)| !known.contains(name)) {
        let message = match known.is_empty() {
            true => "No vendor that is set up offers this fact.".to_owned(),
            false => format!("No vendor of this name offers this fact. There are: {}.", known.join(", ")),
        };
        faults.add(format!("/order/{place}"), FaultCode::InvalidValue, message);
    }
    if faults.is_empty() { Ok(()) } else { Err(Problem::of_faults(faults.into_vec())) }
}

/// `POST /v1/operator/waterfall/reset`
pub struct ResetOrder;

/// A fact.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ResetOrderRequest {
    /// What is asked for.
    pub fact: AskedFact,
}

impl Endpoint for ResetOrder {
    const SPEC: Spec = spec(
        "operator_reset_order",
        Method::Post,
        "/v1/operator/waterfall/reset",
        "Goes back to the configured order of vendors for a fact",
    );
    type Request = ResetOrderRequest;
    type Answer = Written<ChosenOrderAnswer>;

    async fn run(context: Context, request: ResetOrderRequest) -> Result<Outcome<Self::Answer>, Problem> {
        let fact = request.fact;
        let change = vendor_order::choose(context.store(), fact.into(), None, context.now);
        let answer = move |()| ChosenOrderAnswer { fact, order: None, adaptive: None };
        Ok(Written::free_then(change.map(answer), vendor_order::follow_change))
    }

    fn example(_: &Sample) -> Value {
        json!({ "fact": "mobile" })
    }
}
