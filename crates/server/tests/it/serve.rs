//! Routes and pages, and what an operator sees.

mod operations;
mod routing;
mod traces;
