//! Data-subject requests, suppression list and erasure.

crate::endpoint::endpoints! {
    requests: File, List, Approve, Refuse;
    suppressions: Add, List, Remove;
    erase: Erase;
}
pub(crate) mod target;

use self::target::{ErasedView, NamedBy, erase_target};
