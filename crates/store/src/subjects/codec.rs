//! Records and claims as they are stored: JSON in bytes.

use serde::{Serialize, de::DeserializeOwned};

use crate::sql::{Result, StoreError};

pub(crate) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    // Validates UTF-8 once for all bytes, not for each string.
    let text = std::str::from_utf8(bytes)
        .map_err(|error| StoreError::Damaged { what: "record", why: error.to_string() })?;
    serde_json::from_str(text).map_err(|error| StoreError::Damaged { what: "record", why: error.to_string() })
}

pub(crate) fn encode<T: Serialize>(value: &T) -> Result<Vec<u8>> {
    serde_json::to_vec(value).map_err(|error| StoreError::Damaged { what: "record", why: error.to_string() })
}
