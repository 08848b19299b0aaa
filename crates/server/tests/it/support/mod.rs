//! What the tests share: a server on a port of its own, accounts that call it, and people to ask for.

mod answer;
mod cast;
mod client;
// Connects with `tokio_postgres::connect`.
#[path = "../../../../store/tests/conformance/database.rs"]
mod database;
mod enumeration;
#[path = "../../../../egress/tests/it/lab.rs"]
mod lab;
mod machinery;
mod post_office;
mod receiver;
mod server;
mod small_world;
mod vendors;

pub use answer::{Answer, faults};
pub use cast::{
    HARBOR, JONAS, KATHERINE, QUILL, cast, company, company_claim, moved, person, person_at, person_claim,
    phone_validated, with_phones, with_private_email,
};
pub use client::{Account, Client};
pub use database::Database;
pub use enumeration::{call, own_example, own_path, twin_path, verb};
pub use machinery::TEST_CATALOGUE;
pub use post_office::{Manner, PostOffice};
pub use receiver::{Receiver, Reply};
pub use server::{START, Setup, TestServer, loopback_client};
pub use small_world::SmallWorld;
pub use vendors::{TestVendor, failure, hedged_vendors, json_answer, miss, no_answer, vendors};
