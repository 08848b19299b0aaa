//! The engine: schema, migrations, plans, concurrency and crashes.

mod concurrency;
mod crash;
mod migrations;
mod model;
mod parts;
mod postgres;
mod query_plans;
mod schema;
mod sqlite;
mod transfer;
mod two_handles;
