//! The naming traditions of the world.

/// A naming tradition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Locale {
    English,
    Irish,
    German,
    French,
    Spanish,
    Dutch,
    Italian,
    Polish,
    Turkish,
    Arabic,
    Indian,
    Chinese,
}
