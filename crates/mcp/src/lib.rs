//! Tools for agents over the Model Context Protocol.
//!
//! [`table`] says which endpoints of the catalogue are tools and in which words; names, prices and input schemas follow
//! from the endpoint. A tool call becomes a call of the API through a [`Caller`]: in process for [`routes`], over HTTP
//! for [`serve_stdio`]. Charging, limits and history are the API's own.

mod arguments;
mod caller;
mod compact;
mod failure;
mod handler;
mod http;
mod stdio;
pub mod table;
mod tools;

pub use caller::{ApiAnswer, ApiCall, Caller};
pub use http::routes;
pub use stdio::serve_stdio;
pub use tools::{ToolKind, Tools};
