//! The migrations of the schema, one text for every engine.

/// The file of an embedded store that a migration changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// The one file that a store was before its records got a file of their own.
    Whole,
    /// That of the state.
    State,
    /// That of the records.
    Records,
}

/// A change of the schema.
pub(crate) struct Migration {
    pub(crate) part: Part,
    pub(crate) script: &'static str,
}

/// How many migrations there were when records got a file of their own. Later ones change one part each.
pub(crate) const WHOLE_MIGRATIONS: usize = 12;

const fn whole(script: &'static str) -> Migration {
    Migration { part: Part::Whole, script }
}

const fn state(script: &'static str) -> Migration {
    Migration { part: Part::State, script }
}

/// Migrations in order; a store's schema number is how many of them it has seen.
pub(crate) const MIGRATIONS: &[Migration] = &[
    whole(include_str!("migrations/0001.sql")),
    whole(include_str!("migrations/0002.sql")),
    whole(include_str!("migrations/0003.sql")),
    whole(include_str!("migrations/0004.sql")),
    whole(include_str!("migrations/0005.sql")),
    whole(include_str!("migrations/0006.sql")),
    whole(include_str!("migrations/0007.sql")),
    whole(include_str!("migrations/0008.sql")),
    whole(include_str!("migrations/0009.sql")),
    whole(include_str!("migrations/0010.sql")),
    whole(include_str!("migrations/0011.sql")),
    whole(include_str!("migrations/0012.sql")),
    state(include_str!("migrations/0013.sql")),
];
