//! Fields of which null means something else than their absence.

use serde::{Deserialize, Deserializer};

/// Reads a field that was sent, if only as null; with `#[serde(default)]`, one that was not sent is `None`.
pub fn sent<'de, D: Deserializer<'de>, T: Deserialize<'de>>(value: D) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(value).map(Some)
}
