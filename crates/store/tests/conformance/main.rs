//! What every storage engine has to do alike. The tests speak to [`store::Store`] only and run on each
//! engine of [`support::ENGINES`]; to prove another engine, add its opener there.
#![allow(missing_docs, clippy::unwrap_used)]

mod accounts;
mod bulk;
mod cluster;
mod database;
mod identity;
mod lists;
mod mail;
mod money;

mod privacy;
mod sql;
mod subjects;
mod support;
mod timekeeping;
mod webhooks;

use lists::saved_icps;
use privacy::{erasing_columns, suppression};
use subjects::signals;
