//! References to records of a preview: opaque, valid for a time, and bound to account and endpoint.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::SignedDuration;

use crate::call::{
    context::Context,
    problem::Problem,
    request::{fault_code::FaultCode, validate::Faults},
    seal,
};

/// How long a reference is valid.
pub const VALID_FOR: SignedDuration = SignedDuration::from_hours(1);
/// Characters of a reference at most.
pub const CHARACTERS_MAX: u32 = 300;

/// A reference to a record. It is encrypted, because ids stay the same: one that could be read would tell which rows of two
/// previews are one person.
pub fn issue(context: &Context, id: &str) -> String {
    let ends = context.now.as_second() + VALID_FOR.as_secs();
    let sealed = seal::seal(format!("{ends} {id}").as_bytes(), &key(context), &context.services.entropy);
    URL_SAFE_NO_PAD.encode(sealed)
}

/// The ids of the records that references mean, each once, in their order. Every reference that is not valid is a fault.
pub fn ids(context: &Context, references: &[String]) -> Result<Vec<String>, Problem> {
    let (key, mut faults, mut ids) = (key(context), Faults::default(), Vec::new());
    for (index, reference) in references.iter().enumerate() {
        match id(context, &key, reference) {
            Some(id) if ids.contains(&id) => {}
            Some(id) => ids.push(id),
            None => faults.add(
                format!("/refs/{index}"),
                FaultCode::InvalidValue,
                "This ref is not from a preview of this search by this account within the last hour. Preview again.",
            ),
        }
    }
    if faults.is_empty() { Ok(ids) } else { Err(Problem::of_faults(faults.into_vec())) }
}

fn id(context: &Context, key: &str, reference: &str) -> Option<String> {
    let opened = seal::open(&URL_SAFE_NO_PAD.decode(reference).ok()?, key)?;
    let (ends, id) = std::str::from_utf8(&opened).ok()?.split_once(' ')?;
    (context.now.as_second() < ends.parse().ok()?).then(|| id.to_owned())
}

/// The key that seals references for this account at this endpoint.
fn key(context: &Context) -> String {
    let owner = format!("{}\0{}", context.account_id(), context.endpoint);
    hex::encode(context.services.secret.mac("preview ref", owner.as_bytes()))
}
