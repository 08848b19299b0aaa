//! Search index over people and companies: filters, counts, facets, cursors and likeness.
//!
//! The index is derived from records and independent of how they are stored. Records are added to [`SearchIndex`] and
//! become visible at a commit; a [`Snapshot`] answers queries about one commit. [`PeopleFilters`] and
//! [`CompanyFilters`] give the same result with the index and on a single record without it.

mod document;
mod error;
mod field;
mod filter;
mod fold;
mod index;
pub mod likeness;
mod memo;
mod plan;
pub mod role;
mod sort;
mod title;

pub use document::employer_fingerprint;
pub use error::{Result, SearchError};
pub use filter::{
    CompanyFilters, DAYS_BACK_MAX, FilterFault, FilterFaultKind, Filters, LIST_VALUES_MAX, MoneyRange, Near,
    NumberRange, PeopleFilters, RADIUS_KM_MAX, TEXT_WORDS_MAX, VALUE_CHARACTERS_MAX,
};
pub use index::{
    FACET_VALUES_MAX, Facet, FacetValue, FilterEffect, IndexState, NearestFilters, PAGE_ROWS_MAX,
    PageRequest, Rebuild, ResultPage, SearchIndex, SimilarPeopleOptions, Snapshot, Target, UnknownValue,
    Verification, WhyNot, why_none_of,
};
pub use sort::{CompanySort, PeopleSort};
