//! The index over people and companies: filters, counts, facets, cursors and likeness.
//!
//! The index is derived from records and knows nothing of where they are kept. [`SearchIndex`] is fed and
//! committed; a [`Snapshot`] answers questions about one commit. [`PeopleFilters`] and [`CompanyFilters`] say what
//! is looked for, and mean the same with the index and without it.

mod document;
mod error;
mod field;
mod filter;
mod fold;
pub mod funding_stage;
mod index;
mod industry;
pub mod likeness;
mod memo;
mod plan;
pub mod role;
mod sort;
mod title;

pub use document::employer_fingerprint;
pub use error::{Result, SearchError};
pub use filter::{
    CompanyFilters, DAYS_BACK_MAX, FilterFault, Filters, LIST_VALUES_MAX, MoneyRange, Near, NumberRange,
    PeopleFilters, RADIUS_KM_MAX, TEXT_WORDS_MAX, VALUE_CHARACTERS_MAX,
};
pub use index::{
    FACET_VALUES_MAX, Facet, FacetValue, FilterEffect, Nearest, PAGE_ROWS_MAX, Page, PageRequest, Rebuild,
    SearchIndex, ShelfState, SimilarPeopleOptions, Snapshot, Target, Verification, WhyNot,
};
pub use sort::{CompanySort, PeopleSort};
