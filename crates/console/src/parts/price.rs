//! Prices: part of the button, never beside it.

use maud::{Markup, html};
use server::Price;
use store::Credits;

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

/// Credits with their unit.
pub(crate) fn credits(amount: Credits) -> String {
    let amount: f64 = amount.to_string().parse().unwrap_or(0.0);
    format!("{} cr", super::words::number(amount))
}

/// A button that sends its form, with the price of that.
pub(crate) fn button(class: &str, label: &str, price: &str) -> Markup {
    html! { button class={ "btn " (class) } type="submit" { span { (label) } b { (price) } } }
}
