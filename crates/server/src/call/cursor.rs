//! Cursors: opaque to the caller, authenticated, and bound to their query.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::Timestamp;

use crate::call::problem::foreign_cursor;
use crate::{
    access::secret::Secret,
    call::{context::Context, problem::Problem, seal},
};

/// Bytes of the MAC that authenticates a cursor.
const PROOF_BYTES: usize = 16;
const CURSOR_CHARACTERS_MAX: usize = 1_000;

/// A cursor to `position` in the results of this call's query, valid for this caller only.
pub fn encode(context: &Context, position: &str) -> String {
    write(&context.services.secret, &bound(context), position)
}

/// The same cursor for a page that hides who its rows are: encrypted, because a position may hold the id of the last row.
pub fn hidden(context: &Context, cursor: &str) -> Result<String, Problem> {
    let position = decode(context, cursor)?;
    let sealed = seal::seal(position.as_bytes(), &hiding_key(context), &context.services.entropy);
    Ok(URL_SAFE_NO_PAD.encode(sealed))
}

/// The position of a cursor, if this installation issued it to this caller for this query.
pub fn decode(context: &Context, cursor: &str) -> Result<String, Problem> {
    let plain = read(&context.services.secret, &bound(context), cursor);
    plain.or_else(|| open(context, cursor)).ok_or_else(foreign_cursor)
}

/// The position of a cursor made by [`hidden`].
fn open(context: &Context, cursor: &str) -> Option<String> {
    if cursor.len() > CURSOR_CHARACTERS_MAX {
        return None;
    }
    let opened = seal::open(&URL_SAFE_NO_PAD.decode(cursor).ok()?, &hiding_key(context))?;
    String::from_utf8(opened).ok()
}

/// The key of hidden cursors of this caller for this query.
fn hiding_key(context: &Context) -> String {
    hex::encode(context.services.secret.mac("hidden cursor", bound(context).as_bytes()))
}

/// What the MAC covers besides the position: account and query.
fn bound(context: &Context) -> String {
    format!("{}\0{}", context.account_id(), context.query.to_hex())
}

/// A cursor after a row that is ordered by time and id.
pub fn after(context: &Context, at: Timestamp, id: &str) -> String {
    encode(context, &format!("{at} {id}"))
}

/// The time and id in a cursor made by [`after`].
pub fn time_and_id(context: &Context, cursor: Option<&str>) -> Result<Option<(Timestamp, String)>, Problem> {
    let Some(cursor) = cursor else { return Ok(None) };
    let position = decode(context, cursor)?;
    let (at, id) = position.split_once(' ').ok_or_else(foreign_cursor)?;
    Ok(Some((at.parse().map_err(|_| foreign_cursor())?, id.to_owned())))
}

/// Parses a numeric position.
pub fn number<N: std::str::FromStr>(position: Option<&str>) -> Result<Option<N>, Problem> {
    position.map(|position| position.parse().map_err(|_| foreign_cursor())).transpose()
}

fn proof(secret: &Secret, bound: &str, position: &str) -> [u8; PROOF_BYTES] {
    let mac = secret.mac("cursor", format!("{bound}\0{position}").as_bytes());
    std::array::from_fn(|index| mac[index])
}

fn write(secret: &Secret, bound: &str, position: &str) -> String {
    URL_SAFE_NO_PAD.encode([&proof(secret, bound, position)[..], position.as_bytes()].concat())
}

fn read(secret: &Secret, bound: &str, cursor: &str) -> Option<String> {
    if cursor.len() > CURSOR_CHARACTERS_MAX {
        return None;
    }
    let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
    let (given, position) = bytes.split_at_checked(PROOF_BYTES)?;
    let position = std::str::from_utf8(position).ok()?;
    let expected = proof(secret, bound, position);
    // Compares every byte, so that timing reveals nothing about the MAC.
    let differing = given.iter().zip(expected).fold(0, |bits, (given, expected)| bits | (given ^ expected));
    (differing == 0).then(|| position.to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use store::{Entropy, Store};

    use super::*;

    proptest! {
        #[test]
        fn a_cursor_is_read_only_with_the_query_and_secret_it_was_written_with(position in ".{0,200}", junk in ".*", bit in 0..128_usize) {
            let store = Store::temporary().unwrap();
            let secret = Secret::of(&store, &Entropy::seeded(1)).unwrap();
            let cursor = write(&secret, "a", &position);
            prop_assume!(cursor.len() <= CURSOR_CHARACTERS_MAX);
            prop_assert_eq!(read(&secret, "a", &cursor), Some(position.clone()));
            prop_assert_eq!(read(&secret, "b", &cursor), None);
            prop_assert_eq!(read(&secret, "a", &junk), None);
            let other = Secret::of(&Store::temporary().unwrap(), &Entropy::seeded(2)).unwrap();
            prop_assert_eq!(read(&other, "a", &cursor), None);
            let mut bytes = URL_SAFE_NO_PAD.decode(&cursor).unwrap();
            bytes[bit / 8] ^= 1 << (bit % 8);
            prop_assert_eq!(read(&secret, "a", &URL_SAFE_NO_PAD.encode(bytes)), None);
        }
    }
}
