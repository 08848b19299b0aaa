//! Ids that callers see, as types. Most verbs take two or three of them, and as plain texts one could be passed in the
//! place of another without an error: the row would just not be found, or be the wrong one.
//!
//! A text becomes an id where it enters: a path parameter, an argument, a row. Its form is not checked there; an id that
//! names nothing is answered with "not found".

use std::{borrow::Cow, convert::Infallible, fmt, str::FromStr, sync::Arc};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use crate::{
    ambient::{Entropy, clock::Clock, ids::new_id},
    sql::{Result, Row, Value},
};

macro_rules! text {
    ($(#[$doc:meta] $name:ident = $prefix:literal;)*) => { $(
        #[$doc]
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(Arc<str>);

        impl $name {
            /// A new id, made of the time and of randomness.
            pub fn generate(clock: &Clock, entropy: &Entropy) -> Self {
                Self::from(new_id($prefix, clock, entropy))
            }

            /// The text of the id.
            pub fn as_str(&self) -> &str {
                &self.0
            }

            pub(crate) fn read(row: &dyn Row, column: usize) -> Result<Self> {
                row.text(column).map(Self::from)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(self.as_str(), formatter)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.pad(self.as_str())
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text.into())
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.into())
            }
        }

        impl FromStr for $name {
            type Err = Infallible;

            fn from_str(text: &str) -> std::result::Result<Self, Infallible> {
                Ok(Self::from(text))
            }
        }

        // Written out, because the derived schema is a named component even for a transparent type, to which the length
        // rules of a request's field do not apply.
        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                String::schema_name()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                String::json_schema(generator)
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, text: &&str) -> bool {
                self.as_str() == *text
            }
        }

        impl<'a> From<&'a $name> for Value<'a> {
            fn from(id: &'a $name) -> Self {
                Self::Text(id.as_str())
            }
        }
    )* };
}

text! {
    /// Id of an account: `acc_…`
    AccountId = "acc";
    /// Id of an API key, which is not its secret: `key_…`
    KeyId = "key";
}
