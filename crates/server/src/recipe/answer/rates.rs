//! The reference rates at which amounts were compared, as answers name them.

use records::currency;
use schemars::JsonSchema;
use serde::Serialize;

use crate::call::request::{fault_code::FaultCode, validate::Faults};

/// Rates at which amounts in different currencies were compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Rates {
    /// Currencies of the amounts in the request.
    pub currencies: Vec<String>,
    /// Day of the reference rates by which other currencies were converted, `YYYY-MM-DD`.
    pub date: String,
}

impl Rates {
    /// The rates for amounts in these currencies, joined with others; none without amounts.
    pub fn join<'c>(known: Option<Self>, currencies: impl IntoIterator<Item = &'c str>) -> Option<Self> {
        let mut all: Vec<String> = known.map(|known| known.currencies).unwrap_or_default();
        all.extend(currencies.into_iter().map(str::to_ascii_uppercase));
        all.sort();
        all.dedup();
        (!all.is_empty()).then(|| Self { currencies: all, date: currency::rates_date().to_string() })
    }
}

/// Adds a fault for a currency without a reference rate.
pub fn check_currency(written: Option<&str>, faults: &mut Faults) {
    if let Some(written) = written.filter(|written| currency::code(written).is_none()) {
        let codes: Vec<&str> = currency::codes().collect();
        let message = format!("\"{written}\" has no reference rate. Send one of {}.", codes.join(", "));
        faults.add("/currency", FaultCode::NotOneOf, message);
    }
}

/// A minimum amount in millionths of a dollar.
pub fn minimum(amount: Option<i64>, written: Option<&str>) -> Option<i64> {
    amount.and_then(|amount| currency::micro_dollars(amount, written.unwrap_or(currency::DEFAULT)))
}
