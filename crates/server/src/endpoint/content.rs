//! What an endpoint may answer with: an object, the result of a write, a file or a stream.

use std::pin::Pin;

use bytes::Bytes;
use futures_util::Stream;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use store::{StoreError, Write};

use super::outcome::Outcome;
use crate::{call::problem::Problem, services::Services};

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
