//! Prices: part of the button, never beside it.

use maud::{Markup, html};
use serde_json::Value;
use server::Price;
use store::Credits;

use crate::here::{Here, MAX_CREDITS};

/// What a request costs at most, as a button shows it and as the form sends it along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Quote {
    most: Credits,
    /// Whether an answer costs just that, or nothing.
    is_exact: bool,
}

impl Quote {
    /// The price of a request; none if the endpoint refuses it.
    pub(crate) fn of(here: &Here, endpoint: &str, request: &Value) -> Option<Self> {
        let price = here.entry(endpoint)?.spec.price;
        let most = here.app.highest_price(endpoint, request)?;
        let is_one = most == price.due(1) && matches!(price, Price::PerUnit(_));
        Some(Self { most, is_exact: is_one || !price.is_per_item() })
    }

    /// The price of so many results, all of which are known to be there.
    pub(crate) fn of_results(here: &Here, endpoint: &str, results: u64) -> Option<Self> {
        let price = here.entry(endpoint)?.spec.price;
        let most = if results == 0 { Credits::ZERO } else { price.due(results) };
        Some(Self { most, is_exact: true })
    }

    /// It without the certainty that all of it is charged.
    pub(crate) fn at_most(self) -> Self {
        Self { is_exact: false, ..self }
    }

    /// The most that is charged.
    pub(crate) fn most(self) -> Credits {
        self.most
    }

    /// The price in the words of a button.
    pub(crate) fn label(self) -> String {
        match (self.most == Credits::ZERO, self.is_exact) {
            (true, _) => "free".to_owned(),
            (false, true) => credits(self.most),
            (false, false) => format!("up to {}", credits(self.most)),
        }
    }

    /// The hidden field that bounds the charge by the price that is shown.
    pub(crate) fn field(self) -> Markup {
        html! { input type="hidden" name=(MAX_CREDITS) value=(self.most); }
    }

    /// A button with the price, and the field that bounds the charge by it.
    pub(crate) fn button(self, class: &str, label: &str) -> Markup {
        html! { (self.field()) (button(class, label, &self.label())) }
    }
}

/// The price of an endpoint as a button shows it.
pub(crate) fn short(price: Price) -> String {
    match price {
        Price::Free => "free".to_owned(),
        Price::Flat(credits) => format!("{credits} cr"),
        Price::PerUnit(credits) => format!("{credits} cr each"),
        Price::BasePlus(base, credits) | Price::FoundPlus(base, credits) => {
            format!("{base} + {credits} cr each")
        }
    }
}

/// When a price is charged, in one sentence.
pub(crate) fn when(price: Price) -> &'static str {
    match price {
        Price::Free => "Free.",
        Price::Flat(_) | Price::PerUnit(_) | Price::FoundPlus(..) => "Charged only for what is found.",
        Price::BasePlus(..) => "The query is charged, and each result.",
    }
}

/// Credits as a number that is shown.
pub(crate) fn amount(credits: Credits) -> f64 {
    credits.to_string().parse().unwrap_or(0.0)
}

/// Credits with their unit.
pub(crate) fn credits(credits: Credits) -> String {
    format!("{} cr", super::words::number(amount(credits)))
}

/// A button that sends its form, with the price of that.
pub(crate) fn button(class: &str, label: &str, price: &str) -> Markup {
    html! { button class={ "btn " (class) } type="submit" { span { (label) } b { (price) } } }
}
