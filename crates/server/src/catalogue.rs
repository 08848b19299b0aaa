//! The catalogue: each endpoint is declared once, in its own file, and everything else is derived.
//!
//! Routes, sandbox twins, validation, quotes, charges, history, OpenAPI and the price list are loops over [`CATALOGUE`].
//! To add an endpoint, implement [`Endpoint`](crate::Endpoint) in a file in its family's folder of `endpoints/`, and add
//! one line to the family's file.

use crate::{
    endpoint::Entry,
    endpoints::{
        account, bulk, bundles, combos, find, lists, niche, operator, privacy, resolve, sandbox_info, search,
        signals,
    },
};

/// The families, in the order of the documentation.
const FAMILIES: &[&[Entry]] = &[
    resolve::ENTRIES,
    find::ENTRIES,
    search::ENTRIES,
    signals::ENTRIES,
    combos::ENTRIES,
    niche::ENTRIES,
    bundles::ENTRIES,
    lists::ENTRIES,
    bulk::ENTRIES,
    account::ENTRIES,
    operator::ENTRIES,
    privacy::ENTRIES,
    sandbox_info::ENTRIES,
];

static ENTRIES: [Entry; count(FAMILIES)] = joined(FAMILIES);

/// All endpoints, in the order of the documentation.
pub static CATALOGUE: &[Entry] = &ENTRIES;

const fn count(families: &[&[Entry]]) -> usize {
    let (mut family, mut count) = (0, 0);
    while family < families.len() {
        count += families[family].len();
        family += 1;
    }
    count
}

const fn joined<const N: usize>(families: &[&[Entry]]) -> [Entry; N] {
    let mut entries = [families[0][0]; N];
    let (mut family, mut place) = (0, 0);
    while family < families.len() {
        let mut index = 0;
        while index < families[family].len() {
            entries[place] = families[family][index];
            (index, place) = (index + 1, place + 1);
        }
        family += 1;
    }
    entries
}
