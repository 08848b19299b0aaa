//! The header `Max-Credits`: what a call may cost at most, as its caller states it.

use axum::http::HeaderMap;
use store::{Credits, InvalidCredits};

use crate::call::problem::{Code, Problem};

/// The header, as it is looked up.
pub const HEADER: &str = "max-credits";

/// The credits that a call states, if it does. A header that cannot be read refuses the call: the caller meant a bound.
pub fn stated(headers: &HeaderMap) -> Result<Option<Credits>, Problem> {
    let mut values = headers.get_all(HEADER).iter();
    let Some(value) = values.next() else { return Ok(None) };
    let credits = value.to_str().ok().map(|text| text.trim().parse::<Credits>());
    if credits == Some(Err(InvalidCredits::OutOfRange)) {
        let detail = format!("Max-Credits must be at most {}. Leave it out for no bound.", Credits::MAX);
        return Err(Problem::new(Code::InvalidRequest, detail));
    }
    let credits = credits.and_then(Result::ok);
    match credits.filter(|credits| *credits >= Credits::ZERO && values.next().is_none()) {
        Some(credits) => Ok(Some(credits)),
        None => Err(Problem::new(
            Code::InvalidRequest,
            "Max-Credits must be one number of credits with at most three decimals, such as 5 or 0.5.",
        )),
    }
}
